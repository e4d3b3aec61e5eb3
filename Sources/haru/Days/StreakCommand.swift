import ArgumentParser
import HaruCommand
import HaruCore
import HaruText

struct StreakCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    .init("streak", text("Show the streak and the totals."))
  }

  @OptionGroup
  var output: JSONOption

  func run(in context: CommandContext) throws {
    let record = try context.record()
    let entry = context.provider.timeline(of: record, at: context.now, answered: context.now)
      .current
    let totals = Totals(of: record, today: context.today)
    if output.json {
      try printOutput("\(JSON.streak(entry, totals, in: context.zone))")
    } else {
      let lines = StreakText.lines(entry, totals, firstWeekday: context.firstWeekday)
      try printText(lines.joined(separator: "\n"))
    }
  }
}

extension JSON {
  /// The streak and the totals as JSON; programs depend on the names, so that they do not change.
  static func streak(_ entry: Entry, _ totals: Totals, in zone: Zone) -> JSON {
    let (streak, month, year) = (entry.history.streak, entry.history.month, totals.year)
    let weekdays = Weekday.allCases.map { weekday in
      (
        weekday.description,
        JSON.object([
          "studied": .integer(totals.studied(on: weekday)),
          "share": totals.share(of: weekday).map(rounded) ?? .null,
        ])
      )
    }
    return .object([
      "current": .integer(streak.current),
      "studied_today": .bool(streak.isTodayStudied),
      "rest_today": .bool(streak.isTodayRest),
      "free_left": .integer(streak.freeLeft),
      "ends_at": .string(streak.endsToday ? entry.dayEnds.rfc3339(in: zone) : nil),
      "longest": .run(streak.longest),
      "steady": .steady(entry.history.steady),
      "month": .progress(month.studied, month.counted, of: month.days),
      "year": .progress(year.studied, year.counted, of: year.days),
      "total": .integer(totals.total),
      "first_day": .string(totals.firstDay?.description),
      "per_week": rounded(totals.perWeek),
      "weekdays": .object(Dictionary(uniqueKeysWithValues: weekdays)),
    ])
  }

  /// The progress of a month or a year.
  static func progress(_ studied: Int, _ counted: Int, of days: Int) -> JSON {
    .object(["studied": .integer(studied), "elapsed": .integer(counted), "days": .integer(days)])
  }

  /// The studied days of the last thirty that count.
  static func steady(_ steady: Steady) -> JSON {
    .object(["studied": .integer(steady.studied), "of": .integer(steady.counted)])
  }

  /// The first and the last day of a run, and its length.
  static func run(_ run: Run?) -> JSON {
    .object(
      run.map {
        [
          "first": .string($0.first.description), "last": .string($0.last.description),
          "length": .integer($0.length),
        ]
      })
  }

  /// Rounded to three decimals.
  private static func rounded(_ number: Double) -> JSON {
    .number((number * 1000).rounded() / 1000)
  }
}

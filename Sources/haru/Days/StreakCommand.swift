import ArgumentParser
import HaruCore
import HaruText

/// The command `haru streak`.
struct StreakCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("streak", HelpText.streak) }

  @OptionGroup
  var output: JSONOption

  func run() throws {
    try Session.run { session in
      let record = try session.record()
      let entry = session.provider.timeline(of: record, at: session.now, answered: session.now)
        .current
      let totals = Totals(of: record, today: session.today)
      if output.json {
        try printOutput("\(JSON.streak(entry, totals, in: session.zone))")
      } else {
        let lines = StreakText.lines(entry, totals, firstWeekday: session.firstWeekday)
        try printText(lines.joined(separator: "\n"))
      }
    }
  }
}

extension JSON {
  /// The streak and the totals; the names are the interface, and do not change.
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
      "ends_at": .string(streak.endsToday ? entry.dayEnds.rfc3339(in: zone) : nil),
      "longest": .run(streak.longest),
      "month": .progress(month.studied, month.elapsed, of: month.days),
      "year": .progress(year.studied, year.elapsed, of: year.days),
      "total": .integer(totals.total),
      "first_day": .string(totals.firstDay?.description),
      "per_week": rounded(totals.perWeek),
      "weekdays": .object(Dictionary(uniqueKeysWithValues: weekdays)),
    ])
  }

  /// The progress of a month or a year.
  static func progress(_ studied: Int, _ elapsed: Int, of days: Int) -> JSON {
    .object(["studied": .integer(studied), "elapsed": .integer(elapsed), "days": .integer(days)])
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

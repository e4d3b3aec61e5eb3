import ArgumentParser
import HaruCore
import HaruText

struct StreakCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("streak", text("Show the streak and the totals."))
  }

  @OptionGroup
  var output: JSONOption

  func run() throws {
    try CommandContext.run { context in
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
}

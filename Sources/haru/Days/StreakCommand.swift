import ArgumentParser
import HaruCore
import HaruText

/// The command `haru streak`.
struct StreakCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("streak", text("Show the streak and the totals."))
  }

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

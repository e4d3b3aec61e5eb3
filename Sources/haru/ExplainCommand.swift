import ArgumentParser
import HaruCore
import HaruText

/// The command `haru explain`.
struct ExplainCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explain", abstract: HelpText.explain,
      usage: "haru explain [--json] [--all] [<day>]")
  }

  @OptionGroup
  var output: JSONOption

  @Flag(help: ArgumentHelp(HelpText.explainAll))
  var all = false

  @OptionGroup
  var day: DayArgument

  func run() throws {
    try Session.run { session in
      let day = try day.ranges.day(today: session.today, mayLieAhead: true)
      guard day <= session.today else { throw Failure(.refused, CommandText.notYet(day)) }
      let evidence = try Evidence(of: day, session)
      try printOutput(
        output.json
          ? try ExplainReport(evidence).json()
          : evidence.lines(listed: all ? .max : ExplainCommand.listed).joined(separator: "\n"))
    }
  }

  /// How many days are listed unless all are asked for.
  private static let listed = 31
}

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

  @Flag(help: ArgumentHelp(HelpText.json))
  var json = false

  @Flag(help: ArgumentHelp(HelpText.explainAll))
  var all = false

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp(HelpText.day, valueName: "day"))
  var day: [String] = []

  func run() throws {
    try onMain {
      let session = try Session()
      let day = try DayArgument(today: session.today).day(day, mayLieAhead: true)
      guard day <= session.today else { throw Failure(.refused, CommandText.notYet(day)) }
      let evidence = try Evidence(of: day, session)
      try printOutput(
        json
          ? try ExplainReport(evidence).json()
          : evidence.lines(listed: all ? .max : ExplainCommand.listed).joined(separator: "\n"))
    }
  }

  /// How many days are listed unless all are asked for.
  private static let listed = 31
}

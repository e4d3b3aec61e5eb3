import ArgumentParser
import HaruCore
import HaruText

struct ExplainCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explain", abstract: text("Explain the length of the streak."),
      usage: "haru explain [--json] [--all] [<day>]")
  }

  @OptionGroup
  var output: JSONOption

  @Flag(help: Haru.help(text("List all days of the streak.")))
  var all = false

  @Argument(
    parsing: .allUnrecognized, help: Haru.help(HelpText.day, valueName: "day"),
    completion: .day)
  var day: [String] = []

  func validate() throws { _ = try [DayRange](day, options: ["--all", "--json"]) }

  func run() throws {
    try CommandContext.run { context in
      let day = try [DayRange](day).day(today: context.today, mayLieAhead: true)
      guard day <= context.today else { throw Failure(.refused, CommandText.notYet(day)) }
      let evidence = try Evidence(of: day, context)
      if output.json { return try printOutput("\(evidence.report)") }
      try printListed(evidence.lines(listed: all ? .max : ExplainCommand.listed))
    }
  }

  /// How many days are listed unless all are asked for.
  private static let listed = 31
}

import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

struct StatusCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("status", text("Show today's state.")) }

  @Flag(help: Haru.help(HelpText.json))
  var json = false

  @Option(
    help: Haru.help(
      text(
        """
        Print for a bar or a prompt: {formats}; or a line of your own, with these words in braces: {values}.
        """, ["formats": ListText.words(BarFormatName.all), "values": BarText.Value.all])),
    completion: .list(BarFormatName.all), transform: ChosenFormat.read)
  var format: ChosenFormat?

  @Flag(help: Haru.help(text("Keep running; print a line on each change.")))
  var follow = false

  /// Parses one of the forms that prompts and bars use; `nil` leaves the words to the parser.
  ///
  /// To build or to parse the command takes an eighth of a start.
  static func read(_ words: [String]) -> (() throws -> Void)? {
    switch words.first {
    case nil: return { try run(json: false, format: nil, follow: false) }
    case "--json" where words.count == 1:
      return { try run(json: true, format: nil, follow: false) }
    case "--format" where words.count == 2:
      guard let format = try? ChosenFormat.read(words[1]) else { return nil }
      return { try run(json: false, format: format, follow: false) }
    default: return nil
    }
  }

  func validate() throws { try BarFormatName.requireAlone(format != nil, json: json) }

  func run() throws { try Self.run(json: json, format: format, follow: follow) }

  private static func run(json: Bool, format: ChosenFormat?, follow: Bool) throws {
    try onMain {
      let bar = format?.format
      let format: (any StatusFormat)? = json ? JSONFormat() : bar
      if follow {
        return try Follower(format: format ?? LineFormat()).run()
      }
      do throws(Failure) {
        try StatusCommand.show(format ?? LinesFormat())
      } catch {
        guard let bar, bar.printsFailures else { throw error }
        try printOutput(bar.failure(error))
      }
    }
  }

  @MainActor
  private static func show(_ format: any StatusFormat) throws(Failure) {
    let context = try CommandContext(takesIncoming: true)
    let report = try context.todayReport(
      format.showsAgent ? RunningAgent.agenda : RunningAgent.agendaIfClickWaits)
    let text = format.text(of: report)
    if format is LinesFormat { try printText(text) } else { try printOutput(text) }
  }
}

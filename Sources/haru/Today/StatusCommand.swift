import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruText

struct StatusCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("status", text("Show today's state.")) }

  @OptionGroup
  var output: JSONOption

  @Option(
    help: .of(
      text(
        """
        Print for a bar or a prompt: {formats}; or a line of your own, with these words in braces: {values}.
        """, ["formats": ListText.words(BarFormatName.all), "values": BarText.Value.all])),
    completion: .list(BarFormatName.all), transform: ChosenFormat.read)
  var format: ChosenFormat?

  @Flag(help: .of(text("Keep running; print a line on each change.")))
  var follow = false

  /// Reads the forms that prompts and bars use, without the parser; `nil` leaves the words to it.
  ///
  /// With the parser it takes 7.5 ms, and not 5 (Benchmarks/README.md#what-makes-programs-start-fast).
  static func read(_ words: [String]) -> (() throws -> Void)? {
    guard words.first == "status" else { return nil }
    switch (words.dropFirst().first, words.count) {
    case (nil, _): return { try run(json: false, format: nil, follow: false) }
    case ("--json", 2): return { try run(json: true, format: nil, follow: false) }
    case ("--format", 3):
      guard let format = try? ChosenFormat.read(words[2]) else { return nil }
      return { try run(json: false, format: format, follow: false) }
    default: return nil
    }
  }

  func validate() throws { try BarFormatName.requireAlone(format != nil, json: output.json) }

  func run() throws { try Self.run(json: output.json, format: format, follow: follow) }

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
    let context = try CommandContext(mergesIncoming: true)
    let report = try context.todayReport(
      format.showsAgent ? RunningAgent.agenda : RunningAgent.agendaIfClickWaits)
    let text = format.text(of: report)
    if format is LinesFormat { try printText(text) } else { try printOutput(text) }
  }
}

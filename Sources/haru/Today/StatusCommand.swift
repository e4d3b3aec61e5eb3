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
    completion: .list(BarFormatName.all), transform: StatusFormat.read)
  var format: StatusFormat?

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
      guard let format = try? StatusFormat.read(words[2]) else { return nil }
      return { try run(json: false, format: format, follow: false) }
    default: return nil
    }
  }

  func validate() throws { try BarFormatName.requireAlone(format != nil, json: output.json) }

  func run() throws { try Self.run(json: output.json, format: format, follow: follow) }

  private static func run(json: Bool, format: StatusFormat?, follow: Bool) throws {
    try onMain {
      let chosen = json ? StatusFormat.json : format
      if follow {
        return try Follower(format: chosen ?? .bar(.line)).run()
      }
      do throws(Failure) {
        try StatusCommand.show(chosen ?? .lines)
      } catch {
        guard case .bar(.waybar)? = chosen else { throw error }
        try printOutput(WaybarModule.json(error))
      }
    }
  }

  @MainActor
  private static func show(_ format: StatusFormat) throws(Failure) {
    let context = try CommandContext(mergesIncoming: true)
    let report = try context.todayReport(
      format.showsAgent ? RunningAgent.agenda : RunningAgent.agendaIfClickWaits)
    let text = format.output(for: report)
    if case .lines = format { try printText(text) } else { try printOutput(text) }
  }
}

import HaruCore
import HaruText

/// How today, or a repository, is written.
enum StatusFormat {
  /// In a few lines, for a person.
  case lines
  /// In one line, for a bar or a prompt.
  case line
  /// For programs.
  case json
  /// For Waybar, and for bars that have learnt its format.
  case waybar

  /// The format that the options `--format` and `--json` ask for.
  static func wanted(_ name: String?, json: Bool) throws(Failure) -> StatusFormat {
    guard let name else { return json ? .json : .lines }
    guard let format = named(name) else { throw Failure(.usage, CommandText.noSuchFormat(name)) }
    guard !json else { throw Failure(.usage, CommandText.notTogether("--json", "--format")) }
    return format
  }

  private static func named(_ name: String) -> StatusFormat? {
    switch name {
    case "line": .line
    case "waybar": .waybar
    default: nil
    }
  }

  /// Today; whether the agent runs is asked only where it is told.
  @MainActor
  func written(
    _ timeline: Timeline, _ session: Session, agentRuns: @autoclosure () -> Bool
  ) throws -> String {
    switch self {
    case .lines:
      return StatusFormat.lines(timeline, session, agentRuns: agentRuns()).joined(separator: "\n")
    case .line:
      return StatusText.line(timeline.current.history)
    case .json:
      return try StatusReport(timeline, in: session.zone, agentRuns: agentRuns()).json()
    case .waybar:
      // The agent is no matter of the tooltip: a bar follows the store without it.
      let lines = StatusFormat.lines(timeline, session, agentRuns: true)
      return try WaybarReport(timeline.current, tooltip: lines).json()
    }
  }

  /// That today cannot be told, for a program that goes on showing what it was told last.
  func written(_ failure: Failure) throws -> String {
    switch self {
    case .lines, .line: BarText.unreadable
    case .json: try ErrorReport(error: failure.message).json()
    case .waybar: try WaybarReport(failure).json()
    }
  }

  @MainActor
  private static func lines(
    _ timeline: Timeline, _ session: Session, agentRuns: Bool
  ) -> [String] {
    let entry = timeline.current
    let next = session.provider.boundary.timeOfDay(at: timeline.nextChange ?? entry.dayEnds)
    return StatusText.lines(entry, nextReload: next, agentRuns: agentRuns)
  }
}

/// What a program that follows gets in the place of today.
struct ErrorReport: Encodable {
  let error: String
}

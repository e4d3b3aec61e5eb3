import HaruCore
import HaruText

/// How `haru status` prints today.
@MainActor
protocol StatusFormat {
  /// Prints today. Whether an agent runs is asked for only by a format that shows it.
  func today(
    _ timeline: Timeline, _ session: Session, agentRuns: @autoclosure () -> Bool
  ) -> String

  /// What `--follow` prints while today cannot be read.
  func failure(_ failure: Failure) -> String

  /// Whether that has no place for the reason, so that it goes to standard error.
  var isShort: Bool { get }

  /// Whether `--follow` prints again when an agent starts or ends.
  var showsAgent: Bool { get }
}

extension StatusFormat {
  var isShort: Bool { false }
  var showsAgent: Bool { false }
}

/// Some lines, for a person.
struct LinesFormat: StatusFormat {
  func today(
    _ timeline: Timeline, _ session: Session, agentRuns: @autoclosure () -> Bool
  ) -> String {
    StatusText.lines(timeline.current, agentRuns: agentRuns()).joined(separator: "\n")
  }

  func failure(_ failure: Failure) -> String { failure.message }
}

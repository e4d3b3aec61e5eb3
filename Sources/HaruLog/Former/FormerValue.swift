internal import HaruCore

/// What stands in a register: the lines that no later line has replaced (docs/sync.md#merging).
///
/// Lines are taken in the order of `FormerLine.isBefore`, so that every machine that has the same lines
/// has the same value, in whatever order they arrived.
public struct FormerValue: Sendable {
  /// The lines that were written apart: no writer of one knew another.
  public private(set) var standing: [FormerLine] = []
  /// The line whose value counts; `nil` without lines.
  public private(set) var winner: FormerLine?

  /// Those with the largest clock, whose order does not tell what their writers knew.
  private var last: [FormerLine] = []

  /// Makes the value of a register that nobody has written.
  public init() {}

  /// Makes the value that some lines of one register leave, in any order.
  public init(of lines: some Sequence<FormerLine>) {
    for line in lines.sorted(by: FormerLine.isBefore) { take(line) }
  }

  /// Takes the next line.
  public mutating func take(_ line: FormerLine) {
    standing.removeAll { line.knows($0) && !FormerValue.isMutual(line, $0) }
    if line.clock < FormerLine.largestClock || !isKnown(line) || standing.isEmpty {
      standing.append(line)
    }
    if line.clock == FormerLine.largestClock { last.append(line) }
    winner = standing.max(by: FormerValue.isWeaker)
  }

  /// Whether the writer of an earlier line with the largest clock knew this one.
  private func isKnown(_ line: FormerLine) -> Bool {
    last.contains { $0.knows(line) && !FormerValue.isMutual($0, line) }
  }

  /// Whether two lines with the largest clock claim to know each other, as no two can.
  private static func isMutual(_ a: FormerLine, _ b: FormerLine) -> Bool {
    a.clock == b.clock && a.clock == FormerLine.largestClock && a.knows(b) && b.knows(a)
  }

  /// Whether the value of one line yields to that of another, which was written apart: what was said
  /// wins over what was cleared, and the later instant over the earlier one.
  private static func isWeaker(_ a: FormerLine, _ b: FormerLine) -> Bool {
    if (a.value == nil) != (b.value == nil) { return a.value == nil }
    if a.provenance.at != b.provenance.at { return a.provenance.at < b.provenance.at }
    return FormerLine.isBefore(a, b)
  }
}

/// Lines of which all that their writers knew is here (docs/sync.md#version-03).
///
/// A carrier brings the directories of machines one after the other. What a line replaces is among the lines
/// that its writer knew: with a part of those it would become another entry.
public struct FormerLines: Hashable, Sendable {
  /// The lines, in no order.
  public let complete: [FormerLine]
  /// The other lines.
  public let waiting: [FormerLine]

  /// Chooses among lines that are here.
  public init(of lines: some Sequence<FormerLine>) {
    let own = Dictionary(grouping: lines, by: \.device)
    // Of each machine, how many lines are complete; a line that waits takes those after it along.
    var lengths = own.mapValues(FormerLines.lengthWithoutGap)
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (device, length) in lengths {
        let known = own[device, default: []].filter { $0.number <= length }
        let waiting = known.lazy.filter { line in
          line.seen.contains { $0 != device && $1 > lengths[$0] ?? 0 }
        }
        guard let first = waiting.map(\.number).min() else { continue }
        lengths[device] = first - 1
        isSettled = false
      }
    }
    let all = own.values.joined()
    complete = all.filter { $0.number <= lengths[$0.device] ?? 0 }
    waiting = all.filter { $0.number > lengths[$0.device] ?? 0 }
  }

  private static func lengthWithoutGap(_ lines: [FormerLine]) -> Int64 {
    let numbers = Set(lines.map(\.number))
    var length: Int64 = 0
    while numbers.contains(length + 1) { length += 1 }
    return length
  }
}

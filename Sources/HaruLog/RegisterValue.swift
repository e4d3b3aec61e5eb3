internal import HaruCore

/// What stands in a register: the entries that no other entry replaces (docs/sync.md#merging).
public struct RegisterValue: Sendable {
  /// The entries that were made apart: no one of them replaces another.
  public let standing: [LogEntry]
  /// The entry whose value counts; `nil` without entries.
  public let winner: LogEntry?

  /// Makes the value that some entries of one register leave, in any order.
  public init(of entries: [LogEntry]) {
    guard entries.count > 1 else {
      (standing, winner) = (entries, entries.first)
      return
    }
    let replaced = Set(entries.lazy.flatMap(\.replaces))
    standing = entries.filter { !replaced.contains($0.name) }
    winner = standing.max(by: RegisterValue.isWeaker)
  }

  /// Whether the value of one entry yields to that of another, which was made apart: what was said wins
  /// over what was cleared, then the later instant, then the name.
  static func isWeaker(_ a: LogEntry, _ b: LogEntry) -> Bool {
    if (a.value == nil) != (b.value == nil) { return a.value == nil }
    if a.provenance.at != b.provenance.at { return a.provenance.at < b.provenance.at }
    return a.name < b.name
  }
}

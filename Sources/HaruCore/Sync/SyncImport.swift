/// The days of a source that were imported on any machine, as lines tell them: each line adds days, and
/// one without a value takes back all that its writer knew (docs/sync.md#imports).
public struct SyncImport: Hashable, Sendable {
  /// How many days a line holds at most.
  private static let daysInLine = 2000

  /// All days that lines have told.
  public private(set) var told: Set<Day> = []
  /// Those that nobody has taken back.
  public private(set) var days: Set<Day> = []

  /// Makes the days of the lines about one source, in any order.
  public init(of lines: [SyncLine]) {
    let cleared = lines.filter { $0.value == nil }
    for line in lines {
      guard let value = line.value.flatMap(SyncImport.days) else { continue }
      told.formUnion(value)
      if !cleared.contains(where: { $0.knows(line) }) { days.formUnion(value) }
    }
  }

  /// What there is to tell of the days that a machine knows: the values of lines.
  public func values(for known: Set<Day>) -> [String?] {
    let isLess = !days.isSubset(of: known)
    let new = (isLess ? known : known.subtracting(days)).sorted()
    let values = stride(from: 0, to: new.count, by: SyncImport.daysInLine).map {
      SyncImport.text(new[$0..<min($0 + SyncImport.daysInLine, new.count)])
    }
    return (isLess ? [nil] : []) + values
  }

  /// Days in their order as a text, such as `2026-11-20,2026-11-21`.
  private static func text(_ days: some Sequence<Day>) -> String {
    days.map(\.description).joined(separator: ",")
  }

  /// Reads days; `nil` for anything that `text` does not write.
  static func days(_ text: String) -> Set<Day>? {
    let days = Set(text.split(separator: ",").compactMap { Day(String($0)) })
    return !days.isEmpty && self.text(days.sorted()) == text ? days : nil
  }
}

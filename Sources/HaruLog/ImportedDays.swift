public import HaruCore

/// The days that a source has brought, as the value of an entry (docs/sync.md#imports).
public enum ImportedDays {
  /// How many days an entry holds at most.
  private static let most = 2000

  /// Days as the values of entries, such as `2026-11-20,2026-11-21`.
  public static func texts(_ days: some Sequence<Day>) -> [String] {
    let days = days.sorted()
    assert(zip(days, days.dropFirst()).allSatisfy(<), "a source brings a day once")
    return stride(from: 0, to: days.count, by: most).map {
      text(days[$0..<min($0 + most, days.count)])
    }
  }

  /// Reads days; `nil` for anything that `texts` does not write.
  public static func days(_ text: String) -> Set<Day>? {
    let days = Set(text.split(separator: ",").compactMap { Day(String($0)) })
    return !days.isEmpty && self.text(days.sorted()) == text ? days : nil
  }

  private static func text(_ days: some Sequence<Day>) -> String {
    days.map(\.description).joined(separator: ",")
  }
}

/// What the standing entries of a source tell (docs/sync.md#imports).
extension RegisterValue {
  /// The days that it has brought.
  public var importedDays: Set<Day> {
    standing.reduce(into: []) { days, entry in
      days.formUnion(entry.value.flatMap(ImportedDays.days) ?? [])
    }
  }

  /// The zones in which its instants are read, in the order in which they are asked.
  public var sourceZones: [SourceZone] {
    Set(standing.compactMap { $0.value.flatMap { SourceZone($0) } }).sorted()
  }
}

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

  /// The days that the standing entries of a source tell.
  public static func days(of value: RegisterValue) -> Set<Day> {
    value.standing.reduce(into: []) { days, entry in
      days.formUnion(entry.value.flatMap(ImportedDays.days) ?? [])
    }
  }

  private static func text(_ days: some Sequence<Day>) -> String {
    days.map(\.description).joined(separator: ",")
  }
}

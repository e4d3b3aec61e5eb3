public import HaruCore
public import HaruStore

/// Makes a store in which days are marked, as the command line does.
///
/// - Parameters:
///   - path: The path of the file.
///   - days: The days to mark.
/// - Throws: What the store throws.
public func makeStore(at path: String, marking days: [Day]) throws {
  let store = try Store(path: path, for: .writing)
  let utc = Zone(name: "UTC") { _ in 0 }
  try store.setStudied(
    days, true, today: .latest, by: Provenance(at: Instant(0), in: utc, source: .command))
}

/// Changes as the command line makes them, whenever.
extension Store {
  private static let said = Provenance(
    at: Instant(0), utcOffset: 0, zone: "UTC", source: .command)

  /// Changes rest days by rule from a day on.
  public func setRestRules(_ rules: [RestRuleChange], today: Day) throws(StoreError) {
    try setRestRules(rules, today: today, by: Store.said)
  }
}

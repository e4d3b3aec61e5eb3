public import HaruCore
internal import HaruStore

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

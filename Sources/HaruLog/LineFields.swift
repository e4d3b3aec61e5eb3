internal import HaruCore

/// The keys of a line of JSON with their values.
struct LineFields {
  let pairs: [(key: String, value: JSONValue)]
  private static let mostKeys = 100

  /// `nil` if a key stands twice.
  init?(_ pairs: [(key: String, value: JSONValue)]) {
    // Among so few, comparing is faster than hashing; more keys than that has no line.
    guard pairs.count <= LineFields.mostKeys,
      pairs.indices.allSatisfy({ place in
        !pairs[..<place].contains { $0.key == pairs[place].key }
      })
    else { return nil }
    self.pairs = pairs
  }

  func value(_ key: String) -> JSONValue? { pairs.first { $0.key == key }?.value }
  func text(_ key: String) -> String? { value(key)?.text }
  func integer(_ key: String) -> Int64? { value(key)?.integer }

  /// When, where and how; `nil` if a store could not hold it.
  var provenance: Provenance? {
    guard let at = integer("at"), let offset = integer("offset"), let zone = text("zone"),
      zone.utf8.count <= 255, StoredBounds.holds(zone),
      let source = text("source").flatMap(Provenance.Source.init),
      StoredBounds.utcOffsets.contains(Int(offset))
    else { return nil }
    let provenance = Provenance(
      at: Instant(at), utcOffset: Int(offset), zone: zone, source: source)
    return provenance.isStorable ? provenance : nil
  }
}

extension JSONWriter {
  /// Writes what a line says, and when, where and how it was said.
  mutating func writeFact(
    _ kind: String, _ key: String, _ value: String?, by provenance: Provenance
  ) {
    write("kind", .text(kind))
    write("key", .text(key))
    write("value", value.map(JSONValue.text) ?? .null)
    write("at", .integer(provenance.at.seconds))
    write("offset", .integer(Int64(provenance.utcOffset)))
    write("zone", .text(provenance.zone))
    write("source", .text(provenance.source.rawValue))
  }
}

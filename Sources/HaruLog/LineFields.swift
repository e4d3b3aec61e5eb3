internal import HaruCore

/// The keys of a line of JSON with their values.
struct LineFields {
  private let line: JSON
  private static let mostKeys = 100

  /// Reads a line; `nil` if it is no object, or a key stands twice.
  init?(_ bytes: [UInt8]) {
    // Among so few, comparing is faster than hashing; more keys than that has no line.
    guard let line = JSON(line: bytes[...]), let members = line.members,
      members.count <= LineFields.mostKeys,
      members.indices.allSatisfy({ place in
        !members[..<place].contains { $0.name == members[place].name }
      })
    else { return nil }
    self.line = line
  }

  func value(_ key: String) -> JSON? { line[key] }
  func text(_ key: String) -> String? { value(key)?.string }
  func integer(_ key: String) -> Int64? { value(key)?.integer }

  /// When, where and how; `nil` if a store could not hold it.
  var provenance: Provenance? {
    guard let at = integer("at"), let offset = integer("offset"), let zone = text("zone"),
      let source = text("source").flatMap(Provenance.Source.init)
    else { return nil }
    let provenance = Provenance(
      at: Instant(at), utcOffset: Int(offset), zone: zone, source: source)
    return provenance.isStorable ? provenance : nil
  }
}

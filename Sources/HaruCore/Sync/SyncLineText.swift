/// A line as text: JSON on one line, with a checksum at its end (docs/sync.md#a-line).
extension SyncLine {
  /// The format that this program writes.
  static let format: Int64 = 1

  /// The text, without the end of the line.
  public var text: String {
    var json = JSONWriter()
    json.write("haru", .integer(SyncLine.format))
    json.write("device", .text(device))
    json.write("n", .integer(number))
    let seen = seen.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    json.write("seen", .object(seen.map { ($0.key, .integer($0.value)) }))
    json.write("clock", .integer(clock))
    json.write("batch", .integer(batch))
    if let undoes { json.write("undoes", .integer(undoes)) }
    json.write("kind", .text(register.kind.rawValue))
    json.write("key", .text(register.key))
    json.write("value", value.map(JSONValue.text) ?? .null)
    json.write("at", .integer(provenance.at.seconds))
    json.write("offset", .integer(Int64(provenance.utcOffset)))
    json.write("zone", .text(provenance.zone))
    json.write("source", .text(provenance.source.rawValue))
    return json.object(sealedAs: "sum") { SyncLine.sum(of: $0) }
  }

  /// The checksum of the text before it.
  static func sum(of text: some Sequence<UInt8>) -> String {
    let digits = String(StableHash.of(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

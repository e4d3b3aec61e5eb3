internal import HaruCore

/// A line as text: JSON on one line, with a checksum at its end (docs/sync.md#version-03).
extension FormerLine {
  /// The format that this program writes.
  static let format: Int64 = 1

  /// The text, without the end of the line.
  public var text: String {
    let seen = seen.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var members: [JSON.Member] = [
      ("haru", .integer(FormerLine.format)), ("device", .string(device)), ("n", .integer(number)),
      ("seen", .object(seen.map { ($0.key, .integer($0.value)) })), ("clock", .integer(clock)),
      ("batch", .integer(batch)),
    ]
    if let undoes { members.append(("undoes", .integer(undoes))) }
    members.appendFact(register.kind.rawValue, register.key, value, by: provenance)
    return FormerLine.sealed(JSON.object(members).line(escaping: .asInLogs).dropLast())
  }

  /// A line of which versions up to 0.3 understand that a newer one has written it, with its end.
  public static func notice(of device: String) -> String {
    sealed(Array("{\"haru\":2,\"device\":\"\(device)\",\"n\":1".utf8)[...]) + "\n"
  }

  /// A text with its checksum behind it.
  private static func sealed(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text, as: UTF8.self) + ",\"sum\":\"\(sum(of: text))\"}"
  }

  /// The checksum of the text before it.
  static func sum(of text: some Sequence<UInt8>) -> String {
    let digits = String(StableHash.of(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

import FoundationEssentials

extension Encodable {
  /// As one line of JSON, its keys in snake case and sorted, so that what is the same looks so.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return harmless(String(decoding: try encoder.encode(self), as: UTF8.self))
  }
}

/// The same JSON, in which nothing does to a terminal what it does not say; the encoder itself
/// escapes no more than JSON demands.
private func harmless(_ json: String) -> String {
  var harmless = String.UnicodeScalarView()
  for scalar in json.unicodeScalars {
    switch scalar.value {
    // Only text of others has any of these, so they are between quotes.
    case 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069:
      let digits = String(scalar.value, radix: 16)
      let zeros = String(repeating: "0", count: 4 - digits.count)
      harmless.append(contentsOf: ("\\u" + zeros + digits).unicodeScalars)
    default: harmless.append(scalar)
    }
  }
  return String(harmless)
}

/// A value whose key is there even if the value is not.
struct Nullable<Value: Encodable>: Encodable {
  let value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

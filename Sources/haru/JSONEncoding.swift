import FoundationEssentials

extension Encodable {
  /// One line of JSON, with keys in snake case and sorted, so that equal values give equal lines.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return harmless(String(decoding: try encoder.encode(self), as: UTF8.self))
  }
}

/// The same JSON without characters that control a terminal, which the encoder leaves as they are.
private func harmless(_ json: String) -> String {
  var harmless = String.UnicodeScalarView()
  for scalar in json.unicodeScalars {
    switch scalar.value {
    // These occur only in strings, so an escape is valid in their place.
    case 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069:
      let digits = String(scalar.value, radix: 16)
      let zeros = String(repeating: "0", count: 4 - digits.count)
      harmless.append(contentsOf: ("\\u" + zeros + digits).unicodeScalars)
    default: harmless.append(scalar)
    }
  }
  return String(harmless)
}

/// A value that is encoded as `null` if it is missing, instead of being left out.
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

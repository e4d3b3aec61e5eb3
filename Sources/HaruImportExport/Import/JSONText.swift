internal import FoundationEssentials
internal import HaruCore

/// Texts that are JSON.
extension Text {
  /// Whether it begins with an object, and names all of these keys.
  func isObject(naming keys: String...) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return keys.allSatisfy { text.includes("\"" + $0 + "\"") }
  }

  /// What it says; `nil` if it is damaged, or of another shape.
  func decoded<Document: Decodable>() -> Document? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(Document.self, from: Data(bytes))
  }
}

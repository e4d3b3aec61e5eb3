internal import FoundationEssentials
internal import HaruCore

/// An object of JSON, field by field: one that is missing, or not what it should be, is `nil`.
struct Fields: Decodable {
  private let values: KeyedDecodingContainer<Name>

  init(from decoder: any Decoder) throws {
    values = try decoder.container(keyedBy: Name.self)
  }

  /// Reads an object, or whatever else is made of such.
  static func decoded<Value: Decodable>(_ bytes: [UInt8]) throws(ReloadProblem) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw .badResponse("not the JSON that was expected")
    }
  }

  /// How many of something there are.
  func count(_ name: String) -> Int? {
    value(name).flatMap { (0...Fields.most).contains($0) ? $0 : nil }
  }

  /// A text, or the beginning of a long one; `nil` for an empty one.
  ///
  /// Without zeros, at which many a program, SQLite's own among them, takes a text to end.
  func text(_ name: String, most: Int = 1000) -> String? {
    let text: String? = value(name)
    let whole = text.map { $0.utf8.contains(0) ? String($0.filter { $0 != "\0" }) : $0 }
    return whole.flatMap { $0.isEmpty ? nil : $0.beginning(most) }
  }

  func flag(_ name: String) -> Bool? {
    value(name)
  }

  func fields(_ name: String) -> Fields? {
    value(name)
  }

  /// When something was; a fraction of a second makes no difference.
  func instant(_ name: String) -> Instant? {
    text(name).flatMap { text in
      let (whole, rest) = (text.prefix(19), text.dropFirst(19))
      let zone = rest.first == "." ? rest.dropFirst().drop { ("0"..."9").contains($0) } : rest
      return Instant(rfc3339: String(whole + zone))
    }
  }

  /// The address of a picture.
  func address(_ name: String) -> String? {
    text(name, most: 2001).flatMap { text in
      let isAddress = ["https://", "http://"].contains { text.hasPrefix($0) }
      return isAddress && text.utf8.count <= 2000 && text.utf8.allSatisfy(\.isVisible) ? text : nil
    }
  }

  private func value<Value: Decodable>(_ name: String) -> Value? {
    try? values.decode(Value.self, forKey: Name(stringValue: name))
  }

  /// More stars than people is no number of stars.
  private static let most = 10_000_000_000

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}

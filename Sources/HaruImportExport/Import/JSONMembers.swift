internal import HaruCore

/// Texts that are JSON.
extension Text {
  /// Whether it begins with an object, and names all of these keys.
  func isObject(naming keys: String...) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return keys.allSatisfy { text.includes("\"" + $0 + "\"") }
  }

  /// The text as JSON; throws if it is damaged.
  func json() throws(ImportError) -> JSON {
    guard let json = JSON(text: bytes) else { throw .damaged }
    return json
  }
}

/// Members of a file that must be as its format has them; anything else is damage.
extension JSON {
  /// A member that is there and can be read.
  func required<Value>(
    _ name: String, _ read: (JSON) -> Value?
  ) throws(ImportError) -> Value {
    guard let value = try optional(name, read) else { throw .damaged }
    return value
  }

  /// A member that can be read, unless it is missing or `null`.
  func optional<Value>(
    _ name: String, _ read: (JSON) -> Value?
  ) throws(ImportError) -> Value? {
    guard let member = self[name], !member.isNull else { return nil }
    guard let value = read(member) else { throw .damaged }
    return value
  }

  /// The elements of a member that is there and is an array, each as it can be read.
  func each<Value>(
    of name: String, _ read: (JSON) throws(ImportError) -> Value
  ) throws(ImportError) -> [Value] {
    try required(name, \.array).map(read)
  }

  /// The same, and none of a member that is missing, as older files have it.
  func eachIfPresent<Value>(
    of name: String, _ read: (JSON) throws(ImportError) -> Value
  ) throws(ImportError) -> [Value] {
    try optional(name, \.array) == nil ? [] : each(of: name, read)
  }
}

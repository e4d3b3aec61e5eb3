/// What one program of Haru tells another: an object of JSON, as an argument or a line.
public protocol Message {
  /// The object.
  var json: JSON { get }

  /// Reads the object.
  init(json: JSON) throws(MessageError)
}

extension Message {
  /// The object on one line, without its end.
  public var line: String { json.description }

  /// Reads such a line.
  public init(line: String) throws(MessageError) {
    guard let json = JSON(text: Array(line.utf8)[...]) else { throw MessageError(line) }
    try self.init(json: json)
  }
}

/// A message that cannot be used.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the member that is missing or wrong; the whole message if it is no JSON.
  public let member: String

  /// Names a member.
  public init(_ member: String) {
    self.member = member
  }

  /// The error for a log, in English.
  public var description: String { "wrong: " + member }
}

extension JSON {
  /// A member that is there and can be read.
  func member<Value>(
    _ name: String, _ read: (JSON) throws(MessageError) -> Value?
  ) throws(MessageError) -> Value {
    guard let member = self[name], let value = try read(member) else { throw MessageError(name) }
    return value
  }

  /// A member that is there, and `null` or can be read.
  func optional<Value>(
    _ name: String, _ read: (JSON) throws(MessageError) -> Value?
  ) throws(MessageError) -> Value? {
    try self[name]?.isNull == true ? nil : member(name, read)
  }

  /// A text that can be read.
  func text<Value>(_ name: String, _ read: (String) -> Value?) throws(MessageError) -> Value {
    try member(name) { $0.string.flatMap(read) }
  }

  /// Texts that can be read.
  func texts<Value>(_ name: String, _ read: (String) -> Value?) throws(MessageError) -> [Value] {
    try member(name) { list in
      let values = list.array?.compactMap { $0.string.flatMap(read) }
      return values?.count == list.array?.count ? values : nil
    }
  }

  /// The value as a number of things; `nil` for any other.
  var count: Int? { integer.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil } }

  /// A number of things.
  func count(_ name: String) throws(MessageError) -> Int { try member(name, \.count) }
}

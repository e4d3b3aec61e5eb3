/// A value of JSON (RFC 8259).
public enum JSON: Sendable {
  /// No value.
  case null
  /// Truth.
  case bool(Bool)
  /// A number, with the digits that it is written with: none is rounded by being read and written.
  case number(digits: String)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSON])
  /// Named values in order; of two with the same name the first counts.
  case object([Member])

  /// A named value.
  public typealias Member = (name: String, value: JSON)
}

// MARK: Making

extension JSON {
  /// Truth, or `null`.
  public static func bool(_ value: Bool?) -> JSON { value.map { .bool($0) } ?? .null }

  /// A whole number, or `null`.
  public static func integer(_ value: Int?) -> JSON { .integer(value.map { Int64($0) }) }

  /// A whole number, or `null`.
  public static func integer(_ value: Int64?) -> JSON {
    value.map { .number(digits: $0.description) } ?? .null
  }

  /// Any number, a whole one without a fraction; `null` for what is no number.
  public static func number(_ value: Double) -> JSON {
    guard value.isFinite else { return .null }
    return .number(digits: Int64(exactly: value)?.description ?? value.description)
  }

  /// Text, or `null`.
  public static func string(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  /// Named values in the order of their names, so that equal values give equal lines; or `null`.
  public static func object(_ members: [String: JSON]?) -> JSON {
    guard let members else { return .null }
    return .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}

// MARK: Reading

extension JSON {
  /// The truth; `nil` for a value of another type.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The whole number, also one that is written as a fraction, such as `1.0`; `nil` for any other value.
  public var integer: Int64? {
    guard case .number(let digits) = self else { return nil }
    return Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:))
  }

  /// The number, rounded; `nil` for a value of another type and for a number beyond all of `Double`.
  public var number: Double? {
    guard case .number(let digits) = self, let value = Double(digits), value.isFinite else {
      return nil
    }
    return value
  }

  /// The text; `nil` for a value of another type.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The values of an array; `nil` for a value of another type.
  public var array: [JSON]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an object; `nil` for a value of another type.
  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether it is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The first member with a name; `nil` if there is none, or this is no object.
  public subscript(name: String) -> JSON? {
    members?.first { $0.name == name }?.value
  }
}

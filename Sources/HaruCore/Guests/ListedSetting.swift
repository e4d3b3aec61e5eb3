/// What has the name of a setting.
public protocol NamedSetting {
  /// The group it stands in, without brackets.
  var group: String { get }
  /// Its name within the group.
  var name: String { get }
}

extension NamedSetting {
  /// Its name with its group.
  public var fullName: String { group + "." + name }

  /// Whether a person means it by a name, whole or without its group, in any case.
  public func isCalled(_ typed: String) -> Bool {
    [fullName.lowercased(), name].contains(typed.lowercased())
  }
}

/// A setting in words, as `haru config` shows it, and as a guest tells of its own.
public struct ListedSetting: NamedSetting, Message, Sendable {
  /// The group it stands in.
  public let group: String
  /// Its name within the group.
  public let name: String
  /// What it means, what it may be, and its default, in the user's language.
  public let explanation: String
  /// Its default.
  public let usual: String
  /// Its value.
  public let value: String
  /// What a shell offers for it.
  public let offered: [String]

  /// Describes a key, by its value in some settings.
  public init<Values>(_ key: SettingKey<Values>, in settings: Values, explanation: String) {
    (group, name, self.explanation) = (key.group, key.name, explanation)
    (usual, value) = (key.value(in: Values()), key.value(in: settings))
    offered = key.offered
  }

  /// Reads it.
  public init(json: JSON) throws(MessageError) {
    group = try json.text("group", \.self)
    name = try json.text("name", \.self)
    explanation = try json.text("explanation", \.self)
    usual = try json.text("default", \.self)
    value = try json.text("value", \.self)
    offered = try json.texts("offered", \.self)
  }

  /// It as JSON.
  public var json: JSON {
    .object([
      "group": .string(group), "name": .string(name), "explanation": .string(explanation),
      "default": .string(usual), "value": .string(value),
      "offered": .array(offered.map { .string($0) }),
    ])
  }
}

extension SettingKey {
  /// The words and the small numbers that it takes; of any other kind its default, as an example.
  public var offered: [String] {
    switch expected {
    case .oneOf(let words), .someOf(let words): return words
    case .dayStart: return ["login", "begin", "never"]
    case .number(let range) where range.count < 8: return range.map(\.description)
    default:
      let usual = value(in: Values())
      return usual.isEmpty ? [] : [usual]
    }
  }
}

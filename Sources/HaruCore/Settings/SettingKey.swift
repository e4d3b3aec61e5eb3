/// A struct of settings, with a default for everything: those of Haru, or those of a guest.
public protocol SettingValues: Hashable, Sendable {
  /// Makes the defaults.
  init()
  /// Every key, in the order of haru.conf(5): what it sets, how it is written, and what it means.
  static var keys: [SettingKey<Self>] { get }
  /// What were keys in earlier versions.
  static var formerKeys: [SettingKey<Self>] { get }
}

/// One key of the settings file: its place in the file, the property it sets, and what it means.
public struct SettingKey<Values: SettingValues>: NamedSetting, Sendable {
  /// The group it stands in, without brackets.
  public let group: String
  /// Its name within the group.
  public let name: String
  /// What a value may be, for error messages.
  public let expected: SettingExpectation
  /// What it means.
  public let meaning: Sentence
  /// What is said after a change: its `{value}`, and from when on that counts.
  public let effect: Sentence
  /// Whether a change of it can be why a reminder never comes.
  public let mayLoseReminders: Bool
  private let read: @Sendable (Values) -> String
  private let write: @Sendable (inout Values, String) -> Bool

  /// Makes a key.
  public init<Value>(
    _ group: String, _ name: String,
    _ property: any WritableKeyPath<Values, Value> & Sendable, _ format: SettingFormat<Value>,
    _ meaning: Sentence, effect: Sentence = .atOnce, mayLoseReminders: Bool = false
  ) {
    (self.group, self.name, expected) = (group, name, format.expected)
    (self.meaning, self.effect, self.mayLoseReminders) = (meaning, effect, mayLoseReminders)
    read = { format.write($0[keyPath: property]) }
    write = { settings, text in
      guard let value = format.read(text) else { return false }
      settings[keyPath: property] = value
      return true
    }
  }

  /// Its value in some settings, as the file writes it.
  public func value(in settings: Values) -> String {
    read(settings)
  }

  /// Sets it in some settings; returns `false`, and changes nothing, for an invalid value.
  public func set(_ value: String, in settings: inout Values) -> Bool {
    write(&settings, value)
  }
}

/// What the value of a setting may be.
public enum SettingExpectation: Hashable, Sendable {
  /// `HH:MM`, from 00:00 to 12:00.
  case morning
  /// A day `YYYY-MM-DD`, or nothing.
  case day
  /// Times `HH:MM` with `;` between them, each perhaps behind weekdays, or nothing.
  case times
  /// When a new day shows its notification.
  case dayStart
  /// Minutes within a range.
  case minutes(ClosedRange<Int>)
  /// A number within a range.
  case number(ClosedRange<Int>)
  /// One of some words.
  case oneOf([String])
  /// English names of weekdays with `;` between them, not all seven, or nothing.
  case weekdays
  /// Some of some words with `;` between them, or nothing.
  case someOf([String])
  /// `#rrggbb`.
  case color
  /// `HH:MM-HH:MM`, or nothing.
  case quietHours
  /// An absolute path, or nothing.
  case absolutePath
  /// What a sentence says, of a guest's own.
  case said(Sentence)
}

/// One line of a settings file.
public struct SettingLine: Hashable, Sendable {
  /// The group it stands in.
  public let group: String
  /// Its key.
  public let name: String
  /// Its value.
  public let value: String

  /// Makes a line.
  public init(group: String, name: String, value: String) {
    (self.group, self.name, self.value) = (group, name, value)
  }
}

/// Why settings cannot be read.
public enum SettingsError: Error, Hashable, Sendable {
  /// There is no such key; perhaps another one of the file was meant.
  case unknownKey(SettingLine, near: String?)
  /// The value is not one that the key may have.
  case badValue(SettingLine, expected: SettingExpectation)
  /// The line is neither a group, nor a key with its value, nor a comment.
  case noSetting(String)
}

extension SettingValues {
  /// None, as of settings that are new.
  public static var formerKeys: [SettingKey<Self>] { [] }

  /// The groups of the keys.
  public static var groups: Set<String> { Set(keys.map(\.group)) }

  /// Finds the key of a group and name.
  public static func key(_ name: String, in group: String) -> SettingKey<Self>? {
    (keys + formerKeys).first { $0.group == group && $0.name == name }
  }

  /// Reads the lines of a settings file; a key that they leave out keeps its default.
  public init(lines: [SettingLine]) throws(SettingsError) {
    self.init()
    for line in lines { try set(line) }
  }

  /// Takes over a line that stands in one of the groups; returns `false` for any other.
  public mutating func take(_ line: SettingLine) throws(SettingsError) -> Bool {
    guard Self.groups.contains(line.group) else { return false }
    try set(line)
    return true
  }

  /// The key that a mistyped line may mean, as the file has it: one of its name in another group, or one of a like name.
  private static func nearest(to line: SettingLine) -> String? {
    let name = SimilarWords.nearest(to: line.name, among: keys.map(\.name))
    return keys.first { $0.name == name }.map { "[\($0.group)] \($0.name)" }
  }

  /// Takes over one line of a settings file.
  ///
  /// - Throws: `SettingsError`, and then nothing has changed.
  public mutating func set(_ line: SettingLine) throws(SettingsError) {
    guard let key = Self.key(line.name, in: line.group) else {
      throw .unknownKey(line, near: Self.nearest(to: line))
    }
    guard key.set(line.value, in: &self) else {
      throw .badValue(line, expected: key.expected)
    }
  }
}

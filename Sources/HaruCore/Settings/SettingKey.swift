/// One key of the settings file: its place in the file, the property it sets, and what it means.
public struct SettingKey: Sendable {
  /// The group it stands in, without brackets.
  public let group: String
  /// Its name within the group.
  public let name: String
  /// What a value may be, for error messages.
  public let expected: Expectation
  /// What it means.
  public let meaning: Sentence
  /// From when on a change of it counts.
  public let effect: Effect
  /// Whether a change of it can be why a reminder never comes.
  public let mayLoseReminders: Bool
  private let read: @Sendable (Settings) -> String
  private let write: @Sendable (inout Settings, String) -> Bool

  /// From when on a change counts.
  public enum Effect: Sendable {
    /// At once.
    case atOnce
    /// At the next login.
    case atLogin
    /// When the next day begins.
    case atDayStart
    /// When a repository is loaded next.
    case atReload
  }

  /// What a value may be.
  public enum Expectation: Hashable, Sendable {
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
    /// The address of a GitHub API.
    case address
  }

  init<Value>(
    _ group: String, _ name: String,
    _ property: any WritableKeyPath<Settings, Value> & Sendable, _ format: SettingFormat<Value>,
    _ meaning: Sentence, effect: Effect = .atOnce, mayLoseReminders: Bool = false
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

  /// Finds the key of a group and name.
  public static func named(_ name: String, in group: String) -> SettingKey? {
    (all + former).first { $0.group == group && $0.name == name }
  }

  /// Its value in some settings, as the file writes it.
  public func value(in settings: Settings) -> String {
    read(settings)
  }

  /// Sets it in some settings; returns `false`, and changes nothing, for an invalid value.
  public func set(_ value: String, in settings: inout Settings) -> Bool {
    write(&settings, value)
  }
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
  /// There is no such key.
  case unknownKey(SettingLine)
  /// The value is not one that the key may have.
  case badValue(SettingLine, expected: SettingKey.Expectation)
  /// The line is neither a group, nor a key with its value, nor a comment.
  case noSetting(String)
}

extension Settings {
  /// Reads the lines of a settings file; a key that they leave out keeps its default.
  public init(lines: [SettingLine]) throws(SettingsError) {
    self.init()
    for line in lines { try set(line) }
  }

  /// Takes over one line of a settings file.
  ///
  /// - Throws: `SettingsError`, and then nothing has changed.
  public mutating func set(_ line: SettingLine) throws(SettingsError) {
    guard let key = SettingKey.named(line.name, in: line.group) else {
      throw .unknownKey(line)
    }
    guard key.set(line.value, in: &self) else {
      throw .badValue(line, expected: key.expected)
    }
  }
}

/// One key of the settings file: where it stands, what it may be, and what it sets.
public struct SettingKey: Sendable {
  /// The group it stands in, without brackets.
  public let group: String
  /// Its name within the group.
  public let name: String
  /// What it may be, for an error that has to say so.
  public let expected: Expectation
  private let read: @Sendable (Settings) -> String
  private let write: @Sendable (inout Settings, String) -> Bool

  /// What a value may be.
  public enum Expectation: Hashable, Sendable {
    /// `HH:MM`, from 00:00 to 12:00.
    case morning
    /// Times `HH:MM` with `;` between them, or nothing.
    case times
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

  /// Every key there is, in the order of the manual.
  public static let all: [SettingKey] = [
    SettingKey("Day", "starts-at", .morning) {
      $0.dayStartsAt.description
    } write: {
      guard let time = TimeOfDay($1), time.minutes <= 720 else { return false }
      $0.dayStartsAt = time
      return true
    },
    SettingKey("Day", "first-weekday", .oneOf(["locale"] + Weekday.allCases.map(\.description))) {
      $0.firstWeekday?.description ?? "locale"
    } write: {
      let weekday = Weekday($1)
      guard weekday != nil || $1 == "locale" else { return false }
      $0.firstWeekday = weekday
      return true
    },
    SettingKey("Day", "rest-weekdays", .weekdays) { settings in
      let weekdays = settings.restWeekdays ?? []
      return Weekday.allCases.filter(weekdays.contains).map(\.description).joined(separator: ";")
    } write: {
      let words = $1.split(separator: ";", omittingEmptySubsequences: true)
      let weekdays = Set(words.compactMap { Weekday(String($0)) })
      guard weekdays.count == words.count, weekdays.count < 7 else { return false }
      $0.restWeekdays = weekdays
      return true
    },
    SettingKey("Notifications", "remind-at", .times) {
      $0.remindAt.map(\.description).joined(separator: ";")
    } write: {
      let words = $1.split(separator: ";", omittingEmptySubsequences: true)
      let times = words.compactMap { TimeOfDay(String($0)) }
      guard times.count == words.count else { return false }
      $0.remindAt = times.sorted()
      return true
    },
    number("Notifications", "later", .minutes(1...720), 1...720, \.laterMinutes),
    choice("Notifications", "at-login", \.atLogin),
    flag("Notifications", "at-day-start", \.atDayStart),
    flag("Notifications", "sound", \.sound),
    SettingKey("Notifications", "quiet", .quietHours) {
      $0.quiet?.description ?? ""
    } write: {
      if $1.isEmpty {
        $0.quiet = nil
        return true
      }
      guard let hours = QuietHours($1) else { return false }
      $0.quiet = hours
      return true
    },
    SettingKey("Store", "path", .absolutePath) {
      $0.storePath
    } write: {
      guard $1.isEmpty || $1.hasPrefix("/") else { return false }
      $0.storePath = $1
      return true
    },
    number("Store", "backups", .number(0...365), 0...365, \.backups),
    choice("Cards", "rendering", \.rendering),
    SettingKey("Cards", "accent", .color) {
      $0.accent.hex
    } write: {
      guard let color = Color($1) else { return false }
      $0.accent = color
      return true
    },
    flag("Cards", "contrast-floor", \.hasContrastFloor),
    number("Cards", "picture-size", .number(64...256), 64...256, \.pictureSize),
    SettingKey("Cards", "hidden", .someOf(Settings.CardPlace.allCases.map(\.rawValue))) {
      settings in
      Settings.CardPlace.allCases.filter(settings.hidden.contains).map(\.rawValue)
        .joined(separator: ";")
    } write: {
      let words = $1.split(separator: ";", omittingEmptySubsequences: true)
      let places = Set(words.compactMap { Settings.CardPlace(rawValue: String($0)) })
      guard places.count == words.count else { return false }
      $0.hidden = places
      return true
    },
    number(
      "Repositories", "reload-after", .number(900...2_592_000), 900...2_592_000, \.reloadAfter),
    choice("Repositories", "notify", \.announcement),
    number("Repositories", "quiet-after-days", .number(1...3650), 1...3650, \.quietAfterDays),
    SettingKey("Repositories", "api", .address) {
      $0.site.description
    } write: {
      guard let site = GitHubSite($1) else { return false }
      $0.site = site
      return true
    },
  ]

  /// Finds the key of a group and name.
  public static func named(_ name: String, in group: String) -> SettingKey? {
    all.first { $0.group == group && $0.name == name }
  }

  /// The value some settings have for it, as the file writes it.
  public func value(in settings: Settings) -> String {
    read(settings)
  }

  /// Sets it in some settings; `false`, and nothing set, if the value is not one it may be.
  public func set(_ value: String, in settings: inout Settings) -> Bool {
    write(&settings, value)
  }

  private init(
    _ group: String, _ name: String, _ expected: Expectation,
    read: @escaping @Sendable (Settings) -> String,
    write: @escaping @Sendable (inout Settings, String) -> Bool
  ) {
    self.group = group
    self.name = name
    self.expected = expected
    self.read = read
    self.write = write
  }

  private static func number(
    _ group: String, _ name: String, _ expected: Expectation, _ range: ClosedRange<Int>,
    _ path: any WritableKeyPath<Settings, Int> & Sendable
  ) -> SettingKey {
    SettingKey(group, name, expected) {
      String($0[keyPath: path])
    } write: {
      guard $1.allSatisfy(\.isASCIIDigit), let value = Int($1), range.contains(value) else {
        return false
      }
      $0[keyPath: path] = value
      return true
    }
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ group: String, _ name: String,
    _ path: any WritableKeyPath<Settings, Choice> & Sendable
  ) -> SettingKey where Choice.RawValue == String {
    SettingKey(group, name, .oneOf(Choice.allCases.map(\.rawValue))) {
      $0[keyPath: path].rawValue
    } write: {
      guard let choice = Choice(rawValue: $1) else { return false }
      $0[keyPath: path] = choice
      return true
    }
  }

  private static func flag(
    _ group: String, _ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable
  ) -> SettingKey {
    SettingKey(group, name, .oneOf(["true", "false"])) {
      String($0[keyPath: path])
    } write: {
      guard let value = Bool($1) else { return false }
      $0[keyPath: path] = value
      return true
    }
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

/// Why settings cannot be taken.
public enum SettingsError: Error, Hashable, Sendable {
  /// There is no such key.
  case unknownKey(SettingLine)
  /// The value is not one the key may have.
  case badValue(SettingLine, expected: SettingKey.Expectation)
}

extension Settings {
  /// Reads the lines of a settings file; what they leave out keeps its default.
  public init(lines: [SettingLine]) throws(SettingsError) {
    self.init()
    for line in lines {
      guard let key = SettingKey.named(line.name, in: line.group) else {
        throw .unknownKey(line)
      }
      guard key.set(line.value, in: &self) else {
        throw .badValue(line, expected: key.expected)
      }
    }
  }
}

/// How a setting's value is written in the settings file.
struct SettingFormat<Value>: Sendable {
  /// What a value may be, for error messages.
  let expected: SettingKey.Expectation
  let write: @Sendable (Value) -> String
  /// Returns `nil` for text that is no value.
  let read: @Sendable (String) -> Value?
}

extension SettingFormat<TimeOfDay> {
  static let morning = SettingFormat(expected: .morning, write: \.description) {
    TimeOfDay($0).flatMap { $0.minutes <= 720 ? $0 : nil }
  }
}

extension SettingFormat<[TimeOfDay]> {
  static let times = SettingFormat(expected: .times) {
    $0.map(\.description).joined(separator: ";")
  } read: {
    list($0, TimeOfDay.init)?.sorted()
  }
}

extension SettingFormat<Weekday?> {
  static func weekday(orNone none: String) -> SettingFormat {
    let words = [none] + Weekday.allCases.map(\.description)
    return SettingFormat(expected: .oneOf(words)) {
      $0?.description ?? none
    } read: { word in
      word == none ? .some(nil) : Weekday(typed: word).map(Optional.some)
    }
  }
}

extension SettingFormat<Set<Weekday>?> {
  static let weekdays = SettingFormat(expected: .weekdays) { weekdays in
    Weekday.allCases.filter { weekdays?.contains($0) ?? false }.map(\.description)
      .joined(separator: ";")
  } read: {
    set($0, Weekday.init(typed:)).flatMap { $0.count < 7 ? .some($0) : nil }
  }
}

extension SettingFormat<Int> {
  static func minutes(_ range: ClosedRange<Int>) -> SettingFormat {
    number(range, expected: .minutes(range))
  }

  static func number(_ range: ClosedRange<Int>) -> SettingFormat {
    number(range, expected: .number(range))
  }

  private static func number(
    _ range: ClosedRange<Int>, expected: SettingKey.Expectation
  ) -> SettingFormat {
    SettingFormat(expected: expected, write: \.description) { word in
      guard word.allSatisfy(\.isASCIIDigit), let value = Int(word), range.contains(value) else {
        return nil
      }
      return value
    }
  }
}

extension SettingFormat<Bool> {
  static let flag = SettingFormat(
    expected: .oneOf(["true", "false"]), write: \.description, read: { Bool($0) })
}

/// A setting's value that is one of some words.
typealias SettingWord = RawRepresentable<String> & CaseIterable & Sendable

extension SettingFormat where Value: SettingWord {
  static func choice() -> SettingFormat {
    SettingFormat(
      expected: .oneOf(Value.allCases.map(\.rawValue)), write: \.rawValue,
      read: { Value(rawValue: $0) })
  }
}

extension SettingFormat {
  static func choices<Choice: SettingWord & Hashable>() -> SettingFormat
  where Value == Set<Choice> {
    SettingFormat(expected: .someOf(Choice.allCases.map(\.rawValue))) { choices in
      Choice.allCases.filter(choices.contains).map(\.rawValue).joined(separator: ";")
    } read: {
      set($0, Choice.init(rawValue:))
    }
  }
}

extension SettingFormat<Color> {
  static let color = SettingFormat(expected: .color, write: \.hex, read: { Color($0) })
}

extension SettingFormat<Day?> {
  static let day = SettingFormat(expected: .day) {
    $0?.description ?? ""
  } read: { word in
    word.isEmpty ? .some(nil) : Day(word).map(Optional.some)
  }
}

extension SettingFormat<QuietHours?> {
  static let quietHours = SettingFormat(expected: .quietHours) {
    $0?.description ?? ""
  } read: { word in
    word.isEmpty ? .some(nil) : QuietHours(word).map(Optional.some)
  }
}

extension SettingFormat<String> {
  static let absolutePath = SettingFormat(expected: .absolutePath, write: { $0 }) {
    // What was not UTF-8 in the file holds the replacement character, and names another path.
    $0.isEmpty || $0.hasPrefix("/") && !$0.contains("\u{FFFD}") ? $0 : nil
  }
}

extension SettingFormat<GitHubSite> {
  static let address = SettingFormat(
    expected: .address, write: \.description, read: { GitHubSite($0) })
}

extension Weekday {
  /// Reads an English name or its first three letters, in any case.
  fileprivate init?(typed word: String) {
    let typed = word.lowercased()
    let found = Weekday.allCases.first {
      typed == $0.description || typed == $0.description.prefix(3)
    }
    guard let found else { return nil }
    self = found
  }
}

/// The elements of a list with `;` or `,` between them, and blanks; `nil` if one is wrong.
private func list<Element>(_ text: String, _ read: (String) -> Element?) -> [Element]? {
  let words = text.split { $0 == ";" || $0 == "," }.map { word in
    String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
  let elements = words.compactMap(read)
  return elements.count == words.count ? elements : nil
}

/// The same as a set; `nil` too if an element stands twice.
private func set<Element: Hashable>(
  _ text: String, _ read: (String) -> Element?
) -> Set<Element>? {
  guard let elements = list(text, read) else { return nil }
  let set = Set(elements)
  return set.count == elements.count ? set : nil
}

/// How a setting's value is written in the settings file.
public struct SettingFormat<Value>: Sendable {
  /// What a value may be, for error messages.
  let expected: SettingExpectation
  let write: @Sendable (Value) -> String
  /// Returns `nil` for text that is no value.
  let read: @Sendable (String) -> Value?

  /// Makes a format; `read` returns `nil` for text that is no value.
  public init(
    expected: SettingExpectation, write: @escaping @Sendable (Value) -> String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    (self.expected, self.write, self.read) = (expected, write, read)
  }
}

extension SettingFormat<TimeOfDay> {
  static let morning = SettingFormat(expected: .morning, write: \.description) {
    TimeOfDay($0).flatMap { $0.minutes <= 720 ? $0 : nil }
  }
}

extension SettingFormat<Settings.AtDayStart> {
  /// A word, or a time; `true` and `false` are those of versions up to 0.3.
  static let dayStart = SettingFormat(expected: .dayStart) { value in
    switch value {
    case .login: "login"
    case .begin: "begin"
    case .never: "never"
    case .at(let time): time.description
    }
  } read: { word in
    switch word {
    case "login": .login
    case "begin", "true": .begin
    case "never", "false": .never
    default: TimeOfDay(word).map { .at($0) }
    }
  }
}

extension SettingFormat {
  /// A value, or a word for none.
  static func optional<Wrapped: LosslessStringConvertible & Sendable>(
    _ expected: SettingExpectation, none: String = "",
    read: @escaping @Sendable (String) -> Wrapped? = { Wrapped($0) }
  ) -> SettingFormat where Value == Wrapped? {
    SettingFormat(expected: expected) {
      $0?.description ?? none
    } read: { word in
      word == none ? .some(nil) : read(word).map(Optional.some)
    }
  }
}

extension SettingFormat<Weekday?> {
  static func weekday(orNone none: String) -> SettingFormat {
    let words = [none] + Weekday.allCases.map(\.description)
    return optional(.oneOf(words), none: none) { Weekday.typed($0) }
  }
}

extension SettingFormat<Set<Weekday>?> {
  static let weekdays = SettingFormat(expected: .weekdays) { weekdays in
    Weekday.allCases.filter { weekdays?.contains($0) ?? false }.map(\.description)
      .joined(separator: ";")
  } read: {
    set($0, Weekday.typed).flatMap { $0.count < 7 ? .some($0) : nil }
  }
}

extension SettingFormat<Int> {
  static func minutes(_ range: ClosedRange<Int>) -> SettingFormat {
    number(range, expected: .minutes(range))
  }

  /// A number within a range.
  public static func number(_ range: ClosedRange<Int>) -> SettingFormat {
    number(range, expected: .number(range))
  }

  private static func number(
    _ range: ClosedRange<Int>, expected: SettingExpectation
  ) -> SettingFormat {
    SettingFormat(expected: expected, write: \.description) { word in
      guard word.allSatisfy(\.isASCIIDigit), let value = Int(word), range.contains(value) else {
        return nil
      }
      return value
    }
  }
}

extension SettingFormat<Int?> {
  /// The reserve days of a week: none where nothing is said, and as many as version 0.3 has taken.
  static var reserve: SettingFormat {
    let (number, none) = (SettingFormat<Int>.number(0...FreeDays.most), 0)
    return SettingFormat(expected: .number(0...FreeDays.offered)) {
      number.write($0 ?? none)
    } read: { word in
      number.read(word).map(Optional.some)
    }
  }
}

extension SettingFormat<Bool> {
  static let flag = SettingFormat(
    expected: .oneOf(["true", "false"]), write: \.description,
    read: { Bool($0) ?? ["yes": true, "no": false][$0] })
}

/// A setting's value that is one of some words.
public typealias SettingWord = RawRepresentable<String> & CaseIterable & Sendable

extension SettingFormat where Value: SettingWord {
  /// One of the words of a type.
  public static func choice() -> SettingFormat {
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

extension SettingFormat<String> {
  static let absolutePath = SettingFormat(expected: .absolutePath, write: { $0 }) {
    // What was not UTF-8 in the file holds the replacement character, and names another path.
    $0.isEmpty || $0.hasPrefix("/") && !$0.contains("\u{FFFD}") ? $0 : nil
  }
}

extension Weekday {
  /// Reads an English name or its first three letters, in any case.
  static func typed(_ word: String) -> Weekday? {
    let typed = word.lowercased()
    return allCases.first { typed == $0.description || typed == $0.description.prefix(3) }
  }
}

/// The elements of a list with `;` or `,` between them, and blanks; `nil` if one is wrong, or stands twice.
private func set<Element: Hashable>(
  _ text: String, _ read: (String) -> Element?
) -> Set<Element>? {
  let words = text.split { $0 == ";" || $0 == "," }.map { word in
    String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
  let set = Set(words.compactMap(read))
  return set.count == words.count ? set : nil
}

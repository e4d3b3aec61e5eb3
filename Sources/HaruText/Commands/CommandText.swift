public import HaruCore

/// Answers and errors of the command line, in one line each.
public enum CommandText {
  /// A day that cannot be read.
  public static func notADay(_ word: String, near: String? = nil) -> String {
    if let near {
      return text(
        "not a day: {word}; did you mean {near}?", ["word": SafeText.value(word), "near": near])
    }
    return text(
      "not a day: {word}; write today, yesterday, friday, 3 days ago, last week, -1, 2026-11-20, 2026-11 or a range A..B",
      ["word": SafeText.value(word)])
  }

  /// A word that is nearly one for a day, and the command that takes it as text.
  public static func notADay(_ word: String, near: String, asText command: String) -> String {
    text(
      "not a day: {word}; did you mean {near}? For a note: {command}",
      ["word": SafeText.value(word), "near": near, "command": command])
  }

  /// A number of changes that cannot be read.
  public static func notACount(_ word: String) -> String {
    text("not a number of changes: {word}; write 1 or more", ["word": SafeText.value(word)])
  }
  /// A day more than a year before the first mark, or before today if there is none.
  public static func longAgo(_ day: Day, before first: Day?) -> String {
    guard let first else {
      return text(
        "more than a year ago: {day}; if that is meant, add --force", ["day": day.description])
    }
    return text(
      "more than a year before your first day, {first}: {day}; if that is meant, add --force",
      ["first": first.description, "day": day.description])
  }
  /// A setting that does not exist.
  public static func noSuchSetting(_ name: String, near: String? = nil) -> String {
    guard let near else {
      return text("no such setting: {name}; to list all: haru config list", ["name": name])
    }
    return text(
      "no such setting: {name}; did you mean {near}?", ["name": name, "near": near])
  }
  /// What was a setting up to version 0.4, and the command that is run in its place.
  public static func isNoSetting(_ name: String, now words: [String]) -> String {
    let command = "haru " + words.map(shellQuoted).joined(separator: " ")
    return text(
      "{name} is no setting any more; the command is now: {command}",
      ["name": name, "command": SafeText.line(command)])
  }
  /// A value that a setting does not take.
  public static func badValue(
    _ value: String, for name: String, expected: SettingExpectation
  ) -> String {
    badValue(value, for: name, expected: ErrorText.expectation(expected))
  }
  /// Weekdays that `haru rest --weekdays` does not take.
  public static func badWeekdays(_ value: String) -> String {
    badValue(
      value, for: "--weekdays",
      expected: text("up to six weekdays such as saturday,sunday, or none"))
  }
  private static func badValue(
    _ value: String, for name: String, expected: String
  ) -> String {
    text(
      "invalid value for {name}: {value}; expected {expected}",
      ["name": name, "value": SafeText.value(value), "expected": expected])
  }
  /// Two options that exclude each other.
  public static func notTogether(_ one: String, _ other: String) -> String {
    text("cannot be combined: {one}, {other}", ["one": one, "other": other])
  }
  /// The name of standard output, in an error that otherwise names a file.
  public static var standardOutput: String { text("standard output") }
  /// The agent does not run and cannot be started.
  public static func noAgent(_ reason: String) -> String {
    text("agent not running: {reason}", ["reason": reason])
  }
  /// The agent does not run, and the command to start it.
  public static var agentNotRunning: String {
    text("agent not running; to start it: haru agent start")
  }
  /// A word that is no time for a reminder.
  public static func noLaterTime(_ word: String) -> String {
    text("not a time: {word}; expected one such as 30m, 1h30m or 19:30", ["word": word])
  }
  /// A process whose arguments are in a file that cannot be read.
  public static func noArguments(_ path: String) -> String {
    text("cannot read the arguments: {path}; try again", ["path": path])
  }
  /// A directory of another user, in which root runs a program.
  public static func belongs(_ path: String, to user: String) -> String {
    text(
      "{path} belongs to {user}: run Haru as that user, without sudo", ["path": path, "user": user])
  }
  /// A file that cannot be written.
  public static func cannotWrite(_ path: String, _ reason: String) -> String {
    text("cannot write {path}: {reason}", ["path": path, "reason": reason])
  }
  /// The agent starts at login.
  public static var startsAtLogin: String { text("The agent starts at login.") }
  /// The agent does not start at login.
  public static var doesNotStartAtLogin: String { text("The agent does not start at login.") }
}

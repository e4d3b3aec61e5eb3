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
  /// A number of changes that cannot be read.
  public static func notACount(_ word: String) -> String {
    text("not a number of changes: {word}; write 1 or more", ["word": SafeText.value(word)])
  }
  /// A range whose end comes before its beginning.
  public static func backwards(_ word: String) -> String {
    text("the range ends before it begins: {word}", ["word": word])
  }
  /// A range of more days than a person lives.
  public static func tooLong(_ word: String, most: Int) -> String {
    text(
      "range longer than {count} days: {word}", ["count": NumberText.grouped(most), "word": word])
  }
  /// More days than the command takes.
  public static func oneDayOnly(_ word: String) -> String {
    text("only one day is allowed: {word}", ["word": word])
  }
  /// A day in the future, for a command that knows only days up to today.
  public static func notYet(_ day: Day) -> String {
    text("day in the future: {day}", ["day": day.description])
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
  /// No day has a note, or none with the words that are looked for.
  public static var noNotes: String { text("no notes found") }
  /// No day is a rest day.
  public static var noRest: String { text("no rest days found") }
  /// A day without a note.
  public static func noNote(_ day: Day) -> String {
    text("no note on this day: {day}; to write one: haru note {day} TEXT", ["day": day.description])
  }
  /// A note that is longer than a note may be.
  public static func noteIsTooLong(bytes: Int) -> String {
    text(
      "a note of {size} kB is too long; a note has at most {limit} kB",
      ["size": NumberText.kilobytes(bytes), "limit": NumberText.kilobytes(StoredBounds.noteBytes)])
  }
  /// A current directory whose path cannot be written down.
  public static func directoryIsNotUTF8(_ directory: String) -> String {
    text(
      "the current directory is not valid UTF-8: {directory}; write an absolute path",
      ["directory": directory])
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
  /// No notification server runs.
  public static var noServer: String {
    text("no notification server; install one, such as dunst or mako")
  }
  /// No session bus.
  public static func noBus(_ reason: String) -> String {
    text("no session bus: {reason}", ["reason": reason])
  }
  /// The name of standard output, in an error that otherwise names a file.
  public static var standardOutput: String { text("standard output") }
  /// The address of the session bus is unknown.
  public static var noBusAddress: String {
    text("DBUS_SESSION_BUS_ADDRESS is not set, and $XDG_RUNTIME_DIR/bus is missing")
  }
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
  /// A reminder for an instant that is not in the rest of today.
  public static var laterNotToday: String {
    text("a reminder comes later today; this time is over, or after the end of the day")
  }
  /// A day that needs no reminder.
  public static func nothingToRemind(_ history: History) -> String {
    history.streak.isTodayStudied
      ? text("nothing to remind of: today is studied")
      : text("nothing to remind of: today is a rest day")
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
  /// The check of the store found no problem.
  public static func noProblems(_ path: String) -> String {
    text("no problems found: {path}", ["path": path])
  }
  /// The agent starts at login.
  public static var startsAtLogin: String { text("The agent starts at login.") }
  /// The agent does not start at login.
  public static var doesNotStartAtLogin: String { text("The agent does not start at login.") }
}

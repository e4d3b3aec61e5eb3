public import HaruCore

/// What the command line answers, in one line each.
public enum CommandText {
  /// A day that cannot be read.
  public static func notADay(_ word: String) -> String {
    text("not a day: {word}", ["word": word.isEmpty ? "''" : word])
  }
  /// A range whose end comes before its beginning.
  public static func backwards(_ word: String) -> String {
    text("the range ends before it begins: {word}", ["word": word])
  }
  /// A range of more days than a life has.
  public static func tooLong(_ word: String, most: Int) -> String {
    text("more than {count} days: {word}", ["count": String(most), "word": word])
  }
  /// More days than the command takes.
  public static func oneDayOnly(_ word: String) -> String {
    text("one day only: {word}", ["word": word])
  }
  /// A day that has not come yet, where only the past can be told.
  public static func notYet(_ day: Day) -> String {
    text("that day has not come yet: {day}", ["day": day.description])
  }
  /// What an event of a calendar file is called.
  public static var studiedEvent: String { text("Studied") }
  /// A note without a day.
  public static var noteNeedsDay: String { text("a note needs a day: haru note today TEXT") }
  /// A day without a note.
  public static func noNote(_ day: Day) -> String {
    text("nothing is noted on {day}", ["day": day.description])
  }
  /// A setting that there is none of.
  public static func noSuchSetting(_ name: String) -> String {
    text("no such setting: {name}", ["name": name])
  }
  /// A value that a setting cannot have.
  public static func badValue(
    _ value: String, for name: String, expected: SettingKey.Expectation
  ) -> String {
    text(
      "{name} cannot be “{value}”: {expected}",
      ["name": name, "value": value, "expected": ErrorText.expectation(expected)])
  }
  /// Two options that exclude each other.
  public static func notTogether(_ one: String, _ other: String) -> String {
    text("not together: {one} {other}", ["one": one, "other": other])
  }
  /// No notification server to show anything.
  public static var noServer: String { text("there is no notification server") }
  /// No session bus to talk over.
  public static func noBus(_ reason: String) -> String {
    text("no session bus: {reason}", ["reason": reason])
  }
  /// No agent to ask.
  public static func noAgent(_ reason: String) -> String {
    text("the agent is not running: {reason}", ["reason": reason])
  }
  /// A file that cannot be written.
  public static func cannotWrite(_ path: String, _ reason: String) -> String {
    text("cannot write {path}: {reason}", ["path": path, "reason": reason])
  }
  /// A sound store.
  public static func sound(_ path: String) -> String { text("sound: {path}", ["path": path]) }
  /// The agent starts at login.
  public static var startsAtLogin: String { text("The agent starts at login.") }
  /// The agent does not start at login.
  public static var doesNotStartAtLogin: String { text("The agent does not start at login.") }
  /// The agent starts at login because the system says so for everybody.
  public static var startsForAll: String {
    text(
      "haru.service is enabled for all users; to keep it from starting for you: systemctl --user mask haru.service"
    )
  }
}

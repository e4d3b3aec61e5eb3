public import HaruCore

/// Says what went wrong, with the value, and what to do.
public enum ErrorText {
  /// Why the store did not do what was asked, in one sentence for a notification.
  public static func reason(_ error: StoreError) -> String {
    switch error {
    case .busy: text("Another program is writing your days. Try again.")
    case .full: text("The disk is full. Make room and try again.")
    case .readOnly: text("The file with your days may not be written.")
    case .missing: text("There is no file with your days yet.")
    case .corrupt: text("The file with your days is damaged.")
    case .notAStore: text("The file with your days is damaged, or not one of Haru's.")
    case .newerSchema: text("Your days were written by a newer Haru. Install that one.")
    case .contradiction: text("What was to be taken contradicts itself.")
    case .moved: text("The file with your days was moved, and is not where it was moved to.")
    case .absent(let path, _): AbsenceText.reason(path)
    case .badAddress(let address): AbsenceText.badAddressReason(address)
    case .future: text("Can't study in the future!")
    case .refused: text("The file with your days cannot hold this day.")
    case .unavailable(let reason): text("The system says: {reason}", ["reason": reason])
    }
  }

  /// Why the store did not do what was asked, in one line for a terminal.
  public static func line(_ error: StoreError, path: String) -> String {
    switch error {
    case .future(let day): text("Can't study in the future! {day}", ["day": day.description])
    case .refused(let day?):
      text(
        "cannot hold the day {day}, nothing was saved: {path}",
        ["day": day.description, "path": path])
    case .refused: text("cannot hold what was said, nothing was saved: {path}", ["path": path])
    case .busy: text("another program is writing {path}; try again", ["path": path])
    case .full: text("the disk is full, nothing was saved: {path}", ["path": path])
    case .readOnly: text("may not be written: {path}", ["path": path])
    case .missing: text("there is no store yet: {path}", ["path": path])
    case .corrupt: text("damaged: {path}", ["path": path])
    case .notAStore: text("not a store of Haru: {path}", ["path": path])
    case .newerSchema(let version):
      text(
        "written by a newer Haru (schema {version}), left alone: {path}",
        ["version": String(version), "path": path])
    case .contradiction: text("it contradicts itself, nothing was taken: {path}", ["path": path])
    case .moved(let place):
      text("was moved to {place}, and is not there: {path}", ["place": place, "path": path])
    case .absent(let path, let address): AbsenceText.line(path, address: address)
    case .badAddress(let address): AbsenceText.badAddressLine(address)
    case .unavailable(let reason): text("{reason}: {path}", ["reason": reason, "path": path])
    }
  }

  /// A word that one of our own programs does not understand which another started.
  public static func unknownWord(_ word: String, to program: String) -> String {
    text(
      "{program} does not know: {word}; are both of one version?",
      ["program": program, "word": word])
  }

  /// What is wrong with a line of the settings file.
  public static func line(_ error: SettingsError, file: String) -> String {
    switch error {
    case .unknownKey(let line):
      text(
        "{file}: unknown key [{group}] {key}",
        ["file": file, "group": line.group, "key": line.name])
    case .badValue(let line, let expected):
      text(
        "{file}: [{group}] {key} cannot be “{value}”: {expected}",
        [
          "file": file, "group": line.group, "key": line.name, "value": line.value,
          "expected": expectation(expected),
        ])
    }
  }

  /// What a value of a setting may be.
  static func expectation(_ expected: SettingKey.Expectation) -> String {
    switch expected {
    case .morning: text("a time from 00:00 to 12:00")
    case .times: text("times such as 20:00 or 12:30;20:00, or nothing")
    case .minutes(let range):
      text(
        "minutes from {first} to {last}",
        ["first": String(range.lowerBound), "last": String(range.upperBound)])
    case .number(let range):
      text(
        "a number from {first} to {last}",
        ["first": String(range.lowerBound), "last": String(range.upperBound)])
    case .weekdays: text("weekdays such as saturday;sunday, not all seven, or nothing")
    case .oneOf(let words):
      text("one of {words}", ["words": words.joined(separator: ", ")])
    case .someOf(let words):
      text(
        "some of {words} with ; between them, or nothing",
        ["words": words.joined(separator: ", ")])
    case .color: text("a colour such as #ff9500")
    case .quietHours: text("hours such as 22:00-07:00, or nothing")
    case .absolutePath: text("a path that begins with /, or nothing")
    case .address: text("an address such as https://api.github.com")
    }
  }
}

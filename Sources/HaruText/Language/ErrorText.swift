public import HaruCore

/// Errors of the store and of the settings, with their value and what to do.
public enum ErrorText {
  /// Why the store was not read or changed, in one sentence for a notification.
  public static func reason(_ error: StoreError) -> String {
    switch error {
    case .busy, .moved: text("Another program has locked the store.")
    case .full: text("The disk is full. Free some space.")
    case .readOnly: text("The store is read-only.")
    case .noLocks:
      text("The file system of the store has no locks. Choose another place for the store.")
    case .interrupted:
      text("The store holds an unfinished change, and it is read-only.")
    case .missing: text("There is no store yet.")
    case .deleted: text("The store was deleted. To begin a new one: haru store new")
    case .unknownPlace:
      text("Haru does not know where your store is. To see why: haru config list")
    case .corrupt: text("The store is damaged.")
    case .damagedRows: text("The store is damaged. To repair it: haru store check --repair")
    case .notAStore: text("The store is damaged, or it is not a Haru store.")
    case .notAFile(let path):
      text("{path} is not a regular file. Move it away.", ["path": path])
    case .newerSchema: text("A newer version of Haru wrote the store. Install that version.")
    case .olderVersion:
      text(
        "A version of Haru before 0.4 wrote the store. Use it once with Haru 0.4, or export it with the old version and import the export here."
      )
    case .contradiction: text("The imported data is inconsistent.")
    case .absent(let path, _):
      text("The store is not at {path}. Connect the disk that holds it.", ["path": path])
    case .future: text("Can't study in the future!")
    case .longAgo(let day, let first): CommandText.longAgo(day, before: first)
    case .refused: text("The store cannot hold this day.")
    case .refusedText: text("The store cannot hold this text.")
    case .unavailable(let reason): text("System error: {reason}", ["reason": reason])
    case .other(_, let error): reason(error)
    case .noSuchFile, .noSuchDirectory, .occupied, .isStore, .reserved, .noLinks, .inProgress:
      line(error, path: "")
    }
  }

  /// Why the store was not read or changed, or its file not backed up, restored or moved, in one line for a
  /// terminal.
  public static func line(_ error: StoreError, path: String) -> String {
    switch error {
    case .future(let day): text("can't study in the future: {day}", ["day": day.description])
    case .longAgo(let day, let first): CommandText.longAgo(day, before: first)
    case .refused(let day?):
      text(
        "the store cannot hold {day}, nothing was saved: {path}",
        ["day": day.description, "path": path])
    case .refused:
      text("the store cannot hold this change, nothing was saved: {path}", ["path": path])
    case .refusedText(let day):
      text(
        "the store cannot hold the text of {day}, nothing was saved: it is longer than {count} bytes, or contains a zero byte",
        ["count": NumberText.grouped(StoredBounds.textBytes.upperBound), "day": day.description])
    case .busy, .moved: text("locked by another program: {path}; try again", ["path": path])
    case .full: text("disk full, nothing was saved: {path}", ["path": path])
    case .readOnly: text("read-only: {path}", ["path": path])
    case .noLocks:
      text(
        "this file system has no locks: {path}; choose another place with haru config set Store.path",
        ["path": path])
    case .interrupted:
      text(
        "unfinished change in a read-only store: {path}; run haru status as a user who may write there",
        ["path": path])
    case .missing: text("no store yet: {path}; the first haru mark creates it", ["path": path])
    case .deleted: text("store deleted: {path}", ["path": path])
    case .unknownPlace: reason(error)
    case .corrupt: text("damaged: {path}", ["path": path])
    case .damagedRows:
      text("damaged: {path}; to repair it: haru store check --repair", ["path": path])
    case .notAStore: text("not a Haru store: {path}", ["path": path])
    case .notAFile(let path): text("not a regular file: {path}; move it away", ["path": path])
    case .newerSchema(let version):
      text(
        "written by a newer version of Haru (schema {version}): {path}; install that version",
        ["version": String(version), "path": path])
    case .olderVersion:
      text(
        "written by a version of Haru before 0.4: {path}; use it once with Haru 0.4, or run haru export of the old version, move the file away, and run haru import here",
        ["path": path])
    case .contradiction: text("inconsistent data, nothing was imported: {path}", ["path": path])
    case .absent(let path, let link?):
      text(
        "store not found: {path}; connect its disk, or give it up with haru config set Store.path '' and rm {address}",
        ["address": shellQuoted(link), "path": path])
    case .absent(let path, nil):
      text(
        "store not found: {path}; connect its disk, or give it up with haru config set Store.path ''",
        ["path": path])
    case .unavailable(let reason): text("{reason}: {path}", ["reason": reason, "path": path])
    case .other(let path, let error): line(error, path: path)
    case .noSuchFile(let path): text("no such file: {path}", ["path": path])
    case .noSuchDirectory(let path): text("no such directory: {path}", ["path": path])
    case .occupied(let path): text("already exists, not replaced: {path}", ["path": path])
    case .isStore(let path): text("this is the store itself: {path}", ["path": path])
    case .reserved(let path):
      text("name reserved for the store: {path}; choose another", ["path": path])
    case .noLinks(let path):
      text(
        "no symbolic link can be made in the place of {path}; to move the store, run mv {path} DIR, then haru config set Store.path DIR/haru.sqlite",
        ["path": shellQuoted(path)])
    case .inProgress(let path):
      text("in use by another haru command: {path}; try again", ["path": path])
    }
  }

  /// An argument, or a variable as `NAME=VALUE`, that cannot be used: it is not UTF-8, not an absolute path,
  /// or not the file of a time zone.
  public static func unusable(_ word: String, isUTF8: Bool, isZone: Bool) -> String {
    if !isUTF8 { return text("not valid UTF-8: {word}", ["word": word]) }
    return isZone
      ? text("not a time zone file: {path}", ["path": word])
      : text("not an absolute path: {word}", ["word": word])
  }

  /// An error, as a program prints it: behind its name.
  ///
  /// A terminal that orders letters takes the line's direction from its first word, the program's
  /// name, so a message from right to left is isolated.
  public static func complaint(_ message: String) -> String {
    let line = SafeText.line(message)
    let isOther = Direction.ofLanguage == .rightToLeft
    return "haru: " + (isOther ? Direction.leftToRight.isolated(line) : line)
  }

  /// A helper program that cannot be started.
  public static func cannotRun(_ path: String, _ reason: String) -> String {
    text("cannot run {path}: {reason}", ["path": path, "reason": reason])
  }

  /// An argument that a helper program does not know, because it is of another version.
  public static func unknownArgument(_ word: String, of program: String) -> String {
    text(
      "unknown argument of {program}: {word}; install all of Haru in the same version",
      ["program": program, "word": word])
  }

  /// An error in a line of the settings file.
  public static func line(_ error: SettingsError, file: String) -> String {
    switch error {
    case .unknownKey(let line, let near?):
      text(
        "{file}: unknown setting: [{group}] {key}; perhaps {near} is meant",
        ["file": file, "group": line.group, "key": line.name, "near": near])
    case .unknownKey(let line, nil):
      text(
        "{file}: unknown setting: [{group}] {key}; all settings: haru config list",
        ["file": file, "group": line.group, "key": line.name])
    case .noSetting(let line):
      text(
        "{file}: not a setting: {line}; expected a group such as [Day], or a key, = and its value",
        ["file": file, "line": SafeText.value(line)])
    case .badValue(let line, let expected):
      text(
        "{file}: invalid value for [{group}] {key}: {value}; expected {expected}",
        [
          "file": file, "group": line.group, "key": line.name,
          "value": SafeText.value(line.value), "expected": expectation(expected),
        ])
    }
  }

  /// A wrong line of the settings file, what is allowed there, and where it is; for a notification.
  public static func sentences(_ error: SettingsError, place: String) -> [String] {
    let sentences =
      switch error {
      case .unknownKey(let line, _):
        [
          text("A setting is unknown: {setting}", ["setting": "[\(line.group)] \(line.name)"]),
          text("All settings: man haru.conf"),
        ]
      case .noSetting(let line):
        [
          text("A setting is wrong: {setting}", ["setting": line]),
          text("Allowed: a group such as [Day], or a key, = and its value"),
        ]
      case .badValue(let line, let expected):
        [
          text(
            "A setting is wrong: {setting}",
            ["setting": "[\(line.group)] \(line.name)=\(line.value)"]),
          text("Allowed: {values}", ["values": expectation(expected)]),
        ]
      }
    return sentences.map(SafeText.line) + [SafeText.line(place)]
  }

  /// A wrong line of the settings file, which is ignored; and how many others are.
  public static func ignored(_ error: String, others: Int) -> String {
    others == 0
      ? text("{error}; the line is ignored", ["error": error])
      : text(
        "{error}; the line is ignored, and {count} other",
        "{error}; the line is ignored, and {count} others",
        count: others, ["error": error])
  }

  /// The values that a setting takes.
  static func expectation(_ expected: SettingExpectation) -> String {
    switch expected {
    case .morning: text("a time from 00:00 to 12:00")
    case .times:
      text("times such as 20:00 or 12:30;20:00 or Mon..Fri 18:00; Sat,Sun 11:00, or an empty value")
    case .dayStart: text("login, begin, never or a time such as 08:00")
    case .minutes(let range):
      text(
        "minutes from {first} to {last}",
        ["first": String(range.lowerBound), "last": String(range.upperBound)])
    case .number(let range):
      text(
        "a number from {first} to {last}",
        ["first": String(range.lowerBound), "last": String(range.upperBound)])
    case .weekdays: text("up to six weekdays such as saturday,sunday, or an empty value")
    case .oneOf(let words):
      text("one of {words}", ["words": ListText.words(words)])
    case .someOf(let words):
      text(
        "some of {words}, separated by ;, or an empty value",
        ["words": ListText.words(words)])
    case .color: text("a colour such as #ff9500")
    case .quietHours: text("hours such as 22:00-07:00, or an empty value")
    case .day: text("YYYY-MM-DD, or an empty value")
    case .absolutePath: text("an absolute path, or an empty value")
    case .said(let sentence): sentence.translated()
    }
  }
}

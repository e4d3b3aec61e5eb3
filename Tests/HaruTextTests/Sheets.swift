import HaruCore
import Support

@testable import HaruText

/// All texts of Haru, on one sheet per subject.
enum Sheet: String, GoldenSheet, Codable, Sendable {
  static let folder = "Tests/HaruTextTests/Golden"

  case open, studied, reminder, trouble, remarks
  case dates, months
  case status, command, errors, settings, doctor
  case importing, views
  case firstRun = "first-run"

  /// The text of the sheet, in the language of this process.
  var text: String {
    let parts: [(String, String)] =
      switch self {
      case .open: Sheet.notifications(Sheet.openEntries) + Sheet.others([Sheet.openEntries[1]])
      case .studied:
        Sheet.notifications(Sheet.studiedEntries + Sheet.restEntries)
          + Sheet.others([Sheet.studiedEntries[3]])
      case .reminder:
        Sheet.notifications(Sheet.reminderEntries) + Sheet.others([Sheet.reminderEntries[0]])
      case .trouble: Sheet.troubleParts
      case .remarks: Sheet.remarksParts
      case .dates: Sheet.datesParts
      case .months: Sheet.monthsParts
      case .status: Sheet.statusParts
      case .command: Sheet.commandParts
      case .errors: Sheet.errorsParts
      case .settings: Sheet.settingsParts
      case .doctor: Sheet.doctorParts
      case .importing: Sheet.importParts
      case .views: Sheet.viewsParts
      case .firstRun:
        [
          ("haru", StatusText.firstRun(startsAtLogin: false)),
          ("haru, started at login", StatusText.firstRun(startsAtLogin: true)),
        ]
      }
    return parts.map { "# \($0.0)\n\($0.1)\n" }.joined(separator: "\n")
  }
}

// MARK: Notifications

extension Sheet {
  static let today = date("2026-11-20")
  /// A Friday in November at noon.
  static let now = Instant(1_795_176_000)
  static let when = MomentText(at: now, in: Zone(name: "UTC") { _ in 0 })

  /// An entry of a Friday in November, at noon or at a reminder.
  static func entry(
    _ runs: [(String, String)], on day: Day = today, startsAt: String = "00:00",
    isReminder: Bool = false, resting: Set<Day> = [], free: Int = 0
  ) -> Entry {
    var settings = Settings()
    settings.dayStartsAt = TimeOfDay(startsAt) ?? .midnight
    settings.remindAt = isReminder ? [Reminder(TimeOfDay("12:00") ?? .midnight)] : []
    let noon = Instant(Int64(day.days(since: date("1970-01-01"))) * 86_400 + 43_200)
    let week = FreeDays(free, weekBegins: .monday)
    let rest = RestDays(single: resting, freeFrom: free > 0 ? [date("2026-11-16"): week] : [:])
    let timeline = TimelineProvider(settings: settings, zone: Zone(name: "UTC") { _ in 0 })
      .timeline(
        of: Record(days: marks(runs), rest: rest).spendingFreeDays(before: day), at: noon,
        answered: noon - 1)
    return timeline.entries[0]
  }

  /// The days of runs, newest first; each run is given by its first and its last day.
  static func marks(_ runs: [(String, String)]) -> [Day] {
    let days = runs.flatMap { first, last in
      (0...date(last).days(since: date(first))).compactMap(date(first).advanced(by:))
    }
    return days.sorted(by: >)
  }

  private static let best = ("2026-01-01", "2026-02-09")

  static let openEntries: [(String, Entry)] = [
    ("nothing was ever marked", entry([])),
    ("a streak of 12, the longest so far", entry([("2026-11-08", "2026-11-19")])),
    ("a streak of 12 after one of 40", entry([best, ("2026-11-08", "2026-11-19")])),
    ("a streak of one", entry([("2026-11-19", "2026-11-19")])),
    ("the day starts at 03:00", entry([("2026-11-08", "2026-11-19")], startsAt: "03:00")),
    (
      "a new streak, more of the last thirty days",
      entry([("2026-10-26", "2026-11-13"), ("2026-11-16", "2026-11-19")])
    ),
    ("two days of the week are in reserve", entry([("2026-11-08", "2026-11-19")], free: 2)),
    ("yesterday was a reserve day", entry([("2026-11-08", "2026-11-18")], free: 2)),
    ("the reserve days of the week are spent", entry([("2026-11-08", "2026-11-18")], free: 1)),
    (
      "a break of two days after twenty", entry([("2026-10-29", "2026-11-17")])
    ),
    ("no streak, some history", entry([best])),
    ("yesterday missed after 12 days", entry([best, ("2026-11-07", "2026-11-18")])),
    ("yesterday missed after two days", entry([("2026-11-17", "2026-11-18")])),
    ("yesterday missed after a single day", entry([("2026-11-18", "2026-11-18")])),
    (
      "the first of a month, streak kept over its end",
      entry([("2026-10-01", "2026-10-31")], on: date("2026-11-01"))
    ),
    ("a mark ahead, made by a wrong clock", entry([("2026-11-25", "2026-11-25")])),
  ]

  static let studiedEntries: [(String, Entry)] = [
    ("the first day ever", entry([("2026-11-20", "2026-11-20")])),
    ("the first day of a new streak", entry([best, ("2026-11-20", "2026-11-20")])),
    ("a streak of two, the longest", entry([("2026-11-19", "2026-11-20")])),
    ("a streak of 13 after one of 40", entry([best, ("2026-11-08", "2026-11-20")])),
    ("a streak of 13, the longest", entry([("2026-11-08", "2026-11-20")])),
    (
      "back after a break", entry([("2026-10-29", "2026-11-17"), ("2026-11-20", "2026-11-20")])
    ),
    ("a streak of 7", entry([best, ("2026-11-14", "2026-11-20")])),
    ("a streak of 30", entry([("2026-10-22", "2026-11-20")])),
    ("a streak of 100", entry([("2026-08-13", "2026-11-20")])),
    ("a streak of 365", entry([("2025-11-21", "2026-11-20")])),
    ("a streak of 1,000", entry([("2024-02-25", "2026-11-20")])),
  ]

  static let restEntries: [(String, Entry)] = [
    ("a rest day", entry([], resting: [today])),
    ("a rest day in a streak", entry([("2026-11-08", "2026-11-19")], resting: [today])),
  ]

  static let reminderEntries: [(String, Entry)] = [
    ("a streak of 12", entry([("2026-11-08", "2026-11-19")], isReminder: true)),
    ("a streak of one", entry([("2026-11-19", "2026-11-19")], isReminder: true)),
    (
      "the day starts at 03:00",
      entry([("2026-11-08", "2026-11-19")], startsAt: "03:00", isReminder: true)
    ),
    ("no streak", entry([best], isReminder: true)),
    ("nothing was ever marked", entry([], isReminder: true)),
    ("yesterday missed", entry([("2026-11-07", "2026-11-18")], isReminder: true)),
    ("days are in reserve", entry([("2026-11-08", "2026-11-19")], isReminder: true, free: 2)),
  ]

  static let storeErrors: [StoreError] = [
    .busy, .full, .readOnly, .missing, .deleted, .unknownPlace, .corrupt, .damagedRows, .notAStore,
    .newerSchema(10), .olderVersion, .contradiction, .moved, .noLocks, .interrupted,
    .future(date("2026-11-21")),
    .refused(date("2026-11-21")), .refused(nil),
    .absent("/media/disk/haru.sqlite", link: nil),
    .absent("/media/disk/haru.sqlite", link: "/home/user/haru.sqlite"),
    .refusedText(date("2026-11-20")),
    .unavailable("Permission denied"),
  ]

  private static func notifications(_ entries: [(String, Entry)]) -> [(String, String)] {
    entries.map { ($0.0, written(ContentText.content(of: $0.1))) }
  }

  /// The same with another number than the streak.
  private static func others(_ entries: [(String, Entry)]) -> [(String, String)] {
    [Settings.Number.steady, .none].flatMap { number in
      entries.map {
        ("\(number), \($0.0)", written(ContentText.content(of: $0.1, number: number)))
      }
    }
  }

  private static var troubleParts: [(String, String)] {
    let entry = entry([("2026-11-08", "2026-11-19")])
    let kept = [true, false].map {
      (
        "not saved yet, \($0 ? "study" : "undo")",
        written(
          ContentText.waiting(
            entry.day, studied: $0, because: .busy, dayEndsAt: entry.dayEndsAt))
      )
    }
    let lost = [true, false].map {
      (
        "not saved before the end, \($0 ? "study" : "undo")",
        written(ContentText.lost(entry.day, studied: $0, because: .full))
      )
    }
    return kept + lost
      + storeErrors.map {
        (
          "not saved, \($0)",
          written(ContentText.notSaved(entry.day, isStudied: false, .study(entry.day), because: $0))
        )
      }
      + storeErrors.map {
        ("unreadable, \($0)", written(ContentText.unreadable(today, because: $0)))
      } + [
        (
          "unreadable, with a backup",
          written(ContentText.unreadable(today, because: .corrupt, backup: path))
        )
      ]
  }

  /// A content as a server shows it, with the key of each button.
  private static func written(_ content: Content) -> String {
    var lines = [content.title]
    lines += content.lines.map { "  " + $0 }
    if !content.withButtons.isEmpty { lines.append("  with buttons: " + content.withButtons) }
    lines += (content.remedy + [content.detail].compactMap(\.self)).map { "  " + $0 }
    lines += content.actions.map { "  [\($0.label)] \($0.intent.actionKey)" }
    let instead = content.insteadOfButtons
    lines.append("  without buttons: " + instead.command)
    let clicks = [
      ("a click", instead.click), ("no room", instead.clickAlone),
      ("a middle click", instead.middleClick),
    ]
    lines += clicks.compactMap { name, line in line.map { "  with \(name): \($0)" } }
    if content.stay == .untilAnswered { lines.append("  stays until it is answered") }
    return lines.joined(separator: "\n")
  }

  private static var questions: [(String, Content)] {
    let questions = [
      ("today", DayQuestion(today, studied: true)),
      ("yesterday", DayQuestion(date("2026-11-19"), studied: true)),
      ("a studied day", DayQuestion(today, studied: false)),
    ]
    guard let entry = openEntries.first?.1 else { return [] }
    return questions.map {
      ($0.0, ContentText.asking(ContentText.content(of: entry), $0.1, today: today))
    }
  }

  private static var remarksParts: [(String, String)] {
    [
      (
        "a click set yesterday", ContentText.remark(date("2026-11-19"), studied: true, today: today)
      ),
      (
        "a click cleared yesterday",
        ContentText.remark(date("2025-12-31"), studied: false, today: today)
      ),
      ("a click on the body", ContentText.showAgain),
      (
        "a click on Later", written(ContentText.back(today, at: TimeOfDay("09:00") ?? .midnight))
      ),
    ]
      + questions.map { name, content in
        let label = "  [\(ContentText.label(ofClick: content.bodyClick))]"
        return ("a click on the body of \(name)", written(content) + "\n" + label)
      }
  }
}

// MARK: Dates

extension Sheet {
  private static var datesParts: [(String, String)] {
    let days =
      (1...12).map { date("2026-\($0 < 10 ? "0" : "")\($0)-01") }
      + (16...22).map { date("2026-11-\($0)") }
      + ["2024-02-29", "0001-01-01", "9999-12-31"].map(date)
    return days.map { ("\($0)", DateText.full($0) + "\n" + DateText.weekday($0)) }
  }

  private static var monthsParts: [(String, String)] {
    (1...12).map { month in
      let day = date("2026-\(month < 10 ? "0" : "")\(month)-15")
      return ("\(day.month.name)", Theme(of: day.month.name).emoji + " " + DateText.month(of: day))
    } + [("the year 1", DateText.month(of: .earliest)), ("the last", DateText.month(of: .latest))]
  }
}

// MARK: The terminal

extension Sheet {
  private static let path = "/home/mina/.local/share/haru/haru.sqlite"
  private static let file = "/home/mina/.config/haru/haru.conf"

  private static var statusParts: [(String, String)] {
    let entries =
      openEntries.map { ("open, " + $0.0, $0.1) }
      + studiedEntries.map { ("studied, " + $0.0, $0.1) }
    let lines = entries.enumerated().flatMap { index, named in
      let lines = StatusText.lines(named.1, index % 3 != 0 ? Agenda() : nil, when)
      let line = StatusText.line(named.1.history, nil, when)
      return [(named.0, lines.joined(separator: "\n")), (named.0 + ", in a line", line)]
    }
    let two = entry([("2026-11-25", "2026-11-26")])
    let ahead = StatusText.lines(two, Agenda(), when)
    let agendas = agendas.flatMap { name, agenda in
      let lines = StatusText.lines(openEntries[1].1, agenda, when)
      let line = StatusText.line(openEntries[1].1.history, agenda, when)
      return [
        (name, lines.joined(separator: "\n")), (name + ", in a line", line),
        (name + ", in a bar", BarText.short(openEntries[1].1, agenda)),
      ]
    }
    return lines + [("two marks ahead", ahead.joined(separator: "\n"))] + agendas
  }

  private static var agendas: [(String, Agenda)] {
    [
      ("a click waits", Agenda(notSavedSince: Instant(1_795_166_040))),
      ("no backup", Agenda(noBackupSince: Instant(1_795_126_440))),
    ]
      + [
        (1_795_204_800, .reminder), (1_795_206_780, .later), (1_795_219_200, .newDay),
        (1_795_244_400, .quietHoursEnd),
      ].map { (seconds: Int64, reason: NextNotification.Reason) in
        ("next, \(reason)", Agenda(next: NextNotification(at: Instant(seconds), reason)))
      }
  }

  private static var commandParts: [(String, String)] {
    let history = entry([("2026-11-08", "2026-11-20")]).history
    let none = entry([]).history
    let days = ["2026-11-19", "2026-11-20"].map(date)
    return [
      ("marked", StatusText.changed([today], studied: true, history)),
      ("marked two", StatusText.changed(days, studied: true, history)),
      ("cleared", StatusText.changed([today], studied: false, none)),
      ("cleared two", StatusText.changed(days, studied: false, none)),
      ("nothing to mark", StatusText.changed([], studied: true, history)),
      ("nothing to clear", StatusText.changed([], studied: false, none)),
      ("rest", RestText.changed([today], clearingMarks: false, history)),
      ("rest two", RestText.changed(days, clearingMarks: true, history)),
      (
        "rest four",
        RestText.changed(
          ["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"].map(date),
          clearingMarks: false, history)
      ),
      (
        "rest four Sundays",
        RestText.changed(
          ["2026-11-01", "2026-11-08", "2026-11-15", "2026-11-22"].map(date), clearingMarks: false,
          history)
      ),
      ("nothing to rest", RestText.changed([], clearingMarks: false, none)),
      ("rest cleared", cleared([today], changed: [today], resting: [])),
      ("no rest to clear", cleared(days, changed: [], resting: [])),
      ("still rest", cleared([today], changed: [today], resting: [.friday])),
      ("one still rest", cleared(days, changed: days, resting: [.friday])),
      ("both still rest", cleared(days, changed: [], resting: [.thursday, .friday])),
      ("note saved", StatusText.noted(today, "new", showsText: false, before: nil, today: today)),
      (
        "note replaced",
        StatusText.noted(today, "new", showsText: true, before: "old", today: today)
      ),
      (
        "note removed",
        StatusText.noted(date("2025-12-31"), "", showsText: false, before: nil, today: today)
      ),
      ("nothing to note", StatusText.nothingChanged),
      ("undone", StatusText.undone(["marked: 2026-11-20"], history)),
      ("nothing to undo", StatusText.nothingToUndo),
      ("a day before the first", CommandText.longAgo(date("1990-01-01"), before: today)),
      ("a day long ago", CommandText.longAgo(date("1990-01-01"), before: nil)),
      ("not a day", CommandText.notADay("yesturday")),
      ("no such setting", CommandText.noSuchSetting("Day.end")),
      ("a bad value", CommandText.badValue("25:00", for: "Day.starts-at", expected: .morning)),
      ("no agent", CommandText.noAgent("The name is not activatable")),
      ("agent not running", CommandText.agentNotRunning),
      ("not a time to remind", CommandText.noLaterTime("soon")),
      ("agent started", AgentText.started),
      ("agent runs not", AgentText.runsNot),
      ("agent runs", AgentText.runs(version: "0.1.0", process: 4711, bySystemd: false)),
      ("agent runs by systemd", AgentText.runs(version: "0.1.0", process: 4711, bySystemd: true)),
      ("cannot write", CommandText.cannotWrite(file, "Permission denied")),
      ("two options that exclude each other", CommandText.notTogether("--json", "--format")),
      ("starts at login", CommandText.startsAtLogin),
      ("does not start at login", CommandText.doesNotStartAtLogin),
    ]
  }

  private static func cleared(
    _ asked: [Day], changed: [Day], resting weekdays: [Weekday]
  ) -> String {
    let rules = weekdays.map { RestRule($0, from: date("2026-11-01")) }
    let record = Record(days: [], rest: RestDays(rules: rules))
    return RestText.cleared(asked, changed: changed, record, today: today)
  }

  private static var errorsParts: [(String, String)] {
    storeErrors.map { ("\($0)", ErrorText.reason($0) + "\n" + ErrorText.line($0, path: path)) }
      + [
        ("occupied", ErrorText.line(.occupied(path), path: "")),
        ("inProgress", ErrorText.line(.inProgress(path), path: "")),
        ("noLinks", ErrorText.line(.noLinks(path), path: "")),
        ("repaired", StoreText.repaired(path)),
      ]
  }

  private static var settingsParts: [(String, String)] {
    let unknown = SettingLine(group: "Day", name: "end", value: "00:00")
    let expectations: [SettingExpectation] = [
      .morning, .times, .minutes(1...720), .number(0...365), .oneOf(["true", "false"]), .weekdays,
      .someOf(["notification", "viewer"]), .color, .quietHours, .absolutePath,
    ]
    let bad = expectations.map { expected in
      let line = SettingLine(group: "Group", name: "key", value: "what?")
      let error = SettingsError.badValue(line, expected: expected)
      return ("\(expected)", ErrorText.line(error, file: file))
    }
    let errors: [(String, SettingsError)] = [
      ("unknown key", .unknownKey(unknown, near: nil)), ("no setting", .noSetting("later 30")),
      (
        "bad value",
        .badValue(SettingLine(group: "Day", name: "starts-at", value: "noon"), expected: .morning)
      ),
    ]
    let told = errors.map { name, error in
      (name + ", told", ErrorText.sentences(error, place: file + ":4").joined(separator: "\n"))
    }
    let ignored = [0, 1, 2].map {
      (
        "ignored, \($0) others",
        ErrorText.ignored(ErrorText.line(errors[1].1, file: file), others: $0)
      )
    }
    let keys = [nil, "[Day] starts-at"].map { near in
      (
        "unknown key, near \(near ?? "none")",
        ErrorText.line(.unknownKey(unknown, near: near), file: file)
      )
    }
    return keys + bad + told + ignored
  }

  private static var viewsParts: [(String, String)] {
    let picture = "/run/user/1000/haru/calendar-2026-11-20.png"
    let entries = [openEntries[0], openEntries[6], studiedEntries[0], reminderEntries[0]]
    return [
      ("no such view", ViewText.noSuchView("settings")),
      ("not opened", ViewText.notOpened(picture, with: "Loupe", "No such file or directory")),
      (
        "not opened by the portal",
        ViewText.notOpened(picture, with: ViewText.portal, "Not allowed")
      ),
    ]
      + entries.map { name, entry in
        ("cannot be opened, " + name, written(ContentText.content(of: entry, canOpen: false)))
      }
  }

  private static func found(
    _ row: String, _ buttons: ServerManner.Buttons, _ bodyClick: ServerManner.BodyClick,
    _ capabilities: Set<String> = ["actions", "icon-static"]
  ) -> ServerManner {
    var manner = ServerManner.unknown
    (manner.name, manner.buttons, manner.bodyClick) = (row, buttons, bodyClick)
    manner.capabilities = capabilities
    return manner
  }

  private static var doctorParts: [(String, String)] {
    [
      ("store", DoctorText.store(path, count: 1) + "\n" + DoctorText.store(path, count: 412)),
      ("bad store", DoctorText.badStore(ErrorText.line(.corrupt, path: path))),
      (
        "known servers",
        [ServerManner.Buttons.drawn, .inBanner, .inMenu, .nowhere]
          .map { DoctorText.manner(found("dunst", $0, .studies)) }.joined(separator: "\n")
      ),
      (
        "unknown server",
        DoctorText.manner(found(ServerManner.unknown.name, .nowhere, .leftOut, []))
      ),
      ("no card in notifications", DoctorText.cardsHidden(in: .notification, because: file)),
      ("no card in the viewer", DoctorText.cardsHidden(in: .viewer, because: file)),
      ("agent", DoctorText.agent("0.1.0")),
      ("agent of systemd", DoctorText.agent("0.1.0", startedBy: .systemd)),
      ("agent of the bus", DoctorText.agent("0.1.0", startedBy: .bus)),
    ]
  }
}

import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Days, options, commands and settings as people type them.
struct DayWordsTests {
  private let session = Transcript()

  /// The clock of a transcript stands at Friday 20 November 2026.
  @Test func daysAsPeopleWriteThem() throws {
    let days = [
      "today": "2026-11-20..2026-11-20", "yesterday": "2026-11-19..2026-11-19",
      "Friday": "2026-11-20..2026-11-20", "last friday": "2026-11-13..2026-11-13",
      "mon": "2026-11-16..2026-11-16", "sun": "2026-11-15..2026-11-15",
      "last sun": "2026-11-15..2026-11-15", "-0": "2026-11-20..2026-11-20",
      "2026-10": "2026-10-01..2026-10-31", "2026-09..2026-10": "2026-09-01..2026-10-31",
      "mon..wed": "2026-11-16..2026-11-18", "sat..today": "2026-11-14..2026-11-20",
      // A weekday that begins a range is the last one before its end.
      "friday..tuesday": "2026-11-13..2026-11-17",
      "last friday..last monday": "2026-11-13..2026-11-16",
      "1.12...15.12.2024": "2024-12-01..2024-12-15",
      "28.12...3.1.2025": "2024-12-28..2025-01-03",
      "2026-10..last friday": "2026-10-01..2026-11-13", "-3..yesterday": "2026-11-17..2026-11-19",
    ]
    for (typed, meant) in days {
      try session.type("haru", "mark", typed)
      let typedMarks = try session.type("haru", "export", "--format", "csv").output
      try session.type("haru", "undo")
      try session.type("haru", "mark", meant)
      let meantMarks = try session.type("haru", "export", "--format", "csv").output
      #expect(typedMarks == meantMarks, "\(typed)")
      try session.type("haru", "undo")
    }
    // Each end alone tells that they are the wrong way round.
    for slip in ["19..17", "19.11...17.11.", "november..september"] {
      #expect(try session.type("haru", "mark", slip).status == 64, "\(slip)")
    }
    try session.type("haru", "rest", "26..24")
    #expect(session.text.contains("the range ends before it begins: 26..24"))
    // Without quotes, too.
    try session.type("haru", "mark", "last", "friday", "mon..last", "friday", "yesterday")
    #expect(session.text.contains("Marked: 9 November to 13 November (5 days), 19 November"))
    #expect(try session.type("haru", "mark", "today..mon").status == 64)
    try session.type("haru", "rest", "tomorrow")
    #expect(session.text.contains("Rest: Saturday 21 November"))
    try session.type("haru", "note", "last", "friday", "chapter", "3")
    try session.type("haru", "note", "2026-11-13")
    #expect(session.text.hasSuffix("chapter 3\n"))
  }

  /// As after midnight where days start later: the date is not the same date of a month ago.
  @Test func aDateThatIsNoDayYetIsNotOfThePast() throws {
    try session.type("haru", "config", "set", "Day.starts-at", "12:00")
    for ahead in ["20", "friday", "20.11.", "18..20"] {
      let run = try session.type("haru", "mark", ahead)
      #expect(run.errors == "haru: can't study in the future: 2026-11-20\n", "\(ahead)")
    }
    try session.type("haru", "mark", "19")
    #expect(session.text.contains("Marked: Thursday 19 November"))
  }

  /// A mark is about the past, and a rest day is planned: a word that means several days means the nearest.
  @Test func aMarkLooksBackAndARestLooksAhead() throws {
    let days = [
      // Typed: marked, set as rest.
      "friday": ("2026-11-20", "2026-11-20"), "thu": ("2026-11-19", "2026-11-26"),
      "sat..sun": ("2026-11-14,2026-11-15", "2026-11-21,2026-11-22"),
      "wed..mon": ("2026-11-11..2026-11-16", "2026-11-25..2026-11-30"),
      "last thu": ("2026-11-19", "2026-11-19"), "last fri": ("2026-11-13", "2026-11-13"),
      "next thu": (nil, "2026-11-26"), "next friday": (nil, "2026-11-27"),
      "3 days ago": ("2026-11-17", "2026-11-17"), "1 day ago": ("2026-11-19", "2026-11-19"),
      "5 days ago..3 days ago": ("2026-11-15..2026-11-17", "2026-11-15..2026-11-17"),
      "last week": ("2026-11-09..2026-11-15", "2026-11-09..2026-11-15"),
      "this week": ("2026-11-16..2026-11-20", "2026-11-16..2026-11-22"),
      "next week": (nil, "2026-11-23..2026-11-29"),
      "last month": ("2026-10-01..2026-10-31", "2026-10-01..2026-10-31"),
      "2026-11": ("2026-11-01..2026-11-20", "2026-11-01..2026-11-30"),
      "this month": ("2026-11-01..2026-11-20", "2026-11-01..2026-11-30"),
      "next month": (nil, "2026-12-01..2026-12-31"),
      "until friday": ("2026-11-20", "2026-11-20"), "until sun": (nil, "2026-11-20..2026-11-22"),
      "until next friday": (nil, "2026-11-20..2026-11-27"),
      "until 24.12.": (nil, "2026-11-20..2026-12-24"),
      "mon until wed": ("2026-11-16..2026-11-18", "2026-11-23..2026-11-25"),
      "24.12. - 2.1.": ("2025-12-24..2026-01-02", "2026-12-24..2027-01-02"),
      "20": ("2026-11-20", "2026-11-20"), "21": ("2026-10-21", "2026-11-21"),
      "31": ("2026-10-31", "2026-12-31"), "21.11.": ("2025-11-21", "2026-11-21"),
      "19/11": ("2026-11-19", "2027-11-19"), "29.2.": ("2024-02-29", "2028-02-29"),
      "1.11.2026": ("2026-11-01", "2026-11-01"), "1. 11. 26": ("2026-11-01", "2026-11-01"),
      "2026/11/02": ("2026-11-02", "2026-11-02"),
      "the day before yesterday": ("2026-11-18", "2026-11-18"),
      "2 weeks ago": ("2026-11-06", "2026-11-06"),
      "19 november": ("2026-11-19", "2027-11-19"), "nov 19, 2026": ("2026-11-19", "2026-11-19"),
      "october": ("2026-10-01..2026-10-31", "2027-10-01..2027-10-31"),
      "november": ("2026-11-01..2026-11-20", "2026-11-01..2026-11-30"),
      "10月": ("2026-10-01..2026-10-31", "2027-10-01..2027-10-31"),
      "10月7日": ("2026-10-07", "2027-10-07"), "2026年10月7日": ("2026-10-07", "2026-10-07"),
      "３ days ago": ("2026-11-17", "2026-11-17"),
      // As they are copied from a page, a file name, or a keyboard of another script.
      "2026\u{2011}11\u{2011}02": ("2026-11-02", "2026-11-02"),
      "2026\u{2010}11\u{2010}02": ("2026-11-02", "2026-11-02"),
      "2026–11–02": ("2026-11-02", "2026-11-02"), "20261102": ("2026-11-02", "2026-11-02"),
      "２０２６-１１-０２": ("2026-11-02", "2026-11-02"), "２０２６１１０２": ("2026-11-02", "2026-11-02"),
      "٢٠٢٦-١١-٠٢": ("2026-11-02", "2026-11-02"),
      "\u{2068}2026-11-02\u{2069}": ("2026-11-02", "2026-11-02"),
      "\u{2212}3": ("2026-11-17", "2026-11-17"),
      "2026\u{2011}10": ("2026-10-01..2026-10-31", "2026-10-01..2026-10-31"),
      "20261101..20261103": ("2026-11-01..2026-11-03", "2026-11-01..2026-11-03"),
      "5..7": ("2026-11-05..2026-11-07", "2026-12-05..2026-12-07"),
      "18..19": ("2026-11-18..2026-11-19", "2026-12-18..2026-12-19"),
      "11..12": ("2026-11-11..2026-11-12", "2026-12-11..2026-12-12"),
      "25..27": ("2026-10-25..2026-10-27", "2026-11-25..2026-11-27"),
      "28..2": ("2026-10-28..2026-11-02", "2026-11-28..2026-12-02"),
      "5...7.": ("2026-11-05..2026-11-07", "2026-12-05..2026-12-07"),
      "5.11..7": ("2026-11-05..2026-11-07", "2027-11-05..2027-11-07"),
      "11..november": ("2026-11-11..2026-11-20", "2026-12-11..2027-11-30"),
      // Several days, and one day in several words.
      "7 19.": ("2026-11-07,2026-11-19", "2026-12-07,2026-12-19"),
      "19/11 7": ("2026-11-07,2026-11-19", "2026-12-07,2027-11-19"),
      "5. 7": ("2026-11-05,2026-11-07", "2026-12-05,2026-12-07"),
      "5. 7.": ("2026-07-05", "2027-07-05"),
      "24.12...2.1.": ("2025-12-24..2026-01-02", "2026-12-24..2027-01-02"),
    ]
    for (typed, meant) in days {
      let words = typed.split(separator: " ").map(String.init)
      let marked = try session.type("haru", ["mark", "--force"] + words)
      #expect((marked.status == 0) == (meant.0 != nil), "\(typed): \(marked.errors)")
      #expect(try Self.days(session) == Self.dates(meant.0), "\(typed)")
      if marked.status == 0 { try session.type("haru", "undo") }
      try session.type("haru", ["rest"] + words)
      #expect(try Self.days(session) == Self.dates(meant.1), "\(typed)")
      try session.type("haru", "undo")
    }
    for word in [
      "20261131", "2026110", "32", "31.2.", "13/13", "0", "21 11", "100 days", "until", "next",
      "1.2.3.4", "12月1", "5....7", "1..2..3",
      "october 32",
    ] {
      #expect(try session.type("haru", "rest", word).status == 64, "\(word)")
    }
  }

  /// The days that are marked or set as rest.
  private static func days(_ session: Transcript) throws -> Set<String> {
    let lines = try session.type("haru", "export", "--format", "csv").output
    return Set(lines.split(whereSeparator: \.isNewline).dropFirst().map { String($0.prefix(10)) })
  }

  private static func dates(_ meant: String?) -> Set<String> {
    let ends = (meant ?? "").components(separatedBy: "..")
    guard ends.count == 2, let first = Day(ends[0]), let last = Day(ends[1]) else {
      return Set(ends[0].split(separator: ",").map(String.init))
    }
    return Set((0...last.days(since: first)).compactMap { first.advanced(by: $0)?.description })
  }

  /// A day is pasted at every command that takes one; the settings file has the usual form.
  @Test func aPastedDayIsTakenEverywhere() throws {
    try session.type("haru", "config", "set", "since", "２０２６\u{2011}１１\u{2011}０１")
    #expect(try session.type("haru", "config", "get", "since").output == "2026-11-01\n")
    try session.type("haru", "note", "2026\u{2011}11\u{2011}18", "integrals")
    #expect(try session.type("haru", "note", "20261118").output == "integrals\n")
    let month = try session.type("haru", "calendar", "2026\u{2011}10").output
    #expect(try month == session.type("haru", "calendar", "2026-10").output)
    #expect(try session.type("haru", "20261118").output.contains("18 November"))
  }

  /// What is every week is no day: the answer is the command for it, beside what is set.
  @Test(arguments: [
    (["weekends"], "saturday,sunday"), (["every", "sunday"], "wednesday,sunday"),
    (["sundays"], "wednesday,sunday"),
    (["every", "sat", "and", "sun"], "wednesday,saturday,sunday"),
  ])
  func everyWeekIsARule(words: [String], weekdays: String) throws {
    if weekdays.hasPrefix("wed") {
      try session.type("haru", "rest", "--weekdays", "wed")
    }
    let answer = try session.type("haru", ["rest"] + words)
    #expect(answer.status == 64)
    #expect(
      answer.errors.hasSuffix("did you mean haru rest --weekdays \(weekdays)?\n"))
    #expect(try session.type("haru", "rest", "--list", "2026-11-22").status == 1)
  }

  @Test(arguments: [
    ("en_US", "11/21"), ("de_DE", "21.11."), ("ko_KR", "11/21"), ("ko_KR", "11월 21일"),
  ])
  func daysAndMonthsAreInTheOrderOfTheLocale(locale: String, typed: String) throws {
    let session = Transcript(["LC_TIME": locale + ".UTF-8"])
    try session.type("haru", ["rest"] + typed.split(separator: " ").map(String.init))
    #expect(try Self.days(session) == ["2026-11-21"], "\(session.text)")
  }

  /// What is marked ahead, after a journey, can be cleared; the rest of a month that lasts is no fault.
  @Test func unmarkTakesAnyDay() throws {
    try session.type("haru", "mark", "yesterday", "today")
    #expect(try session.type("haru", "unmark", "tomorrow").status == 0)
    try session.type("haru", "unmark", "2026-11")
    #expect(session.text.contains("Cleared: 19 November, 20 November"))
  }

  /// A slip in the year would draw a century as missed.
  @Test func aMarkLongBeforeTheFirstIsAskedBack() throws {
    let none = try session.type("haru", "mark", "1990-01-01")
    #expect(none.status == 1 && none.errors.contains("more than a year ago: 1990-01-01"))
    try session.type("haru", "mark")
    // A long range has no gap.
    #expect(try session.type("haru", "mark", "2024-01-01..2024-12-31", "2025-01").status == 1)
    #expect(try session.type("haru", "mark", "2024-01-01..2026-11-19").status == 0)
    try session.type("haru", "undo")
    for command in ["mark", "toggle"] {
      let asked = try session.type("haru", command, "2025-11-18")
      #expect(
        asked.status == 1
          && asked.errors.contains("2026-11-20: 2025-11-18; if that is meant, add --force"))
    }
    try session.type("haru", "mark", "2025-11-19")
    #expect(session.text.contains("Wednesday 19 November 2025"))
    #expect(try session.type("haru", "toggle", "1990-01-01", "--force").status == 0)
    try session.type("haru", "mark", "1990-01-02")
    #expect(session.text.contains("Tuesday 2 January 1990"))
  }

  /// A note without a day is one of today; a word that is nearly a day is asked back.
  @Test func aNoteWithoutADayIsOfToday() throws {
    for text in ["chapter 3", "may be tired", "-- 3 chapters"] {
      try session.type("haru", ["note"] + text.split(separator: " ").map(String.init))
      let note = text.replacing("-- ", with: "")
      #expect(try session.type("haru", "note").output == note + "\n")
      #expect(try session.type("haru", "note", "2026-11-20").output == note + "\n")
    }
    try session.type("haru", "note", "3", "days", "ago", "slept")
    #expect(try session.type("haru", "note", "2026-11-17").output == "slept\n")
    #expect(try session.type("haru", "note", "yesturday", "slept").status == 64)
    #expect(try session.type("haru", "note", "friday").output == "3 chapters\n")
  }

  /// A word that is a day for one command is one for all.
  @Test func aNumberIsADayInANoteToo() throws {
    try session.type("haru", "note", "integrals")
    let shown = try session.type("haru", "note", "26")
    #expect(shown.status == 1 && shown.errors.hasPrefix("haru: no note on this day: 2026-10-26;"))
    try session.type("haru", "note", "3", "verbs")
    #expect(try session.type("haru", "note", "2026-11-03").output == "verbs\n")
    #expect(try session.type("haru", "note", "3").output == "verbs\n")
    #expect(try session.type("haru", "note").output == "integrals\n")
  }

  /// Numbers behind a date are text, unless they are a year; a range is no day of a note.
  @Test func aNoteBeginsBehindItsDay() throws {
    try session.type("haru", "note", "19", "nov", "50", "pages")
    #expect(try session.type("haru", "note", "2026-11-19").output == "50 pages\n")
    try session.type("haru", "note", "18/11", "9", "verbs")
    #expect(try session.type("haru", "note", "2026-11-18").output == "9 verbs\n")
    #expect(try session.type("haru", "note", "5..7", "hello").status == 64)
    // What is replaced is named.
    #expect(
      try session.type("haru", "note", "18/11", "8", "verbs").errors.hasSuffix(
        "18 November · before: “9 verbs”\n"))
    #expect(try session.type("haru", "note", "list").output.contains("8 verbs\n"))
    try session.type("haru", "note", "list", "of", "verbs")
    #expect(try session.type("haru", "note").output == "list of verbs\n")
    #expect(try session.type("haru", "note", "--list").output.split(separator: "\n").count == 3)
  }

  @Test func weekdaysInTheUsersLanguage() throws {
    let german = Transcript(language: TestLanguage.translated.first { $0.code == "de" }!)
    #expect(try german.type("haru", "rest", "--weekdays", "Sa,Sonntag").status == 0)
    let rules = try Store(path: german.home(Desk.storePath), for: .reading).restDays()
    #expect(rules.weekdays(on: .latest) == [.saturday, .sunday])
    #expect(try german.type("haru", "config", "set", "first-weekday", "Montag").status == 0)
    #expect(try german.type("haru", "config", "set", "first-weekday", "locale").status == 0)
    #expect(try german.type("haru", "rest", "--weekdays", "Sa,Ostern").status == 64)
    // Tuesday, and not March; with the dot of the calendar or without.
    let french = Transcript(language: TestLanguage.translated.first { $0.code == "fr" }!)
    #expect(try french.type("haru", "rest", "--weekdays", "lun.,mar.").status == 0)
    let days = try Store(path: french.home(Desk.storePath), for: .reading).restDays()
    #expect(days.weekdays(on: .latest) == [.monday, .tuesday])
    let marked = try french.type("haru", "mark", "mar").errors
    #expect(marked.contains("mardi"), "\(marked)")
  }

  /// The help of a command that does not exist is no help of all.
  @Test func theHelpOfAnUnknownCommandSaysSo() throws {
    let run = try session.type("haru", "help", "calendr")
    #expect(run.status == 64 && run.errors.contains("did you mean calendar?"))
    #expect(try session.type("haru", "help", "study").output.hasPrefix("OVERVIEW: Mark days"))
  }

  @Test func daysInTheUsersLanguage() throws {
    let session = Transcript(language: TestLanguage.translated.first { $0.code == "ko" }!)
    try session.type("haru", "mark", "어제")
    try session.type("haru", "mark", "지난", "금요일")
    try session.type("haru", "mark", "월..화요일")
    try session.type("haru", "mark", "yesterday")
    let marks = try session.type("haru", "export", "--format", "csv").output
    #expect(
      marks.split(whereSeparator: \.isNewline).dropFirst().map { $0.prefix(10) } == [
        "2026-11-13", "2026-11-16", "2026-11-17", "2026-11-19",
      ], "\(session.text)")
  }

  /// An option that a command does not have is refused, and never written as a day or a text.
  @Test(arguments: TestLanguage.tried)
  func slipsAreMetWithTheNearestWord(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "mark")
    try session.type("haru", "note", "today", "mine")
    let beside = Transcript(language: language, home: session.home)
    let before = try beside.type("haru", "export").output
    for line in [
      "note today --foo", "note today learned --serach x", "note --lsit", "note -x today text",
      "rest --lst", "rest --list --clear", "rest today --reson flu", "mark --josn", "mark -x",
      "toggle --dark", "explain --al", "mark -1x", "mark -",
      "mark yesturday", "mark tomorow", "mark last frida", "mark someday", "rest 2026-13",
      "explain frday", "stat", "calendr", "makr", "config lst", "store burn",
      "mark last", "frobnicate", "config get start-at", "config get Day.start",
      "config set acent #000000",
      "config get nothing", "card streak --at yesturday -o x.png",
    ] {
      let run = try session.type("haru", line.split(separator: " ").map(String.init))
      #expect(run.status == 64 && run.output.isEmpty, "\(line)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(line)")
    }
    #expect(try beside.type("haru", "export").output == before)
    let help = try session.type("haru", "note", "today", "--help")
    #expect(help.status == 0 && help.output.contains("--search"))
    #expect(try session.type("haru", "note", "today").output == "mine\n")
    try session.expectGolden("slips")
  }

  /// Behind `--` everything is data.
  @Test func aTerminatorMakesDataOfOptions() throws {
    try session.type("haru", "note", "today", "--", "--help", "-x", "--", "end")
    #expect(try session.type("haru", "note", "today").output == "--help -x -- end\n")
    try session.type("haru", "note", "-1", "--", "-2 points")
    #expect(try session.type("haru", "note", "yesterday").output == "-2 points\n")
    try session.type("haru", "note", "--", "-5 degrees")
    #expect(try session.type("haru", "note").output == "-5 degrees\n")
    #expect(try session.type("haru", "mark", "--", "2026-01-01").status == 0)
    #expect(try session.type("haru", "mark", "-1").status == 0)
  }

  @Test(arguments: TestLanguage.tried)
  func notesAndRestDaysAreListed(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type(each: [
      ["note", "--list"], ["rest", "--list"], ["note", "-1", "Verbs, chapter 3"],
      ["note", "-9", "a long note " + String(repeating: "about everything ", count: 9)],
      ["note", "2026-10-05", "verbs again"], ["note", "--list"], ["note", "--search", "VERBS"],
      ["note", "--list", "2026-11"], ["note", "--list", "--search", "verbs", "2026-11"],
      ["note", "--search", "nouns"], ["rest", "-3..-1", "--reason", "a cold"], ["rest", "-5"],
      ["rest", "2026-12-24..2027-01-03", "--reason", "holiday"], ["rest", "-2", "--clear"],
      ["rest", "--weekdays", "sunday", "--reserve", "2"], ["status", "--format", "line"],
      ["rest", "--list"], ["rest", "--list", "2026-11"], ["rest", "--list", "today"],
    ])
    try session.type(["note", "--list"], columns: 40, [:])
    try session.expectGolden("lists")
  }
}

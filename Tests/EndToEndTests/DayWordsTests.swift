import Support
import Testing

/// Days, options, commands and settings as people type them.
struct DayWordsTests {

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
      "2026-10..last friday": "2026-10-01..2026-11-13", "-3..yesterday": "2026-11-17..2026-11-19",
    ]
    let session = try Transcript(language: .english)
    for (typed, meant) in days {
      try session.type("haru", "mark", typed)
      let typedMarks = try session.type("haru", "export", "--format", "csv").output
      try session.type("haru", "undo")
      try session.type("haru", "mark", meant)
      let meantMarks = try session.type("haru", "export", "--format", "csv").output
      #expect(typedMarks == meantMarks, "\(typed)")
      try session.type("haru", "undo")
    }
    // Without quotes, too.
    try session.type("haru", "mark", "last", "friday", "mon..last", "friday", "yesterday")
    #expect(session.text.contains("Marked: 6 days"))
    #expect(try session.type("haru", "mark", "today..mon").status == 64)
    try session.type("haru", "rest", "tomorrow")
    #expect(session.text.contains("Rest: Saturday 21 November"))
    try session.type("haru", "note", "last", "friday", "chapter", "3")
    try session.type("haru", "note", "2026-11-13")
    #expect(session.text.hasSuffix("chapter 3\n"))
  }

  @Test func daysInTheUsersLanguage() throws {
    let session = try Transcript(language: TestLanguage.translated.first { $0.code == "ko" }!)
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
    let session = try Transcript(language: language)
    try session.type("haru", "mark")
    try session.type("haru", "note", "today", "mine")
    let beside = try Transcript(language: language, home: session.home)
    let before = try beside.type("haru", "export").output
    for line in [
      "note today --foo", "note today learned --serach x", "note --lsit", "note -x today text",
      "rest --lst", "rest --list --clear", "rest today --reson flu", "mark --josn", "mark -x",
      "toggle --dark", "explain --al", "mark -1x", "mark -",
      "mark yesturday", "mark tomorow", "mark last frida", "mark someday", "rest 2026-13",
      "explain frday", "stat", "cal", "makr", "config lst", "store burn", "repo ad a/b",
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
    let session = try Transcript(language: .english)
    try session.type("haru", "note", "today", "--", "--help", "-x", "--", "end")
    #expect(try session.type("haru", "note", "today").output == "--help -x -- end\n")
    try session.type("haru", "note", "--", "-1", "-2 points")
    #expect(try session.type("haru", "note", "yesterday").output == "-2 points\n")
    #expect(try session.type("haru", "mark", "--", "2026-01-01").status == 0)
    #expect(try session.type("haru", "mark", "-1").status == 0)
  }

  @Test(arguments: TestLanguage.tried)
  func notesAndRestDaysAreListed(language: TestLanguage) throws {
    let session = try Transcript(language: language)
    for words in [
      ["note", "--list"], ["rest", "--list"], ["note", "-1", "Verbs, chapter 3"],
      ["note", "-9", "a long note " + String(repeating: "about everything ", count: 9)],
      ["note", "2026-10-05", "verbs again"], ["note", "--list"], ["note", "--search", "VERBS"],
      ["note", "--list", "2026-11"], ["note", "--list", "--search", "verbs", "2026-11"],
      ["note", "--search", "nouns"], ["rest", "-3..-1", "--reason", "a cold"], ["rest", "-5"],
      ["rest", "2026-12-24..2027-01-03", "--reason", "holiday"], ["rest", "-2", "--clear"],
      ["config", "set", "rest-weekdays", "sunday"], ["status", "--format", "line"],
      ["rest", "--list"], ["rest", "--list", "2026-11"], ["rest", "--list", "today"],
    ] {
      try session.type("haru", words)
    }
    try session.type(["note", "--list"], columns: 40, [:])
    try session.expectGolden("lists")
  }
}

import Foundation
import HaruCore
import HaruDesktop
import Support
import Testing

/// `haru calendar` and `haru streak` as a person sees them, on each kind of terminal and without one.
struct CalendarTests {
  /// A session with some marked days this month, a rest day, a note, and a best streak last year.
  private func session(_ language: TestLanguage) throws -> Transcript {
    let session = Transcript(language: language)
    try session.type(each: [
      ["config", "set", "Day.first-weekday", "sunday"],
      ["mark", "2025-12-25..2026-01-15", "2026-10-28..2026-11-05", "2026-11-13..2026-11-18"],
      ["rest", "-1", "2026-11-28"], ["note", "-2", "chapter 3"],
    ])
    return session
  }

  /// The weeks of a year whenever one looks: in January an almost empty year would be drawn.
  @Test(arguments: ["2026-01-01", "2026-11-20", "2024-02-29"])
  func aYearWithoutANameIsTheLastWeeks(today: String) throws {
    let session = Transcript()
    func haru(_ words: String...) throws -> String {
      try session.environment.haru(at: today + " 09:30:00", words).succeeded()
    }
    // Every day after it counts.
    _ = try haru("mark", "--force", "1800-01-01")
    let day = try #require(Day(today))
    for (word, weekday) in [("monday", Weekday.monday), ("sunday", .sunday)] {
      _ = try haru("config", "set", "first-weekday", word)
      let past = day.weekday.position(inWeekBeginning: weekday)
      let lines = try haru("calendar", "--year").split(separator: "\n")
      #expect(lines[0] == " Last 53 weeks")
      #expect(lines[2..<9].joined().count { "·◇".contains($0) } == 52 * 7 + past + 1)
      #expect(lines[2..<9].allSatisfy { DisplayWidth.columns(of: String($0)) <= 57 })
      #expect(
        lines[1].hasSuffix(
          ["2026-01-01": "Jan", "2026-11-20": "Nov", "2024-02-29": "Mar"][today] ?? ""))
      let json = try haru("calendar", "--year", "--json")
      let first = try #require(day.advanced(by: -past - 52 * 7))
      let last = try #require(day.advanced(by: 6 - past))
      #expect(
        json.hasPrefix(
          "{\"elapsed\":\(52 * 7 + past),\"first\":\"\(first)\",\"last\":\"\(last)\",\"length\":371"
        ))
    }
  }

  @Test(arguments: TestLanguage.tried)
  func calendarsInAPipe(language: TestLanguage) throws {
    let session = try session(language)
    try session.type(each: [
      ["calendar"], ["calendar", "--json"], ["mark"], ["calendar"], ["calendar", "2026-11"],
      ["calendar", "2026-02"], ["calendar", "2024-12"], ["calendar", "2025-01"],
      ["calendar", "2024-02"], ["calendar", "2026-12"], ["calendar", "0001-01"],
      ["calendar", "9999-12"], ["calendar", "2026"], ["calendar", "2025"],
      ["note", "2026-11-28", "x"],
      ["note", "2026-11-12", "y"], ["calendar"], ["mark"], ["calendar", "--year"],
      ["calendar", "2025-03", "--year"],
      ["config", "set", "Day.first-weekday", "monday"], ["calendar"], ["streak"],
    ])
    #expect(!session.text.contains("\u{1B}"))
    try session.expectGolden("calendar")
    try expectTheEnglishGrid(session.text)
  }

  /// Proves that days are in the same columns as in English, under headings of the same width.
  private func expectTheEnglishGrid(_ text: String) throws {
    let english = try SourceTree.read("Tests/EndToEndTests/Golden/en/calendar.txt")
    let (expected, found) = (grid(english), grid(text))
    #expect(found.days == expected.days)
    #expect(found.headings.count == expected.headings.count)
    for (one, other) in zip(expected.headings, found.headings) {
      // The last weekday may have a single letter.
      #expect((0...2).contains(one - other))
    }
  }

  /// The rows of days, and the columns of the headings above the first ones.
  private func grid(_ text: String) -> (days: [Substring], headings: [Int]) {
    let row = #/([ ✓✎~≈"\[\]]+\d{1,2})+[✓✎~≈"\]]?/#
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isDays = lines.map { $0.wholeMatch(of: row) != nil }
    let headings = lines.indices.dropLast().filter { !isDays[$0] && isDays[$0 + 1] }
    return (
      lines.indices.filter { isDays[$0] }.map { lines[$0] },
      headings.map { DisplayWidth.columns(of: String(lines[$0])) }
    )
  }

  @Test(arguments: TestLanguage.tried)
  func calendarsOnATerminal(language: TestLanguage) throws {
    let session = try session(language)
    try session.type("haru", "mark")
    for variables in [
      ["TERM": "xterm", "COLORTERM": "truecolor"], ["TERM": "xterm-direct"],
      ["TERM": "xterm-256color"], ["TERM": "xterm"], ["TERM": "xterm-256color", "NO_COLOR": ""],
    ] {
      try session.type(["calendar"], columns: 80, variables)
    }
    let before = session.text.count
    for variables in [
      ["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], ["TERM": "dumb"],
      ["TERM": ""],
    ] {
      try session.type(["calendar"], columns: 80, variables)
    }
    #expect(!session.text.dropFirst(before).contains("\\e"))
    for columns in [80, 57, 40] {
      try session.type(["calendar", "2026"], columns: columns, ["TERM": "xterm-256color"])
    }
    try session.type(["streak"], columns: 80, ["TERM": "xterm-256color"])
    try session.expectGolden("terminal")
  }

  /// A year fits 80 columns in every year and with every first weekday, and has all of its days.
  @Test(arguments: ["2026", "2024", "2000", "1900"])
  func aYearFitsATerminal(year: String) throws {
    let session = Transcript()
    // Every day after it counts.
    try session.type("haru", "mark", "--force", "1800-01-01")
    for weekday in ["monday", "saturday", "sunday"] {
      try session.type("haru", "config", "set", "first-weekday", weekday)
      let lines = try session.type("haru", "calendar", year).output.split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= 59 })
      let days = lines[2..<9].joined().count { "·◇".contains($0) }
      #expect(days == (year == "2026" ? 324 : year == "1900" ? 365 : 366))
    }
  }

  /// However narrow the terminal is, the year has every month by its name, and all days.
  @Test(arguments: [10, 13, 20, 27, 39, 40, 56, 57, 80])
  func aYearOnANarrowTerminalHasEveryMonth(columns: Int) throws {
    let session = Transcript()
    // Every day after it counts.
    try session.type("haru", "mark", "--force", "1800-01-01")
    let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
    for (year, days) in [("2026", 324), ("2024", 366), ("2022", 365)] {
      let before = session.text.count
      try session.type(["calendar", year], columns: columns, [:])
      let lines = session.text.dropFirst(before).split(separator: "\n").dropFirst(2)
      let drawn = lines.joined(separator: "\n")
      #expect(months.allSatisfy(drawn.contains), "\(drawn)")
      // The legend and the totals come last.
      let table = lines.prefix { !$0.contains(" of ") }
      #expect(table.allSatisfy { DisplayWidth.columns(of: String($0)) <= columns }, "\(drawn)")
      #expect(table.joined().count { "·◇".contains($0) } == days, "\(drawn)")
    }
  }

  @Test(arguments: TestLanguage.tried)
  func streakAndTodayInEveryFormat(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type(each: [
      ["streak"], ["streak", "--json"], ["calendar"], ["calendar", "--json"],
      ["status", "--format", "waybar"], ["status", "--format", "short"],
      ["status", "--format", "{emoji} {streak} {studied}"],
    ])
    // A command that only reads makes no file.
    #expect(!FileManager.default.fileExists(atPath: session.home(".local")))
    try session.type(each: [
      ["mark"], ["streak"], ["unmark"], ["mark", "2026-08-03..2026-09-11", "-9..-1"],
      ["streak"], ["streak", "--json"], ["status", "--format", "waybar"], ["rest", "today"],
      ["streak"], ["streak", "--json"], ["status", "--format", "waybar"], ["mark"], ["streak"],
      ["streak", "--json"], ["status", "--format", "waybar"], ["rest", "--clear", "today"],
      ["unmark", "-1..today"], ["streak"],
      ["config", "set", "Day.starts-at", "03:00"], ["mark", "-1"], ["streak"],
      ["status", "--format", "short"],
      [
        "status", "--format",
        "[{streak}/{longest} {studied} {state}] {emoji} {month} {total} {date}",
      ],
    ])
    try session.expectGolden("streak")
  }

  @Test func theShareOfTheMonthInABarIsRounded() throws {
    let session = Transcript()
    try session.type("haru", "mark", "-2", "today")
    let bar = try session.type("haru", "status", "--format", "waybar").output
    #expect(bar.contains(#""percentage":67,"#), "\(bar)")
  }

  /// First weekday and decimal point follow the locale, the names of days the language.
  @Test func weekdaysAndNumbersFollowTheLocale() throws {
    let home = Scratch()
    func lines(_ words: String..., variables: [String: String]) throws -> [Substring] {
      let environment = Support.environment(home: home.path, variables)
      return try environment.haru(words).output.split(separator: "\n")
    }
    let german = ["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"]
    let american = ["LANG": "en_US.UTF-8"]
    #expect(try lines("calendar", variables: german)[1] == " Mon  Tue  Wed  Thu  Fri  Sat  Sun")
    #expect(try lines("calendar", variables: american)[1] == " Sun  Mon  Tue  Wed  Thu  Fri  Sat")
    #expect(
      try lines("calendar", variables: ["LANG": "C"])[1] == " Sun  Mon  Tue  Wed  Thu  Fri  Sat")
    _ = try lines("mark", variables: german)
    #expect(try lines("streak", variables: german).contains("Average: 1,0 days a week"))
    #expect(try lines("streak", variables: american).contains("Average: 1.0 days a week"))
    try home.write("[Day]\nfirst-weekday=saturday\n", to: ".config/haru/haru.conf")
    #expect(try lines("calendar", variables: german)[1] == " Sat  Sun  Mon  Tue  Wed  Thu  Fri")
  }

  /// The name of a month in Korean is as wide as its four weeks.
  @Test func aWideNameOfAMonthIsWhole() throws {
    let korean = try #require(TestLanguage.translated.first { $0.code == "ko" })
    let session = Transcript(language: korean)
    for columns in [30, 57] {
      let before = session.text.count
      try session.type(["calendar", "2026"], columns: columns, [:])
      let drawn = session.text.dropFirst(before)
      #expect((1...12).allSatisfy { drawn.contains("\($0)월") }, "\(drawn)")
    }
  }

  /// A year for programs is its twelve months and their sums.
  @Test func aYearInJSONIsItsTwelveMonths() throws {
    let session = try session(.english)
    let months = try (1...12).map { month in
      try session.type("haru", "calendar", "--json", "2026-" + (month < 10 ? "0" : "") + "\(month)")
        .output.dropLast()
    }
    let year = try session.type("haru", "calendar", "--json", "2026").output
    let all = months.joined(separator: ",")
    #expect(
      year
        == "{\"elapsed\":322,\"first\":\"2026-01-01\",\"last\":\"2026-12-31\",\"length\":365,\"months\":[\(all)],\"studied\":30,\"year\":2026}\n"
    )
    #expect(
      months[10].contains(
        "{\"date\":\"2026-11-18\",\"free\":false,\"future\":false,\"note\":\"chapter 3\""))
  }
}

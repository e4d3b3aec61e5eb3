import Foundation
import HaruCore
import HaruImportExport
import Support
import Testing

/// Importing databases of Notion, as it exports them: a byte order mark, lines that end as on Windows, and none
/// behind the last.
struct NotionTests {
  private let bench = ImportBench()

  private func days(_ names: String...) -> Set<Day> { Set(names.map(date)) }

  private func exported(_ lines: String...) -> String {
    "\u{feff}" + lines.joined(separator: "\r\n")
  }

  /// A page for each day, with a box for each habit.
  @Test func eachBoxIsAHabit() throws {
    let text = exported(
      "Name,Date,Meditate,Note,Study,Tags,Weight",
      "Day 1,\"November 1, 2026\",No,\"first, \"\"good\"\"\",Yes,\"a, b\",70.5",
      "Day 2,\"November 2, 2026 9:30 PM\",Yes,,No,,",
      "Day 3,\"November 3, 2026 11:30 PM (GMT+9) → 11:45 PM\",Yes,,Yes,,",
      ",\"November 4, 2026 9:00 AM → November 5, 2026 1:00 AM\",No,,Yes,,",
      "A week,\"November 9, 2026 → November 15, 2026\",No,,Yes,,",
      "Day 6,,No,,Yes,,", "Day 7,\"November 31, 2026\",No,,Yes,,",
      "Day 8,\"November 21, 2026\",No,,Yes,,", "Day 9,\"November 16, 2026\",No,,Yes,,71")
    let found = try bench.read(text: text, habit: "Study")
    #expect(found.origin == "Notion")
    #expect(found.sourceID == "notion:Study")
    #expect(
      found.studied == days("2026-11-01", "2026-11-03", "2026-11-04", "2026-11-16"))
    #expect(found.notes == [date("2026-11-01"): "first, \"good\""])
    #expect(
      found.skipped == [
        Import.Skipped(.line(6), .severalDays("November 9, 2026 → November 15, 2026")),
        Import.Skipped(.line(7), .noDate), Import.Skipped(.line(8), .notADate("November 31, 2026")),
        Import.Skipped(.line(9), .afterToday(date("2026-11-21"))),
      ])
    #expect(found.remarks == [])
    #expect(throws: ImportError.severalHabits(["Meditate", "Study"])) {
      try bench.read(text: text)
    }
    #expect(
      try bench.read(text: text, habit: "Weight").studied == days("2026-11-01", "2026-11-16"))
    let names = ["Meditate", "Study", "Tags", "Weight"]
    #expect(throws: ImportError.noSuchHabit("Run", of: names)) {
      try bench.read(text: text, habit: "Run")
    }
  }

  @Test func fortyBoxesAreFortyHabits() throws {
    let names = (1...40).map { "Habit \($0)" }
    let lines = (1...20).map { day in
      "Day \(day),\"November \(day), 2026\","
        + (1...40).map { day % $0 == 0 ? "Yes" : "No" }.joined(separator: ",")
    }
    let text = exported(
      (["Name,Date," + names.joined(separator: ",")] + lines).joined(separator: "\r\n"))
    #expect(throws: ImportError.severalHabits(names)) { try bench.read(text: text) }
    #expect(
      try bench.read(text: text, habit: "Habit 7").studied == days("2026-11-07", "2026-11-14"))
  }

  /// The only box needs no name, whatever the dates look like and however the pages are called.
  @Test(arguments: [
    "November 1, 2026 November 2, 2026 November 3, 2026", "2026/11/01 2026/11/02 2026/11/03",
    "11/01/2026 11/02/2026 11/03/2026",
  ])
  func theOnlyBoxIsTheHabit(written: String) throws {
    let dates =
      written.contains(",")
      ? (1...3).map { "November \($0), 2026" } : written.split(separator: " ").map(String.init)
    let text = exported(
      "Page,Studied,When", "a,Yes,\"\(dates[0])\"", "b,No,\"\(dates[1])\"", "c,Yes,\"\(dates[2])\"")
    let found = try bench.read(text: text)
    #expect(found.origin == "Notion")
    #expect(found.studied == days("2026-11-01", "2026-11-03"))
  }

  /// The title itself may be the date.
  @Test func theTitleMayBeTheDate() throws {
    let text = exported(
      "Name,Study", "\"November 1, 2026\",Yes", "\"November 2, 2026\",No")
    #expect(try bench.read(text: text).studied == days("2026-11-01"))
  }

  /// Pages may have the names of habits: a page for each habit and day.
  @Test func titlesThatRepeatAreHabits() throws {
    let text = exported(
      "Name,Date,Done", "Study,\"November 1, 2026\",Yes", "Run,\"November 1, 2026\",No",
      "Study,\"November 2, 2026\",No", "Run,\"November 2, 2026\",Yes")
    #expect(throws: ImportError.severalHabits(["Study", "Run"])) { try bench.read(text: text) }
    #expect(try bench.read(text: text, habit: "Run").studied == days("2026-11-02"))
  }

  /// Which of several dates is that of the day cannot be guessed, unless one is called Date.
  @Test func severalDatesAreAskedAbout() throws {
    let text = exported(
      "Name,Created,Due,Study", "a,\"November 2, 2026 1:52 PM\",\"November 1, 2026\",Yes")
    #expect(throws: ImportError.severalDates(["Created", "Due"])) { try bench.read(text: text) }
    let named = text.replacing("Due", with: "date")
    #expect(try bench.read(text: named).studied == days("2026-11-01"))
  }

  /// A time may name its zone; one of UTC is read as everywhere else.
  @Test func aTimeOfUTCIsReadInTheZone() throws {
    for (time, day) in [
      ("11:30 PM (UTC)", "2026-11-02"), ("12:30 AM (GMT)", "2026-11-01"),
      ("12:30 PM (UTC)", "2026-11-01"),
      ("11:30 PM (PDT)", "2026-11-01"), ("11:30 PM (GMT-8)", "2026-11-01"),
    ] {
      let text = exported("Name,Date,Study", "a,\"November 1, 2026 \(time)\",Yes")
      #expect(try bench.read(text: text).studied == days(day), "\(time)")
    }
  }

  /// Its export is an archive in an archive, with the rows of the view and with all rows.
  @Test func anArchiveInAnArchiveIsRead() throws {
    let all = exported(
      "Name,Date,Study", "a,\"November 1, 2026\",Yes", "b,\"November 2, 2026\",Yes")
    let name = "in/Private/Habits 0123456789abcdef0123456789abcdef"
    try bench.scratch.write(all, to: name + "_all.csv")
    try bench.scratch.write(
      exported("Name,Date,Study", "b,\"November 2, 2026\",Yes"), to: name + ".csv")
    try bench.scratch.write("# a\n\nDate: November 1, 2026\n", to: name + "/a 0123.md")
    try bench.scratch.makeFolder("out")
    let inner = try bench.zip("in", to: "out/Part-1.zip")
    let outer = try bench.zip("out", to: "Export.zip")
    let alone = bench.scratch(name + "_all.csv")
    for path in [alone, bench.scratch("in/Private"), inner, bench.scratch("out"), outer] {
      #expect(try bench.read(path).studied == days("2026-11-01", "2026-11-02"), "\(path)")
    }
    // Several databases of an archive within are named.
    try bench.scratch.write(all, to: "in/Private/Other.csv")
    _ = try bench.zip("in", to: "out/Part-1.zip")
    let names = ["Habits 0123456789abcdef0123456789abcdef_all.csv", "Other.csv"]
    #expect(throws: ImportError.severalFiles(names)) {
      try bench.read(bench.zip("out", to: "two.zip"))
    }
  }
}

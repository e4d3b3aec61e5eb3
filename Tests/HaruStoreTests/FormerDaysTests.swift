import HaruCore
import Support
import Testing

@testable import HaruStore

/// The tables of days of version 0.4 become views of the log (docs/store.md#the-log).
@Suite struct FormerDaysTests {
  private let bench = StoreBench()
  private let before: [String]

  init() throws {
    try bench.write(try Release.file(of: 8))
    before = try bench.rows("SELECT day FROM mark ORDER BY day DESC")
  }

  @Test func theDaysAreThoseOfTheTables() throws {
    let rules = try bench.rows(
      "SELECT weekday, from_day, to_day FROM rest_rule ORDER BY from_day, weekday")
    let store = try bench.open()
    #expect(try store.marks() == before && before.count == 11)
    #expect(
      try store.restDays().rules.map {
        "\($0.weekday.rawValue)|\($0.from)|\($0.to.map { "\($0)" } ?? "")"
      }
        == rules)
    #expect(!rules.isEmpty)
    #expect(
      try bench.rows("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")
        == ["mark", "note", "rest"])
  }

  /// What another program has written into a table alone is kept, and what it has removed there stands in the log.
  @Test func whatATableAloneSaysIsKept() throws {
    _ = try bench.rows(
      """
      INSERT INTO mark VALUES ('2026-01-05', 1767600000, 32400, 'Asia/Seoul', 'bus');
      INSERT INTO rest VALUES ('2026-01-06', 'trip');
      INSERT INTO note VALUES ('2026-01-07', 'chapter 1');
      DELETE FROM mark WHERE day = '\(before[0])'
      """)
    let store = try bench.open()
    #expect(try store.marks() == (before + ["2026-01-05"]).sorted(by: >))
    #expect(try store.restReasons()[date("2026-01-06")] == "trip")
    #expect(try store.notes()[date("2026-01-07")] == "chapter 1")
    #expect(try store.problems() == [])
    let mark = try #require(try store.contents().marks.first { $0.day == date("2026-01-05") })
    #expect(mark.provenance.at == Instant(1_767_600_000) && mark.provenance.zone == "Asia/Seoul")
  }

  /// Its row in the table still says that the day is studied.
  @Test func theMarkOfADamagedEntryIsKept() throws {
    _ = try bench.rows("UPDATE entry SET zone = 'x' WHERE kind = 'study' AND key = '\(before[0])'")
    let store = try bench.open()
    #expect(try store.marks() == before)
    #expect(
      try store.problems().allSatisfy { if case .row(_, "entry") = $0 { true } else { false } })
  }

  /// Of a note that was changed the log still has an earlier text.
  @Test func theNoteOfADamagedEntryIsKept() throws {
    let notes = try bench.rows("SELECT day, text FROM note ORDER BY day")
    _ = try bench.rows("UPDATE entry SET zone = 'x' WHERE value = 'apart'")
    let store = try bench.open()
    #expect(try store.notes()[date("2026-11-19")] == "apart")
    #expect(try bench.rows("SELECT day, text FROM note ORDER BY day") == notes)
  }

  @Test(arguments: [
    "INSERT INTO rest_rule VALUES (3, '2026-11-04', NULL)",
    "INSERT INTO rest_rule VALUES (3, '2026-10-01', '2026-10-31')",
    "UPDATE entry SET zone = 'x' WHERE kind = 'weekdays'",
    "UPDATE entry SET zone = 'x' WHERE kind = 'weekdays' AND key = '2026-11-17'",
  ])
  func theRestWeekdaysOfATableAloneAreKept(change: String) throws {
    _ = try bench.rows(change)
    let rules = try bench.rows("SELECT weekday, from_day, to_day FROM rest_rule").map { row in
      let columns = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return RestRule(
        try #require(Int(columns[0]).flatMap(Weekday.init)), from: date(columns[1]),
        to: Day(columns[2]))
    }
    let days = (0..<120).compactMap { date("2026-09-01").advanced(by: $0) }
    let rest = days.filter { day in rules.contains { $0.covers(day) } }
    let store = try bench.open()
    let found = try store.restDays()
    #expect(days.filter { day in found.rules.contains { $0.covers(day) } } == rest)
    #expect(!rest.isEmpty)
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// The vectors and proofs of docs/behaviours.md#the-streak-rule, through the command line.
struct StreakProofTests {
  /// A user at any time, in any zone.
  final class Person {
    let home: Scratch
    private let environment: [String: String]

    init(in zone: String = "Asia/Seoul") throws {
      home = try Scratch()
      environment = Support.environment(home: home.path, zone: zone)
    }

    @discardableResult
    func haru(at time: String, _ arguments: String...) throws -> String {
      let run = try FakeTime.run(arguments, at: time, environment: environment)
      guard run.status == 0 else { throw Failure.unexpected("\(arguments): \(run.errors)") }
      return run.output
    }

    func streak(on day: String, at clock: String = "12:00:00") throws -> Int {
      let report = try haru(at: "\(day) \(clock)", "status", "--json")
      let json = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
      let streak = json?["streak"] as? [String: Any]
      guard let current = streak?["current"] as? Int else { throw Failure.unexpected(report) }
      return current
    }

    /// Everything in the tables, as `sqlite3` prints it.
    func dump() throws -> String {
      try Child.run(
        "sqlite3", ["-batch", home(Desk.storePath), "SELECT day FROM mark ORDER BY day"]
      ).output
    }
  }

  struct Vector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Commands, each at noon of a day.
    let typed: [(day: String, words: [String])]
    let today: String
    let streak: Int
  }

  /// The cases of docs/behaviours.md#streak-vectors; a row "not studied" is a day that was marked and
  /// cleared again.
  static let vectors = [
    Vector(
      testDescription: "daily for two months",
      typed: [("2024-12-31", ["mark", "2024-11-01..2024-12-31"])], today: "2024-12-31", streak: 61),
    Vector(
      testDescription: "into the new year",
      typed: [("2025-01-01", ["mark", "2024-11-01..2025-01-01"])], today: "2025-01-01", streak: 62),
    Vector(
      testDescription: "until 29 January",
      typed: [("2025-01-29", ["mark", "2024-11-01..2025-01-29"])], today: "2025-01-29", streak: 90),
    Vector(
      testDescription: "until 31 January",
      typed: [("2025-01-31", ["mark", "2024-11-01..2025-01-31"])], today: "2025-01-31", streak: 92),
    Vector(
      testDescription: "a row of next month at its end",
      typed: [
        ("2025-02-01", ["mark", "2025-01-01..2025-01-31", "2025-02-01"]),
        ("2025-02-01", ["unmark", "2025-02-01"]),
      ], today: "2025-01-31", streak: 31),
    Vector(
      testDescription: "a row of next month in its middle",
      typed: [("2025-02-01", ["mark", "2025-01-01..2025-01-15", "2025-02-01"])],
      today: "2025-01-15", streak: 15),
    Vector(
      testDescription: "a hole without a row",
      typed: [("2025-01-10", ["mark", "2025-01-01..2025-01-04", "2025-01-06..2025-01-10"])],
      today: "2025-01-10", streak: 5),
    Vector(
      testDescription: "a false duplicate",
      typed: [
        ("2025-01-10", ["mark", "2025-01-01..2025-01-10"]), ("2025-01-10", ["unmark", "-2"]),
        ("2025-01-10", ["mark", "-2"]),
      ], today: "2025-01-10", streak: 10),
    Vector(
      testDescription: "all rows doubled",
      typed: [
        ("2025-01-10", ["mark", "2025-01-01..2025-01-10", "2025-01-01..2025-01-10"]),
        ("2025-01-10", ["mark", "2025-01-01..2025-01-10"]),
      ], today: "2025-01-10", streak: 10),
    Vector(
      testDescription: "last month's end missed, today open",
      typed: [("2025-01-31", ["mark", "2025-01-01..2025-01-30"])], today: "2025-01-31", streak: 30),
    Vector(
      testDescription: "today open, two studied, one missed",
      typed: [("2024-12-10", ["mark", "2024-12-01..2024-12-06", "-2", "-1"])],
      today: "2024-12-10", streak: 2),
    Vector(testDescription: "nothing ever", typed: [], today: "2025-01-10", streak: 0),
  ]

  @Test(arguments: vectors)
  func everyWayToMarkGivesTheRightStreak(vector: Vector) throws {
    let person = try Person()
    for (day, words) in vector.typed {
      switch words.count {
      case 2: try person.haru(at: "\(day) 12:00:00", words[0], words[1])
      case 3: try person.haru(at: "\(day) 12:00:00", words[0], words[1], words[2])
      default: try person.haru(at: "\(day) 12:00:00", words[0], words[1], words[2], words[3])
      }
    }
    #expect(try person.streak(on: vector.today) == vector.streak)
  }

  /// (a) Toggling a day twice restores it; (c) clearing an unmarked day changes nothing.
  @Test func togglingTwiceRestores() throws {
    let person = try Person()
    let noon = "2025-01-10 12:00:00"
    try person.haru(at: noon, "mark", "2025-01-01..2025-01-04", "2025-01-06..2025-01-09")
    let (before, streak) = (try person.dump(), try person.streak(on: "2025-01-10"))
    for day in ["today", "-1", "-4", "-5", "-9", "-30"] {
      try person.haru(at: noon, "toggle", day)
      #expect(try person.dump() != before)
      try person.haru(at: noon, "toggle", day)
      #expect(try person.dump() == before)
      #expect(try person.streak(on: "2025-01-10") == streak)
    }
    try person.haru(at: noon, "unmark", "today", "-5", "2024-12-01..2024-12-31")
    #expect(try person.dump() == before)
    #expect(try person.streak(on: "2025-01-10") == streak)
  }

  /// (b) The order, repeats and detours of marking the same days do not matter.
  @Test func theOrderOfMarksDoesNotMatter() throws {
    let noon = "2025-03-02 12:00:00"
    let (straight, winding) = (try Person(), try Person())
    try straight.haru(at: noon, "mark", "2025-02-20..2025-03-02")
    for day in ["-4", "-10..-7", "today", "-3..-1", "-5", "-10..-8", "-6", "-20"] {
      try winding.haru(at: noon, "mark", day)
    }
    try winding.haru(at: noon, "unmark", "-20", "-2")
    try winding.haru(at: noon, "undo")
    try winding.haru(at: noon, "unmark", "-20")
    #expect(try straight.dump() == winding.dump())
    #expect(try straight.streak(on: "2025-03-02") == 11)
    #expect(try winding.streak(on: "2025-03-02") == 11)
  }

  struct Turn: Sendable, CustomTestStringConvertible {
    let zone: String
    let days: [String]
    var testDescription: String { "\(zone) \(days[0])" }
  }

  /// Days that begin at 01:00, last 23 or 25 hours, or do not exist; and the end of February.
  static let turns = [
    Turn(zone: "America/Santiago", days: ["2024-09-07", "2024-09-08", "2024-09-09"]),
    Turn(zone: "America/Santiago", days: ["2025-04-05", "2025-04-06", "2025-04-07"]),
    Turn(zone: "Africa/Cairo", days: ["2024-04-25", "2024-04-26", "2024-04-27"]),
    Turn(zone: "Africa/Cairo", days: ["2024-10-31", "2024-11-01", "2024-11-02"]),
    Turn(zone: "Asia/Beirut", days: ["2024-03-30", "2024-03-31", "2024-04-01"]),
    Turn(zone: "Pacific/Kiritimati", days: ["2024-12-31", "2025-01-01", "2025-01-02"]),
    Turn(zone: "Europe/Berlin", days: ["2025-10-25", "2025-10-26", "2025-10-27"]),
    Turn(zone: "Asia/Seoul", days: ["2024-02-28", "2024-02-29", "2024-03-01"]),
    Turn(zone: "Asia/Seoul", days: ["2025-02-27", "2025-02-28", "2025-03-01"]),
  ]

  /// (e) A day is the same in its last second, its first hours and at noon.
  @Test(arguments: turns)
  func aDayIsTheSameAtEveryHour(turn: Turn) throws {
    let person = try Person(in: turn.zone)
    for (count, day) in turn.days.enumerated() {
      // Before 02:00 some of these days have not begun, or begin twice.
      let clock = ["23:59:59", "03:00:00", "12:00:00"][count]
      try person.haru(at: "\(day) \(clock)", "mark")
      #expect(try person.streak(on: day, at: clock) == count + 1)
    }
    #expect(try person.dump() == turn.days.map { $0 + "\n" }.joined())
  }

  /// (e) Samoa skipped 30 December 2011: studying on both days beside it misses a day of the calendar,
  /// unless that is a rest day.
  @Test func theDayThatSamoaSkippedBreaksAStreakUnlessItIsARestDay() throws {
    let person = try Person(in: "Pacific/Apia")
    try person.haru(at: "2011-12-29 12:00:00", "mark")
    try person.haru(at: "2011-12-31 12:00:00", "mark")
    #expect(try person.streak(on: "2011-12-31") == 1)
    try person.haru(at: "2011-12-31 12:00:00", "rest", "2011-12-30")
    #expect(try person.streak(on: "2011-12-31") == 2)
  }

  /// (f) In months that begin on each weekday the first is never shifted, repeated or lost.
  @Test(arguments: [
    "2026-06", "2026-09", "2026-04", "2026-10", "2026-05", "2026-08", "2026-11", "2026-02",
  ])
  func theFirstOfAMonthIsNeverShifted(month: String) throws {
    let person = try Person()
    let first = try #require(Day(month + "-01"))
    let before = try #require(first.advanced(by: -3))
    let after = try #require(first.advanced(by: 3))
    try person.haru(at: "\(after) 12:00:00", "mark", "\(before)..\(after)")
    #expect(try person.streak(on: "\(after)") == 7)
    try person.haru(at: "\(after) 12:00:00", "unmark", "\(first)")
    #expect(try person.streak(on: "\(after)") == 3)
  }

  /// A journey over the date line and back changes no mark.
  @Test func aJourneyRewritesNothing() throws {
    let home = try Scratch()
    func haru(_ zone: String, _ time: String, _ arguments: String...) throws -> String {
      let run = try FakeTime.run(
        arguments, at: time, environment: Support.environment(home: home.path, zone: zone))
      guard run.status == 0 else { throw Failure.unexpected(run.errors) }
      return run.output
    }
    _ = try haru("Asia/Seoul", "2026-11-18 21:00:00", "mark")
    _ = try haru("Asia/Seoul", "2026-11-19 21:00:00", "mark")
    _ = try haru("America/Los_Angeles", "2026-11-20 12:00:00", "mark")
    _ = try haru("Asia/Seoul", "2026-11-21 21:00:00", "mark")
    // The same instant in each zone.
    let clocks = [
      ("Asia/Seoul", "2026-11-21 21:30:00", "studied today"),
      ("America/Los_Angeles", "2026-11-21 04:30:00", "studied today"),
      ("UTC", "2026-11-21 12:30:00", "studied today"),
      ("Pacific/Kiritimati", "2026-11-22 02:30:00", "not studied yet"),
    ]
    for (zone, time, today) in clocks {
      let report = try haru(zone, time, "status", "--format", "line")
      #expect(report == "4-day streak · \(today)\n", "\(zone)")
      let marks = try Child.run(
        "sqlite3", ["-batch", home(Desk.storePath), "SELECT day FROM mark ORDER BY day"]
      ).output
      #expect(marks == "2026-11-18\n2026-11-19\n2026-11-20\n2026-11-21\n")
    }
  }

  /// (d) The command line, the bus and the notification show the same number.
  @Test func commandLineBusAndNotificationShowTheSameNumber() throws {
    let desk = try Desk(marks: [1, 2, 3, 5, 6])
    let open = try desk.console.shown()
    #expect(open.body.contains("3-day streak"))
    for (words, streak) in [(["mark"], 4), (["mark", "-4"], 7), (["unmark", "-1"], 1)] {
      _ = try Child.run(Built.product("haru"), words, environment: desk.environment)
      let shown = try desk.console.shown()
      #expect(
        shown.body.contains(streak == 1 ? "first day of a new streak" : "\(streak)-day streak"))
      let line = try desk.haru("status", "--format", "line")
      #expect(line.output == "\(streak)-day streak · studied today\n")
      let property = try desk.call(
        "org.freedesktop.DBus.Properties.Get", "io.github.haru.Haru1", "CurrentStreak")
      #expect(property.output == "(<uint32 \(streak)>,)\n")
    }
  }
}

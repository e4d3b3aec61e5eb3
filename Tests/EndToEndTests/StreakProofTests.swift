import Foundation
import HaruCore
import Support
import Testing

/// The streak at every hour, on a journey, and wherever it is shown (docs/behaviours.md#the-streak-rule).
struct StreakProofTests {
  /// A user at any time, in any zone.
  final class Person {
    let home = Scratch()
    private let environment: [String: String]

    init(in zone: String = "Asia/Seoul") throws {
      environment = Support.environment(home: home.path, zone: zone)
    }

    @discardableResult
    func haru(at time: String, _ arguments: String...) throws -> String {
      try environment.haru(at: time, arguments).succeeded()
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

  /// A day is the same in its last second, its first hours and at noon.
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

  /// A journey over the date line and back changes no mark.
  @Test func aJourneyRewritesNothing() throws {
    let home = Scratch()
    func haru(_ zone: String, _ time: String, _ arguments: String...) throws -> String {
      let run = try Support.environment(home: home.path, zone: zone).haru(at: time, arguments)
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

  /// The command line, the bus and the notification show the same number.
  @Test func commandLineBusAndNotificationShowTheSameNumber() throws {
    let desk = try Desk(marks: [1, 2, 3, 5, 6])
    let open = try desk.console.shown()
    #expect(open.body.contains("3-day streak"))
    for (words, streak) in [(["mark"], 4), (["mark", "-4"], 7), (["unmark", "-1"], 1)] {
      _ = try desk.environment.haru(words)
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

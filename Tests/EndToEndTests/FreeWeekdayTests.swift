import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The setting `Day.rest-weekdays`, stored by the first program that reads it.
struct FreeWeekdayTests {
  let home: Scratch

  init() throws {
    home = try Scratch()
  }

  private func haru(_ day: String, _ arguments: String...) throws -> Child.Outcome {
    try haru(day, arguments)
  }

  private func haru(_ day: String, _ arguments: [String]) throws -> Child.Outcome {
    try FakeTime.run(
      arguments, at: "\(day) 12:00:00",
      environment: environment(home: home.path, zone: "Asia/Seoul"))
  }

  private func rules() throws -> [String] {
    try Store(path: home(Desk.storePath), for: .reading).restDays().rules.map {
      "\($0.weekday) \($0.from) \($0.to?.description ?? "on")"
    }
  }

  private func write(_ weekdays: String) throws {
    try home.write("[Day]\nrest-weekdays=\(weekdays)\n", to: ".config/haru/haru.conf")
  }

  /// `haru config set` stores them at once, even if no other command runs for days.
  @Test func configSetStoresRestWeekdays() throws {
    _ = try haru("2026-11-20", "mark")
    _ = try haru("2026-11-20", "config", "set", "Day.rest-weekdays", "saturday;sunday")
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
    #expect(try haru("2026-11-23", "status", "--format", "line").output.hasPrefix("1-day streak"))
    _ = try haru("2026-11-23", "config", "set", "Day.rest-weekdays", "")
    #expect(
      try rules() == ["saturday 2026-11-20 2026-11-22", "sunday 2026-11-20 2026-11-22"])
    #expect(try haru("2026-11-23", "rest", "--list").errors == "haru: no rest days found\n")
    #expect(try haru("2026-11-23", "status", "--format", "line").output.hasPrefix("1-day streak"))
  }

  /// Since when weekdays are free can be said, also before the first mark.
  @Test func restWeekdaysHoldFromADay() throws {
    let set = ["config", "set", "rest-weekdays"]
    #expect(try haru("2026-11-20", set + ["saturday", "--from", "2026-10-01"]).status == 0)
    #expect(try rules() == ["saturday 2026-10-01 on"])
    _ = try haru("2026-11-23", "mark")
    #expect(try rules() == ["saturday 2026-10-01 on"])
    let refused = try haru("2026-11-23", "config", "set", "later", "10", "--from", "yesterday")
    #expect(refused.status == 64)
    #expect(refused.errors == "haru: cannot be combined: --from, Notifications.later\n")
  }

  /// A follower stores a change that was written into the file by hand.
  @Test func aFollowerStoresRestWeekdays() throws {
    _ = try haru("2026-11-20", "mark")
    try write("saturday;sunday")
    for (day, line) in [
      ("2026-11-21", "1-day streak · rest day"), ("2026-11-22", "1-day streak · rest day"),
      ("2026-11-23", "1-day streak · not studied yet"),
    ] {
      let clock = FakeTime.words(at: "\(day) 12:00:00")
      let follower = try Child(
        clock + [Built.product("haru"), "status", "--follow"],
        environment: environment(home: home.path, zone: "Asia/Seoul"))
      #expect(try follower.line { _ in true } == line)
      try follower.terminate()
    }
    #expect(try rules() == ["saturday 2026-11-21 on", "sunday 2026-11-21 on"])
  }

  /// Without the setting, as on a new machine, an import brings the rest weekdays along.
  @Test func settingsWithoutRestWeekdaysLeaveTheStoredOnes() throws {
    _ = try haru("2026-11-20", "mark", "-4..today")
    try write("saturday;sunday")
    _ = try haru("2026-11-20", "status")
    _ = try haru("2026-11-20", "export", "-o", home("days.json"))
    try FileManager.default.removeItem(atPath: home(".config"))
    try FileManager.default.removeItem(atPath: home(".local"))
    _ = try haru("2026-11-20", "import", home("days.json"))
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
    let line = try haru("2026-11-28", "status", "--format", "line").output
    #expect(line == "no streak · rest day\n")
  }

  /// A prompt does not wait for another program's lock to store them.
  @Test func storingRestWeekdaysWaitsForNoLock() throws {
    _ = try haru("2026-11-20", "mark")
    try write("saturday")
    let lock = try HeldLock(home(Desk.storePath))
    let begin = ContinuousClock.now
    #expect(try haru("2026-11-21", "status", "--format", "line").status == 0)
    #expect(ContinuousClock.now - begin < .seconds(4))
    lock.release()
    #expect(try rules() == [])
    _ = try haru("2026-11-21", "status")
    #expect(try rules() == ["saturday 2026-11-21 on"])
  }
}

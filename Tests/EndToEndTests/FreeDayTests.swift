import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Days in reserve, lived day by day in the week of Monday 16 November 2026.
struct FreeDayTests {
  let home = Scratch()

  private func haru(_ day: Int, _ arguments: String..., in home: Scratch? = nil) throws -> String {
    try environment(home: (home ?? self.home).path, zone: "Asia/Seoul").haru(
      at: "2026-11-\(day) 12:00:00", arguments
    ).succeeded()
  }

  private func line(_ day: Int) throws -> String { try haru(day, "status", "--format", "line") }

  private func free() throws -> [String] {
    try Store(path: home(Desk.storePath), for: .reading).restDays().freeFrom
      .map { "\($0.key) \($0.value)" }.sorted()
  }

  @Test func twoDaysOfAWeekMayBeLeftOut() throws {
    _ = try haru(16, "config", "set", "Day.first-weekday", "monday")
    _ = try haru(16, "rest", "--reserve", "2")
    _ = try haru(18, "mark", "-2..today")
    #expect(try haru(19, "streak").hasPrefix("3-day streak, today is open\n"))
    #expect(try haru(19, "streak").contains("\n2 days in reserve this week\n"))
    #expect(try line(20) == "3-day streak · not studied yet\n")
    #expect(try line(21) == "3-day streak · not studied yet\n")
    #expect(try haru(21, "streak").hasPrefix("3-day streak, today is open\n"))
    #expect(try !haru(21, "streak").contains("in reserve"))
    #expect(try haru(21, "status").contains("\nYesterday was a reserve day.\n"))
    #expect(try haru(20, "explain").contains("2026-11-19 · reserve day, 1 of 2 of its week\n"))
    #expect(
      try haru(20, "explain", "yesterday")
        .contains("That day was a reserve day: it did not count and did not break a streak.\n"))
    #expect(try line(22) == "no streak · not studied yet\n")
    // A mark gives its day back, to the next one that was not studied.
    _ = try haru(22, "mark", "thursday")
    #expect(try line(22) == "4-day streak · not studied yet\n")
    #expect(try haru(22, "status", "--json").contains("\"free_left\":0"))
    #expect(try haru(23, "status", "--json").contains("\"free_left\":2"))
    let month = try haru(23, "calendar", "--json")
    #expect(month.contains("{\"date\":\"2026-11-20\",\"free\":true,") == true, "\(month)")
  }

  /// More than two keep nobody, so that no more are offered; who asks for as many as version 0.3 took gets them.
  @Test func atMostTwoAreOffered() throws {
    #expect(
      try environment(home: home.path).haru(at: "2026-11-16 12:00:00", "rest", "--reserve", "7")
        .errors.contains("a number from 0 to 2"))
    _ = try haru(16, "rest", "--reserve", "3")
    #expect(try free().first?.hasPrefix("2026-11-16 3,") == true)
  }

  @Test func undoTakesItBack() throws {
    _ = try haru(16, "mark")
    _ = try haru(16, "rest", "--reserve", "2")
    #expect(try haru(17, "undo", "--list").contains("2 reserve days a week"))
    _ = try haru(17, "undo")
    #expect(try free() == [])
  }

  /// The locale of the command says when a week begins, and another locale changes nothing.
  @Test func programsInSeveralLocalesWriteNothingAnew() throws {
    _ = try haru(16, "mark")
    _ = try haru(16, "rest", "--reserve", "2")
    let before = try haru(16, "undo", "--list")
    for language in ["de_DE.UTF-8", "en_US.UTF-8"] {
      try environment(home: home.path, ["LC_ALL": language]).haru("status").succeeded()
    }
    #expect(try haru(16, "undo", "--list") == before)
  }

  @Test func otherMachinesTakeIt() throws {
    let (other, folder) = (Scratch(), Scratch())
    _ = try haru(16, "mark")
    for each in [home, other] { _ = try haru(16, "sync", "on", folder.path, in: each) }
    _ = try haru(16, "rest", "--reserve", "2")
    _ = try haru(16, "sync", "check")
    #expect(
      try haru(17, "rest", "--list", in: other).hasPrefix("2 reserve days a week since 2026-11-16"))
    #expect(
      try haru(18, "status", "--format", "line", in: other) == "1-day streak · not studied yet\n")
    _ = try haru(18, "rest", "--reserve", "1", in: other)
    _ = try haru(18, "sync", "check", in: other)
    #expect(try haru(18, "rest", "--list").hasPrefix("1 reserve day a week since 2026-11-18"))
    for each in [home, other] {
      #expect(
        try haru(19, "status", "--format", "line", in: each) == "no streak · not studied yet\n")
    }
    // What this machine said before counts again once it is said again.
    _ = try haru(19, "rest", "--reserve", "2")
    #expect(try haru(19, "rest", "--list").hasPrefix("2 reserve days a week since 2026-11-19"))
  }

  @Test func anExportTakesItAlong() throws {
    _ = try haru(16, "mark")
    _ = try haru(16, "rest", "--reserve", "2")
    _ = try haru(16, "export", "-o", home("days.json"))
    let before = try free()
    try FileManager.default.removeItem(atPath: home(".local"))
    _ = try haru(18, "import", home("days.json"))
    #expect(try free() == before)
    #expect(try line(18) == "1-day streak · not studied yet\n")
  }
}

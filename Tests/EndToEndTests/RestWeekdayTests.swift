import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Rest weekdays are days of the log; lines of version 0.4 about them are taken once (docs/store.md#rest-days-by-rule).
struct RestWeekdayTests {
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

  private static let settings = ".config/haru/haru.conf"

  private func write(_ lines: String) throws {
    try home.write("# mine\n[Day]\n\(lines)\n\n[Notifications]\nlater=90\n", to: Self.settings)
  }

  private func written() throws -> String {
    try home.read(Self.settings)
  }

  @Test func aCommandSetsThemUndoTakesThemBackAndListShowsThem() throws {
    _ = try haru("2026-11-20", "mark")
    let set = try haru("2026-11-20", "rest", "--weekdays", "Sat,Sun", "--reserve", "2")
    let shown = """
      every Saturday since 2026-11-20
      every Sunday since 2026-11-20
      2 reserve days a week since 2026-11-20

      """
    #expect(set.status == 0 && set.errors == shown)
    #expect(try haru("2026-11-20", "rest", "--list").output == shown)
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
    #expect(try haru("2026-11-23", "status", "--format", "line").output.hasPrefix("1-day streak"))
    let list = try haru("2026-11-23", "undo", "--list").output
    #expect(list.contains("rest weekdays: Saturday, Sunday; 2 reserve days a week"), "\(list)")
    #expect(!FileManager.default.fileExists(atPath: home(Self.settings)))
    _ = try haru("2026-11-23", "undo")
    #expect(try rules() == [])
    #expect(try haru("2026-11-23", "rest", "--list").errors == "haru: no rest days found\n")
    _ = try haru("2026-11-23", "redo")
    #expect(try haru("2026-11-23", "rest", "--list").output == shown)
  }

  @Test func noneEndsThemAndEarlierDaysStay() throws {
    _ = try haru("2026-11-20", "mark")
    _ = try haru("2026-11-20", "rest", "--weekdays", "sat,sun")
    let ended = try haru("2026-11-23", "rest", "--weekdays", "none", "--reserve", "0")
    #expect(ended.errors == "no rest days found\n")
    #expect(
      try rules() == ["saturday 2026-11-20 2026-11-22", "sunday 2026-11-20 2026-11-22"])
    #expect(try haru("2026-11-23", "rest", "--list").errors == "haru: no rest days found\n")
    #expect(try haru("2026-11-23", "status", "--format", "line").output.hasPrefix("1-day streak"))
  }

  /// Since when they hold can be said, also before the first mark.
  @Test func theyHoldFromADay() throws {
    let set = ["rest", "--weekdays", "saturday", "--from"]
    #expect(try haru("2026-11-20", set + ["2026-10-01"]).status == 0)
    #expect(try rules() == ["saturday 2026-10-01 on"])
    _ = try haru("2026-11-23", "mark")
    #expect(try rules() == ["saturday 2026-10-01 on"])
    #expect(try haru("2026-11-23", set + ["-3"]).status == 0)
  }

  @Test(arguments: [
    (["--weekdays", "sat sonday"], "invalid value for --weekdays: sat sonday"),
    (["--weekdays", "mon,tue,wed,thu,fri,sat,sun"], "invalid value for --weekdays"),
    (["--reserve", "7"], "invalid value for --reserve: 7; expected a number from 0 to 2"),
    (["--reserve", "1", "--list"], "cannot be combined: --reserve, --list"),
    (["--weekdays", "sat", "sun"], "cannot be combined: --weekdays, sun"),
    (["--weekdays", "sat", "--reason", "x"], "cannot be combined: --weekdays, --reason"),
    (["--from", "-1", "--clear"], "cannot be combined: --from, --clear"),
    (["--from", "-1"], "missing argument: --weekdays"),
  ])
  func whatIsNoRuleIsRefused(words: [String], error: String) throws {
    let run = try haru("2026-11-20", ["rest"] + words)
    #expect(run.status == 64 && run.errors.contains(error), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: home(Desk.storePath)))
  }

  /// The settings of version 0.4 still do it, and name the command.
  @Test func theirSettingsOfVersion04AreSynonyms() throws {
    for (words, command) in [
      (["set", "rest-weekdays", "sun"], "--weekdays sun"),
      (["Day.rest-weekdays=sat", "--from", "-1"], "--weekdays sat --from -1"),
      (["set", "Day.rest-weekdays", ""], "--weekdays none"),
      (["unset", "rest-weekdays"], "--weekdays none"),
      (["set", "free", "2"], "--reserve 2"), (["get", "Day.free"], "--list"),
      (["unset", "Day.free"], "--reserve 0"),
    ] {
      let run = try haru("2026-11-20", ["config"] + words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      let named = " is no setting any more; the command is now: haru rest \(command)\n"
      #expect(run.errors.contains(named), "\(run.errors)")
    }
    #expect(
      try haru("2026-11-20", "config", "get", "rest-weekdays").errors.hasSuffix(
        "haru: no rest days found\n"))
    #expect(try !haru("2026-11-20", "config", "list").output.contains("rest-weekdays"))
    #expect(!FileManager.default.fileExists(atPath: home(Self.settings)))
  }

  /// A reading command shows them as of today and writes nothing; one that writes takes them, once.
  @Test func linesOfVersion04AreTakenOnceAndCommentedOut() throws {
    _ = try haru("2026-11-20", "mark")
    try write("rest-weekdays = saturday;sunday\nstarts-at=00:00\nfree=2")
    let before = try (written(), Data(contentsOf: URL(fileURLWithPath: home(Desk.storePath))))
    #expect(
      try haru("2026-11-21", "status", "--format", "line").output == "1-day streak · rest day\n")
    #expect(
      try haru("2026-11-21", "rest", "--list").output.hasPrefix("every Saturday since 2026-11-21"))
    #expect(try written() == before.0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: home(Desk.storePath))) == before.1)
    _ = try haru("2026-11-22", "note", "today", "verbs")
    #expect(try rules() == ["saturday 2026-11-22 on", "sunday 2026-11-22 on"])
    let sentence = """
      # No setting any more: haru rest --list shows what holds, haru rest --weekdays and haru rest --reserve change it.
      """
    #expect(
      try written() == """
        # mine
        [Day]
        \(sentence)
        #rest-weekdays = saturday;sunday
        starts-at=00:00
        \(sentence)
        #free=2

        [Notifications]
        later=90

        """)
    // It was so before, and undo takes back what was done.
    #expect(try haru("2026-11-22", "undo").errors.contains("note"))
    #expect(try haru("2026-11-22", "undo").errors.contains("marked"))
    #expect(try rules() == ["saturday 2026-11-22 on", "sunday 2026-11-22 on"])
    // A line that somebody writes again says nothing, and leads to the command.
    try write("rest-weekdays=monday")
    #expect(
      try haru("2026-11-23", "status", "--format", "line").output == "no streak · not studied yet\n"
    )
    _ = try haru("2026-11-23", "mark")
    #expect(try rules() == ["saturday 2026-11-22 on", "sunday 2026-11-22 on"])
    #expect(try written().contains("\n#rest-weekdays=monday\n"))
  }

  /// A running agent takes a line when it is written.
  @Test func theAgentTakesALineOfVersion04() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    try desk.home.write("[Day]\nfree=1\n", to: Self.settings)
    try eventually(watching: desk.home(".config/haru")) {
      try desk.home.read(Self.settings).hasSuffix("\n#free=1\n")
    }
    let rest = try Store(path: desk.home(Desk.storePath), for: .reading).restDays()
    #expect(rest.freeFrom.values.map(\.count) == [1])
  }
}

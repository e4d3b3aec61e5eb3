import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// An export brings everything back, once and no more (peers.md demand 10; B59).
struct RoundTripTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Runs `haru` for the user of a name.
  private func haru(_ user: String, _ arguments: String...) throws -> Child.Outcome {
    let clock = FakeTime.words(at: "2026-11-20 12:00:00")
    return try Child.run(
      clock[0], clock.dropFirst() + [Built.product("haru")] + arguments,
      environment: environment(home: scratch(user), zone: "Asia/Seoul"))
  }

  private func store(_ user: String) -> String { scratch(user) + "/" + Desk.storePath }

  /// All rows of all tables, as another program reads them, in an order of their own.
  private func rows(_ user: String) throws -> [String] {
    try Child.run("sqlite3", ["-batch", store(user), ".dump"]).output.split(separator: "\n")
      .map(String.init).sorted()
  }

  /// A store in which everything has been said, and much of it taken back.
  private func makeFullStore(of user: String, seed: UInt64) throws {
    var random = Seeded(seed)
    let store = try Store(path: store(user), for: .writing)
    let today = try #require(Day("2026-11-20"))
    let sources: [Provenance.Source] = [.button, .command, .bus, .import]
    let texts = ["", "a cold", "“verbs”, \"nouns\"\n\\ \u{7f}\t\u{1F983}", "한국어", "<b>&amp;"]
    for step in 0..<120 {
      let offset = Int.random(in: -50_000..<50_000, using: &random)
      let said = Provenance(
        at: Instant(Int64.random(in: -6_000_000_000..<6_000_000_000, using: &random)),
        utcOffset: offset, zone: step % 3 == 0 ? "" : "Made/\(step)",
        source: sources[step % sources.count])
      let days = (0..<Int.random(in: 1..<5, using: &random)).compactMap { _ in
        today.advanced(by: -Int.random(in: 0..<60, using: &random))
      }
      let text = texts[Int.random(in: 0..<texts.count, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try store.setStudied(days, false, today: today, by: said)
      case 1: try store.setRest(days, reason: Bool.random(using: &random) ? text : nil, by: said)
      case 2: try store.setNote(text.isEmpty ? nil : text, on: days[0], by: said)
      case 3: _ = try store.undo(by: said)
      default: try store.setStudied(days, true, today: today, by: said)
      }
    }
    try store.setRestWeekdays([.saturday], today: try #require(Day("2026-01-01")))
    try store.setRestWeekdays([.sunday], today: try #require(Day("2026-11-01")))
    #expect(try store.problems() == [])
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func jsonOutAndInAgainIsTheSameStore(seed: UInt64) throws {
    try makeFullStore(of: "old", seed: seed)
    for user in ["old", "new"] {
      // Weekdays that the settings do not name would be free no longer from today on.
      try scratch.write("[Day]\nrest-weekdays=sunday\n", to: "\(user)/.config/haru/haru.conf")
    }
    let file = scratch("days.json")
    #expect(try haru("old", "export", "-o", file).status == 0)
    #expect(try haru("new", "import", file).status == 0)
    #expect(try rows("new") == rows("old"))
    // Again, and into the store it came from: nothing changes.
    for user in ["new", "old"] {
      let before = try rows(user)
      #expect(try haru(user, "import", file).status == 0)
      #expect(try rows(user) == before)
    }
    let again = try haru("new", "export")
    #expect(again.output == (try scratch.read("days.json")))
    #expect(try Store(path: store("new"), for: .reading).problems() == [])
  }

  /// A day that was cleared after the export stays cleared, however often the file comes again.
  @Test func aCorrectionOutlivesAnImport() throws {
    let file = scratch("days.json")
    _ = try haru("old", "mark", "-9..today")
    _ = try haru("old", "export", "-o", file)
    _ = try haru("old", "unmark", "-3")
    let before = try rows("old")
    let report = try haru("old", "import", file)
    #expect(report.output.contains("left so: 1 day"))
    #expect(try rows("old") == before)
  }

  /// Where there are days already, the others join them in one batch, which can be taken back.
  @Test func joinsWhatIsThere() throws {
    let file = scratch("days.json")
    _ = try haru("old", "mark", "-9..-5")
    _ = try haru("old", "rest", "-4", "--reason", "a cold")
    _ = try haru("old", "note", "-5", "chapter 3")
    _ = try haru("old", "export", "-o", file)
    _ = try haru("new", "mark", "-3..today")
    let before = try Store(path: store("new"), for: .reading).contents()
    _ = try haru("new", "import", file)
    let line = try haru("new", "status", "--format", "line").output
    #expect(line == "9-day streak · studied today\n")
    #expect(try haru("new", "undo").status == 0)
    let after = try Store(path: store("new"), for: .reading).contents()
    #expect(after.marks == before.marks && after.rest == [:] && after.notes == [:])
  }

  /// Files that are not what they say bring nothing, and make nothing.
  @Test func aBadFileChangesNothing() throws {
    try makeFullStore(of: "old", seed: 6)
    _ = try haru("old", "export", "-o", scratch("good.json"))
    let good = try scratch.read("good.json")
    let bad = [
      good.replacingOccurrences(of: "\"version\" : 1", with: "\"version\" : 2"),
      good.replacingOccurrences(of: "\"format\" : \"haru\"", with: "\"format\" : \"hari\""),
      good.replacingOccurrences(of: "2026-11-0", with: "2026-13-0"),
      good.replacingOccurrences(of: "\"kind\" : \"study\"", with: "\"kind\" : \"play\""),
      // The journal and the marks contradict each other.
      good.replacingOccurrences(of: "\"marks\" : [", with: "\"marks\" : [ ], \"other\" : ["),
      String(good.prefix(good.count / 2)), "{}", "[]", "{\"format\":\"haru\",\"version\":1}",
    ]
    for (index, text) in bad.enumerated() {
      let file = try scratch.write(text, to: "bad-\(index).json")
      let run = try haru("new", "import", file)
      #expect(run.status == 65, "\(index): \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1 && run.output == "", "\(index)")
      let days = try haru("new", "export", "--format", "csv").output
      #expect(days == "date,value,note\r\n", "\(index)")
    }
  }

  /// Written for its owner alone, through a link, in place of what was there, or into a pipe.
  @Test func writesWhereItIsTold() throws {
    _ = try haru("old", "mark")
    let file = try scratch.write("precious", to: "there/days.csv")
    try FileManager.default.createSymbolicLink(
      atPath: scratch("link.csv"), withDestinationPath: "there/days.csv")
    #expect(try haru("old", "export", "-o", scratch("link.csv")).status == 0)
    #expect(try scratch.read("there/days.csv") == "date,value,note\r\n2026-11-20,1,\r\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(
      try haru("old", "export", "--format", "csv", "-o", "/dev/stdout").output.hasSuffix(",1,\r\n"))
    #expect(try haru("old", "export", "-o", "/dev/full").status == 73)
    #expect(try haru("old", "export", "-o", scratch("there")).status == 73)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("there")) == ["days.csv"])
  }
}

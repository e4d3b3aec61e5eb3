import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Exporting and importing restores everything, once.
struct RoundTripTests {
  let scratch = Scratch()

  /// Runs `haru` as a user.
  private func haru(_ user: String, _ arguments: String...) throws -> Child.Outcome {
    try haru(user, arguments)
  }

  private func haru(
    _ user: String, _ arguments: [String], zone: String = "Asia/Seoul"
  ) throws -> Child.Outcome {
    try environment(home: scratch(user), zone: zone).haru(at: "2026-11-20 12:00:00", arguments)
  }

  private func store(_ user: String) -> String { scratch(user) + "/" + Desk.storePath }

  /// All rows of all tables as `sqlite3` prints them, sorted; of the log what is exported.
  private func rows(_ user: String) throws -> [String] {
    let exported =
      "SELECT kind, key, value, at, utc_offset, zone, source FROM entry WHERE kind IN ('study', 'rest', 'note')"
    let own = ["entry", "this_machine"].map { "INSERT INTO \($0) " }
    return try [".dump", exported].flatMap { sql in
      try Child.run("sqlite3", ["-batch", store(user), sql]).output.split(separator: "\n")
    }.map(String.init).filter { line in !own.contains(where: line.hasPrefix) }.sorted()
  }

  /// A store with every kind of entry, many of them undone.
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
    try store.setRestRules([.weekdays([.saturday])], today: try #require(Day("2026-01-01")))
    try store.setRestRules([.weekdays([.sunday])], today: try #require(Day("2026-11-01")))
    #expect(try store.problems() == [])
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func jsonExportAndImportGivesTheSameStore(seed: UInt64) throws {
    try makeFullStore(of: "old", seed: seed)
    let file = scratch("days.json")
    #expect(try haru("old", "export", "-o", file).status == 0)
    #expect(try haru("new", "import", file).status == 0)
    #expect(try rows("new") == rows("old"))
    // Importing again, or into its own store, changes nothing.
    for user in ["new", "old"] {
      let before = try rows(user)
      #expect(try haru(user, "import", file).status == 0)
      #expect(try rows(user) == before)
    }
    let again = try haru("new", "export")
    #expect(try scratch.read("days.json") == again.output)
    #expect(try Store(path: store("new"), for: .reading).problems() == [])
  }

  /// A table keeps the blanks around a note, too.
  @Test func aNoteComesBackFromATableAsItWas() throws {
    let file = scratch("days.csv")
    let notes = ["  two ", "three\u{a0}", "\"four\", 4", "five\n5"]
    let today = try #require(Day("2026-11-20"))
    let old = try Store(path: store("old"), for: .writing)
    for (place, note) in notes.enumerated() {
      let day = try #require(today.advanced(by: -place))
      try old.setNote(
        note, on: day,
        by: Provenance(at: Instant(0), utcOffset: 0, zone: "", source: .command))
    }
    #expect(try haru("old", "export", "--format", "csv", "-o", file).status == 0)
    #expect(try haru("new", "import", file).status == 0)
    let read = { try Store(path: self.store($0), for: .reading).notes() }
    #expect(try read("new") == read("old") && read("new").count == notes.count)
  }

  /// `--force` reads a file of a newer version, as far as it is understood.
  @Test func forceReadsANewerVersion() throws {
    _ = try haru("old", "mark", "-9..today")
    _ = try haru("old", "export", "-o", scratch("days.json"))
    let newer = try scratch.read("days.json")
      .replacing("\"version\" : 1", with: "\"version\" : 2, \"later\" : {}")
    let file = try scratch.write(newer, to: "newer.json")
    let refused = try haru("new", "import", file)
    #expect(refused.status == 65 && refused.errors.contains("(schema 2); to try anyway: --force"))
    #expect(try haru("new", "import", "--force", file).status == 0)
    #expect(try rows("new") == rows("old"))
    // It forgives no damage.
    let damaged = try scratch.write(String(newer.dropLast(9)), to: "damaged.json")
    #expect(try haru("other", "import", "--force", damaged).status == 65)
  }

  // MARK: Zones

  private static let zones = [
    "UTC", "Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago",
    "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Africa/Casablanca",
    "Pacific/Chatham",
  ]

  /// What one zone exports another imports, and exports the same bytes.
  @Test(arguments: zip(zones, zones[1...] + zones[..<1]))
  func anExportIsTheSameInEveryZone(there: String, here: String) throws {
    try makeFullStore(of: "old", seed: UInt64(there.utf8.count))
    _ = try haru("old", ["mark", "today", "-30..-20"], zone: there)
    for format in ["json", "csv"] {
      let (first, second) = (scratch("first.\(format)"), scratch("second.\(format)"))
      let user = "new-" + format
      #expect(try haru("old", ["export", "-o", first], zone: there).status == 0)
      let report = try haru(user, ["import", first], zone: here)
      #expect(report.status == 0 && !report.output.contains("skipped"), "\(report)")
      #expect(try haru(user, ["export", "-o", second], zone: here).status == 0)
      #expect(try scratch.read("first.\(format)") == scratch.read("second.\(format)"))
    }
    #expect(try rows("new-json") == rows("old"))
  }

  /// A store with days gets the others in one batch, which can be undone.
  @Test func anImportAddsDaysInOneBatch() throws {
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

  /// Days after today, left by a journey or a wrong clock, are imported and reported as such.
  @Test func daysAfterTodayAreImportedAndReported() throws {
    let days = try ["2026-11-19", "2026-11-20", "2026-11-22"].map { try #require(Day($0)) }
    let said = Provenance(at: Instant(0), utcOffset: 0, zone: "UTC", source: .command)
    try Store(path: store("old"), for: .writing)
      .setStudied(days, true, today: days[2], by: said)
    _ = try haru("old", "export", "-o", scratch("days.json"))
    for words in [["--dry-run"], []] {
      let report = try haru("new", ["import", scratch("days.json")] + words).output
      #expect(report.contains("3 studied days, 2026-11-19 to 2026-11-22"))
      #expect(report.contains("New: 3 days") && !report.contains("skipped"))
    }
    #expect(try Store(path: store("new"), for: .reading).markedDays() == days.reversed())
  }

  /// Marks, notes and rest days survive, those of weekdays included.
  @Test func csvExportAndImportKeepsTheStreak() throws {
    let day = try #require(Day("2026-11-02"))
    let old = try Store(path: store("old"), for: .writing)
    try old.setRestRules([.weekdays([.saturday, .sunday])], today: day)
    _ = try haru("old", "mark", "2026-11-02..2026-11-06", "2026-11-09..2026-11-13")
    _ = try haru("old", "rest", "2026-11-16..2026-11-18", "--reason", "trip")
    _ = try haru("old", "note", "2026-11-02", "“verbs”, \"\u{301}nouns\"\n한국어; \u{1F983}")
    _ = try haru("old", "note", "2026-10-11", "a note\ralone")
    _ = try haru("old", "mark", "-1..today")
    #expect(try haru("old", "export", "-o", scratch("days.csv")).status == 0)
    let report = try haru("new", "import", scratch("days.csv"))
    #expect(report.status == 0 && !report.output.contains("skipped"))
    let new = try Store(path: store("new"), for: .reading)
    #expect(try new.markedDays() == old.markedDays())
    #expect(try new.notes() == old.notes())
    let free = try new.restDays()
    for offset in 0..<19 {
      guard let day = day.advanced(by: offset) else { continue }
      #expect(try free.contains(day) == old.restDays().contains(day), "\(day)")
    }
    let streak = try haru("new", "streak", "--json").output
    #expect(streak.contains("\"current\":12,"))
    #expect(try streak == haru("old", "streak", "--json").output)
  }

  /// The rules of a store that has days of its own stay; the report names what the file has instead.
  @Test func anImportIntoDaysSaysWhichRulesItDoesNotTake() throws {
    _ = try haru("old", "mark", "-9..-5")
    _ = try haru("old", "rest", "--weekdays", "Sat")
    _ = try haru("old", "rest", "--reserve", "2")
    _ = try haru("old", "export", "-o", scratch("rules.json"))
    _ = try haru("new", "mark", "-3")
    let line = "Rules that are not imported: every Saturday since "
    let rules = "2 reserve days a week since "
    let first = try haru("new", "import", scratch("rules.json")).output
    #expect(first.contains(line) && first.contains(rules) && first.contains("haru rest --help"))
    _ = try haru("new", "rest", "--weekdays", "Sat")
    _ = try haru("new", "rest", "--reserve", "2")
    #expect(try !haru("new", "import", scratch("rules.json")).output.contains("not imported"))
    #expect(try !haru("empty", "import", scratch("rules.json")).output.contains("not imported"))
  }

  @Test func theNextUndoTakesBackTheLastChangeOfTheFileAlsoOfARule() throws {
    _ = try haru("old", "mark", "-1..today")
    _ = try haru("old", "rest", "--weekdays", "Sat")
    _ = try haru("old", "export", "-o", scratch("last.json"))
    _ = try haru("new", "import", scratch("last.json"))
    _ = try haru("new", "undo")
    #expect(try haru("new", "rest", "--list").status == 1)
    #expect(try haru("new", "streak", "--json").output.contains("\"current\":2,"))
  }

  /// A day in reserve is a rest day of its store, and stays one where its rule is not known.
  @Test(arguments: ["json", "csv"]) func daysInReserveAreTaken(format: String) throws {
    _ = try haru("old", "mark", "-10..-4")
    _ = try haru("old", "mark", "-2..today")
    _ = try haru("old", "rest", "--reserve", "1", "--from", "-10")
    let ten = "\"current\":10,"
    #expect(try haru("old", "streak", "--json").output.contains(ten))
    let file = scratch("reserve." + format)
    _ = try haru("old", "export", "--format", format, "-o", file)
    _ = try haru("new", "mark")
    let imported = try haru("new", "import", file)
    #expect(imported.output.contains("New rest days: 1 day"), "\(imported.output)")
    #expect(try haru("new", "streak", "--json").output.contains(ten))
  }

  /// A day in reserve that comes back as a single rest day would leave its reserve to a day that was missed.
  @Test(arguments: ["json", "csv"]) func anOwnExportChangesNothing(format: String) throws {
    _ = try haru("old", "mark", "-10..today")
    _ = try haru("old", "rest", "--reserve", "1", "--from", "-10")
    for day in ["2026-11-10", "2026-11-12"] { _ = try haru("old", "unmark", day) }
    _ = try haru("old", "mark", "-12")
    let before = try haru("old", "streak", "--json").output
    _ = try haru("old", "export", "--format", format, "-o", scratch("own"))
    let imported = try haru("old", "import", scratch("own")).output
    #expect(!imported.contains("New rest days"), "\(imported)")
    #expect(try haru("old", "streak", "--json").output == before)
  }

  /// As from a machine whose clock is ahead: each day that has yet to come counts as left out.
  @Test func marksAheadAreCounted() throws {
    let today = date("2029-11-20")
    let days = (0..<1095).compactMap { today.advanced(by: -$0) }
    try makeStore(at: store("old"), marking: days)
    _ = try haru("old", "export", "-o", scratch("ahead.json"))
    _ = try haru("new", "mark")
    let imported = try haru("new", "import", scratch("ahead.json"))
    #expect(imported.output.contains("1095 rows skipped:"), "\(imported.output)")
  }

  @Test func everyCommandCountsTheSameDays() throws {
    _ = try haru("old", "mark", "-30..-1")
    _ = try haru("old", "config", "set", "Day.since", "2026-11-10")
    let backup = try haru("old", "store", "backup", scratch("all.sqlite"))
    #expect(backup.errors.contains("Backed up 30 days"))
    _ = try haru("old", "unmark", "-3")
    let restored = try haru("old", "store", "restore", scratch("all.sqlite"))
    #expect(restored.errors.contains("Restored 30 days"), "\(restored.errors)")
    let folder = try scratch.write("", to: "moved/empty").dropLast("/empty".count)
    let moved = try haru("old", "store", "move", String(folder))
    #expect(moved.errors.contains("Moved 30 days"), "\(moved.errors)")
  }

  /// Changes one value in the parsed export.
  private typealias Forgery = (inout [String: Any]) -> Void

  /// Changes a value of the first element of a list in an export.
  private static func first(_ list: String, _ key: String, _ value: Any) -> Forgery {
    { $0[list] = changed($0[list], at: 0) { $0[key] = value } }
  }

  private static func changed(
    _ list: Any?, at index: Int, _ change: (inout [String: Any]) -> Void
  ) -> [[String: Any]] {
    var list = list as? [[String: Any]] ?? []
    change(&list[index])
    return list
  }

  private static func doubled(_ list: String) -> Forgery {
    { export in
      let things = export[list] as? [[String: Any]] ?? []
      export[list] = Array(things.prefix(1)) + things
    }
  }

  private static func said(_ key: String, _ value: Any) -> Forgery {
    { export in
      export["marks"] = changed(export["marks"], at: 0) { mark in
        var said = mark["said"] as? [String: Any] ?? [:]
        said[key] = value
        mark["said"] = said
      }
    }
  }

  private static var forgeries: [String: Forgery] {
    [
      "a batch that has no next one": {
        let last = ($0["journal"] as? [Any] ?? []).count - 1
        $0["journal"] = changed($0["journal"], at: last) { $0["batch"] = Int64.max }
      },
      "a batch before the first": first("journal", "batch", 0),
      "batches out of order": first("journal", "batch", 5),
      "a batch that takes itself back": first("journal", "undoes", 1),
      "an offset without end": said("utc_offset", Int64.min),
      "an offset of days": said("utc_offset", 90_000),
      "an instant that is none": said("at", "2026-11-20T99:00:00+09:00"),
      "a zone with a zero": said("zone", "Asia/\0Seoul"),
      "two marks of a day": doubled("marks"),
      "two reasons of a day": doubled("rest"),
      "two notes of a day": doubled("notes"),
      "one rule twice": doubled("rest_rules"),
      "one import twice": doubled("imports"),
      "a watch without a name": { $0["watches"] = [["quiet": false]] },
      "a rule that ends before it begins": first("rest_rules", "to", "2026-10-01"),
      "an import in no batch": first("imports", "batch", 99),
      "a note with a zero": first("notes", "text", "a\0b"),
      "an empty note": first("notes", "text", ""),
      "another note than was noted": first("notes", "text", "chapter 4"),
      "another reason than was given": first("rest", "reason", "none"),
      "a mark that nobody made": first("marks", "day", "2026-10-01"),
      "a mark that is no mark": first("journal", "after", "perhaps"),
      "no journal": { $0["journal"] = [] },
      "no marks": { $0["marks"] = [] },
    ]
  }

  /// An inconsistent file is reported, not the store, and writing works afterwards.
  @Test func anInconsistentFileImportsNothing() throws {
    _ = try haru("old", "mark", "-9..-5")
    _ = try haru("old", "import", scratch.write("2026-11-01,1\n", to: "days.csv"))
    _ = try haru("old", "rest", "-4", "--reason", "a cold")
    _ = try haru("old", "note", "-5", "chapter 3")
    _ = try haru("old", "undo")
    _ = try haru("old", "note", "-5", "chapter 3")
    try Store(path: store("old"), for: .writing)
      .setRestRules([.weekdays([.saturday])], today: #require(Day("2026-11-01")))
    _ = try haru("old", "export", "-o", scratch("good.json"))
    _ = try haru("new", "mark", "-3")
    let before = try rows("new")
    let good = try JSONSerialization.jsonObject(with: Data(scratch.read("good.json").utf8))
    for (name, forge) in RoundTripTests.forgeries {
      var export = try #require(good as? [String: Any])
      forge(&export)
      let bad = scratch("forged.json")
      try JSONSerialization.data(withJSONObject: export, options: .sortedKeys)
        .write(to: URL(fileURLWithPath: bad))
      for user in ["new", "nobody"] {
        let run = try haru(user, "import", bad)
        #expect(run.status == 65, "\(name): \(run.output)\(run.errors)")
        let reasons = [
          "damaged or encrypted: \(bad)",
          "this file contradicts itself: \(bad); write it again with haru export",
        ]
        #expect(reasons.contains { run.errors == "haru: \($0)\n" }, "\(name): \(run.errors)")
      }
    }
    #expect(try rows("new") == before)
    #expect(!FileManager.default.fileExists(atPath: store("nobody")))
    #expect(try haru("nobody", "import", scratch("good.json")).status == 0)
  }

  /// Exports are private, follow a link, replace a file, and can go into a pipe.
  @Test func exportsGoToFilesLinksAndPipes() throws {
    _ = try haru("old", "mark")
    let file = try scratch.write("precious", to: "there/days.csv")
    try scratch.link("link.csv", to: "there/days.csv")
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

  /// The files of the store are not overwritten, under any name.
  @Test func anExportNeverOverwritesTheStore() throws {
    _ = try haru("old", "mark")
    let before = try rows("old")
    let reader = try Store(path: store("old"), for: .reading)
    #expect(try reader.markedDays().count == 1)
    try scratch.link("link.json", to: store("old"))
    try scratch.link("log.json", to: store("old") + "-journal")
    try FileManager.default.linkItem(atPath: store("old"), toPath: scratch("hard.json"))
    let names = ["", "-wal", "-shm", "-journal", ".moved"].map { store("old") + $0 }
    for path in names
      + ["link.json", "log.json", "hard.json"].map({
        scratch($0)
      })
    {
      let run = try haru("old", "export", "--format", "json", "-o", path)
      #expect(run.status == 73, "\(path)")
      #expect(run.errors == "haru: name reserved for the store: \(path); choose another\n")
    }
    #expect(try rows("old") == before)
    // Nor the path where it will be made.
    try scratch.makeFolder("new/.local/share/haru")
    #expect(try haru("new", "export", "--format", "json", "-o", store("new")).status == 73)
  }

  @Test func theFileNameChoosesTheFormat() throws {
    _ = try haru("old", "mark")
    for name in ["a.b/days", "days.JSON", ".days", "days."] {
      let file = try scratch.write("", to: name)
      #expect(try haru("old", "export", "-o", file).status == 0)
      #expect(try scratch.read(name).hasPrefix("{"), "\(name)")
    }
    let run = try haru("old", "export", "-o", scratch("days.xml"))
    #expect(run.status == 64)
    #expect(run.errors == "haru: no such format: xml; available: json, csv, ics\n")
    #expect(!FileManager.default.fileExists(atPath: scratch("days.xml")))
  }
}

import Foundation
import HaruCore
import HaruImportExport
import Support
import Testing

/// Importing collections of Anki, and the packages that it exports.
struct AnkiTests {
  private let bench = ImportBench()

  /// A row about a card: when it was, the answer, how long it took, and what kind of row it is.
  private struct Review {
    let at: String
    var ease = 3
    var milliseconds = 10_000
    var type = 1
  }

  /// A few days in Seoul, which end at four in the morning.
  private static let reviews = [
    Review(at: "2026-11-01T09:00:00+09:00", milliseconds: 60_000),
    Review(at: "2026-11-01T09:01:00+09:00", ease: 1, milliseconds: 60_000, type: 2),
    Review(at: "2026-11-02T03:59:59+09:00", milliseconds: 60_000, type: 0),
    Review(at: "2026-11-04T04:00:00+09:00", type: 3),
    // Cards that were moved to another day, and answers in an add-on that says so wrongly.
    Review(at: "2026-11-06T09:00:00+09:00", ease: 0, milliseconds: 0, type: 4),
    Review(at: "2026-11-07T09:00:00+09:00", ease: 0, milliseconds: 0, type: 5),
    Review(at: "2026-11-08T09:00:00+09:00", ease: 3, type: 4),
  ]

  /// Makes a collection or a package.
  private func collection(
    _ name: String, schema: Int = 18, reviews: [Review] = reviews, _ more: [String: Any] = [:]
  ) throws -> String {
    let rows = try reviews.map { review -> [Int] in
      let instant = try #require(Instant(rfc3339: review.at))
      return [
        Int(instant.seconds) * 1000 + 123, review.ease, review.milliseconds, review.type,
      ]
    }
    let made: [String: Any] = ["schema": schema, "reviews": rows].merging(more) { $1 }
    try makeAnkiFile(made, at: bench.scratch(name))
    return bench.scratch(name)
  }

  private func studied(
    _ path: String, zone: Zone = .seoul, minutes: Int? = nil, reviews: Int? = nil
  ) throws -> [String] {
    let options = ImportOptions(
      zone: zone, leastMinutes: minutes, leastReviews: reviews, today: ImportBench.today)
    let found = try ImportFormats.read(path, options)
    #expect(found.origin == "Anki")
    #expect(found.sourceID == "anki")
    #expect(found.duplicates == 0)
    return found.studied.sorted().map(\.description)
  }

  /// A file of each kind, alone, in a folder and in an archive, says the same.
  @Test(arguments: [11, 18]) func aDayWithReviewsIsStudied(schema: Int) throws {
    let days = ["2026-11-01", "2026-11-04"]
    let alone = try collection("collection.anki2", schema: schema)
    let package = try collection("backup.colpkg", schema: schema)
    let before = try bench.contents()
    for path in [alone, package] {
      let name = path.split(separator: "/").last ?? ""
      try bench.scratch.makeFolder("of-\(name)/collection.media")
      try FileManager.default.copyItem(
        atPath: path, toPath: bench.scratch("of-\(name)/\(name)"))
      #expect(try studied(path) == days, "\(name)")
      #expect(try studied(bench.scratch("of-\(name)")) == days, "\(name)")
      #expect(try studied(bench.zip("of-\(name)", to: "\(name).zip")) == days, "\(name)")
    }
    let after = try bench.contents()
    for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
    #expect(after.keys.allSatisfy { !$0.hasSuffix("-wal") && !$0.hasSuffix("-journal") })
  }

  /// What is in a package of the new kind, by itself: the real collection is compressed.
  @Test func anUnpackedPackageIsRead() throws {
    let days = ["2026-11-01", "2026-11-04"]
    let run = try Child.run(
      "python3", ["-m", "zipfile", "-e", try collection("new.colpkg"), bench.scratch("new")])
    #expect(run.status == 0)
    #expect(try studied(bench.scratch("new")) == days)
    #expect(try studied(bench.scratch("new/collection.anki21b")) == days)
    #expect(try !bench.read(bench.scratch("new.colpkg")).remarks.contains(.missingLog))
  }

  /// As while Anki is open: all changes are in a log, the file itself is nearly empty.
  @Test func anOpenCollectionIsReadWithItsLog() throws {
    let path = try collection("collection.anki2", reviews: [])
    let held = try Child(
      "python3",
      [
        "-c",
        """
        import signal, sqlite3, sys
        base = sqlite3.connect(sys.argv[1], isolation_level=None)
        base.executescript("PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal")
        base.execute("INSERT INTO revlog VALUES (1793577600123, 1, -1, 3, 1, 0, 2500, 9000, 1)")
        open(sys.argv[2], "w").close()
        signal.pause()
        """, path, bench.scratch("ready"),
      ])
    defer { _ = try? held.kill() }
    try eventually(watching: bench.scratch.path) {
      FileManager.default.fileExists(atPath: bench.scratch("ready"))
    }
    let before = try bench.contents()
    #expect(try bench.read(path).studied == [date("2026-11-02")])
    #expect(try !bench.read(path).remarks.contains(.missingLog))
    // Packed with its log.
    try bench.scratch.makeFolder("copy")
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: path + end, toPath: bench.scratch("copy/collection.anki2") + end)
    }
    #expect(
      try bench.read(bench.zip("copy", to: "copy.zip")).studied == [date("2026-11-02")])
    let after = try bench.contents()
    for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
  }

  @Test(arguments: [(11, 2), (18, 2), (18, 23)]) func theDayEndsWhereAnkiSaysIt(
    schema: Int, rollover: Int
  ) throws {
    let reviews = ["01T23:30:00", "03T01:30:00", "05T02:30:00"].map {
      Review(at: "2026-11-\($0)+09:00")
    }
    let path = try collection(
      "collection.anki2", schema: schema, reviews: reviews, ["rollover": rollover])
    let expected =
      rollover == 2
      ? ["2026-11-01", "2026-11-02", "2026-11-05"] : ["2026-11-02", "2026-11-03", "2026-11-05"]
    #expect(try studied(path) == expected)
    // In another place the same instants are other days.
    #expect(try studied(path, zone: .named("Europe/London")).first == "2026-11-01")
  }

  /// Without the setting it is four; the first scheduler took the hour at which the collection was made.
  @Test func aCollectionWithoutTheSettingIsRead() throws {
    let reviews = [
      Review(at: "2026-11-02T03:30:00+09:00"), Review(at: "2026-11-05T04:30:00+09:00"),
    ]
    for schema in [11, 18] {
      let path = try collection(
        "\(schema).anki2", schema: schema, reviews: reviews, ["rollover": NSNull()])
      #expect(try studied(path) == ["2026-11-01", "2026-11-05"])
    }
    let born = try #require(Instant(rfc3339: "2020-01-01T05:00:00+09:00"))
    for schema in [11, 18] {
      // The first scheduler has no use for the setting, where it is there.
      for rollover: Any in [NSNull(), 2] {
        let first = try collection(
          "first-\(schema)-\(rollover).anki2", schema: schema, reviews: reviews,
          ["rollover": rollover, "born": born.seconds, "scheduler": 1])
        #expect(try studied(first) == ["2026-11-01", "2026-11-04"])
        // It is the scheduler of a collection that names none.
        let unnamed = try collection(
          "unnamed-\(schema)-\(rollover).anki2", schema: schema, reviews: reviews,
          ["rollover": rollover, "born": born.seconds, "scheduler": NSNull()])
        #expect(try studied(unnamed) == ["2026-11-01", "2026-11-04"])
      }
    }
  }

  /// A collection on its way from one shape to the other has an empty table beside the text.
  @Test func anEmptyTableOfSettingsHidesNoText() throws {
    let reviews = [
      Review(at: "2026-11-02T03:30:00+09:00"), Review(at: "2026-11-05T04:30:00+09:00"),
    ]
    let path = try collection(
      "collection.anki2", schema: 11, reviews: reviews, ["rollover": 3])
    try execute(
      "CREATE TABLE config (KEY text NOT NULL PRIMARY KEY, usn integer, mtime_secs integer, val blob)",
      on: path)
    #expect(try studied(path) == ["2026-11-02", "2026-11-05"])
  }

  @Test func aDayMayHaveToHaveMore() throws {
    let path = try collection("collection.anki2")
    #expect(try studied(path, minutes: 3) == ["2026-11-01"])
    #expect(try studied(path, minutes: 4) == [])
    #expect(try studied(path, reviews: 3) == ["2026-11-01"])
    #expect(try studied(path, minutes: 4, reviews: 3) == [])
    // Nothing is missing in a file whose days have too little.
    try execute("PRAGMA journal_mode = wal", on: path)
    #expect(try studied(path, reviews: 9) == [])
    let table = try bench.scratch.write("2026-11-01,1\n", to: "table.csv")
    #expect(throws: ImportError.noReviews) { try studied(table, minutes: 1) }
  }

  @Test func whatCannotBeReadIsRefused() throws {
    let path = try collection("collection.anki2", ["schema": 19])
    #expect(throws: ImportError.newer(19)) { try bench.read(path) }
    #expect(try bench.read(path, force: true).studied.count == 2)
    #expect(throws: ImportError.noSuchHabit("Korean", of: [])) {
      try bench.read(collection("a.anki2"), habit: "Korean")
    }
    let packed = try collection("collection.anki21b")
    let cut = try Data(contentsOf: URL(fileURLWithPath: packed)).dropLast(100)
    try cut.write(to: URL(fileURLWithPath: packed))
    #expect(throws: ImportError.damaged) { try bench.read(packed) }
    try bench.scratch.write("no database\n", to: "text")
    try Child.run("zstd", ["-q", bench.scratch("text")]).succeeded()
    #expect(throws: ImportError.unknownFormat) { try bench.read(bench.scratch("text.zst")) }
  }

  /// A review before 1970 or in the year 20000 is none of Anki's; a wrong clock may have written one of tomorrow.
  @Test func aStrangeTimeIsSkipped() throws {
    let path = try collection(
      "collection.anki2",
      reviews: Self.reviews + [Review(at: "2026-11-21T04:00:00+09:00")])
    try execute(
      "UPDATE revlog SET id = -5 WHERE type = 2; UPDATE revlog SET id = 9999999999999999 WHERE type = 3",
      on: path)
    let found = try bench.read(path)
    #expect(found.studied == [date("2026-11-01")])
    #expect(
      Set(found.skipped.map(\.reason)) == [
        .notADate("-5"), .notADate("9999999999999999"), .afterToday(date("2026-11-21")),
      ])
  }

  /// A few bytes can become terabytes; they end at the limit of a database.
  @Test func aHugePackageIsRefused() throws {
    let path = bench.scratch("collection.anki21b")
    let script = """
      (printf 'SQLite format 3\\000'; head -c 1100M /dev/zero) | zstd -q -1 -o "$0"
      """
    let run = try Child.run(
      "sh", ["-c", script, path], within: .seconds(120))
    try #require(run.status == 0, "\(run.errors)")
    #expect(throws: ImportError.tooLarge(megabytes: 1024)) { try bench.read(path) }
  }
}

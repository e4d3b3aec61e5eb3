import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// A row's day is decided once: a file that is imported again, in another zone, on another machine or grown,
/// makes no day that nobody studied (docs/sync.md#imports).
struct ImportZoneTests {
  private let home = Scratch()

  /// Nine in the morning in Seoul, on four days that do not touch; in Los Angeles each is the day before.
  private static let mornings = [2, 5, 8, 11].map { "2026-11-\(padded($0))T00:00:00Z" }
  /// The four, one between them that arrives late, and a new one, in Los Angeles on November 14.
  private static let grown =
    mornings + ["2026-11-03T23:00:00Z", "2026-11-15T00:00:00Z"]

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The formats whose rows can have an instant without the zone of their writer.
  private static let formats: [String: @Sendable ([String]) -> String] = [
    "csv": { "date,value\n" + $0.map { "\($0),1\n" }.joined() },
    "day first": { instants in
      "date,value\n"
        + instants.map {
          "\($0.dropFirst(8).prefix(2)).11.2026 \($0.dropFirst(11).prefix(5)) (UTC),1\n"
        }.joined()
    },
    "habitica": { instants in
      "Task Name,Task ID,Task Type,Date,Value\n"
        + instants.sorted().enumerated().map { index, instant in
          "Study,7,daily,\(instant.prefix(10)) \(instant.dropFirst(11).prefix(8)),\(index + 1)\n"
        }.joined()
    },
    "habitbull": {
      "HabitName,CalendarDate,Value,CommentText\n" + $0.map { "Study,\($0),1,\n" }.joined()
    },
    "streaks": {
      "title,entry_type,entry_date\n" + $0.map { "Study,completed_manually,\($0)\n" }.joined()
    },
    "daylio": {
      "full_date,mood,activities,note_title,note\n" + $0.map { "\($0),good,Study,,\n" }.joined()
    },
    "notion": { instants in
      "Name,Date,Done\n"
        + instants.map {
          "A page,\"November \(Int($0.dropFirst(8).prefix(2)) ?? 0), 2026 \($0.dropFirst(11).prefix(5)) (UTC)\",Yes\n"
        }.joined()
    },
    "ics": { instants in
      let times = instants.map { $0.filter { !"-:".contains($0) } }
      return "BEGIN:VCALENDAR\r\n"
        + times.enumerated().map { index, time in
          index % 2 == 0
            ? "BEGIN:VEVENT\r\nSUMMARY:Study\r\nDTSTART:\(time)\r\nEND:VEVENT\r\n"
            : "BEGIN:VTODO\r\nSUMMARY:Study\r\nCOMPLETED:\(time)\r\nEND:VTODO\r\n"
        }.joined() + "END:VCALENDAR\r\n"
    },
  ]

  /// Makes a collection of Anki with a review at each instant.
  private func anki(_ instants: [String], rollover: Int = 4) throws -> String {
    let reviews = try instants.map { instant -> [Int] in
      [Int(try #require(Instant(rfc3339: instant)).seconds) * 1000, 3, 10_000, 1]
    }
    let path = home("collection-\(instants.count)-\(rollover).anki2")
    try makeAnkiFile(["reviews": reviews, "rollover": rollover], at: path)
    return path
  }

  private func file(_ format: String, _ instants: [String]) throws -> String {
    if format == "anki" { return try anki(instants) }
    let made = try #require(ImportZoneTests.formats[format])
    return try home.write(made(instants), to: "file-\(instants.count)")
  }

  @discardableResult
  private func haru(
    _ words: String..., on machine: String = "desk", in zone: String
  ) throws -> Child.Outcome {
    let run = try environment(home: home(machine), zone: zone).haru(at: "2026-11-20 12:00", words)
    #expect(run.status == 0, "\(words) in \(zone): \(run.errors)")
    return run
  }

  /// The days of November that are marked.
  private func marked(on machine: String = "desk") throws -> [Int] {
    try haru("export", "--format", "csv", on: machine, in: "UTC").output.split(separator: "\r\n")
      .filter { $0.dropFirst(10).hasPrefix(",1,") }
      .map { try #require(Int($0.dropFirst(8).prefix(2))) }
  }

  /// How many zones of sources the log of a machine tells.
  private func zones(on machine: String) throws -> Int {
    try Store(path: home("\(machine)/" + Desk.storePath), for: .reading).contents().log
      .count { $0.contains(#""kind":"zone""#) }
  }

  /// Each format in turn: the same file in another zone, a grown one, and both again.
  @Test(arguments: formats.keys.sorted() + ["anki"])
  func aDayIsDecidedOnce(format: String) throws {
    let (few, more) = (
      try file(format, ImportZoneTests.mornings), try file(format, ImportZoneTests.grown)
    )
    let first = try haru("import", few, in: "Asia/Seoul")
    #expect(first.output.contains("4 rows read in the time zone Asia/Seoul\n"), "\(first)")
    #expect(try marked() == [2, 5, 8, 11])
    let again = try haru("import", few, in: "America/Los_Angeles")
    #expect(again.output.contains("New: 0 days\n"), "\(again)")
    #expect(again.output.contains("4 rows read in the time zone Asia/Seoul\n"), "\(again)")
    // What arrives late is read as it would have been, and what is new in the present zone.
    let preview = try haru("import", "--dry-run", more, in: "America/Los_Angeles")
    #expect(preview.output.contains("5 rows read in the time zone Asia/Seoul\n"), "\(preview)")
    #expect(preview.output.contains("1 row read in the time zone America/Los_Angeles\n"))
    try haru("import", more, in: "America/Los_Angeles")
    #expect(try marked() == [2, 4, 5, 8, 11, 14])
    for zone in ["Asia/Seoul", "Pacific/Kiritimati", "America/Los_Angeles"] {
      #expect(try haru("import", more, in: zone).output.contains("New: 0 days\n"))
      #expect(try haru("import", few, "--time-zone", zone, in: "UTC").output.contains("New: 0"))
    }
    #expect(try marked() == [2, 4, 5, 8, 11, 14])
  }

  /// What carries its own date needs no zone, and leaves none.
  @Test func aFileOfDatesIsOfNoZone() throws {
    let days = try home.write("2026-11-02,1\n2026-11-03T23:00:00+09:00,1\n", to: "days.csv")
    #expect(try !haru("import", days, in: "Asia/Seoul").output.contains("time zone"))
    #expect(try zones(on: "desk") == 0)
    #expect(try haru("import", days, in: "America/Los_Angeles").output.contains("New: 0 days\n"))
  }

  /// Midnights tell by themselves where they were.
  @Test func midnightsAreTheSameEverywhere() throws {
    let path = home("SwiftCal.sqlite")
    let rows = (1...12).map {
      "(\($0), 1, unixepoch('2026-11-\(Self.padded($0)) 15:00') - 978307200)"
    }
    try execute(
      """
      CREATE TABLE ZDAY (Z_PK INTEGER PRIMARY KEY, ZDIDSTUDY INTEGER, ZDATE TIMESTAMP);
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255));
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Day'); INSERT INTO Z_METADATA VALUES (1, 'A');
      INSERT INTO ZDAY VALUES \(rows.joined(separator: ", "));
      """, on: path)
    try haru("import", path, in: "Asia/Seoul")
    let days = try marked()
    #expect(days == Array(2...13))
    for zone in ["America/Los_Angeles", "Pacific/Kiritimati", "UTC"] {
      #expect(try haru("import", path, in: zone).output.contains("New: 0 days\n"), "\(zone)")
    }
  }

  /// Anki's *next day starts at* was moved after the import.
  @Test func aMovedStartOfTheDayMovesNoDay() throws {
    // Eight in the morning in Seoul.
    let early = [2, 5, 8, 11].map { "2026-11-\(Self.padded($0))T08:00:00+09:00" }
    try haru("import", anki(early), in: "Asia/Seoul")
    #expect(try marked() == [2, 5, 8, 11])
    let moved = try haru("import", anki(early, rollover: 9), in: "Asia/Seoul")
    #expect(moved.output.contains("New: 0 days\n"), "\(moved)")
    let new = early + ["2026-11-15T08:00:00+09:00"]
    try haru("import", anki(new, rollover: 9), in: "Asia/Seoul")
    #expect(try marked() == [2, 5, 8, 11, 14])
  }

  /// Two machines in two zones share a folder.
  @Test func anotherMachineReadsTheRowsAlike() throws {
    let path = try anki(ImportZoneTests.mornings)
    let grown = try anki(ImportZoneTests.grown)
    let folder = try home.makeFolder("folder")
    try haru("import", path, in: "Asia/Seoul")
    try haru("sync", "on", folder, in: "Asia/Seoul")
    try haru("sync", "on", folder, on: "lap", in: "America/Los_Angeles")
    let there = try haru("import", path, on: "lap", in: "America/Los_Angeles")
    #expect(there.output.contains("New: 0 days\n"), "\(there)")
    try haru("import", grown, on: "lap", in: "America/Los_Angeles")
    try haru("sync", "check", on: "lap", in: "America/Los_Angeles")
    #expect(try haru("import", grown, in: "Asia/Seoul").output.contains("New: 0 days\n"))
    #expect(try marked() == [2, 4, 5, 8, 11, 14])
    #expect(try marked(on: "lap") == [2, 4, 5, 8, 11, 14])
  }

  /// An undone import is forgotten with its zone, and a redone one is known again.
  @Test func anUndoneImportHasNoZone() throws {
    let path = try file("csv", ImportZoneTests.mornings)
    try haru("import", path, in: "Asia/Seoul")
    try haru("undo", in: "UTC")
    try haru("redo", in: "UTC")
    #expect(
      try haru("import", path, in: "America/Los_Angeles").output.contains("New: 0 days\n"))
    try haru("undo", in: "UTC")
    try haru("import", path, in: "America/Los_Angeles")
    #expect(try marked() == [1, 4, 7, 10])
    try haru("undo", in: "UTC")
    try haru("redo", in: "UTC")
    #expect(try haru("import", path, in: "Asia/Seoul").output.contains("New: 0 days\n"))
    #expect(try haru("store", "check", in: "UTC").status == 0)
  }

  /// An export carries the zones, into an empty store and out of it again.
  @Test func anExportCarriesTheZones() throws {
    let path = try file("csv", ImportZoneTests.mornings)
    try haru("import", path, in: "Asia/Seoul")
    let export = home("days.json")
    try haru("export", "-o", export, in: "UTC")
    try haru("import", export, on: "lap", in: "America/Los_Angeles")
    #expect(
      try haru("import", path, on: "lap", in: "America/Los_Angeles").output
        .contains("New: 0 days\n"))
    #expect(
      try haru("export", "--format", "json", on: "lap", in: "UTC").output
        == haru("export", "--format", "json", in: "UTC").output)
    #expect(try (zones(on: "desk"), zones(on: "lap")) == (1, 1))
    // There too an undo takes them back.
    try haru("undo", on: "lap", in: "UTC")
    try haru("import", path, on: "lap", in: "America/Los_Angeles")
    #expect(try marked(on: "lap") == [1, 4, 7, 10])
  }

  /// Version 0.4 remembered the days of a source without a zone: it was that of the import.
  @Test func anImportOfAnEarlierVersionHasTheZoneOfItsEntries() throws {
    let path = try file("csv", ImportZoneTests.mornings)
    try haru("import", path, in: "Asia/Seoul")
    try execute("DELETE FROM entry WHERE kind = 'zone'", on: home("desk/" + Desk.storePath))
    #expect(
      try haru("import", path, in: "America/Los_Angeles").output.contains("New: 0 days\n"))
    #expect(try marked() == [2, 5, 8, 11])
  }

  // MARK: Days long ago

  /// A day that `mark` and the inbox refuse is no day of an import either: a Persian year, a *never*, the
  /// beginning of time, a birthday without a year.
  @Test func daysLongAgoAreNamedAndLeftOut() throws {
    let persian = try home.write("date,value\n1405/08/29,1\n1405/08/30,1\n", to: "persian.csv")
    let all = try environment(home: home("desk"), zone: "Asia/Tehran").haru(
      at: "2026-11-20 12:00", "import", persian)
    #expect(all.status == 65, "\(all)")
    #expect(all.output.contains("1405-08-30, 1405-08-29"), "\(all)")
    #expect(all.output.contains("add --force"), "\(all)")
    let rows = ["0001-01-01", "1604-05-02", "1970-01-01", "2019-03-01", "2026-11-02"]
    let some = try home.write(rows.map { "\($0),1\n" }.joined(), to: "some.csv")
    let preview = try haru("import", "--dry-run", some, in: "UTC")
    for words in [preview, try haru("import", some, in: "UTC")] {
      #expect(words.output.hasPrefix("CSV: 2 studied days, 2019-03-01 to 2026-11-02\n"), "\(words)")
      #expect(words.output.contains("1970-01-01, 1604-05-02, 0001-01-01"), "\(words)")
      #expect(words.output.contains("New: 2 days\n"), "\(words)")
    }
    #expect(try haru("import", some, in: "UTC").output.contains("New: 0 days\n"))
    let forced = try haru("import", "--force", some, in: "UTC")
    #expect(forced.output.contains("New: 3 days\n"), "\(forced)")
    #expect(try haru("import", some, in: "UTC").output.contains("New: 0 days\n"))
  }

  /// A history of many years comes in whole, also with a hole of years in it.
  @Test func aLongHistoryIsTaken() throws {
    let old = try home.write(
      (1990...2012).map { "\($0)-06-01,1\n" }.joined() + "2021-06-01,1\n2026-06-01,1\n",
      to: "old.csv")
    #expect(try haru("import", old, in: "UTC").output.contains("New: 25 days\n"))
  }
}

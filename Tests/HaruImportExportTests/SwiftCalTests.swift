import Foundation
import HaruCore
import Support
import Testing

/// Importing a store of SwiftCal (docs/formats.md#swiftcal).
struct SwiftCalTests {
  private typealias Row = CoreDataFile.Row
  private let bench = ImportBench()

  /// A month of rows like those of SwiftCal, with the studied days.
  private func month(
    _ first: String, _ count: Int, in zone: Zone = .seoul, studied: Set<Int> = []
  ) -> [Row] {
    days(first, count).map { Row($0, in: zone, studied: studied.contains($0.dayOfMonth)) }
  }

  @Test func aFileWithAllItsRowsInTheLogIsRead() throws {
    let rows = month("2026-11-01", 30, studied: Set(1...19).subtracting([7]))
    let path = try bench.database(CoreDataFile.sql(rows), to: "SwiftCal.sqlite", inLog: true)
    #expect(try bench.contents()["SwiftCal.sqlite"]?.count == 4096, "all rows are in the log")
    let before = try bench.contents()
    let found = try bench.read(path)
    #expect(found.origin == "SwiftCal")
    #expect(found.sourceID == "coredata:6A1C2F7E-1C1B-4F8B-9B57-0A9D3A2F1E55")
    #expect(found.studied == Set(days("2026-11-01", 19)).subtracting([date("2026-11-07")]))
    #expect(found.duplicates == 0)
    #expect(found.skipped == [])
    #expect(found.remarks == [.zone("Asia/Seoul", rows: 30)])
    #expect(try bench.contents() == before, "the source is never written")
  }

  @Test func aFileWithoutALogAndOneOfSwiftDataAreRead() throws {
    let rows = CoreDataFile.sql(month("2026-10-01", 31, studied: [3, 4]))
    let expected = Set(days("2026-10-03", 2))
    #expect(try bench.read(bench.database(rows, to: "old.sqlite")).studied == expected)
    let swiftData = try bench.database(
      rows + CoreDataFile.history, to: "default.store", inLog: true)
    #expect(try bench.read(swiftData).studied == expected)
  }

  @Test func anUnfinishedWriteIsRolledBackInACopyOnly() throws {
    let rows = CoreDataFile.sql(month("2026-10-01", 31, studied: [3, 4]))
    let path = try bench.database(rows, to: "cut.sqlite")
    // Killed within a transaction whose pages are in the file already.
    let cut = try Child.run(
      "sqlite3", ["-batch", path],
      input: """
        PRAGMA cache_size = 1; PRAGMA cache_spill = 1;
        BEGIN; UPDATE ZDAY SET ZDIDSTUDY = 1;
        CREATE TABLE filler (x); INSERT INTO filler
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
          SELECT zeroblob(1000) FROM n;
        .shell kill -9 $PPID

        """)
    try #require(cut.status != 0)
    try #require(FileManager.default.fileExists(atPath: path + "-journal"))
    let before = try bench.contents()
    #expect(try bench.read(path).studied == Set(days("2026-10-03", 2)))
    #expect(try bench.contents() == before)
  }

  @Test func duplicatesAreMergedAndNoStudiedDayIsLost() throws {
    // SwiftCal leaves them in every month that begins on a Sunday; days are studied in either row.
    let rows =
      month("2026-10-01", 31, studied: [1, 2, 3]) + month("2026-10-01", 31, studied: [3, 4])
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    #expect(found.studied == Set(days("2026-10-01", 4)))
    #expect(found.duplicates == 31)
  }

  @Test(arguments: [false, true])
  func aFalseDuplicateBreaksNoStreak(isFirst: Bool) throws {
    let studied = month("2026-11-01", 10, studied: Set(1...10))
    let false8 = [Row(date("2026-11-08"), in: .seoul, studied: false)]
    let rows = isFirst ? false8 + studied : studied + false8
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    let record = Record(days: found.studied.sorted(by: >))
    #expect(History(of: record, today: date("2026-11-10")).streak.current == 10)
  }

  @Test func emptyAndFractionalValuesAreRead() throws {
    let rows =
      month("2026-11-01", 10, studied: [2]) + [
        Row(date: "NULL", didStudy: "1"), Row(date: "'soon'", didStudy: "1"),
        Row(date: "-63114076800", didStudy: "1"), Row(date: "1e300", didStudy: "1"),
        Row(date: "9e999", didStudy: "1"),
        Row(date("2026-11-03"), in: .seoul, studied: true, plus: ".25"),
        Row(date: Row(date("2026-11-04"), in: .seoul, studied: true).date, didStudy: "NULL"),
      ]
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    #expect(found.studied == Set(days("2026-11-02", 2)))
    #expect(
      found.skipped.map(\.place) == [.row(11), .row(12), .row(13), .row(14), .row(15)])
    #expect(found.skipped.prefix(2).map(\.reason) == [.noDate, .notADate("soon")])
    #expect(found.duplicates == 2)
  }

  @Test func daysAfterTodayAreSkippedIfStudied() throws {
    let rows =
      month("2026-11-01", 30, studied: [20, 21]) + month("2026-12-01", 31, studied: [1])
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    #expect(found.studied == [date("2026-11-20")])
    #expect(
      found.skipped.map(\.reason) == [
        .afterToday(date("2026-11-21")), .afterToday(date("2026-12-01")),
      ])
  }

  @Test func aHundredThousandRowsAreReadQuickly() throws {
    let rows = """
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
      INSERT INTO ZDAY (Z_ENT, Z_OPT, ZDIDSTUDY, ZDATE)
        SELECT 1, 1, 1, 600015600 + (i % 2000) * 86400 FROM n;
      """
    let path = try bench.database(CoreDataFile.tables + rows, inLog: true)
    let found = try bench.read(path)
    #expect(found.studied == Set(days("2020-01-07", 2000)))
    #expect(found.duplicates == 98_000)
  }

  // MARK: Zones

  @Test func summerTimeIsNotAnotherZone() throws {
    let berlin = try Zone.named("Europe/Berlin")
    let rows = month("2026-03-01", 31, in: berlin, studied: [28, 29, 30])
    let path = try bench.database(CoreDataFile.sql(rows))
    let here = try bench.read(path, zone: berlin)
    #expect(here.studied == Set(days("2026-03-28", 3)))
    #expect(here.remarks == [.zone("Europe/Berlin", rows: 31)])
    // Read in another zone, the offsets are found and the days are the same.
    let elsewhere = try bench.read(path)
    #expect(elsewhere.studied == here.studied)
    #expect(elsewhere.remarks == [.offset(3600, rows: 29), .offset(7200, rows: 2)])
  }

  @Test func aDayWithoutMidnightStartsAtOneOClock() throws {
    let beirut = try Zone.named("Asia/Beirut")
    // Summer time began on 29 March 2026 at midnight.
    let rows = month("2026-03-20", 12, in: beirut, studied: [28, 29, 30])
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)), zone: beirut)
    #expect(found.studied == Set(days("2026-03-28", 3)))
    #expect(found.remarks == [.zone("Asia/Beirut", rows: 12)])
  }

  /// Summer time moves a midnight by less.
  @Test func aRowTwoHoursFromMidnightIsItsDay() throws {
    // Midnight of 11 November 2026 in Seoul, and two hours.
    let late = "\(1_794_322_800 + 7200 - 978_307_200)"
    let rows = month("2026-11-01", 10, studied: [1]) + [Row(date: late, didStudy: "1")]
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    #expect(found.studied == [date("2026-11-01"), date("2026-11-11")])
    #expect(found.skipped == [])
  }

  @Test func theZoneOfTheRowsIsInferred() throws {
    // In the local time of Los Angeles, Seoul's midnights are in the day before.
    let path = try bench.database(CoreDataFile.sql(month("2026-10-01", 31, studied: [1, 31])))
    let losAngeles = try Zone.named("America/Los_Angeles")
    for isNamed in [false, true] {
      let found = try bench.read(path, zone: losAngeles, isZoneNamed: isNamed)
      #expect(found.studied == [date("2026-10-01"), date("2026-10-31")])
      #expect(found.remarks == [.offset(32_400, rows: 31)])
    }
  }

  @Test func aTravellersDaysOfBothZonesAreRead() throws {
    let losAngeles = try Zone.named("America/Los_Angeles")
    let rows =
      month("2026-09-01", 30, studied: [29, 30])
      + month("2026-10-01", 31, in: losAngeles, studied: [1, 2])
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    #expect(found.studied == Set(days("2026-09-29", 4)))
    #expect(found.remarks == [.offset(-25_200, rows: 31), .zone("Asia/Seoul", rows: 30)])
  }

  @Test func anAmbiguousSideOfTheDateLineIsAsked() throws {
    for name in ["Pacific/Auckland", "Pacific/Honolulu", "Pacific/Kiritimati", "Pacific/Tongatapu"]
    {
      let zone = try Zone.named(name)
      let rows = month("2026-11-01", 30, in: zone, studied: [2, 3])
      let bench = ImportBench()
      let path = try bench.database(CoreDataFile.sql(rows))
      #expect(throws: ImportError.ambiguousZone, "\(name)") { try bench.read(path) }
      for isNamed in [false, true] {
        let found = try bench.read(path, zone: zone, isZoneNamed: isNamed)
        #expect(found.studied == Set(days("2026-11-02", 2)), "\(name)")
      }
    }
  }

  /// Single rows that could be midnight on both sides of the date line decide nothing.
  @Test func aSingleAmbiguousRowAsksNothing() throws {
    let eleven = "\(Instant(1_793_674_800).seconds - 978_307_200 + 8 * 3600)"
    let rows = month("2026-11-01", 10, studied: [1]) + [Row(date: eleven, didStudy: "1")]
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    #expect(found.studied == [date("2026-11-01")])
    #expect(found.skipped.map(\.place) == [.row(11)])
  }

  @Test func twoRowsAreEnoughToInferAZone() throws {
    let berlin = try Zone.named("Europe/Berlin")
    let rows = ["2026-01-15", "2026-07-15"].map { Row(date($0), in: berlin, studied: true) }
    let found = try bench.read(bench.database(CoreDataFile.sql(rows)))
    #expect(found.studied == [date("2026-01-15"), date("2026-07-15")])
  }

  @Test func aRowNearNoMidnightIsReportedAsAGuess() throws {
    let noon = "\(Instant(1_793_674_800).seconds - 978_307_200 + 7)"
    let rows = month("2026-11-01", 10, studied: [1]) + [Row(date: noon, didStudy: "1")]
    let path = try bench.database(CoreDataFile.sql(rows))
    let found = try bench.read(path)
    #expect(found.studied == [date("2026-11-01")])
    #expect(
      found.skipped == [
        Import.Skipped(.row(11), .noMidnight(Instant(1_793_674_807)))
      ])
    let forced = try bench.read(path, force: true)
    #expect(forced.studied == [date("2026-11-01"), date("2026-11-03")])
    #expect(forced.skipped == [])
  }

  // MARK: Files that are not a store of SwiftCal

  @Test func aCoreDataFileOfAnotherProgramIsRefused() throws {
    let other = CoreDataFile.tables
      .replacing("ZDAY", with: "ZACCOUNT").replacing("'Day'", with: "'Account'")
    let path = try bench.database(other)
    #expect(throws: ImportError.noDays) { try bench.read(path) }
  }

  @Test func anotherSQLiteFileIsRefused() throws {
    let path = try bench.database("CREATE TABLE mark (day TEXT)")
    #expect(throws: ImportError.unknownFormat) { try bench.read(path) }
  }

  @Test(arguments: [100, 5000, 9000]) func aTruncatedFileIsRefused(length: Int) throws {
    let path = try bench.database(CoreDataFile.sql(month("2026-10-01", 31, studied: [1])))
    try #require(truncate(path, length) == 0)
    #expect(throws: ImportError.damaged) { try bench.read(path) }
  }

  /// A view in place of a table is not read: it could run code of the file.
  @Test func aViewInPlaceOfATableIsRefused() throws {
    let view =
      CoreDataFile.tables.replacing("CREATE TABLE ZDAY", with: "CREATE TABLE ZREAL") + """
        CREATE VIEW ZDAY AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
          SELECT i AS Z_PK, 1 AS ZDIDSTUDY, i AS ZDATE FROM n;
        """
    let path = try bench.database(view)
    #expect(throws: ImportError.noDays) { try bench.read(path) }
  }

  /// SQLite removes the super-journal that a journal names, which could be any file.
  @Test func aJournalThatNamesAnotherFileIsRefused() throws {
    let path = try bench.database(CoreDataFile.sql(month("2026-10-01", 31, studied: [1])))
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    let journal = Data(magic + [UInt8](repeating: 0, count: 600) + magic)
    try journal.write(to: URL(fileURLWithPath: path + "-journal"))
    #expect(throws: ImportError.damaged) { try bench.read(path) }
  }

  @Test func aHabitCannotBeChosen() throws {
    let path = try bench.database(CoreDataFile.sql(month("2026-10-01", 31)))
    #expect(throws: ImportError.noSuchHabit("Study", of: [])) {
      try bench.read(path, habit: "Study")
    }
  }
}

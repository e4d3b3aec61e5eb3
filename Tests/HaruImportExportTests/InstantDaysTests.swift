import HaruCore
import HaruImportExport
import Support
import Testing

/// In which zone the instants of a source are read (docs/sync.md#imports).
struct InstantDaysTests {
  private let bench = ImportBench()

  private static let losAngeles = Zone(name: "America/Los_Angeles") { _ in -8 * 3600 }

  /// Reads instants, as they are known by zones with their offsets.
  private func read(
    _ instants: [String], _ known: [String: Int], until: String = "2026-11-05T00:00:00Z",
    startsAt: TimeOfDay? = .midnight, isZoneNamed: Bool = false, knows: Bool = true
  ) throws -> Import.Found {
    let path = try bench.scratch.write(instants.map { "\($0),1\n" }.joined(), to: "made.csv")
    let until = try #require(Instant(rfc3339: until))
    let zones = known.keys.map { SourceZone(until: until, startsAt: startsAt, zone: $0) }
    let options = ImportOptions(
      zone: Self.losAngeles, isZoneNamed: isZoneNamed, today: ImportBench.today,
      sourceZones: ["csv": zones]
    ) { name in
      guard knows else { return nil }
      return known[name].map { hours in Zone(name: name) { _ in hours * 3600 } }
    }
    return try ImportFormats.read(path, options)
  }

  @Test func theZoneThatReachesAnInstantReadsIt() throws {
    let found = try read(
      ["2026-11-05T00:00:00Z", "2026-11-02T20:00:00Z", "2026-11-05T00:00:01Z"], ["Asia/Seoul": 9])
    #expect(found.studied == Set(["2026-11-05", "2026-11-03", "2026-11-04"].map(date)))
    #expect(
      found.remarks == [
        .zone("Asia/Seoul", rows: 2), .zone("America/Los_Angeles", rows: 1),
      ])
    #expect(found.newZones.map(\.description) == ["1793836801 00:00 America/Los_Angeles"])
    #expect(found.knownZones?.map(\.zone) == ["Asia/Seoul"])
  }

  /// What was noted at midnight is meant for the date, wherever it stands.
  @Test(arguments: [[15, 11], [11, 15], [15, 11, 15, 16], [16, 15, 11]])
  func theOrderOfRowsDecidesNoDay(hours: [Int]) throws {
    let rows = hours.map { "2026-11-18T\($0):00:00Z,1\n" }.joined()
    let path = try bench.scratch.write(rows, to: "made.csv")
    let seoul = Zone(name: "Asia/Seoul") { _ in 9 * 3600 }
    let options = ImportOptions(
      zone: seoul, today: ImportBench.today,
      dayStartsAt: try #require(TimeOfDay("03:00")))
    // 20:00 on the 18th, midnight, and 01:00, which is of the 18th as well.
    #expect(
      try ImportFormats.read(path, options).studied
        == Set(["2026-11-18", "2026-11-19"].map(date)))
  }

  @Test func whatIsKnownLeavesNothingNew() throws {
    let found = try read(["2026-11-02T20:00:00Z"], ["Asia/Seoul": 9])
    #expect(found.newZones == [])
    let dates = try read(["2026-11-02", "2026-11-02T20:00:00+02:00"], ["Asia/Seoul": 9])
    #expect(dates.newZones == [] && dates.knownZones == nil && dates.remarks == [])
  }

  /// A row that has not come yet does not say how those before it are read.
  @Test func aRowAfterTodayReachesNothing() throws {
    let found = try read(["2026-11-10T20:00:00Z", "2027-11-10T20:00:00Z"], [:])
    #expect(found.newZones.map(\.description) == ["1794340800 00:00 America/Los_Angeles"])
  }

  /// What an earlier version has not kept is kept, and yields to what the user says.
  @Test func anEarlierVersionsZoneIsAGuess() throws {
    let instants = ["2026-11-02T20:00:00Z", "2026-11-10T20:00:00Z"]
    let found = try read(instants, ["Asia/Seoul": 9], startsAt: nil)
    #expect(found.studied == Set(["2026-11-03", "2026-11-10"].map(date)))
    #expect(
      found.newZones.map(\.description) == [
        "1793836800 00:00 Asia/Seoul", "1794340800 00:00 America/Los_Angeles",
      ])
    let named = try read(instants, ["Asia/Seoul": 9], startsAt: nil, isZoneNamed: true)
    #expect(named.studied == Set(["2026-11-02", "2026-11-10"].map(date)))
    #expect(named.newZones.map(\.zone) == ["America/Los_Angeles"])
  }

  /// Only where a row needs it, and only until the user names one.
  @Test func anUnknownZoneIsRefused() throws {
    #expect(throws: ImportError.unknownZone("CEST")) {
      try read(["2026-11-02T20:00:00Z"], ["CEST": 2], knows: false)
    }
    #expect(
      try read(["2026-11-02T20:00:00Z"], ["CEST": 2], isZoneNamed: true, knows: false).studied
        == [date("2026-11-02")])
    #expect(
      try read(["2026-11-08T20:00:00Z", "2026-11-02"], ["CEST": 2], knows: false).studied
        == Set(["2026-11-08", "2026-11-02"].map(date)))
  }
}

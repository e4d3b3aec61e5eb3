import HaruCore
import HaruLog
import Testing

/// The zones in which the instants of a source are read (docs/sync.md#imports).
struct SourceZoneTests {
  private func entry(_ value: String?, replacing known: LogEntry...) throws -> LogEntry {
    let said = Provenance(at: Instant(1_795_410_830), utcOffset: 0, zone: "UTC", source: .import)
    return LogEntry(
      try #require(Register(.zone, "anki")), value, by: said, replacing: known.map(\.name))
  }

  @Test(arguments: [
    "1795410830 04:00 Asia/Seoul", "-1 00:00 <+0545>-5:45", "0 23:59 ", "0 00:00 with blanks",
  ])
  func oneIsATextAndBack(text: String) throws {
    let zone = try #require(SourceZone(text))
    #expect(zone.description == text)
    let entry = try entry(text)
    #expect(ParsedEntry(entry.text) == .entry(entry))
  }

  /// What is written in another way is of a newer version: it is kept, and not understood.
  @Test(arguments: [
    "", "1795410830", "1795410830 04:00", "1795410830 4:00 Asia/Seoul", "1795410830 - Asia/Seoul",
    "+1 04:00 Asia/Seoul", "01 04:00 UTC", "99999999999999 04:00 UTC", "1 24:00 UTC",
    "1 04:00 UTC\0",
  ])
  func anythingElseIsNone(text: String) throws {
    #expect(SourceZone(text) == nil)
    let unknown = try entry(text)
    #expect(ParsedEntry(unknown.text) == .unknown(unknown.name))
  }

  @Test func thoseThatStandCountTogether() throws {
    let seoul = try entry("1795410830 04:00 Asia/Seoul")
    let berlin = try entry("1795410000 04:00 Europe/Berlin")
    let same = try entry("1795410000 04:00 Europe/Berlin", replacing: seoul)
    let undone = try entry(nil, replacing: seoul)
    func zones(_ entries: LogEntry...) -> [String] {
      RegisterValue(of: entries).sourceZones.map(\.zone)
    }
    #expect(zones(seoul, berlin) == ["Europe/Berlin", "Asia/Seoul"])
    #expect(zones(seoul, berlin, undone) == ["Europe/Berlin"])
    #expect(zones(berlin, same, seoul) == ["Europe/Berlin"])
  }
}

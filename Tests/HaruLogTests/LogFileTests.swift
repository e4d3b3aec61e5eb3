import HaruCore
import HaruLog
import Support
import Testing

/// Names of files, months and digests (docs/sync.md#the-folder).
struct LogFileTests {
  private let bytes = Array("one\ntwo\n".utf8)

  @Test func aFileIsNamedByItsMonthAndTheHashOfItsBytes() throws {
    let file = LogFile(of: bytes, in: "2026-11")
    // The first 32 digits that sha256sum prints for the bytes.
    #expect(file.name == "2026-11-c3f9c8c283a2b1f2f1896f27a01cbe3c.jsonl")
    #expect(try #require(LogFile(file.name)) == file)
    #expect(file.holds(bytes))
  }

  @Test func aFileHoldsNothingElse() {
    let file = LogFile(of: bytes, in: "2026-11")
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(!file.holds(damaged))
      #expect(!file.holds(Array(bytes[..<place])))
    }
  }

  @Test(arguments: [
    "2026-11-HASH.sync-conflict-20261121-101010-ABCDEFG.jsonl",
    "2026-11-HASH (conflicted copy).jsonl", ".2026-11-HASH.jsonl", "2026-11-HASH.jsonl.tmp",
    "2026-11-HASH", "2026-11.jsonl", "2026-13-HASH.jsonl", "2026-1-HASH.jsonl", "HASH.jsonl",
    "0000-11-HASH.jsonl", "2026_11_HASH.jsonl", "2026-11-HASH.JSONL", "2026-11HASH.jsonl",
    "2026-11-x-HASH.jsonl", "000001.jsonl", "",
  ])
  func otherNamesAreNone(_ name: String) throws {
    let hash = LogFile(of: bytes, in: "2026-11").name.dropFirst(8).prefix(32)
    #expect(LogFile("2026-11-\(hash).jsonl") != nil)
    #expect(LogFile(name.replacing("HASH", with: hash)) == nil)
    #expect(LogFile("2026-11-\(hash.uppercased()).jsonl") == nil)
  }

  // MARK: Months

  @Test func aMonthIsThatOfUTC() {
    #expect(LogMonth.of(Instant(0)) == "1970-01")
    #expect(LogMonth.of(Instant(-1)) == "1969-12")
    #expect(LogMonth.instants(of: "1970-02") == 2_678_400..<5_097_600)
    #expect(LogMonth.instants(of: "2024-02").count == 29 * 86_400)
  }

  @Test func everyInstantOfAStoreIsInItsMonth() {
    var random = Seeded(5)
    let bounds = StoredBounds.instants
    let seconds = bounds.lowerBound.seconds...bounds.upperBound.seconds
    let some = (0..<5000).map { _ in Instant(.random(in: seconds, using: &random)) }
    for instant in some + [bounds.lowerBound, bounds.upperBound] {
      #expect(LogMonth.instants(of: LogMonth.of(instant)).contains(instant.seconds))
    }
  }

  @Test(arguments: ["", "2026", "2026-1", "2026-13", "2026-00", "2026-11-01", "0000-01"])
  func whatIsNoMonthHasNoInstants(_ text: String) {
    #expect(LogMonth.instants(of: text).isEmpty)
  }

  // MARK: The digest

  private func entry(_ seconds: Int64) -> LogEntry {
    LogEntry(Register(.study, date("2026-11-22")), "studied", by: said(at: seconds))
  }

  @Test func aDigestIsShortEnoughToReadAloud() {
    let word = EntryName.digest(of: [entry(1).name])
    #expect(word.count == 9 && word.dropFirst(4).first == "-")
    #expect(word.allSatisfy { "0123456789abcdef-".contains($0) })
  }

  @Test func otherEntriesHaveAnotherDigest() {
    let names = (1...5).map { entry($0).name }.sorted()
    let digests = (0...5).map { EntryName.digest(of: names.prefix($0)) }
    #expect(Set(digests).count == 6)
    #expect(EntryName.digest(of: names) == digests[5])
  }
}

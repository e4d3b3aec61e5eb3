import Foundation
import HaruCore
import HaruImportExport
import HaruStore
import Support
import Testing

/// Files with a few wrong bytes never crash a reader, and never leave half an import.
struct FuzzTests {
  /// `make torture` tries a million.
  private static let rounds = 300
  /// The first of this many readable files is also imported and undone.
  private static let stride = 20

  private let bench = ImportBench()

  @Test(arguments: ImportFormats.names)
  func mutatedFilesNeverCrashAReader(format: String) throws {
    // Thousands of copies are faster in memory.
    let folder = getenv("TMPDIR").map { String(cString: $0) }
    if access("/dev/shm", W_OK) == 0 { setenv("TMPDIR", "/dev/shm", 1) }
    defer { if let folder { setenv("TMPDIR", folder, 1) } else { unsetenv("TMPDIR") } }
    let seed: UInt64 = 20_261_120
    var random = Seeded(seed)
    let file = try sample(of: format)
    let sample = try bench.bytes(of: file)
    let store = try Store(path: bench.scratch("haru.sqlite"), for: .writing)
    let mine = Provenance(at: Instant(0), in: .seoul, source: .command)
    try store.setStudied([ImportBench.today], true, today: ImportBench.today, by: mine)
    var (recognized, read, written) = (0, 0, 0)
    let begin = ContinuousClock.now
    let options = ImportOptions(zone: .seoul, habit: file.habit, today: ImportBench.today)
    let path = bench.scratch("mutated")
    for _ in 0..<FuzzTests.rounds {
      write(Mutation.of([UInt8](sample), &random), to: path)
      guard let source = try? Source(path: path),
        ImportFormats.recognizes(source, as: format)
      else { continue }
      recognized += 1
      guard let found = try? ImportFormats.read(source, format: format, options) else { continue }
      read += 1
      if found.studied.contains(where: { $0 > options.today }) { Issue.record("after today") }
      if read % FuzzTests.stride == 1 {
        try expectWhole(in: store) { zones in
          try ImportFormats.read(
            source, format: format,
            ImportOptions(
              zone: .seoul, habit: file.habit, today: ImportBench.today, sourceZones: zones))
        }
        written += 1
      }
    }
    print(
      "fuzz \(format), seed \(seed): \(recognized) of \(FuzzTests.rounds) recognized,",
      "\(read) read, \(written) written, \(ContinuousClock.now - begin)")
    // Where a file holds more than ASCII, most are no UTF-8 any more.
    #expect(recognized >= FuzzTests.rounds / 4, "\(recognized)")
    #expect(written > 0)
    #expect(try store.problems() == [])
  }

  /// A file that was cut anywhere says no day that the whole one does not say.
  @Test(arguments: ImportFormats.names)
  func cutFilesSayNoFalseDay(format: String) throws {
    let file = try sample(of: format)
    let (sample, whole) = (try bench.bytes(of: file), Set(file.studied.map(date)))
    #expect(try studied(sample, file) == whole)
    for cut in 0..<300 {
      let part = sample.prefix(sample.count * cut / 300)
      #expect(try studied(part, file)?.isSubset(of: whole) ?? true, "\(part.count) bytes")
    }
  }

  /// Tickmate's numbers of a year, a month and a day are whole whichever bit is flipped.
  private static let formatsWithDates = ImportFormats.names.filter { $0 != "tickmate" }

  /// A flipped bit makes no day whose date is not written in the file.
  @Test(arguments: formatsWithDates)
  func flippedBitsSayNoFalseDay(format: String) throws {
    let file = try sample(of: format)
    let (sample, whole) = (try bench.bytes(of: file), Set(file.studied.map(date)))
    var random = Seeded(20_261_122)
    for _ in 0..<300 {
      var damaged = sample
      damaged[Int.random(in: 0..<sample.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      for day in try studied(damaged, file)?.subtracting(whole) ?? [] {
        let written = String(decoding: damaged, as: UTF8.self)
        // A time of UTC may be written with the date before.
        let dates = [day, day.advanced(by: -1)].compactMap(\.self)
        #expect(dates.flatMap(forms).contains { written.contains($0) }, "\(day)")
      }
    }
  }

  private func studied(_ bytes: Data, _ file: OtherFile) throws -> Set<Day>? {
    let path = bench.scratch("damaged")
    try bytes.write(to: URL(fileURLWithPath: path))
    return try? bench.read(path, format: file.format, habit: file.habit).studied
  }

  /// How the samples write a day.
  private func forms(of day: Day) -> [String] {
    let since1970 = day.days(since: date("1970-01-01"))
    let parts = day.description.split(separator: "-").compactMap { Int($0) }
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let named = ["\(parts[2])", "0\(parts[2])"].map { "\(months[parts[1] - 1]) \($0), \(parts[0])" }
    return [day.description, day.description.replacing("-", with: ""), "\(since1970)"] + named
  }

  /// An import is written whole, changes nothing the second time, and is undone whole.
  private func expectWhole(
    in store: Store, _ read: ([String: [SourceZone]]) throws -> Import.Found
  ) throws {
    let found = try read(try store.sourceZones())
    let provenance = Provenance(at: Instant(0), in: .seoul, source: .import)
    let before = try store.record()
    let changes = try store.addDays(of: found, today: ImportBench.today, by: provenance)
    #expect(try store.record() == before.applying(changes, since: nil, today: .latest))
    #expect(
      Set(changes.marked).union(before.days).union(changes.leftAlone).union(changes.longAgo)
        .isSuperset(of: found.studied))
    let again = try read(try store.sourceZones())
    #expect(try store.addDays(of: again, today: ImportBench.today, by: provenance).isEmpty)
    if !changes.isEmpty { _ = try store.undo(by: provenance) }
    #expect(try store.record() == before)
  }

  // MARK: Samples

  /// A file with a few days.
  private func sample(of format: String) throws -> OtherFile {
    guard format == "haru" else {
      let files = try bench.otherFiles(days: 8, seed: 1)
      return try #require(files.first { $0.format == format }, "\(format)")
    }
    let made = try Store(path: bench.scratch("made.sqlite"), for: .writing)
    let said = Provenance(at: Instant(1_793_674_800), in: .seoul, source: .command)
    let studied = days("2026-10-01", 8)
    try made.setStudied(studied, true, today: ImportBench.today, by: said)
    try made.setRest(days("2026-10-20", 2), reason: "trip", by: said)
    try made.setNote("a note", on: date("2026-10-01"), by: said)
    let text = ExportFormat.json.text(
      of: try made.contents(), .init(days: []), today: ImportBench.today, summary: "")
    try bench.scratch.write(text, to: "days.json")
    return OtherFile(
      format: format, file: "days.json", habit: nil, studied: studied.map(\.description), rest: [],
      notes: [:])
  }

  private func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    // Truncating to 0 would make some file systems wait for the disk.
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count
    if !isWritten || ftruncate(file, bytes.count) != 0 { Issue.record("cannot write") }
  }
}

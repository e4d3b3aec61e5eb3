import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruStore

/// Restoring a backup (docs/store.md#restoring).
@Suite struct RestoreTests {
  let bench = StoreBench()
  private let stamp = "20261120-093000"

  var file: String { bench.scratch("backup.sqlite") }

  private func restore(_ file: String) -> Result<String?, StoreError> {
    Result { () throws(StoreError) in
      try Store.restore(file, to: bench.path, stamp: stamp, by: StoreBench.provenance).kept
    }
  }

  private var kept: String { bench.path + ".before-restore-" + stamp }

  @Test func aSoundStoreIsChangedInPlaceByOneBatch() throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.setNote("then", on: date("2026-11-18"), by: StoreBench.provenance)
    try store.backUp(to: file)
    try store.set("2026-11-19", "2026-11-20")
    try store.setNote("now", on: date("2026-11-18"), by: StoreBench.provenance)
    try store.setRest([date("2026-11-17")], reason: "", by: StoreBench.provenance)
    try store.setRestRules(
      [.weekdays([.sunday])], today: date("2026-11-20"), by: StoreBench.provenance)
    let before = try store.journal(of: .earliest ... .latest)

    #expect(restore(file) == .success(kept))
    // A process that has it open goes on with it.
    #expect(try store.marks() == ["2026-11-18"])
    #expect(try store.notes() == [date("2026-11-18"): "then"])
    #expect(try store.restDays() == .none)
    #expect(try store.problems() == [])
    let after = try store.journal(of: .earliest ... .latest)
    #expect(after.starts(with: before))
    #expect(Set(after.dropFirst(before.count).map(\.batch)).count == 1)
    // The former contents are complete.
    let former = try Store(path: kept, for: .reading)
    #expect(try former.journal(of: .earliest ... .latest) == before)
    #expect(try mode(of: kept) == "600")
    #expect(try names(in: bench.scratch("haru")).filter { $0.hasSuffix("part") } == [])
    // It is undone and done again as one change.
    try store.undo()
    #expect(try store.marks() == ["2026-11-20", "2026-11-19", "2026-11-18"])
    #expect(try store.notes() == [date("2026-11-18"): "now"])
    #expect(try store.restDays().single == [date("2026-11-17")])
    try store.redo()
    #expect(try store.marks() == ["2026-11-18"])
  }

  /// So are the zones in which their instants were read.
  @Test func zonesOfImportsAreThoseOfTheBackup() throws {
    func addDays(in zone: String, until: Int64) throws {
      let known = try bench.open().sourceZones()["anki"] ?? []
      let new = SourceZone(until: Instant(until), startsAt: .midnight, zone: zone)
      let found = Import.Found(origin: "Anki", sourceID: "anki", studied: [date("2026-11-16")])
        .read(in: known, and: [new])
      _ = try bench.open().addDays(of: found, today: StoreBench.today, by: StoreBench.provenance)
    }
    func zones() throws -> [String]? { try bench.open().sourceZones()["anki"]?.map(\.zone) }
    try addDays(in: "Asia/Seoul", until: 1_794_000_000)
    try bench.open().backUp(to: file)
    try addDays(in: "Europe/Berlin", until: 1_795_000_000)
    let later = bench.scratch("later.sqlite")
    try bench.open().backUp(to: later)
    #expect(try zones() == ["Asia/Seoul", "Europe/Berlin"])
    _ = try restore(file).get()
    #expect(try zones() == ["Asia/Seoul"])
    _ = try restore(later).get()
    #expect(try zones() == ["Asia/Seoul", "Europe/Berlin"])
    #expect(try bench.open().problems() == [])
  }

  /// What the backup does not know of an import is brought by it again.
  @Test func importsAreThoseOfTheBackup() throws {
    let found = Import.Found(
      origin: "test", sourceID: "test", studied: [date("2026-11-16"), date("2026-11-17")])
    func addDays() throws -> Int {
      try bench.open().addDays(of: found, today: StoreBench.today, by: StoreBench.provenance).marked
        .count
    }
    try bench.open().set("2026-11-18")
    try bench.open().backUp(to: file)
    #expect(try addDays() == 2)
    let imported = bench.scratch("imported.sqlite")
    try bench.open().backUp(to: imported)
    _ = try restore(file).get()
    #expect(try bench.open().marks() == ["2026-11-18"])
    #expect(try addDays() == 2)
    try bench.open().set("2026-11-17", studied: false)
    _ = try restore(file).get()
    _ = try restore(imported).get()
    #expect(try bench.open().marks().count == 3)
    #expect(try addDays() == 0)
    #expect(try bench.open().problems() == [])
  }

  @Test(arguments: ["page", "header", "cut", "garbage"])
  func aDamagedStoreIsKeptUnderAnotherName(damage: String) throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.backUp(to: file)
    let days = (-2000...0).compactMap(StoreBench.today.advanced(by:))
    try store.setStudied(days, true, today: StoreBench.today, by: StoreBench.provenance)
    try inflict(damage)
    let damaged = try Data(contentsOf: URL(fileURLWithPath: bench.path))

    #expect(restore(file) == .success(kept))
    #expect(try bench.open().marks() == ["2026-11-18"])
    #expect(try bench.open(.reading).problems() == [])
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == damaged)
    #expect(try status(of: kept).st_nlink == 1)
    // A process with the damaged file open is refused.
    #expect(throws: StoreError.self) { try store.set("2001-11-19") }
  }

  /// A failed restore leaves even a damaged store in place.
  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aFullDiskKeepsADamagedStoreInItsPlace() async throws {
    try bench.open().set("2026-11-18")
    try bench.open().backUp(to: file)
    await inOwnProcess(given: bench.scratch.path, file) {
      let (folder, file) = try Given.value(of: String.self, String.self)
      let disk = folder + "/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try TinyDisk.mount(at: disk)
      let path = disk + "/haru.sqlite"
      // Exactly the room for one copy.
      try Data(repeating: 0xa5, count: 40_000).write(to: URL(fileURLWithPath: path))
      for spare in [0, 20_000, 60_000, 90_000] {
        try Data(count: spare).write(to: URL(fileURLWithPath: disk + "/spare"))
        try TinyDisk.fill(disk)
        try FileManager.default.removeItem(atPath: disk + "/spare")
        do {
          _ = try Store.restore(file, to: path, stamp: "20261120-093000", by: StoreBench.provenance)
          #expect(try Store(path: path, for: .reading).marks() == ["2026-11-18"])
        } catch {
          #expect((error as? StoreError) == StoreError.other(disk, .full))
          #expect(FileManager.default.contents(atPath: path)?.count == 40_000)
          #expect(try names(in: disk) == ["filler", "haru.sqlite"])
        }
        try FileManager.default.removeItem(atPath: disk + "/filler")
      }
    }
  }

  /// An inconsistent store is damaged too.
  @Test func anInconsistentStoreIsKeptUnderAnotherName() throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.backUp(to: file)
    try store.set("2026-11-16", "2026-11-17")
    _ = try bench.rows("UPDATE entry SET counts = 0 WHERE key = '2026-11-17'")

    #expect(restore(file) == .success(kept))
    #expect(throws: StoreError.moved) { try store.set("2026-11-19") }
    #expect(try bench.open().marks() == ["2026-11-18"])
    #expect(try bench.open(.reading).problems() == [])
    // The former contents are kept, inconsistent as they were.
    let former = try Store(path: kept, for: .reading)
    #expect(try former.marks() == ["2026-11-18", "2026-11-16"])
    #expect(try former.problems().count == 1)
  }

  private func inflict(_ damage: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: bench.path))
    switch damage {
    case "page":
      try handle.seek(toOffset: 4096 * 20)
      try handle.write(contentsOf: Data(repeating: 0xa5, count: 4096))
    case "header": try handle.write(contentsOf: Data(repeating: 0xa5, count: 100))
    case "cut": try handle.truncate(atOffset: 4096 * 20)
    default: try Data("garbage".utf8).write(to: URL(fileURLWithPath: bench.path))
    }
  }

  @Test func withoutAStoreTheBackupBecomesTheStore() throws {
    try bench.open().set("2026-11-18")
    try bench.open().backUp(to: file)
    try FileManager.default.removeItem(atPath: bench.scratch("haru"))
    #expect(restore(file) == .success(nil))
    #expect(try bench.open().marks() == ["2026-11-18"])
    #expect(try mode(of: bench.path) == "600")
    #expect(try bench.rows("PRAGMA journal_mode") == ["delete"])
  }

  /// Another process makes the store at the same moment: what it has open is not the store any more.
  @Test(arguments: [Data(), Data("\n".utf8)])
  func anEmptyFileIsReplaced(contents: Data) throws {
    try bench.open().set("2026-11-18")
    try bench.open().backUp(to: file)
    try FileManager.default.removeItem(atPath: bench.scratch("haru"))
    try bench.write(contents)
    let other = try bench.open()
    try bench.write(contents)
    #expect(restore(file) == .success(nil))
    #expect(throws: StoreError.self) { try other.set("2026-11-19") }
    #expect(try bench.open().marks() == ["2026-11-18"])
    let others = try names(in: bench.scratch("haru")).filter { $0.contains("before-restore") }
    #expect(others == [])
  }

  /// SQLite would apply a journal without its file to the restored one.
  @Test func aJournalWithoutItsFileIsKeptUnderAnotherName() throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.backUp(to: file)
    // Too much for the memory of SQLite, so that it is written before the commit.
    try store.database.execute(
      "PRAGMA cache_size = 1; BEGIN; UPDATE entry SET zone = hex(zeroblob(9000))")
    unlink(bench.path)
    #expect(restore(file) == .success(nil))
    #expect(try bench.open().marks() == ["2026-11-18"])
    #expect(try bench.open().problems() == [])
  }

  @Test(arguments: [".restore.part", ".before-restore.part"])
  func aBackupIsNotTakenForAnUnfinishedRestore(name: String) throws {
    let (store, file) = (try bench.open(), bench.path + name)
    try store.set("2026-11-18")
    try store.backUp(to: file)
    try store.set("2026-11-19")
    #expect(restore(file) == .success(kept))
    #expect(try store.marks() == ["2026-11-18"])
    #expect(try Store(path: file, for: .reading).marks() == ["2026-11-18"])
  }

  @Test func theRemainsOfAKilledRestoreAreNoBackup() throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.backUp(to: file)
    let left = bench.scratch("haru/.haru.sqlite.restore.haru-part")
    try FileManager.default.moveItem(atPath: file, toPath: left)
    #expect(restore(left) == .failure(StoreError.reserved(left)))
    #expect(try Store(path: left, for: .reading).marks() == ["2026-11-18"])
  }

  @Test func aBackupOfVersion04IsMigrated() throws {
    try Release.file(of: 8).write(to: URL(fileURLWithPath: file))
    try bench.open().set("2026-11-18")
    #expect(restore(file) == .success(kept))
    #expect(try bench.open().marks().count == 11)
    #expect(try bench.rows("PRAGMA user_version") == ["\(Schema.present.version)"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Release.file(of: 8))
  }

  @Test func anInvalidBackupChangesNothing() throws {
    let store = try bench.store(marking: "2026-11-18")
    try store.backUp(to: file)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    func bad(_ name: String, _ make: (String) throws -> Void) throws -> String {
      let path = bench.scratch(name)
      try whole.write(to: URL(fileURLWithPath: path))
      try make(path)
      return path
    }
    let cases: [(String, StoreError)] = [
      (bench.scratch("haru"), .notAStore), ("/dev/null", .notAStore),
      (try bad("empty") { try Data().write(to: URL(fileURLWithPath: $0)) }, .notAStore),
      (try bad("text") { try Data("hi".utf8).write(to: URL(fileURLWithPath: $0)) }, .notAStore),
      (try bad("newer") { try execute("PRAGMA user_version = 99", on: $0) }, .newerSchema(99)),
      (try bad("tampered") { try execute("UPDATE entry SET counts = 0", on: $0) }, .corrupt),
      (try bad("cut") { #expect(truncate($0, 20_000) == 0) }, .corrupt),
    ]
    let before = try store.journal(of: .earliest ... .latest)
    let files = try names(in: bench.scratch("haru"))
    for (path, reason) in cases {
      #expect(restore(path) == .failure(.other(path, reason)), "\(path)")
    }
    let nowhere = bench.scratch("nowhere")
    #expect(restore(nowhere) == .failure(.noSuchFile(nowhere)))
    #expect(restore(bench.path) == .failure(.isStore(bench.path)))
    #expect(try store.journal(of: .earliest ... .latest) == before)
    #expect(try store.marks() == ["2026-11-18"])
    #expect(try names(in: bench.scratch("haru")) == files)
  }

  @Test func aLinkToTheStoreIsNoBackup() throws {
    let store = try bench.store(marking: "2026-11-18")
    symlink(bench.path, file)
    #expect(restore(file) == .failure(StoreError.isStore(file)))
    #expect(try store.marks() == ["2026-11-18"])
  }

  @Test func aNewerStoreIsNotReplaced() throws {
    try bench.open().set("2026-11-18")
    try bench.open().backUp(to: file)
    _ = try bench.rows("PRAGMA user_version = 99")
    let before = try bench.contents()
    #expect(restore(file) == .failure(StoreError.newerSchema(99)))
    #expect(try bench.contents() == before)
  }

}

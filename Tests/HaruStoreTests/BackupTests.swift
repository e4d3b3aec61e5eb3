import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruStore

/// Backups of a store that is in use.
@Suite struct BackupTests {
  let bench = StoreBench()

  @Test func aBackupIsACompleteStore() throws {
    let store = try bench.store(marking: "2026-11-18", "2026-11-20")
    try store.setRest([date("2026-11-19")], reason: "flu", by: StoreBench.provenance)
    try store.setNote("chapter 3", on: date("2026-11-20"), by: StoreBench.provenance)
    // Other processes hold the lock, or read.
    let lock = try HeldLock(bench.path)
    let file = bench.scratch("backup.sqlite")
    #expect(try bench.open(.reading).backUp(to: file) == 2)
    lock.release()
    #expect(try mode(of: file) == "600")
    let backup = try Store(path: file, for: .reading)
    #expect(try backup.record() == store.record())
    #expect(try backup.notes() == store.notes())
    #expect(
      try backup.journal(of: .earliest ... .latest) == store.journal(of: .earliest ... .latest))
    #expect(try backup.problems() == [])
    #expect(try names(in: bench.scratch.path).filter { $0.contains("part") } == [])
  }

  @Test func aBackupReplacesOnlyABackup() throws {
    let store = try bench.store(marking: "2026-11-19")
    let file = bench.scratch("backup.sqlite")
    try store.backUp(to: file)
    try store.set("2026-11-20")
    try store.backUp(to: file)
    #expect(try Store(path: file, for: .reading).marks() == ["2026-11-20", "2026-11-19"])

    try bench.scratch.write("Dear diary", to: "text")
    try bench.scratch.write("Dear diary", to: ".new.haru-part")
    _ = try Child.run("sqlite3", [bench.scratch("other"), "CREATE TABLE other (a)"])
    symlink(bench.path, bench.scratch("symbolic"))
    link(bench.path, bench.scratch("hard"))
    let before = try everything()
    for (name, expected, place) in [
      ("text", StoreError.occupied, "text"), ("other", StoreError.occupied, "other"),
      ("new", StoreError.occupied, ".new.haru-part"), ("haru", StoreError.occupied, "haru"),
      ("nowhere/file", StoreError.noSuchDirectory, "nowhere"),
      ("text/file", StoreError.noSuchDirectory, "text"),
      ("haru/haru.sqlite", StoreError.isStore, "haru/haru.sqlite"),
      ("symbolic", StoreError.isStore, "symbolic"), ("hard", StoreError.isStore, "hard"),
    ] {
      #expect(throws: expected(bench.scratch(place)), "\(name)") {
        try store.backUp(to: bench.scratch(name))
      }
    }
    #expect(throws: StoreError.occupied("/dev/null")) { try store.backUp(to: "/dev/null") }
    #expect(try everything() == before)
  }

  /// A process is writing the file that a backup would replace: SQLite would apply its journal to the
  /// backup.
  @Test func aStoreInUseIsNotReplaced() throws {
    let other = StoreBench()
    try other.open().set("2026-01-01")
    let store = try bench.store(marking: "2026-11-20")
    let used = try other.open()
    try used.database.execute("BEGIN IMMEDIATE; DELETE FROM entry")
    #expect(throws: StoreError.other(other.path, .busy)) { try store.backUp(to: other.path) }
    try used.database.execute("ROLLBACK")
    #expect(try used.marks() == ["2026-01-01"])
    // One that has it open and goes on later is refused.
    try store.backUp(to: other.path)
    #expect(throws: StoreError.moved) { try used.set("2026-01-02") }
  }

  @Test func aBackupFollowsASymbolicLink() throws {
    let store = try bench.store(marking: "2026-11-19")
    try store.backUp(to: bench.scratch("backup.sqlite"))
    symlink("backup.sqlite", bench.scratch("latest"))
    try store.set("2026-11-20")
    try store.backUp(to: bench.scratch("latest"))
    #expect(try Store(path: bench.scratch("backup.sqlite"), for: .reading).marks().count == 2)
  }

  /// The unfinished copy of a killed process is taken over, whatever it contains.
  @Test func theUnfinishedCopyOfAKilledProcessIsReplaced() throws {
    let store = try bench.store(marking: "2026-11-20")
    let file = bench.scratch("backup.sqlite")
    try store.backUp(to: file)
    let half = try Data(contentsOf: URL(fileURLWithPath: file)).prefix(5000)
    // SQLite writes the first page last.
    let headless = Data(count: 4096) + Data(repeating: 0x0d, count: 4096)
    let part = bench.scratch(".backup.sqlite.haru-part")
    for left in [half, Data(), headless] {
      try left.write(to: URL(fileURLWithPath: part))
      try store.backUp(to: file)
      #expect(!FileManager.default.fileExists(atPath: part))
      #expect(try Store(path: file, for: .reading).marks() == ["2026-11-20"])
    }
    // Another program's database of that name is left alone.
    _ = try Child.run("sqlite3", [part, "CREATE TABLE other (a)"])
    let other = FileManager.default.contents(atPath: part)
    #expect(throws: StoreError.occupied(part)) { try store.backUp(to: file) }
    #expect(FileManager.default.contents(atPath: part) == other)
  }

  /// A store may have any name; its copy gets another one.
  @Test(arguments: ["s.sqlite.part", ".s.sqlite.haru-part"])
  func aStoreIsNotTakenForAnUnfinishedBackup(name: String) throws {
    let path = bench.scratch(name)
    try Store(path: path, for: .writing).set("2026-11-19", "2026-11-20")
    _ = try? Store(path: path, for: .reading).backUp(to: bench.scratch("s.sqlite"))
    #expect(try Store(path: path, for: .reading).marks().count == 2)
  }

  @Test func aBackupIsNotTakenForAnUnfinishedOne() throws {
    let store = try bench.store(marking: "2026-11-19")
    try store.backUp(to: bench.scratch("b.sqlite.part"))
    try store.set("2026-11-20")
    try store.backUp(to: bench.scratch("b.sqlite"))
    #expect(try Store(path: bench.scratch("b.sqlite.part"), for: .reading).marks().count == 1)
    #expect(try Store(path: bench.scratch("b.sqlite"), for: .reading).marks().count == 2)
  }

  @Test func aBackupCannotHaveANameThatTheStoreNeeds() throws {
    let own = bench.scratch("own.sqlite")
    let store = try Store(path: own, usual: bench.path, for: .writing)
    try store.set("2026-11-20")
    try bench.scratch.makeFolder("haru")
    symlink("own.sqlite", bench.scratch("link.sqlite"))
    for name in [
      "own.sqlite.moved", "own.sqlite-wal", "own.sqlite-journal", "haru/haru.sqlite.moved",
      "haru/haru.sqlite-wal", "haru/../haru/haru.sqlite-journal", ".b.sqlite.haru-part",
    ] {
      let file = bench.scratch(name)
      #expect(throws: StoreError.reserved(file)) { try store.backUp(to: file) }
      #expect(Store.isPart(file, ofStoreAt: own, usual: bench.path))
    }
    #expect(try names(in: bench.scratch("haru")) == [])
    let linked = try Store(path: bench.scratch("link.sqlite"), for: .reading)
    let file = bench.scratch("own.sqlite.moved")
    #expect(throws: StoreError.reserved(file)) { try linked.backUp(to: file) }
    #expect(try Store(path: own, for: .reading).marks() == ["2026-11-20"])
  }

  @Test func aDamagedStoreIsNotBackedUp() throws {
    let file = bench.scratch("backup.sqlite")
    try bench.open().set("2026-11-19", "2026-11-20")
    _ = try bench.rows("UPDATE entry SET counts = 0 WHERE key = '2026-11-19'")
    #expect(throws: StoreError.other(bench.path, .damagedRows)) {
      try bench.open(.reading).backUp(to: file)
    }
    #expect(try names(in: bench.scratch.path) == ["haru"])
  }

  @Test func aStoreOfVersion04IsBackedUpWithoutAMigration() throws {
    try bench.write(try Release.file(of: 8))
    let file = bench.scratch("backup.sqlite")
    #expect(try bench.open(.reading).backUp(to: file) == 11)
    #expect(try Store(path: file, for: .reading).marks().count == 11)
    #expect(try bench.rows("PRAGMA user_version") == ["8"])
  }

  /// The target of the link may be on a disk that is not connected.
  @Test func aDanglingLinkIsNotReplaced() throws {
    let store = try bench.store(marking: "2026-11-20")
    let link = bench.scratch("link")
    symlink("/nowhere/backup.sqlite", link)
    #expect(throws: StoreError.occupied(link)) { try store.backUp(to: link) }
    #expect(try names(in: bench.scratch.path) == ["haru", "link"])
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aFullDiskLeavesNoUnfinishedBackup() async throws {
    try bench.open().set("2026-11-20")
    await inOwnProcess(given: bench.scratch.path, bench.path) {
      let (folder, path) = try Given.value(of: String.self, String.self)
      let disk = folder + "/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try TinyDisk.mount(at: disk)
      try TinyDisk.fill(disk)
      #expect(throws: StoreError.other(disk, .full)) {
        try Store(path: path, for: .reading).backUp(to: disk + "/backup.sqlite")
      }
      #expect(try names(in: disk) == ["filler"])
    }
  }

  @Test func withoutWritePermissionThereIsNoBackup() async throws {
    try bench.open().set("2026-11-20")
    let folder = bench.scratch.path
    #expect(chmod(bench.path, 0o444) == 0)
    #expect(chmod(bench.scratch("haru"), 0o555) == 0)
    #expect(chmod(folder, 0o555) == 0)
    await inOwnProcess(given: folder, bench.path) {
      let (folder, path) = try Given.value(of: String.self, String.self)
      becomeNobody()
      #expect(throws: StoreError.other(folder + "/.backup.sqlite.haru-part", .readOnly)) {
        try Store(path: path, for: .reading).backUp(to: folder + "/backup.sqlite")
      }
    }
    #expect(try names(in: folder) == ["haru"])
  }

  // MARK: Each day

  private var backups: Backups { Backups(besideUsualStore: bench.path) }

  private func daily(_ day: String, keeping count: Int = 3) throws {
    try backups.makeDaily(of: bench.path, on: date(day), keeping: count)
  }

  private var made: [String] {
    get throws { try names(in: bench.scratch("haru/backups")) }
  }

  @Test func eachDayWithChangesHasOneBackup() throws {
    try daily("2026-11-10")
    _ = try bench.open()
    try daily("2026-11-11")
    #expect(try !names(in: bench.scratch("haru")).contains("backups"), "nothing to keep yet")

    let store = try bench.store(marking: "2026-11-10")
    try daily("2026-11-12")
    try store.set("2026-11-11")
    try daily("2026-11-12")
    #expect(try made == ["haru-2026-11-12.sqlite"])
    let first = bench.scratch("haru/backups/haru-2026-11-12.sqlite")
    #expect(try Store(path: first, for: .reading).marks() == ["2026-11-10"])
    #expect(try mode(of: first) == "600")
    #expect(try mode(of: bench.scratch("haru/backups")) == "700")

    try daily("2026-11-13")
    try daily("2026-11-14")
    #expect(try made == ["haru-2026-11-12.sqlite", "haru-2026-11-13.sqlite"], "nothing is new")
    // Rest weekdays count as a change, too.
    try store.setRestRules(
      [.weekdays([.sunday])], today: date("2026-11-15"), by: StoreBench.provenance)
    try daily("2026-11-15")
    #expect(try made.last == "haru-2026-11-15.sqlite")
  }

  @Test func onlyTheOldestBackupsAreRemoved() throws {
    let store = try bench.open()
    for name in [
      "haru-2026-11-1.sqlite", "haru-2026-02-30.sqlite", "haru-2026-11-01.sqlite.bak", "notes",
      "haru-2020-01-01.SQLITE", "Haru-2020-01-01.sqlite", "haru-+020-01-01.sqlite",
    ] { try bench.scratch.write("mine", to: "haru/backups/" + name) }
    try bench.scratch.makeFolder("haru/backups/haru-2020-01-02.sqlite")
    let others = try made
    for day in 10...16 {
      try store.set("2026-11-\(day)")
      try daily("2026-11-\(day)", keeping: day < 15 ? 3 : 2)
    }
    #expect(
      try made.filter { !others.contains($0) }
        == ["haru-2026-11-15.sqlite", "haru-2026-11-16.sqlite"])
    #expect(try others.allSatisfy { try made.contains($0) })
    // With 0 to keep none is made, and none removed.
    try store.set("2026-11-17")
    try daily("2026-11-17", keeping: 0)
    #expect(try made.count == others.count + 2)
  }

  /// A backup that a wrong clock has dated neither removes nor hides another one.
  @Test func backupsDatedAfterTodayReplaceNone() throws {
    let store = try bench.open()
    for day in ["2099-01-01", "2099-01-02", "2026-11-10", "2026-11-11", "2026-11-12"] {
      try store.set("2026-11-" + day.suffix(2), studied: true)
      try store.setNote("said on \(day)", on: date("2026-11-01"), by: StoreBench.provenance)
      try daily(day, keeping: 2)
    }
    let later = ["haru-2099-01-01.sqlite", "haru-2099-01-02.sqlite"]
    #expect(try made == ["haru-2026-11-11.sqlite", "haru-2026-11-12.sqlite"] + later)
    let folder = bench.scratch("haru/backups/")
    #expect(backups.newestGood(on: date("2026-11-13")) == folder + "haru-2026-11-12.sqlite")
    #expect(backups.newestGood(on: date("2026-11-01")) == folder + later[1])
    // They are as many as the others, and are removed in the same way.
    try store.set("2026-11-13")
    try daily("2026-11-13", keeping: 1)
    #expect(try made == ["haru-2026-11-13.sqlite", later[1]])
  }

  /// Something empties the store, and days go by: the backup from before stays.
  @Test func theBackupWithTheMostDaysStays() throws {
    try bench.open().setStudied(
      (1...326).compactMap { StoreBench.today.advanced(by: -$0) }, true, today: StoreBench.today,
      by: StoreBench.provenance)
    try daily("2026-11-01", keeping: 7)
    try FileManager.default.removeItem(atPath: bench.path)
    for day in 2...14 {
      try bench.open().set("2026-11-\(day < 10 ? "0" : "")\(day)")
      try daily("2026-11-\(day < 10 ? "0" : "")\(day)", keeping: 7)
    }
    #expect(try made.first == "haru-2026-11-01.sqlite")
    #expect(try made.dropFirst().first == "haru-2026-11-08.sqlite")
    #expect(try made.count == 8)
  }

  /// The settings name a backup as the store.
  @Test func aBackupInUseAsTheStoreIsKept() throws {
    let path = bench.scratch("haru/backups/haru-2026-11-10.sqlite")
    let store = try Store(path: path, for: .writing)
    for day in 11...14 {
      try store.set("2026-11-\(day)")
      try backups.makeDaily(of: path, on: date("2026-11-\(day)"), keeping: 1)
    }
    #expect(try made == ["haru-2026-11-10.sqlite", "haru-2026-11-14.sqlite"])
    #expect(try Store(path: path, for: .reading).marks().count == 4)
  }

  @Test func aDamagedStoreRemovesNoBackup() throws {
    let store = try bench.open()
    for day in 10...12 {
      try store.set("2026-11-\(day)")
      try daily("2026-11-\(day)")
    }
    let before = try made
    _ = try bench.rows("UPDATE entry SET counts = 0 WHERE key = '2026-11-11'")
    #expect(throws: StoreError.other(bench.path, .damagedRows)) {
      try daily("2026-11-13", keeping: 1)
    }
    #expect(try made == before)
  }

  @Test func theNewestValidBackupIsFound() throws {
    #expect(backups.newestGood(on: StoreBench.today) == nil)
    let store = try bench.open()
    for day in 10...13 {
      try store.set("2026-11-\(day)")
      try daily("2026-11-\(day)", keeping: 7)
    }
    let folder = bench.scratch("haru/backups/")
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder + "haru-2026-11-13.sqlite"))
    #expect(truncate(folder + "haru-2026-11-12.sqlite", 9000) == 0)
    #expect(backups.newestGood(on: StoreBench.today) == folder + "haru-2026-11-11.sqlite")
  }

  private func everything() throws -> [String: Data] {
    var everything = try bench.contents()
    for name in try names(in: bench.scratch.path) {
      everything["/" + name] = FileManager.default.contents(atPath: bench.scratch(name))
    }
    return everything
  }
}

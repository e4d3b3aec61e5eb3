import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// What versions before 0.4 have written is named, and left as it is (docs/store.md#older-stores).
@Suite struct OlderStoreTests {
  private let bench = StoreBench()
  /// A store that can be read.
  private let good = StoreBench()
  private let stamp = "20261120-093000"

  init() throws {
    try good.open().set("2026-11-18")
    try put("haru")
  }

  /// Puts a store of version 0.3 into a directory, with its last changes in a log.
  private func put(_ directory: String) throws {
    for name in ["haru.sqlite", "haru.sqlite-wal"] {
      try bench.scratch.copy(Release.file("0.3/" + name).path, to: directory + "/" + name)
    }
  }

  /// Expects an error, and every file as it was.
  private func expect(
    _ error: StoreError, in directory: String = "haru", _ body: () throws -> Void
  ) throws {
    let before = try bench.scratch.files(in: directory)
    #expect(throws: error) { try body() }
    #expect(try bench.scratch.files(in: directory) == before)
  }

  @Test(arguments: [true, false])
  func itIsNotOpened(hasLog: Bool) throws {
    if !hasLog { unlink(bench.path + "-wal") }
    for purpose in [Store.Purpose.reading, .writing, .changing] {
      try expect(.olderVersion) { _ = try bench.open(purpose) }
    }
    try expect(.olderVersion) { try Store.tryWriting(bench.path) }
    try expect(.olderVersion) {
      _ = try Store.repair(bench.path, from: nil, by: StoreBench.provenance, stamp: stamp)
    }
  }

  @Test func itIsNotMovedAndNothingTakesItsPlace() throws {
    try bench.scratch.makeFolder("new")
    try expect(.olderVersion) {
      _ = try Store.move(bench.path, into: bench.scratch("new"), stamp: stamp)
    }
    #expect(try names(in: bench.scratch("new")) == [])
    try expect(.olderVersion) {
      _ = try Store.restore(good.path, to: bench.path, stamp: stamp, by: StoreBench.provenance)
    }
    try expect(.occupied(bench.path)) {
      _ = try Store.move(good.path, into: bench.scratch("haru"), stamp: stamp)
    }
    try expect(.occupied(bench.path)) { try good.open(.reading).backUp(to: bench.path) }
    try expect(.occupied(bench.path)) { try Store.begin(bench.path) }
  }

  @Test func itIsNotRestored() throws {
    let before = try good.contents()
    try expect(.other(bench.path, .olderVersion)) {
      _ = try Store.restore(bench.path, to: good.path, stamp: stamp, by: StoreBench.provenance)
    }
    #expect(try good.contents() == before)
  }

  /// It may hold more days than all backups that can be read.
  @Test func aDailyBackupOfItIsKept() throws {
    let folder = (good.path as NSString).deletingLastPathComponent + "/backups"
    let backups = Backups(besideUsualStore: good.path)
    let older = folder + "/haru-2026-11-01.sqlite"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: bench.path, toPath: older)
    let before = FileManager.default.contents(atPath: older)
    #expect(backups.newestGood(on: StoreBench.today) == nil)
    for day in ["2026-11-19", "2026-11-20"] {
      try good.open().set(day)
      try backups.makeDaily(of: good.path, on: date(day), keeping: 1)
    }
    #expect(try names(in: folder) == ["haru-2026-11-01.sqlite", "haru-2026-11-20.sqlite"])
    #expect(FileManager.default.contents(atPath: older) == before)
    #expect(backups.newestGood(on: StoreBench.today) == folder + "/haru-2026-11-20.sqlite")
  }

  /// The file names the place to which the store was moved.
  @Test func noStoreBeginsWhereItsAddressIs() throws {
    let (address, new) = (bench.path + ".moved", bench.scratch("new/haru.sqlite"))
    try put("new")
    for part in ["", "-wal"] { unlink(bench.path + part) }
    try bench.scratch.write(new + "\n", to: "haru/haru.sqlite.moved")
    for purpose in [Store.Purpose.reading, .writing, .changing] {
      try expect(.other(address, .olderVersion)) {
        _ = try Store(path: bench.path, usual: bench.path, for: purpose)
      }
      try expect(.olderVersion, in: "new") {
        _ = try Store(path: new, usual: bench.path, for: purpose)
      }
    }
    // The disk of the new place is not connected.
    for part in ["", "-wal"] { unlink(new + part) }
    try expect(.absent(new, link: nil)) {
      _ = try Store(path: new, usual: bench.path, for: .writing)
    }
  }
}

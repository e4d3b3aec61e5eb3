import Foundation
import HaruCore
import HaruStore
import OwnProcess
import Support
import Testing

/// Moving a store to another directory (docs/store.md#moving-the-store).
@Suite struct MoveTests {
  let bench = StoreBench()
  private let stamp = "20261120-093000"

  init() throws {
    try makeDirectory("new")
  }

  private var new: String { bench.scratch("new/haru.sqlite") }
  private var kept: String { bench.path + ".moved-" + stamp }

  @discardableResult
  private func move(
    to directory: String = "new", stamp: String? = nil
  ) throws(StoreError) -> String? {
    try Store.move(bench.path, into: bench.scratch(directory), stamp: stamp ?? self.stamp).kept
  }

  private func makeDirectory(_ name: String) throws {
    try bench.scratch.makeFolder(name)
  }

  private func target(of link: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: link)
  }

  @Test func aMoveCopiesEverythingAndKeepsTheOldFile() throws {
    let store = try bench.store(marking: "2026-11-18", "2026-11-20")
    try store.setNote("chapter 3", on: date("2026-11-20"), by: StoreBench.provenance)
    let before = try store.journal(of: .earliest ... .latest)

    #expect(try move() == kept)
    let moved = try Store(path: new, for: .writing)
    #expect(try moved.journal(of: .earliest ... .latest) == before)
    #expect(try moved.notes() == [date("2026-11-20"): "chapter 3"])
    #expect(try mode(of: new) == "600")
    #expect(try names(in: bench.scratch("new")) == ["haru.sqlite"])
    #expect(
      try names(in: bench.scratch("haru")) == ["haru.sqlite", "haru.sqlite.moved-" + stamp])
    #expect(try Store(path: kept, for: .reading).marks().count == 2)
    #expect(try target(of: bench.path) == new)
  }

  @Test func theOldPathLeadsToTheNewOne() throws {
    let open = try bench.store(marking: "2026-11-18")
    try move()
    // A process that has the old file open is refused, and finds the new one when it opens it again.
    #expect(throws: StoreError.moved) { try open.set("2026-11-20") }
    try bench.open().set("2026-11-19")
    #expect(try bench.open(.reading).marks() == ["2026-11-19", "2026-11-18"])
    #expect(try Store(path: new, for: .reading).marks().count == 2)
    #expect(try Store(path: kept, for: .reading).marks() == ["2026-11-18"])
  }

  /// While the new place is out of reach, no new store begins in the old one.
  @Test func anUnreachableStoreIsNotCreatedAgain() throws {
    try bench.open().set("2026-11-18")
    try move()
    try unplug("new")
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.absent(new, link: bench.path)) { try bench.open(purpose) }
    }
    // Its directory is there, and the file is not.
    try makeDirectory("new")
    #expect(throws: StoreError.absent(new, link: bench.path)) { try bench.open() }
    #expect(try names(in: bench.scratch("new")) == [])
  }

  @Test func aWaitingWriterWritesToTheNewPath() throws {
    try bench.open().set("2026-11-18")
    let path = bench.path
    let marked = Mutexed<[String]>([])
    let mark: @Sendable (String) throws(StoreError) -> [Day] = { (day) throws(StoreError) in
      try Store.again { () throws(StoreError) in try Store(path: path, for: .writing).set(day) }
    }
    let writer = Thread {
      for day in (1...17).map({ "2026-11-" + ($0 < 10 ? "0" : "") + "\($0)" }) {
        let marking = Result { () throws(StoreError) in try mark(day) }
        #expect(marking == .success([date(day)]))
        marked.with { $0.append(day) }
      }
      marked.with { $0.append("end") }
    }
    writer.start()
    // The store moves back and forth while the thread writes.
    var round = 0
    while marked.with({ $0.last != "end" }) || round < 2 {
      let directory = round.isMultiple(of: 2) ? "new" : "haru"
      try move(to: directory, stamp: "20261120-\(100_000 + round)")
      round += 1
    }
    #expect(marked.with { $0.count } == 18)
    #expect(try bench.open(.reading).marks().count == 18)
    #expect(try bench.open(.reading).problems() == [])
  }

  @Test func aStoreCanBeMovedBack() throws {
    try bench.open().set("2026-11-18")
    try move()
    try Store(path: new, for: .writing).set("2026-11-19")
    try move(to: "haru", stamp: "20261120-093001")
    #expect(throws: (any Error).self) { try target(of: bench.path) }
    #expect(try bench.open(.reading).marks() == ["2026-11-19", "2026-11-18"])
    #expect(try Store(path: new, for: .reading).marks().count == 2, "a link leads back")
    #expect(
      try names(in: bench.scratch("haru")) == ["haru.sqlite", "haru.sqlite.moved-" + stamp])
    try bench.open().set("2026-11-20")
  }

  /// From place to place, and the links do not lead over disks that are not needed any more.
  @Test func aMoveOnLeadsThereAtOnce() throws {
    try bench.open().set("2026-11-18")
    try move()
    try makeDirectory("other")
    let other = bench.scratch("other/haru.sqlite")
    try move(to: "other", stamp: "20261120-093001")
    #expect(try target(of: bench.path) == other)
    #expect(try target(of: new) == other)
    try unplug("new")
    #expect(try bench.open().marks() == ["2026-11-18"])
  }

  @Test func aMoveOfALinkedStoreKeepsTheFileItself() throws {
    let real = bench.scratch("real.sqlite")
    try Store(path: real, for: .writing).set("2026-11-18")
    try makeDirectory("haru")
    symlink(real, bench.path)
    let open = try bench.open()
    try move()
    #expect(throws: StoreError.moved) { try open.set("2026-11-19") }
    #expect(try Store(path: real + ".moved-" + stamp, for: .reading).marks() == ["2026-11-18"])
    try bench.open().set("2026-11-20")
    // Another process may use the name of the file itself.
    try Store(path: real, for: .writing).set("2026-11-19")
    #expect(try bench.open(.reading).marks() == ["2026-11-20", "2026-11-19", "2026-11-18"])
  }

  @Test func anImpossibleMoveChangesNothing() throws {
    #expect(throws: StoreError.missing) { try move() }
    #expect(try names(in: bench.scratch("new")) == [])
    #expect(!FileManager.default.fileExists(atPath: bench.path))

    try bench.open().set("2026-11-18")
    for (name, file, expected) in [
      ("nowhere", "", StoreError.noSuchDirectory(bench.scratch("nowhere"))),
      ("haru/haru.sqlite", "", .noSuchDirectory(bench.path)),
      ("haru", "", .isStore(bench.path)),
      ("taken", "haru.sqlite", .occupied(bench.scratch("taken/haru.sqlite"))),
      (
        "log", "haru.sqlite-journal", .occupied(bench.scratch("log/haru.sqlite-journal"))
      ),
      (
        "part", ".haru.sqlite.haru-part",
        .occupied(bench.scratch("part/.haru.sqlite.haru-part"))
      ),
    ] {
      if !file.isEmpty { try bench.scratch.write("mine", to: name + "/" + file) }
      #expect(throws: expected) { try move(to: name) }
      if !file.isEmpty { #expect(try bench.scratch.read(name + "/" + file) == "mine") }
    }
    _ = try bench.rows("UPDATE entry SET counts = 0")
    #expect(throws: StoreError.damagedRows) { try move() }
    #expect(try names(in: bench.scratch("new")) == [])
    #expect(try names(in: bench.scratch("haru")) == ["haru.sqlite"])
  }

  @Test func aDanglingLinkIsNotReplaced() throws {
    try bench.open().set("2026-11-18")
    symlink("/nowhere/haru.sqlite", new)
    #expect(throws: StoreError.occupied(new)) { try move() }
    #expect(try names(in: bench.scratch("new")) == ["haru.sqlite"])
  }

  /// Where the old place takes no link, as on a stick, nothing is moved, and nothing is left.
  @Test func withoutALinkNothingIsMoved() async throws {
    try bench.open().set("2026-11-18")
    #expect(chmod(bench.scratch.path, 0o755) == 0)
    #expect(chmod(bench.path, 0o666) == 0)
    #expect(chmod(bench.scratch("haru"), 0o555) == 0)
    #expect(chmod(bench.scratch("new"), 0o777) == 0)
    await inOwnProcess(given: bench.path, bench.scratch("new")) {
      let (path, new) = try Given.value(of: String.self, String.self)
      becomeNobody()
      #expect(throws: StoreError.noLinks(path)) {
        try Store.move(path, into: new, stamp: "20261120-093000")
      }
    }
    #expect(try names(in: bench.scratch("new")) == [])
    #expect(try names(in: bench.scratch("haru")) == ["haru.sqlite"])
    #expect(try bench.open(.reading).marks() == ["2026-11-18"])
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aFullDiskCanBeLeft() async throws {
    await inOwnProcess(given: bench.scratch.path) {
      let folder = try Given.value(of: String.self)
      let (disk, new) = (folder + "/disk", folder + "/new")
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try TinyDisk.mount(at: disk)
      let path = disk + "/haru.sqlite"
      try Store(path: path, for: .writing).set("2026-11-18")
      try TinyDisk.fill(disk)
      #expect(throws: StoreError.isStore(path)) {
        try Store.move(path, into: disk, stamp: "20261120-093000")
      }
      #expect(throws: Never.self) { try Store.move(path, into: new, stamp: "20261120-093000") }
      #expect(try Store(path: path, for: .writing).set("2026-11-19").count == 1)
      // And back, where there is no room for it.
      #expect(throws: StoreError.other(disk, .full)) {
        try Store.move(path, into: disk, stamp: "20261120-093001")
      }
      #expect(try Store(path: path, for: .reading).marks() == ["2026-11-19", "2026-11-18"])
    }
  }

  @Test func onlyOneMoveRunsAtATime() throws {
    try bench.open().set("2026-11-18")
    let part = try bench.scratch.write("", to: "new/.haru.sqlite.haru-part")
    let other = Glibc.open(part, O_RDWR)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    #expect(throws: StoreError.inProgress(part)) { try move() }
    #expect(try bench.open(.reading).marks() == ["2026-11-18"])
  }

  private func unplug(_ name: String) throws {
    try FileManager.default.moveItem(
      atPath: bench.scratch(name), toPath: bench.scratch(name + ".unplugged"))
  }
}

/// A value that two threads share.
private final class Mutexed<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  init(_ value: Value) {
    self.value = value
  }

  func with<T>(_ body: (inout Value) -> T) -> T {
    lock.withLock { body(&value) }
  }
}

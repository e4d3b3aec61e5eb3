import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruStore

/// Several processes, full disks and read-only files.
@Suite struct StoreTroubleTests {
  let bench = StoreBench()

  // MARK: Locks

  /// Another process that holds the lock until it is told to release it.
  private func lock() throws -> Child {
    let other = try Child("sqlite3", ["-batch", bench.path])
    try other.send("BEGIN IMMEDIATE; SELECT 'locked';")
    _ = try other.line { $0 == "locked" }
    return other
  }

  @Test func aWriterWaitsForALockNoLongerThanTheLimit() throws {
    let store = try bench.open(busyMilliseconds: 50)
    try store.set("2026-11-18")
    let other = try lock()
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(throws: StoreError.busy) { try store.set("2026-11-20") }
      #expect(throws: StoreError.busy) { try store.undo() }
      #expect(throws: StoreError.busy) {
        try store.toggle(date("2026-11-20"), today: StoreBench.today, by: StoreBench.provenance)
      }
    }
    #expect(time >= .milliseconds(3 * 50))
    #expect(time < .seconds(2))
    // Reading goes on, without the changes of the open transaction.
    #expect(try store.marks() == ["2026-11-18"])
    #expect(try bench.open(.reading).marks() == ["2026-11-18"])
    try other.send("COMMIT;\n.quit")
    #expect(try other.wait() == .exited(0))
    try store.set("2026-11-20")
    #expect(try store.marks() == ["2026-11-20", "2026-11-18"])
    #expect(try bench.rows("SELECT count(*) FROM entry") == ["2"])
  }

  @Test func aLockReleasedInTimeIsNoError() throws {
    // On a busy machine the second of the other process takes several.
    let store = try bench.open(busyMilliseconds: 60_000)
    let other = try lock()
    // The other process releases the lock while this one waits.
    try other.send("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 3000000)")
    try other.send("SELECT max(n) FROM c; COMMIT;\n.quit")
    try store.set("2026-11-20")
    #expect(try store.marks() == ["2026-11-20"])
  }

  /// An existing store can be opened while it is locked.
  @Test func aLockedStoreCanBeOpened() throws {
    try bench.open().set("2026-11-20")
    let other = try lock()
    let store = try bench.open(busyMilliseconds: 50)
    #expect(try store.marks() == ["2026-11-20"])
    try other.kill()
    // The lock ended with its process.
    try store.set("2026-11-19")
  }

  // MARK: Side by side

  /// Two processes make the store at the same moment, fifty times, and both can use it.
  @Test func twoProcessesCanCreateTheStoreAtOnce() async throws {
    let folder = bench.scratch.path
    for name in ["/left", "/right"] { #expect(mkfifo(folder + name, 0o600) == 0) }
    await withTaskGroup(of: Void.self) { group in
      for (mine, others) in [("/left", "/right"), ("/right", "/left")] {
        group.addTask {
          await inOwnProcess(given: folder, mine, others) {
            let (folder, mine, others) = try Given.value(
              of: String.self, String.self, String.self)
            let (ready, go) = (
              Glibc.open(folder + mine, O_RDWR), Glibc.open(folder + others, O_RDWR)
            )
            let day = mine == "/left" ? "2026-11-19" : "2026-11-20"
            for round in 0..<50 {
              // Each process waits until both are ready.
              var byte: UInt8 = 0
              #expect(write(ready, &byte, 1) == 1 && read(go, &byte, 1) == 1)
              let making = Result { () throws(StoreError) in
                try Store(path: "\(folder)/\(round)/haru.sqlite", for: .writing).set(day)
              }
              #expect(making == .success([date(day)]), "round \(round): \(making)")
            }
          }
        }
      }
    }
    for round in 0..<50 {
      let store = try Store(path: "\(folder)/\(round)/haru.sqlite", for: .reading)
      #expect(try store.marks() == ["2026-11-20", "2026-11-19"])
      #expect(try store.problems() == [])
    }
  }

  @Test func processesLoseNoMark() async throws {
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          await inOwnProcess(given: worker, bench.path) {
            let (worker, path) = try Given.value(of: Int.self, String.self)
            let store = try Store(path: path, for: .writing)
            for step in 0..<25 { try store.set(StoreTroubleTests.day(worker, step)) }
          }
        }
      }
    }
    try expectAllMarks()
  }

  private static func day(_ worker: Int, _ step: Int) -> String {
    StoreBench.today.advanced(by: -(step * 4 + worker))?.description ?? ""
  }

  private func expectAllMarks() throws {
    let store = try bench.open(.reading)
    let history = History(of: Record(days: try store.markedDays()), today: StoreBench.today)
    #expect(history.streak.current == 100)
    #expect(try store.problems() == [])
    #expect(try bench.rows("SELECT count(DISTINCT batch), count(*) FROM entry") == ["100|100"])
  }

  /// Several processes mark the same day: it is marked once, by one of them.
  @Test func oneOfManyProcessesMarksADay() throws {
    let path = bench.path
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let marking = Result { () throws(StoreError) in
        let store = try Store(path: path, for: .writing)
        for _ in 0..<10 { try store.set("2026-11-20") }
      }
      #expect(throws: Never.self) { try marking.get() }
    }
    #expect(try bench.rows("SELECT count(*) FROM entry") == ["1"])
  }

  // MARK: The file goes away

  enum Departure: CaseIterable {
    case removed, renamed, replaced, linkedElsewhere
  }

  /// What is written to a file that nobody finds any more would be lost.
  @Test(arguments: Departure.allCases)
  func aFileThatIsNotThereAnyMoreIsNotWritten(departure: Departure) throws {
    let (path, other) = (bench.path, bench.path + ".other")
    if departure == .linkedElsewhere {
      try Store(path: other, for: .writing).set("2026-11-18")
      symlink(other, path)
    }
    let store = try bench.store(marking: "2026-11-19")
    switch departure {
    case .removed: unlink(path)
    case .renamed: #expect(rename(path, other) == 0)
    case .replaced:
      try FileManager.default.copyItem(atPath: path, toPath: other)
      #expect(rename(other, path) == 0)
    case .linkedElsewhere:
      unlink(path)
      symlink(bench.path + ".third", path)
      try Store(path: bench.path + ".third", for: .writing).set("2026-11-17")
    }
    #expect(throws: StoreError.moved) { try store.set("2026-11-20") }
    #expect(throws: StoreError.moved) { try store.undo() }
  }

  /// The same is refused by SQLite, and not only by Haru before it.
  @Test func aCommitIntoAFileThatWasRenamedIsRefused() throws {
    let store = try bench.store(marking: "2026-11-19")
    #expect(throws: StoreError.moved) {
      try store.database.transaction { () throws(StoreError) in
        #expect(rename(bench.path, bench.path + ".other") == 0)
        try store.database.execute("DELETE FROM entry")
      }
    }
    #expect(try Store(path: bench.path + ".other", for: .reading).marks() == ["2026-11-19"])
  }

  // MARK: The disk is full

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aFullDiskChangesNothing() async throws {
    await inOwnProcess(given: bench.scratch.path) {
      let folder = try Given.value(of: String.self)
      try TinyDisk.mount(at: folder)
      let path = folder + "/haru.sqlite"
      let store = try Store(path: path, for: .writing)
      try store.set("2026-11-01")
      try TinyDisk.fill(folder)
      // The log may have some room left; a change that fits is kept.
      var kept = ["2026-11-01"]
      var failure: StoreError?
      for day in (10...20).map({ "2026-11-\($0)" }) where failure == nil {
        switch Result(catching: { () throws(StoreError) in try store.set(day) }) {
        case .success: kept.insert(day, at: 0)
        case .failure(let error): failure = error
        }
      }
      #expect(failure == .full, "\(String(describing: failure))")
      #expect(try store.marks() == kept, "\(kept)")
      #expect(try store.problems() == [], "the file is sound")
      // With room again writing works.
      try FileManager.default.removeItem(atPath: folder + "/filler")
      try store.set("2026-11-09")
      #expect(try store.marks().contains("2026-11-09"), "room again")
    }
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func onAFullDiskAStoreCanBeReadButNotCreated() async throws {
    await inOwnProcess(given: bench.scratch.path) {
      let folder = try Given.value(of: String.self)
      try TinyDisk.mount(at: folder)
      try Store(path: folder + "/old.sqlite", for: .writing).set("2026-11-20")
      try TinyDisk.fill(folder)
      let making = Result { () throws(StoreError) in
        try Store(path: folder + "/new.sqlite", for: .writing).marks()
      }
      #expect(making == .failure(.full), "making: \(making)")
      let reading = Result { () throws(StoreError) in
        try Store(path: folder + "/old.sqlite", for: .reading).marks()
      }
      #expect(reading == .success(["2026-11-20"]), "reading: \(reading)")
    }
  }

  // MARK: Without the right to write

  enum Rights: String, CaseIterable, Codable {
    case fileAndDirectory, directory, file
  }

  /// A user who may not write can read, and leaves no files.
  @Test(arguments: Rights.allCases)
  func aReadOnlyStoreCanBeRead(missing: Rights) async throws {
    try bench.open().set("2026-11-19", "2026-11-20")
    #expect(chmod(bench.scratch.path, 0o755) == 0)
    #expect(chmod(bench.path, missing == .directory ? 0o666 : 0o444) == 0)
    #expect(chmod(bench.scratch("haru"), missing == .file ? 0o777 : 0o555) == 0)
    let before = try bench.contents()
    await inOwnProcess(given: bench.path) {
      let path = try Given.value(of: String.self)
      becomeNobody()
      let reading = Result { () throws(StoreError) in
        try Store(path: path, for: .reading).marks()
      }
      #expect(reading == .success(["2026-11-20", "2026-11-19"]), "reading: \(reading)")
      let writing = Result { () throws(StoreError) in
        try Store(path: path, for: .writing).set("2026-11-18")
      }
      #expect(writing == .failure(.readOnly), "writing: \(writing)")
    }
    #expect(try bench.contents() == before)
  }

  /// A file in a directory that may not be entered, or that may not be read itself, does not count as missing.
  @Test(arguments: [(folder: mode_t(0o000), file: mode_t(0o600)), (0o755, 0o000)])
  func anUnreachableFileIsNotMissing(mode: (folder: mode_t, file: mode_t)) async throws {
    try bench.open().set("2026-11-20")
    #expect(chmod(bench.scratch.path, 0o755) == 0)
    #expect(chmod(bench.path, mode.file) == 0)
    #expect(chmod(bench.scratch("haru"), mode.folder) == 0)
    await inOwnProcess(given: bench.path) {
      let path = try Given.value(of: String.self)
      becomeNobody()
      for purpose in [Store.Purpose.reading, .writing] {
        let opening = Result { () throws(StoreError) in
          try Store(path: path, for: purpose).marks()
        }
        let reason = String(cString: strerror(EACCES))
        #expect(opening == .failure(.unavailable(reason)), "\(purpose): \(opening)")
      }
    }
  }
}

import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import OwnProcess
import Support
import Testing

/// Full disks, folders that cannot be written, kills, and calls that the system refuses.
@Suite struct FolderTroubleTests {
  private let bench = FolderBench()

  // MARK: No room

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aFullDiskChangesNothing() async throws {
    await inOwnProcess(given: bench.folder.path) {
      let path = try Given.value(of: String.self)
      try TinyDisk.mount(at: path)
      let folder = SyncFolder(path)
      let file = try folder.write("one")
      try TinyDisk.fill(path)
      let line = String(repeating: "x", count: 100_000)
      #expect(throws: SyncError.full) { try folder.write(line) }
      #expect(try names(in: path + "/Log") == [file.name])
      // With room again, the same line is written.
      try FileManager.default.removeItem(atPath: path + "/filler")
      let other = try folder.write(line)
      #expect(try folder.read(other).get().count == 100_001)
    }
  }

  /// The disk is full after the first half.
  @Test func aWriteThatEndsInTheMiddleIsTakenBack() async throws {
    await inOwnProcess(given: bench.folder.path) {
      let path = try Given.value(of: String.self)
      let folder = SyncFolder(path)
      let file = try folder.write("one")
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = 2000
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: SyncError.system(EFBIG)) {
        try folder.write(String(repeating: "y", count: 4000))
      }
      #expect(try names(in: path + "/Log") == [file.name])
      let other = try folder.write("two")
      #expect(try names(in: path + "/Log") == [file.name, other.name].sorted())
    }
  }

  // MARK: Without the right to write

  @Test func aFolderThatCannotBeWrittenCanBeRead() async throws {
    let file = try bench.folder.write("one")
    try bench.folder.makeInbox()
    try bench.write("", to: "inbox/today")
    for (name, mode) in [
      ("", 0o555), ("Log", 0o555), ("inbox", 0o555), ("Log/" + file.name, 0o444), ("../", 0o755),
    ] {
      try #require(chmod(bench.path(name), mode_t(mode)) == 0)
    }
    await inOwnProcess(given: bench.folder.path) {
      let path = try Given.value(of: String.self)
      becomeNobody()
      let folder = SyncFolder(path)
      #expect(throws: SyncError.readOnly) { try folder.write("two") }
      let file = try #require(try folder.files().items.first)
      #expect(throws: SyncError.readOnly) { try folder.remove(file) }
      #expect(try folder.read(file).get() == Array("one\n".utf8))
      let wish = try #require(try folder.inbox().items.first)
      #expect(throws: SyncError.readOnly) { try folder.removeFromInbox(wish) }
    }
    #expect(try bench.files() == [file])
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aDiskThatCannotBeWrittenCanBeRead() async throws {
    await inOwnProcess(given: bench.folder.path) {
      let path = try Given.value(of: String.self)
      try TinyDisk.mount(at: path)
      let folder = SyncFolder(path)
      let file = try folder.write("one")
      try TinyDisk.makeReadOnly(path)
      #expect(throws: SyncError.readOnly) { try folder.write("two") }
      #expect(throws: SyncError.readOnly) { try folder.makeInbox() }
      #expect(throws: SyncError.readOnly) { try folder.remove(file) }
      #expect(try folder.files().items == [file])
    }
  }

  /// A directory or file that may not be read is reported.
  @Test func whatMayNotBeReadIsReported() async throws {
    let file = try bench.folder.write("one")
    for (name, mode) in [("Log", 0o755), ("Log/" + file.name, 0o000), ("../", 0o755), ("", 0o755)] {
      try #require(chmod(bench.path(name), mode_t(mode)) == 0)
    }
    await inOwnProcess(given: bench.folder.path) {
      let path = try Given.value(of: String.self)
      becomeNobody()
      let folder = SyncFolder(path)
      let file = try #require(try folder.files().items.first)
      #expect(throws: SyncProblem.system(file.name, EACCES)) { try folder.read(file).get() }
    }
    try #require(chmod(bench.path("Log"), 0o000) == 0)
    await inOwnProcess(given: bench.folder.path) {
      let path = try Given.value(of: String.self)
      becomeNobody()
      #expect(throws: SyncError.system(EACCES)) { try SyncFolder(path).files() }
    }
  }

  // MARK: What the system refuses

  /// Some mounts cannot sync a directory, and any call may be interrupted.
  @Test(arguments: [("fsync", "error=EINVAL:when=2+"), ("write", "error=EINTR:when=1")])
  func whatAMountDoesNotHaveIsDoneWithout(call: String, failure: String) async throws {
    await inOwnProcess(given: bench.folder.path, call, failure) {
      let (path, call, failure) = try Given.value(of: String.self, String.self, String.self)
      let folder = SyncFolder(path)
      try Tampering.begin(call, failure)
      let file = try folder.write("one")
      #expect(try folder.read(file).get() == Array("one\n".utf8))
    }
  }

  @Test(arguments: [
    ("fsync", "error=EIO:when=1", EIO), ("fsync", "error=EINVAL:when=1", EINVAL),
    ("write", "error=EIO:when=1", EIO), ("renameat", "error=EIO:when=1", EIO),
  ])
  func afterAFailureNothingIsLeft(call: String, failure: String, error: Int32) async throws {
    await inOwnProcess(given: bench.folder.path, call, failure, error) {
      let (path, call, failure, error) = try Given.value(
        of: String.self, String.self, String.self, Int32.self)
      let folder = SyncFolder(path)
      try Tampering.begin(call, failure)
      #expect(throws: SyncError.system(error)) { try folder.write("one") }
      #expect(try names(in: path + "/Log") == [])
      // The next time it succeeds.
      let file = try folder.write("one")
      #expect(try names(in: path + "/Log") == [file.name])
    }
  }

  /// The file is there, but whether its name is on the disk is not known: that is no success.
  @Test(arguments: [2, 3])
  func aNameThatIsPerhapsNotOnTheDiskIsNoSuccess(number: Int) async throws {
    await inOwnProcess(given: bench.folder.path, number) {
      let (path, number) = try Given.value(of: String.self, Int.self)
      try Tampering.begin("fsync", "error=EIO:when=\(number)")
      #expect(throws: SyncError.system(EIO)) { try SyncFolder(path).write("one") }
    }
  }

  // MARK: Kills

  /// A process is killed before any of its calls: there is no file, or a whole one, and another process goes
  /// on.
  @Test(arguments: [
    ("mkdirat", 1), ("write", 1), ("fsync", 1), ("renameat", 1), ("fsync", 2), ("fsync", 3),
    ("unlinkat", 1),
  ])
  func aKillLeavesAWholeFileOrNone(call: String, number: Int) async throws {
    let desk = try Peer("desk", bench)
    for day in 10...12 {
      try desk.mark("2026-11-\(day)", at: day)
      try desk.exchange()
    }
    // Where the log is made, nothing is there before.
    if call == "mkdirat" {
      try desk.remove("Log")
      try desk.store.forgetFiles()
    }
    try desk.mark("2026-11-13", at: 13)
    await inOwnProcess(given: desk.store.path, call, number, killedBy: SIGKILL) {
      let (path, call, number) = try Given.value(of: String.self, String.self, Int.self)
      let store = try Store(path: path, for: .writing)
      try Tampering.begin(call, "signal=SIGKILL:when=\(number)")
      _ = try LogExchange.run(of: store, at: monthLater)
    }
    let lap = try Peer("lap", bench)
    let report = try lap.exchange(at: monthLater)
    #expect(report.problems == [:], "every file is whole")
    #expect(try lap.store.markedDays().count >= (call == "mkdirat" ? 0 : 3))
    for peer in [desk, lap] { try peer.exchange(at: monthLater) }
    try requireAgreement([desk, lap], marks: 4)
  }
}

/// Lets a call of this process fail, or kills it there.
private enum Tampering {
  static func begin(_ call: String, _ effect: String) throws {
    let tracer = try Child(
      "strace",
      [
        "-f", "-o", "/dev/null", "-e", "trace=" + call, "-e", "inject=\(call):\(effect)", "-p",
        "\(getpid())",
      ])
    _ = try tracer.line(from: .errors) { $0.contains("attached") }
    tracers.append(tracer)
  }

  /// They go with this process.
  nonisolated(unsafe) private static var tracers: [Child] = []
}

import Foundation
import HaruSync
import Support
import Testing

/// Full disks, folders that cannot be written, locks, and calls that the system refuses.
@Suite struct FolderTroubleTests {
  private let bench: FolderBench

  init() throws {
    bench = try FolderBench()
  }

  /// What a device has in its files, which a failure does not change.
  private static func text(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/desk").sorted().map {
      try String(contentsOfFile: folder + "/desk/" + $0, encoding: .utf8)
    }
  }

  // MARK: No room

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aFullDiskChangesNothing() async throws {
    await #expect(processExitsWith: .success) { [path = bench.folder.path as String] in
      try TinyDisk.mount(at: path)
      let folder = SyncFolder(path)
      try folder.append("one")
      let handle = try #require(FileHandle(forWritingAtPath: path + "/desk/000001.jsonl"))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("tw".utf8))
      try TinyDisk.fill(path)
      // Some of these lines fit into the last block of the file.
      let lines = (0..<1000).map { "line \($0) " + String(repeating: "x", count: 100) }
      #expect(throws: SyncFolderError.full) { try folder.append(lines, to: "desk") }
      #expect(try FolderTroubleTests.text(path) == ["one\ntw"])
      #expect(throws: SyncFolderError.full) { try folder.append(["one"], to: "lap") }
      // With room again, the same lines are appended.
      try FileManager.default.removeItem(atPath: path + "/filler")
      try folder.append(lines, to: "desk")
      #expect(try FolderTroubleTests.text(path) == ["one\ntw\n" + lines.map { $0 + "\n" }.joined()])
    }
  }

  /// The second of two files cannot be written: the first is as it was, too.
  @Test func aWriteThatEndsInTheMiddleIsTakenBack() async throws {
    await #expect(processExitsWith: .success) { [path = bench.folder.path as String] in
      let folder = SyncFolder(path)
      try folder.append("one")
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = rlim_t(SyncFolder.sealedSize + 2000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let lines = (0..<2600).map { "\($0) " + String(repeating: "x", count: 100) }
      let tooLong = String(repeating: "y", count: SyncFolder.sealedSize + 4000)
      #expect(throws: SyncFolderError.system(EFBIG)) {
        try folder.append(lines + [tooLong], to: "desk")
      }
      #expect(try FolderTroubleTests.text(path) == ["one\n", ""])
      // The empty file is the newest now.
      try folder.append("two")
      #expect(try FolderTroubleTests.text(path) == ["one\n", "two\n"])
    }
  }

  // MARK: Without the right to write

  @Test func aFolderThatCannotBeWrittenCanBeRead() async throws {
    try bench.folder.append("one")
    try bench.folder.makeInbox()
    try bench.write("", to: "inbox/today")
    for (name, mode) in [
      ("", 0o555), ("desk", 0o555), ("inbox", 0o555), ("desk/000001.jsonl", 0o444), ("../", 0o755),
    ] {
      try #require(chmod(bench.path(name), mode_t(mode)) == 0)
    }
    await #expect(processExitsWith: .success) { [path = bench.folder.path as String] in
      becomeNobody()
      let folder = SyncFolder(path)
      #expect(throws: SyncFolderError.readOnly) { try folder.append("two") }
      #expect(throws: SyncFolderError.readOnly) { try folder.append(["two"], to: "lap") }
      let file = try #require(try folder.files(of: "desk").items.first)
      var lines: [String] = []
      #expect(folder.read(file) { lines.append(String(decoding: $0, as: UTF8.self)) }.isWhole)
      #expect(lines == ["one"])
      let wish = try #require(try folder.inbox().items.first)
      #expect(throws: SyncFolderError.readOnly) { try folder.removeFromInbox(wish) }
    }
    #expect(try bench.lines(of: "desk") == ["one"])
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aDiskThatCannotBeWrittenCanBeRead() async throws {
    await #expect(processExitsWith: .success) { [path = bench.folder.path as String] in
      try TinyDisk.mount(at: path)
      let folder = SyncFolder(path)
      try folder.append("one")
      try TinyDisk.makeReadOnly(path)
      #expect(throws: SyncFolderError.readOnly) { try folder.append("two") }
      #expect(throws: SyncFolderError.readOnly) { try folder.append(["two"], to: "lap") }
      #expect(throws: SyncFolderError.readOnly) { try folder.makeInbox() }
      #expect(try folder.files(of: "desk").items.count == 1)
    }
  }

  /// A directory or file that may not be read is reported, and no other is left out for it.
  @Test func whatMayNotBeReadIsReported() async throws {
    try bench.folder.append("one")
    try bench.folder.append(["one"], to: "lap")
    for (name, mode) in [
      ("lap", 0o000), ("desk", 0o755), ("desk/000001.jsonl", 0o000), ("../", 0o755),
    ] {
      try #require(chmod(bench.path(name), mode_t(mode)) == 0)
    }
    await #expect(processExitsWith: .success) { [path = bench.folder.path as String] in
      becomeNobody()
      let folder = SyncFolder(path)
      #expect(try folder.devices().items == ["desk", "lap"])
      #expect(throws: SyncFolderError.system(EACCES)) { try folder.files(of: "lap") }
      let file = try #require(try folder.files(of: "desk").items.first)
      let problems = folder.read(file) { _ in }.problems
      #expect(problems == [.system("000001.jsonl", EACCES)])
    }
  }

  // MARK: Locks

  /// Another process is writing the files of this device: nothing waits for it.
  @Test func aLockThatIsTakenIsNotWaitedFor() throws {
    try bench.folder.append("one")
    let lock = open(bench.path("desk"), O_RDONLY | O_DIRECTORY)
    try #require(flock(lock, LOCK_EX) == 0)
    #expect(bench.refusal(appending: ["two"]) == .busy)
    #expect(bench.refusal(appending: ["two"], to: "lap") == nil)
    #expect(try bench.lines(of: "desk") == ["one"], "reading needs no lock")
    close(lock)
    #expect(bench.refusal(appending: ["two"]) == nil)
  }

  // MARK: What the system refuses

  /// Appends three lines in a process in which a call fails.
  private func append(failing call: String, _ failure: String) throws -> Child.Outcome {
    try Child.run(
      "strace",
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e", "inject=\(call):\(failure)",
        Built.product("folder-writer"), bench.folder.path, "desk", "a", "0", "3",
      ])
  }

  /// Some mounts have no locks, or cannot sync a directory.
  @Test(arguments: [
    ("flock", "error=ENOLCK"), ("flock", "error=EOPNOTSUPP"), ("flock", "error=EINVAL"),
    ("fsync", "error=EINVAL:when=2+"), ("write", "error=EINTR:when=1"),
  ])
  func whatAMountDoesNotHaveIsDoneWithout(call: String, failure: String) throws {
    #expect(try append(failing: call, failure).output == "2\n")
    #expect(try bench.lines(of: "desk").count == 3)
  }

  @Test(arguments: [
    ("fsync", "error=EIO:when=1", "EIO"), ("fsync", "error=EINVAL:when=1", "EINVAL"),
    ("fsync", "error=EIO:when=2", "EIO"), ("fsync", "error=EIO:when=3", "EIO"),
    ("write", "error=EIO:when=1", "EIO"), ("flock", "error=EIO", "EIO"),
  ])
  func afterAFailureNothingIsLeft(call: String, failure: String, error: String) throws {
    let number = error == "EIO" ? EIO : EINVAL
    #expect(try append(failing: call, failure).output == "failed: system(\(number))\n")
    #expect(try bench.lines(of: "desk") == [])
    #expect(bench.refusal(appending: ["one"]) == nil)
    #expect(try bench.text("desk/000001.jsonl") == "one\n")
  }

  /// What carries the folder has put another file in the place of the one that is being written.
  @Test func aFileThatWasReplacedMeanwhileIsNotTrusted() throws {
    try bench.folder.append("one")
    try bench.write("one\n", to: "desk/arrived")
    let child = try Child(
      "strace",
      [
        "-f", "-qq", "-e", "trace=write,fsync", "-e",
        "inject=fsync:delay_exit=1000000:when=1", Built.product("folder-writer"), bench.folder.path,
        "desk", "a", "0", "3",
      ])
    let path = bench.path("desk/000001.jsonl")
    _ = try child.line(from: .errors) { $0.contains("write(") }
    try #require(rename(bench.path("desk/arrived"), path) == 0)
    #expect(try child.line() == "2")
    #expect(try bench.lines(of: "desk").count == 4)
  }
}

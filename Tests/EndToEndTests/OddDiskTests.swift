import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// File systems that lack something, and processes that may not do everything.
@Suite(.serialized)
struct OddDiskTests {
  private let home = Scratch()

  private func environment(_ data: String? = nil) -> [String: String] {
    Support.environment(
      home: home.path, zone: MadeZone.morning.name, data.map { ["XDG_DATA_HOME": $0] } ?? [:])
  }

  private func haru(_ words: String..., data: String? = nil) throws -> Child.Outcome {
    try Child.run(
      Built.product("haru"), words, environment: environment(data), within: .seconds(30))
  }

  private static let fat: [OddDisk.Lack] = [.coarseDates, .links]

  // MARK: File systems

  /// As on a stick: nothing depends on dates or links.
  @Test(
    .enabled(if: OddDisk.isPossible, "needs the right to mount by FUSE"),
    arguments: [OddDiskTests.fat, [.sharedMemory], [.coarseDates, .links, .sharedMemory]])
  func haruWorksWhereARollbackJournalWorks(lacks: [OddDisk.Lack]) throws {
    let disk = try OddDisk(in: home, lacking: lacks)
    for words in [["mark"], ["mark", "-1"], ["unmark"], ["note", "-1", "verbs"], ["undo"]] {
      try environment(disk.path).haru(words).succeeded()
    }
    #expect(try haru("store", "check", data: disk.path).status == 0)
    let backup = disk.path + "/backup.sqlite"
    #expect(try haru("store", "backup", backup, data: disk.path).status == 0)
    #expect(try haru("mark", "-5", data: disk.path).status == 0)
    #expect(try haru("store", "restore", backup, data: disk.path).status == 0)
    let store = try Store(path: disk.path + "/haru/haru.sqlite", for: .reading)
    #expect(try store.markedDays().count == 1)
  }

  @Test(.enabled(if: OddDisk.isPossible, "needs the right to mount by FUSE"))
  func aStoreMovesOntoAStick() throws {
    let disk = try OddDisk(in: home, lacking: OddDiskTests.fat)
    #expect(try haru("mark", "-2..-1").status == 0)
    let move = try haru("store", "move", disk.path)
    #expect(move.errors.hasPrefix("Moved 2 days: \(disk.path)/haru.sqlite\n"), "\(move)")
    for day in ["-3", "-4"] { #expect(try haru("mark", day).status == 0) }
    #expect(try haru("status", "--format", "line").output.hasPrefix("4-day streak"))
    // And back: the link in the usual place leads there.
    #expect(try haru("store", "move", home(".local/share/haru")).status == 0)
    #expect(try haru("mark", "-5").status == 0)
    let store = try Store(path: home(Desk.storePath), for: .reading)
    #expect(try store.markedDays().count == 5)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: disk.path)
        .filter { $0 == "haru.sqlite" } == [])
  }

  /// From where no link can be left, the user is told how to move the store.
  @Test(.enabled(if: OddDisk.isPossible, "needs the right to mount by FUSE"))
  func aStoreOnAStickIsMovedByHand() throws {
    let disk = try OddDisk(in: home, lacking: OddDiskTests.fat)
    let (store, new) = (disk.path + "/haru/haru.sqlite", try home.makeFolder("new"))
    #expect(try haru("mark", data: disk.path).status == 0)
    let move = try haru("store", "move", new, data: disk.path)
    #expect(move.status == 73)
    let words = "run mv \(store) DIR, then haru config set Store.path DIR/haru.sqlite\n"
    #expect(move.errors.hasSuffix(words))
    #expect(try FileManager.default.contentsOfDirectory(atPath: new) == [])
    #expect(try Child.run("mv", [store, new]).status == 0)
    #expect(try haru("config", "set", "Store.path", new + "/haru.sqlite").status == 0)
    #expect(try haru("status", data: disk.path).output.contains("studied"))
  }

  @Test(.enabled(if: OddDisk.isPossible, "needs the right to mount by FUSE"))
  func withoutLocksASentenceSaysSo() throws {
    #expect(try haru("mark", "-1").status == 0)
    try home.copy(home(Desk.storePath), to: "stored/haru/haru.sqlite")
    let disk = try OddDisk(in: home, lacking: [.locks])
    let store = disk.path + "/haru/haru.sqlite"
    for words in [["mark"], ["status"], ["store", "check"]] {
      let run = try Child.run(
        Built.product("haru"), words, environment: environment(disk.path), within: .seconds(30))
      #expect(run.status == 74)
      #expect(
        run.errors == """
          haru: this file system has no locks: \(store); choose another place with haru config set \
          Store.path

          """)
    }
  }

  /// A click that cannot be saved is tried again, but not at once and for ever, and the agent ends when it
  /// is asked to.
  @Test(
    .enabled(if: OddDisk.isPossible, "needs the right to mount by FUSE"),
    arguments: [OddDisk.Lack.sharedMemory, .locks])
  func anAgentThatCannotOpenTheStoreRestsAndEnds(lack: OddDisk.Lack) throws {
    let disk = try OddDisk(in: home, lacking: [lack])
    let desk = try Desk([], ["XDG_DATA_HOME": disk.path])
    let shown = try desk.console.shown()
    try desk.console.press("Study", on: shown)
    _ = try desk.console.shown { $0.summary.hasPrefix(lack == .locks ? "Not saved:" : "Studied:") }
    _ = try desk.console.events(during: .seconds(3))
    let before = try processorTime(of: desk.agent.pid)
    _ = try desk.console.events(during: .seconds(3))
    let spent = try processorTime(of: desk.agent.pid) - before
    #expect(spent < 30, "\(spent) hundredths of a second in three")
    #expect(try desk.agent.terminate() == .exited(0))
  }

  /// User and system time, in hundredths of a second; 0 of a process that has ended.
  private func processorTime(of pid: pid_t) throws -> Int {
    guard let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
      return 0
    }
    let fields = line.split(separator: " ")
    return (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
  }

  /// A limit of a file's size is an error like a full disk.
  @Test func aLimitOfAFilesSizeIsAnError() throws {
    for words in [
      ["mark"], ["export", "-o", home("days.json")], ["config", "set", "Store.backups", "3"],
    ] {
      let run = try Child.run(
        "sh", ["-c", "ulimit -f 0; exec \"$0\" \"$@\"", Built.product("haru")] + words,
        environment: environment())
      #expect([73, 74].contains(run.status), "\(words): \(run)")
      #expect(run.errors.contains("File too large"), "\(words): \(run)")
    }
    #expect(try haru("mark").status == 0)
  }

  /// A change was interrupted, and nobody may take it back here.
  @Test func anUnfinishedChangeInAReadOnlyPlaceIsNamed() throws {
    #expect(try haru("mark", "-1").status == 0)
    let store = home(Desk.storePath)
    let run = try runKilled(before: "unlink", 1, ["mark"], environment())
    #expect(run.status != 0)
    #expect(FileManager.default.fileExists(atPath: store + "-journal"))
    let program = try Nobody.program("haru", in: home)
    chmod(home.path, 0o755)
    for folder in [".local", ".local/share"] { chmod(home(folder), 0o755) }
    chmod(home(".local/share/haru"), 0o555)
    for part in ["", "-journal"] { chmod(store + part, 0o444) }
    let looking = try Nobody.run(program, ["status"], environment())
    #expect(looking.status == 74)
    #expect(
      looking.errors.contains("unfinished change in a read-only store: \(store); run haru status"))
    chmod(home(".local/share/haru"), 0o755)
    for part in ["", "-journal"] { chmod(store + part, 0o644) }
    #expect(try haru("status").output.contains("1-day streak"))
    #expect(!FileManager.default.fileExists(atPath: store + "-journal"))
  }

  // MARK: Users

  @Test(.enabled(if: getuid() == 0, "needs root"))
  func rootLeavesNothingInTheDirectoriesOfAnother() throws {
    #expect(try haru("mark", "-1").status == 0)
    try Nobody.own(home.path)
    for words in [["mark"], ["config", "set", "Store.backups", "3"], ["status"]] {
      let run = try environment().haru(words)
      #expect(run.status == 77)
      #expect(
        run.errors.hasSuffix("belongs to nobody: run Haru as that user, without sudo\n"), "\(run)")
    }
    let owners = try Child.run("find", [home.path, "!", "-user", "nobody"]).output
    #expect(owners == "")
    #expect(try haru("--version").status == 0)
    let bus = try PrivateBus()
    let agent = try Child.run(
      Built.product("haru-agent"), ["--gapplication-service"],
      environment: environment().merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
    #expect(agent.status == 77)
  }

  @Test func theDoctorNamesAStoreThatIsOpenToOthers() throws {
    #expect(try haru("mark").status == 0)
    let store = home(Desk.storePath)
    #expect(try !haru("doctor").output.contains("open to other users"))
    chmod(store, 0o644)
    #expect(
      try haru("doctor").output.contains(
        "store: open to other users (mode 644): chmod 600 \(store)\n"))
  }
}

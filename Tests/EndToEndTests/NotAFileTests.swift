import Foundation
import Support
import Testing

/// Something else in the place of a file is refused at once, and left alone.
struct NotAFileTests {
  private let home = Scratch()

  /// What can stand in the place of a file.
  enum Thing: String, CaseIterable {
    case pipe, socket, directory, device

    func make(at path: String) throws {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      switch self {
      case .pipe: try require(mkfifo(path, 0o600) == 0, "mkfifo")
      case .socket:
        // The path of a socket is short, and the test's place may be deep.
        let bind = "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])"
        let folder = (path as NSString).deletingLastPathComponent
        let run = try Child.run(
          "env", ["--chdir=" + folder, "python3", "-c", bind, (path as NSString).lastPathComponent])
        try require(run.status == 0, "bind: \(run.errors)")
      case .directory: try require(mkdir(path, 0o700) == 0, "mkdir")
      // One that never ends, and does no harm.
      case .device: try require(symlink("/dev/zero", path) == 0, "symlink")
      }
    }

    private func require(_ isDone: Bool, _ call: String) throws {
      guard isDone else { throw Failure.system(call) }
    }
  }

  /// Every file of a store, and which commands refuse it.
  @Test(arguments: ["", "-wal", "-shm", "-journal"], Thing.allCases)
  func aStoreThatIsNoFileIsRefused(ending: String, thing: Thing) throws {
    if ending != "" { try Desk.mark([], in: home) }
    let path = home(Desk.storePath) + ending
    unlink(path)
    try thing.make(at: path)
    for words in [
      ["status"], ["mark"], ["store", "backup", home("backup.sqlite")],
      ["store", "move", home.path], ["doctor"],
    ] {
      let run = try haru(words)
      #expect(run.status != 0, "\(words)")
      let errors = words == ["doctor"] ? run.output : run.errors
      #expect(errors.contains("not a regular file: \(path); move it away"), "\(words): \(run)")
    }
    #expect(try thing == type(of: path))
  }

  /// A restore replaces a damaged store, but never a device or what another program waits at.
  @Test(arguments: Thing.allCases)
  func aRestoreRefusesToReplaceWhatIsNoFile(thing: Thing) throws {
    #expect(try haru(["mark"]).status == 0)
    #expect(try haru(["store", "backup", home("backup.sqlite")]).status == 0)
    try FileManager.default.removeItem(atPath: home(".local/share/haru"))
    try thing.make(at: home(Desk.storePath))
    let run = try haru(["store", "restore", home("backup.sqlite")])
    #expect(run.status == 66)
    #expect(run.errors.contains("not a regular file: \(home(Desk.storePath)); move it away"))
    #expect(try thing == type(of: home(Desk.storePath)))
    // And something that is no backup.
    try thing.make(at: home("other"))
    #expect(try haru(["store", "restore", home("other")]).status != 0)
  }

  @Test(arguments: Thing.allCases)
  func settingsThatAreNoFileAreRefused(thing: Thing) throws {
    let path = home(".config/haru/haru.conf")
    try thing.make(at: path)
    for words in [
      ["status"], ["config", "list"], ["config", "set", "Day.starts-at", "03:00"], ["doctor"],
    ] {
      let run = try haru(words)
      #expect(run.status != 0, "\(words)")
      #expect((run.output + run.errors).contains("\(path): Not a regular file"), "\(words): \(run)")
    }
    #expect(try thing == type(of: path))
  }

  /// What Haru is asked to read.
  @Test(arguments: Thing.allCases)
  func aSourceThatIsNoFileIsRefused(thing: Thing) throws {
    try thing.make(at: home("source"))
    let run = try haru(["import", home("source")])
    #expect(run.status == (thing == .directory ? 65 : 66))
    #expect(run.errors.hasPrefix("haru: "))
    try thing.make(at: home(".config/autostart/io.github.haru.Haru.desktop"))
    let status = try haru(["autostart", "status"])
    #expect(status.status == 0)
    let enable = try haru(["autostart", "enable"])
    #expect(enable.status == 73)
    #expect(enable.errors.contains("Not a regular file"))
  }

  /// A pipe that nobody reads is waited for by whoever opens it; one with a reader is written to.
  @Test func aPipeThatNobodyReadsIsNoTarget() throws {
    #expect(try haru(["mark", "-1"]).status == 0)
    for (words, pipe) in [
      (["card", "streak", "-o", home("pipe.png")], home("pipe.png")),
      (["export", "-o", home("pipe.json")], home("pipe.json")),
    ] {
      try Thing.pipe.make(at: pipe)
      let run = try haru(words)
      #expect(run.status == 73 || run.status == 74, "\(words): \(run)")
      #expect(run.errors.contains("Not a regular file"), "\(words): \(run)")
      #expect(try type(of: pipe) == .pipe)
      #expect(try haru(["status", "--format", "line"]).status == 0)
    }
  }

  /// The agent says what is wrong, and ends when it is asked to.
  @Test(arguments: [Desk.storePath, Desk.storePath + "-wal", ".config/haru/haru.conf"])
  func theAgentReportsWhatIsNoFileAndEndsWhenAsked(file: String) throws {
    let desk = try Desk { home in
      if file.hasSuffix("-wal") { try Desk.mark([], in: home) }
      try Thing.pipe.make(at: home(file))
    }
    let shown = try desk.console.shown()
    #expect(shown.summary.hasPrefix("Cannot read your days:"))
    // The settings may name another store than the usual one.
    try desk.console.press("Study", on: shown)
    #expect(try desk.console.shown().summary.hasPrefix("Not saved"))
    #expect(try desk.agent.terminate() == .exited(0))
  }

  // MARK: The way there

  private func haru(_ words: [String]) throws -> Child.Outcome {
    try Child.run(
      Built.product("haru"), words, environment: Support.environment(home: home.path),
      within: .seconds(30))
  }

  private func type(of path: String) throws -> Thing {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Failure.system("lstat \(path)") }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: return .pipe
    case S_IFSOCK: return .socket
    case S_IFDIR: return .directory
    case S_IFLNK: return .device
    default: throw Failure.unexpected("a file at \(path)")
    }
  }
}

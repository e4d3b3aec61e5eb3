import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The order of system calls, which a killed process cannot show: what is reported as done has been
/// synced to the disk before.
struct DurabilityTests {
  private let home = Scratch()
  private let environment: [String: String]

  init() throws {
    environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    _ = try haru("mark", "-1", "-2")
  }

  private func haru(_ arguments: String...) throws -> Child.Outcome {
    let run = try environment.haru(arguments)
    try #require(run.status == 0, "\(run.errors)")
    return run
  }

  private var store: String { home(Desk.storePath) }

  /// The journal before the file, the file before the end of the journal, and that before the report.
  @Test(arguments: [["mark"], ["unmark", "-1"], ["note", "-1", "chapter 3"], ["undo"]])
  func aChangeIsSyncedBeforeItIsReported(words: [String]) throws {
    _ = try haru("store", "backup", "--daily")
    let calls = try Trace(of: words, in: environment)
    try expectCommit(in: calls, before: calls.report)
    #expect(calls.syncs <= 5, "\(calls)")
  }

  @Test func aClickIsSyncedBeforeItIsShown() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    _ = try desk.agent.line(from: .errors) { $0.contains("the day's backup is looked after") }
    let file = desk.home("calls")
    let tracer = try Child(
      "strace", ["-f", "-p", "\(desk.agent.pid)"] + Trace.options(file, and: "sendmsg"),
      environment: environment)
    _ = try tracer.line(from: .errors) { $0.contains("attached") }
    try desk.console.press("Study", on: open)
    _ = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
    _ = try tracer.terminate()
    let calls = try Trace(in: file) { $0.contains("sendmsg(") && $0.contains("Studied:") }
    try expectCommit(of: desk.home(Desk.storePath), in: calls, before: calls.report)
    #expect(calls.syncs <= 5, "\(calls)")
  }

  /// Expects the calls of a transaction whose commit outlives a power cut.
  private func expectCommit(
    of path: String? = nil, in calls: Trace, before report: Int
  ) throws {
    let store = path ?? store
    let (journal, folder) = (store + "-journal", (store as NSString).deletingLastPathComponent)
    let changed = try #require(calls.first { $0.writes(to: store) }, "\(calls)")
    let lastChange = try #require(calls.last { $0.writes(to: store) })
    let described = try #require(calls.last(before: changed) { $0.writes(to: journal) }, "\(calls)")
    let ended = try #require(calls.first(after: lastChange) { $0.removes(journal) }, "\(calls)")
    for (from, to, what) in [
      (described, changed, journal), (lastChange, ended, store), (ended, report, folder),
    ] {
      let synced = calls.first(after: from) { $0.syncs(what) } ?? .max
      #expect(synced < to, "\(what): \(calls)")
    }
  }

  @Test func aBackupIsSyncedAroundItsRename() throws {
    let file = home("backup.sqlite")
    let calls = try Trace(of: ["store", "backup", file], in: environment)
    try expectSyncedRenames(to: [file], in: calls)
  }

  @Test func aRestoreIsSyncedBeforeItIsReported() throws {
    let file = home("backup.sqlite")
    _ = try haru("store", "backup", file)
    _ = try haru("mark", "-5")
    let calls = try Trace(of: ["store", "restore", file], in: environment)
    let kept = try #require(
      try FileManager.default.contentsOfDirectory(atPath: home(".local/share/haru"))
        .first { $0.contains(".before-restore-") })
    try expectSyncedRenames(to: [home(".local/share/haru/" + kept)], in: calls)
    try expectCommit(in: calls, before: calls.report)
  }

  @Test func aRestoreOverADamagedStoreIsSyncedAroundItsRename() throws {
    let file = home("backup.sqlite")
    _ = try haru("store", "backup", file)
    try Data(repeating: 0xa5, count: 40_000).write(to: URL(fileURLWithPath: store))
    let calls = try Trace(of: ["store", "restore", file], in: environment)
    try expectSyncedRenames(to: [store], in: calls)
  }

  /// The copy, and then the link that leads to it.
  @Test func aMoveIsSyncedAroundEachRename() throws {
    try home.makeFolder("new")
    let calls = try Trace(of: ["store", "move", home("new")], in: environment)
    try expectSyncedRenames(to: [home("new/haru.sqlite")], in: calls)
    let copied = try #require(calls.last { $0.syncs(home("new")) })
    let linked = try #require(calls.last { $0.renames(to: store) }, "\(calls)")
    let folder = (store as NSString).deletingLastPathComponent
    let named = try #require(calls.first(after: linked) { $0.syncs(folder) }, "\(calls)")
    #expect(copied < linked && named < calls.report, "\(calls)")
  }

  /// Expects that each file was synced after it was last written and before it got its name, and
  /// that its directory was synced afterwards.
  ///
  /// SQLite syncs a copy too, at moments of its own; Haru does after SQLite has closed it.
  private func expectSyncedRenames(to targets: [String], in calls: Trace) throws {
    for target in targets {
      let rename = try #require(calls.last { $0.renames(to: target) }, "\(target): \(calls)")
      let source = try #require(calls[rename].source)
      let synced = calls.last(before: rename) { $0.syncs(source) } ?? -1
      let written = calls.last(before: rename) { $0.writes(to: source) } ?? -1
      #expect(written < synced, "\(target) is synced before it gets its name: \(calls)")
      let directory = (target as NSString).deletingLastPathComponent
      let named = calls.first(after: rename) { $0.syncs(directory) } ?? .max
      #expect(named < calls.report, "the directory of \(target) is synced: \(calls)")
    }
  }
}

/// The calls with which a run of `haru` changed files, in their order.
private struct Trace: CustomStringConvertible {
  /// A line of strace, with the path behind each descriptor.
  struct Call {
    let line: String

    private var isDone: Bool { line.hasSuffix(" = 0") }

    func syncs(_ path: String) -> Bool {
      isSync && line.contains("<\(path)>)")
    }

    func writes(to path: String) -> Bool {
      (line.contains("write(") || line.contains("pwrite64(")) && line.contains("<\(path)>,")
    }

    func removes(_ path: String) -> Bool {
      isDone && line.contains("unlink") && line.contains("\"\(path)\"")
    }

    var isSync: Bool { isDone && (line.contains("fsync(") || line.contains("fdatasync(")) }

    func renames(to path: String) -> Bool {
      isDone && line.contains("rename") && line.contains(", \"\(path)\"")
    }

    /// The former name of a file that was renamed.
    var source: String? { line.split(separator: "\"").dropFirst().first.map(String.init) }
  }

  private let calls: [Call]
  /// The call that wrote the report of success.
  let report: Int
  var description: String { calls.map { "\n" + $0.line }.joined() }

  init(of words: [String], in environment: [String: String]) throws {
    let scratch = Scratch()
    let run = try Child.run(
      "strace", ["-f"] + Trace.options(scratch("calls")) + [Built.product("haru")] + words,
      environment: environment)
    try #require(run.status == 0, "\(run.errors)")
    try self.init(in: scratch("calls")) { $0.contains(" write(1<") || $0.contains(" write(2<") }
  }

  /// Reads the calls up to the report.
  init(in file: String, isReport: (String) -> Bool) throws {
    calls = try String(contentsOfFile: file, encoding: .utf8)
      .split(separator: "\n").map { Call(line: String($0)) }
    report = try #require(calls.firstIndex { isReport($0.line) }, "\(calls)")
  }

  static func options(_ file: String, and call: String = "write") -> [String] {
    [
      "-y", "-s", "4096", "-o", file, "-e",
      "trace=\(call),write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat",
    ]
  }

  /// How often anything was synced before the report.
  var syncs: Int { calls[..<report].count { $0.isSync } }

  subscript(index: Int) -> Call { calls[index] }

  func last(before end: Int? = nil, where isWanted: (Call) -> Bool) -> Int? {
    calls[..<(end ?? calls.count)].lastIndex(where: isWanted)
  }

  func first(after start: Int = -1, where isWanted: (Call) -> Bool) -> Int? {
    calls[(start + 1)...].firstIndex(where: isWanted)
  }
}

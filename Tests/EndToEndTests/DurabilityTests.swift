import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The order of system calls, which a killed process cannot show: what is reported as done has been
/// synced to the disk before.
struct DurabilityTests {
  private let home: Scratch
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    _ = try haru("mark", "-1", "-2")
  }

  private func haru(_ arguments: String...) throws -> Child.Outcome {
    let run = try Child.run(Built.product("haru"), arguments, environment: environment)
    try #require(run.status == 0, "\(run.errors)")
    return run
  }

  private var store: String { home(Desk.storePath) }

  /// The log is synced at each commit: `synchronous=FULL`.
  @Test(arguments: [["mark"], ["unmark", "-1"], ["note", "-1", "chapter 3"], ["undo"]])
  func aChangeIsSyncedBeforeItIsReported(words: [String]) throws {
    // While another process has the store open, `haru` does not write the log back when it ends.
    let other = try Store(path: store, for: .writing)
    let calls = try Trace(of: words, in: environment)
    let written = try #require(calls.last { $0.writes(to: store + "-wal") })
    let synced = try #require(calls.first(after: written) { $0.syncs(store + "-wal") })
    #expect(synced < calls.report, "\(calls)")
    withExtendedLifetime(other) {}
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
    let other = try Store(path: store, for: .writing)
    let calls = try Trace(of: ["store", "restore", file], in: environment)
    let kept = try #require(
      try FileManager.default.contentsOfDirectory(atPath: home(".local/share/haru"))
        .first { $0.contains(".before-restore-") })
    try expectSyncedRenames(to: [home(".local/share/haru/" + kept)], in: calls)
    let written = try #require(calls.last { $0.writes(to: store + "-wal") })
    let synced = try #require(calls.first(after: written) { $0.syncs(store + "-wal") })
    #expect(synced < calls.report, "\(calls)")
    withExtendedLifetime(other) {}
  }

  @Test func aRestoreOverADamagedStoreIsSyncedAroundItsRename() throws {
    let file = home("backup.sqlite")
    _ = try haru("store", "backup", file)
    try Data(repeating: 0xa5, count: 40_000).write(to: URL(fileURLWithPath: store))
    let calls = try Trace(of: ["store", "restore", file], in: environment)
    try expectSyncedRenames(to: [store], in: calls)
  }

  /// The copy, the address that leads to it and the record of the move.
  @Test func aMoveIsSyncedAroundEachRename() throws {
    try FileManager.default.createDirectory(
      atPath: home("new"), withIntermediateDirectories: false)
    let calls = try Trace(of: ["store", "move", home("new")], in: environment)
    try expectSyncedRenames(
      to: [home("new/haru.sqlite"), store + ".moved", home(".local/share/haru/move")], in: calls)
  }

  /// Expects that each file was synced after it was last written and before it got its name, and
  /// that its directory was synced afterwards.
  ///
  /// SQLite syncs a copy too, at moments of its own; Haru does after SQLite has closed it, which is
  /// when it removes the log.
  private func expectSyncedRenames(to targets: [String], in calls: Trace) throws {
    for target in targets {
      let rename = try #require(calls.last { $0.renames(to: target) }, "\(target): \(calls)")
      let source = try #require(calls[rename].source)
      let synced = calls.last(before: rename) { $0.syncs(source) } ?? -1
      let written = calls.last(before: rename) { $0.writes(to: source) || $0.closes(source) } ?? -1
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
      isDone && (line.contains("fsync(") || line.contains("fdatasync("))
        && line.contains("<\(path)>)")
    }

    func writes(to path: String) -> Bool {
      (line.contains("write(") || line.contains("pwrite64(")) && line.contains("<\(path)>,")
    }

    /// Whether SQLite removes a companion of a file.
    func closes(_ path: String) -> Bool {
      isDone && line.contains("unlink") && line.contains("\"\(path)-")
    }

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
    let scratch = try Scratch()
    let run = try Child.run(
      "strace",
      [
        "-f", "-y", "-qq", "-s", "4096", "-o", scratch("calls"), "-e",
        "trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat",
        Built.product("haru"),
      ] + words, environment: environment)
    try #require(run.status == 0, "\(run.errors)")
    calls = try scratch.read("calls").split(separator: "\n").map { Call(line: String($0)) }
    report = try #require(
      calls.firstIndex { $0.line.contains(" write(1<") || $0.line.contains(" write(2<") })
  }

  subscript(index: Int) -> Call { calls[index] }

  func last(before end: Int? = nil, where isWanted: (Call) -> Bool) -> Int? {
    calls[..<(end ?? calls.count)].lastIndex(where: isWanted)
  }

  func first(after start: Int, where isWanted: (Call) -> Bool) -> Int? {
    calls[(start + 1)...].firstIndex(where: isWanted)
  }
}

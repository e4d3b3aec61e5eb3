import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// A store that was deleted while its backups are there: no program begins an empty history
/// (docs/store.md#a-store-that-was-deleted).
@Suite(.serialized)
struct DeletedStoreTests {
  private let files = FileManager.default

  private func delete(_ store: String) throws {
    for part in ["", "-wal", "-shm"] where files.fileExists(atPath: store + part) {
      try files.removeItem(atPath: store + part)
    }
  }

  @Test(arguments: TestLanguage.tried)
  func commandsNameTheBackupAndBeginNothing(language: TestLanguage) throws {
    let session = Transcript(language: language)
    let store = session.home(Desk.storePath)
    let backup = session.home(".local/share/haru/backups/haru-2026-11-20.sqlite")
    try session.type("haru", "mark", "yesterday..today")
    try delete(store)
    session.note("\n# The file is deleted.\n")
    try session.type(each: [
      ["status"], ["mark"], ["undo"], ["export"], ["store", "check"],
      ["store", "backup", session.home("copy.sqlite")], ["store", "move", session.home.path],
    ])
    #expect(!files.fileExists(atPath: store))
    session.note("\n# The backup is restored.\n")
    try session.type("haru", "store", "restore", backup)
    try session.type("haru", "status", "--format", "line")
    try session.type("haru", "store", "new")
    session.note("\n# The file is deleted for good.\n")
    try delete(store)
    try session.type("haru", "store", "new")
    try session.type("haru", "mark")
    #expect(files.fileExists(atPath: backup))
    try session.expectGolden("store-deleted")
  }

  /// `truncate -s 0`, or a file of one line feed, which SQLite takes for empty.
  @Test(arguments: ["", "\n"])
  func anEmptiedStoreIsNamedByEveryCommand(contents: String) throws {
    let desk = try Desk(marks: Array(1...22))
    _ = try desk.agent.line(from: .errors) { $0.contains("the day's backup is looked after") }
    let open = try desk.console.shown { $0.body.hasPrefix("22-day streak") }
    let backup = desk.home(".local/share/haru/backups/haru-\(desk.today).sqlite")
    try Data(contents.utf8).write(to: URL(fileURLWithPath: desk.home(Desk.storePath)))
    for words in [["status"], ["mark"], ["undo"], ["streak"], ["export"], ["store", "check"]] {
      let run = try desk.environment.haru(words)
      #expect(run.status == 66, "\(words): \(run)")
      #expect(
        run.errors.contains("to restore the newest good backup: haru store restore \(backup)"))
    }
    try desk.console.press("Study", on: open)
    let refused = try desk.console.shown { $0.summary.hasPrefix("Not saved:") }
    #expect(refused.body.contains("haru store restore \(backup)"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: desk.home(Desk.storePath))).count <= 1)
    #expect(try desk.haru("store", "restore", backup).status == 0)
    // The click that was not saved is in the store that has come back.
    #expect(try desk.console.shown { $0.summary.hasPrefix("Studied:") }.body.hasPrefix("23-day"))
  }

  /// The agent goes on beside the file that was deleted.
  @Test func aNewStoreBeginsBesideARunningAgent() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    try files.removeItem(atPath: desk.home(Desk.storePath))
    try desk.haru("store", "new").succeeded()
    #expect(try desk.haru("mark").status == 0)
    #expect(try desk.console.shown { $0.mark == true }.summary.hasPrefix("Studied"))
    #expect(try desk.marks == [desk.today])
  }

  /// Killed at any write, a restore leaves the store deleted, or whole.
  @Test func aRestoreThatIsKilledLeavesNoEmptyStore() throws {
    var killed = 0
    for when in stride(from: 1, through: 200, by: 9) {
      let home = Scratch()
      let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
      let (haru, backup) = (Built.product("haru"), home("backup.sqlite"))
      for words in [["mark", "-30..-1"], ["store", "backup", backup]] {
        #expect(try Child.run(haru, words, environment: environment).status == 0)
      }
      try delete(home(Desk.storePath))
      let run = try runKilled(
        before: "pwrite64", when, ["store", "restore", backup], environment)
      let marks = try? Store(path: home(Desk.storePath), for: .reading).markedDays().count
      #expect(marks == nil || marks == 30, "write \(when)")
      if run.status == 0 { break }
      killed += 1
    }
    #expect(killed > 1)
  }

  /// Nothing can be restored, and the first mark makes the store.
  @Test func withoutABackupAStoreBegins() throws {
    let home = Scratch()
    let environment = Support.environment(home: home.path)
    _ = try environment.haru("config", "set", "Store.backups", "0")
    #expect(try environment.haru("mark").status == 0)
    try delete(home(Desk.storePath))
    #expect(try environment.haru("status").status == 0)
    #expect(try environment.haru("mark").status == 0)
  }

  @Test func theAgentSaysSoAndSavesNothing() throws {
    let desk = try Desk(marks: [1, 2])
    _ = try desk.agent.line(from: .errors) { $0.contains("the day's backup is looked after") }
    let store = desk.home(Desk.storePath)
    let backup = desk.home(".local/share/haru/backups/haru-\(desk.today).sqlite")
    try #require(files.fileExists(atPath: backup))
    let open = try desk.console.shown()
    try delete(store)
    try desk.console.press("Study", on: open)
    let refused = try desk.console.shown { $0.summary.hasPrefix("Not saved:") }
    #expect(
      refused.body == """
        The store was deleted. To begin a new one: haru store new
        To restore the newest good backup:
        haru store restore \(backup)
        Haru tries again until midnight.
        """)
    try desk.agent.terminate()
    try desk.startAgent()
    let shown = try desk.console.shown { $0.summary.hasPrefix("Cannot read your days:") }
    #expect(
      shown.body == """
        The store was deleted. To begin a new one: haru store new
        To restore the newest good backup:
        haru store restore \(backup)
        """)
    #expect(!files.fileExists(atPath: store))

    #expect(try desk.haru("store", "restore", backup).status == 0)
    _ = try desk.console.shown { $0.body.hasPrefix("2-day streak") }
  }
}

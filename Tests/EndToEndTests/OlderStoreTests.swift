import Foundation
import Support
import Testing

/// A store that version 0.3 has made, with its last changes in a log (docs/store.md#older-stores).
struct OlderStoreTests {
  private let home = Scratch()
  private let environment: [String: String]
  private static let fixtures = "Tests/HaruStoreTests/Fixtures/0.3/"

  init() throws {
    environment = Support.environment(home: home.path, zone: "Asia/Seoul")
    try home.write("", to: ".config/haru/haru.conf")
    for name in ["haru.sqlite", "haru.sqlite-wal"] {
      let fixture = SourceTree.root.appendingPathComponent(Self.fixtures + name)
      try home.copy(fixture.path, to: ".local/share/haru/" + name)
    }
  }

  private func files() throws -> [String: Data] { try home.files(in: ".local/share/haru") }

  private func sentence(_ path: String) -> String {
    """
    written by a version of Haru before 0.4: \(path); use it once with Haru 0.4, or run haru export of the old \
    version, move the file away, and run haru import here
    """
  }

  @Test func everyCommandNamesItAndLeavesItAsItIs() throws {
    let before = try files()
    let store = home(Desk.storePath)
    let other = Scratch()
    let copy = home("copy.sqlite")
    for words in [
      ["status"], ["mark"], ["undo"], ["calendar"], ["export", "--format", "json"],
      ["store", "check", "--repair"], ["store", "move", other.path],
      ["store", "backup", other("backup.sqlite")], ["sync", "on", other.path],
    ] {
      let run = try environment.haru(words)
      #expect(run.status == 65 && run.errors == "haru: \(sentence(store))\n", "\(words): \(run)")
    }
    #expect(try environment.haru("doctor").output.contains(sentence(store)))
    #expect(try files() == before)
    // As a backup it is named too.
    try FileManager.default.moveItem(atPath: store, toPath: copy)
    unlink(store + "-wal")
    let run = try environment.haru("store", "restore", copy)
    #expect(run.status == 65 && run.errors == "haru: \(sentence(copy))\n", "\(run)")
    #expect(FileManager.default.contents(atPath: copy) == before["haru.sqlite"])
  }

  /// What it was before is what the export says.
  @Test func whatVersion03HasExportedIsImported() throws {
    for name in ["haru.sqlite", "haru.sqlite-wal"] { unlink(home(".local/share/haru/" + name)) }
    let export = SourceTree.root.appendingPathComponent(Self.fixtures + "export.json").path
    #expect(try environment.haru("import", export).status == 0)
    #expect(
      try days(environment.haru("export", "--format", "json", "-o", "-").output)
        == days(SourceTree.read(Self.fixtures + "export.json")))
    #expect(try environment.haru("store", "check").status == 0)
  }

  /// An export without its log, which those of earlier versions lack, the name of the program that made it, and the
  /// watches, which are no days.
  private func days(_ export: String) throws -> NSDictionary {
    let object = try JSONSerialization.jsonObject(with: Data(export.utf8))
    var members = try #require(object as? [String: Any])
    for name in ["log", "program", "watches"] { members[name] = nil }
    return members as NSDictionary
  }
}

import Foundation
import HaruCore
import HaruGitHub
import HaruStore
import Support
import Testing

/// The watches of a store of version 0.4.
@Suite struct HandoverTests {
  let scratch = Scratch()

  init() throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../HaruStoreTests/Fixtures/schema-8.sqlite")
    try FileManager.default.copyItem(atPath: fixture.path, toPath: scratch("haru.sqlite"))
    try execute(Self.watches, on: scratch("haru.sqlite"))
  }

  private static let watches = """
    DELETE FROM watch; DELETE FROM news; DELETE FROM pause;
    INSERT INTO watch (id, owner, name, key, position, added_at, due_at, is_quiet, milestone)
      VALUES (4, 'b', 'b', 'b/b', 2, 5, 100, 1, 0), (7, 'New', 'Name', 'old/name', 1, 5, 200, 0, 1000);
    INSERT INTO snapshot (watch_id, fetched_at, stars, pushed_at, contributors, asked_as, etag)
      VALUES (7, 50, 1234, 999999999999, 'known', 'me', 'e');
    INSERT INTO contributor VALUES (7, 1, 'ann', 42, NULL);
    INSERT INTO news (watch_id, at, kind, detail, told_at)
      VALUES (7, 40, 'stars', '1000', 60), (7, 41, 'archived', '', NULL);
    INSERT INTO pause VALUES ('https://api.github.com', 'me', 70, 1, 'timed_out', '');
    """

  @Test func listSnapshotsAndNewsMove() throws {
    let file = try open()
    #expect(try scratch.read("list") == "New/Name\nb/b quiet\n")
    let watches = try file.watches()
    #expect(watches.map(\.name.description) == ["New/Name", "b/b"])
    #expect(watches.map(\.isQuiet) == [false, true])
    #expect(watches.map(\.dueAt) == [Instant(200), Instant(100)])
    let snapshot = try #require(watches[0].snapshot)
    #expect(snapshot.stars == 1234 && snapshot.pushedAt == nil)
    #expect(
      snapshot.contributors == .known([Contributor(login: "ann", contributions: 42, avatar: nil)]))
    #expect(try file.lastAnswers()[7]?.etag == "e")
    #expect(try file.unannouncedNews().map(\.news) == [.archived])
    #expect(try file.announcedNews().map(\.news.news) == [.stars(1000)])
    #expect(try file.lastPause(of: .github)?.until == Instant(70))
    // It happens once.
    try scratch.write("b/b\n", to: "list")
    #expect(try open().watches().map(\.name.description) == ["b/b"])
    #expect(try Store(path: scratch("haru.sqlite"), for: .reading).problems() == [])
  }

  @Test func aListThatIsThereKeepsItsLines() throws {
    try scratch.write("# mine\nc/c\nB/B\n", to: "list")
    _ = try open()
    #expect(try scratch.read("list") == "# mine\nc/c\nB/B\nNew/Name\n")
  }

  /// As after a store of version 0.4 was copied, or restored, beside repositories that are watched already.
  @Test func aStoreThatComesLaterIsTakenOverBehindWhatIsThere() throws {
    try FileManager.default.moveItem(atPath: scratch("haru.sqlite"), toPath: scratch("away"))
    var file = try open()
    #expect(try file.add(["x/y", "new/name"].map(repository)) == [])
    try load("x/y", stars: 5, in: file)
    // Without a snapshot nothing is known of it here.
    try FileManager.default.moveItem(atPath: scratch("away"), toPath: scratch("haru.sqlite"))
    try execute("UPDATE news SET id = 1 WHERE told_at IS NOT NULL", on: scratch("haru.sqlite"))
    file = try open()
    #expect(try scratch.read("list") == "x/y\nnew/name\nb/b quiet\n")
    #expect(try file.watches().map(\.name.description) == ["x/y", "New/Name", "b/b"])
    #expect(try file.watches().map(\.snapshot?.stars) == [5, 1234, nil])
    #expect(try file.unannouncedNews().map(\.news) == [.archived])
    #expect(try file.announcedNews().map(\.news.news) == [.stars(1000)])
    // Once.
    _ = try file.remove([repository("new/name")])
    #expect(try open().watches().map(\.name.description) == ["x/y", "b/b"])
    #expect(try Store(path: scratch("haru.sqlite"), for: .reading).problems() == [])
  }

  /// What is known here counts, and what was announced there is announced no more.
  @Test func whatIsKnownHereStays() throws {
    try FileManager.default.copyItem(atPath: scratch("haru.sqlite"), toPath: scratch("again"))
    let first = try open()
    try first.keep(try first.unannouncedNews(), announcedAt: Instant(70))
    try load("new/name", stars: 999, in: first)
    for _ in 0..<2 {
      try FileManager.default.removeItem(atPath: scratch("haru.sqlite"))
      try FileManager.default.copyItem(atPath: scratch("again"), toPath: scratch("haru.sqlite"))
      let file = try open()
      #expect(try file.watches().map(\.name.description) == ["new/name", "b/b"])
      #expect(try file.watches().map(\.snapshot?.stars) == [999, nil])
      #expect(try file.unannouncedNews() == [])
      #expect(try file.announcedNews().map(\.news.news) == [.archived, .stars(1000)])
      try load("new/name", stars: 1001, in: file)
      #expect(try file.unannouncedNews() == [])
      try load("new/name", stars: 999, in: file)
    }
  }

  private func load(_ text: String, stars: Int, in file: Repositories) throws {
    try file.take(text, at: Instant(80)) { $0.stars = stars }
  }

  @Test func aDamagedFileIsPutAside() throws {
    _ = try open()
    for bytes in [
      "no database at all, but longer than a header would have to be", "SQLite format 3",
    ] {
      try scratch.write(bytes + String(repeating: "x", count: 200), to: "repositories.sqlite")
      var names: [String] = []
      let watches = try Repositories.with(
        besideStore: scratch("haru.sqlite"), list: WatchListFile(scratch("list")),
        onDamage: { names.append($0) }
      ) { file throws(StoreError) in try file.watches() }
      #expect(names.count == 1 && FileManager.default.fileExists(atPath: names[0]))
      #expect(watches.map(\.name.description) == ["New/Name", "b/b"])
      #expect(watches.allSatisfy { $0.snapshot == nil })
    }
  }

  /// Damage of the file that is met while a store hands over is none of that store.
  @Test func aFileThatIsDamagedDuringTheHandoverIsPutAside() throws {
    try FileManager.default.copyItem(atPath: scratch("haru.sqlite"), toPath: scratch("again"))
    _ = try open()
    try FileManager.default.removeItem(atPath: scratch("haru.sqlite"))
    try FileManager.default.copyItem(atPath: scratch("again"), toPath: scratch("haru.sqlite"))
    try execute("DROP TABLE news", on: scratch("repositories.sqlite"))
    var names: [String] = []
    let news = try Repositories.with(
      besideStore: scratch("haru.sqlite"), list: WatchListFile(scratch("list")),
      onDamage: { names.append($0) }
    ) { file throws(StoreError) in try file.announcedNews() }
    #expect(names == [scratch("repositories.sqlite.damaged")])
    #expect(news.map(\.news.news) == [.stars(1000)])
    #expect(try Store(path: scratch("haru.sqlite"), for: .reading).problems() == [])
  }

  /// And damage of the store is none of the file.
  @Test(arguments: [false, true])
  func aStoreThatIsDamagedIsNamed(isBegun: Bool) throws {
    try FileManager.default.copyItem(atPath: scratch("haru.sqlite"), toPath: scratch("again"))
    if isBegun { _ = try open() }
    try FileManager.default.removeItem(atPath: scratch("haru.sqlite"))
    try FileManager.default.copyItem(atPath: scratch("again"), toPath: scratch("haru.sqlite"))
    try execute("ALTER TABLE news DROP COLUMN told_at", on: scratch("haru.sqlite"))
    var names: [String] = []
    #expect(throws: StoreError.other(scratch("haru.sqlite"), .corrupt)) {
      try Repositories.with(
        besideStore: scratch("haru.sqlite"), list: WatchListFile(scratch("list")),
        onDamage: { names.append($0) }
      ) { _ in }
    }
    #expect(names == [])
  }

  @Test func aNewerVersionsFileIsLeftAlone() throws {
    try execute("PRAGMA user_version = 99", on: try open().path)
    #expect(throws: StoreError.newerSchema(99)) { try open() }
  }

  @Test func withoutAStoreNothingIsTakenOver() throws {
    let empty = Scratch()
    let file = try Repositories(
      besideStore: empty("haru.sqlite"), list: WatchListFile(empty("list")))
    #expect(try file.watches() == [])
    #expect(!FileManager.default.fileExists(atPath: empty("haru.sqlite")))
  }

  private func open() throws -> Repositories {
    try Repositories(besideStore: scratch("haru.sqlite"), list: WatchListFile(scratch("list")))
  }
}

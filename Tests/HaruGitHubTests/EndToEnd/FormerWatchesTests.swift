import Foundation
import HaruCore
import HaruGitHub
import HaruStore
import Support
import Testing

/// Watches that an export of version 0.4 has.
struct FormerWatchesTests {
  private let scratch = Scratch()

  /// Runs `haru` as a user.
  private func haru(_ user: String, _ words: String...) throws -> Child.Outcome {
    try environment(home: scratch(user), zone: "Asia/Seoul").haru(at: "2026-11-20 12:00:00", words)
  }

  private func days(_ user: String) throws -> [Day] {
    try Store(path: scratch(user + "/" + Desk.storePath), for: .reading).markedDays()
  }

  /// The watches in an export of version 0.4 become the list of repositories where that is empty; an undo is about days.
  @Test func watchesOfAFormerExportBecomeAnEmptyList() throws {
    let file = scratch("days.json")
    _ = try haru("old", "mark", "-9..today")
    _ = try haru("old", "export", "-o", file)
    try addWatches(to: file, ["apple/swift": false, "a/b": true])
    let told = "Watching: apple/swift, a/b\n"
    let list = ".config/haru/repositories"

    #expect(try !haru("new", "import", "--dry-run", file).output.contains("Watching"))
    #expect(!FileManager.default.fileExists(atPath: scratch("new/" + list)))
    #expect(try haru("new", "import", file).output.hasSuffix("\n" + told))
    #expect(try scratch.read("new/" + list) == "apple/swift\na/b quiet\n")
    #expect(try days("new") == days("old"))
    #expect(try !haru("new", "export").output.contains("apple/swift"))
    #expect(try haru("new", "undo").status == 0)
    #expect(try scratch.read("new/" + list) == "apple/swift\na/b quiet\n")
    // A list of the user's own stays.
    #expect(try haru("new", "repo", "remove", "a/b").status == 0)
    #expect(
      try haru("new", "import", file).output.hasSuffix(
        """
        \nThe list of repositories stays as it is, without a/b. To watch them: haru repo add a/b && haru repo quiet a/b

        """))
    #expect(try scratch.read("new/" + list) == "apple/swift\n")
    // Nothing of it is missing in the list.
    try scratch.write("A/B\napple/swift\n", to: "new/" + list)
    #expect(try !haru("new", "import", file).output.contains("repositories"))
    // A list that cannot be read keeps no day out, and is told.
    _ = try scratch.write("mine\n", to: "bad/.config/haru/repositories/a-folder")
    let run = try haru("bad", "import", file)
    #expect(run.status == 66 && !run.output.contains("Watching"), "\(run)")
    #expect(
      run.errors == """
        haru: the days are imported, but not these repositories: apple/swift, a/b; \
        import the file once more when this is mended: \
        not a regular file: \(scratch("bad/" + list)); move it away

        """, "\(run)")
    #expect(try days("bad") == days("old"))
    // Nor does a program that is missing.
    let lonely = try scratch.copy(Built.product("haru"), to: "programs/haru")
    let other = try Child.run(
      lonely, ["import", file], environment: environment(home: scratch("other")))
    #expect(other.status == 69, "\(other)")
    #expect(other.errors.contains(": apple/swift, a/b; import"), "\(other)")
    let program = scratch("programs/haru-repo")
    #expect(
      other.errors.hasSuffix(": cannot run \(program): No such file or directory\n"), "\(other)")
    #expect(try days("other") == days("old"))
  }

  /// Makes a store of version 0.4 with a watch.
  private func makeStore(_ path: String) throws -> String {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../HaruStoreTests/Fixtures/schema-8.sqlite")
    let store = try scratch.write("", to: path)
    try FileManager.default.removeItem(atPath: store)
    try FileManager.default.copyItem(atPath: fixture.path, toPath: store)
    try execute(
      """
      DELETE FROM watch;
      INSERT INTO watch (id, owner, name, key, position, added_at, due_at, is_quiet, milestone)
        VALUES (4, 'b', 'b', 'b/b', 1, 5, 100, 1, 0);
      """, on: store)
    return store
  }

  /// It only asks, and version 0.4 can read the store still.
  @Test func theDoctorTakesNothingOver() throws {
    let store = try makeStore("home/" + Desk.storePath)
    func contents() throws -> String {
      try Child.run("sqlite3", [store, "PRAGMA user_version; SELECT * FROM watch"]).output
    }
    let before = try contents()
    _ = try haru("home", "doctor")
    #expect(try contents() == before && before.hasPrefix("8\n"), "\(before)")
    #expect(!FileManager.default.fileExists(atPath: scratch("home/.config/haru/repositories")))
    #expect(try haru("home", "repo", "list", "--names").output == "b/b\n")
    #expect(try haru("home", "doctor").output.contains("watches: 1 repository"))
  }

  /// A store that cannot be read may have repositories: that is no empty list.
  @Test(arguments: ["damaged", "a folder"])
  func aStoreThatCannotBeReadIsNamedAsByTheStatus(state: String) throws {
    let store = try makeStore("home/" + Desk.storePath)
    try FileManager.default.removeItem(atPath: store)
    try scratch.write(
      String(repeating: "x", count: 5000),
      to: "home/" + Desk.storePath + (state == "damaged" ? "" : "/file"))
    let status = try haru("home", "status")
    #expect(status.status != 0 && status.errors.contains(store), "\(status)")
    for words in [[], ["list", "--json"], ["list", "--names"], ["news"], ["add", "x/y"]] {
      let run = try environment(home: scratch("home"), zone: "Asia/Seoul").haru(
        at: "2026-11-20 12:00:00", ["repo"] + words)
      #expect(
        run.status == status.status && run.errors == status.errors && run.output == "", "\(run)")
    }
    let bar = try haru("home", "repo", "show", "--format", "waybar")
    #expect(bar.output.contains(store), "\(bar)")
    #expect(
      !FileManager.default.fileExists(atPath: Repositories.path(besideStore: store)))
    let findings = try haru("home", "doctor").output.split(separator: "\n")
    #expect(findings.count { $0.contains(store) } == 1, "\(findings)")
  }

  /// What was handed over is known whatever becomes of the days.
  @Test func damageOfTheDaysTouchesNoRepository() throws {
    _ = try makeStore("home/" + Desk.storePath)
    let watched = try haru("home", "repo", "list", "--names")
    #expect(watched.status == 0 && watched.output.contains("/"), "\(watched)")
    try scratch.write(String(repeating: "x", count: 5000), to: "home/" + Desk.storePath)
    let run = try haru("home", "repo", "list", "--names")
    #expect(run.status == 0 && run.output == watched.output, "\(run)")
  }

  /// A store of a version before that is named once by the doctor, and nothing is made beside it.
  @Test func anOlderStoreIsNamedOnce() throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../HaruStoreTests/Fixtures/0.3/haru.sqlite")
    try scratch.copy(fixture.path, to: "home/" + Desk.storePath)
    try scratch.write("a/b\n", to: "home/.config/haru/repositories")
    let findings = try haru("home", "doctor").output.split(separator: "\n")
    #expect(findings.count { $0.contains("before 0.4") } == 1, "\(findings)")
    let (run, status) = (try haru("home", "repo"), try haru("home", "status"))
    #expect(run.status == 65 && run.errors == status.errors, "\(run)")
    let file = Repositories.path(besideStore: scratch("home/" + Desk.storePath))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  /// A store of version 0.4 that was deleted: its backup is named, and its watches come with it.
  @Test func aDeletedStoreIsNamedAndNothingIsMade() throws {
    let backup = try makeStore("home/.local/share/haru/backups/haru-2026-11-01.sqlite")
    for words in [["list"], ["add", "x/y"], ["refresh"], ["news"]] {
      let run = try environment(home: scratch("home"), zone: "Asia/Seoul").haru(
        at: "2026-11-20 12:00:00", ["repo"] + words)
      #expect(run.status == 66 && run.errors.contains("haru store restore \(backup)"), "\(run)")
      #expect(run.output == "")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch("home/.config/haru/repositories")))
    #expect(try haru("home", "store", "restore", backup).status == 0)
    #expect(try haru("home", "repo", "list", "--names").output == "b/b\n")
    #expect(try scratch.read("home/.config/haru/repositories") == "b/b quiet\n")
  }

  /// Writes watches into an export, each with whether it is muted.
  private func addWatches(to file: String, _ watches: KeyValuePairs<String, Bool>) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    var export = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(export["watches"] == nil)
    export["watches"] = watches.map { ["name": $0, "quiet": $1] as [String: Any] }
    try JSONSerialization.data(withJSONObject: export, options: .sortedKeys)
      .write(to: URL(fileURLWithPath: file))
  }
}

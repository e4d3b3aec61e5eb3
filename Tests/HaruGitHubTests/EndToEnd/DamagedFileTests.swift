import Foundation
import HaruCore
import HaruGitHub
import HaruStore
import Support
import Testing

/// What is known of repositories can be damaged without harm to the days.
struct DamagedFileTests {
  private let home = Scratch()
  private var store: String { home(Desk.storePath) }

  init() throws {
    try #require(try home.haru("mark", "2026-01-01").status == 0)
  }

  /// What is known of repositories is no part of the store, and GitHub can be asked for it again
  /// (docs/github.md#the-file).
  @Test(arguments: [
    ("UPDATE watch SET failures = -9223372036854775808", "list"),
    ("UPDATE snapshot SET stars = -5", "list"),
    ("UPDATE snapshot SET fetched_at = -9223372036854775808", "show"),
    ("UPDATE news SET told_at = 9223372036854775807", "news"),
    ("PRAGMA user_version = -1", "list"),
  ])
  func aDamagedFileOfRepositoriesIsPutAside(damage: String, command: String) throws {
    try expectPutAside(by: command) { try execute(damage, on: $0) }
  }

  @Test func aFileThatIsNoDatabaseIsPutAside() throws {
    try expectPutAside(by: "list") {
      try Data("no database".utf8).write(to: URL(fileURLWithPath: $0))
    }
  }

  /// While the file cannot be written, a line that is new has no row in it.
  @Test func newLinesAreToldApartWhileTheFileIsLocked() throws {
    let list = ".config/haru/repositories"
    #expect(try home.haru("repo", "add", "a/b").status == 0)
    try home.write("a/b\nnew/one\nnew/two\n", to: list)
    let writer = try Child("sqlite3", [Repositories.path(besideStore: store)])
    try writer.send("BEGIN IMMEDIATE; SELECT 'locked';")
    #expect(try writer.line() == "locked")
    let shown = try home.haru("repo", "show", "new/one", "new/two").output
    #expect(shown.contains("new/one") && shown.contains("new/two"), "\(shown)")
    _ = try home.haru("repo", "quiet", "new/one", "new/two")
    #expect(try home.read(list) == "a/b\nnew/one quiet\nnew/two quiet\n")
    try writer.terminate()
  }

  /// The list is away, as with dotfiles on another disk.
  @Test func aPressThatFailsIsToldWithoutTheNews() throws {
    let list = ".config/haru/repositories"
    try home.write("a/b\n", to: list)
    #expect(try home.haru("repo", "list").status == 0)
    try FileManager.default.removeItem(atPath: home(list))
    try home.link(list, to: "/nowhere/list")
    let run = try Child.run(
      Built.product("haru-repo"), ["guest"], environment: environment(home: home.path),
      input: #"{"version":1,"reason":"press","key":"mute:a/b","tag":"1"}"# + "\n")
    #expect(run.status == 0 && run.output.contains("Could not mute a/b: "), "\(run)")
    #expect(run.output.contains(#""tag":"1""#))
  }

  /// As it is printed in a sentence from right to left.
  @Test func aNameIsReadWithTheIsolatesAroundIt() throws {
    #expect(try home.haru("repo", "add", "\u{2068}b/two\u{2069}\u{2069}").status == 0)
    #expect(try home.read(".config/haru/repositories") == "b/two\n")
  }

  /// Damages what is known of a repository, and expects that a command begins the file anew, and that the list and the
  /// days stay.
  private func expectPutAside(
    by command: String, after damage: (String) throws -> Void
  ) throws {
    try home.write("a/b quiet\n", to: ".config/haru/repositories")
    try Repositories(in: home).take("a/b", at: Instant(1_767_225_600)) { $0.stars = 5 }
    let file = Repositories.path(besideStore: store)
    try execute("INSERT INTO news VALUES (1, 1, 1767225600, 'gone', '', 1767225600)", on: file)
    try damage(file)
    let damaged = try Data(contentsOf: URL(fileURLWithPath: file))

    let run = try home.haru("repo", command)
    let told = "what is known of repositories was damaged, and is begun anew; "
    let name = "the damaged file is now \(file).damaged\n"
    #expect(run.status == 0 && run.errors == "haru: " + told + name, "\(run)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file + ".damaged")) == damaged)
    let list = try home.haru("repo", "list")
    #expect(list.output.contains("a/b") && list.output.contains("muted"), "\(list)")
    #expect(list.errors == "")
    #expect(try Store(path: store, for: .reading).markedDays().map(\.description) == ["2026-01-01"])
    #expect(try home.haru("store", "check").status == 0)
  }
}

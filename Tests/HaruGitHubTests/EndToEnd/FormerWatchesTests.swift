import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Watches that an export of version 0.4 has.
struct FormerWatchesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Runs `haru` as a user.
  private func haru(_ user: String, _ words: String...) throws -> Child.Outcome {
    try FakeTime.run(
      words, at: "2026-11-20 12:00:00",
      environment: environment(home: scratch(user), zone: "Asia/Seoul"))
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
    #expect(try !haru("new", "import", file).output.contains("Watching"))
    #expect(try scratch.read("new/" + list) == "apple/swift\n")
    // A list that cannot be read keeps no day out.
    _ = try scratch.write("mine\n", to: "bad/.config/haru/repositories/a-folder")
    let run = try haru("bad", "import", file)
    #expect(run.status == 0 && !run.output.contains("Watching"), "\(run)")
    #expect(try days("bad") == days("old"))
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

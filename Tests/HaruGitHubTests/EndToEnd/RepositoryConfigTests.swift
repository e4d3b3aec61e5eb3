import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// The settings of repositories, which `haru config` asks another program about, look like all others.
struct RepositoryConfigTests {
  private static let file = ".config/haru/haru.conf"
  private let session = Transcript()

  @Test func theyAreListedBehindTheOthersAndInANewFile() throws {
    let lines = try session.type("haru", "config", "list").output.split(separator: "\n")
    let keys = RepositorySettings.keys
    let expected = keys.map { "\($0.fullName)=\($0.value(in: RepositorySettings()))" }
    #expect(lines.filter { !$0.hasPrefix("# ") }.suffix(keys.count).map(String.init) == expected)
    let last = "# The address of the GitHub that is asked. Values: an address such as"
    #expect(lines.contains { $0 == last })
    let editing = Transcript(["EDITOR": "cat"])
    let draft = try editing.type("haru", "config", "edit").output
    #expect(draft.contains("\n\n[Repositories]\n# Seconds from one reload of a repository"))
    #expect(draft.hasSuffix("\n#api=https://api.github.com\n"))
  }

  @Test func theyAreReadAndChangedByTheirNames() throws {
    func expect(
      _ words: [String], _ output: String, _ errors: String = "", status: Int32 = 0
    ) throws {
      let run = try session.type("haru", ["config"] + words)
      #expect(run.status == status && run.output == output && run.errors == errors, "\(words)")
    }
    try expect(["get", "quiet-after-days"], "50\n")
    try expect(
      ["set", "reload-after", "900"], "",
      "Repositories.reload-after is now 900. It takes effect when a repository is loaded next.\n")
    try expect(["repositories.Reload-After"], "900\n")
    try expect(
      ["notify=never"], "", "Repositories.notify is now never. It takes effect at once.\n")
    #expect(
      try session.home.read(Self.file) == "[Repositories]\nreload-after=900\nnotify=never\n")
    try expect(
      ["unset", "notify"], "", "Repositories.notify is now changes. It takes effect at once.\n")
    try expect(
      ["set", "quiet-after-days", "0"], "",
      "haru: invalid value for Repositories.quiet-after-days: 0; expected a number from 1 to 3650\n",
      status: 64)
    try expect(
      ["set", "Repositories.api", "https://me:secret@github.com"], "",
      "haru: invalid value for Repositories.api: https://me:secret@github.com; expected an address such as "
        + "https://api.github.com\n", status: 64)
    try expect(
      ["get", "quiet-after-day"], "",
      "haru: no such setting: quiet-after-day; did you mean quiet-after-days?\n", status: 64)
  }

  /// A wrong line of theirs is named by those who read it, with its number, and by nobody else.
  @Test(arguments: ["quiet-after-days=0", "quiet-after=1"])
  func aWrongLineIsNamedWithItsPlace(line: String) throws {
    try session.home.write("[Day]\n[Repositories]\nnotify=never\n\(line)\n", to: Self.file)
    let place = "\(session.home(Self.file)):4: "
    for words in [["config", "list"], ["config", "get", "notify"], ["doctor"]] {
      let run = try session.type("haru", words)
      #expect(run.status == 78 && (run.output + run.errors).contains(place), "\(words): \(run)")
    }
    let list = try session.type("haru", "repo", "list")
    #expect(list.status == 0 && list.errors.hasPrefix("haru: " + place))
    for words in [["status"], ["mark"], ["config", "get", "later"]] {
      let run = try session.type("haru", words)
      #expect(run.status == 0 && !run.errors.contains("wrong") && !run.errors.contains(place))
    }
    // A group that nobody has is wrong as ever.
    try session.home.write("[Repository]\nnotify=never\n", to: Self.file)
    #expect(
      try session.type("haru", "status").errors.contains(
        ":2: unknown setting: [Repository] notify; "))
  }

  @Test func anAddressThatIsNoneAsksNoOtherSite() throws {
    let home = Scratch()
    try home.write("[Repositories]\napi=github.example.com\n", to: Self.file)
    #expect(try home.haru("repo", "add", "apple/swift").status == 0)
    let run = try home.haru("repo", "refresh")
    #expect(run.status == 78)
    #expect(run.errors.contains("invalid value for [Repositories] api: github.example.com"))
  }

  /// The good lines hold, and one warning names the wrong ones.
  @Test func aWrongLineOfAnotherGroupIsAWarning() throws {
    try session.home.write("[Notifications]\nlater=soon\n", to: Self.file)
    let list = try session.type("haru", "repo", "list")
    #expect(list.status == 0)
    #expect(list.errors.hasPrefix("haru: \(session.home(Self.file)):2: invalid value for "))
    #expect(list.errors.components(separatedBy: "ignored").count == 2)
  }

  @Test func aWrongDraftIsNotTaken() throws {
    let session = Transcript(["EDITOR": "sh \"$HOME/edit\""])
    try session.home.write("", to: Self.file)
    try session.home.write(
      "printf '[Repositories]\\napi=github.com\\n' >>\"$1\"\n", to: "edit")
    let run = try session.type("haru", "config", "edit")
    #expect(run.status == 78 && run.errors.contains("invalid value for [Repositories] api"))
    #expect(try session.home.read(Self.file) == "")
  }
}

import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// `haru repo`, word for word.
struct RepositoryTests {
  /// When transcripts are written.
  static let now = Instant(1_795_134_600)
  private static let days: Int64 = 24 * 3600

  @Test(arguments: TestLanguage.tried)
  func addingListingAndRemoving(language: TestLanguage) throws {
    let session = Transcript(language: language)
    for words in [
      [], ["list", "--names"], ["list", "--json"], ["show"], ["show", "--json"],
      ["show", "--format", "line"], ["show", "--format", "waybar"], ["refresh"],
      ["refresh", "--due", "--json"], ["remove", "a/b"],
    ] {
      try session.type("haru", ["repo"] + words)
    }
    // Looking makes nothing.
    #expect(!FileManager.default.fileExists(atPath: session.home(".local")))
    for words in [
      [
        "add", "apple/swift", "https://github.com/sqlite/sqlite/issues?q=x",
        "git@github.com:a/b.git",
      ],
      ["add", "Apple/Swift", "swiftlang/swift-format", "swiftlang/Swift-Format"],
      ["add"], ["add", ""], ["add", "swift"], ["add", "swift-/-lang", "apple/swift lang"],
      ["add", "../users/x"], ["add", "apple/.."], ["add", "https://gitlab.com/a/b"],
      ["add", String(repeating: "x", count: 80)], ["add", "c/d", "\u{1B}[31m/\u{202E}"],
      [], ["list", "--names"], ["list", "--json"], ["list", "--json", "--names"],
      ["move", "A/B", "1"], ["move", "a/b", "99"], ["move", "a/b", "0"], ["move", "a/b", "first"],
      ["move", "sqlite", "1"], ["quiet", "apple/swift", "A/B"], ["quiet", "a/b"], ["list"],
      ["quiet", "--off", "a/b"], ["quiet", "a/b", "apple/swif"], ["list"],
      ["remove", "SQLite/sqlite", "nobody/nothing"], ["remove", "SQLite/sqlite", "a/b", "a/b"],
      ["list"], ["show", "apple/swft"], ["show"], ["refresh", "--due", "apple/swift"], ["what"],
    ] {
      try session.type("haru", ["repo"] + words)
    }
    try session.expectGolden("repo-list")
  }

  /// A store in which there is one of each.
  private func fill(_ home: Scratch) throws {
    let (now, days) = (RepositoryTests.now, RepositoryTests.days)
    let store = try Repositories(in: home)
    let four = [("ada", 12_345), ("grace", 21), ("linus", 2), ("x\u{1B}[31m", 1)].map {
      Contributor(login: $0.0, contributions: $0.1, avatar: nil)
    }
    try store.take("apple/swift", at: now - days, contributors: .known(four)) {
      ($0.stars, $0.forks, $0.openIssues, $0.hasIssues) = (69_990, 10_500, 7240, true)
    }
    let watches = try store.watches()
    try store.look(at: watches, now: now - days)
    try store.take("apple/swift", at: now - 3600, contributors: .known(four)) {
      $0.summary = "The Swift Programming Language"
      ($0.stars, $0.forks, $0.openIssues, $0.hasIssues) = (70_012, 10_500, 7234, true)
      ($0.watchers, $0.defaultBranch, $0.isArchived) = (2400, "main", false)
      $0.pushedAt = now + 500
    }
    try store.take("torvalds/linux", at: now - 3 * days, contributors: .tooMany) {
      ($0.stars, $0.forks, $0.openIssues, $0.hasIssues) = (1, 1, 1, false)
      ($0.watchers, $0.defaultBranch, $0.isArchived) = (1, "master", true)
      $0.pushedAt = now - 51 * days
    }
    try store.take("torvalds/linux", at: now - 600, .failed(.server(502)))
    try store.take("a/unknown", at: now - 60) { _ in }
    try store.take("a/hostile", at: now - 60, contributors: .known([])) {
      $0.summary =
        "<b>bold</b> \u{1B}]0;title\u{07}\u{202E}\n" + String(repeating: "x", count: 10_000)
      $0.defaultBranch = "\u{1B}[2J" + String(repeating: "y", count: 300)
      ($0.stars, $0.hasIssues, $0.pushedAt) = (0, true, now - 50 * days)
    }
    try store.take("a/gone", at: now - 60, .failed(.gone))
  }

  private static let names = [
    "apple/swift", "torvalds/linux", "a/unknown", "a/hostile", "a/gone", "a/new",
  ]

  @Test(arguments: TestLanguage.tried)
  func showingARepository(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", ["repo", "add"] + RepositoryTests.names)
    try fill(session.home)
    try session.type("haru", "repo", "show", "--json")
    try session.type("haru", "repo")
    try session.type("haru", "repo", "list", "--json")
    // Nor is what a bar is told a look.
    for words in [
      ["line"], ["line", "torvalds/linux"], ["waybar"], ["waybar", "torvalds/linux"],
      ["waybar", "a/unknown"], ["waybar", "a/new"], ["waybar", "a/nothing"],
      ["waybar", "apple/swift", "a/new"], ["line", "a/nothing"], ["line", "--json"],
      ["waybar", "--contributors"],
    ] {
      try session.type("haru", ["repo", "show", "--format"] + words)
    }
    try session.type("haru", "repo", "show", "APPLE/swift", "--json")
    try session.type(["repo", "show"], columns: 80, ["TERM": "xterm-256color"])
    // Now there has been a look.
    for words in [["show", "apple/swift"], ["show", "apple/swift", "--json"]] {
      try session.type("haru", ["repo"] + words)
    }
    try session.type(
      ["repo", "list"], columns: 80, ["TERM": "xterm", "NO_COLOR": "1"])
    try session.expectGolden("repo-show")
  }

  /// What a terminal would do something at.
  private static let harmful: Set<Unicode.Scalar> = [
    "\u{1B}", "\u{01}", "\u{7F}", "\u{85}", "\u{9B}", "\u{200F}", "\u{202E}", "\u{2066}", "\u{61C}",
  ]

  /// The same as any program reads it: whole, and nothing made up.
  @Test func hostileTextIsUnchangedInJSON() throws {
    let watcher = try Watcher()
    #expect(try watcher.haru("repo", "add", "a/hostile", "a/unknown").status == 0)
    let hostile =
      "<b>&\u{1B}[31m\u{202E}\u{0001}\n\u{7F}\u{85}\u{9B}31m\u{200F}\u{61C}\u{2066}"
      + String(repeating: "x", count: 10_000)
    try watcher.file.take("a/hostile", at: Instant(5)) {
      ($0.summary, $0.defaultBranch) = (hostile, hostile)
    }
    let repositories = try #require(
      try watcher.json("show")["repositories"] as? [[String: Any]])
    #expect(repositories[0]["description"] as? String == hostile)
    #expect(repositories[0]["default_branch"] as? String == hostile)
    for key in ["stars", "pushed_at", "quiet", "days_since_push", "problem", "contributors"] {
      #expect(repositories[0][key] is NSNull, "\(key)")
    }
    #expect(Set(repositories[0].keys) == Set(repositories[1].keys))
    let printed = try watcher.repo("show", "--json").output
    #expect(!printed.unicodeScalars.contains { RepositoryTests.harmful.contains($0) })
    #expect(printed.contains(#"\u202e\u0001\n\u007f\u0085\u009b31m\u200f\u061c\u2066x"#))
    let shown = try watcher.repo("show").output
    #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}") && !shown.contains("\u{0001}"))
    #expect(shown.count < 1000)
  }

  // MARK: Completion

  /// As the scripts of the shells ask, which stand in the way of nobody.
  @Test(arguments: ["bash", "zsh", "fish"])
  func completesWatchedRepositories(shell: String) throws {
    let watcher = try Watcher(["SAP_SHELL": ""])
    func offered(_ command: String, _ words: String...) throws -> [String] {
      let hook = ["---completion", "repo", command, "--", "positional@0"]
      let line = ["haru", "repo", command] + words
      let run = try watcher.environment.merging(["SAP_SHELL": shell]) { $1 }.haru(
        hook + [String(line.count - 1), "0"] + line)
      #expect(run.status == 0 && run.errors == "", "\(run)")
      // Zsh marks the end of what is offered.
      return run.output.split(separator: "\n").map { $0.replacing("\\:", with: ":") }
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    // No store: nothing, and none is made.
    #expect(try offered("show", "") == [])
    #expect(!FileManager.default.fileExists(atPath: watcher.home(".local")))
    #expect(try watcher.repo("add", "apple/swift", "sqlite/sqlite").status == 0)
    for command in ["show", "remove", "move", "refresh", "open", "quiet"] {
      #expect(try offered(command, "") == ["apple/swift", "sqlite/sqlite"], "\(command)")
    }
    // Not twice.
    #expect(try offered("remove", "Apple/Swift", "") == ["sqlite/sqlite"])
    // The one that is being written is offered.
    #expect(try offered("remove", "apple/swift").contains("apple/swift"))
    // Where the store was moved, and where that is out of reach.
    try watcher.home.makeFolder("disk")
    #expect(try watcher.haru("mark").status == 0)
    #expect(try watcher.haru("store", "move", watcher.home("disk")).status == 0)
    #expect(try watcher.repo("remove", "apple/swift").status == 0)
    #expect(try offered("show", "") == ["sqlite/sqlite"])
    try FileManager.default.moveItem(atPath: watcher.home("disk"), toPath: watcher.home("away"))
    #expect(try offered("show", "") == [])
  }

  @Test func completesInBash() throws {
    let watcher = try Watcher()
    #expect(try watcher.repo("add", "apple/swift", "apple/ml", "sqlite/sqlite").status == 0)
    let script = """
      PATH="\((Built.product("haru") as NSString).deletingLastPathComponent):$PATH"
      source <(haru --generate-completion-script bash)
      COMP_WORDS=(haru repo show app) COMP_CWORD=3 COMP_LINE='haru repo show app' COMP_POINT=18
      _haru haru app show
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Child.run("bash", ["-c", script], environment: watcher.environment)
    #expect(run.output == "apple/swift\napple/ml\n", "\(run)")
  }

  @Test(arguments: ["zsh", "fish"])
  func completesInAnotherShell(shell: String) throws {
    let shells = Shells()
    #expect(try shells.home.haru("repo", "add", "apple/swift", "sqlite/sqlite").status == 0)
    let completed = try shells.completed(by: shell, ["haru repo show app"])
    #expect(completed == ["haru repo show apple/swift"])
  }

  @Test func onlyTheSizesOfTheCardAreOffered() throws {
    let shells = Shells()
    let offered = try shells.offeredByBash(["haru card repository --size ''"])
    let sizes = try #require(offered.first).split(separator: " ").map(String.init)
    #expect(!sizes.isEmpty)
    for size in sizes {
      let run = try shells.home.haru(
        "card", "repository", "--sample", "--size", size, "-o", shells.home("card.svg"))
      #expect(run.status == 0, "\(size): \(run.errors)")
    }
  }

  // MARK: Words

  @Test(arguments: TestLanguage.tried)
  func help(language: TestLanguage) throws {
    let session = Transcript(language: language)
    for command in try CommandList.repo().all {
      try session.type("haru", command + ["--help"])
    }
    try session.expectGolden("repo-help")
  }

  /// Whoever watches a repository is told so in each language, and what to do without the agent.
  @Test(arguments: TestLanguage.all)
  func watching(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "repo", "add", "apple/swift")
    try session.expectGolden("watching")
  }

  /// `--` ends the options of every command, as in POSIX.
  @Test(arguments: ["repo add -- a/one", "repo show --", "repo refresh --due --"])
  func aTerminatorEndsTheOptions(line: String) throws {
    let session = Transcript()
    try session.type("haru", line.split(separator: " ").map(String.init)).succeeded()
  }

  /// What people type who have not read the help, as in `GuessTests`, and a slip.
  @Test func guessesAndSlipsAreAnswered() throws {
    let session = Transcript()
    for (words, answer) in [
      ("repos", "No repository is watched.\n"),
      ("unwatch neovim", "haru: not a repository: neovim; write OWNER/NAME or its address\n"),
      ("repo ad a/b", "haru: unknown command: ad; did you mean add?\n"),
      ("repo watch a/b", "Watching: a/b\n"), ("repo ls", "1  a/b"),
      ("repo mute a/b", "Muted: a/b\n"),
      ("repo unmute a/b", "Unmuted: a/b\n"), ("repo rm a/b", "Stopped watching: a/b. "),
      ("repo reload", "No repository is watched.\n"),
      ("repo pause", "haru: unknown command: pause"),
    ] {
      let run = try session.type("haru", words.split(separator: " ").map(String.init))
      #expect((run.output + run.errors).hasPrefix(answer), "\(run)")
      #expect(run.status == (answer.hasPrefix("haru: ") ? 64 : 0), "\(words)")
    }
    let format = try session.type("haru", "repo", "show", "--format", "xml")
    #expect(format.status == 64 && format.output == "")
    #expect(
      format.errors.hasPrefix("haru: no such format: xml") && format.errors.contains("waybar"))
  }

  // MARK: The list by hand

  /// Its line is put back by hand, or by what the command prints.
  @Test func aRemovedRepositoryComesBackAsItWas() throws {
    let watcher = try Watcher()
    try watcher.home.write("a/b quiet\nc/d\n", to: list)
    let removed = try watcher.repo("remove", "a/b", "c/d").errors
    #expect(
      removed
        == "Stopped watching: a/b, c/d. To watch again: haru repo add a/b c/d && haru repo quiet a/b\n"
    )
    let commands = try #require(removed.components(separatedBy: "again: ").last)
    let programs = (Built.product("haru") as NSString).deletingLastPathComponent
    let run = try Child.run(
      "sh", ["-c", "PATH=\"\(programs):$PATH\"; " + commands], environment: watcher.environment)
    #expect(run.status == 0, "\(run)")
    #expect(try watcher.home.read(list) == "a/b quiet\nc/d\n")
  }

  /// Nothing that was announced is lost by a slip of the pen, or while dotfiles are away.
  @Test func aLookAtABrokenListDropsNothing() throws {
    let watcher = try Watcher()
    #expect(try watcher.repo("add", "a/b").status == 0)
    for stars in [0, 10] {
      try watcher.file.take("a/b", at: RepositoryTests.now) { $0.stars = stars }
    }
    try watcher.file.keep(try watcher.file.unannouncedNews(), announcedAt: RepositoryTests.now)
    let news = try watcher.repo("news").output
    #expect(news.contains("a/b: 10 stars"))
    let (path, away) = (watcher.home(list), watcher.home("away"))

    try watcher.home.write("a/b quite\n", to: list)
    let wrong =
      "\(path):1: not a repository: a/b quite; write OWNER/NAME, and quiet behind it to mute"
    let run = try watcher.repo()
    #expect(run.errors == "haru: \(wrong)\n" && run.output.hasPrefix("No repository is watched."))
    #expect(try !watcher.repo("news").output.contains("a/b"))
    #expect(try watcher.haru("doctor").output.contains("✗ \(wrong)\n"))
    try watcher.home.write("a/b\n", to: list)
    #expect(try watcher.repo("news").output == news)

    for (breaks, answer) in [
      (
        { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: away) },
        "the list of repositories is not at \(away), to which \(path) leads; put it there, or remove the link"
      ),
      (
        {
          try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        }, "not a regular file: \(path); move it away"
      ),
    ] as [(() throws -> Void, String)] {
      try FileManager.default.removeItem(atPath: path)
      try breaks()
      for words in [["list"], ["add", "x/y"], ["news"], ["refresh"]] {
        let run = try watcher.environment.haru(["repo"] + words)
        #expect(run.status == 66 && run.errors == "haru: \(answer)\n", "\(run)")
      }
      #expect(try watcher.haru("doctor").output.contains("✗ \(answer)\n"))
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try watcher.repo().output.hasPrefix("No repository is watched."))
    try watcher.home.write("a/b\n", to: list)
    #expect(try watcher.repo("news").output == news)
  }

  private let list = ".config/haru/repositories"

  // MARK: News

  @Test func newsAreOpenedAndMutedByNumberOrName() throws {
    let watcher = try Watcher(asking: "https://api.github.com")
    #expect(
      try watcher.repo("news").output
        == "Nothing was announced yet. What changed since you last looked: haru repo show\n")
    #expect(try watcher.repo("add", "apple/swift", "a/b").status == 0)
    for (name, stars) in [("apple/swift", 1000), ("a/b", 10)] {
      for stars in [0, stars] {
        try watcher.file.take(name, at: RepositoryTests.now) { $0.stars = stars }
      }
      let store = try watcher.file
      try store.keep(try store.unannouncedNews(), announcedAt: RepositoryTests.now)
    }
    let told = try #require(try watcher.json("news")["news"] as? [[String: Any]])
    #expect(told.map { $0["message"] as? String } == ["a/b: 10 stars", "apple/swift: 1000 stars"])
    #expect(told.map { $0["url"] as? String }.first == "https://github.com/a/b")

    let browser = try PictureViewer(in: watcher.home, for: "x-scheme-handler/https")
    #expect(try watcher.repo("news", "--open", "2").status == 0)
    #expect(try browser.opened().file == "https://github.com/apple/swift")
    #expect(try watcher.repo("news", "--quiet", "a/b").errors == "Muted: a/b\n")
    #expect(try watcher.repo("news", "--quiet", "1").status == 0)
    for words in [["--open", "3"], ["--quiet", "0"], ["--open", "b/c"]] {
      let run = try watcher.environment.haru(["repo", "news"] + words)
      #expect(run.status == 66, "\(words)")
    }
    #expect(try watcher.repo("news", "--json", "--open", "1").status == 64)
    #expect(try browser.isLeftAlone())
  }

  // MARK: Opening

  @Test func opensThePageOfARepository() throws {
    let watcher = try Watcher(asking: "https://api.github.com")
    #expect(try watcher.repo("add", "apple/swift").status == 0)
    let without = try watcher.repo("open", "apple/swift")
    #expect(without.status == 69)
    #expect(
      without.errors == """
        haru: no application opens web pages: https://github.com/apple/swift; install a browser

        """)
    let browser = try PictureViewer(in: watcher.home, for: "x-scheme-handler/https")
    #expect(try watcher.repo("open", "Apple/SWIFT").status == 0)
    #expect(try browser.opened().file == "https://github.com/apple/swift")
    #expect(try watcher.repo("open", "apple/nothing").status == 66)
    #expect(try browser.isLeftAlone())
  }

  /// One that does not start, and one that starts and ends at once with an error.
  @Test(arguments: [
    "#!/usr/bin/nonexistent\n", "#!/bin/sh\nexit 1\n", "#!/bin/sh\nkill -SEGV $$\n",
  ])
  func aProgramThatFailsIsNamed(script: String) throws {
    let home = Scratch()
    try home.write(program: script, to: "programs/haru-repo")
    try home.copy(Built.product("haru"), to: "programs/haru")
    let findings = try Child.run(
      home("programs/haru"), ["doctor"], environment: Support.environment(home: home.path)
    ).output.split(separator: "\n").filter { $0.contains("haru-repo") }
    #expect(findings.count == 1, "\(findings)")
    let path = home("programs/haru-repo")
    #expect(findings.allSatisfy { $0.hasPrefix("✗ cannot run \(path): ") }, "\(findings)")
  }
}

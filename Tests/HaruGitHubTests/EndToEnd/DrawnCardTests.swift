import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// `haru card repository`: what is watched as a picture, with pictures of people in it.
struct DrawnCardTests {
  private let home = Scratch()
  private let github: GitHubDouble
  private let environment: [String: String]

  init() throws {
    github = try GitHubDouble()
    environment = Support.environment(home: home.path)
    try home.write(
      "[Repositories]\napi=\(github.address)\n", to: ".config/haru/haru.conf")
  }

  private var storePath: String { home(".local/share/haru/haru.sqlite") }
  private var folder: String { home(".cache/haru/avatars") }

  /// The names of the avatars that are kept.
  private func files() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  /// Makes avatars so many hours old.
  private func age(_ files: some Sequence<String>, hours: Int) throws {
    for file in files {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(-hours) * 3600)],
        ofItemAtPath: folder + "/" + file)
    }
  }

  @discardableResult
  private func haru(
    _ words: [String], program: String = Built.product("haru")
  ) throws -> Child.Outcome {
    try Child.run(program, words, environment: environment, within: .seconds(30))
  }

  /// Draws a card; its bytes.
  private func card(_ words: String...) throws -> Data {
    let run = try haru(["card", "repository"] + words + ["-o", home("card.png")])
    try #require(run.status == 0 && run.output + run.errors == "", "\(words): \(run.errors)")
    let data = try #require(FileManager.default.contents(atPath: home("card.png")))
    try FileManager.default.removeItem(atPath: home("card.png"))
    return data
  }

  /// The width and height in a PNG file.
  private func size(_ picture: Data) -> [Int] {
    [16, 20].map { start in picture[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  private func watch(_ names: String...) throws {
    _ = try Repositories(in: home).add(names.map(repository))
  }

  /// Loads everything, with contributors, and forgets the requests.
  private func load() throws {
    let file = try Repositories(in: home)
    try file.wantContributors(
      of: file.watches(), at: Instant(Int64(Date().timeIntervalSince1970)))
    try haru(["repo", "refresh"]).succeeded()
    _ = try github.requests()
  }

  /// Without a watch it shows how to add one: docs/cards.md#the-card-of-a-repository.
  @Test func withoutAWatchTheCardShowsHowToAddOne() throws {
    let choice = try card()
    #expect(size(choice) == [336, 160])
    #expect(size(try card("--size", "large")) == [336, 336])
    #expect(!FileManager.default.fileExists(atPath: storePath))
    try watch()
    #expect(try card() == choice)
    try watch("apple/swift")
    #expect(try card() != choice)
  }

  /// The first watch, or the named one, in any spelling.
  @Test func theFirstOrTheNamedWatchIsDrawn() throws {
    try watch("apple/swift", "torvalds/linux")
    let unloaded = try card()
    try load()
    let first = try card()
    #expect(first != unloaded)
    #expect(try card("apple/swift") == first)
    #expect(try card("APPLE/Swift") == first)
    #expect(try card("torvalds/linux") != first)
    let large = try card("--size", "large")
    #expect(size(large) == [336, 336])
    let pair = try card("--pair", "torvalds/linux", "apple/swift")
    #expect(size(pair) == [336, 336] && pair != large)
    #expect(try card("apple/swift", "--pair", "torvalds/linux") != pair)
  }

  /// Avatars are loaded for the first card that shows them, and again after a week.
  @Test func avatarsAreFetchedAndKept() throws {
    try watch("apple/swift")
    try load()
    let medium = try card()
    #expect(try github.requests().map(\.path) == ["/avatars/apple.png"])
    let large = try card("--size", "large")
    #expect(
      Set(try github.requests().map(\.path))
        == Set((1...4).map { "/avatars/person-\($0).png" }))
    #expect(try (card(), card("--size", "large")) == (medium, large))
    #expect(try github.requests().isEmpty)
    let known = try files()
    #expect(known.count == 5)
    try age(known, hours: 24 * 8)
    #expect(try card() == medium)
    #expect(try github.requests().count == 1)
    // Without avatars the card looks different.
    for file in known { try home.write("", to: ".cache/haru/avatars/" + file) }
    #expect(try card() != medium)
    #expect(try card("--size", "large") != large)
    #expect(try github.requests().isEmpty)
  }

  /// What no watch names goes after an hour, and what no card has loaded for a month.
  @Test func avatarsArePruned() throws {
    try watch("apple/swift")
    try load()
    _ = try card("--size", "large")
    let named = try files()
    #expect(named.count == 5)
    for other in ["old", "new", "unfinished.ABCDEF"] {
      try home.write("x", to: ".cache/haru/avatars/" + other)
    }
    try age(["old", "unfinished.ABCDEF"], hours: 2)
    _ = try card("--size", "large")
    #expect(try files() == named.union(["new"]))
    // The card shows the owner only, and so loads one picture of five again.
    try age(named, hours: 24 * 31)
    _ = try card()
    #expect(try files().intersection(named).count == 1)
    try age(files(), hours: 2)
    #expect(try haru(["repo", "remove", "apple/swift"]).status == 0)
    #expect(try files() == [])
  }

  /// A letter takes the place of a missing avatar: docs/cards.md#the-card-of-a-repository.
  @Test func aMissingAvatarIsDrawnAsALetter() throws {
    try watch("apple/swift")
    try load()
    let file = home("card.png")
    let words = ["card", "repository", "--size", "large", "-o", file]
    #expect(try haru(words).status == 0)
    let whole = FileManager.default.contents(atPath: file)
    try FileManager.default.removeItem(atPath: home(".cache/haru/avatars"))
    try github.stop()
    let run = try haru(words)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(FileManager.default.contents(atPath: file) != whole)
  }

  @Test func anAvatarThatIsGoneKeepsTheOlderPicture() throws {
    try watch("apple/swift", "missing/swift")
    try load()
    _ = try card("apple/swift")
    let known = try #require(try files().first)
    let letter = try card("missing/swift")
    let name = try #require(try files().first { $0 != known })
    let gone = folder + "/" + name
    #expect(FileManager.default.contents(atPath: gone) == Data())
    // There was one a week ago.
    try FileManager.default.removeItem(atPath: gone)
    try FileManager.default.copyItem(atPath: folder + "/" + known, toPath: gone)
    try age([name], hours: 24 * 8)
    #expect(try card("missing/swift") != letter)
    #expect(try github.requests().last?.path == "/avatars/missing.png")
  }

  /// An example needs neither network nor store: docs/cards.md#drawing.
  @Test func anExampleNeedsNeitherNetworkNorStore() throws {
    try home.write("no store", to: ".local/share/haru/haru.sqlite")
    let examples = try [
      card("--sample"), card("--sample", "--size", "large"), card("--sample", "--pair"),
    ]
    #expect(examples.map(size) == [[336, 160], [336, 336], [336, 336]])
    #expect(Set(examples).count == 3)
    #expect(try github.requests().isEmpty)
    #expect(try home.read(".local/share/haru/haru.sqlite") == "no store")
    #expect(!FileManager.default.fileExists(atPath: folder))
    // One of version 0.4 that cannot be read may have repositories.
    #expect(try haru(["card", "repository", "-o", home("card.png")]).status == 65)
  }

  /// Every text from outside can be drawn.
  @Test func hostileTextIsDrawn() throws {
    try watch("evil/hostile")
    try load()
    #expect(size(try card("--size", "large")) == [336, 336])
  }

  /// A card with contributors makes reloads ask for them: docs/cards.md#the-card-of-a-repository.
  @Test func aLargeCardMakesReloadsAskForContributors() throws {
    try watch("apple/swift")
    _ = try card()
    func isWanted() throws -> Bool {
      try Repositories(in: home).watches().first?.contributorsWantedAt != nil
    }
    #expect(try isWanted() == false)
    _ = try card("--size", "large")
    #expect(try isWanted() == true)
  }

  /// One line, the exit status, and no file.
  @Test(arguments: TestLanguage.tried)
  func invalidRequestsAreRefused(language: TestLanguage) throws {
    let session = Transcript(language: language)
    let file = session.home("card.png")
    for words in [
      ["apple/swift"], ["not a name"], ["--size", "small"], ["--at", "yesterday"],
      ["apple/swift", "apple/other"], ["--pair"], ["--pair", "apple/swift"],
      ["--pair", "--size", "medium"], ["--sample", "apple/swift"],
    ] {
      try session.type("haru", ["card", "repository"] + words + ["-o", file])
    }
    for words in [["monthly", "apple/swift"], ["study", "--pair"]] {
      try session.type("haru", ["card"] + words + ["-o", file])
    }
    #expect(!FileManager.default.fileExists(atPath: file))
    try session.expectGolden("repository-cards")
  }
}

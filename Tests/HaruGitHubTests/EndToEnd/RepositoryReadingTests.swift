import Foundation
import Support
import Testing

/// Looking changes nothing: which commands of `haru repo` read, and which write.
struct RepositoryReadingTests {
  private static let reading = ["repo list", "repo news"]

  /// What shows a repository keeps that it was looked at (docs/github.md).
  private static let writing = [
    "repo add", "repo remove", "repo move", "repo show", "repo refresh", "repo open", "repo quiet",
  ]

  private let home = Scratch()
  private var words: [[String]] {
    Self.reading.map { $0.split(separator: " ").map(String.init) }.flatMap {
      [$0, $0 + ["--json"]]
    }
  }

  init() throws {
    for words in [["mark"], ["repo", "add", "a/b"]] {
      try home.haru(words).succeeded()
    }
  }

  private func files() throws -> [[String: Data]] {
    try [".local/share", ".config"].map { try home.files(in: $0) }
  }

  @Test func eachCommandReadsOrWrites() throws {
    #expect(Set(try CommandList.repo().leaves) == Set(Self.reading + Self.writing))
  }

  @Test func aReadingCommandWritesNothing() throws {
    let before = try files()
    for words in words {
      try home.haru(words).succeeded()
      #expect(try files() == before, "\(words)")
    }
  }

  /// A list that was brought here, as by dotfiles, is enough to read.
  @Test(arguments: [true, false])
  func aReadingCommandMakesNoFile(mayWrite: Bool) throws {
    let file = home(Desk.storeFolder + "/repositories.sqlite")
    try FileManager.default.removeItem(atPath: file)
    let haru = try Nobody.program("haru", in: home)
    _ = try Nobody.program("haru-repo", in: home)
    try Nobody.own(home.path)
    let folder = home(Desk.storeFolder)
    if !mayWrite { chmod(folder, 0o500) }
    defer { chmod(folder, 0o700) }
    for words in words + [["repo", "show", "--json"], ["repo", "show", "--format", "waybar"]] {
      let run = try Nobody.run(haru, words, environment(home: home.path))
      try run.succeeded()
      #expect(words[1] == "news" || run.output.contains("a/b"), "\(run)")
      #expect(!FileManager.default.fileExists(atPath: file), "\(words)")
    }
  }

  /// And without any right to write.
  @Test func aReadingCommandNeedsNoRightToWrite() throws {
    let haru = try Nobody.program("haru", in: home)
    _ = try Nobody.program("haru-repo", in: home)
    try Nobody.own(home.path)
    let folders = [home(Desk.storeFolder), home(".config/haru")]
    for folder in folders { chmod(folder, 0o500) }
    defer { for folder in folders { chmod(folder, 0o700) } }
    for words in words {
      try Nobody.run(haru, words, environment(home: home.path)).succeeded()
    }
    let add = try Nobody.run(haru, ["repo", "add", "c/d"], environment(home: home.path))
    #expect(add.status != 0, "\(add)")
  }
}

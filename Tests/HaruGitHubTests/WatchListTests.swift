import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// The user's list of repositories, by hand and by commands.
@Suite struct WatchListTests {
  static let text = """
    # What I read.
    apple/swift
    torvalds/linux quiet   # too loud

    https://github.com/a/b
    Apple/Swift quiet
      owner/name\tquiet\r
    a/b c

    """

  @Test func aLineIsARepository() {
    let list = WatchList(Self.text)
    #expect(
      list.watched.map(\.text) == ["apple/swift", "torvalds/linux quiet", "owner/name quiet"])
    #expect(list.wrongLines.map(\.number) == [5, 8])
    #expect(list.wrongLines.map(\.text) == ["https://github.com/a/b", "a/b c"])
    #expect(list.text == Self.text)
  }

  @Test func anEmptyTextIsAnEmptyList() {
    for text in ["", "\n", "# only a comment", "\u{feff}\r\n"] {
      #expect(WatchList(text).watched.isEmpty)
      #expect(WatchList(text).wrongLines.isEmpty)
    }
    // Editors of other systems write it in front.
    #expect(WatchList("\u{feff}a/b\r\n").watched.map(\.text) == ["a/b"])
  }

  @Test func aChangeLeavesOtherLinesAlone() throws {
    var list = WatchList(Self.text)
    list.setQuiet(false, [try name("Torvalds/Linux")])
    list.remove([try name("apple/swift")])
    list.add(WatchedRepository(try name("new/one"), isQuiet: false))
    #expect(
      list.text == """
        # What I read.
        torvalds/linux  # too loud

        https://github.com/a/b
          owner/name\tquiet\r
        a/b c
        new/one

        """)
  }

  @Test func aRepositoryMovesBeforeAnother() throws {
    var list = WatchList("# a\na/a\nb/b\n# c\nc/c quiet\n")
    list.move([try name("c/c")], before: [try name("a/a")])
    #expect(list.text == "# a\nc/c quiet\na/a\nb/b\n# c\n")
    list.move([try name("c/c")], before: nil)
    #expect(list.text == "# a\na/a\nb/b\n# c\nc/c quiet\n")
  }

  /// The first line of a repository counts, also after a move.
  @Test func linesOfOneRepositoryMoveTogether() throws {
    var list = WatchList("a/b\nc/d\nA/B quiet\na/b quiet\n")
    list.move([try name("a/b")], before: nil)
    #expect(list.text == "c/d\na/b\nA/B quiet\na/b quiet\n")
    #expect(list.watched.map(\.text) == ["c/d", "a/b"])
    list.move([try name("c/d")], before: nil)
    list.setQuiet(true, [try name("a/b")])
    #expect(WatchList(list.text).watched.map(\.text) == ["a/b quiet", "c/d"])
    list.setQuiet(false, [try name("a/b")])
    #expect(WatchList(list.text).watched.map(\.text) == ["a/b", "c/d"])
    list.remove([try name("a/b")])
    #expect(list.text == "c/d\n")
  }

  /// As where dotfiles are on a disk that is away: a file that is made there would be another list.
  @Test(arguments: ["list", "haru/list"]) func aLinkThatLeadsNowhereIsNoEmptyList(list: String)
    throws
  {
    let scratch = try Scratch()
    let link = String(list.split(separator: "/")[0])
    try FileManager.default.createSymbolicLink(
      atPath: scratch(link), withDestinationPath: scratch("dotfiles"))
    let file = WatchListFile(scratch(list))
    #expect(throws: StoreError.other(scratch(list), .noSuchFile(scratch("dotfiles")))) {
      try file.read()
    }
    #expect(throws: (any Error).self) {
      try file.change { $0.add(WatchedRepository(RepositoryName("b/b")!, isQuiet: false)) }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch("dotfiles")))
  }

  @Test func aLinkToTheListStaysOne() throws {
    let scratch = try Scratch()
    try scratch.write("a/a\n", to: "dotfiles/repositories")
    try FileManager.default.createSymbolicLink(
      atPath: scratch("list"), withDestinationPath: "dotfiles/repositories")
    try WatchListFile(scratch("list")).change { list in
      list.add(WatchedRepository(RepositoryName("b/b")!, isQuiet: true))
    }
    #expect(try scratch.read("dotfiles/repositories") == "a/a\nb/b quiet\n")
  }

  @Test func bytesThatAreNotUTF8Stay() throws {
    let scratch = try Scratch()
    let comment = Array("# caf".utf8) + [0xe9] + Array("\n".utf8)
    try Data(comment + Array("a/a # \u{e9}\n".utf8)).write(to: URL(filePath: scratch("list")))
    try WatchListFile(scratch("list")).change { list in
      list.add(WatchedRepository(RepositoryName("b/b")!, isQuiet: false))
      list.setQuiet(true, [RepositoryName("a/a")!])
    }
    let expected = comment + Array("a/a quiet  # \u{e9}\nb/b\n".utf8)
    #expect(try Data(contentsOf: URL(filePath: scratch("list"))) == Data(expected))
  }

  @Test func aListThatIsTooLongIsLeftAsItIs() throws {
    let scratch = try Scratch()
    let text = "a/a\n" + String(repeating: "# a comment\n", count: 100_000) + "z/z\n"
    try scratch.write(text, to: "list")
    let file = WatchListFile(scratch("list"))
    #expect(throws: (any Error).self) { _ = try file.read() }
    #expect(throws: (any Error).self) {
      try file.change { $0.remove([RepositoryName("a/a")!]) }
    }
    #expect(try scratch.read("list") == text)
  }

  @Test func aListThatCannotBeReadIsNamed() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "list/inside")
    #expect(throws: StoreError.other(scratch("list"), .notAFile(scratch("list")))) {
      try WatchListFile(scratch("list")).read()
    }
  }

  private func name(_ text: String) throws -> RepositoryName { try #require(RepositoryName(text)) }
}

extension WatchList {
  fileprivate init(_ text: String) { self.init(Array(text.utf8)) }
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// The user's list of repositories, by hand and by commands.
@Suite struct WatchListTests {
  private let scratch = Scratch()

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

  /// What a line names, a command can name too.
  @Test(arguments: ["a/b", "a/b.git", "a/.git", "topics/swift", "Search/x", "-a/b", "a/b.git.git"])
  func aLineIsReadAsAnArgumentIs(text: String) {
    let typed = try? RepositoryName(written: text, on: .github)
    #expect(WatchList(text).watched.map(\.name) == [typed].compactMap(\.self))
    #expect(WatchList(text).wrongLines.isEmpty == (typed != nil))
  }

  /// An owner may begin with a hyphen, as an option does.
  @Test func aPrintedCommandCanBeTyped() {
    let watched = ["a/b", "-x/y quiet"].compactMap { WatchedRepository($0) }
    #expect(WatchText.removed(watched).hasSuffix("add -- a/b -x/y && haru repo quiet -- -x/y"))
    #expect(WatchText.leftOut([watched[0]]).hasSuffix("add a/b"))
    for problem in [ReloadProblem.gone, .blocked] {
      let told = ReloadText.reason(problem, of: watched[1].name, .github)
      #expect(told.hasSuffix("haru repo remove -- -x/y"), "\(told)")
    }
  }

  @Test func anEmptyTextIsAnEmptyList() {
    for text in ["", "\n", "# only a comment", "\u{feff}\r\n"] {
      #expect(WatchList(text).watched.isEmpty)
      #expect(WatchList(text).wrongLines.isEmpty)
    }
    // A key cap, and a letter with an accent of its own.
    for text in ["#\u{fe0f}\u{20e3} mine", "#\u{301} mine"] {
      #expect(WatchList(text).wrongLines.isEmpty)
      #expect(WatchList("a/b \(text)").watched.map(\.text) == ["a/b"])
    }
    // Editors of other systems write it in front.
    #expect(WatchList("\u{feff}a/b\r\n").watched.map(\.text) == ["a/b"])
  }

  @Test func aChangeLeavesOtherLinesAlone() {
    var list = WatchList(Self.text)
    list.setQuiet(false, [repository("Torvalds/Linux")])
    list.remove([repository("apple/swift")])
    list.add([WatchedRepository(repository("new/one"), isQuiet: false)])
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

  @Test func aRepositoryMovesBeforeAnother() {
    var list = WatchList("# a\na/a\nb/b\n# c\nc/c quiet\n")
    list.move([repository("c/c")], before: [repository("a/a")])
    #expect(list.text == "# a\nc/c quiet\na/a\nb/b\n# c\n")
    list.move([repository("c/c")], before: nil)
    #expect(list.text == "# a\na/a\nb/b\n# c\nc/c quiet\n")
  }

  /// The first line of a repository counts, also after a move.
  @Test func linesOfOneRepositoryMoveTogether() {
    var list = WatchList("a/b\nc/d\nA/B quiet\na/b quiet\n")
    list.move([repository("a/b")], before: nil)
    #expect(list.text == "c/d\na/b\nA/B quiet\na/b quiet\n")
    #expect(list.watched.map(\.text) == ["c/d", "a/b"])
    list.move([repository("c/d")], before: nil)
    list.setQuiet(true, [repository("a/b")])
    #expect(WatchList(list.text).watched.map(\.text) == ["a/b quiet", "c/d"])
    list.setQuiet(false, [repository("a/b")])
    #expect(WatchList(list.text).watched.map(\.text) == ["a/b", "c/d"])
    list.remove([repository("a/b")])
    #expect(list.text == "c/d\n")
  }

  /// As where dotfiles are on a disk that is away: a file that is made there would be another list.
  @Test(arguments: ["list", "haru/list"]) func aLinkThatLeadsNowhereIsNoEmptyList(list: String)
    throws
  {
    try scratch.link(String(list.split(separator: "/")[0]), to: scratch("dotfiles"))
    let file = WatchListFile(scratch(list))
    #expect(throws: StoreError.other(scratch(list), .noSuchFile(scratch("dotfiles")))) {
      try file.read()
    }
    #expect(throws: (any Error).self) {
      try file.change { $0.add([WatchedRepository(repository("b/b"), isQuiet: false)]) }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch("dotfiles")))
  }

  @Test func aLinkToTheListStaysOne() throws {
    try scratch.write("a/a\n", to: "dotfiles/repositories")
    try scratch.link("list", to: "dotfiles/repositories")
    try WatchListFile(scratch("list")).change { list in
      list.add([WatchedRepository(repository("b/b"), isQuiet: true)])
    }
    #expect(try scratch.read("dotfiles/repositories") == "a/a\nb/b quiet\n")
  }

  @Test func bytesThatAreNotUTF8Stay() throws {
    let comment = Array("# caf".utf8) + [0xe9] + Array("\n".utf8)
    try Data(comment + Array("a/a # \u{e9}\n".utf8)).write(to: URL(filePath: scratch("list")))
    try WatchListFile(scratch("list")).change { list in
      list.add([WatchedRepository(repository("b/b"), isQuiet: false)])
      list.setQuiet(true, [repository("a/a")])
    }
    let expected = comment + Array("a/a quiet  # \u{e9}\nb/b\n".utf8)
    #expect(try Data(contentsOf: URL(filePath: scratch("list"))) == Data(expected))
  }

  @Test func aListThatIsTooLongIsLeftAsItIs() throws {
    let text = "a/a\n" + String(repeating: "# a comment\n", count: 100_000) + "z/z\n"
    try scratch.write(text, to: "list")
    let file = WatchListFile(scratch("list"))
    #expect(throws: (any Error).self) { _ = try file.read() }
    #expect(throws: (any Error).self) {
      try file.change { $0.remove([repository("a/a")]) }
    }
    #expect(try scratch.read("list") == text)
  }

  @Test func aListThatCannotBeReadIsNamed() throws {
    try scratch.write("", to: "list/inside")
    #expect(throws: StoreError.other(scratch("list"), .notAFile(scratch("list")))) {
      try WatchListFile(scratch("list")).read()
    }
  }
}

extension WatchList {
  fileprivate init(_ text: String) { self.init(Array(text.utf8)) }
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

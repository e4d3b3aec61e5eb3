import Foundation
import HaruDesktop
import HaruSystem
import Support
import Testing

@Suite struct KeyFileTests {
  private let scratch = Scratch()

  /// So is a file in a missing directory.
  @Test func aMissingFileIsEmpty() throws {
    #expect(try KeyFile(path: scratch("none")).entries.isEmpty)
    #expect(try KeyFile(path: scratch("no/such/none")).entries.isEmpty)
  }

  @Test func entriesKeepTheOrderOfTheFile() throws {
    let path = try scratch.write(
      "[B]\nz=1\na = 2 \n\n[A]\nz=x\\ty\nempty=\n", to: "file")
    let entries = try KeyFile(path: path).entries.map { [$0.group, $0.key, $0.value] }
    #expect(
      entries == [["B", "z", "1"], ["B", "a", "2 "], ["A", "z", "x\ty"], ["A", "empty", ""]])
  }

  /// Of a key that stands twice the last line counts, and is the one that is wrong.
  @Test func theLineOfAKeyIsTheOneThatCounts() throws {
    let path = try scratch.write("[A]\nkey=1\n[B]\nkey=2\n[A]\n key = 3\n", to: "file")
    let file = try KeyFile.readingGoodLines(of: path).file
    #expect(file.value(of: "key", in: "A") == "3")
    #expect(file.line(of: "key", in: "A") == 6)
    #expect(file.line(of: "key", in: "B") == 4)
    #expect(file.line(of: "other", in: "A") == nil)
  }

  /// As GLib reads them: a key cap is a `#` with more behind it, and a value may begin with an accent of its own.
  @Test func aSignIsOneAlsoWhereAnotherJoinsIt() throws {
    let path = try scratch.write(
      "#\u{fe0f}\u{20e3} mine\n[A]\na=\u{301}x\n#\u{301} more\n", to: "file")
    let (file, others) = try KeyFile.readingGoodLines(of: path)
    #expect(others.isEmpty && file.value(of: "a", in: "A") == "\u{301}x")
    #expect(file.line(of: "a", in: "A") == 3)
  }

  @Test func anInvalidValueIsReturnedAsWritten() throws {
    let path = try scratch.write("[A]\nkey=wrong \\q escape\n", to: "file")
    #expect(try KeyFile(path: path).value(of: "key", in: "A") == "wrong \\q escape")
    #expect(try KeyFile(path: path).value(of: "other", in: "A") == nil)
  }

  @Test func setKeepsCommentsAndOtherKeys() throws {
    let path = try scratch.write(
      """
      # At the top.

      [Day]
      # Above the key.
      starts-at=00:00
      other=kept

      # Above the group.
      [Store]
      backups=7

      """, to: "file")
    let file = try KeyFile(path: path)
    file.set("03:00", for: "starts-at", in: "Day")
    file.set("/a b;c\\d", for: "path", in: "Store")
    try file.save(to: path)
    let saved = try scratch.read("file")
    // GLib writes an empty line before each group.
    #expect(
      saved.split(separator: "\n") == [
        "# At the top.", "[Day]", "# Above the key.", "starts-at=03:00", "other=kept",
        "# Above the group.", "[Store]", "backups=7", #"path=/a b;c\\d"#,
      ])
    try KeyFile(path: path).save(to: path)
    #expect(try scratch.read("file") == saved)
    #expect(try KeyFile(path: path).value(of: "path", in: "Store") == "/a b;c\\d")
  }

  /// Also to a file that is missing.
  @Test(arguments: [true, false])
  func saveFollowsASymbolicLink(toAFile: Bool) throws {
    if toAFile { try scratch.write("[A]\nkey=old\n", to: "dotfiles/haru.conf") }
    let link = scratch("haru.conf")
    try scratch.link("haru.conf", to: "dotfiles/haru.conf")
    let file = try toAFile ? KeyFile(path: link) : KeyFile()
    file.set("new", for: "key", in: "A")
    try file.save(to: link)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "dotfiles/haru.conf")
    #expect(try scratch.read("dotfiles/haru.conf") == "[A]\nkey=new\n")
  }

  @Test func saveCreatesPrivateDirectories() throws {
    let file = KeyFile()
    file.set("1", for: "key", in: "A")
    try file.save(to: scratch("config/haru/haru.conf"))
    #expect(try scratch.read("config/haru/haru.conf") == "[A]\nkey=1\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch("config/haru"))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: [
    ("[A]\nno key here\n", "no key here"), ("key=before any group\n", "group"),
    ("[A\n", "[A"),
  ])
  func aSyntaxErrorNamesItsLine(_ text: String, _ named: String) throws {
    let path = try scratch.write(text, to: "file")
    #expect {
      try KeyFile(path: path)
    } throws: { error in
      "\(error)".contains(named)
    }
  }

  @Test func aFileThatCannotBeReadOrWrittenIsAnError() throws {
    try scratch.write("", to: "directory/file")
    #expect(throws: GLibError.self) { try KeyFile(path: scratch("directory")) }
    #expect(throws: GLibError.self) { try KeyFile().save(to: scratch("directory")) }
    #expect(throws: GLibError.self) { try KeyFile().save(to: scratch("directory/file/below")) }
  }
}

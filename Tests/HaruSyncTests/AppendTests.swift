import Foundation
import HaruSync
import Support
import Testing

/// Lines are appended whole, in order, and to the files of this device alone.
@Suite struct AppendTests {
  private let bench: FolderBench

  init() throws {
    bench = try FolderBench()
  }

  @Test func whatIsAppendedIsReadBack() throws {
    try bench.folder.append(["one", "", "drei – 셋"], to: "desk")
    try bench.folder.append("four")
    #expect(try bench.text("desk/000001.jsonl") == "one\n\ndrei – 셋\nfour\n")
    #expect(try bench.lines(of: "desk") == ["one", "", "drei – 셋", "four"])
    #expect(try bench.folder.devices() == .init(items: ["desk"]))
  }

  @Test func onlyTheOwnerReadsWhatIsMade() throws {
    try bench.folder.append("one")
    #expect(try bench.mode("desk") == 0o700)
    #expect(try bench.mode("desk/000001.jsonl") == 0o600)
  }

  @Test func noLinesMakeNothing() throws {
    try bench.folder.append([], to: "desk")
    #expect(try bench.names("") == [])
  }

  /// A folder that is gone may be on a disk that is not there now.
  @Test func aMissingFolderIsNotMade() throws {
    let folder = SyncFolder(bench.scratch("gone"))
    #expect(throws: SyncFolderError.missing) { try folder.append("one") }
    #expect(throws: SyncFolderError.missing) { try folder.devices() }
    #expect(throws: SyncFolderError.missing) { try folder.files(of: "desk") }
    #expect(throws: SyncFolderError.missing) { try folder.inbox() }
    #expect(throws: SyncFolderError.missing) { try folder.makeInbox() }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    try bench.scratch.write("", to: "file")
    #expect(throws: SyncFolderError.notADirectory) {
      try SyncFolder(bench.scratch("file")).append("one")
    }
  }

  @Test(arguments: [
    "", "inbox", "Desk", "-desk", "a_b", "..", "a/b", "desk ", "désk",
    String(repeating: "a", count: 64),
  ])
  func aNameThatNoDeviceHasIsRefused(name: String) throws {
    #expect(bench.refusal(appending: ["one"], to: name) == .refused(name))
    #expect(throws: SyncFolderError.refused(name)) { try bench.folder.files(of: name) }
    #expect(try bench.names("") == [])
  }

  /// What would come back as something else is not written.
  @Test func whatIsNoLineIsRefused() throws {
    for wrong in ["a\nb", "a\r", String(repeating: "x", count: SyncFolder.longestLine + 1)] {
      #expect(bench.refusal(appending: ["one", wrong]) == .notALine(1))
    }
    #expect(try bench.names("") == [])
    let longest = String(repeating: "x", count: SyncFolder.longestLine)
    try bench.folder.append(longest)
    #expect(try bench.lines(of: "desk") == [longest])
  }

  // MARK: Sealing

  private static let tenth = SyncFolder.sealedSize / 10

  @Test func aFileOfFullSizeIsSealed() throws {
    let line = String(repeating: "x", count: AppendTests.tenth)
    let lines = (0..<25).map { "\($0)" + line }
    for line in lines { try bench.folder.append(line) }
    #expect(
      try bench.names("desk") == ["000001.jsonl", "000002.jsonl", "000003.jsonl"])
    #expect(try bench.lines(of: "desk") == lines)
    for name in ["000001.jsonl", "000002.jsonl"] {
      let size = try bench.text("desk/" + name).utf8.count
      #expect(size >= SyncFolder.sealedSize && size <= SyncFolder.sealedSize + line.utf8.count + 3)
    }
  }

  @Test func oneCallFillsSeveralFiles() throws {
    let lines = (0..<10_000).map { "\($0) " + String(repeating: "x", count: $0 % 200) }
    try bench.folder.append(lines, to: "desk")
    #expect(try bench.names("desk").count == 5)
    #expect(try bench.lines(of: "desk") == lines)
  }

  // MARK: What others left

  /// A machine died while it wrote a line: the next one does not become its end.
  @Test func aTornLineIsEnded() throws {
    try bench.write("one\ntw", to: "desk/000001.jsonl")
    #expect(try bench.lines(of: "desk") == ["one"])
    try bench.folder.append("three")
    #expect(try bench.lines(of: "desk") == ["one", "tw", "three"])
  }

  /// It died while it wrote this very line: the file gets the rest of it, and nothing stays torn.
  @Test(arguments: [1, 7, 12])
  func ofATornLineOnlyTheRestIsWritten(length: Int) throws {
    let line = "three – 셋"
    let torn = Data(Array("one\n".utf8) + Array(line.utf8).prefix(length))
    try bench.make("desk")
    try torn.write(to: URL(fileURLWithPath: bench.path("desk/000001.jsonl")))
    try bench.folder.append([line, "four"], to: "desk")
    #expect(try bench.text("desk/000001.jsonl") == "one\n\(line)\nfour\n")
    try bench.write("one\nthree", to: "desk/000001.jsonl")
    try bench.folder.append("three")
    #expect(try bench.text("desk/000001.jsonl") == "one\nthree\n")
  }

  @Test func theRestOfATornLineFollowsItInASealedFile() throws {
    let line = String(repeating: "x", count: SyncFolder.sealedSize)
    try bench.write(line, to: "desk/000001.jsonl")
    try bench.folder.append([line + "y", "two"], to: "desk")
    #expect(try bench.text("desk/000001.jsonl") == line + "y\n")
    #expect(try bench.text("desk/000002.jsonl") == "two\n")
  }

  @Test func aTornLineIsEndedInASealedFile() throws {
    let line = String(repeating: "x", count: SyncFolder.sealedSize)
    try bench.write(line, to: "desk/000001.jsonl")
    try bench.folder.append("two")
    #expect(try bench.text("desk/000001.jsonl") == line + "\n")
    #expect(try bench.text("desk/000002.jsonl") == "two\n")
  }

  /// Something that is no file of ours has the newest number: nothing is written there, and the next begun.
  @Test func aNumberThatIsTakenIsLeftOut() throws {
    try bench.write("one\n", to: "desk/000001.jsonl")
    try bench.make("desk/000002.jsonl")
    try bench.folder.append("three")
    let elsewhere = try bench.scratch.write("mine\n", to: "elsewhere")
    try #require(symlink(elsewhere, bench.path("desk/000004.jsonl")) == 0)
    try bench.folder.append("five")
    try #require(link(elsewhere, bench.path("desk/000006.jsonl")) == 0)
    try bench.folder.append("seven")
    try #require(mkfifo(bench.path("desk/000008.jsonl"), 0o600) == 0)
    try bench.folder.append("nine")
    try #require(symlink("nowhere", bench.path("desk/000010.jsonl")) == 0)
    try bench.folder.append("eleven")
    #expect(try bench.scratch.read("elsewhere") == "mine\n")
    #expect(
      try bench.lines(of: "desk") == ["one", "three", "five", "mine", "seven", "nine", "eleven"])
    #expect(
      try bench.folder.files(of: "desk").problems
        == ["000002", "000004", "000008", "000010"].map { .refused($0 + ".jsonl") })
  }

  /// Names that only look like numbers do not count.
  @Test func onlyNumberedFilesAreAppendedTo() throws {
    for name in ["000000", "7", "0000009", "+00009", "000009 (copy)", "000009.sync-conflict-1"] {
      try bench.write("other\n", to: "desk/\(name).jsonl")
    }
    try bench.folder.append("one")
    #expect(try bench.text("desk/000001.jsonl") == "one\n")
  }

  @Test func theLastNumberIsNoEnd() throws {
    try bench.make("desk/999999.jsonl")
    try bench.folder.append("one")
    #expect(try bench.text("desk/000001.jsonl") == "one\n")
  }

  /// A link could lead to a directory that is none of the folder.
  @Test func aLinkIsNoDevice() throws {
    try #require(symlink(bench.scratch.path, bench.path("desk")) == 0)
    try #require(symlink("nowhere", bench.path("lap")) == 0)
    for device in ["desk", "lap"] {
      #expect(bench.refusal(appending: ["one"], to: device) == .refused(device))
      #expect(throws: SyncFolderError.refused(device)) { try bench.folder.files(of: device) }
    }
    #expect(
      try bench.folder.devices() == .init(items: [], problems: [.refused("desk"), .refused("lap")]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.scratch.path) == ["sync"])
  }

  /// The folder itself may be behind a link: the user has named it.
  @Test func theFolderMayBeBehindALink() throws {
    try #require(symlink(bench.folder.path, bench.scratch("link")) == 0)
    try SyncFolder(bench.scratch("link")).append("one")
    #expect(try bench.lines(of: "desk") == ["one"])
  }
}

import Foundation
import HaruLog
import HaruSync
import Support
import Testing

/// A file of the folder is written whole and durably, and read whole or not at all.
@Suite struct WritingTests {
  private let bench = FolderBench()

  private func read(_ file: LogFile) -> String? {
    (try? bench.folder.read(file).get()).map { String(decoding: $0, as: UTF8.self) }
  }

  private func problem(of file: LogFile) -> SyncProblem? {
    if case .failure(let problem) = bench.folder.read(file) { problem } else { nil }
  }

  // MARK: Writing

  @Test func whatIsWrittenIsReadBack() throws {
    let file = try bench.folder.write("one", "", "drei – 셋")
    #expect(read(file) == "one\n\ndrei – 셋\n")
    #expect(try bench.files() == [file])
    #expect(try bench.names("Log") == [file.name])
  }

  @Test func theSameLinesAreTheSameFile() throws {
    let file = try bench.folder.write("one", "two")
    #expect(try bench.folder.write("one", "two") == file)
    #expect(try bench.folder.write("two", "one") != file)
    #expect(try bench.files().count == 2)
  }

  @Test func onlyTheOwnerReadsWhatIsMade() throws {
    let file = try bench.folder.write("one")
    #expect(try bench.mode("Log") == 0o700)
    #expect(try bench.mode("Log/" + file.name) == 0o600)
  }

  /// A folder that is gone may be on a disk that is not there now.
  @Test func aMissingFolderIsNotMade() throws {
    let folder = SyncFolder(bench.scratch("gone"))
    #expect(throws: SyncError.missing) { try folder.write("one") }
    #expect(throws: SyncError.missing) { try folder.files() }
    #expect(throws: SyncError.missing) { try folder.inbox() }
    #expect(throws: SyncError.missing) { try folder.makeInbox() }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    try bench.scratch.write("", to: "file")
    #expect(throws: SyncError.notADirectory) {
      try SyncFolder(bench.scratch("file")).write("one")
    }
  }

  /// The folder itself may be behind a link: the user has named it.
  @Test func theFolderMayBeBehindALink() throws {
    try #require(symlink(bench.folder.path, bench.scratch("link")) == 0)
    let file = try SyncFolder(bench.scratch("link")).write("one")
    #expect(read(file) == "one\n")
  }

  /// Something else has the name of the file: a link is replaced, and not followed; a directory stays.
  @Test func whatHasTheNameOfAFileIsNotFollowed() throws {
    let elsewhere = try bench.scratch.write("mine\n", to: "elsewhere")
    let file = try bench.folder.write("one")
    for _ in 0..<2 {
      try #require(unlink(bench.path("Log/" + file.name)) == 0)
      try #require(symlink(elsewhere, bench.path("Log/" + file.name)) == 0)
      try bench.folder.write("one")
      #expect(read(file) == "one\n")
    }
    #expect(try bench.scratch.read("elsewhere") == "mine\n")
    try #require(unlink(bench.path("Log/" + file.name)) == 0)
    try bench.make("Log/" + file.name)
    #expect(throws: SyncError.refused("Log")) { try bench.folder.write("one") }
    #expect(try bench.names("Log") == [file.name])
  }

  @Test func aFileIsRemovedOnce() throws {
    let (one, two) = (try bench.folder.write("one"), try bench.folder.write("two"))
    for _ in 0..<2 { try bench.folder.remove(one) }
    #expect(try bench.files() == [two])
  }

  // MARK: Reading

  @Test func whatAFileDoesNotHoldIsNotRead() throws {
    let file = try bench.folder.write("one", "two")
    for text in ["", "one\ntw", "one\ntwo\nthree\n", "one\r\ntwo\n"] {
      try bench.write(text, to: "Log/" + file.name)
      #expect(problem(of: file) == .damaged(file.name), "\(text)")
    }
    try bench.write("one\ntwo\n", to: "Log/" + file.name)
    #expect(read(file) == "one\ntwo\n")
  }

  /// A file of a terabyte costs no more than its status.
  @Test func aFileThatIsTooLargeIsNotRead() throws {
    let file = try bench.folder.write("one")
    try #require(truncate(bench.path("Log/" + file.name), off_t(SyncFolder.mostBytes) + 1) == 0)
    #expect(problem(of: file) == .tooLarge(file.name))
    try #require(truncate(bench.path("Log/" + file.name), 1 << 40) == 0)
    #expect(problem(of: file) == .tooLarge(file.name))
  }

  enum Replacement: CaseIterable {
    case link, linkToDirectory, danglingLink, pipe, directory, socket
  }

  /// Between listing and reading, something else may take the name of a file.
  @Test(.timeLimit(.minutes(1)), arguments: Replacement.allCases)
  func onlyAFileIsOpened(replacement: Replacement) throws {
    let file = try bench.folder.write("one")
    let elsewhere = try bench.scratch.write("one\n", to: "elsewhere")
    let path = bench.path("Log/" + file.name)
    try #require(unlink(path) == 0)
    switch replacement {
    case .link: try #require(symlink(elsewhere, path) == 0)
    case .linkToDirectory: try #require(symlink(bench.scratch.path, path) == 0)
    case .danglingLink: try #require(symlink("nowhere", path) == 0)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .directory: try #require(mkdir(path, 0o700) == 0)
    case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    }
    #expect(problem(of: file) == .refused(file.name))
    #expect(try bench.folder.files() == .init(items: [], problems: [.refused(file.name)]))
  }

  @Test func aLogThatHasBecomeALinkIsNotFollowed() throws {
    let file = try bench.folder.write("one")
    try #require(rename(bench.path("Log"), bench.scratch("Log")) == 0)
    try #require(symlink(bench.scratch("Log"), bench.path("Log")) == 0)
    #expect(problem(of: file) == .refused(file.name))
    #expect(throws: SyncError.refused("Log")) { try bench.folder.files() }
    #expect(throws: SyncError.refused("Log")) { try bench.folder.remove(file) }
    #expect(throws: SyncError.refused("Log")) { try bench.folder.write("two") }
    #expect(try names(in: bench.scratch("Log")) == [file.name])
  }

  @Test func aFileThatIsGoneIsReported() throws {
    let file = try bench.folder.write("one")
    try #require(unlink(bench.path("Log/" + file.name)) == 0)
    #expect(problem(of: file) == .system(file.name, ENOENT))
  }
}

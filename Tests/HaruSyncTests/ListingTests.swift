import Foundation
import HaruLog
import HaruSync
import Support
import Testing

/// What a folder holds is found by name and type; what is none of ours is left alone.
@Suite struct ListingTests {
  private let bench = FolderBench()

  private func file(_ number: UInt8, of month: String = "2026-11") -> LogFile {
    LogFile(of: [number], in: month)
  }

  @Test func aFolderInWhichNothingWasWrittenHasNoFiles() throws {
    #expect(try bench.folder.files() == .init(items: []))
    #expect(try bench.names("") == [])
  }

  @Test func filesComeInTheOrderOfTheirNames() throws {
    let files = [file(1, of: "2027-01"), file(2), file(3), file(4, of: "1970-01")]
    for file in files { try bench.write("", to: "Log/" + file.name) }
    let items = try bench.folder.files().items
    #expect(Set(items) == Set(files))
    #expect(items.map(\.name) == files.map(\.name).sorted())
  }

  @Test func unfinishedAndOtherFilesAreLeftOut() throws {
    let name = file(1).name
    for other in [
      ".syncthing.\(name).tmp", "~syncthing~\(name)", ".\(name)", ".\(name).~3f2a",
      "\(name).partial", "\(name).tmp", "notes.txt", "~$1.jsonl", "2026-11.jsonl",
      name.replacing(".jsonl", with: ".sync-conflict-20261121-101010-ABCDEFG.jsonl"),
      name.replacing(".jsonl", with: " (conflicted copy 2026-11-21 101010).jsonl"),
    ] {
      try bench.write("x\n", to: "Log/" + other)
    }
    #expect(try bench.folder.files() == .init(items: []))
  }

  /// What is no file is told, and what has another name is no concern of ours.
  @Test func whatIsNoFileIsRefused() throws {
    let names = (1...4).map { file($0).name }.sorted()
    try bench.make("Log/" + names[0])
    try #require(mkfifo(bench.path("Log/" + names[1]), 0o600) == 0)
    try #require(symlink("/etc/passwd", bench.path("Log/" + names[2])) == 0)
    try #require(symlink("nowhere", bench.path("Log/" + names[3])) == 0)
    try #require(symlink("nowhere", bench.path("Log/other.jsonl")) == 0)
    #expect(try bench.folder.files() == .init(items: [], problems: names.map { .refused($0) }))
  }

  @Test(.enabled(if: getuid() == 0, "needs the right to make a device"))
  func aDeviceIsNotOpened() throws {
    try bench.make("Log")
    // That of /dev/zero, which has no end.
    let name = file(1).name
    try #require(mknod(bench.path("Log/" + name), S_IFCHR | 0o600, 1 << 8 | 5) == 0)
    #expect(try bench.folder.files().problems == [.refused(name)])
  }

  /// Names from outside that are not UTF-8 are counted.
  @Test func namesThatAreNoTextAreCounted() throws {
    try bench.make("Log")
    for ending in [0xfe, 0xff] {
      let bytes = bench.path("Log/").utf8.map(CChar.init(bitPattern:))
      let name = bytes + [0x61, CChar(truncatingIfNeeded: ending), 0]
      try #require(mkdir(name, 0o700) == 0)
    }
    #expect(try bench.folder.files() == .init(items: [], problems: [.notUTF8(2)]))
  }

  /// Where something may happen: the folder, the log and the inbox.
  @Test func theDirectoriesAreKnown() throws {
    for name in ["lap-9f8e7d6c", ".git", "inbox"] { try bench.make(name) }
    #expect(
      bench.folder.directories() == ["", "/Log", "/inbox"].map { bench.folder.path + $0 })
  }
}

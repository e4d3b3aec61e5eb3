import Foundation
import HaruSync
import Support
import Testing

/// A folder of iCalendar files that other programs write too (docs/tasks.md#the-list).
@Suite struct TaskFolderTests {
  private let bench = FolderBench()
  private let name = "haru-2026-11-23.ics"

  private var folder: TaskFolder { TaskFolder(bench.folder.path) }

  @Test func aFileIsWrittenReadReplacedAndRemoved() throws {
    #expect(try folder.file(name) == nil)
    #expect(try folder.write("one", to: name, replacing: nil))
    let one = try #require(try folder.file(name))
    #expect(one.text == "one" && one.name == name)
    #expect(try folder.write("two", to: name, replacing: one))
    #expect(try bench.text(name) == "two")
    #expect(try bench.mode(name) == 0o600)
    let two = try #require(try folder.file(name))
    #expect(try folder.remove(two))
    #expect(try bench.names("") == [])
    #expect(try !folder.remove(two), "it has gone")
  }

  @Test func whatAnotherProgramHasChangedStays() throws {
    try bench.write("theirs", to: name)
    #expect(try !folder.write("ours", to: name, replacing: nil), "it was not there")
    let read = try #require(try folder.file(name))
    try bench.write("theirs again", to: name)
    #expect(try !folder.write("ours", to: name, replacing: read))
    #expect(try !folder.remove(read))
    #expect(try bench.text(name) == "theirs again")
    unlink(bench.path(name))
    #expect(try !folder.write("ours", to: name, replacing: read), "somebody has deleted it")
    #expect(try bench.names("") == [])
  }

  @Test func whatAKilledProcessHasLeftIsInNobodysWay() throws {
    try bench.write("half", to: ".\(name).tmp")
    #expect(try folder.write("whole", to: name, replacing: nil))
    #expect(try bench.names("") == [name])
  }

  @Test func nothingButFilesOfTextIsRead() throws {
    try bench.write("secret", to: "../secret")
    try #require(symlink(bench.path("../secret"), bench.path("link.ics")) == 0)
    try #require(mkfifo(bench.path("pipe.ics"), 0o600) == 0)
    try bench.make("directory.ics")
    try Data([0x42, 0xff]).write(to: URL(filePath: bench.path("bytes.ics")))
    try bench.write(String(repeating: "x", count: 256 * 1024 + 1), to: "large.ics")
    for name in ["link.ics", "pipe.ics", "directory.ics", "bytes.ics", "large.ics"] {
      #expect(throws: SyncError.refused(name)) { try folder.file(name) }
      // Nor is it replaced.
      #expect(try !folder.write("ours", to: name, replacing: nil))
    }
    #expect(try bench.text("../secret") == "secret")
  }

  @Test func theFolderItselfMayBeMissing() throws {
    let none = TaskFolder(bench.path("none"))
    #expect(throws: SyncError.missing) { try none.file(name) }
    #expect(throws: SyncError.missing) { try none.names { _ in true } }
    #expect(throws: SyncError.missing) { try none.write("", to: name, replacing: nil) }
    try bench.write("", to: "none")
    #expect(throws: SyncError.notADirectory) { try none.file(name) }
  }

  @Test func onlyNamesThatAreWantedAreListed() throws {
    for name in ["haru-2.ics", "haru-1.ics", "other.ics"] { try bench.write("", to: name) }
    #expect(try folder.names { $0.hasPrefix("haru-") } == ["haru-1.ics", "haru-2.ics"])
  }
}

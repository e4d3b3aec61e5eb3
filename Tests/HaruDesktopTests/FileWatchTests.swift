import Foundation
import HaruDesktop
import HaruSystem
import Support
import Testing

@MainActor
@Suite(.serialized) struct FileWatchTests {
  private let scratch = Scratch()
  private let mail = Mailbox<Void>()
  private let files = FileManager.default

  private func watch(_ name: String) -> FileWatch {
    FileWatch(scratch(name)) { [mail] in mail.put() }
  }

  /// Whether the watch reports an action.
  private func isTold(_ change: () throws -> Void) throws -> Bool {
    mail.settle()
    try change()
    return mail.hasMail(within: .seconds(3))
  }

  @Test func reportsCreationWritesReplacementAndRemoval() throws {
    let watch = watch("file")
    #expect(try isTold { try scratch.write("1", to: "file") })
    #expect(
      try isTold {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch("file")))
        try handle.write(contentsOf: Data("2".utf8))
        try handle.close()
      })
    try scratch.write("3", to: "other")
    #expect(try isTold { rename(scratch("other"), scratch("file")) })
    #expect(try isTold { unlink(scratch("file")) })
    withExtendedLifetime(watch) {}
  }

  @Test func reportsAFileMovedInAndOut() throws {
    try scratch.write("1", to: "elsewhere/file")
    let watch = watch("file")
    #expect(try isTold { rename(scratch("elsewhere/file"), scratch("file")) })
    #expect(try isTold { rename(scratch("file"), scratch("elsewhere/file")) })
    withExtendedLifetime(watch) {}
  }

  /// A directory may be made while the watch moves to the one above it.
  @Test func reportsDirectoriesAndFileCreatedTogether() throws {
    for round in 0..<300 {
      let folder = scratch("\(round)")
      let watch = watch("\(round)/a/b/file")
      Thread.detachNewThread {
        for name in ["", "/a", "/a/b"] { mkdir(folder + name, 0o700) }
        close(open(folder + "/a/b/file", O_CREAT | O_WRONLY, 0o600))
      }
      repeat {
        try #require(mail.hasMail(within: .seconds(2)), "round \(round)")
      } while access(folder + "/a/b/file", F_OK) != 0
      _ = mail.all()
      withExtendedLifetime(watch) {}
    }
  }

  @Test func reportsAReplacedSymbolicLink() throws {
    try files.createSymbolicLink(atPath: scratch("zone"), withDestinationPath: "/Asia/Seoul")
    let watch = watch("zone")
    try files.createSymbolicLink(atPath: scratch("new"), withDestinationPath: "/Asia/Tokyo")
    #expect(try isTold { rename(scratch("new"), scratch("zone")) })
    withExtendedLifetime(watch) {}
  }

  /// Before and after its directory is replaced.
  @Test func reportsFilesBesideEachOther() throws {
    let files = [scratch("a/file"), scratch("a/file-log")]
    let watch = FileWatch({ files }) { [mail] _ in mail.put() }
    #expect(try isTold { try scratch.write("1", to: "a/file-log") })
    #expect(try isTold { try scratch.write("22", to: "a/file-log") })
    #expect(try isTold { rename(scratch("a"), scratch("b")) })
    #expect(try isTold { rename(scratch("b"), scratch("a")) })
    #expect(try isTold { unlink(scratch("a/file-log")) })
    withExtendedLifetime(watch) {}
  }

  /// As the file of the zone does, to which a link leads.
  @Test func reportsAnotherFileThatIsWantedSinceAChange() throws {
    let link = scratch("zone")
    for name in ["Seoul", "Tokyo"] { try scratch.write("1", to: name + "/file") }
    try files.createSymbolicLink(atPath: link, withDestinationPath: scratch("Seoul/file"))
    let changed = Mailbox<String>()
    let watch = FileWatch({ [link, Files.resolved(link)] }) { changed.put($0) }
    try files.createSymbolicLink(atPath: scratch("new"), withDestinationPath: scratch("Tokyo/file"))
    rename(scratch("new"), link)
    #expect(changed.next() == link)
    _ = changed.all(within: .milliseconds(300))
    try scratch.write("2", to: "Seoul/file")
    try scratch.write("2", to: "Tokyo/file")
    #expect(changed.next() == scratch("Tokyo/file"))
    withExtendedLifetime(watch) {}
  }

  @Test func ignoresOtherFiles() throws {
    try scratch.write("1", to: "file")
    let watch = watch("file")
    mail.settle()
    try scratch.write("1", to: "file2")
    try scratch.write("1", to: "directory/file")
    unlink(scratch("file2"))
    #expect(!mail.hasMail(within: .milliseconds(1200)))
    withExtendedLifetime(watch) {}
  }

  @Test func reportsMissingDirectoriesCreatedOneByOne() throws {
    let watch = watch("config/haru/haru.conf")
    try scratch.makeFolder("config")
    mail.settle()
    try scratch.makeFolder("config/haru")
    #expect(try isTold { try scratch.write("1", to: "config/haru/haru.conf") })
    #expect(try isTold { try scratch.write("2", to: "config/haru/haru.conf") })
    withExtendedLifetime(watch) {}
  }

  @Test func reportsDirectoriesAndFileCreatedAtOnce() throws {
    let watch = watch("config/haru/haru.conf")
    #expect(try isTold { try scratch.write("1", to: "config/haru/haru.conf") })
    #expect(try isTold { try scratch.write("2", to: "config/haru/haru.conf") })
    withExtendedLifetime(watch) {}
  }

  @Test func reportsADirectoryMovedInWithTheFile() throws {
    try scratch.write("1", to: "prepared/haru/haru.conf")
    let watch = watch("config/haru/haru.conf")
    #expect(try isTold { rename(scratch("prepared"), scratch("config")) })
    #expect(try isTold { try scratch.write("2", to: "config/haru/haru.conf") })
    withExtendedLifetime(watch) {}
  }

  @Test func reportsADirectoryCreatedAgainLater() throws {
    try scratch.write("1", to: "config/haru/haru.conf")
    let watch = watch("config/haru/haru.conf")
    #expect(try isTold { try files.removeItem(atPath: scratch("config")) })
    #expect(try isTold { try scratch.write("2", to: "config/haru/haru.conf") })
    #expect(try isTold { try scratch.write("3", to: "config/haru/haru.conf") })
    withExtendedLifetime(watch) {}
  }

  /// It was removed and created before the loop ran.
  @Test func reportsADirectoryCreatedAgainAtOnce() throws {
    try scratch.write("1", to: "config/haru/haru.conf")
    let watch = watch("config/haru/haru.conf")
    #expect(
      try isTold {
        try files.removeItem(atPath: scratch("config/haru"))
        try scratch.write("2", to: "config/haru/haru.conf")
      })
    #expect(try isTold { try scratch.write("3", to: "config/haru/haru.conf") })
    withExtendedLifetime(watch) {}
  }

  @Test func reportsASwappedDirectory() throws {
    try scratch.write("1", to: "config/haru/haru.conf")
    try scratch.write("2", to: "other/haru.conf")
    let watch = watch("config/haru/haru.conf")
    #expect(
      try isTold {
        rename(scratch("config/haru"), scratch("old"))
        rename(scratch("other"), scratch("config/haru"))
      })
    #expect(try isTold { try scratch.write("3", to: "config/haru/haru.conf") })
    withExtendedLifetime(watch) {}
  }

  @Test func aReleasedWatchReportsNothing() throws {
    do { _ = watch("file") }
    try scratch.write("1", to: "file")
    #expect(!mail.hasMail(within: .milliseconds(300)))
  }
}

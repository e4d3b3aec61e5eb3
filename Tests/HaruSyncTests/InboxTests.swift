import Foundation
import HaruCore
import HaruSync
import Support
import Testing

/// A file in the inbox asks for a day by its name.
@Suite struct InboxTests {
  private let bench = FolderBench()

  @Test func theInboxIsMadeOnce() throws {
    #expect(try bench.folder.inbox() == .init(items: []))
    #expect(try bench.names("") == [])
    try bench.folder.makeInbox()
    #expect(try bench.mode("inbox") == 0o700)
    try bench.write("", to: "inbox/today")
    try bench.folder.makeInbox()
    #expect(try bench.folder.inbox().items.map(\.name) == ["today"])
  }

  @Test func namesOfDaysAreFound() throws {
    let day = try #require(Day("2026-11-21"))
    let names: [(String, Day?)] = [
      ("2026-11-21", day), ("2026-11-21.MD", day), ("2026-11-21.txt", day), ("TODAY.Txt", nil),
      ("Today", nil), ("today.md", nil),
    ]
    for (name, _) in names { try bench.write("not read", to: "inbox/" + name) }
    let times = ["-d", "@1795000000", bench.path("inbox/Today")]
    #expect(try Child.run("touch", times).status == 0)
    let listing = try bench.folder.inbox()
    #expect(listing.problems == [])
    #expect(listing.items.map(\.name) == names.map(\.0))
    #expect(listing.items.map(\.day) == names.map(\.1))
    #expect(listing.items.first { $0.name == "Today" }?.seconds == 1_795_000_000)
  }

  @Test func otherNamesAreLeftAlone() throws {
    for name in [
      "readme.txt", "2026-11-21.pdf", "2026-11-21.txt.part", ".today", "today~", "2026-11-2",
      "2026_11_21", "todays", ".txt", "today.sync-conflict-20261121-101010-ABCDEFG.txt", "today ",
      "٢٠٢٦-١١-٢١",
    ] {
      try bench.write("", to: "inbox/" + name)
    }
    #expect(try bench.folder.inbox() == .init(items: []))
  }

  /// A day that is in no calendar, and what is no file, is reported.
  @Test func whatCannotBeADayIsRefused() throws {
    try bench.write("", to: "inbox/2026-02-30.txt")
    try bench.write("", to: "inbox/0000-01-01")
    try bench.make("inbox/2026-11-22")
    try #require(mkfifo(bench.path("inbox/2026-11-23"), 0o600) == 0)
    try #require(symlink("/etc/passwd", bench.path("inbox/today")) == 0)
    let listing = try bench.folder.inbox()
    #expect(listing.items == [])
    #expect(
      listing.problems
        == [
          .notADay("0000-01-01"), .notADay("2026-02-30.txt"), .refused("2026-11-22"),
          .refused("2026-11-23"), .refused("today"),
        ])
  }

  @Test func aLinkIsNoInbox() throws {
    try bench.scratch.write("", to: "elsewhere/today")
    try #require(symlink(bench.scratch("elsewhere"), bench.path("inbox")) == 0)
    #expect(throws: SyncError.refused("inbox")) { try bench.folder.inbox() }
    #expect(throws: SyncError.refused("inbox")) { try bench.folder.makeInbox() }
    try #require(unlink(bench.path("inbox")) == 0)
    try bench.scratch.write("", to: "sync/inbox")
    #expect(throws: SyncError.refused("inbox")) { try bench.folder.makeInbox() }
  }

  @Test func aFileIsTakenOutOnce() throws {
    try bench.write("", to: "inbox/today")
    try bench.write("", to: "inbox/2026-11-21")
    let file = try #require(try bench.folder.inbox().items.last)
    #expect(try bench.folder.removeFromInbox(file))
    #expect(try bench.names("inbox") == ["2026-11-21"])
    #expect(try !bench.folder.removeFromInbox(file))
  }

  /// It was made again meanwhile, for another day perhaps.
  @Test func aFileThatHasChangedIsNotTakenOut() throws {
    try bench.write("", to: "inbox/today")
    let file = try #require(try bench.folder.inbox().items.first)
    try bench.write("again", to: "inbox/today")
    #expect(try !bench.folder.removeFromInbox(file))
    #expect(try bench.names("inbox") == ["today"])
  }

  /// What it leads to now is not touched.
  @Test func nothingIsTakenOutBehindALink() throws {
    try bench.write("", to: "inbox/today")
    let file = try #require(try bench.folder.inbox().items.first)
    try #require(rename(bench.path("inbox"), bench.scratch("inbox")) == 0)
    try #require(symlink(bench.scratch("inbox"), bench.path("inbox")) == 0)
    #expect(throws: SyncError.refused("inbox")) { try bench.folder.removeFromInbox(file) }
    #expect(FileManager.default.fileExists(atPath: bench.scratch("inbox/today")))
  }
}

import Foundation
import HaruSync
import Support
import Testing

/// What a folder holds is found by name and type; what is none of ours is left alone.
@Suite struct ListingTests {
  private let bench: FolderBench

  init() throws {
    bench = try FolderBench()
  }

  @Test func devicesAreDirectoriesWithNamesOfDevices() throws {
    let longest = String(repeating: "z", count: 63)
    for name in [
      "lap", "desk-2", "0", longest, "inbox", "Lap", "-lap", ".git", ".stfolder", "a b", "lap.old",
      "läp", longest + "z", "\u{1b}[31m",
    ] {
      try bench.make(name)
    }
    try bench.write("mine", to: "readme")
    #expect(
      try bench.folder.devices() == .init(items: ["0", "desk-2", "lap", longest]))
  }

  @Test func tooManyDevicesAreReported() throws {
    for number in 0..<(SyncFolder.mostDevices + 3) { try bench.make("d\(1000 + number)") }
    let listing = try bench.folder.devices()
    #expect(listing.items.count == SyncFolder.mostDevices)
    #expect(listing.items.first == "d1000")
    #expect(listing.items == listing.items.sorted())
    #expect(listing.problems == [.tooMany(3)])
  }

  @Test func aDeviceThatHasWrittenNothingHasNoFiles() throws {
    #expect(try bench.folder.files(of: "desk") == .init(items: []))
  }

  /// Engines make such copies when two machines have written one file.
  @Test func copiesOfAFileAreReadToo() throws {
    let names = [
      "000001 (conflicted copy 2026-11-21 101010).jsonl", "000001.jsonl",
      "000001.sync-conflict-20261121-101010-ABCDEFG.jsonl", "000002.jsonl",
    ]
    for name in names { try bench.write("\(name)\n", to: "desk/" + name) }
    #expect(try bench.folder.files(of: "desk").items.map(\.name) == names)
    #expect(try bench.lines(of: "desk") == names)
  }

  @Test func unfinishedAndOtherFilesAreLeftOut() throws {
    for name in [
      ".syncthing.000001.jsonl.tmp", "~syncthing~000001.jsonl", ".000001.jsonl",
      ".000001.jsonl.~3f2a", "000001.jsonl.partial", "000001.jsonl.tmp", "notes.txt", "~$1.jsonl",
    ] {
      try bench.write("x\n", to: "desk/" + name)
    }
    #expect(try bench.folder.files(of: "desk") == .init(items: []))
  }

  @Test func tooManyFilesAreReported() throws {
    for number in 0..<4099 { try bench.write("", to: "desk/\(100_000 + number).jsonl") }
    let listing = try bench.folder.files(of: "desk")
    #expect(listing.items.count == 4096)
    #expect(listing.items.first?.name == "100000.jsonl")
    #expect(listing.items.last?.name == "104095.jsonl")
    #expect(listing.problems == [.tooMany(3)])
  }

  /// A caller skips a file whose stamp is the same.
  @Test func aStampChangesWithItsFile() throws {
    try bench.folder.append("one")
    let first = try bench.file("desk")
    #expect(try bench.file("desk") == first)
    #expect(bench.read(first).reading.stamp == first.stamp)
    try bench.folder.append("two")
    let second = try bench.file("desk")
    #expect(second.stamp != first.stamp)
    #expect(bench.read(first).reading.stamp == second.stamp)
    // Another file of the same size and time takes its place.
    let times = ["-r", bench.path("desk/000001.jsonl"), bench.path("other")]
    try bench.write("eno\nowt\n", to: "other")
    #expect(try Child.run("touch", times).status == 0)
    try #require(rename(bench.path("other"), bench.path("desk/000001.jsonl")) == 0)
    #expect(try bench.file("desk").stamp != second.stamp)
  }

  /// Names from outside are given as they are, or counted where they are not UTF-8.
  @Test func strangeNamesAreGivenOrCounted() throws {
    let escape = "\u{1b}]0;owned\u{7}\n.jsonl"
    try bench.write("x\n", to: "desk/" + escape)
    for directory in ["", "desk/"] {
      for ending in ["\u{fe}", "\u{ff}"] {
        let bytes = bench.path(directory).utf8.map(CChar.init(bitPattern:))
        let name =
          bytes + [0x61, CChar(bitPattern: UInt8(ending.unicodeScalars.first?.value ?? 0)), 0]
        try #require(mkdir(name, 0o700) == 0)
      }
    }
    #expect(try bench.folder.devices() == .init(items: ["desk"], problems: [.notUTF8(2)]))
    let listing = try bench.folder.files(of: "desk")
    #expect(listing.items.map(\.name) == [escape])
    #expect(listing.problems == [.notUTF8(2)])
    #expect(bench.read(try bench.file("desk")).lines == ["x"])
    try #require(unlink(bench.path("desk/" + escape)) == 0)
    try #require(symlink("x", bench.path("desk/" + escape)) == 0)
    #expect(try bench.folder.files(of: "desk").problems == [.refused(escape), .notUTF8(2)])
  }
}

import Foundation
import HaruSync
import Support
import Testing

/// Files that others wrote are read line by line, within limits, and never followed or waited for.
@Suite struct ReadingTests {
  private let bench: FolderBench

  init() throws {
    bench = try FolderBench()
  }

  private func read(_ text: String) throws -> (lines: [String], reading: SyncFileReading) {
    try bench.write(text, to: "lap/000001.jsonl")
    return bench.read(try bench.file("lap"))
  }

  @Test func aLineEndsWithEitherEnd() throws {
    let (lines, reading) = try read("one\r\ntwo\n\n\r\n\rthree\0\r\r\n")
    #expect(lines == ["one", "two", "", "", "\rthree\0\r"])
    #expect(reading.isWhole)
    #expect(reading.problems == [])
  }

  /// It may still be arriving.
  @Test func aLastLineWithoutItsEndIsNotGiven() throws {
    for (text, whole) in [("", true), ("on", false), ("one\n", true), ("one\ntw", false)] {
      let (lines, reading) = try read(text)
      #expect(lines == (text.contains("\n") ? ["one"] : []))
      #expect(reading.isWhole == whole, "\(text)")
      #expect(reading.problems == [])
      #expect(reading.stamp == (try bench.file("lap").stamp))
    }
  }

  @Test func bytesAreGivenAsTheyAre() throws {
    let path = bench.path("lap/000001.jsonl")
    try bench.make("lap")
    try Data([0xff, 0x00, 0x0a, 0xc3, 0x0a]).write(to: URL(fileURLWithPath: path))
    var lines: [[UInt8]] = []
    _ = bench.folder.read(try bench.file("lap")) { lines.append(Array($0)) }
    #expect(lines == [[0xff, 0x00], [0xc3]])
  }

  @Test func ofAFileThatIsTooLargeTheBeginningIsRead() throws {
    let line = String(repeating: "x", count: 1023) + "\n"
    let (lines, reading) = try read(String(repeating: line, count: 5 * 1024))
    #expect(lines.count == 4 * 1024)
    #expect(!reading.isWhole)
    #expect(reading.problems == [.tooLarge("000001.jsonl")])
    #expect(reading.stamp == (try bench.file("lap").stamp))
  }

  /// A file of a terabyte costs no more than one of four mebibytes.
  @Test func aHoleOfATerabyteIsNotRead() throws {
    try bench.write("one\n", to: "lap/000001.jsonl")
    try #require(truncate(bench.path("lap/000001.jsonl"), 1 << 40) == 0)
    let (lines, reading) = bench.read(try bench.file("lap"))
    #expect(lines == ["one"])
    #expect(reading.problems == [.tooLarge("000001.jsonl")])
  }

  @Test func aLineThatIsTooLongIsLeftOut() throws {
    let longest = String(repeating: "x", count: SyncFolder.longestLine)
    let (lines, reading) = try read("one\n\(longest)x\nthree\n\(longest)\nfive\n")
    #expect(lines == ["one", "three", longest, "five"])
    #expect(reading.isWhole)
    #expect(reading.problems == [.longLine("000001.jsonl", 2)])
  }

  enum Replacement: CaseIterable {
    case link, linkToDirectory, danglingLink, pipe, directory, socket
  }

  /// Between listing and reading, something else may take the name of a file.
  @Test(.timeLimit(.minutes(1)), arguments: Replacement.allCases)
  func onlyAFileIsOpened(replacement: Replacement) throws {
    try bench.write("one\n", to: "lap/000001.jsonl")
    let elsewhere = try bench.scratch.write("secret\n", to: "elsewhere")
    let file = try bench.file("lap")
    let path = bench.path("lap/000001.jsonl")
    try #require(unlink(path) == 0)
    switch replacement {
    case .link: try #require(symlink(elsewhere, path) == 0)
    case .linkToDirectory: try #require(symlink(bench.scratch.path, path) == 0)
    case .danglingLink: try #require(symlink("nowhere", path) == 0)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .directory: try #require(mkdir(path, 0o700) == 0)
    case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    }
    let (lines, reading) = bench.read(file)
    #expect(lines == [])
    #expect(
      reading
        == .init(stamp: nil, isWhole: false, problems: [.refused("000001.jsonl")]))
    #expect(
      try bench.folder.files(of: "lap")
        == .init(items: [], problems: [.refused("000001.jsonl")]))
  }

  @Test(.enabled(if: getuid() == 0, "needs the right to make a device"))
  func aDeviceIsNotOpened() throws {
    try bench.make("lap")
    // That of /dev/zero, which has no end.
    let path = bench.path("lap/000001.jsonl")
    try #require(mknod(path, S_IFCHR | 0o600, 1 << 8 | 5) == 0)
    #expect(try bench.folder.files(of: "lap").problems == [.refused("000001.jsonl")])
  }

  @Test func aDeviceThatHasBecomeALinkIsNotFollowed() throws {
    try bench.write("one\n", to: "lap/000001.jsonl")
    let file = try bench.file("lap")
    try #require(rename(bench.path("lap"), bench.scratch("lap")) == 0)
    try #require(symlink(bench.scratch("lap"), bench.path("lap")) == 0)
    let (lines, reading) = bench.read(file)
    #expect(lines == [])
    #expect(reading.problems == [.refused("000001.jsonl")])
  }

  @Test func aFileThatIsGoneIsReported() throws {
    try bench.write("one\n", to: "lap/000001.jsonl")
    let file = try bench.file("lap")
    try #require(unlink(bench.path("lap/000001.jsonl")) == 0)
    let (lines, reading) = bench.read(file)
    #expect(lines == [])
    #expect(
      reading
        == .init(stamp: nil, isWhole: false, problems: [.system("000001.jsonl", ENOENT)]))
  }

  private struct Enough: Error {}

  @Test func whoReadsMayStop() throws {
    try bench.write("one\ntwo\nthree\n", to: "lap/000001.jsonl")
    let file = try bench.file("lap")
    var count = 0
    #expect(throws: Enough.self) {
      try bench.folder.read(file) { _ in
        count += 1
        if count == 2 { throw Enough() }
      }
    }
    #expect(count == 2)
  }
}

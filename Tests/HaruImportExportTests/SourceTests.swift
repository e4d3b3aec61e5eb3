import Foundation
import HaruCore
import HaruImportExport
import Support
import Testing

/// Unreadable files are refused with a reason, and not changed.
struct SourceTests {
  private let bench = ImportBench()

  private func error(_ path: String, format: String? = nil) -> ImportError? {
    do throws(ImportError) {
      _ = try bench.read(path, format: format)
      return nil
    } catch {
      return error
    }
  }

  private func error(text: String, format: String? = nil) throws -> ImportError? {
    error(try bench.scratch.write(text, to: "made"), format: format)
  }

  @Test func aSourceThatIsNoFileIsRefused() throws {
    let missing = String(cString: strerror(ENOENT))
    #expect(error(bench.scratch("nothing")) == .unreadable(missing))
    #expect(error("") == .unreadable(missing))
    try #require(mkfifo(bench.scratch("pipe"), 0o600) == 0)
    #expect(error(bench.scratch("pipe")) == .notAFile)
    #expect(error("/dev/zero") == .notAFile)
    #expect(error(bench.scratch.path) == .unknownFormat)
    try #require(symlink(bench.scratch("loop"), bench.scratch("loop")) == 0)
    #expect(error(bench.scratch("loop")) == .unreadable(String(cString: strerror(ELOOP))))
  }

  @Test func anUnknownFormatIsRefused() throws {
    for text in [
      "", "\n\n", "hello\n", "{}", "a,b,c\n1,2,3\n", "PK", "Study: 1\n", "\u{feff}", "\0",
    ] {
      #expect(try error(text: text) == .unknownFormat, "\(text)")
    }
  }

  @Test func aFileOfAnotherFormatThanNamedIsRefused() throws {
    for format in ImportFormats.names where format != "csv" {
      #expect(try error(text: "2026-11-01,1\n", format: format) == .otherFormat)
    }
    #expect(try error(text: "2026-11-01,1\n", format: "csv") == nil)
  }

  @Test func invalidUTF8IsRefused() throws {
    let path = bench.scratch("latin1")
    try Data("2026-11-01,1,ok\n2026-11-02,1,caf\u{e9}\n".unicodeScalars.map { UInt8($0.value) })
      .write(to: URL(fileURLWithPath: path))
    #expect(error(path) == .notUTF8(line: 2))
  }

  @Test func aTruncatedExportOfHaruIsRefused() throws {
    #expect(try error(text: "{\n  \"format\" : \"haru\",\n  \"impo") == .damaged)
  }

  /// It can be read, but it says two things of one day.
  @Test func anExportOfHaruThatContradictsItselfIsRefused() throws {
    let empty = #""rest": [], "rest_rules": [], "imports": [], "journal": []"#
    let twice = #"{"day": "2026-11-01", "text": "a"}, {"day": "2026-11-01", "text": "b"}"#
    let said =
      #"{"at": "2026-11-01T09:00:00Z", "utc_offset": 0, "zone": "UTC", "source": "command"}"#
    let mark = #"{"day": "2026-11-01", "said": \#(said)}"#
    for (marks, notes) in [("", twice), (mark + ", " + mark, ""), (mark, "")] {
      let text =
        #"{"format": "haru", "version": 1, "marks": [\#(marks)], "notes": [\#(notes)], \#(empty)}"#
      #expect(try error(text: text) == .contradiction, "\(text)")
    }
  }

  @Test func anUnclosedQuotationMarkIsRefused() throws {
    #expect(
      try error(text: "2026-11-01,1\n2026-11-02,1,\"note\n2026-11-03,1\n") == .openQuote(line: 2))
  }

  @Test func aFileThatIsTooLargeIsRefused() throws {
    let path = try bench.scratch.write("2026-11-01,1\n", to: "large")
    try #require(truncate(path, 65 << 20) == 0)
    #expect(error(path) == .tooLarge(megabytes: 64))
  }

  // MARK: Zip archives

  private func zip(_ text: String = "Position,Name\n001,Study\n") throws -> [UInt8] {
    try bench.scratch.write(text, to: "folder/Habits.csv")
    try bench.scratch.write("Date,Value\n2026-11-01,2\n", to: "folder/001 Study/Checkmarks.csv")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.zip("folder", to: "made.zip"))))
  }

  private func error(bytes: [UInt8]) throws -> ImportError? {
    let path = bench.scratch("changed.zip")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return error(path)
  }

  @Test func aZipArchiveIsRead() throws {
    var bytes = try zip()
    #expect(try error(bytes: bytes) == nil)
    #expect(try error(bytes: bytes.dropLast(4) + []) == .damaged, "its end is missing")
    #expect(try error(bytes: Array(bytes.prefix(4))) == .damaged)
    // A wrong letter in the central directory: nothing is found.
    let entry = try #require(bytes.lastRange(of: Array("Habits.csv".utf8)))
    bytes[entry.lowerBound] = UInt8(ascii: "h")
    #expect(try error(bytes: bytes) == .unknownFormat)
  }

  /// A megabyte of zeros packs to a thousand bytes, and a false small size is not believed.
  @Test func aZipBombIsRefused() throws {
    let bomb = "Position,Name\n001,Study\n" + String(repeating: "0", count: 1 << 20)
    var bytes = try zip(bomb)
    #expect(bytes.count < 10_000)
    let size = withUnsafeBytes(of: UInt32(bomb.utf8.count).littleEndian) { Array($0) }
    while let place = bytes.lastRange(of: size) {
      bytes.replaceSubrange(place, with: [100, 0, 0, 0])
    }
    #expect(try error(bytes: bytes) == .damaged)
  }

  @Test func aZipArchiveWithAWrongChecksumIsRefused() throws {
    var bytes = try zip()
    let header = Array("PK\u{1}\u{2}".utf8)
    let entries = (0..<bytes.count - 4).filter { Array(bytes[$0..<$0 + 4]) == header }
    for entry in entries { bytes[entry + 16] ^= 1 }
    #expect(try error(bytes: bytes) == .damaged)
  }
}

extension [UInt8] {
  /// The last offset of some bytes.
  fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    guard count >= bytes.count else { return nil }
    let start = (0...(count - bytes.count)).last { Array(self[$0..<$0 + bytes.count]) == bytes }
    return start.map { $0..<$0 + bytes.count }
  }
}

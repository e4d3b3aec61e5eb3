import Foundation
import HaruDesktop
import HaruSystem
import Support
import Testing

@Suite struct DebounceTests {
  private let scratch = Scratch()

  /// Makes a request, and handles it unless it is a repeat.
  ///
  /// - Returns: Whether it is a repeat.
  private func isRepeat(at time: Int64, succeeds: Bool = true) throws -> Bool {
    let debounce = try Debounce(scratch("stamp"))
    if debounce.isRepeat(at: time) { return true }
    if succeeds { debounce.succeeded(at: time) }
    return false
  }

  /// Only after a request that was carried out; also if the clock was set back.
  @Test(arguments: [(0, true), (999, true), (1000, false), (-999, true), (-1000, false)])
  func aRequestWithinASecondIsARepeat(after: Int64, expected: Bool) throws {
    let now: Int64 = 5_000_000
    #expect(try !isRepeat(at: now))
    #expect(try isRepeat(at: now + after) == expected)
  }

  @Test func aFailedRequestMakesNoRepeat() throws {
    #expect(try !isRepeat(at: 7, succeeds: false))
    #expect(try !isRepeat(at: 7))
    #expect(try isRepeat(at: 7))
  }

  /// A stamp from before a restart, from far ahead, or with any other content.
  @Test(arguments: [
    Int64.max.bytes, Int64.min.bytes, Int64(9_000_000).bytes, [], [1, 2, 3],
    [UInt8](repeating: 0xff, count: 4096),
  ])
  func anInvalidStampDelaysNothing(stamp: [UInt8]) throws {
    try Data(stamp).write(to: URL(fileURLWithPath: scratch("stamp")))
    #expect(try !isRepeat(at: 5_000_000))
    #expect(try isRepeat(at: 5_000_001))
  }

  @Test func aPlaceThatCannotBeMadeIsAnError() {
    #expect(throws: GLibError.self) { _ = try Debounce("/nowhere/stamp") }
  }
}

@Suite struct PrivateDirectoryTests {
  /// With the missing directories above it, and even if it was open to others before.
  @Test func itsDirectoryIsPrivate() throws {
    let scratch = Scratch()
    for _ in 0..<2 {
      let directory = PrivateDirectory(scratch("a/b"))
      try directory.create()
      var status = stat()
      #expect(stat(directory.path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
      chmod(directory.path, 0o755)
    }
    // Permissions that the owner lacks are not added.
    chmod(scratch("a/b"), 0o555)
    try PrivateDirectory(scratch("a/b")).create()
    var status = stat()
    #expect(stat(scratch("a/b"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o500)
  }

  /// The file stays.
  @Test func aFileInItsPlaceIsAnError() throws {
    let scratch = Scratch()
    try scratch.write("mine", to: "a")
    #expect(throws: GLibError.self) { try PrivateDirectory(scratch("a")).create() }
    #expect(throws: GLibError.self) { try PrivateDirectory(scratch("a/b")).create() }
    #expect(try scratch.read("a") == "mine")
  }

  @Test func listsAndRemovesItsContents() throws {
    let scratch = Scratch()
    let directory = PrivateDirectory(scratch("a"))
    try scratch.write("", to: "a/one")
    try scratch.write("", to: "a/.two")
    #expect(directory.names.sorted() == [".two", "one"])
    directory.remove("one")
    #expect(directory.names == [".two"])
  }
}

extension Int64 {
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

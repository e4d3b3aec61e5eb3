import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// A place for one store, another reader of it, and what a test says to it.
struct StoreBench {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch(Store.fileName)
  }

  /// The day on which the tests take place, a Friday.
  static let today = date("2026-11-20")

  /// Said at noon in Seoul, on the command line.
  static let provenance = Provenance(
    at: Instant(1_795_143_600), in: Zone(name: "Asia/Seoul") { _ in 32_400 }, source: .command)

  func open(
    _ purpose: Store.Purpose = .writing, busyMilliseconds: Int32 = 5000
  ) throws(StoreError) -> Store {
    try Store(path: path, for: purpose, busyMilliseconds: busyMilliseconds)
  }

  /// What another program reads: each row as a line, its columns with `|` between them.
  func rows(_ sql: String) throws -> [String] {
    let outcome = try Child.run("sqlite3", ["-batch", path, sql])
    try #require(outcome.status == 0, "sqlite3: \(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  /// The file's directory: each name with what is in it.
  func contents() throws -> [String: Data] {
    let folder = (path as NSString).deletingLastPathComponent
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      contents[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    return contents
  }

  /// Writes the file itself, as whatever.
  func write(_ data: Data) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path))
  }
}

extension Store {
  /// Marks or clears as on the bench.
  @discardableResult
  func set(
    _ days: String..., studied: Bool = true, today: Day = StoreBench.today
  ) throws(StoreError) -> [Day] {
    try setStudied(days.map(date), studied, today: today, by: StoreBench.provenance)
  }

  @discardableResult
  func undo() throws(StoreError) -> [Change] {
    try undo(by: StoreBench.provenance)
  }

  /// The marked days as texts, newest first.
  func marks() throws(StoreError) -> [String] {
    try markedDays().map(\.description)
  }
}

/// The day of a text that is known to be one.
func date(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("no day: \(text)") }
  return day
}

/// The mode of a file, in octal.
func mode(of path: String) throws -> String {
  var status = stat()
  try #require(lstat(path, &status) == 0, "no such file: \(path)")
  return String(status.st_mode & 0o7777, radix: 8)
}

/// What comes of something that a store is asked.
func outcome<T>(of body: () throws(StoreError) -> T) -> Result<T, StoreError> {
  do {
    return .success(try body())
  } catch {
    return .failure(error)
  }
}

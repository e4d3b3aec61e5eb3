import Foundation
import HaruCore
import HaruExchange
import Support
import Testing

/// A place for files of other programs, and what a test asks of them.
struct ImportBench {
  /// The day on which the tests take place.
  static let today = date("2026-11-20")

  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// What an import finds in a file.
  func read(
    _ path: String, format: String? = nil, zone: Zone = .seoul, isZoneNamed: Bool = false,
    habit: String? = nil, force: Bool = false
  ) throws(ImportError) -> Import.Found {
    let options = ImportOptions(
      zone: zone, isZoneNamed: isZoneNamed, habit: habit, force: force, today: ImportBench.today)
    return try ImportFormats.read(path, format: format, options)
  }

  /// What an import finds in a text.
  func read(text: String, habit: String? = nil, format: String? = nil) throws -> Import.Found {
    try read(scratch.write(text, to: "made.txt"), format: format, habit: habit)
  }

  /// Every file in the place, with what is in it.
  func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.path) {
      contents[name] = FileManager.default.contents(atPath: scratch(name))
    }
    return contents
  }

  /// Makes a database with the program that SQLite brings.
  ///
  /// - Parameters:
  ///   - sql: What it shall hold.
  ///   - name: Its name in the place.
  ///   - inLog: Whether everything stays in the write-ahead log.
  /// - Returns: Its path.
  /// - Throws: If SQLite refuses.
  @discardableResult
  func database(_ sql: String, to name: String = "made.db", inLog: Bool = false) throws -> String {
    let path = scratch(name)
    let mode = inLog ? "wal" : "delete"
    let whole = "PRAGMA journal_mode = \(mode); PRAGMA wal_autocheckpoint = 0;\n" + sql
    let file = try scratch.write(
      ".dbconfig no_ckpt_on_close on\n" + whole + "\n", to: name + ".sql")
    let run = try Child.run("sqlite3", ["-batch", "-bail", path, ".read \(file)"])
    try #require(run.status == 0, "sqlite3: \(run.errors)")
    try FileManager.default.removeItem(atPath: file)
    return path
  }

  /// Packs a folder of the place as a zip archive, deflated.
  func zip(_ folder: String, to name: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch(folder)).sorted()
    let run = try Child.run(
      "python3",
      ["-m", "zipfile", "-c", scratch(name)] + names.map { scratch(folder) + "/" + $0 })
    try #require(run.status == 0, "zipfile: \(run.errors)")
    return scratch(name)
  }
}

extension Zone {
  /// Nine hours ahead of UTC, all year.
  static let seoul = Zone(name: "Asia/Seoul") { _ in 9 * 3600 }

  /// A zone of the system, as Foundation has it.
  static func named(_ name: String) throws -> Zone {
    let zone = try #require(TimeZone(identifier: name))
    return Zone(name: name) {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.seconds)))
    }
  }
}

/// The day of a text that is known to be one.
func date(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("no day: \(text)") }
  return day
}

/// Days that follow one another.
func days(_ first: String, _ count: Int) -> [Day] {
  (0..<count).compactMap { date(first).advanced(by: $0) }
}

/// What comes of a reading.
func outcome(
  of body: () throws(ImportError) -> Import.Found
) -> Result<Import.Found, ImportError> {
  do {
    return .success(try body())
  } catch {
    return .failure(error)
  }
}

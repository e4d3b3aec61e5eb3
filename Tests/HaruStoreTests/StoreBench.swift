import Foundation
import HaruCore
import HaruLog
import HaruStore
import Support
import Testing

/// A scratch directory with one store, which `sqlite3` reads too.
struct StoreBench {
  let scratch = Scratch()
  var path: String { scratch(Store.fileName) }

  /// Today in the tests, a Friday.
  static let today = date("2026-11-20")

  /// Noon in Seoul, on the command line.
  static let provenance = Provenance(
    at: Instant(1_795_143_600), in: Zone(name: "Asia/Seoul") { _ in 32_400 }, source: .command)

  func open(
    _ purpose: Store.Purpose = .writing, busyMilliseconds: Int32 = 5000
  ) throws(StoreError) -> Store {
    try Store(path: path, for: purpose, busyMilliseconds: busyMilliseconds)
  }

  /// A store for writing in which days are marked.
  func store(marking days: String...) throws(StoreError) -> Store {
    let store = try open()
    try store.setStudied(days.map(date), true, today: StoreBench.today, by: StoreBench.provenance)
    return store
  }

  /// Rows as `sqlite3` prints them: a line each, with `|` between the columns.
  func rows(_ sql: String) throws -> [String] {
    let outcome = try Child.run("sqlite3", ["-batch", path, sql])
    try #require(outcome.status == 0, "sqlite3: \(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  /// The files of the directory by name.
  func contents() throws -> [String: Data] {
    let folder = (path as NSString).deletingLastPathComponent
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      contents[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    return contents
  }

  /// Writes any bytes to the file.
  func write(_ data: Data) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path))
  }
}

extension Store {
  /// Marks or clears days.
  @discardableResult
  func set(
    _ days: String..., studied: Bool = true, today: Day = StoreBench.today
  ) throws(StoreError) -> [Day] {
    try setStudied(days.map(date), studied, today: today, by: StoreBench.provenance)
  }

  /// Takes the last command back.
  ///
  /// - Returns: The changes of days.
  @discardableResult
  func undo() throws(StoreError) -> [DayChange] {
    try undo(by: StoreBench.provenance).joined().compactMap(\.ofDay)
  }

  @discardableResult
  func redo() throws(StoreError) -> [DayChange] {
    try redo(by: StoreBench.provenance).joined().compactMap(\.ofDay)
  }

  /// The marked days as texts, newest first.
  func marks() throws(StoreError) -> [String] {
    try markedDays().map(\.description)
  }
}

/// What a file is.
func status(of path: String) throws -> stat {
  var status = stat()
  try #require(lstat(path, &status) == 0, "no such file: \(path)")
  return status
}

/// The mode of a file, in octal.
func mode(of path: String) throws -> String {
  String(try status(of: path).st_mode & 0o7777, radix: 8)
}

/// The days of a table.
func found(
  _ studied: [String], rest: [String] = [], notes: [String: String] = [:], by id: String = "csv"
) -> Import.Found {
  Import.Found(
    origin: "CSV", sourceID: id, studied: Set(studied.map(date)),
    rest: Dictionary(uniqueKeysWithValues: rest.map { (date($0), "their reason") }),
    notes: Dictionary(uniqueKeysWithValues: notes.map { (date($0.key), $0.value) }))
}

extension Import.Found {
  /// The same, whose instants were read in these zones that the source had, and in new ones.
  func read(in known: [SourceZone], and new: [SourceZone]) -> Import.Found {
    var found = self
    (found.knownZones, found.newZones) = (known, new)
    return found
  }
}

extension Settings {
  /// Settings of version 0.4 with these rest weekdays.
  static func resting(on weekdays: Set<Weekday>?) -> Settings {
    var settings = Settings()
    settings.formerRestWeekdays = weekdays
    return settings
  }
}

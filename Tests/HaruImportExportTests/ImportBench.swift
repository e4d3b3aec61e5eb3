import Foundation
import HaruCore
import HaruImportExport
import Support
import Testing

/// A scratch directory for files of other programs.
struct ImportBench {
  /// Today in the tests.
  static let today = date("2026-11-20")

  let scratch = Scratch()

  /// Reads a file.
  func read(
    _ path: String, format: String? = nil, zone: Zone = .seoul, isZoneNamed: Bool = false,
    habit: String? = nil, column: String? = nil, rows: ImportOptions.Rows? = nil,
    force: Bool = false
  ) throws(ImportError) -> Import.Found {
    func read(
      as format: String?, _ habit: String?, _ column: String?
    ) throws(ImportError) -> Import.Found {
      let options = ImportOptions(
        zone: zone, isZoneNamed: isZoneNamed, habit: habit, column: column, rows: rows,
        force: force, today: ImportBench.today)
      return try ImportFormats.read(path, format: format, options)
    }
    let found = try read(as: format, habit, column)
    // The words with which a file is kept read the same.
    let kept = Result { () throws(ImportError) in
      try read(as: format ?? found.format, habit ?? found.habit, column ?? found.column)
    }
    #expect((try? kept.get())?.studied == found.studied, "\(kept)")
    return found
  }

  /// Reads a text as a file.
  func read(
    text: String, habit: String? = nil, column: String? = nil, rows: ImportOptions.Rows? = nil,
    format: String? = nil
  ) throws -> Import.Found {
    try read(
      scratch.write(text, to: "made.txt"), format: format, habit: habit, column: column, rows: rows)
  }

  /// All files in the directory by name.
  func contents() throws -> [String: Data] { try scratch.files() }

  /// Makes a database with `sqlite3`.
  ///
  /// - Parameters:
  ///   - sql: Its contents.
  ///   - name: Its name in the directory.
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
    try Child.run("sqlite3", ["-batch", "-bail", path, ".read \(file)"]).succeeded()
    try FileManager.default.removeItem(atPath: file)
    return path
  }

  /// Packs members with any names as a zip archive.
  func zip(_ members: [(name: String, text: String)]) throws -> String {
    let words = members.flatMap { [$0.name, $0.text] }
    let program = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as archive:
          for name, text in zip(sys.argv[2::2], sys.argv[3::2]):
              archive.writestr(name, text)
      """
    try Child.run("python3", ["-c", program, scratch("named.zip")] + words).succeeded()
    return scratch("named.zip")
  }

  /// Packs a folder as a deflated zip archive.
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

  /// A zone of Foundation.
  static func named(_ name: String) throws -> Zone {
    let zone = try #require(TimeZone(identifier: name))
    return Zone(name: name) {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.seconds)))
    }
  }
}

/// Consecutive days.
func days(_ first: String, _ count: Int) -> [Day] {
  (0..<count).compactMap { date(first).advanced(by: $0) }
}

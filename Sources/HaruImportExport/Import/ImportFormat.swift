public import HaruCore

/// A format that can be imported.
///
/// To add one, write a type that conforms and name it in `ImportFormats.all`.
protocol ImportFormat: Sendable {
  /// Its name for the option `--format`.
  static var name: String { get }

  /// Whether the beginning of a source looks like this format; `read` finds out whether the rest is
  /// valid.
  static func recognizes(_ source: Source) -> Bool

  /// Whether a source may be of this format, if the user says that it is.
  static func fits(_ source: Source) -> Bool

  /// Reads the days in a source of this format.
  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found
}

extension ImportFormat {
  static func fits(_ source: Source) -> Bool { recognizes(source) }
}

/// All formats that can be imported.
public enum ImportFormats {
  /// In the order in which they are tried: a format with weaker signs comes later.
  static let all: [any ImportFormat.Type] = [
    HaruJSON.self, SwiftCal.self, LoopDatabase.self, LoopCSV.self, LoopCheckmarks.self,
    Tickmate.self, Rewire.self, Anki.self, BeaverHabits.self, TableHabit.self, HabitKit.self,
    Calendar.self, HabitBull.self, Streaks.self, Daylio.self, Habitica.self, Harsh.self,
    Habitctl.self, OrgHabit.self, Notion.self, PlainCSV.self,
  ]

  /// Their names.
  public static var names: [String] { unique(all.map { $0.name }) }

  /// Reads a file or folder in one of the formats.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - format: The name of its format; `nil` to recognize it by its content.
  ///   - options: What the user chose.
  /// - Returns: The days in it.
  /// - Throws: `ImportError`, with nothing read.
  public static func read(
    _ path: String, format: String? = nil, _ options: ImportOptions
  ) throws(ImportError) -> Import.Found {
    try read(Source(path: path), format: format, options)
  }

  /// Whether the first line of a table has the names of columns.
  package static func hasHeader(_ source: Source) -> Bool {
    guard let first = source.table?.header, !WrittenDates.isDate(first.cell(0)) else {
      return false
    }
    return PlainCSV.Columns(header: first) != nil
  }

  /// Reads an open source.
  package static func read(
    _ source: Source, format: String? = nil, _ options: ImportOptions
  ) throws(ImportError) -> Import.Found {
    let reader = all.first {
      format == nil ? $0.recognizes(source) : $0.name == format && $0.fits(source)
    }
    if let reader {
      guard reader == Anki.self || !options.asksForReviews else { throw .noReviews }
      guard reader == Habitica.self || options.rows == nil else { throw .noRows }
      var found = try checked(reader.read(source, options), source, options)
      // What the user chose is never passed over.
      if let habit = options.habit, found.habit == nil { throw .noSuchHabit(habit, of: []) }
      if let column = options.column, found.column == nil { throw .noSuchColumn(column, of: []) }
      if options.force { found.today = nil }
      found.format = reader.name
      if format == nil, reader == PlainCSV.self, LoopCheckmarks.isPossible(source) {
        found.remarks.append(.perhapsLoops)
      }
      return found
    }
    if let folder = source.folder, let inner = try onlySource(in: folder) {
      var found = try read(inner.source, format: format, options)
      // What lies in its place later is another file.
      found.columns.insert(inner.name, at: 0)
      return found
    }
    if try source.database?.isStore == true { throw .isStore }
    guard !source.lacksTables else { throw .missingLog }
    throw format == nil ? .unknownFormat : .otherFormat
  }

  /// A database without rows may have all of them in a log that was not copied.
  private static func checked(
    _ found: Import.Found, _ source: Source, _ options: ImportOptions
  ) throws(ImportError) -> Import.Found {
    guard source.database?.lacksLog == true, !options.isOfSource else { return found }
    // There may be days with less than the user asked for.
    guard !found.isEmpty || options.asksForReviews else { throw .missingLog }
    var found = found
    found.remarks.append(.missingLog)
    return found
  }

  /// The one file that can be imported in a folder or an archive; `nil` if it holds none that is recognized
  /// (docs/formats.md#a-folder-or-an-archive).
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isInner: Whether it is an archive in another folder; those in it are not opened.
  /// - Returns: The open file with its name.
  /// - Throws: `ImportError.severalFiles` with their names.
  private static func onlySource(
    in folder: Folder, isInner: Bool = false
  ) throws(ImportError) -> (name: String, source: Source)? {
    if let collection = Anki.collection(inPackage: folder.names) {
      return try folder.source(collection).map { (collection, $0) }
    }
    var found: [(name: String, source: Source?)] = []
    for name in Notion.wholeTables(of: folder.names).prefix(mostFiles) where !name.hasPrefix(".") {
      // What cannot be read, or is in no format, is not meant.
      guard let source = (try? folder.source(name)) ?? nil else { continue }
      if format(of: source) != nil || source.lacksTables {
        found.append((name, source))
      } else if let archive = source.folder, !isInner {
        do throws(ImportError) {
          if let only = try onlySource(in: archive, isInner: true) {
            found.append((name + "/" + only.name, only.source))
          }
        } catch .severalFiles(let names) {
          found += names.map { ($0, nil) }
        } catch .noZstandard {
          throw .noZstandard
        } catch {}
      }
    }
    guard found.count < 2 else { throw .severalFiles(found.map(\.name)) }
    return found.first.flatMap { only in only.source.map { (only.name, $0) } }
  }

  /// The most files of a folder that are looked at.
  private static let mostFiles = 1000

  /// The format that recognizes a source.
  static func format(of source: Source) -> (any ImportFormat.Type)? {
    all.first { $0.recognizes(source) }
  }

  /// Whether a format is the first to recognize a source.
  package static func recognizes(_ source: Source, as format: String) -> Bool {
    self.format(of: source)?.name == format
  }
}

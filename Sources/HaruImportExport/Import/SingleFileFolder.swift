internal import HaruCore

/// A folder or zip archive that holds one file which can be imported
/// (docs/formats.md#a-folder-or-an-archive).
enum SingleFileFolder {
  /// The file in a folder; `nil` if it holds none that is recognized.
  ///
  /// - Throws: `ImportError.severalFiles` with their names.
  static func source(in folder: Folder) throws(ImportError) -> Source? {
    var found: [(name: String, source: Source)] = []
    for name in folder.names.prefix(mostFiles) where !name.hasPrefix(".") {
      // What cannot be read, or is in no format, is not meant.
      guard let source = (try? folder.source(name)) ?? nil,
        ImportFormats.format(of: source) != nil
      else { continue }
      found.append((name, source))
    }
    guard found.count < 2 else { throw .severalFiles(found.map(\.name)) }
    return found.first?.source
  }

  /// The most files that are looked at.
  private static let mostFiles = 1000
}

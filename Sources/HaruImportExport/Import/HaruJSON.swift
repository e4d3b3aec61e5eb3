internal import HaruCore

/// Haru's own export, which loses nothing (docs/formats.md#haru-json).
///
/// An empty store takes all of it. A store with days adds the marks, rest days and notes, but not the
/// journal, which is that of another store.
enum HaruJSON: ImportFormat {
  static let name = "haru"

  /// Recognizes a damaged file too, so that `read` can report the damage.
  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text, text.bytes.first == UInt8(ascii: "{") else { return false }
    let beginning = text.bytes.prefix(1000).filter { $0 > UInt8(ascii: " ") }
    let mark = Array("\"format\":\"\(StoreJSON.formatName)\"".utf8)
    return beginning.indices.contains { beginning[$0...].starts(with: mark) }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let document = try text.json()
    let version = try document.required("version") { $0.integer.flatMap { Int(exactly: $0) } }
    guard version <= StoreJSON.currentVersion || options.force else { throw .newer(version) }
    let contents = try StoreJSON.contents(of: document)
    guard contents.restRules.count <= mostRules else { throw .damaged }
    return found(contents, options)
  }

  /// A limit for rules, as each may cover all days.
  private static let mostRules = 1000

  /// The days for a store that has days of its own.
  private static func found(_ contents: Contents, _ options: ImportOptions) -> Import.Found {
    var builder = ImportBuilder(options)
    for (index, mark) in contents.marks.enumerated() {
      builder.add(.studied, of: mark.day, at: .row(Int64(index + 1)))
    }
    var found = builder.found("Haru", sourceID: name)
    found.reserve = contents.reserveDays(before: options.today)
    // Rules of another store do not hold from now on, but its rest days stay rest days.
    found.rest = found.reserve.reduce(into: contents.restDays(upTo: options.today)) { $0[$1] = "" }
    (found.notes, found.contents) = (contents.notes, contents)
    // What a store has counted is no slip, however long ago it is.
    found.today = nil
    return found
  }
}

internal import HaruCore
internal import HaruStore

/// The backup of Tickmate, a database (docs/formats.md#tickmate).
enum Tickmate: ImportFormat {
  static let name = "tickmate"

  static func recognizes(_ source: Source) -> Bool {
    source.hasTable("tracks", "_id", "name")
      && source.hasTable("ticks", "_track_id", "year", "month", "day")
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let database = source.database else { throw .otherFormat }
    try database.checkIntegrity()
    let tracks = try database.names("SELECT _id, name FROM tracks ORDER BY _id")
    let track = try options.choose(from: tracks, name: \.name)
    var builder = ImportBuilder(options)
    try database.rows(
      "SELECT rowid, year, month, day FROM ticks WHERE _track_id = \(track.id) ORDER BY rowid"
    ) { row in
      let place = Import.Place.row(row.integer(0) ?? 0)
      let parts = (1...3).map { row.integer(Int32($0)).flatMap { Int(exactly: $0) } ?? -1 }
      // January is 0.
      guard let day = Day(year: parts[0], month: parts[1] &+ 1, day: parts[2]) else {
        let written = parts.map(String.init).joined(separator: "-")
        return builder.skip(place, .notADate(written))
      }
      builder.add(.studied, of: day, at: place)
    }
    return builder.found("Tickmate", sourceID: "tickmate:" + track.name, habit: track.name)
  }
}

internal import HaruCore
internal import HaruStore

/// The store of SwiftCal, a Core Data or SwiftData file with an entity *Day*
/// (docs/formats.md#swiftcal).
enum SwiftCal: ImportFormat {
  static let name = "swiftcal"

  /// Recognizes every Core Data file, so that an error can name a file of another program.
  static func recognizes(_ source: Source) -> Bool {
    source.hasTable("z_metadata") && source.hasTable("z_primarykey", "z_name")
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let database = source.database else { throw .otherFormat }
    try database.checkIntegrity()
    let entity = "SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_NAME = 'Day'"
    guard source.hasTable("zday", "z_pk", "zdate", "zdidstudy"),
      try database.integer(entity) ?? 0 > 0
    else { throw .noDays }

    var builder = ImportBuilder(options)
    let rows = try rows(of: database, &builder)
    let sourceID = try sourceID(database)
    let instants = try InstantDays(of: sourceID, options)
    var midnights = try Midnights(of: rows.map(\.instant), options)
    for row in rows {
      let state = row.isStudied ? DayState.studied : .nothing
      let forced = options.force ? midnights.dayHolding(row.instant) : nil
      if let day = midnights.day(of: row.instant) ?? forced {
        instants.note(day, at: row.instant)
        builder.add(state, of: day, at: .row(row.number))
      } else if row.isStudied {
        builder.skip(.row(row.number), .noMidnight(row.instant))
      }
    }
    return try instants.addingZones(
      to: builder.found("SwiftCal", sourceID: sourceID, remarks: midnights.remarks))
  }

  private struct Row {
    let number: Int64
    let instant: Instant
    let isStudied: Bool
  }

  /// The rows with a date; the others are skipped.
  private static func rows(
    of database: DatabaseCopy, _ builder: inout ImportBuilder
  ) throws(ImportError) -> [Row] {
    var rows: [Row] = []
    try database.rows("SELECT Z_PK, ZDATE, ZDIDSTUDY FROM ZDAY ORDER BY Z_PK") { row in
      let number = row.integer(0) ?? 0
      if let instant = row.real(1).flatMap(instant) {
        let isStudied = row.integer(2) ?? 0 != 0
        rows.append(Row(number: number, instant: instant, isStudied: isStudied))
      } else {
        builder.skip(.row(number), row.text(1).map { .notADate($0) } ?? .noDate)
      }
    }
    return rows
  }

  /// The instant of a Core Data date, in seconds since 2001; `nil` for a date that SwiftCal does not
  /// write, such as the distant past.
  private static func instant(sinceReference seconds: Double) -> Instant? {
    Instant(recorded: (seconds + 978_307_200).rounded())
  }

  private static func sourceID(_ database: DatabaseCopy) throws(ImportError) -> String {
    let hasID = database.columns(of: "Z_METADATA")?.contains("z_uuid") == true
    let id = hasID ? try database.text("SELECT Z_UUID FROM Z_METADATA") ?? "" : ""
    return "coredata:" + id
  }
}

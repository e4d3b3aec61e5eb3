internal import HaruCore
internal import HaruStore

/// The collection of Anki, a database: a day with reviews is a studied day (docs/formats.md#anki).
enum Anki: ImportFormat {
  static let name = "anki"
  private static let newestKnown: Int64 = 18

  static func recognizes(_ source: Source) -> Bool {
    source.hasTable("revlog", "id", "ease", "time", "type")
      && source.hasTable("col", "crt", "ver", "conf")
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let database = source.database else { throw .otherFormat }
    // Names of decks are in an order that only Anki knows, so that only tables without names can be checked.
    for table in ["col", "revlog", "config"] where database.columns(of: table) != nil {
      try database.checkIntegrity(of: table)
    }
    let version = try database.integer("SELECT ver FROM col") ?? 0
    guard version <= newestKnown || options.force else { throw .newer(Int(version)) }
    var builder = ImportBuilder(options)
    let instants = try InstantDays(of: name, options) { (zone) throws(ImportError) in
      try dayStart(in: database, zone)
    }
    let days = try days(in: database, instants, &builder)
    for day in days {
      builder.add(
        day.reaches(options) ? .studied : .nothing, of: day.day, at: .row(day.firstReview))
    }
    var found = builder.found("Anki", sourceID: name)
    found.reviews = Dictionary(days.map { ($0.day, $0.reviews) }, uniquingKeysWith: +)
    return try instants.addingZones(to: found)
  }

  /// The file of the collection in a package, which has a list of its media; `nil` if it is none.
  ///
  /// The older files in it are for older versions of Anki, and only say that it is too new for them.
  static func collection(inPackage names: [String]) -> String? {
    guard names.contains("media") else { return nil }
    return ["collection.anki21b", "collection.anki21", "collection.anki2"].first(
      where: names.contains)
  }

  // MARK: Reviews

  /// The reviews of a day.
  private struct ReviewedDay {
    let day: Day
    let firstReview: Int64
    var reviews = 0
    var milliseconds: Int64 = 0

    /// Adds a review that took a number of milliseconds, at most a day.
    mutating func add(_ milliseconds: Int64) {
      reviews += 1
      self.milliseconds += max(0, min(milliseconds, 86_400_000))
    }

    /// Whether they are as many as the user wants.
    func reaches(_ options: ImportOptions) -> Bool {
      reviews >= options.leastReviews ?? 1
        && milliseconds >= Int64(options.leastMinutes ?? 0) * 60_000
    }
  }

  /// The days with reviews, in their order.
  ///
  /// Rows without an answer, and those of the types 4 and 5, say that a card was moved to another day.
  private static func days(
    in database: DatabaseCopy, _ instants: InstantDays, _ builder: inout ImportBuilder
  ) throws(ImportError) -> [ReviewedDay] {
    var days: [Day: ReviewedDay] = [:]
    let query = "SELECT id, time FROM revlog WHERE ease > 0 AND type NOT IN (4, 5) ORDER BY id"
    try database.rows(query) { row in
      // The number of a review is its time in milliseconds.
      let id = row.integer(0) ?? 0
      guard let instant = Instant(recorded: Double(id) / 1000) else {
        return builder.skip(.row(id), .notADate(String(id)))
      }
      let day = instants.day(at: instant)
      days[day, default: ReviewedDay(day: day, firstReview: id)].add(row.integer(1) ?? 0)
    }
    return days.values.sorted { $0.firstReview < $1.firstReview }
  }

  // MARK: The end of a day

  /// The time at which Anki's day begins: a setting, or in the first scheduler that of the collection's birth.
  private static func dayStart(
    in database: DatabaseCopy, _ zone: Zone
  ) throws(ImportError) -> TimeOfDay {
    let isFirstScheduler = try setting("schedVer", in: database) ?? 1 == 1
    if isFirstScheduler, let born = try database.integer("SELECT crt FROM col") {
      return DayBoundary(startsAt: .midnight, zone: zone).timeOfDay(at: Instant(born)).wholeHour
    }
    let usual = 4
    let hour = try setting("rollover", in: database).flatMap { Int(exactly: $0) }
    let named = hour.flatMap { TimeOfDay(hour: $0, minute: 0) }
    return named ?? TimeOfDay(hour: usual, minute: 0) ?? .midnight
  }

  /// A number among the settings, which are in a table, or up to schema 14 in a text.
  private static func setting(
    _ key: String, in database: DatabaseCopy
  ) throws(ImportError) -> Int64? {
    let hasTable = database.columns(of: "config")?.isSuperset(of: ["key", "val"]) == true
    let value = hasTable ? try database.text("SELECT val FROM config WHERE key = '\(key)'") : nil
    if let value { return JSON(text: Array(value.utf8)[...])?.integer }
    let text = try database.text("SELECT conf FROM col") ?? ""
    return JSON(text: Array(text.utf8)[...])?[key]?.integer
  }
}

extension TimeOfDay {
  fileprivate var wholeHour: TimeOfDay { TimeOfDay(hour: minutes / 60, minute: 0) ?? .midnight }
}

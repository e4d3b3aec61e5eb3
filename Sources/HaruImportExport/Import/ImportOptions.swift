public import HaruCore

/// What the user chose for an import.
public struct ImportOptions: Sendable {
  /// The zone whose midnights the instants are read as.
  public let zone: Zone
  /// Whether the user named that zone; else it is the local one.
  public let isZoneNamed: Bool
  /// The name of the habit to read, if the user named one.
  public let habit: String?
  /// The name of the column that says whether a day was studied, if the user named one.
  public let column: String?
  /// Which rows of a habit of Habitica are study, if the user said it.
  public let rows: Rows?
  /// How many minutes of reviews in Anki a day has to have, if the user said it.
  public let leastMinutes: Int?
  /// How many reviews in Anki a day has to have, if the user said it.
  public let leastReviews: Int?
  /// Whether to guess where the file does not decide.
  public let force: Bool
  /// Whether it is read as a source (docs/sources.md): only what happened counts, because nobody looks at what is read,
  /// and a database lies where its program has it, with its log, and may have no day yet.
  public let isOfSource: Bool
  /// Today.
  public let today: Day
  /// When the file was changed last, at the latest now: what lies behind it is a plan (docs/sources.md#a-kept-file).
  public let writtenAt: Instant?
  /// When days of Haru begin.
  public let dayStartsAt: TimeOfDay
  /// The zones in which the instants of sources were read before.
  public let sourceZones: [String: [SourceZone]]
  /// The zone of a name; `nil` if this system has none.
  public let zoneNamed: @Sendable (String) -> Zone?

  /// Makes options.
  public init(
    zone: Zone, isZoneNamed: Bool = false, habit: String? = nil, column: String? = nil,
    rows: Rows? = nil, leastMinutes: Int? = nil, leastReviews: Int? = nil, force: Bool = false,
    isOfSource: Bool = false, today: Day, writtenAt: Instant? = nil,
    dayStartsAt: TimeOfDay = .midnight,
    sourceZones: [String: [SourceZone]] = [:],
    zoneNamed: @escaping @Sendable (String) -> Zone? = { _ in nil }
  ) {
    (self.zone, self.isZoneNamed, self.habit) = (zone, isZoneNamed, habit)
    (self.column, self.rows, self.force, self.today) = (column, rows, force, today)
    (self.isOfSource, self.writtenAt, self.dayStartsAt) = (isOfSource, writtenAt, dayStartsAt)
    (self.leastMinutes, self.leastReviews) = (leastMinutes, leastReviews)
    (self.sourceZones, self.zoneNamed) = (sourceZones, zoneNamed)
  }

  /// The last date that had begun when the file was changed.
  var lastDate: Day {
    writtenAt.map { DayBoundary(startsAt: .midnight, zone: zone).day(at: $0) } ?? today
  }

  /// Whether a day has to have a number of reviews.
  var asksForReviews: Bool { leastMinutes != nil || leastReviews != nil }

  /// Which rows of a habit of Habitica are study.
  public enum Rows: String, CaseIterable, Sendable {
    /// All of them: the habit has a plus alone.
    case all
    /// Those after which it stands higher: it has a plus and a minus.
    case rising
  }

  /// Chooses the column that says whether a day was studied.
  ///
  /// - Throws: `ImportError` with the columns, if it cannot choose one.
  func choose(
    fromColumns columns: [(name: String, column: Int)]
  ) throws(ImportError) -> Int {
    guard let wanted = column else {
      guard let only = columns.first, columns.count == 1 else {
        throw .severalColumns(columns.map(\.name))
      }
      return only.column
    }
    guard let found = columns.first(where: { $0.name.lowercased() == wanted.lowercased() }) else {
      throw .noSuchColumn(wanted, of: columns.map(\.name))
    }
    return found.column
  }

  /// Chooses the habit to read; of several with one name, `NAME#2` is the second.
  ///
  /// - Throws: `ImportError` with the names in the file, if it cannot choose one.
  func choose<Habit>(
    from habits: [Habit], name: (Habit) -> String
  ) throws(ImportError) -> Habit {
    let names = numbered(habits.map(name))
    guard let wanted = habit else {
      guard let only = habits.first, habits.count == 1 else { throw .severalHabits(names) }
      return only
    }
    if let index = names.firstIndex(of: wanted) { return habits[index] }
    let same = habits.indices.filter { name(habits[$0]) == wanted }.map { names[$0] }
    throw same.isEmpty ? .noSuchHabit(wanted, of: names) : .sameName(wanted, of: same)
  }
}

/// The names; those that stand several times get a number.
private func numbered(_ names: [String]) -> [String] {
  let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  var numbers: [String: Int] = [:]
  return names.map { name in
    guard counts[name] != 1 else { return name }
    numbers[name, default: 0] += 1
    return name + "#" + String(numbers[name] ?? 1)
  }
}

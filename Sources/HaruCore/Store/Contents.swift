/// Everything a store knows, as plain values.
public struct Contents: Hashable, Sendable {
  /// A marked day, and when, where and how it was marked.
  public struct Mark: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// When, where and how.
    public let provenance: Provenance

    /// Makes a mark.
    public init(day: Day, provenance: Provenance) {
      (self.day, self.provenance) = (day, provenance)
    }
  }

  /// A day that an import has brought.
  public struct ImportedDay: Hashable, Sendable {
    /// The source.
    public let source: String
    /// The day.
    public let day: Day
    /// The batch of the import that first said so; `nil` if that import changed nothing, so that
    /// there is none to take back.
    public let batch: Int64?

    /// Makes an imported day.
    public init(source: String, day: Day, batch: Int64?) {
      (self.source, self.day, self.batch) = (source, day, batch)
    }
  }

  /// A repository that is watched; what is known of it can be had again.
  public struct Watched: Hashable, Sendable {
    /// The repository.
    public let name: RepositoryName
    /// Whether its changes are not announced.
    public let isQuiet: Bool

    /// Makes a watched repository.
    public init(_ name: RepositoryName, isQuiet: Bool) {
      (self.name, self.isQuiet) = (name, isQuiet)
    }
  }

  /// The marks, oldest first.
  public var marks: [Mark] = []
  /// The days declared free one by one, with their reasons.
  public var rest: [Day: String] = [:]
  /// The weekdays that are or were free.
  public var restRules: [RestRule] = []
  /// The notes.
  public var notes: [Day: String] = [:]
  /// What was imported.
  public var importedDays: [ImportedDay] = []
  /// The watched repositories, in the user's order.
  public var watches: [Watched] = []
  /// The journal, oldest first.
  public var journal: [JournalEntry] = []

  /// Makes the contents of an empty store.
  public init() {}

  /// Everything that a streak is worked out from.
  public var record: Record {
    Record(
      days: marks.map(\.day).sorted(by: >),
      rest: RestDays(single: Set(rest.keys), rules: restRules))
  }

  /// The rest days with their reasons: those declared one by one, and, as days of their own, those
  /// up to a day that were free because of their weekday.
  public func restDays(upTo today: Day) -> [Day: String] {
    var days = rest
    for rule in restRules {
      for day in rule.days(upTo: today) where days[day] == nil { days[day] = "" }
    }
    return days
  }
}

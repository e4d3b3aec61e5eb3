/// Everything in a store, as plain values.
public struct Contents: Hashable, Sendable {
  /// A marked day with its provenance.
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
    /// The batch of the first import that contained it; `nil` if that import changed nothing, so that
    /// there is no batch to undo.
    public let batch: Int64?

    /// Makes an imported day.
    public init(source: String, day: Day, batch: Int64?) {
      (self.source, self.day, self.batch) = (source, day, batch)
    }
  }

  /// The marks, oldest first.
  public var marks: [Mark] = []
  /// The single rest days with their reasons.
  public var rest: [Day: String] = [:]
  /// The rules of rest weekdays, past ones included.
  public var restRules: [RestRule] = []
  /// How many days of a week are free, from each of these days on.
  public var freeFrom: [Day: FreeDays] = [:]
  /// The notes.
  public var notes: [Day: String] = [:]
  /// The imported days.
  public var importedDays: [ImportedDay] = []
  /// The lines of the list of watches that versions up to 0.4 have exported; none in what this one exports.
  public var watches: [String] = []
  /// The journal, oldest first.
  public var journal: [JournalEntry] = []
  /// The lines of the log, from which all else follows; none in what versions up to 0.4 have exported.
  public var log: [String] = []

  /// Makes the contents of an empty store.
  public init() {}

  /// Everything that a streak is worked out from.
  public var record: Record {
    Record(
      days: marks.map(\.day).sorted(by: >),
      rest: RestDays(single: Set(rest.keys), rules: restRules, freeFrom: freeFrom))
  }

  /// The rest days with their reasons: the single ones, and those of weekdays up to a day.
  public func restDays(upTo today: Day) -> [Day: String] {
    record.rest.declared(upTo: today).reduce(into: rest) { $0[$1] = $0[$1] ?? "" }
  }

  /// The days before a day that were in reserve, and are rest days by nothing else.
  public func reserveDays(before today: Day) -> Set<Day> {
    record.spendingFreeDays(before: today).rest.free
  }
}

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

  /// A day that a source has brought.
  public struct Brought: Hashable, Sendable {
    /// The source.
    public let source: String
    /// The day.
    public let day: Day
    /// The batch that brought it; `nil` if it was there already.
    public let batch: Int64?

    /// Makes the record of a day that was brought.
    public init(source: String, day: Day, batch: Int64?) {
      (self.source, self.day, self.batch) = (source, day, batch)
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
  public var brought: [Brought] = []
  /// The journal, oldest first.
  public var journal: [JournalEntry] = []

  /// Makes the contents of an empty store.
  public init() {}
}

/// A change of one day (docs/sync.md#the-journal).
public struct DayChange: Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: String, CaseIterable, Sendable {
    /// The mark of the day.
    case study
    /// Its being a rest day.
    case rest
    /// The note of the day.
    case note
  }

  /// Its kind.
  public let kind: Kind
  /// The day.
  public let day: Day
  /// The former value: `studied` for a mark, the reason of a rest day, the text of a note; `nil` for
  /// none.
  public let before: String?
  /// The new value.
  public let after: String?

  /// Makes a change.
  public init(_ kind: Kind, _ day: Day, from before: String?, to after: String?) {
    (self.kind, self.day, self.before, self.after) = (kind, day, before, after)
  }

  /// The value of a mark.
  public static let studied = "studied"

  /// A day becomes studied, or not studied.
  public static func study(_ day: Day, _ isStudied: Bool) -> DayChange {
    DayChange(.study, day, from: isStudied ? nil : studied, to: isStudied ? studied : nil)
  }
}

/// An entry of the journal: a change, and when, where and how it was made.
public struct JournalEntry: Hashable, Sendable {
  /// The number that all changes of one command, click or import share.
  public let batch: Int64
  /// The batch that this one undoes.
  public let undoes: Int64?
  /// The change.
  public let change: DayChange
  /// When, where and how.
  public let provenance: Provenance

  /// Makes an entry.
  public init(batch: Int64, undoes: Int64?, change: DayChange, provenance: Provenance) {
    (self.batch, self.undoes, self.change, self.provenance) = (batch, undoes, change, provenance)
  }
}

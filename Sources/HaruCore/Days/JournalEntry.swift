/// A change of one day (docs/design.md#the-journal).
public struct Change: Hashable, Sendable {
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

  /// The change that undoes this one.
  public var reversed: Change { Change(kind, day, from: after, to: before) }

  /// The value of a mark.
  public static let studied = "studied"

  /// A day becomes studied, or not studied.
  public static func study(_ day: Day, _ isStudied: Bool) -> Change {
    Change(.study, day, from: isStudied ? nil : studied, to: isStudied ? studied : nil)
  }
}

/// An entry of the journal: a change, and when, where and how it was made.
public struct JournalEntry: Hashable, Sendable {
  /// The number that all changes of one command, click or import share.
  public let batch: Int64
  /// The batch that this one undoes.
  public let undoes: Int64?
  /// The change.
  public let change: Change
  /// When, where and how.
  public let provenance: Provenance

  /// Makes an entry.
  public init(batch: Int64, undoes: Int64?, change: Change, provenance: Provenance) {
    (self.batch, self.undoes, self.change, self.provenance) = (batch, undoes, change, provenance)
  }
}

/// The changes that are undone together.
public struct Batch: Hashable, Sendable {
  /// Its number.
  public let number: Int64
  /// The batch that it undoes, if it is an undo.
  public let undoes: Int64?
  /// Whether it is undone.
  public let isUndone: Bool
  /// When, where and how it was made.
  public let provenance: Provenance
  /// The changes in their order.
  public let changes: [Change]

  /// Groups journal entries into batches.
  ///
  /// - Parameters:
  ///   - lines: The entries of whole batches, in the order of the journal.
  ///   - undone: The numbers of the batches that are undone.
  /// - Returns: The batches, newest first.
  public static func of(_ lines: [JournalEntry], undone: Set<Int64>) -> [Batch] {
    var batches: [Batch] = []
    var rest = lines[...]
    while let first = rest.first {
      let own = rest.prefix { $0.batch == first.batch }
      rest = rest.dropFirst(own.count)
      batches.append(
        Batch(
          number: first.batch, undoes: first.undoes, isUndone: undone.contains(first.batch),
          provenance: first.provenance, changes: own.map(\.change)))
    }
    return batches.reversed()
  }
}

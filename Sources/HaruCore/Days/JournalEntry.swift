/// One change of what is said of a day.
public struct Change: Hashable, Sendable {
  /// What a change can be about.
  public enum Kind: String, CaseIterable, Sendable {
    /// Whether the day is studied.
    case study
    /// Whether it is a rest day.
    case rest
    /// What is noted of it.
    case note
  }

  /// What it is about.
  public let kind: Kind
  /// The day.
  public let day: Day
  /// What was said before: of a mark `studied`, of a rest day its reason, of a note its text;
  /// `nil` if nothing was.
  public let before: String?
  /// What is said since.
  public let after: String?

  /// Makes a change.
  public init(_ kind: Kind, _ day: Day, from before: String?, to after: String?) {
    (self.kind, self.day, self.before, self.after) = (kind, day, before, after)
  }

  /// The change that takes this one back.
  public var reversed: Change { Change(kind, day, from: after, to: before) }

  /// What is said of a mark.
  static let studied = "studied"

  /// A day that was not what it is set to becomes studied, or unstudied.
  public static func study(_ day: Day, _ isStudied: Bool) -> Change {
    Change(.study, day, from: isStudied ? nil : studied, to: isStudied ? studied : nil)
  }
}

/// One line of the journal: a change, and when, where and how it was made.
public struct JournalEntry: Hashable, Sendable {
  /// The changes of one command, click, import or range share a number.
  public let batch: Int64
  /// The batch that this one took back.
  public let undoes: Int64?
  /// What changed.
  public let change: Change
  /// When, where and how.
  public let provenance: Provenance

  /// Makes a line.
  public init(batch: Int64, undoes: Int64?, change: Change, provenance: Provenance) {
    (self.batch, self.undoes, self.change, self.provenance) = (batch, undoes, change, provenance)
  }
}

/// The changes that are taken back together.
public struct Batch: Hashable, Sendable {
  /// Its number.
  public let number: Int64
  /// The batch it took back, if it is an undo.
  public let undoes: Int64?
  /// Whether it has been taken back itself.
  public let isUndone: Bool
  /// When, where and how it was made.
  public let provenance: Provenance
  /// What changed, in the order in which it did.
  public let changes: [Change]

  /// Puts the lines of a journal together, the newest batch first.
  ///
  /// - Parameters:
  ///   - lines: The lines of whole batches, in the order of the journal.
  ///   - undone: The numbers of the batches that have been taken back.
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

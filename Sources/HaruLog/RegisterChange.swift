public import HaruCore

/// A change of what counts in a register.
public struct RegisterChange: Hashable, Sendable {
  /// What has changed.
  public let register: Register
  /// The former value; `nil` for none.
  public let before: String?
  /// The new value.
  public let after: String?

  /// Makes a change.
  public init(_ register: Register, from before: String?, to after: String?) {
    (self.register, self.before, self.after) = (register, before, after)
  }

  /// The change that undoes this one.
  public var reversed: RegisterChange { RegisterChange(register, from: after, to: before) }

  /// The change of a day; `nil` for other facts.
  public var ofDay: DayChange? { register.change(from: before, to: after) }
}

/// The changes that are undone together.
public struct Batch: Hashable, Sendable {
  /// How many changes an undo takes back up to this one; `nil` if no undo takes it back.
  public let number: Int?
  /// Whether it takes another one back.
  public let isUndo: Bool
  /// Whether it is undone.
  public let isUndone: Bool
  /// When, where and how it was made.
  public let provenance: Provenance
  /// The changes in their order.
  public let changes: [RegisterChange]
  /// What a source said of them; `nil` if none has made them.
  public let reason: SourceReason?

  /// Makes a batch.
  public init(
    number: Int?, isUndo: Bool, isUndone: Bool, provenance: Provenance, changes: [RegisterChange],
    reason: SourceReason? = nil
  ) {
    (self.number, self.isUndo, self.isUndone) = (number, isUndo, isUndone)
    (self.provenance, self.changes, self.reason) = (provenance, changes, reason)
  }
}

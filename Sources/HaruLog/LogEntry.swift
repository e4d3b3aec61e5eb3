public import HaruCore

/// A change, as the log keeps it for ever (docs/sync.md#an-entry).
public struct LogEntry: Hashable, Sendable {
  /// The hash of all that follows.
  public let name: EntryName
  /// What it is about.
  public let register: Register
  /// The new value; `nil` clears it.
  public let value: String?
  /// When, where and how.
  public let provenance: Provenance
  /// The machine on which it was made, for people; `nil` for one of a store that was never shared.
  public let machine: String?
  /// The first entry of its batch; `nil` for the first one itself.
  public let first: EntryName?
  /// The first entry of the batch that it undoes.
  public let undoes: EntryName?
  /// The first entry of the batch that its machine made before; `nil` where the instants tell the order.
  public let after: EntryName?
  /// The entries of the same register that it replaces, in their order.
  public let replaces: [EntryName]

  /// Makes an entry.
  public init(
    _ register: Register, _ value: String?, by provenance: Provenance, on machine: String? = nil,
    inBatchOf first: EntryName? = nil, undoing undoes: EntryName? = nil,
    after: EntryName? = nil, replacing replaces: some Sequence<EntryName> = []
  ) {
    (self.register, self.value, self.provenance) = (register, value, provenance)
    (self.machine, self.first, self.undoes, self.after) = (machine, first, undoes, after)
    self.replaces = replaces.sorted()
    name = EntryName(
      of: LogEntry.text(
        register, value, provenance, machine, first, undoes, after, self.replaces))
  }

  /// The first entry of its batch.
  public var batch: EntryName { first ?? name }

  /// Two entries of one name say the same.
  public static func == (a: LogEntry, b: LogEntry) -> Bool { a.name == b.name }
  /// Hashes the name, which is a hash of all that it says.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

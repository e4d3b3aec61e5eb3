public import HaruCore

/// The journal that the entries make together: the same on every machine that has them
/// (docs/sync.md#the-journal).
public struct SharedJournal: Sendable {
  /// The entries of the journal, in the order of their batches.
  public private(set) var lines: [JournalEntry] = []
  /// The entry of the log that made each of them.
  public private(set) var sources: [LogEntry] = []
  private var numbers: [EntryName: Int64] = [:]
  private var last: Int64 = 0
  private var known: [Register: RegisterValue] = [:]

  /// Makes the journal of some entries, in any order.
  public init(of entries: some Sequence<LogEntry>) {
    self.init(of: LogOrder(entries))
  }

  /// Makes the journal of entries in their order.
  public init(of order: LogOrder) {
    for entry in order.entries { add(entry) }
  }

  /// The number of the batch of an entry in this journal; `nil` if it left nothing there.
  public func number(of batch: EntryName) -> Int64? { numbers[batch] }

  private mutating func add(_ entry: LogEntry) {
    guard entry.register.kind.change != nil else { return }
    let before = known[entry.register]?.winner?.value
    known[entry.register, default: RegisterValue()].add(entry)
    guard let winner = known[entry.register]?.winner else { return }
    // Two machines may say the same.
    if before != entry.value { write(entry, from: before, to: entry.value, by: entry) }
    // An entry that another machine has outweighed stays in the journal.
    if winner.value != entry.value {
      write(entry, from: entry.value, to: winner.value, by: winner)
    }
  }

  private mutating func write(
    _ entry: LogEntry, from before: String?, to after: String?, by source: LogEntry
  ) {
    guard let change = entry.register.change(from: before, to: after) else { return }
    let number = numbers[entry.batch] ?? last + 1
    (last, numbers[entry.batch]) = (max(last, number), number)
    // Made by hand, a batch may claim to undo itself.
    let undone = entry.undoes.flatMap { numbers[$0] }.flatMap { $0 < number ? $0 : nil }
    sources.append(source)
    lines.append(
      JournalEntry(
        batch: number, undoes: undone, change: change, provenance: source.provenance))
  }
}

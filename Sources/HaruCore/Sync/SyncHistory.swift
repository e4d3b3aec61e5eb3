/// The journal that lines make together: the same on every machine that has them (docs/sync.md#the-journal).
public struct SyncHistory: Sendable {
  /// The entries, in the order of their batches.
  public private(set) var journal: [JournalEntry] = []
  /// The line that made each entry.
  public private(set) var lines: [SyncLine] = []
  private var numbers: [Batch: Int64] = [:]
  private var last: (line: SyncLine, number: Int64)?
  private var values: [SyncRegister: SyncValue] = [:]

  private struct Batch: Hashable {
    let device: String
    let first: Int64
  }

  /// Makes the journal of some lines, in any order.
  public init(of lines: some Sequence<SyncLine>) {
    for line in lines.sorted(by: SyncLine.isBefore) { take(line) }
  }

  /// The number of a batch in this journal; `nil` if it left no entry.
  public func number(of batch: Int64, by device: String) -> Int64? {
    numbers[Batch(device: device, first: batch)]
  }

  private mutating func take(_ line: SyncLine) {
    let before = values[line.register]?.winner?.value
    values[line.register, default: SyncValue()].take(line)
    guard let winner = values[line.register]?.winner else { return }
    // Two machines may say the same.
    if before != line.value { write(line, from: before, to: line.value, by: line.provenance) }
    // What was said apart and does not stand stays in the journal.
    if winner.value != line.value {
      write(line, from: line.value, to: winner.value, by: winner.provenance)
    }
  }

  private mutating func write(
    _ line: SyncLine, from before: String?, to after: String?, by provenance: Provenance
  ) {
    guard let change = line.register.change(from: before, to: after) else { return }
    let number = number(of: line)
    lines.append(line)
    let undone = line.undoes.flatMap { self.number(of: $0, by: line.device) }
    journal.append(
      JournalEntry(
        batch: number, undoes: undone.flatMap { $0 < number ? $0 : nil }, change: change,
        provenance: provenance))
  }

  /// The number of the batch of a line.
  ///
  /// Two copies of one machine may have used the same numbers, but lines of one batch follow each other
  /// and have one clock.
  private mutating func number(of line: SyncLine) -> Int64 {
    if let last, last.line.isOfSameBatch(as: line) { return last.number }
    let number = (last?.number ?? 0) + 1
    last = (line, number)
    numbers[Batch(device: line.device, first: line.batch)] = number
    return number
  }
}

extension SyncLine {
  fileprivate func isOfSameBatch(as other: SyncLine) -> Bool {
    device == other.device && clock == other.clock && batch == other.batch
  }
}

public import HaruCore

/// The log of what was exported without one, as version 0.4 exported it: of the journal, and what stands beside it.
///
/// What was exported in two places makes the same entries.
public struct JournalLog {
  /// The entries, in the order in which they were made.
  public private(set) var entries: [LogEntry] = []
  /// Of each batch of the journal the first entry.
  private var firsts: [Int64: LogEntry] = [:]
  private var standing: [Register: [LogEntry]] = [:]
  private var lastBatch: EntryName?
  private var latest: Instant?

  /// Makes the log of consistent contents.
  public init(of contents: Contents) {
    add(contents.journal)
    add(contents.restRules)
    add(contents.freeFrom)
    add(contents.importedDays)
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - register: What it is about.
  ///   - value: The new value.
  ///   - provenance: When, where and how.
  ///   - batch: Its batch in the journal; `nil` for one of its own.
  ///   - undoes: The batch that it undoes.
  ///   - replaced: What it replaces; `nil` for all that stands.
  private mutating func add(
    _ register: Register, _ value: String?, by provenance: Provenance, in batch: Int64? = nil,
    undoing undoes: Int64? = nil, replacing replaced: [LogEntry]? = nil
  ) {
    let replaced = replaced ?? standing[register, default: []]
    let first = batch.flatMap { firsts[$0] }
    let isInOrder = latest.map { provenance.at > $0 } ?? true
    let entry = LogEntry(
      register, value, by: provenance, inBatchOf: first?.name,
      undoing: undoes.flatMap { firsts[$0]?.name },
      after: first == nil && !isInOrder ? lastBatch : nil, replacing: replaced.map(\.name))
    (lastBatch, latest) = (entry.batch, max(provenance.at, latest ?? provenance.at))
    if let batch, first == nil { firsts[batch] = entry }
    standing[register, default: []].removeAll { replaced.contains($0) }
    standing[register, default: []].append(entry)
    entries.append(entry)
  }

  private mutating func add(_ journal: [JournalEntry]) {
    for line in journal {
      if line.change.before != line.change.after {
        add(
          Register(line.change.kind, line.change.day), line.change.after, by: line.provenance,
          in: line.batch, undoing: line.undoes)
      } else if let undone = line.undoes.flatMap({ firsts[$0] }) {
        // The batch was undone, and nothing was left to change.
        add(
          Register(undoing: undone.name), nil, by: line.provenance, in: line.batch,
          undoing: line.undoes)
      }
    }
  }

  private mutating func add(_ rules: [RestRule]) {
    for (day, weekdays) in rules.weekdaysFrom.sorted(by: { $0.key < $1.key }) {
      add(Register(.weekdays, from: day), weekdays.numbers, by: Provenance(onMidnightOf: day))
    }
  }

  private mutating func add(_ freeFrom: [Day: FreeDays]) {
    for (day, free) in freeFrom.sorted(by: { $0.key < $1.key }) {
      add(Register(.free, from: day), free.description, by: Provenance(onMidnightOf: day))
    }
  }

  /// Adds imported days, but for those of an import that was undone.
  private mutating func add(_ days: [Contents.ImportedDay]) {
    struct Part: Hashable, Comparable {
      let source: String
      let batch: Int64
      static func < (a: Part, b: Part) -> Bool { (a.source, a.batch) < (b.source, b.batch) }
    }
    let parts = Dictionary(grouping: days) { Part(source: $0.source, batch: $0.batch ?? 0) }
    let undone = undoneBatches
    for (part, days) in parts.sorted(by: { $0.key < $1.key }) {
      let first = firsts[part.batch]
      let isUndone = first.map { undone.contains($0.name) } ?? false
      guard !isUndone, let register = Register(.import, part.source) else { continue }
      let provenance =
        first?.provenance ?? days.map(\.day).max().map(Provenance.init(onMidnightOf:))
      guard let provenance else { continue }
      for text in ImportedDays.texts(Set(days.map(\.day))) {
        add(register, text, by: provenance, in: part.batch, replacing: [])
      }
    }
  }

  /// The first entries of the batches that are undone.
  private var undoneBatches: Set<EntryName> {
    let all = Set(entries.compactMap(\.undoes))
    return Set(entries.filter { !all.contains($0.batch) }.compactMap(\.undoes))
  }
}

extension Provenance {
  /// That of what was kept without one.
  public init(onMidnightOf day: Day) {
    let (midnight, bounds) = (DayBoundary.utc.start(of: day), StoredBounds.instants)
    self.init(
      at: min(max(midnight, bounds.lowerBound), bounds.upperBound), utcOffset: 0,
      zone: "UTC", source: .command)
  }
}

public import HaruCore

/// Makes entries of what versions up to 0.3 have kept: of a journal, and of the lines that machines
/// exchanged (docs/sync.md#version-03).
///
/// What was kept the same in two places becomes the same entries.
public struct FormerLog {
  /// A batch, as it was numbered.
  public enum Batch: Hashable {
    /// By the journal of a store.
    case journal(Int64)
    /// By the first line of a machine.
    case line(device: String, first: Int64)
  }

  /// The entries, in the order in which they were made.
  public private(set) var entries: [LogEntry] = []
  /// The first entries of the batches that changed days, which could be undone; what else was kept could not.
  public private(set) var commands: Set<EntryName> = []
  private var firsts: [Batch: EntryName] = [:]
  private var provenances: [Batch: Provenance] = [:]
  private var standing: [Register: [LogEntry]] = [:]
  private var entriesOfLines: [FormerLine: LogEntry] = [:]
  /// Of each machine the last batch, and the latest instant.
  private var last: [String?: (batch: EntryName, latest: Instant)] = [:]

  /// Makes a log without entries.
  public init() {}

  /// The entries that stand in a register.
  public func value(of register: Register) -> RegisterValue {
    RegisterValue(of: standing[register, default: []])
  }

  /// The registers that have entries.
  public var registers: Set<Register> { Set(standing.keys) }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - register: What it is about.
  ///   - value: The new value.
  ///   - provenance: When, where and how.
  ///   - machine: The machine on which it was made.
  ///   - batch: Its batch; `nil` for one of its own.
  ///   - undoes: The batch that it undoes.
  ///   - replaced: What it replaces; `nil` for all that stands.
  /// - Returns: The entry.
  @discardableResult
  public mutating func add(
    _ register: Register, _ value: String?, by provenance: Provenance, on machine: String?,
    in batch: Batch? = nil, undoing undoes: Batch? = nil, replacing replaced: [LogEntry]? = nil
  ) -> LogEntry {
    let replaced = replaced ?? standing[register, default: []]
    let first = batch.flatMap { firsts[$0] }
    let before = last[machine].flatMap { provenance.at > $0.latest ? nil : $0.batch }
    let entry = LogEntry(
      register, value, by: provenance, on: machine, inBatchOf: first,
      undoing: undoes.flatMap { firsts[$0] }, after: first == nil ? before : nil,
      replacing: replaced.map(\.name))
    last[machine] = (entry.batch, max(provenance.at, last[machine]?.latest ?? provenance.at))
    if let batch, firsts[batch] == nil {
      (firsts[batch], provenances[batch]) = (entry.name, provenance)
    }
    standing[register, default: []].removeAll { replaced.contains($0) }
    standing[register, default: []].append(entry)
    entries.append(entry)
    return entry
  }

  /// Adds lines, in any order; all that their writers knew is among them (`FormerLines`).
  ///
  /// What a line replaces is what stood for its writer, so a line is the same entry wherever it is read. Those
  /// about a machine that was given up say nothing any more.
  public mutating func add(_ lines: some Sequence<FormerLine>) {
    var said: [FormerRegister: [FormerLine]] = [:]
    for line in lines.sorted(by: FormerLine.isBefore) where entriesOfLines[line] == nil {
      guard let register = line.register.present else { continue }
      let known = said[line.register, default: []].filter(line.knows)
      said[line.register, default: []].append(line)
      // Imported days add up, until all that is known of them is taken back.
      let replaced =
        register.kind != .import ? FormerLog.newest(known) : line.value == nil ? known : []
      let entry = add(
        register, line.value, by: line.provenance, on: line.device,
        in: .line(device: line.device, first: line.batch),
        undoing: line.undoes.map { .line(device: line.device, first: $0) },
        replacing: replaced.compactMap { entriesOfLines[$0] })
      entriesOfLines[line] = entry
      if register.kind.change != nil { commands.insert(entry.batch) }
    }
  }

  /// Of lines in their order those that no other of them replaces.
  private static func newest(_ lines: [FormerLine]) -> [FormerLine] {
    lines.reduce(into: []) { newest, line in newest = newest.filter { !line.knows($0) } + [line] }
  }

  /// Adds the journal of a store.
  ///
  /// - Parameters:
  ///   - journal: The entries, in their order.
  ///   - machine: The machine on which they were made.
  public mutating func add(_ journal: [JournalEntry], on machine: String? = nil) {
    for line in journal {
      let undoes = line.undoes.map(Batch.journal)
      if line.change.before != line.change.after {
        add(
          Register(line.change.kind, line.change.day), line.change.after, by: line.provenance,
          on: machine, in: .journal(line.batch), undoing: undoes)
      } else if let undone = undoes.flatMap({ firsts[$0] }) {
        // The batch was undone, and nothing was left to change.
        add(
          Register(undoing: undone), nil, by: line.provenance, on: machine,
          in: .journal(line.batch), undoing: undoes)
      }
      if let first = firsts[.journal(line.batch)] { commands.insert(first) }
    }
  }

  /// Adds rules of rest weekdays, as far as the log does not say them.
  public mutating func add(_ rules: [RestRule], on machine: String? = nil) {
    for (day, weekdays) in RestWeekdays(rules).sets.sorted(by: { $0.key < $1.key }) {
      let (register, text) = (Register(weekdaysFrom: day), RestWeekdays.text(weekdays))
      guard value(of: register).winner?.value != text else { continue }
      add(register, text, by: Provenance(onMidnightOf: day), on: machine)
    }
  }

  /// Adds free days.
  public mutating func add(_ freeFrom: [Day: FreeDays]) {
    for (day, free) in freeFrom.sorted(by: { $0.key < $1.key }) {
      add(
        Register(freeFrom: day), free.description, by: Provenance(onMidnightOf: day), on: nil)
    }
  }

  /// Adds imported days, as far as the log does not say them.
  public mutating func add(_ days: [Contents.ImportedDay], on machine: String? = nil) {
    struct Part: Hashable, Comparable {
      let source: String
      let batch: Int64
      static func < (a: Part, b: Part) -> Bool { (a.source, a.batch) < (b.source, b.batch) }
    }
    let parts = Dictionary(grouping: days) { Part(source: $0.source, batch: $0.batch ?? 0) }
    let undone = undoneBatches
    for (part, days) in parts.sorted(by: { $0.key < $1.key }) {
      let isUndone = firsts[.journal(part.batch)].map(undone.contains) ?? false
      guard !isUndone, let register = Register(.import, part.source) else { continue }
      let told = ImportedDays.days(of: value(of: register))
      let batch = Batch.journal(part.batch)
      let provenance =
        provenances[batch] ?? days.map(\.day).max().map(Provenance.init(onMidnightOf:))
      guard let provenance else { continue }
      for text in ImportedDays.texts(Set(days.map(\.day)).subtracting(told)) {
        add(register, text, by: provenance, on: machine, in: batch, replacing: [])
      }
    }
  }

  /// The first entries of the batches that are undone.
  private var undoneBatches: Set<EntryName> {
    let all = Set(entries.compactMap(\.undoes))
    return Set(entries.filter { !all.contains($0.batch) }.compactMap(\.undoes))
  }

  /// The entry that a line has become; `nil` if it has become none.
  public func entry(of line: FormerLine) -> LogEntry? { entriesOfLines[line] }
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

internal import HaruCore

/// What stands in a register: the entries that no other entry replaces (docs/sync.md#merging).
///
/// Entries are added one by one, in any order; each costs the same, however many there are.
public struct RegisterValue: Sendable {
  private var names: Set<EntryName> = []
  private var replaced: Set<EntryName> = []
  /// The entries that were not replaced when they came, as a heap: none is weaker than the two below it.
  ///
  /// The first one stands; others may have been replaced since.
  private var heap: [LogEntry] = []

  /// Makes the value of a register without entries.
  public init() {}

  /// Makes the value that some entries of one register leave, in any order.
  public init(of entries: some Sequence<LogEntry>) {
    for entry in entries { add(entry) }
  }

  /// Adds an entry of the same register.
  ///
  /// - Returns: Whether it was new.
  @discardableResult
  public mutating func add(_ entry: LogEntry) -> Bool {
    guard names.insert(entry.name).inserted else { return false }
    replaced.formUnion(entry.replaces)
    if !replaced.contains(entry.name) { push(entry) }
    while let first = heap.first, replaced.contains(first.name) { removeFirst() }
    assert(heap.first.map(isStanding) == true, "one of the entries stands, and counts")
    return true
  }

  /// Whether an entry was added.
  public func contains(_ entry: LogEntry) -> Bool { names.contains(entry.name) }

  /// Whether an entry was added, and none has replaced it.
  public func isStanding(_ entry: LogEntry) -> Bool {
    contains(entry) && !replaced.contains(entry.name)
  }

  /// The entries that were made apart: no one of them replaces another.
  ///
  /// The one that counts is the last.
  public var standing: [LogEntry] {
    heap.filter { !replaced.contains($0.name) }.sorted(by: RegisterValue.isWeaker)
  }

  /// The entry whose value counts; `nil` without entries.
  public var winner: LogEntry? { heap.first }

  /// The entry that says what is there: the one that counts, unless it clears the register.
  public var said: LogEntry? { winner.flatMap { $0.value == nil ? nil : $0 } }

  /// Whether the value of one entry yields to that of another, which was made apart: what was said wins
  /// over what was cleared, then the later instant, then the name.
  static func isWeaker(_ a: LogEntry, _ b: LogEntry) -> Bool {
    if (a.value == nil) != (b.value == nil) { return a.value == nil }
    if a.provenance.at != b.provenance.at { return a.provenance.at < b.provenance.at }
    return a.name < b.name
  }

  // MARK: The heap

  private mutating func push(_ entry: LogEntry) {
    var place = heap.count
    heap.append(entry)
    while place > 0, RegisterValue.isWeaker(heap[(place - 1) / 2], heap[place]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while let stronger = [2 * place + 1, 2 * place + 2].filter(heap.indices.contains)
      .max(by: { RegisterValue.isWeaker(heap[$0], heap[$1]) }),
      RegisterValue.isWeaker(heap[place], heap[stronger])
    {
      heap.swapAt(place, stronger)
      place = stronger
    }
  }
}

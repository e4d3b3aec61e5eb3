internal import HaruCore

/// The order in which every machine that has the same entries reads them (docs/sync.md#the-journal): a batch
/// comes after those that it knew, then by its instant, then by what it says.
///
/// A batch stays together, as a machine has made it in one moment.
public struct LogOrder: Sendable {
  /// The entries in that order.
  public let entries: [LogEntry]

  /// Orders entries.
  public init(_ entries: some Sequence<LogEntry>) {
    let batches = Dictionary(grouping: entries, by: \.batch)
      .mapValues { $0.sorted(by: LogOrder.isBefore) }
    let clocks = LogOrder.clocks(of: batches)
    let ordered = batches.keys.sorted { a, b in
      let (one, other) = (clocks[a, default: Clock()], clocks[b, default: Clock()])
      guard one == other else { return one < other }
      // The names are others after the export and import of a version without a log in its exports.
      return LogOrder.saysLess(batches[a, default: []], batches[b, default: []]) ?? (a < b)
    }
    self.entries = ordered.flatMap { batches[$0, default: []] }
    assert(self.entries.count == batches.values.reduce(0) { $0 + $1.count }, "each has a place")
    assert(
      Set(self.entries.map(\.batch)).count == batches.count, "a batch stays together")
  }

  /// Whether a batch comes before another by what their entries say; `nil` if they say the same.
  private static func saysLess(_ a: [LogEntry], _ b: [LogEntry]) -> Bool? {
    for (one, other) in zip(a, b) {
      let (ones, others) = (words(of: one), words(of: other))
      if ones != others { return ones < others }
    }
    return a.count == b.count ? nil : a.count < b.count
  }

  private static func words(of entry: LogEntry) -> (String, String, String) {
    (entry.register.key, entry.register.kind.rawValue, entry.value ?? "")
  }

  /// Within a batch, by what the entries are about.
  private static func isBefore(_ a: LogEntry, _ b: LogEntry) -> Bool {
    (a.register.key, a.register.kind.rawValue, a.name)
      < (b.register.key, b.register.kind.rawValue, b.name)
  }

  /// The instant of a batch, or the latest of those that it knew; and how many came before it then.
  private struct Clock: Comparable {
    var instant = Instant(0)
    var place = 0

    static func < (a: Clock, b: Clock) -> Bool { (a.instant, a.place) < (b.instant, b.place) }
  }

  /// Of each batch a clock that is greater than those of the batches that it knew.
  ///
  /// No two batches can know each other, unless somebody has made their entries by hand; then the instant
  /// has to do.
  private static func clocks(of batches: [EntryName: [LogEntry]]) -> [EntryName: Clock] {
    var batchOfEntry: [EntryName: EntryName] = [:]
    for (batch, entries) in batches { for entry in entries { batchOfEntry[entry.name] = batch } }
    var clocks: [EntryName: Clock] = [:]
    var missing: [EntryName: Int] = [:]
    var children: [EntryName: [EntryName]] = [:]
    for (batch, entries) in batches {
      clocks[batch] = entries.map(\.provenance.at).max().map { Clock(instant: $0) }
      let known = entries.flatMap { $0.replaces + [$0.undoes, $0.after].compactMap(\.self) }
      let parents = Set(known.compactMap { batchOfEntry[$0] }).subtracting([batch])
      missing[batch] = parents.count
      for parent in parents { children[parent, default: []].append(batch) }
    }
    var ready = batches.keys.filter { missing[$0] == 0 }
    while let batch = ready.popLast() {
      var next = clocks[batch, default: Clock()]
      next.place += 1
      for child in children[batch, default: []] {
        clocks[child] = max(clocks[child, default: Clock()], next)
        missing[child, default: 0] -= 1
        if missing[child] == 0 { ready.append(child) }
      }
    }
    return clocks
  }
}

import HaruCore
import HaruLog
import HaruStore
import Support
import Testing

/// Ten times the history costs at most twelve times as much, counted in the steps of SQLite's machine.
@Suite(.serialized) struct GrowthTests {
  private func steps(_ count: Int, _ body: (Store, Int) throws -> Void) throws -> Int {
    let bench = StoreBench()
    return try CountedSteps.hundreds { try body(try bench.open(), count) }
  }

  private func requireLinear(
    _ count: Int = 150, at location: SourceLocation = #_sourceLocation,
    _ body: (Store, Int) throws -> Void
  ) throws {
    let (few, many) = (try steps(count, body), try steps(10 * count, body))
    #expect(many <= 12 * max(few, 10), "\(few) \(many)", sourceLocation: location)
  }

  private func days(_ count: Int) -> [Day] {
    (0..<count).compactMap { StoreBench.today.advanced(by: -$0) }
  }

  private func bring(_ count: Int, into store: Store) throws {
    let found = Import.Found(origin: "CSV", sourceID: "csv", studied: Set(days(count)))
    _ = try store.addDays(of: found, today: StoreBench.today, by: StoreBench.provenance)
  }

  /// One big change was undone once.
  @Test func undoingAfterABigUndoIsLinear() throws {
    try requireLinear { store, count in
      try store.set("2001-01-01")
      try bring(count, into: store)
      try store.undo(by: StoreBench.provenance)
      try store.redo(by: StoreBench.provenance)
      try store.undo(by: StoreBench.provenance)
      _ = try store.batches(limit: 20)
      _ = try store.undoableBatches()
      _ = try store.nextUndo()
      try store.undo(by: StoreBench.provenance)
      try store.redo(2, by: StoreBench.provenance)
      #expect(try store.markedDays().count == count + 1)
    }
  }

  @Test func undoingManyChangesIsLinear() throws {
    try requireLinear(40) { store, count in
      for day in days(count) { try store.set("\(day)") }
      try store.undo(count, by: StoreBench.provenance)
      try store.redo(count, by: StoreBench.provenance)
      #expect(try store.markedDays().count == count)
    }
  }

  /// Of each kind, on days of their own and on one day, known to each other or not.
  @Test(arguments: Register.Kind.allCases, [false, true])
  func takingIsLinear(kind: Register.Kind, isOneRegister: Bool) throws {
    try requireLinear { store, count in
      try takeEntries(count, kind, isOneRegister: isOneRegister, into: store)
    }
  }

  private func takeEntries(
    _ count: Int, _ kind: Register.Kind, isOneRegister: Bool, into store: Store
  ) throws {
    var (entries, last): ([LogEntry], LogEntry?) = ([], nil)
    for (number, day) in days(count).enumerated() {
      let key = isOneRegister ? StoreBench.today : day
      let (register, value): (Register?, String?) =
        switch kind {
        case .study: (Register(.study, "\(key)"), "studied")
        case .rest, .note: (Register(kind, "\(key)"), "\(number)")
        case .weekdays: (Register(.weekdays, "\(key)"), ["1", "6,7"][number % 2])
        case .free: (Register(.free, "\(key)"), ["1,1", "2,1"][number % 2])
        case .watch:
          isOneRegister
            ? (Register(.watch, "a/b"), ["a/b", "a/b quiet", nil][number % 3])
            : (Register(.watch, "a/b\(number)"), "a/b\(number)")
        case .import: (Register(.import, isOneRegister ? "csv" : "csv\(number)"), "\(day)")
        case .zone:
          (Register(.zone, isOneRegister ? "csv" : "csv\(number)"), "\(number) 04:00 Asia/Seoul")
        case .undo: (Register(.undo, EntryName(of: Array("\(key)".utf8)).description), nil)
        }
      let entry = LogEntry(
        try #require(register), value,
        by: Provenance(at: Instant(Int64(number)), utcOffset: 0, zone: "UTC", source: .command),
        replacing: number % 3 == 0 ? [] : [last?.name].compactMap(\.self))
      entries.append(entry)
      last = entry
    }
    var random = Seeded(1)
    #expect(try store.merge(entries.shuffled(using: &random)).entries == count)
    #expect(try store.problems().isEmpty)
  }

  @Test func theRulesOfManyWeekdaysAreThoseOfTheLog() throws {
    let bench = StoreBench()
    let store = try bench.open()
    try takeEntries(300, .weekdays, isOneRegister: false, into: store)
    let contents = try store.contents()
    // A day is one of a set of weekdays, in turn.
    #expect(contents.restRules.weekdaysFrom.count == 300)
    #expect(try store.restDays().rules == contents.restRules)
  }
}

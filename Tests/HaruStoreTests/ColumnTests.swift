import HaruCore
import HaruLog
import Support
import Testing

@testable import HaruStore

/// One rule for each column: what its writer takes its reader takes, at the bounds and one beyond
/// (docs/store.md#damaged-rows).
@Suite struct ColumnTests {
  private let bench = StoreBench()
  private let store: Store
  private let day = date("2026-11-20")

  init() throws {
    store = try bench.open()
    try store.setTaskList(TaskList(folder: "/tasks", keepsWeek: false))
    try store.set("2026-11-19")
  }

  private func by(
    _ at: Instant = StoreBench.provenance.at, offset: Int = 0, zone: String = "UTC"
  ) -> Provenance {
    Provenance(at: at, utcOffset: offset, zone: zone, source: .command)
  }

  /// Does something that writes a value, and then asks everything that reads rows.
  ///
  /// - Returns: Whether it was written.
  private func isWritten(
    _ body: () throws -> Void, at location: SourceLocation = #_sourceLocation
  ) throws -> Bool {
    let isTaken = try isTaken(body, at: location)
    try expectReadable(at: location)
    return isTaken
  }

  private func isTaken(_ body: () throws -> Void, at location: SourceLocation) throws -> Bool {
    do {
      try body()
      return true
    } catch let error as StoreError {
      let isRefusal =
        switch error {
        case .refused, .refusedText: true
        default: false
        }
      #expect(isRefusal, "\(error)", sourceLocation: location)
      return false
    }
  }

  private func expectReadable(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try store.problems() == [], sourceLocation: location)
    #expect(throws: Never.self, sourceLocation: location) {
      _ = try (store.contents(), store.batches(limit: 9), store.knownTasks())
      _ = try store.thisMachine()
      try store.backUp(to: bench.scratch("backup.sqlite"))
    }
  }

  // MARK: Instants

  @Test(arguments: Edges.instants)
  func anInstantIsWrittenIfItIsRead(at: Instant, isWithin: Bool) throws {
    let writers: [(String, () throws -> Void)] = [
      ("mark", { _ = try store.toggle(day, today: day, by: by(at)) }),
      ("rest", { try store.setRest([day], reason: "\(at)", by: by(at)) }),
      ("note", { try store.setNote("\(at)", on: day, by: by(at)) }),
      ("weekdays", { try store.setRestRules([.weekdays([.monday])], today: day, by: by(at)) }),
      ("undo", { _ = try store.undo(by: by(at)) }),
      (
        "alarms",
        {
          let known = TaskDay.Known(isDone: false, revision: 1, alarms: [at])
          _ = try store.setTask(known, of: day, saying: nil, by: by())
        }
      ),
    ]
    for (name, write) in writers {
      #expect(try isWritten(write) == isWithin, "\(name)")
    }
    let entry = LogEntry(Register(.study, day), "studied", by: by(at), on: "lap")
    #expect((ParsedEntry(entry.text) == .entry(entry)) == isWithin)
  }

  // MARK: Numbers

  @Test(arguments: Edges.counts)
  func aCountIsWrittenIfItIsRead(count: Int, isWithin: Bool) throws {
    let known = TaskDay.Known(isDone: false, revision: count)
    let isTaken = try isWritten { _ = try store.setTask(known, of: day, saying: nil, by: by()) }
    #expect(isTaken == isWithin)
  }

  /// A failure more, a change of a task more: the last count that there is stays the last.
  @Test func nothingCountsBeyondTheLast() throws {
    let last = 1 << 53
    #expect(StoredBounds.count(after: last - 1) == last)
    #expect(StoredBounds.count(after: last) == last)
    let item = TaskDay.Item(isDone: false, revision: last)
    let task = TaskDay(
      age: 0, isStudied: true, isRest: false, item: item,
      known: TaskDay.Known(isDone: false, revision: last), keepsWeek: false, reminders: [],
      now: StoreBench.provenance.at)
    #expect(task.step == .write(isDone: true, revision: last, alarms: []))
    let known = try #require(task.knownAfter)
    #expect(try isWritten { _ = try store.setTask(known, of: day, saying: nil, by: by()) })
  }

  @Test(arguments: [
    (-90_000, false), (-89_999, true), (-89_998, true), (93_598, true), (93_599, true),
    (93_600, false), (.min, false), (.max, false),
  ])
  func anOffsetIsWrittenIfItIsRead(offset: Int, isWithin: Bool) throws {
    #expect(
      try isWritten { try store.setNote("x", on: day, by: by(offset: offset)) } == isWithin)
    #expect(
      try isWritten { _ = try store.toggle(day, today: day, by: by(offset: offset)) } == isWithin)
    let entry = LogEntry(Register(.study, day), "studied", by: by(offset: offset), on: "lap")
    #expect((ParsedEntry(entry.text) == .entry(entry)) == isWithin)
  }

  // MARK: Texts

  /// The longest text, one byte more, and one with a zero.
  private static let texts: [(String, Bool)] = [
    ("x", true), (String(repeating: "x", count: (1 << 20) - 1), true),
    (String(repeating: "x", count: 1 << 20), true),
    (String(repeating: "x", count: (1 << 20) + 1), false), ("a\0b", false),
  ]

  @Test(arguments: texts.indices)
  func aTextIsWrittenIfItIsRead(index: Int) throws {
    let (text, isWithin) = Self.texts[index]
    let writers: [(String, () throws -> Void)] = [
      ("reason", { try store.setRest([day], reason: text, by: by()) }),
      ("note", { try store.setNote(text, on: day, by: by()) }),
      ("zone", { _ = try store.toggle(day, today: day, by: by(zone: text)) }),
      ("folder", { try store.changeThisMachine { $0.folder = text } }),
      ("why", { try store.changeThisMachine { $0.problem = text } }),
      ("list", { try store.setTaskList(TaskList(folder: text, keepsWeek: true)) }),
      ("why not", { try store.setTaskProblem(text) }),
    ]
    for (name, write) in writers {
      #expect(try isTaken(write, at: #_sourceLocation) == isWithin, "\(name)")
    }
    // Once for all of them, which together are many megabytes.
    try expectReadable()
    for entry in [
      LogEntry(Register(.note, day), text, by: by(), on: "lap"),
      LogEntry(Register(.study, day), "studied", by: by(zone: text), on: "lap"),
    ] {
      #expect((ParsedEntry(entry.text) == .entry(entry)) == isWithin)
    }
  }

  /// More days than a text holds are in several entries; what another program puts into one is not taken.
  @Test func anImportOfTooManyDaysInOneEntryIsNotUnderstood() throws {
    let register = try #require(Register(.import, "csv"))
    let days = (0..<100_000).compactMap { Day.earliest.advanced(by: $0) }
    for (count, isWithin) in [(95_325, true), (95_326, false)] {
      let value = days.prefix(count).map(\.description).joined(separator: ",")
      #expect(StoredBounds.holds(value) == isWithin)
      let entry = LogEntry(register, value, by: by(), on: "lap")
      #expect((ParsedEntry(entry.text) == .entry(entry)) == isWithin)
    }
  }

  /// The rows up to which nothing is lacking are counted as rows are.
  @Test func theLastRowMayBeAnyRow() throws {
    try execute("UPDATE entry SET id = 9223372036854775800 WHERE id = 1", on: bench.path)
    #expect(
      try isWritten {
        try store.changeThisMachine { $0.folder = "/folder" }
        try store.setCarried([], in: "2026-11-00000000000000000000000000000000.jsonl")
      })
  }

  // MARK: What version 0.4 has written

  /// It wrote what it took for damaged: the rows are as they can be read.
  @Test(arguments: [Store.Purpose.reading, .writing])
  func whatVersion04WroteBeyondTheBoundsIsCleared(purpose: Store.Purpose) throws {
    let former = StoreBench()
    try former.write(try Release.file(of: 8))
    try execute(
      """
      UPDATE task SET revision = 9007199254740993;
      """, on: former.path)
    let store = try former.open(purpose)
    #expect(try store.problems() == [])
    #expect(try Set(store.knownTasks().values.map(\.revision)) == [1 << 53])
    try store.backUp(to: former.scratch("backup.sqlite"))
  }

  /// A mark with such a name of a zone was kept by the machine that made it, and taken by no other.
  @Test func aMarkOfVersion04WithALongZoneArrives() throws {
    let entry = LogEntry(
      Register(.study, day), "studied", by: by(zone: String(repeating: "Z", count: 256)), on: "lap")
    #expect(ParsedEntry(entry.text) == .entry(entry))
    #expect(try store.merge([entry]).changes == 1)
    #expect(try store.isStudied(day) && store.problems() == [])
  }
}

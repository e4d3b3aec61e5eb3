import HaruCore
import Support
import Testing

@testable import HaruStore

/// Marks and the log.
@Suite struct MarkTests {
  private let bench = StoreBench()
  private let store: Store

  init() throws {
    store = try bench.open()
  }

  // MARK: Setting

  @Test func aMarkIsSetAndCleared() throws {
    #expect(try store.set("2026-11-20") == [date("2026-11-20")])
    #expect(try store.isStudied(date("2026-11-20")))
    #expect(try store.set("2026-11-20", studied: false) == [date("2026-11-20")])
    #expect(try !store.isStudied(date("2026-11-20")))
    #expect(try store.marks() == [])
  }

  /// A repeat changes nothing, not even the log.
  @Test func aRepeatedMarkChangesNothing() throws {
    try store.set("2026-11-20")
    let before = try bench.rows("SELECT * FROM mark; SELECT * FROM entry")
    #expect(try store.set("2026-11-20") == [])
    #expect(try bench.rows("SELECT * FROM mark; SELECT * FROM entry") == before)
    try store.set("2026-11-20", studied: false)
    #expect(try store.set("2026-11-20", studied: false) == [])
    #expect(try bench.rows("SELECT count(*) FROM entry") == ["2"])
  }

  /// Their instants do not tell which came first.
  @Test func theChangesOfOneSecondKeepTheirOrder() throws {
    let days = ["2026-11-20", "2026-11-18", "2026-11-19"]
    for day in days { try store.set(day) }
    let journal = try store.journal(of: .earliest ... .latest)
    #expect(journal.map(\.change.day.description) == days)
  }

  /// A day has one row, however often it is marked.
  @Test func aDayHasOneRow() throws {
    let stores = try [bench.open(), bench.open()]
    for store in stores + stores { try store.set("2026-11-19", "2026-11-20", "2026-11-19") }
    #expect(try bench.rows("SELECT day FROM mark ORDER BY day") == ["2026-11-19", "2026-11-20"])
  }

  @Test(arguments: [String(repeating: "a", count: 1 << 20 + 1), "ab\0cd"])
  func aTextThatNoReaderTakesIsRefused(text: String) throws {
    #expect(throws: StoreError.refusedText(StoreBench.today)) {
      try store.setNote(text, on: StoreBench.today, by: StoreBench.provenance)
    }
    #expect(throws: StoreError.refusedText(StoreBench.today)) {
      try store.setRest([StoreBench.today], reason: text, by: StoreBench.provenance)
    }
    #expect(try store.problems() == [])
    #expect(try store.notes().isEmpty)
  }

  @Test func aMarkKeepsItsTimeAndZone() throws {
    try store.set("2026-11-18")
    #expect(
      try bench.rows("SELECT * FROM mark") == ["2026-11-18|1795143600|32400|Asia/Seoul|command"])
    #expect(
      try bench.rows(
        "SELECT batch, undoes IS NULL, kind, key, replaces IS NULL, value, at, utc_offset, zone, source "
          + "FROM entry")
        == ["1|1|study|2026-11-18|1|studied|1795143600|32400|Asia/Seoul|command"])
  }

  @Test(arguments: [Provenance.Source.button, .command, .bus])
  func aMarkKeepsItsSource(source: Provenance.Source) throws {
    let zone = Zone(name: "<-03>3") { _ in -10_800 }
    let provenance = Provenance(at: Instant(-5), in: zone, source: source)
    try store.setStudied(
      [StoreBench.today], true, today: StoreBench.today, by: provenance)
    #expect(
      try bench.rows("SELECT marked_at, utc_offset, zone, source FROM mark")
        == ["-5|-10800|<-03>3|\(source.rawValue)"])
  }

  /// A command is one batch of the days that it changes.
  @Test func aCommandIsOneBatch() throws {
    try store.set("2026-11-18")
    #expect(
      try store.set("2026-11-17", "2026-11-18", "2026-11-19").map(\.description)
        == ["2026-11-17", "2026-11-19"])
    try store.set("2026-11-18", "2026-11-17", studied: false)
    #expect(
      try bench.rows("SELECT batch, key, value IS NOT NULL FROM entry ORDER BY id")
        == [
          "1|2026-11-18|1", "2|2026-11-17|1", "2|2026-11-19|1", "4|2026-11-18|0",
          "4|2026-11-17|0",
        ])
  }

  /// Any past day may be corrected, back to the earliest day.
  @Test(arguments: ["2026-11-19", "2025-12-31", "2024-02-29", "1970-01-01", "0001-01-01"])
  func aPastDayMayBeCorrected(day: String) throws {
    try store.set(day)
    #expect(try store.marks() == [day])
    try store.set(day, studied: false)
    #expect(try store.marks() == [])
  }

  @Test func daysComeNewestFirst() throws {
    try store.set("2026-01-31", "2025-12-01", "2026-11-09", "0001-01-01", "2026-02-28")
    #expect(
      try store.marks() == ["2026-11-09", "2026-02-28", "2026-01-31", "2025-12-01", "0001-01-01"])
  }

  /// More than a year before the first marked day, or before today, a day is rather a slip in the year.
  @Test func aDayLongAgoIsRefused() throws {
    func require(_ day: String) throws {
      try store.requireNear([date(day)], today: StoreBench.today)
    }
    try require("2025-11-20")
    #expect(throws: StoreError.longAgo(date("2025-11-01"), before: nil)) {
      try require("2025-11-01")
    }
    try store.set("2026-11-19", "2025-11-20", "2026-01-31")
    #expect(try store.firstMarkedDay() == date("2025-11-20"))
    try require("2025-11-01")
    #expect(throws: StoreError.longAgo(date("2024-11-01"), before: date("2025-11-20"))) {
      try require("2024-11-01")
    }
  }

  // MARK: The future

  /// The store refuses days after today from every caller.
  @Test(arguments: ["2026-11-21", "2026-12-01", "2027-01-01", "9999-12-31"])
  func aFutureDayIsNeverMarked(day: String) throws {
    #expect(throws: StoreError.future(date(day))) { try store.set(day) }
    #expect(throws: StoreError.future(date(day))) {
      try store.toggle(date(day), today: StoreBench.today, by: StoreBench.provenance)
    }
    #expect(try store.set(day, studied: false) == [])
    #expect(try bench.rows("SELECT * FROM mark; SELECT * FROM entry") == [])
  }

  /// One future day among several: none is marked.
  @Test func aRangeIntoTheFutureMarksNothing() throws {
    #expect(throws: StoreError.future(date("2026-11-21"))) {
      try store.set("2026-11-19", "2026-11-20", "2026-11-21")
    }
    #expect(try bench.rows("SELECT * FROM mark; SELECT * FROM entry") == [])
    // The store is unchanged.
    try store.set("2026-11-20")
    #expect(try bench.rows("SELECT batch FROM entry") == ["1"])
  }

  /// A mark after today, left by a journey or a wrong clock, may be cleared, but not set again.
  @Test func aMarkAfterTodayCanBeCleared() throws {
    try store.set("2026-11-21", "2026-11-22", today: date("2026-11-22"))
    #expect(throws: StoreError.future(date("2026-11-21"))) { try store.set("2026-11-21") }
    #expect(try store.set("2026-11-21", studied: false) == [date("2026-11-21")])
    #expect(
      try !store.toggle(
        date("2026-11-22"), today: StoreBench.today, by: StoreBench.provenance))
    #expect(try store.marks() == [])
  }

  // MARK: Undo

  @Test func undoTakesBackTheLastCommand() throws {
    try store.set("2026-11-18")
    try store.set("2026-11-19", "2026-11-20")
    #expect(
      try store.undo() == [
        .study(date("2026-11-20"), false),
        .study(date("2026-11-19"), false),
      ])
    #expect(try store.marks() == ["2026-11-18"])
  }

  @Test func eachUndoGoesFurtherBack() throws {
    var states = [try store.marks()]
    try store.set("2026-11-18")
    states.append(try store.marks())
    try store.set("2026-11-19", "2026-11-20")
    states.append(try store.marks())
    try store.set("2026-11-19", "2026-11-18", studied: false)
    states.append(try store.marks())
    _ = try store.toggle(date("2026-11-18"), today: StoreBench.today, by: StoreBench.provenance)
    for state in states.reversed() {
      #expect(try !store.undo().isEmpty)
      #expect(try store.marks() == state)
    }
    #expect(try store.undo() == [])
    #expect(try store.marks() == [])
  }

  /// The next undo takes back the change after the last undo, and then the changes before it.
  @Test func undoSkipsChangesThatAreUndone() throws {
    try store.set("2026-11-17")
    try store.set("2026-11-18")
    try store.undo()
    try store.set("2026-11-20")
    #expect(try store.undo().map(\.day) == [date("2026-11-20")])
    #expect(try store.undo().map(\.day) == [date("2026-11-17")])
    #expect(try store.undo() == [])
  }

  /// Days that become rest days and lose their marks with it are one change.
  @Test func undoGivesMarksBackThatWentWithARest() throws {
    try store.set("2026-11-18", "2026-11-19")
    let days = ["2026-11-18", "2026-11-19", "2026-11-20"].map(date)
    try store.setRest([days[0]], reason: "trip", by: StoreBench.provenance)
    let changed = try store.setRest(
      days, reason: "", keepingReasons: true, clearingMarks: true, by: StoreBench.provenance)
    #expect(changed == days)
    #expect(try store.marks().isEmpty)
    #expect(try store.restReasons() == [days[0]: "trip", days[1]: "", days[2]: ""])
    try store.undo()
    #expect(try store.marks().sorted() == ["2026-11-18", "2026-11-19"])
    #expect(try store.restReasons() == [days[0]: "trip"])
  }

  /// What a search has promised is taken back, or nothing is.
  @Test func aNamedChangeIsUndoneOnlyIfItIsNext() throws {
    #expect(try store.nextUndo()?.batch == nil)
    try store.set("2026-11-17")
    let first = try #require(try bench.open(.reading).nextUndo())
    #expect(first.changes.map(\.ofDay) == [.study(date("2026-11-17"), true)])
    try store.set("2026-11-18")
    #expect(try store.undo(first.batch, by: StoreBench.provenance) == nil)
    let second = try #require(try store.nextUndo())
    #expect(
      try store.undo(second.batch, by: StoreBench.provenance)?.map(\.ofDay)
        == [.study(date("2026-11-18"), false)])
    // A repeat takes back nothing more.
    #expect(try store.undo(second.batch, by: StoreBench.provenance) == nil)
    #expect(try store.marks() == ["2026-11-17"])
    #expect(try store.nextUndo()?.batch == first.batch)
  }

  /// Undo and redo against a list of states that is not the program.
  @Test func redoGoesForwardAgain() throws {
    var generator = Seeded(14)
    var (states, now): ([Set<String>], Int) = ([[]], 0)
    for _ in 0..<400 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1:
        #expect(try store.undo().isEmpty == (now == 0))
        now = max(0, now - 1)
      case 2:
        #expect(try store.redo().isEmpty == (now == states.count - 1))
        now = min(states.count - 1, now + 1)
      default:
        let day = StoreBench.today.advanced(by: -Int.random(in: 0..<5, using: &generator))!
        _ = try store.toggle(day, today: StoreBench.today, by: StoreBench.provenance)
        states = states[...now] + [states[now].symmetricDifference(["\(day)"])]
        now += 1
      }
      #expect(try Set(store.marks()) == states[now])
    }
    #expect(try store.problems() == [])
    let some = min(3, now)
    #expect(try store.undo(some, by: StoreBench.provenance).count == some)
    #expect(try Set(store.marks()) == states[now - some])
    #expect(try store.redo(9, by: StoreBench.provenance).count == states.count - 1 - now + some)
    #expect(try Set(store.marks()) == states[states.count - 1])
  }

  @Test func undoIsWrittenToTheLog() throws {
    try store.set("2026-11-20")
    try store.undo()
    #expect(
      try bench.rows(
        "SELECT entry.batch, undone.id, entry.key, entry.value FROM entry "
          + "LEFT JOIN entry AS undone ON undone.name = entry.undoes ORDER BY entry.id")
        == ["1||2026-11-20|studied", "2|1|2026-11-20|"])
    let day = date("2026-11-20")
    let journal = try store.journal(of: day...day)
    #expect(journal.map(\.change) == [.study(day, true), .study(day, false)])
    #expect(journal.map(\.undoes) == [nil, 1])
    try store.undo()
    #expect(try bench.rows("SELECT count(*) FROM entry") == ["2"])
    #expect(try store.problems() == [])
  }

  @Test func undoOfNothingChangesNothing() throws {
    #expect(try store.undo() == [])
    #expect(try bench.rows("SELECT count(*) FROM entry") == ["0"])
  }

  @Test func undoTakesBackWhatAnotherProgramDid() throws {
    try bench.open().set("2026-11-20")
    #expect(try bench.open().undo() == [.study(date("2026-11-20"), false)])
  }
}

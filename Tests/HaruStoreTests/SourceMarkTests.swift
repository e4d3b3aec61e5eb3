import HaruCore
import HaruLog
import HaruStore
import Support
import Testing

/// What sources may do with days, and what is left of what they said (docs/sources.md#what-a-source-may-do).
struct SourceMarkTests {
  private let bench = StoreBench()
  private let store: Store
  private let today = StoreBench.today

  init() throws {
    store = try bench.open()
  }

  private func mark(
    _ words: String = "43 reviews", by source: String = "anki", in store: Store? = nil
  ) throws -> [Day] {
    let provenance = Provenance(
      at: StoreBench.provenance.at, utcOffset: 32_400, zone: "Asia/Seoul", source: .import)
    return try (store ?? self.store)
      .mark([today: words], saidBy: source, of: nil, by: provenance) ?? []
  }

  /// The source and the words of each change of today's mark.
  private func reasons() throws -> [String?] {
    try store.history(of: today...today).map { each in
      each.reason.map { "\($0.source): \($0.words)" }
    }
  }

  @Test func aDayIsMarkedOnce() throws {
    #expect(try mark() == [today])
    #expect(try store.isStudied(today))
    #expect(try reasons() == ["anki: 43 reviews"])
    let dump = try bench.rows(".dump")
    #expect(try mark("60 reviews") == [])
    #expect(try bench.rows(".dump") == dump)
  }

  /// The first reason stands; the other one is kept, and is nothing that an undo takes back.
  @Test func aSecondSourceMarksNothing() throws {
    _ = try mark()
    #expect(try mark("3 commits", by: "git") == [])
    #expect(try reasons() == ["anki: 43 reviews"])
    #expect(try store.batches(limit: 9).map(\.reason?.source) == ["anki"])
    #expect(
      try bench.rows("SELECT key FROM entry WHERE kind = 'import' ORDER BY id") == [
        "source#anki#43 reviews", "source#git#3 commits",
      ])
    #expect(try store.undo(by: StoreBench.provenance).count == 1)
    #expect(try !store.isStudied(today))
  }

  @Test func whatAPersonHasClearedStaysClear() throws {
    let ways: [(Store) throws -> Void] = [
      {
        try $0.set("2026-11-20"); try $0.set("2026-11-20", studied: false)
      },
      {
        try $0.set("2026-11-20"); try $0.undo(by: StoreBench.provenance)
      },
      {
        _ = try mark(in: $0); try $0.undo(by: StoreBench.provenance)
      },
      {
        _ = try mark(in: $0); try $0.set("2026-11-20", studied: false)
      },
    ]
    for clear in ways {
      let bench = StoreBench()
      let store = try bench.open()
      try clear(store)
      #expect(try mark(in: store) == [])
      #expect(try mark("3 commits", by: "git", in: store) == [])
      #expect(try !store.isStudied(today))
    }
  }

  /// A redo brings the mark back with its reason.
  @Test func anUndoneMarkCanComeBack() throws {
    _ = try mark()
    try store.undo(by: StoreBench.provenance)
    try store.redo(by: StoreBench.provenance)
    #expect(try store.isStudied(today))
    #expect(try mark() == [])
  }

  @Test func aMarkByHandHasNoReason() throws {
    try store.set("2026-11-20")
    #expect(try mark() == [])
    #expect(try reasons() == [nil])
    #expect(try store.batches(limit: 9).map(\.reason) == [nil])
  }

  /// A name that begins like another one is another source.
  @Test func namesAreWhole() throws {
    _ = try mark()
    #expect(try store.newDays(among: [today], saidBy: "ank") == [today])
    #expect(try store.newDays(among: [today], saidBy: "anki-2") == [today])
    #expect(try store.newDays(among: [today], saidBy: "anki") == [])
  }

  /// What no entry can hold is left out, and the day is marked.
  @Test(arguments: ["", "a\u{0}b", String(repeating: "x", count: 1 << 20), "50 % # of all #"])
  func anyWordsMark(words: String) throws {
    #expect(try mark(words) == [today])
    let kept = words.hasPrefix("50") ? words : ""
    #expect(try reasons() == ["anki: \(kept)"])
  }

  /// What was read of a file is remembered as an import is: the same file brings nothing back.
  @Test func aKeptFileIsAnImport() throws {
    let found = Import.Found(
      origin: "Anki", sourceID: "anki", studied: [today, date("2026-11-01")])
    _ = try store.mark([today: ""], saidBy: "anki", of: found, by: StoreBench.provenance)
    #expect(try store.markedDays() == [today])
    try store.set("2026-11-20", studied: false)
    let changes = try store.addDays(of: found, today: today, by: StoreBench.provenance)
    #expect(changes.marked == [date("2026-11-01")])
  }
}

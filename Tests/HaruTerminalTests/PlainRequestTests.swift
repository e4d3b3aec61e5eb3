import HaruCore
import HaruTerminal
import Testing

/// What is typed where each answer is a line.
struct PlainRequestTests {
  private let month = Month(year: 2026, month: 2)

  @Test(arguments: [
    ("18 studied", ["mark", "2026-02-18"]), ("  18   not studied ", ["unmark", "2026-02-18"]),
    ("2025-12-24 rest", ["rest", "2025-12-24"]), ("1 not rest", ["rest", "--clear", "2026-02-01"]),
    ("28 note read -- a  book", ["note", "2026-02-28", "--", "read -- a  book"]),
    ("18 note ''", ["note", "2026-02-18", "--", ""]), ("undo", ["undo"]),
    ("2026\u{2011}02\u{2011}18 studied", ["mark", "2026-02-18"]),
    ("20260218 rest", ["rest", "2026-02-18"]), ("１８ rest", ["rest", "2026-02-18"]),
  ])
  func aChangeIsACommand(line: String, words: [String]) throws {
    #expect(PlainRequest(line, in: try #require(month)) == .run(words))
  }

  @Test func otherWordsAskOrMove() throws {
    let month = try #require(month)
    #expect(PlainRequest("18", in: month) == Day("2026-02-18").map(PlainRequest.explain))
    // Whoever writes no text wants to read it.
    #expect(PlainRequest("18 note", in: month) == Day("2026-02-18").map(PlainRequest.explain))
    #expect(PlainRequest("next", in: month) == .show(months: 1))
    #expect(PlainRequest("previous", in: month) == .show(months: -1))
    #expect(PlainRequest("month", in: month) == .show(months: 0))
    #expect(PlainRequest("today", in: month) == .today)
    #expect(PlainRequest("help", in: month) == .help)
    #expect(PlainRequest("quit", in: month) == .quit)
  }

  @Test(arguments: [
    "", "29 studied", "0 rest", "18 studied now", "18 not", "studied", "undo 3", "2026-02-30",
    "--help", "18 --json", "-1 studied",
  ])
  func whatHasNoMeaningDoesNothing(line: String) throws {
    #expect(PlainRequest(line, in: try #require(month)) == nil)
  }
}

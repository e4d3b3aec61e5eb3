import HaruCore
import Support

@testable import HaruText

/// Every line of a report of an import, and every error.
extension Sheet {
  static var importParts: [(String, String)] { reports + refusals + misuse }

  private static let path = "/home/mina/days.csv"

  private static var reports: [(String, String)] {
    [
      ("everything at once", report(everything, takenFrom: known)),
      (
        "one of each",
        report(
          Import.Found(
            origin: "harsh", sourceID: "harsh:a", habit: "Read\n\u{1b}[2J", studied: [today],
            rest: [date("2026-11-19"): ""], notes: [today: "note"], duplicates: 1,
            skipped: [Import.Skipped(.line(1), .parts(1))],
            remarks: [.zone("Asia/Seoul", rows: 1), .dayFirst]),
          takenFrom: Import.Known())
      ),
      (
        "nothing",
        report(
          Import.Found(origin: "CSV", sourceID: "csv:a", studied: []), takenFrom: Import.Known())
      ),
    ]
  }

  private static let everything = Import.Found(
    origin: "Loop Habit Tracker", sourceID: "loop:a", habit: "공부",
    studied: Set(marks([("2026-11-01", "2026-11-20")])),
    rest: Dictionary(
      uniqueKeysWithValues: marks([("2026-10-01", "2026-10-03")]).map { ($0, "trip") }),
    notes: [
      date("2026-11-01"): "a", date("2026-11-02"): "b", date("1970-01-01"): "never",
      date("1405-08-29"): "in Tehran",
    ], duplicates: 31,
    skipped: reasons.enumerated().map { Import.Skipped(.row(Int64($0.offset + 1)), $0.element) }
      + (1...15).map { Import.Skipped(.line($0), .noDate) },
    remarks: [
      .zone("Europe/Berlin", rows: 300), .offset(32_400, rows: 31), .offset(-12_600, rows: 2),
      .monthFirst,
    ], today: today)

  private static let reasons: [Import.Reason] = [
    .noDate, .notADate("2026-13-01"), .notADate(String(repeating: "long ", count: 30)),
    .severalDays("November 20, 2026 → November 22, 2026"), .afterToday(date("2026-11-21")),
    .noValue, .unknownValue("perhaps"), .parts(6),
    .cells(1, of: 3), .cut("2026-11-"), .longNote(bytes: 70_000),
    .repeated, .event, .notDone,
    .noMidnight(Instant(1_793_674_807)),
  ]

  private static let known = Import.Known(
    marked: [date("2026-11-20")], imported: [.study: [date("2026-11-19"), date("2026-11-18")]])

  private static func report(_ found: Import.Found, takenFrom known: Import.Known) -> String {
    let changes = Import.Changes(of: found, by: known)
    let before = Record(days: known.marked.sorted(by: >))
    let streaks = (
      before: History(of: before, today: today).streak,
      after: History(of: before.applying(changes, since: nil, today: today), today: today).streak
    )
    return ImportText.report(found, changes, beside: .none, streaks: streaks)
      .joined(separator: "\n")
  }

  private static var refusals: [(String, String)] {
    let many = (1...25).map { "habit \($0)" }
    let errors: [ImportError] = [
      .unreadable("Permission denied"), .notAFile, .tooLarge(megabytes: 64), .changing, .damaged,
      .contradiction, .missingDays(of: "Study"), .notUTF8(line: 3), .openQuote(line: 4),
      .unknownFormat, .otherFormat, .isStore, .noDays, .newer(26),
      .severalHabits([]), .severalHabits(["Study", "공부"]), .severalHabits(many),
      .noSuchHabit("Walk", of: []), .noSuchHabit("Walk", of: ["Study", ""]),
      .sameName("Study", of: ["Study#1", "Study#2"]), .severalFiles(["a.csv", "b.db"]), .missingLog,
      .severalColumns(["Done", "Streak"]), .severalDates(["Created", "Due"]),
      .noSuchColumn("Did", of: ["Done", "Streak"]), .noSuchColumn("Did", of: []),
      .plusOrMinus("Read"), .noReviews, .noRows, .noZstandard, .scores, .shiftedColumns, .noTarget,
      .dateOrder, .ambiguousZone, .unknownZone("CEST"), .noRoom("No space left on device"),
    ]
    return errors.map {
      ("\($0)", ImportText.line($0, path: path, formats: ["swiftcal", "loop", "csv"]))
    }
  }

  private static var misuse: [(String, String)] {
    [
      ("no such format", ImportText.noSuchFormat("xml", formats: ["swiftcal", "loop", "csv"]))
    ]
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// Importing a `Checkmarks.csv` of Loop by itself, without the zip archive around it.
struct LoopCheckmarksTests {
  private let bench = ImportBench()

  private func studied(_ text: String, habit: String? = nil) throws -> [String] {
    let found = try bench.read(text: text, habit: habit)
    #expect(found.origin == "Loop Habit Tracker")
    return found.studied.sorted().map(\.description)
  }

  // MARK: One habit

  @Test(arguments: [
    "Date,Value\n2026-11-04,3\n2026-11-03,2\n2026-11-02,1\n2026-11-01,0\n2026-10-31,-1\n",
    "Date,Value,Notes\n2026-11-03,YES_MANUAL,\n2026-11-02,YES_AUTO,\n2026-11-01,NO,\n",
    "Date,Value\r\n2026-11-03,Entry(timestamp=2026-11-03, value=2, notes=)\r\n2026-11-02,UNKNOWN\r\n",
    """
    Date,Value
    2026-11-03,"Entry(timestamp=Timestamp(unixTime=1793664000000), value=2, notes=)"
    2026-11-02,"Entry(timestamp=Timestamp(unixTime=1793577600000), value=1, notes=)"

    """,
    // Up to version 2.3.0, and as a spreadsheet saves it again.
    "2026-11-03,2\n2026-11-02,1\n2026-11-01,-1\n", "2026-11-01,-1\n2026-11-03,2\n",
    "\u{feff}Date;Value\r\n11-03-26;2\r\n11-02-26;1\r\n10-31-26;-1\r\n",
    "Day,State\n2026-11-01,-1\n2026-11-02,1\n2026-11-03,2\n",
    // With empty columns, which a spreadsheet may add.
    ",Date,Value,,\n,2026-11-03,2,,\n,2026-11-02,1,,\n,2026-11-01,-1,,\n",
    "Date,Value,\n2026-11-03,YES_MANUAL,\n2026-11-02,YES_AUTO,\n",
  ])
  func onlyDaysMarkedByHandAreStudied(text: String) throws {
    #expect(try studied(text) == ["2026-11-03"])
  }

  @Test func skippedDaysAreRestDays() throws {
    let found = try bench.read(text: "Date,Value\n2026-11-04,SKIP\n2026-11-03,YES_MANUAL\n")
    #expect(found.rest == [date("2026-11-04"): ""])
  }

  /// A folder, its archive and the file alone give the same days, the newest among them, which has no header above
  /// it up to version 2.3.0.
  @Test func anOldExportHasItsNewestDay() throws {
    try bench.scratch.write("Position,Name\n001,Study\n", to: "old/Habits.csv")
    let file = "2026-11-03,2\n2026-11-02,2\n2026-11-01,1\n"
    try bench.scratch.write(file, to: "old/001 Study/Checkmarks.csv")
    for path in [
      bench.scratch("old"), bench.scratch("old/001 Study/Checkmarks.csv"),
      try bench.zip("old", to: "old.zip"),
    ] {
      #expect(try bench.read(path).studied == [date("2026-11-02"), date("2026-11-03")])
    }
    // By itself nothing in it is Loop's alone; the report says how to read it as such.
    let alone = try bench.scratch.write(file, to: "alone.csv")
    #expect(try bench.read(alone).remarks == [.perhapsLoops])
    #expect(
      try bench.read(alone, format: "loop-csv").studied
        == [date("2026-11-02"), date("2026-11-03")])
  }

  /// A table of ones is nobody's in particular, and empty columns do not make it anybody's.
  @Test(arguments: [
    "Date,Value\n2026-11-03,1\n2026-11-02,0\n", "Date,Value\n2026-11-02,2\n2026-11-03,2\n",
    "2026-11-02,0\n2026-11-03,1\n", "Date,Done,\n2026-11-03,1,\n2026-11-02,1,\n",
    "Date,Done,,\n2026-11-03,1,,\n2026-11-02,0,,\n", "Date;Done;;\n2026-11-03;1;;\n",
    ",Date,Done\n,2026-11-03,1\n", ",2026-11-03,1,\n,2026-11-02,1,\n", "2026-11-03,1,,\n",
    "Date\tDone\t\n2026-11-03\t1\t\n", ",,\nDate,Done,\n2026-11-03,1,\n",
    "Date,Score\n2026-11-03,7\n2026-11-02,9\n", "Date,Steps,\n2026-11-03,8000,\n2026-11-02,900,\n",
    "Date,Value\n2026-11-03,8000\n2026-11-02,10432\n", "Date,Mood\n2026-11-02,-1\n2026-11-03,1\n",
  ])
  func anyTableIsNotTakenForLoops(text: String) throws {
    let found = try bench.read(text: text)
    #expect(found.origin == "CSV")
    #expect(found.sourceID == "csv")
    #expect(found.studied.contains(date("2026-11-03")))
  }

  /// How often, and not in which way: each of these days was studied.
  @Test(arguments: [
    "Date,Count\n2026-11-01,1\n2026-11-02,2\n2026-11-03,3\n2026-11-04,1\n",
    "Date,Value\n2026-11-04,1\n2026-11-03,3\n2026-11-02,2\n2026-11-01,1\n",
    "2026-11-01,1\n2026-11-02,2\n2026-11-03,3\n2026-11-04,1\n",
    "Date;Done;;\n2026-11-01;1;;\n2026-11-02;2;;\n2026-11-03;3;;\n2026-11-04;1;;\n",
    "Date,Value,Notes\n2026-11-04,1,a\n2026-11-03,3,b\n2026-11-02,2,\n2026-11-01,1,\n",
  ])
  func countsAreNotTakenForCodes(text: String) throws {
    let found = try bench.read(text: text)
    #expect(found.origin == "CSV")
    #expect(found.studied == Set(days("2026-11-01", 4)))
    #expect(found.rest == [:])
  }

  /// Counts of several habits too, whatever ends the lines.
  @Test func countsOfSeveralHabitsAreNotTakenForCodes() throws {
    let text = "Date,Study,Run,\n2026-11-02,2,3,\n2026-11-01,1,1,\n"
    #expect(throws: ImportError.severalHabits(["Study", "Run"])) { try bench.read(text: text) }
    let found = try bench.read(text: text, habit: "Run")
    #expect(found.studied == Set(days("2026-11-01", 2)))
    #expect(found.remarks == [.perhapsLoops])
    #expect(try bench.read(text: text, habit: "Run", format: "csv").remarks == [])
    // Where the list of Loop lies beside it, they are codes.
    try bench.scratch.write("Position,Name\n001,Study\n002,Run\n", to: "Habits.csv")
    #expect(try studied(text, habit: "Study") == ["2026-11-02"])
  }

  private func export(_ list: String) throws {
    try bench.scratch.write(list, to: "export/Habits.csv")
    try bench.scratch.write(
      "Date,Value\n2026-11-03,30000\n2026-11-02,29999\n2026-11-01,3\n",
      to: "export/002 Read/Checkmarks.csv")
  }

  /// The list of habits beside the folder tells the target.
  @Test func theTargetIsFoundAroundTheFile() throws {
    try export(
      #"""
      Position,Name,Type,Question,Target Type,Target Value
      001,Study,YES_NO,,,
      002,"Read, ""much""",NUMERICAL,,AT_LEAST,30.0

      """#)
    let found = try bench.read(bench.scratch("export/002 Read/Checkmarks.csv"))
    #expect(found.studied == [date("2026-11-03")])
    #expect(found.rest == [date("2026-11-01"): ""])
    #expect(found.habit == "Read, \"much\"")
    #expect(found.sourceID == "loop:Read, \"much\"")
    try FileManager.default.removeItem(atPath: bench.scratch("export/Habits.csv"))
    #expect(throws: ImportError.noTarget) {
      try bench.read(bench.scratch("export/002 Read/Checkmarks.csv"), format: "loop-csv")
    }
  }

  /// Exports before the column *Type* had habits of one kind only.
  @Test func aListWithoutTypesIsRead() throws {
    try bench.scratch.write("Position,Name\n001,Study\n", to: "old/Habits.csv")
    try bench.scratch.write(
      "Date,Value\n2026-11-02,2\n2026-11-01,1\n", to: "old/001 Study/Checkmarks.csv")
    for path in ["old", "old/001 Study/Checkmarks.csv"] {
      let found = try bench.read(bench.scratch(path))
      #expect(found.studied == [date("2026-11-02")])
      #expect(found.sourceID == "loop:Study")
    }
  }

  // MARK: All habits

  private static let all = "Date,Study,Run,\n2026-11-03,2,1,\n2026-11-02,1,2,\n2026-11-01,3,-1,\n"

  @Test func aColumnIsChosenByItsName() throws {
    #expect(try studied(Self.all, habit: "Study") == ["2026-11-03"])
    #expect(try studied(Self.all, habit: "Run") == ["2026-11-02"])
    let words = "Date,Study,Run,\n2026-11-03,YES_MANUAL,UNKNOWN,\n2026-11-02,YES_AUTO,7000,\n"
    #expect(try studied(words, habit: "Study") == ["2026-11-03"])
    #expect(throws: ImportError.noTarget) { try bench.read(text: words, habit: "Run") }
    #expect(throws: ImportError.severalHabits(["Study", "Run"])) { try bench.read(text: Self.all) }
  }

  /// Loop writes names without quotation marks.
  private static let shifted =
    "Date,Study,Read, much,Run,\n2026-11-03,2,1,1,\n2026-11-02,1,2,1,\n2026-11-01,1,1,2,\n"
    + "2026-10-31,-1,-1,-1,\n"

  @Test func aNameWithACommaIsFoundOrRefused() throws {
    #expect(try studied(Self.shifted, habit: "Read, much") == ["2026-11-02"])
    for habit in ["Run", nil] {
      #expect(throws: ImportError.shiftedColumns) {
        try bench.read(text: Self.shifted, habit: habit)
      }
    }
    try bench.scratch.write(
      "Position,Name,Type\n001,Study,YES_NO\n002,\"Read, much\",YES_NO\n003,Run,YES_NO\n",
      to: "Habits.csv")
    #expect(try studied(Self.shifted, habit: "Run") == ["2026-11-01"])
    #expect(try studied(Self.shifted, habit: "Study") == ["2026-11-03"])
  }

  @Test(arguments: [
    "Date,Score\n2026-11-03,0.4821\n", "2026-11-03,0.4821\n2026-11-02,0.0000\n",
    "Date,Study,Run,\n2026-11-03,0.4821,1.0000,\n",
  ])
  func scoresAreRefused(text: String) throws {
    #expect(throws: ImportError.scores) { try bench.read(text: text) }
  }

  /// A line that is cut after its number could have been longer: 30000 begins with 3.
  @Test func aCutLineIsNoDay() throws {
    let found = try bench.read(
      text: "Date,Value\n2026-11-03,2\n2026-11-02,2\n2026-11-01,2", format: "loop-csv")
    #expect(found.studied == Set(days("2026-11-02", 2)))
    #expect(found.skipped == [Import.Skipped(.line(4), .cut("2"))])
  }
}

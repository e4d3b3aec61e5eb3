import Foundation
import HaruCore
import Support
import Testing

/// Importing logs and tables in text files.
struct TextFormatTests {
  private let bench = ImportBench()

  // MARK: harsh

  private static let log = """
    # my log

    2026-11-01 : Study : y : a good day : 1.5
    2026-11-02 : Study : s :  : 0
    2026-11-03 : Study : n :  : 0
    2026-11-03 : Run : y :  : 0
    2026-11-04 : Study : y
    2026-11-05 : Study : y : evening
    2026-11-06 : Study : y :
    2026-11-03 : Study : y : after all : 0
    2026-11-04 : Study : n :  : 0
    2026-11-07 : Study : y : a : b : 0
    2026-11-08 : Study
    2026-11-09 : Study : maybe :  : 0
    2026-11-31 : Study : y :  : 0
    2026-11-21 : Study : y :  : 0

    """

  @Test func theLastLineOfADayCountsInHarsh() throws {
    try bench.scratch.write(TextFormatTests.log, to: "harsh/log")
    try bench.scratch.write("! Dailies\nStudy: 1\nRun: 3/7\n", to: "harsh/habits")
    // A comment may begin with a key cap.
    let windows = TextFormatTests.log.replacing("\n", with: "\r\n")
      .replacing("# my", with: "#\u{fe0f}\u{20e3} my")
    let paths = [
      bench.scratch("harsh"), bench.scratch("harsh/log"),
      try bench.scratch.write("\u{feff}" + windows, to: "windows.txt"),
    ]
    for path in paths {
      let found = try bench.read(path, habit: "Study")
      #expect(found.sourceID == "harsh:Study")
      #expect(
        found.studied
          == Set(["2026-11-01", "2026-11-03", "2026-11-05", "2026-11-06"].map(date)))
      #expect(found.rest == [date("2026-11-02"): ""])
      #expect(
        found.notes == [
          date("2026-11-01"): "a good day", date("2026-11-03"): "after all",
          date("2026-11-05"): "evening",
        ])
      #expect(found.duplicates == 2)
      #expect(
        Set(found.skipped) == [
          Import.Skipped(.line(12), .parts(6)), Import.Skipped(.line(13), .parts(2)),
          Import.Skipped(.line(14), .unknownValue("maybe")),
          Import.Skipped(.line(15), .notADate("2026-11-31")),
          Import.Skipped(.line(16), .afterToday(date("2026-11-21"))),
        ])
    }
    #expect(throws: ImportError.severalHabits(["Study", "Run"])) { try bench.read(paths[0]) }
  }

  // MARK: HabitBull

  @Test func habitBullIsRead() throws {
    let text = """
      HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText
      Study,"every day, a bit",Mind,2026-11-01,1,"good, very"
      Study,,Mind,2026-11-02,0,
      Study,,Mind,2026-11-03,-2150000000,
      Study,,Mind,2026-11-04,-2.15E+09,
      Study,,Mind,2026-11-05,3,
      Study,,Mind,2026-11-06,much,
      Study,,Mind,,1,
      Run,,Body,2026-11-01,1,

      """
    let found = try bench.read(text: text, habit: "Study")
    #expect(found.origin == "HabitBull")
    #expect(found.sourceID == "habitbull:Study")
    #expect(found.studied == [date("2026-11-01"), date("2026-11-05")])
    #expect(found.notes == [date("2026-11-01"): "good, very"])
    #expect(
      found.skipped == [
        Import.Skipped(.line(7), .unknownValue("much")), Import.Skipped(.line(8), .noDate),
      ])
    #expect(found.remarks == [])
  }

  @Test(arguments: [
    (["11/01/2026", "11/20/2026"], Import.Remark.monthFirst),
    (["01/11/2026", "20/11/2026"], .dayFirst), (["11/1/26", "11/2/26"], .monthFirst),
    (["01.11.2026", "02.11.2026"], .dayFirst),
  ])
  func theOrderOfDayAndMonthIsInferredFromAllDates(written: [String], remark: Import.Remark) throws
  {
    let rows = written.map { "Study,,,\($0),1,\n" }.joined()
    let found = try bench.read(
      text: "HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n" + rows)
    #expect(found.studied.contains(date("2026-11-01")))
    #expect(found.studied.count == 2)
    #expect(found.remarks == [remark])
  }

  // MARK: Any CSV

  private func studied(_ text: String, habit: String? = nil) throws -> [String] {
    try bench.read(text: text, habit: habit).studied.sorted().map(\.description)
  }

  @Test func aListOfDatesIsRead() throws {
    let expected = ["2026-11-01", "2026-11-02"]
    for text in [
      "2026-11-01\n2026-11-02\n", "2026-11-01\r\n2026-11-02",
      "\u{feff}date\n2026-11-02\n2026-11-01",
      "\"2026-11-01\"\n\n\n 2026-11-02 \n", "Datum\n2026-11-01\n2026-11-02\n",
      "2026-11-01\r2026-11-02\r", "2026. 11. 1.\n2026. 11. 2.\n", "2026/11/1\n2026/11/2\n",
    ] {
      #expect(try studied(text) == expected, "\(text)")
    }
  }

  @Test func valuesAndNotesAreRead() throws {
    let text = """
      2026-11-01,1,first
      2026-11-02,0
      2026-11-03,yes,"two
      lines"
      2026-11-04;1
      2026-11-05,,
      2026-11-06,skip
      2026-11-07,2.5
      2026-11-08,perhaps
      2026-11-03,no,more
      2026-11-09,unknown
      2026-11-10,DONE
      2026-11-11,,a note alone

      """
    let found = try bench.read(text: text)
    #expect(found.sourceID == "csv")
    #expect(
      found.studied == Set(["2026-11-01", "2026-11-03", "2026-11-07", "2026-11-10"].map(date)))
    #expect(found.rest == [date("2026-11-06"): ""])
    #expect(
      found.notes == [
        date("2026-11-01"): "first", date("2026-11-03"): "two\nlines\nmore",
        date("2026-11-11"): "a note alone",
      ])
    #expect(found.duplicates == 1)
    #expect(
      found.skipped == [
        Import.Skipped(.line(5), .notADate("2026-11-04;1")), Import.Skipped(.line(6), .noValue),
        Import.Skipped(.line(9), .unknownValue("perhaps")),
      ])
  }

  @Test func columnsAreFoundByName() throws {
    #expect(try studied("note;done;date\nx;1;2026-11-01\ny;0;2026-11-02\n") == ["2026-11-01"])
    let habits = "Date\tHabit\tDone\n2026-11-01\tStudy\ty\n2026-11-02\tRun\ty\n"
    #expect(try studied(habits, habit: "Study") == ["2026-11-01"])
    #expect(throws: ImportError.severalHabits(["Study", "Run"])) { try bench.read(text: habits) }
  }

  /// A column for each habit, as in Beaver.
  @Test func oneColumnPerHabitIsRead() throws {
    let text = "Date,Study,Run\n2026-11-03,2,0\n2026-11-02,0,2\n"
    #expect(try studied(text, habit: "Study") == ["2026-11-03"])
    #expect(try studied(text, habit: "Run") == ["2026-11-02"])
    #expect(try bench.read(text: text, habit: "Run").sourceID == "csv:Run")
    #expect(try studied("date,studying\n2026-11-03,1\n") == ["2026-11-03"])
  }

  /// Where the header does not tell it, the only column of yes and no does, in every language of Haru.
  @Test(arguments: [
    "Date,Habit,Completed,Streak\n2026-11-01,Study,True,1\n2026-11-02,Study,False,2\n",
    "Date,Habit,is_done,Note\n2026-11-01,Study,ja,x\n2026-11-02,Study,nein,y\n",
    "Date;Habit;checked\n2026-11-01;Study;oui\n2026-11-02;Study;non\n",
    "Date,Category,Is Done,Minutes\n2026-11-01,a,☑,20\n2026-11-02,b,☐,30\n",
    "Date,Done?,Mood\n2026-11-01,はい,good\n2026-11-02,いいえ,bad\n",
    "date,value\n2026-11-01,100 %\n2026-11-02,0 %\n", "date,value\n2026-11-01,да\n2026-11-02,нет\n",
  ])
  func theColumnOfYesAndNoDecides(text: String) throws {
    #expect(try studied(text) == ["2026-11-01"])
  }

  /// Where several columns may tell it, the user is asked.
  @Test func severalColumnsAreAskedAbout() throws {
    let text = "Date,Habit,Checked,Streak\n2026-11-01,Study,1,1\n2026-11-02,Study,0,1\n"
    let columns = ["Checked", "Streak"]
    #expect(throws: ImportError.severalColumns(columns)) { try bench.read(text: text) }
    #expect(try bench.read(text: text, column: "checked").studied == [date("2026-11-01")])
    #expect(throws: ImportError.noSuchColumn("Done", of: columns)) {
      try bench.read(text: text, column: "Done")
    }
    #expect(throws: ImportError.severalColumns(["Place", "Who"])) {
      try bench.read(text: "Date,Habit,Place,Who\n2026-11-01,Study,here,me\n")
    }
    // A column of values with a known name may be passed over too.
    let both = "Date,Value,Really\n2026-11-01,0,yes\n2026-11-02,1,no\n"
    #expect(try studied(both) == ["2026-11-02"])
    #expect(try bench.read(text: both, column: "Really").studied == [date("2026-11-01")])
  }

  /// Blanks around a note are part of it, where it is quoted.
  @Test func aNoteKeepsItsBlanks() throws {
    let found = try bench.read(
      text: "date,value,note\n2026-11-01,1,\"  two \"\n2026-11-02,1, one \n")
    #expect(found.notes == [date("2026-11-01"): "  two ", date("2026-11-02"): "one"])
  }

  /// Rows of one day bring their notes together, and what each of them says once.
  @Test func aNoteThatStandsTwiceIsOne() throws {
    let found = try bench.read(
      text: "date,value,note\n2026-11-01,1,verbs\n2026-11-01,1,verbs\n2026-11-01,1,nouns\n")
    #expect(found.notes == [date("2026-11-01"): "verbs\nnouns"])
  }

  /// A note has a limit; the day beside it counts all the same.
  @Test func aHugeNoteIsLeftOut() throws {
    let note = String(repeating: "글", count: 1_000_000)
    let longest = String(repeating: "x", count: 65_536)
    let found = try bench.read(text: "2026-11-01,1,\(note)\n2026-11-02,1,\(longest)\n")
    #expect(found.studied.count == 2)
    #expect(found.notes == [date("2026-11-02"): longest])
    #expect(found.skipped == [Import.Skipped(.line(1), .longNote(bytes: 3_000_000))])
  }

  /// A row that is too short says less than its header promises.
  @Test func aShortRowIsSkipped() throws {
    let found = try bench.read(text: "date,value,note\n2026-11-01,1,a\n2026-11-02\n2026-11-03,1\n")
    #expect(found.studied == [date("2026-11-01")])
    #expect(
      found.skipped == [
        Import.Skipped(.line(3), .cells(1, of: 3)), Import.Skipped(.line(4), .cells(2, of: 3)),
      ])
  }

  /// What is left of 2026-11-12, or of a row, when a file is cut.
  @Test(arguments: [
    ("2026-11-01\n2026-11-1", Import.Reason.cut("2026-11-1")),
    ("date,value\n2026-11-01,1\n2026-11-1", .cells(1, of: 2)),
    ("2026-11-01,1\n2026-11-12", .cells(1, of: 2)),
  ])
  func aCutLastLineIsNoDay(text: String, reason: Import.Reason) throws {
    let found = try bench.read(text: text)
    #expect(found.studied == [date("2026-11-01")])
    #expect(found.skipped.map(\.reason) == [reason])
  }

  @Test func datesWithTimesAndCompactDatesAreRead() throws {
    #expect(try studied("20261101\n20261102\n") == ["2026-11-01", "2026-11-02"])
    // In Seoul it is another day already.
    let times = [
      "2026-11-01T09:30:00Z": "2026-11-01", "2026-11-01T15:00:00Z": "2026-11-02",
      "2026-11-01 23:59": "2026-11-01", "2026-11-01T23:30:00-08:00": "2026-11-01",
      "2026-11-01 16:00:00.123+00:00": "2026-11-02", "11/20/2026 9:30 PM": "2026-11-20",
      "2026-11-01T23:30:00": "2026-11-01",
    ]
    for (text, day) in times { #expect(try studied(text + "\n") == [day], "\(text)") }
    let found = try bench.read(text: "2026-11-01\n2026-11-02T25:00\n2026-11-02 soon\n20261301\n")
    #expect(found.studied == [date("2026-11-01")])
    #expect(found.skipped.count == 3)
  }

  /// A first line for Excel names the separator.
  @Test func theLineThatNamesTheSeparatorIsPassedOver() throws {
    for text in [
      "sep=;\nDate;Done\n2026-11-01;1\n", "sep=,\r\ndate,value\r\n2026-11-01,1\r\n",
      "\u{feff}\"sep=;\"\n2026-11-01;1\n", "SEP=\t\n2026-11-01\t1\n", "sep=|\n2026-11-01|1\n",
      "sep=;\nDate;Note, short;Done\n2026-11-01;a, b;1\n",
    ] {
      #expect(try studied(text) == ["2026-11-01"], "\(text)")
    }
    let found = try bench.read(text: "sep=;\nDate;Done\n2026-11-01;1\n2026-11-02;maybe\n")
    #expect(found.skipped == [Import.Skipped(.line(4), .unknownValue("maybe"))])
    let bull = "sep=;\nHabitName;CalendarDate;Value\nStudy;2026-11-01;1\n"
    #expect(try bench.read(text: bull).origin == "HabitBull")
  }

  /// As spreadsheets write a day, where the month has a name or a sign.
  @Test(arguments: [
    "20-Nov-26", "20-Nov-2026", "20 Nov 2026", "20 November 2026", "20. Nov. 2026", "20/Nov/2026",
    "Nov 20, 2026", "Nov. 20, 2026", "NOV 20 2026", "November 20, 2026",
    "2026-Nov-20",
    "2026年11月20日", "2026年 11月 20日", "2026년 11월 20일", "2026년11월20일", "Nov 20, 2026 9:30 PM",
    "2026年11月20日 21:30", "20-Nov-26 21:30:00",
  ])
  func aMonthMayHaveAName(written: String) throws {
    let text = "Date;Done\n\(written);1\n\(written.replacing("20", with: "19"));0\n"
    let found = try bench.read(text: text, format: "csv")
    #expect(found.studied == [date("2026-11-20")])
    #expect(found.remarks == [])
    #expect(try studied(written.replacing(",", with: "") + "\n") == ["2026-11-20"])
  }

  @Test(arguments: [
    "20-Nov-262", "Nov 2026", "20-Now-26", "32-Nov-26", "2026年11月20", "2026年13月20日", "Nov 20,",
    "20-Nov", "2026年11月20日 soon", "No 20, 2026", "11-Nov-20-26", "Nov 20, 20", "20 November 20",
  ])
  func whatOnlyLooksLikeADateIsNone(written: String) throws {
    let found = try bench.read(text: "Date;Done\n2026-11-01;1\n\(written);1\n")
    #expect(found.studied == [date("2026-11-01")])
    #expect(found.skipped.map(\.reason) == [.notADate(written)])
  }

  /// What is left of 20-Nov-2026 is another date.
  @Test func aCutDateWithAMonthNameIsNoDay() throws {
    let found = try bench.read(text: "19-Nov-2026\n20-Nov-20")
    #expect(found.studied == [date("2026-11-19")])
    #expect(found.skipped.map(\.reason) == [.cut("20-Nov-20")])
  }

  /// As spreadsheets write yes and no in the languages of Haru.
  @Test(arguments: [
    ("WAHR", "FALSCH"), ("VRAI", "FAUX"), ("VERDADERO", "FALSO"), ("VERO", "FALSO"),
    ("VERDADEIRO", "FALSO"), ("PRAWDA", "FAŁSZ"), ("PRAVDA", "NEPRAVDA"), ("ИСТИНА", "ЛОЖЬ"),
    ("ІСТИНА", "ХИБНІСТЬ"), ("真", "假"), ("참", "거짓"), ("صواب", "خطأ"), ("TRUE", "FALSE"),
  ])
  func theBooleansOfSpreadsheetsAreRead(yes: String, no: String) throws {
    for header in ["Date;Done", "Datum;Gelernt"] {
      let text = "\(header)\n2026-11-01;\(yes)\n2026-11-02;\(no)\n"
      let found = try bench.read(text: text)
      #expect(found.studied == [date("2026-11-01")])
      #expect(found.skipped == [])
    }
  }

  /// As Excel saves “Unicode text”.
  @Test func aTextInUTF16IsRead() throws {
    let text = "Date\tDone\tNote\r\n2026-11-01\t1\t두 쪽 🙂\r\n"
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let path = bench.scratch("utf16.txt")
      let bytes = try #require(("\u{feff}" + text).data(using: encoding))
      try bytes.write(to: URL(fileURLWithPath: path))
      let found = try bench.read(path)
      #expect(found.studied == [date("2026-11-01")])
      #expect(found.notes == [date("2026-11-01"): "두 쪽 🙂"])
      // Half a letter at its end.
      try bytes.dropLast().write(to: URL(fileURLWithPath: path))
      #expect(throws: ImportError.damaged) { try bench.read(path) }
      let half = try #require("\u{feff}2026-11-01,1,🙂".data(using: encoding)).dropLast(2)
      try half.write(to: URL(fileURLWithPath: path))
      #expect(throws: ImportError.damaged) { try bench.read(path) }
    }
  }

  /// A text in SQLite would end there.
  @Test func aNoteLosesNothingBehindANULCharacter() throws {
    let found = try bench.read(text: "2026-11-01,1,\0\n2026-11-02,1,good\0bad\n")
    #expect(found.notes == [date("2026-11-02"): "goodbad"])
  }

  @Test func aHundredThousandRowsAreReadQuickly() throws {
    let rows = (0..<100_000).map {
      "\(days("2020-01-01", 1)[0].advanced(by: $0 % 2000) ?? .earliest),1"
    }
    let found = try bench.read(text: rows.joined(separator: "\n"))
    #expect(found.studied == Set(days("2020-01-01", 2000)))
    #expect(found.duplicates == 98_000)
  }
}

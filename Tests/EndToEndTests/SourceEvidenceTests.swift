import Foundation
import Support
import Testing

/// What is evidence of a day, and of which one (docs/sources.md#what-a-source-may-do).
struct SourceEvidenceTests {
  private let session = Transcript()

  /// A program that tells the day of an instant.
  private static func work(_ instant: Int) -> String {
    """
    #!/bin/sh
    for d in TODAY YESTERDAY; do
      eval "b=\\$HARU_${d}_BEGINS e=\\$HARU_${d}_ENDS n=\\$HARU_$d"
      [ \(instant) -ge $b ] && [ \(instant) -lt $e ] && echo "$n,work"
    done
    true

    """
  }

  private func install(_ script: String, as name: String, in home: Scratch? = nil) throws {
    let home = home ?? session.home
    try home.write(program: script, to: ".config/haru/sources/" + name)
  }

  private func keep(
    _ file: String, _ options: String..., as name: String = "kept"
  ) throws -> Child.Outcome {
    try session.type("haru", ["import", file, "--keep", name] + options)
  }

  /// Writes a collection of Anki anew, whose days begin at an hour, with reviews at some instants.
  private func write(_ reviews: [Int], to file: String, rollover: Int? = nil) throws {
    try? FileManager.default.removeItem(atPath: file)
    let rows = reviews.map { [$0 * 1000, 3, 8000, 1] }
    let made: [String: Any] = ["schema": 18, "reviews": rows]
    try makeAnkiFile(made.merging(rollover.map { ["rollover": $0] } ?? [:]) { $1 }, at: file)
  }

  private func ask() throws -> String { try session.type("haru", "sources", "ask").output }

  private func ask(
    at time: String, in zone: String = "Asia/Seoul", _ home: Transcript? = nil
  ) throws -> String {
    let environment = (home ?? session).environment.merging(["TZ": zone]) { $1 }
    return try environment.haru(at: time, "sources", "ask").output
  }

  private func calendar(_ tasks: String...) -> String {
    let items = tasks.map { "BEGIN:VTODO\n\($0)\nEND:VTODO" }
    return (["BEGIN:VCALENDAR"] + items + ["END:VCALENDAR", ""]).joined(separator: "\n")
  }

  // MARK: The day of an instant

  @Test func theDayOfAnInstantBeginsAsHarusDay() throws {
    try session.type("haru", "config", "set", "Day.starts-at", "03:00")
    try session.home.write(
      calendar("SUMMARY:Study\nCOMPLETED:20261118T120000Z"), to: "t.ics")
    let kept = try session.environment.haru(
      at: "2026-11-19 09:00:00", "import", session.home("t.ics"), "--keep", "kept")
    #expect(kept.status == 0, "\(kept)")
    // At 01:30 in Seoul, and at midnight, which is how some programs write a day.
    try session.home.write(
      calendar(
        "SUMMARY:Study\nCOMPLETED:20261118T120000Z", "SUMMARY:Study\nCOMPLETED:20261119T163000Z"),
      to: "t.ics")
    #expect(try ask() == "kept · 2026-11-19 · marked: 2026-11-19\n")
    let midnights = try session.home.write("date\n2026-11-16T15:00:00Z\n", to: "m.csv")
    #expect(try session.type("haru", "import", midnights).status == 0)
    let days = try session.type("haru", "export", "--format", "csv").output
    #expect(days.contains("2026-11-17,1") && !days.contains("2026-11-16,1"), "\(days)")
  }

  @Test func anotherStartOfTheDayMakesNoSecondDay() throws {
    try install(Self.work(1_795_105_800), as: "work")  // 01:30 on the 20th in Seoul.
    #expect(try ask().contains("marked: 2026-11-20\n"))
    try session.type("haru", "config", "set", "Day.starts-at", "03:00")
    #expect(try !ask().contains("marked"))
  }

  @Test func evidenceThatAnotherMachineHasToldMakesNoSecondDay() throws {
    let (folder, other) = (Scratch(), Transcript())
    for each in [session, other] {
      #expect(try each.type("haru", "sync", "on", "--join", folder.path).status == 0)
      try install(Self.work(1_795_129_200), as: "work", in: each.home)
    }
    #expect(try ask().contains("marked: 2026-11-20\n"))
    try session.type("haru", "sync", "now")
    #expect(try other.type("haru", "sources", "ask").output == "work · 2026-11-20: work\n")
    let west = try ask(at: "2026-11-19 20:00:00", in: "America/Los_Angeles", other)
    #expect(!west.contains("marked"), "\(west)")
  }

  @Test func evidenceOfAClearedDayMakesNoSecondDay() throws {
    try install(Self.work(1_795_129_200), as: "work")
    try session.type("haru", "mark")
    try session.type("haru", "unmark")
    #expect(try ask().contains("not marked again"))
    let west = try ask(at: "2026-11-19 20:00:00", in: "America/Los_Angeles")
    #expect(!west.contains(" marked: "), "\(west)")
  }

  @Test func aJourneyWithinAnOffsetLosesNoDay() throws {
    try install("#!/bin/sh\necho \"$HARU_TODAY\"\n", as: "work")
    #expect(try ask(at: "2026-03-29 01:10:00", in: "Europe/Berlin").contains("marked: 2026-03-29"))
    #expect(try ask(at: "2026-03-30 12:10:00", in: "Europe/Paris").contains("marked: 2026-03-30"))
  }

  // MARK: What a file says

  /// A program is asked in a process of its own, and that may be all that is left of the asking.
  @Test func whatIsMarkedIsNotedBefore() throws {
    try install(Self.work(1_795_129_200), as: "work")
    try session.type("haru", "sources", "take", "work")
    let west = try ask(at: "2026-11-19 20:00:00", in: "America/Los_Angeles")
    #expect(west == "work · what it may not mark: 2026-11-19\n")
  }

  /// The row is judged once, also where its mark is taken back.
  @Test func anUndoIsNoReasonForAnotherDay() throws {
    let file = session.home("collection.anki2")
    // 14:00 on the 18th, and 10:00 on the 20th, when it is the 19th in Los Angeles.
    try write([1_794_978_000], to: file)
    #expect(try keep(file).status == 0)
    try write([1_794_978_000, 1_795_136_400], to: file)
    let east = try ask(at: "2026-11-20 10:30:00")
    #expect(east.contains("marked: 2026-11-20"), "\(east)")
    try session.type("haru", "undo")
    let west = try ask(at: "2026-11-19 22:00:00", in: "America/Los_Angeles")
    #expect(!west.contains("marked"), "\(west)")
  }

  @Test func aPlanInATableIsNoEvidence() throws {
    try session.home.write("date\n2026-11-19\n2026-11-21\n2026-11-22\n", to: "days.csv")
    #expect(try keep(session.home("days.csv")).status == 0)
    let planned = try ask(at: "2026-11-21 09:30:00")
    #expect(planned == "kept · stood there before it began, no evidence: 2026-11-21\n")
    // The same row, when it has come back.
    try session.home.write("date\n2026-11-19\n", to: "days.csv")
    _ = try ask(at: "2026-11-22 09:30:00")
    try session.home.write("date\n2026-11-19\n2026-11-22\n", to: "days.csv")
    #expect(try ask(at: "2026-11-22 10:30:00") == "kept · 2026-11-22 · marked: 2026-11-22\n")
  }

  /// In the evening a row is written for the next day, after Haru has asked for the last time.
  @Test func aPlanThatIsWrittenLateIsNoEvidence() throws {
    func write(_ rows: String, _ time: Int) throws {
      try session.home.write("date,value\n" + rows, to: "days.csv", at: time)
    }
    try write("2026-11-19,1\n", 1_795_132_800)
    #expect(try keep(session.home("days.csv")).status == 0)
    // 22:00 in Seoul.
    try write("2026-11-19,1\n2026-11-21,1\n2026-11-22,1\n", 1_795_179_600)
    let planned = try ask(at: "2026-11-21 09:30:00")
    #expect(planned == "kept · stood there before it began, no evidence: 2026-11-21\n")
    // The row of the next day too was there before, whatever is written below it.
    try write("2026-11-19,1\n2026-11-21,1\n2026-11-22,1\n2026-11-20,1\n", 1_795_305_600)
    #expect(try !ask(at: "2026-11-22 10:30:00").contains("marked"))
  }

  /// The command that keeps a file is repeated: its days are imported, and its plans are none.
  @Test func aPlanThatIsKeptAgainIsNoEvidence() throws {
    let rows = "date,value\n2026-11-19,1\n2026-11-21,1\n"
    func write(_ time: Int) throws -> String {
      try session.home.write(rows, to: "days.csv", at: time)
    }
    func keepAgain(at time: String) throws -> String {
      let words = ["import", session.home("days.csv"), "--keep", "kept"]
      return try session.environment.haru(at: time, words).output
    }
    #expect(try keep(write(1_795_132_800)).status == 0)
    let said = "stood there before it began, no evidence: 2026-11-21\n"
    #expect(try keepAgain(at: "2026-11-21 08:00:00").hasSuffix(said))
    // Now it is changed on that day, for another reason.
    _ = try write(1_795_219_200)
    #expect(try ask(at: "2026-11-21 09:30:00") == "kept · " + said)
    #expect(try keepAgain(at: "2026-11-21 10:00:00").hasSuffix(said))
    #expect(try ask(at: "2026-11-21 10:30:00") == "kept · " + said)
  }

  /// A program may empty its file before it writes the rows again.
  @Test func aTableThatIsEmptyForAMomentKeepsItsPlans() throws {
    let rows = "date,value\n2026-11-19,1\n2026-11-21,1\n"
    let file = try session.home.write(rows, to: "days.csv")
    #expect(try keep(file).status == 0)
    try session.home.write("date,value\n", to: "days.csv")
    _ = try ask(at: "2026-11-20 20:00:00")
    try session.home.write(rows, to: "days.csv")
    #expect(try !ask(at: "2026-11-21 09:30:00").contains("marked"))
  }

  @Test func columnsInAnotherCaseAreTheSame() throws {
    let file = try session.home.write("date,value\n2026-11-19,1\n", to: "days.csv")
    #expect(try keep(file).status == 0)
    try session.home.write("Date,VALUE\n2026-11-20,1\n", to: "days.csv")
    #expect(try ask().contains("marked: 2026-11-20"))
  }

  /// What is printed keeps the file by the options that it was kept with.
  @Test func otherColumnsAreKeptByTheCommandThatIsPrinted() throws {
    let file = try session.home.write(
      "date,mood,minutes\n2026-11-19,1,9\n", to: "my days/it's.csv")
    #expect(try keep(file, "--column", "minutes").status == 0)
    try session.home.write("day,mood,minutes\n2026-11-20,1,9\n", to: "my days/it's.csv")
    let told = try ask()
    let command = try #require(told.firstRange(of: "haru import --keep")).lowerBound
    let line = told[command...].trimmingCharacters(in: .newlines)
    let script = line.replacing("haru", with: "'\(Built.product("haru"))'", maxReplacements: 1)
    let run = try Child.run(
      FakeTime.words(at: "2026-11-20 12:30:00") + ["sh", "-c", script],
      environment: session.environment)
    #expect(run.status == 0, "\(told) \(run)")
    #expect(try ask() == "kept · 2026-11-20\n")
  }

  /// Anki's next day has begun at midnight, and that of Haru at four.
  @Test func whatHasHappenedIsNoPlan() throws {
    let file = session.home("collection.anki2")
    try session.type("haru", "config", "set", "Day.starts-at", "04:00")
    // 10:00 on the 19th, 00:30 on the 21st, and 09:00 then.
    try write([1_795_050_000, 1_795_188_600], to: file, rollover: 0)
    #expect(try keep(file).status == 0)
    _ = try ask(at: "2026-11-21 00:40:00")
    #expect(
      try ask(at: "2026-11-21 04:10:00") == "kept · 2026-11-21: 1 review · marked: 2026-11-21\n")
    let table = try session.home.write("date,value\n2026-11-19,1\n", to: "days.csv")
    #expect(try keep(table, as: "table").status == 0)
    try session.home.write("date,value\n2026-11-19,1\n2026-11-22,1\n", to: "days.csv")
    _ = try ask(at: "2026-11-22 00:40:00")
    #expect(
      try ask(at: "2026-11-22 09:00:00").contains("table · 2026-11-22 · marked: 2026-11-22\n"))
  }

  /// What is read later is read as it was when the user looked at it.
  @Test(arguments: [
    ("date,value\n2026-11-19,1\n", "date,planned\n2026-11-20,1\n"),
    ("date,value\n2026-11-19,1\n", "date,status,value\n2026-11-20,ok,0\n"),
    ("date,done\n2026-11-19,1\n", "date,value\n2026-11-20,72.5\n"),
    ("date,value\n2026-11-19,1\n", "date\n2026-11-20\n"),
    ("date\n2026-11-19\n", "date,planned\n2026-11-20,1\n"),
    ("date,value\n2026-11-19,1\n", "day,date,value\n2026-11-20,2026-11-01,1\n"),
    ("date,value\n2026-11-19,1\n", "date,habit,value\n2026-11-20,Run,1\n"),
    ("2026-11-19,1,note\n", "date,mood,note\n2026-11-20,5,x\n"),
    ("Name,Date\nRead,2026-11-19\n", "Name,Date,Planned\nRead,2026-11-20,Yes\n"),
  ])
  func otherColumnsAreNoEvidence(kept: String, later: String) throws {
    let file = try session.home.write(kept, to: "days.csv")
    #expect(try keep(file).status == 0)
    try session.home.write(later, to: "days.csv")
    let answer = try ask()
    #expect(!answer.contains("marked"), "\(answer)")
    #expect(
      answer.contains("haru import --keep kept --format csv") || answer.contains("no such column"))
    // The columns stay those that were kept, also after it has failed.
    #expect(try ask() == answer)
    try session.home.write(kept.replacing("-19", with: "-20"), to: "days.csv")
    #expect(try ask().contains("marked: 2026-11-20"))
  }

  /// A table of Loop without the name of a habit, and then one of another habit.
  @Test func anotherHabitOfLoopIsNoEvidence() throws {
    let file = try session.home.write(
      "Date,Value\n2026-11-19,YES_MANUAL\n2026-11-18,YES_MANUAL\n", to: "x.csv")
    #expect(try keep(file).status == 0)
    try session.home.write("Date,Smoking,\n2026-11-20,2,\n2026-11-19,-1,\n", to: "x.csv")
    #expect(try !ask().contains("marked"))
  }

  @Test func anotherFileOfAFolderIsNoEvidence() throws {
    try session.home.write("date,done\n2026-11-19,yes\n", to: "d/study.csv")
    #expect(try keep(session.home("d")).status == 0)
    try FileManager.default.removeItem(atPath: session.home("d/study.csv"))
    try session.home.write("date,done\n2026-11-20,yes\n", to: "d/smoking.csv")
    #expect(try !ask().contains("marked"))
  }

  @Test func aLineThatIsChangedByHandIsReadAnew() throws {
    let file = try session.home.write("date,read,planned\n2026-11-19,1,1\n", to: "days.csv")
    #expect(try keep(file, "--column", "planned").status == 0)
    let list = ".config/haru/sources.conf"
    let line = try session.home.read(list).replacing("planned", with: "read")
    try session.home.write(line, to: list)
    try session.home.write("date,read,planned\n2026-11-20,1,0\n", to: "days.csv")
    #expect(try ask() == "kept · 2026-11-20 · marked: 2026-11-20\n")
  }

  @Test func anotherHabitIsNoEvidence() throws {
    try session.home.write(
      calendar("SUMMARY:Study\nCOMPLETED:20261118T120000Z"), to: "t.ics")
    #expect(try keep(session.home("t.ics"), as: "tasks").status == 0)
    try session.home.write(
      calendar("SUMMARY:Milk\nCOMPLETED:20261120T000000Z"), to: "t.ics")
    try session.home.write("date,pages\n2026-11-18,3\n", to: "t.csv")
    #expect(try keep(session.home("t.csv"), as: "pages").status == 0)
    try session.home.write("date,weight\n2026-11-20,70\n", to: "t.csv")
    let asked = try ask()
    #expect(asked.contains("tasks · ") && asked.contains("Study"), "\(asked)")
    #expect(asked.contains("pages · ") && asked.contains("weight"), "\(asked)")
    #expect(!asked.contains("marked"), "\(asked)")
    let list = try session.home.read(".config/haru/sources.conf")
    #expect(list.contains("tasks=--format ics --habit Study -- "), "\(list)")
    #expect(list.contains("pages=--format csv --column pages -- "), "\(list)")
  }

  @Test func aListOfOpenTasksIsKept() throws {
    try session.home.write(calendar("SUMMARY:Study"), to: "t.ics")
    let kept = try keep(session.home("t.ics"))
    #expect(kept.status == 0, "\(kept)")
    try session.home.write(
      calendar("SUMMARY:Study\nCOMPLETED:20261120T000000Z"), to: "t.ics")
    #expect(try ask() == "kept · 2026-11-20 · marked: 2026-11-20\n")
  }

  // MARK: Plans

  /// A row that was written in the evening before, in a file of a folder: the folder itself tells no time.
  @Test func aPlanInAFolderIsNoEvidence() throws {
    let rows = "date,done\n2026-11-10,yes\n"
    try session.home.write(rows, to: "plans/days.csv")
    #expect(try keep(session.home("plans")).status == 0)
    let evening = 1_795_086_000  // 20:00 on November 19 in Seoul
    try session.home.write(rows + "2026-11-20,yes\n", to: "plans/days.csv", at: evening)
    #expect(
      try ask(at: "2026-11-20 00:00:05")
        == "kept · stood there before it began, no evidence: 2026-11-20\n")
    // The file was changed on the day, and the plan stands there still.
    try session.home.write(rows + "2026-11-20,yes\n", to: "plans/days.csv")
    #expect(try !ask(at: "2026-11-20 21:00:00").contains("marked"))
  }

  /// Another option makes no evidence of a day that was planned.
  @Test func aChangedLineForgetsNoPlan() throws {
    try session.home.write("date,done\n2026-11-10,yes\n2026-11-21,yes\n", to: "days.csv")
    #expect(try keep(session.home("days.csv")).status == 0)
    let list = try session.home.read(".config/haru/sources.conf")
    try session.home.write(
      list.replacingOccurrences(of: "--format csv ", with: ""), to: ".config/haru/sources.conf")
    #expect(
      try ask(at: "2026-11-21 09:00:00")
        == "kept · stood there before it began, no evidence: 2026-11-21\n")
  }

  /// Neither does a path that is spelled otherwise, nor a program that had its name for a while.
  @Test(arguments: ["path", "program"])
  func aPlanIsForgottenByNothing(way: String) throws {
    try session.home.write("date,done\n2026-11-10,yes\n2026-11-21,yes\n", to: "days.csv")
    #expect(try keep(session.home("days.csv")).status == 0)
    if way == "path" {
      let list = try session.home.read(".config/haru/sources.conf")
      try session.home.write(
        list.replacing("/days.csv", with: "//./days.csv"), to: ".config/haru/sources.conf")
    } else {
      try install("#!/bin/sh\n", as: "kept")
      #expect(try ask() == "kept · nothing new about today or yesterday\n")
      try FileManager.default.removeItem(atPath: session.home(".config/haru/sources/kept"))
    }
    #expect(
      try ask(at: "2026-11-21 09:00:00")
        == "kept · stood there before it began, no evidence: 2026-11-21\n")
  }

  /// A row of Seoul, read in Berlin, where that day has not begun: 04:00 on the 21st is 20:00 on the 20th.
  @Test(arguments: ["csv", "csv (GMT+9)", "habitkit"])
  func aTimeThatHasPassedIsNoPlan(format: String) throws {
    func write(_ withNew: Bool) throws {
      let times = ["2026-11-18T19:00:00", "2026-11-20T19:00:00"].prefix(withNew ? 2 : 1)
      let local = ["2026-11-19T04:00:00", "2026-11-21T04:00:00"].prefix(withNew ? 2 : 1)
      let text =
        switch format {
        case "csv": "date,value\n" + local.map { $0 + "+09:00,1\n" }.joined()
        case "csv (GMT+9)": "date,value\n" + local.map { $0 + " (GMT+9),1\n" }.joined()
        default:
          #"{"habits":[{"id":"a","name":"Study"}],"intervals":[],"completions":["#
            + times.map {
              #"{"habitId":"a","date":"\#($0).000Z","timezoneOffsetInMinutes":540}"#
            }.joined(separator: ",") + "]}"
        }
      try session.home.write(text, to: "days", at: withNew ? 1_795_203_000 : 1_795_100_000)
    }
    try write(false)
    let berlin = session.environment.merging(["TZ": "Europe/Berlin"]) { $1 }
    let kept = try berlin.haru(
      at: "2026-11-20 12:00:00", "import", session.home("days"), "--keep", "kept")
    #expect(kept.status == 0, "\(kept)")
    // 20:30 in Berlin.
    try write(true)
    #expect(try !ask(at: "2026-11-20 20:31:00", in: "Europe/Berlin").contains("marked"))
    let next = try ask(at: "2026-11-21 09:00:00", in: "Europe/Berlin")
    #expect(next == "kept · 2026-11-21 · marked: 2026-11-21\n")
  }

  /// They share what is known of the zones of their kind.
  @Test func filesOfOneKindDoNotGetInEachOthersWay() throws {
    let names = ["a", "b", "c", "d"]
    for name in names {
      try session.home.write("date\n2026-11-10T03:00:00Z\n", to: name + ".csv")
      #expect(try keep(session.home(name + ".csv"), as: name).status == 0)
    }
    for day in 20...23 {
      for (minute, name) in names.enumerated() {
        let row = "2026-11-\(day)T01:0\(minute):00Z\n"
        try session.home.write(
          try session.home.read(name + ".csv") + row, to: name + ".csv")
      }
      let asked = try ask(at: "2026-11-\(day) 12:00:00")
      #expect(asked.matches(of: /· 2026-11-\d\d/).count == 4, "\(asked)")
    }
  }

  // MARK: What a program prints

  @Test(arguments: [
    "printf 'day,value\\n%s,0\\n' \"$HARU_TODAY\"",
    "printf '\"date\",\"value\"\\n%s,0\\n' \"$HARU_TODAY\"",
    "printf '\\ndate,value\\n%s,0\\n' \"$HARU_TODAY\"",
    "printf ' date,value\\n%s,0\\n' \"$HARU_TODAY\"",
  ])
  func aHeaderTellsWhatAValueMeans(script: String) throws {
    try install("#!/bin/sh\n\(script)\n", as: "diary")
    #expect(try ask() == "diary · nothing new about today or yesterday\n")
  }

  /// A program whose day begins before Haru's names a day that lies ahead, which is no fault of its lines.
  @Test func aDayThatLiesAheadIsWithheld() throws {
    try install("#!/bin/sh\necho 2026-11-21,a page\n", as: "diary")
    let asked = try session.type("haru", "sources", "ask")
    #expect(asked.status == 0 && asked.output == "diary · what it may not mark: 2026-11-21\n")
  }

  @Test func aWordBeforeTheDaysIsNoHeader() throws {
    try install("#!/bin/sh\necho date: unknown; echo \"$HARU_TODAY,date\"\n", as: "diary")
    #expect(try ask() == "diary · 2026-11-20: date · marked: 2026-11-20\n")
  }

  @Test func whatIsBelowTheLimitIsRead() throws {
    try install(
      "#!/bin/sh\necho \"$HARU_TODAY,\"; head -c 65523 /dev/zero | tr '\\0' '\\n'\n", as: "lines")
    try install(
      "#!/bin/sh\nfor i in $(seq 20); do head -c 2049 /dev/zero >&2; done; echo \"$HARU_TODAY\"\n",
      as: "loud")
    let asked = try ask()
    #expect(asked.contains("lines · 2026-11-20") && asked.contains("loud · 2026-11-20"), "\(asked)")
  }

  // MARK: What is said of sources

  @Test func whatWasNotAskedIsNotSaidToWork() throws {
    try install("#!/bin/sh\n", as: "new")
    try session.home.write(
      "[Files]\nopen=-- '/a\nshort=/nothing/a.csv\nhelp=--help\nrelative=-- a.csv\n",
      to: ".config/haru/sources.conf")
    let told = try session.type("haru", "doctor").output
    #expect(told.contains("• the source new was not asked yet"), "\(told)")
    for name in ["open", "help", "relative"] {
      #expect(told.contains("✗ source: \(name) · "), "\(told)")
    }
    #expect(!told.contains("✓ source"), "\(told)")
  }

  @Test(.enabled(if: getuid() != 0))
  func aFolderOfProgramsThatCannotBeReadIsNamed() throws {
    try install("#!/bin/sh\n", as: "diary")
    let folder = session.home(".config/haru/sources")
    for mode: mode_t in [0o000, 0o444] {
      chmod(folder, mode)
      defer { chmod(folder, 0o700) }
      for words in [["sources"], ["sources", "ask", "diary"]] {
        let run = try session.type("haru", words)
        #expect(run.status != 0 && run.errors.contains(folder), "\(run)")
      }
      #expect(try session.type("haru", "doctor").output.contains("✗ \(folder)"))
    }
  }

  @Test func aCollectionThatIsKeptByALinkIsNotOffered() throws {
    let file = ".local/share/Anki2/User 1/collection.anki2"
    try session.home.write("no database", to: file)
    try session.home.link("link", to: session.home(".local/share/Anki2"))
    for line in [
      "'\(session.home(file))' --reviews 20", "'\(session.home("link"))/User 1/collection.anki2'",
    ] {
      try session.home.write("[Files]\nanki=\(line)\n", to: ".config/haru/sources.conf")
      #expect(try !session.type("haru", "sources").output.contains("haru import"))
    }
  }
}

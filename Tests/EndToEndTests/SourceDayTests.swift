import Foundation
import Support
import Testing

/// Which days sources mark, and that none of theirs is missed (docs/sources.md#what-a-source-may-do).
struct SourceDayTests {
  private let session = Transcript()

  private static let says = "#!/bin/sh\necho \"$HARU_TODAY\"\n"

  /// Makes a program a source.
  private func install(
    _ script: String = says, as name: String = "git", in home: Scratch? = nil
  ) throws {
    let home = home ?? session.home
    try home.write(program: script, to: ".config/haru/sources/" + name)
  }

  private func type(_ words: String..., at time: String) throws -> Child.Outcome {
    try session.environment.haru(at: time, words)
  }

  private var marks: [String] {
    get throws {
      try type("export", "--format", "csv", at: "2031-11-20 09:30:00").output
        .split(whereSeparator: \.isNewline).filter { $0.hasPrefix("20") }
        .filter { $0.split(separator: ",", omittingEmptySubsequences: false)[1] == "1" }
        .map { String($0.prefix(10)) }
    }
  }

  private func ask() throws -> String { try session.type("haru", "sources", "ask").output }

  private func append(_ line: String, to path: String) throws {
    try session.home.write(try session.home.read(path) + line + "\n", to: path)
  }

  // MARK: Several machines

  @Test func whatWasClearedElsewhereIsKnownBeforeASourceIsAsked() throws {
    let (folder, other) = (Scratch(), Transcript())
    for each in [session, other] {
      #expect(try each.type("haru", "sync", "on", "--join", folder.path).status == 0)
    }
    try other.type("haru", "mark", "today")
    try other.type("haru", "unmark", "today")
    #expect(try other.type("haru", "sync", "now").status == 0)
    try install()
    #expect(
      try ask() == "git · 2026-11-20 · Cleared before, not marked again: 2026-11-20\n")
    #expect(try marks == [])
  }

  /// Nobody has travelled: what it says is other evidence.
  @Test func aSourceOfTheSameNameOnAnotherMachineIsAnother() throws {
    let (folder, other) = (Scratch(), Transcript())
    for each in [session, other] {
      #expect(try each.type("haru", "sync", "on", "--join", folder.path).status == 0)
    }
    try install(in: other.home)
    let server = other.environment.merging(["TZ": "UTC"]) { $1 }
    for words in [["sources", "ask"], ["sync", "now"]] {
      try server.haru(at: "2026-11-19 20:00:00", words).succeeded()
    }
    // This day begins at 15:00 of the other one.
    try install()
    #expect(try ask() == "git · 2026-11-20 · marked: 2026-11-20\n")
    #expect(try marks == ["2026-11-19", "2026-11-20"])
  }

  // MARK: What is no evidence

  private func calendar(_ items: String...) -> String {
    let lines = items.flatMap { ["BEGIN:" + $0, "END:" + $0.prefix { $0 != "\n" }] }
    return (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\n")
  }

  @Test func aPlanIsNoEvidence() throws {
    let event = "VEVENT\nSUMMARY:Study\nDTSTART;TZID=Asia/Seoul:20261120T230000"
    func task(_ date: String) -> String {
      "VTODO\nSUMMARY:Study\nDUE:20261120T230000Z\nCOMPLETED:\(date)T000000Z"
    }
    try session.home.write(calendar(event), to: "c.ics")
    let plan = try session.type("haru", "import", session.home("c.ics"), "--keep", "cal")
    #expect(plan.status == 65 && plan.output.contains("line 2: "), "\(plan)")
    #expect(try marks == [])

    try session.home.write(calendar(task("20261101"), event), to: "c.ics")
    try session.type("haru", "import", session.home("c.ics"), "--keep", "cal").succeeded()
    #expect(try marks == ["2026-11-01"])
    #expect(try ask() == "cal · nothing new about today or yesterday\n")
    try session.home.write(
      calendar(task("20261101"), event, task("20261120")), to: "c.ics")
    #expect(try ask() == "cal · 2026-11-20 · marked: 2026-11-20\n")
    // Whoever imports once means what is there.
    try session.home.write(calendar(event), to: "c.ics")
    #expect(try session.type("haru", "import", session.home("c.ics")).status == 0)
  }

  /// What nothing decides would be another day when there are more rows.
  @Test func aGuessOfTheOrderOfDayAndMonthIsNoEvidence() throws {
    let file = try session.home.write("date,studied\n11/11/2026,1\n12/11/2026,1\n", to: "gb.csv")
    let kept = try session.type("haru", "import", file, "--keep", "gb")
    #expect(kept.status == 65 && kept.errors.contains("2026-11-27"), "\(kept)")
    #expect(try marks == [])
    try session.home.write("[Files]\ngb=-- '\(file)'\n", to: ".config/haru/sources.conf")
    try install("#!/bin/sh\necho 11/12/2026\n")
    _ = try type("sources", "ask", at: "2026-11-13 09:00:00")
    let asked = try type("sources", "ask", at: "2026-12-11 09:00:00")
    #expect(asked.status == 1, "\(asked)")
    #expect(asked.output.contains("first: \(file); a source needs"), "\(asked)")
    #expect(try marks == [])

    // The thirteenth decides, and so do dots.
    try session.home.write("date\n13/11/2026\n20/11/2026\n", to: "gb.csv")
    #expect(try ask().contains("gb · 2026-11-20 · marked: 2026-11-20\n"))
    try session.home.write("date\n11.12.2026\n10.12.2026\n", to: "gb.csv", at: 1_796_943_600)
    let dotted = try type("sources", "ask", at: "2026-12-11 09:00:00")
    #expect(dotted.output.contains("marked: 2026-12-10, 2026-12-11\n"), "\(dotted)")
  }

  @Test func whatWasClearedStaysSoWhenAFileIsKept() throws {
    let file = try session.home.write("date\n2026-11-02\n", to: "a.csv")
    try session.type("haru", "import", file, "--keep", "csv")
    for day in ["2026-11-05", "2026-11-20"] {
      try session.type("haru", "mark", day)
      try session.type("haru", "unmark", day)
      try append(day, to: "a.csv")
    }
    let again = try session.type("haru", "import", file, "--keep", "csv")
    #expect(again.output.contains("not marked again: 2 days\n"), "\(again)")
    #expect(
      try ask() == "csv · 2026-11-20 · Cleared before, not marked again: 2026-11-20\n")
    #expect(try marks == ["2026-11-02"])
    let looked = try session.type("haru", "sources").output
    #expect(
      looked.contains("now: 2026-11-20 · Cleared before, not marked again: 2026"), "\(looked)")
  }

  /// Also by *Undo* of what a source has said; but who undoes an import may begin anew.
  @Test func whatWasUndoneStaysSoUnlessItWasAnImport() throws {
    let file = try session.home.write("date\n2026-11-02\n", to: "a.csv")
    try session.type("haru", "import", file, "--keep", "csv")
    try append("2026-11-20", to: "a.csv")
    #expect(try ask() == "csv · 2026-11-20 · marked: 2026-11-20\n")
    try session.type("haru", "undo")
    let later = try type("import", file, "--keep", "csv", at: "2026-11-25 09:00:00")
    #expect(later.output.contains("not marked again: 1 day\n"), "\(later)")
    #expect(try marks == ["2026-11-02"])
    let other = try session.home.write("date\n2026-11-03\n2026-11-04\n", to: "b.csv")
    try session.type("haru", "import", other, "--keep", "other")
    try session.type("haru", "undo")
    #expect(try marks == ["2026-11-02"])
    try session.type("haru", "import", other, "--keep", "other")
    #expect(try marks == ["2026-11-02", "2026-11-03", "2026-11-04"])
  }

  // MARK: From which day on

  @Test func aClockThatWasAheadSilencesNoSource() throws {
    try install()
    let file = try session.home.write("date\n2026-11-02\n", to: "a.csv")
    _ = try type("sources", "ask", at: "2031-06-01 10:00:00")
    _ = try type("import", file, "--keep", "csv", at: "2031-06-01 10:00:00")
    try session.type("haru", "unmark", "2031-06-01")
    try append("2026-11-20", to: "a.csv")
    let listed = try session.type("haru", "sources").output
    #expect(listed.matches(of: /would say now: 2026-11-20/).count == 2, "\(listed)")
    #expect(try ask().contains("marked: 2026-11-20\n"))
    #expect(try ask().contains("csv · 2026-11-20\n"))
  }

  @Test func aSourceThatWasAwayIsNoNewOne() throws {
    try install("#!/bin/sh\necho \"$HARU_YESTERDAY\"\n", as: "late")
    try install("#!/bin/sh\n", as: "other")
    let path = session.home(".config/haru/sources/late")
    _ = try type("sources", "ask", at: "2026-11-18 09:00:00")
    try FileManager.default.moveItem(atPath: path, toPath: session.home("away"))
    _ = try type("sources", "ask", at: "2026-11-20 02:00:00")
    try FileManager.default.moveItem(atPath: session.home("away"), toPath: path)
    #expect(try ask().hasPrefix("late · 2026-11-19 · marked: 2026-11-19\n"))
  }

  @Test func keepingAFileAgainForgetsNoYesterday() throws {
    let file = try session.home.write("date\n2026-11-02\n", to: "a.csv")
    _ = try type("import", file, "--keep", "csv", at: "2026-11-18 09:00:00")
    _ = try type("import", file, "--keep", "csv", at: "2026-11-20 00:10:00")
    try append("2026-11-19", to: "a.csv")
    #expect(try ask() == "csv · 2026-11-19 · marked: 2026-11-19\n")
  }

  // MARK: A file that has changed

  @Test func aDatabaseBehindALinkIsReadWhileItIsOpen() throws {
    let (file, link) = (session.home("collection.anki2"), session.home("link.anki2"))
    try makeAnkiFile(["schema": 18, "reviews": [[1_793_500_000_000, 3, 5000, 1]]], at: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    let writer = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("PRAGMA journal_mode=WAL")
      c.execute("UPDATE col SET mod = mod + 1")
      print("open", flush=True)
      sys.stdin.readline()
      c.execute("INSERT INTO revlog VALUES (?,1,0,3,1,1,2500,4000,1)", (1795129200000,))
      print("written", flush=True)
      sys.stdin.read()
      """
    let open = try Child("python3", ["-c", writer, file])
    #expect(try open.line() == "open")
    try session.type("haru", "import", link, "--keep", "anki")
    #expect(try ask() == "anki · nothing new about today or yesterday\n")
    try open.send("")
    #expect(try open.line() == "written")
    #expect(try ask() == "anki · 2026-11-20: 1 review · marked: 2026-11-20\n")
    try open.terminate()
  }

  @Test func aFolderIsReadAgainWhenAFileInItHasChanged() throws {
    try session.home.write("date\n2026-11-02\n", to: "folder/s.csv")
    try session.type("haru", "import", session.home("folder"), "--keep", "folder")
    #expect(try ask() == "folder · nothing new about today or yesterday\n")
    try append("2026-11-20", to: "folder/s.csv")
    #expect(try ask() == "folder · 2026-11-20 · marked: 2026-11-20\n")
  }

  /// A backup in place of a lost store does not have what was read.
  ///
  /// In place of a sound one it clears the day.
  @Test func aFileIsReadAgainForAStoreThatDoesNotHaveItsDays() throws {
    let file = try session.home.write("date\n2026-11-02\n", to: "a.csv")
    try session.type("haru", "import", file, "--keep", "csv")
    let backup = session.home("backup.sqlite")
    try FileManager.default.copyItem(
      atPath: session.home(".local/share/haru/haru.sqlite"), toPath: backup)
    try append("2026-11-20", to: "a.csv")
    #expect(try ask().hasSuffix("marked: 2026-11-20\n"))
    try FileManager.default.removeItem(atPath: session.home(".local/share/haru/haru.sqlite"))
    #expect(try session.type("haru", "store", "restore", backup).status == 0)
    #expect(try marks == ["2026-11-02"])
    #expect(try ask().hasSuffix("marked: 2026-11-20\n"))
  }

  @Test func aFileIsReadAgainWithOtherWords() throws {
    let file = try session.home.write("date,a,b\n2026-11-02,1,1\n2026-11-20,0,1\n", to: "a.csv")
    try session.type("haru", "import", file, "--column", "a", "--keep", "csv")
    #expect(try ask() == "csv · nothing new about today or yesterday\n")
    try session.home.write(
      "[Files]\ncsv=--column b -- '\(file)'\n", to: ".config/haru/sources.conf")
    #expect(try ask() == "csv · 2026-11-20 · marked: 2026-11-20\n")
  }

  // MARK: What this machine knows of them

  private static let notes = ".local/share/haru/sources.json"

  /// A collection on a slow disk may take longer than a source has.
  @Test func noCopyStaysOfAFileWhoseReadingIsEnded() throws {
    let (file, copies) = (session.home("collection.anki2"), try session.home.makeFolder("copies"))
    try makeAnkiFile(["schema": 18, "reviews": [[1_795_050_000_000, 3, 8000, 1]]], at: file)
    try session.type("haru", "import", file, "--keep", "anki")
    // Such a copy takes long enough to be met.
    truncate(file, 1 << 28)
    let asking = try Child(
      Built.product("haru"), ["sources", "ask"],
      environment: session.environment.merging(["TMPDIR": copies]) { $1 })
    func copied() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: copies).filter { $0.hasSuffix("/copy") }
    }
    while try copied().isEmpty {}
    for child in asking.children { kill(child, SIGKILL) }
    #expect(try asking.wait(within: .seconds(30)) == .exited(1))
    #expect(try names(in: copies) == [])
  }

  @Test func aHookHearsOnceOfADayThatTwoSourcesMark() throws {
    mkfifo(session.home("heard"), 0o600)
    for hook in ["studied", "unstudied"] {
      try session.home.write(
        program: "#!/bin/sh\necho \(hook) >'\(session.home("heard"))'\n",
        to: ".config/haru/hooks/" + hook)
    }
    let heard = try Child("sh", ["-c", "exec cat <>\"$0\"", session.home("heard")])
    for name in ["anki", "git", "other"] { try install(as: name) }
    #expect(try ask().contains("marked: 2026-11-20"))
    #expect(try heard.line() == "studied")
    try session.type("haru", "unmark")
    #expect(try heard.line() == "unstudied")
    try heard.terminate()
  }

  /// A journey could put another day over the evidence of one that was not noted.
  @Test func aProgramMarksNothingThatCannotBeNoted() throws {
    try install()
    try session.home.write("date\n2026-11-18\n", to: "days.csv")
    try session.type("haru", "import", session.home("days.csv"), "--keep", "kept")
    try session.home.write("date\n2026-11-18\n2026-11-20\n", to: "days.csv")
    try? FileManager.default.removeItem(atPath: session.home(Self.notes))
    try session.home.makeFolder(Self.notes)
    let asked = try session.type("haru", "sources", "ask")
    #expect(asked.output.contains("kept · 2026-11-20 · marked: 2026-11-20\n"), "\(asked)")
    #expect(asked.output.contains("git · \(session.home(Self.notes)): "), "\(asked)")
    #expect(asked.status == 73 && asked.errors.contains(session.home(Self.notes)), "\(asked)")
    #expect(try marks == ["2026-11-18", "2026-11-20"])
    let doctor = try session.type("haru", "doctor").output
    #expect(doctor.contains("✗ \(session.home(Self.notes)): "), "\(doctor)")
    // The agent gets the answers all the same.
    let report = try session.type("haru", "sources", "ask", "--report")
    #expect(report.status == 0 && report.output.contains(#""source":"git""#), "\(report)")
  }

  /// Whatever stands in it.
  @Test func notesWithHugeNumbersStopNoSource() throws {
    try install("#!/bin/sh\necho \"$HARU_TODAY\"; exit 3\n")
    try install(as: "other")
    try session.type("haru", "sources", "ask")
    let text = try session.home.read(Self.notes)
      .replacing(#/"failures":\d+/#, with: #""failures":9223372036854775807"#)
      .replacing(#/"at":\d+/#, with: #""at":9223372036854775807"#)
    try session.home.write(text, to: Self.notes)
    #expect(try session.type("haru", "doctor").output.contains("✗ source: git · "))
    #expect(try session.type("haru", "sources").status == 0)
    #expect(try ask().contains("other · 2026-11-20\n"))
    #expect(try session.type("haru", "sources").output.contains("asked today at 09:30: "))
  }

  @Test func withoutASourceNothingIsNoted() throws {
    try session.type("haru", "sources", "ask")
    #expect(!FileManager.default.fileExists(atPath: session.home(Self.notes)))
  }
}

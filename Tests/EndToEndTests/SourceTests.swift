import Foundation
import Support
import Testing

/// Programs and files that tell which days were studied, asked by hand (docs/sources.md).
struct SourceTests {
  private let session = Transcript()

  /// Makes a program a source.
  private func install(_ script: String, as name: String = "anki") throws {
    let path = ".config/haru/sources/" + name
    try session.home.write(program: "#!/bin/sh\n" + script, to: path)
  }

  private var marks: [String] {
    get throws {
      try session.type("haru", "export", "--format", "csv").output
        .split(whereSeparator: \.isNewline)
        .filter {
          $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst().first == "1"
        }
        .map { String($0.prefix(10)) }
    }
  }

  @Test func aProgramMarksToday() throws {
    try install("echo \"$HARU_TODAY,43 reviews\"\n")
    #expect(
      try session.type("haru", "sources", "ask").output
        == "anki · 2026-11-20: 43 reviews · marked: 2026-11-20\n")
    #expect(try marks == ["2026-11-20"])
    let explained = try session.type("haru", "explain").output
    #expect(explained.contains("2026-11-20 09:30 · Asia/Seoul · source anki: 43 reviews"))
    #expect(
      try session.type("haru", "undo", "--list").output
        == "1 · 2026-11-20 09:30 · source anki: 43 reviews · marked: 2026-11-20\n")
    let json = try session.type("haru", "explain", "--json").output
    #expect(json.contains(#""named":"anki","reason":"43 reviews","source":"import""#))
    // What the user takes back stays so.
    try session.type("haru", "undo")
    try session.type("haru", "sources", "ask")
    #expect(try marks == [])
  }

  /// A source may speak of two days, from the one on which it was known first.
  @Test func onlyTodayAndYesterdayCount() throws {
    try install("printf '2026-11-20,a\\n2026-11-19,b\\n2026-11-18,c\\n2026-11-21,d\\n'\n")
    try session.type("haru", "sources", "ask")
    #expect(try marks == ["2026-11-20"])
    let tomorrow = try session.environment.haru(at: "2026-11-21 09:30:00", "sources", "ask")
    #expect(tomorrow.output.contains("marked: 2026-11-21\n"), "\(tomorrow)")
    #expect(try marks == ["2026-11-20", "2026-11-21"])
  }

  /// Who writes a program tries it alone.
  @Test func oneIsAskedByItsName() throws {
    try install("echo $HARU_TODAY >>\"$HOME/asked\"; echo \"$HARU_TODAY,a page\"\n", as: "diary")
    try install("echo other >>\"$HOME/asked\"\n", as: "other")
    #expect(
      try session.type("haru", "sources", "ask", "diary").output
        == "diary · 2026-11-20: a page · marked: 2026-11-20\n")
    #expect(try session.home.read("asked") == "2026-11-20\n")
    let unknown = try session.type("haru", "sources", "ask", "diary", "dairy")
    #expect(unknown.status == 66 && unknown.errors.contains("dairy"), "\(unknown)")
    #expect(try session.home.read("asked") == "2026-11-20\n")
  }

  @Test func itGetsTheInstantsOfBothDays() throws {
    try session.home.write("[Day]\nstarts-at=04:00\n", to: ".config/haru/haru.conf")
    try install(
      "env | grep -E '^HARU_(TODAY|YESTERDAY)' | sort >\"$HOME/told\"; cat >\"$HOME/input\"\n")
    try session.type("haru", "sources", "ask")
    // 04:00 in Seoul is 19:00 in UTC.
    #expect(
      try session.home.read("told") == """
        HARU_TODAY=2026-11-20
        HARU_TODAY_BEGINS=1795114800
        HARU_TODAY_ENDS=1795201200
        HARU_YESTERDAY=2026-11-19
        HARU_YESTERDAY_BEGINS=1795028400
        HARU_YESTERDAY_ENDS=1795114800

        """)
    #expect(try session.home.read("input") == "")
  }

  /// Output as programs of other systems write it.
  @Test(arguments: [
    "printf '\\357\\273\\277%s,words\\r\\n' \"$HARU_TODAY\"", "printf '%s' \"$HARU_TODAY\"",
    "printf 'date,note\\n%s,\"a, b\"\\n' \"$HARU_TODAY\"",
    "printf 'day,reason\\n%s,43 reviews\\n' \"$HARU_TODAY\"",
    "printf '\\n\\n%s,x\\n%s,y\\n' \"$HARU_TODAY\" \"$HARU_TODAY\"",
  ])
  func csvIsReadAsAnImportReadsIt(script: String) throws {
    try install(script + "\n")
    try session.type("haru", "sources", "ask")
    #expect(try marks == ["2026-11-20"])
  }

  /// The reason is what follows the first comma, also with more of them.
  @Test(arguments: [
    ("%s,pages 3, 4 and 5", "pages 3, 4 and 5"),
    ("%s, read \"Emma\", twice", "read \"Emma\", twice"),
    ("%s,\"a, \"\"b\"\"\"", "a, \"b\""), ("%s,43,", "43,"), ("%s,\"a, b\\nc, d\"", "a, b c, d"),
  ])
  func aReasonMayHaveCommas(line: String, reason: String) throws {
    try install("printf '\(line)\\n' \"$HARU_TODAY\"\n")
    #expect(
      try session.type("haru", "sources", "ask").output
        == "anki · 2026-11-20: \(reason) · marked: 2026-11-20\n")
  }

  /// What fails says nothing, is named with its reason, and costs no other source.
  @Test(arguments: [
    ("echo \"$HARU_TODAY\"; echo no database >&2; exit 3", "status 3: no database"),
    ("exec sleep 100", "no answer in 5 s"),
    ("sleep 100 & wait", "no answer in 5 s"),
    ("exec cat /dev/zero", "prints 64 kB or more"),
    ("printf '%s,\\377\\n' \"$HARU_TODAY\"", "not UTF-8"),
    ("printf '%s,\"unclosed\\n' \"$HARU_TODAY\"", "the quotation mark on line 1 is not closed"),
    ("echo yes", "has no line such as 2026-11-27,43 reviews"),
    ("kill -SEGV $$", "status 139"),
  ])
  func aFailureIsNamed(script: String, reason: String) throws {
    try install(script + "\n")
    try install("echo \"$HARU_YESTERDAY\"\n", as: "other")
    let begin = ContinuousClock.now
    let run = try session.type("haru", "sources", "ask")
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(run.status == 1)
    #expect(run.output.contains("anki · ") && run.output.contains(reason), "\(run)")
    #expect(run.output.contains("other · what it may not mark: 2026-11-19\n"))
    #expect(try marks == [])
    #expect(try session.type("haru", "doctor").output.contains("✗ source: anki · "))
    #expect(try session.type("haru", "sources").output.contains("asked today at 09:30: "))
  }

  /// A login may ask twice within a second, which makes one failure.
  @Test func failuresOfOneOccasionAreOne() throws {
    try install("exit 3\n")
    for _ in 1...2 {
      let report = try session.type("haru", "sources", "ask", "--report").output
      #expect(report.contains("\"failures\":1,"), "\(report)")
    }
  }

  /// Rows as an import reads them: one that is not studied, and a header alone.
  @Test(arguments: [
    "printf 'date,value,note\\n%s,0,none\\n' \"$HARU_TODAY\"", "echo date,note", ":",
  ])
  func nothingSaysNothing(script: String) throws {
    try install(script + "\n")
    let run = try session.type("haru", "sources", "ask")
    #expect(run.status == 0 && run.output == "anki · nothing new about today or yesterday\n")
    #expect(try session.type("haru", "doctor").output.contains("✓ source: anki\n"))
    #expect(try marks == [])
  }

  /// What a source has started ends with it.
  @Test func itsProcessesEndWithIt() throws {
    mkfifo(session.home("told"), 0o600)
    try install("exec >'\(session.home("told"))' 2>&1; sleep 1000 &\n")
    let told = try Child("cat", [session.home("told")])
    #expect(try session.type("haru", "sources", "ask").status == 0)
    #expect(try told.wait(within: .seconds(30)) == .exited(0))
  }

  @Test func itGetsNoToken() throws {
    let session = Transcript(["HARU_GITHUB_TOKEN": "ghp_secret", "GH_TOKEN": "ghp_other"])
    let path = ".config/haru/sources/anki"
    try session.home.write(program: "#!/bin/sh\nenv >\"$HOME/told\"\n", to: path)
    try session.type("haru", "sources", "ask")
    let told = try session.home.read("told")
    #expect(told.contains("HARU_TODAY=") && !told.contains("TOKEN"))
  }

  /// Else it would be asked without end.
  @Test func aSourceThatAsksSourcesFails() throws {
    let haru = Built.product("haru")
    for (name, command) in [("one", "sources ask"), ("two", "sources")] {
      try install("'\(haru)' \(command) >/dev/null || exit 3\n", as: name)
    }
    let told = try session.type("haru", "sources", "ask").output
    for name in ["one", "two"] {
      let line = "\(name) · status 3: haru: the source \(name) cannot ask sources\n"
      #expect(told.contains(line), "\(told)")
    }
  }

  /// Beside a list that cannot be read programs are asked, and those that fail where nothing can be noted are named.
  @Test func programsGoOnBesideWhatIsUnreadable() throws {
    try session.home.makeFolder(".config/haru/sources.conf")
    try install("echo \"$HARU_TODAY,read\"\n")
    let run = try session.type("haru", "sources", "ask")
    #expect(run.output == "anki · 2026-11-20: read · marked: 2026-11-20\n")
    #expect(run.status == 73 && run.errors.contains("sources.conf: "), "\(run)")
    try FileManager.default.removeItem(atPath: session.home(".local/share/haru/sources.json"))
    try session.home.makeFolder(".local/share/haru/sources.json")
    try install("exit 3\n")
    let report = try session.type("haru", "sources", "ask", "--report").output
    #expect(report.contains(#""failures":1000"#), "\(report)")
  }

  /// Today's notification names it no longer, also where nothing was marked.
  @Test func aSourceThatWorksAgainIsNotNamed() throws {
    let desk = try Desk(prepare: { home in
      let name = ".config/haru/sources/bad"
      try home.write(program: "#!/bin/sh\n[ -e \"$HOME/works\" ] || exit 3\n", to: name)
      let answer = """
        {"source":"bad","said":{},"withheld":[],"marked":[],"cleared":[],"planned":[],"line":[],\
        "columns":[],"unread":null,"problem":"status 3","failures":1,"stamp":null}
        """
      let note = #"{"since":"2026-01-01","at":1000,"told":{},"answer":\#(answer)}"#
      try home.write(
        "{\"bad \(home(name))\":\(note)}", to: ".local/share/haru/sources.json")
    })
    _ = try desk.console.shown { $0.body.contains("The source bad fails: status 3") }
    try desk.home.write("", to: "works")
    #expect(try desk.haru("sources", "ask").status == 0)
    _ = try desk.console.shown { !$0.body.contains("fails") }
  }

  @Test func aProgramThatOthersMayWriteIsRefused() throws {
    try install("echo \"$HARU_TODAY\"; : >\"$HOME/ran\"\n")
    let path = session.home(".config/haru/sources/anki")
    chmod(path, 0o702)
    #expect(try session.type("haru", "sources", "ask").output.contains("chmod go-w \(path)"))
    let spaced = try session.home.write(program: "#!/bin/sh\n", to: "my programs/it's")
    try session.home.link(".config/haru/sources/linked", to: spaced)
    chmod(spaced, 0o702)
    let told = try session.type("haru", "sources", "ask", "linked").output
    let command = #"chmod go-w '\#(session.home("my programs"))/it'\''s'"#
    #expect(told.contains(command), "\(told)")
    try FileManager.default.removeItem(atPath: session.home(".config/haru/sources/linked"))
    // A file that nobody can execute is none.
    chmod(path, 0o600)
    #expect(try session.type("haru", "sources", "ask").output.contains("--keep NAME"))
    #expect(!FileManager.default.fileExists(atPath: session.home("ran")))
  }

  /// Controls of a terminal never reach one, and words have an end.
  @Test func wordsAreSafe() throws {
    try install("printf '%s,\\033[31mred%0500d\\n' \"$HARU_TODAY\" 0\n")
    let run = try session.type("haru", "sources", "ask")
    #expect(!run.output.contains("\u{1b}") && run.output.contains("[31mred000"))
    #expect(run.output.count < 300)
    #expect(!(try session.type("haru", "explain").output.contains("\u{1b}")))
  }

  /// The same evidence counts for one day, whichever zone it is looked at from.
  @Test func aJourneyMarksNoSecondDay() throws {
    try install(
      """
      for d in TODAY YESTERDAY; do
        eval "b=\\$HARU_${d}_BEGINS e=\\$HARU_${d}_ENDS n=\\$HARU_$d"
        [ 1795129200 -ge $b ] && [ 1795129200 -lt $e ] && echo "$n,work"
      done
      true

      """)
    try session.type("haru", "sources", "ask")
    #expect(try marks == ["2026-11-20"])
    let west = session.environment.merging(["TZ": "America/Los_Angeles"]) { $1 }
    try west.haru(at: "2026-11-19 20:00:00", "sources", "ask").succeeded()
    #expect(try marks == ["2026-11-20"])
  }

  /// A wrong line costs itself.
  @Test func aWrongLineStopsNoOtherSource() throws {
    try install("echo \"$HARU_TODAY\"\n")
    try session.home.write("[Files]\nwhat\ndays='\n", to: ".config/haru/sources.conf")
    let run = try session.type("haru", "sources", "ask")
    #expect(
      run.output.contains("anki · 2026-11-20 · marked") && run.output.contains("days · the line"))
  }

  // MARK: Kept files

  @Test func aKeptFileIsReadAgainWhenItHasChanged() throws {
    try session.home.write("date,studied\n2026-11-01,1\n2026-11-19,1\n", to: "my days.csv")
    let kept = try session.type("haru", "import", session.home("my days.csv"), "--keep", "days")
    #expect(kept.status == 0 && kept.errors.contains("Kept as the source days"), "\(kept)")
    #expect(try marks == ["2026-11-01", "2026-11-19"])
    #expect(
      try session.home.read(".config/haru/sources.conf")
        == "[Files]\ndays=--format csv -- '\(session.home("my days.csv"))'\n")
    #expect(try session.type("haru", "sources", "ask").output.hasPrefix("days · nothing new"))

    try session.home.write(
      "date,studied,note\n2026-11-02,1,\n2026-11-19,1,\n2026-11-20,1,mine\n", to: "my days.csv")
    let asked = try session.type("haru", "sources", "ask").output
    #expect(asked == "days · 2026-11-20 · marked: 2026-11-20\n")
    #expect(try marks == ["2026-11-01", "2026-11-19", "2026-11-20"])

    #expect(try session.type("haru", "sources", "remove", "days").status == 0)
    #expect(try session.type("haru", "sources").output.contains("--keep NAME"))
    #expect(try marks.count == 3)
  }

  /// A program in the place of a kept file has said nothing of what that file has said.
  @Test func anotherSourceOfTheSameNameWasNotAsked() throws {
    try session.home.write("date\n2026-11-20\n", to: "days.csv")
    try session.type("haru", "import", session.home("days.csv"), "--keep", "anki")
    try session.type("haru", "sources", "ask")
    #expect(try session.type("haru", "doctor").output.contains("✓ source: anki\n"))
    try session.type("haru", "sources", "remove", "anki")
    try install("exit 7\n")
    #expect(try session.type("haru", "doctor").output.contains("source anki was not asked yet"))
    #expect(try !session.type("haru", "sources").output.contains("asked today"))
  }

  /// Reviews of Anki, whose log is not yet in the file, while another program has it open.
  @Test func ankiIsReadWhileItIsOpen() throws {
    let file = session.home("collection.anki2")
    try makeAnkiFile(["schema": 18, "reviews": [[1_793_500_000_000, 3, 5000, 1]]], at: file)
    try session.type("haru", "import", file, "--keep", "anki", "--reviews", "2")
    #expect(try marks == [])
    // 08:00 in Seoul.
    let writer = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("PRAGMA journal_mode=WAL")
      for i in range(3):
        c.execute("INSERT INTO revlog VALUES (?,1,0,3,1,1,2500,4000,1)", (1795129200000 + i,))
      print("written", flush=True)
      sys.stdin.read()
      """
    let open = try Child("python3", ["-c", writer, file])
    #expect(try open.line() == "written")
    #expect(
      try session.type("haru", "sources", "ask").output
        == "anki · 2026-11-20: 3 reviews · marked: 2026-11-20\n")
    try open.terminate()
  }

  /// A deck of today, of which Anki has closed the log.
  @Test func aCollectionWithoutReviewsIsKept() throws {
    let file = session.home("collection.anki2")
    try makeAnkiFile(["schema": 18, "reviews": [[Int]]()], at: file)
    let writer = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.execute("PRAGMA journal_mode=WAL")
      if sys.argv[2:]: c.execute("INSERT INTO revlog VALUES (1795129200000,1,0,3,1,1,2500,4000,1)")
      c.commit()
      c.close()
      """
    _ = try Child.run("python3", ["-c", writer, file])
    let kept = try session.type("haru", "import", file, "--keep", "anki")
    #expect(kept.status == 0 && kept.errors.contains("Kept as the source anki"), "\(kept)")
    #expect(!kept.output.contains("-wal"), "\(kept)")
    #expect(
      try session.type("haru", "sources", "ask").output
        == "anki · nothing new about today or yesterday\n")
    _ = try Child.run("python3", ["-c", writer, file, "review"])
    #expect(
      try session.type("haru", "sources", "ask").output
        == "anki · 2026-11-20: 1 review · marked: 2026-11-20\n")
  }

  @Test func aFileThatIsGoneIsNamed() throws {
    try session.home.write("date\n2026-11-19\n", to: "days.csv")
    try session.type("haru", "import", session.home("days.csv"), "--keep", "days")
    try FileManager.default.removeItem(atPath: session.home("days.csv"))
    let run = try session.type("haru", "sources", "ask")
    #expect(run.status == 1 && run.output.contains(session.home("days.csv")), "\(run)")
  }

  @Test func namesAndInputsThatCannotBeKeptAreRefused() throws {
    try session.home.write("date\n2026-11-19\n", to: "days.csv")
    let file = session.home("days.csv")
    #expect(try session.type("haru", "import", file, "--keep", "My Days").status == 64)
    #expect(try session.type("haru", "import", "-", "--keep", "days").status == 64)
    try session.type("haru", "import", file, "--keep", "days", "--dry-run")
    #expect(!FileManager.default.fileExists(atPath: session.home(".config/haru/sources.conf")))
    try install(":\n")
    let remove = try session.type("haru", "sources", "remove", "anki")
    #expect(remove.status == 1 && remove.errors.contains("rm "), "\(remove)")
    #expect(try session.type("haru", "sources", "remove", "none").status == 66)
  }

  // MARK: The first week

  @Test func whatIsFoundIsOfferedAndNotRead() throws {
    let file = try session.home.write("no database", to: "share/Anki2/User 1/collection.anki2")
    chmod(file, 0)
    let environment = session.environment["XDG_DATA_HOME"] ?? ""
    try #require(environment.isEmpty || environment.hasPrefix(session.home.path))
    try session.home.link(".local/share/Anki2", to: session.home("share/Anki2"))
    let offer = "Haru can see by itself what you study in Anki: haru sources\n"
    #expect(try session.type("haru").output.hasSuffix(offer))
    #expect(try !session.type("haru", "mark", "-1").errors.contains(offer))
    #expect(try session.type("haru", "mark").errors.hasSuffix(offer))
    #expect(try !session.type("haru", "mark", "-2").errors.contains(offer))
    #expect(
      try session.type("haru", "sources").output.contains(
        "  haru import '\(session.home(".local/share"))/Anki2/User 1/collection.anki2' --keep anki\n"
      ))
  }
}

import Foundation
import Support
import Testing

/// The list of kept files, what stands beside it, and what is said of both (docs/sources.md).
struct KeptSourceTests {
  private let session = Transcript()

  private static let list = ".config/haru/sources.conf"

  /// Writes a table with a day that was studied, and returns its path.
  @discardableResult
  private func table(_ name: String = "days.csv") throws -> String {
    try session.home.write("date,studied\n2026-11-19,1\n", to: name)
  }

  private func keep(_ file: String, as name: String, _ options: String...) throws -> Child.Outcome {
    try session.type("haru", ["import", file, "--keep", name] + options)
  }

  /// Writes a file among the programs.
  private func install(_ script: String, as name: String, mode: mode_t = 0o700) throws {
    let path = ".config/haru/sources/" + name
    try session.home.write(script, to: path)
    chmod(session.home(path), mode)
  }

  private var isListed: Bool {
    FileManager.default.fileExists(atPath: session.home(Self.list))
  }

  private var exported: String {
    get throws { try session.type("haru", "export", "--format", "csv").output }
  }

  // MARK: To keep a file

  @Test func thatTheDaysAreInIsSaidIfTheFileCannotBeKept() throws {
    try session.home.write("", to: ".config/haru/haru.conf")
    try session.home.link(Self.list, to: "/proc/version")
    let run = try keep(try table(), as: "days")
    #expect(run.status == 73 && run.errors.contains("the days are imported, but"), "\(run)")
    #expect(run.errors.contains(Self.list) && !run.errors.contains("Kept as"))
    #expect(try exported.contains("2026-11-19,1"))
  }

  @Test func aFileWithoutAReadableDayIsNotKept() throws {
    let file = try session.home.write("date,studied\n2999-01-01,1\n", to: "days.csv")
    let run = try keep(file, as: "days")
    #expect(run.status == 65 && !run.errors.contains("Kept as"), "\(run)")
    #expect(!isListed)
  }

  @Test func theNameOfAProgramIsRefused() throws {
    try install("#!/bin/sh\n", as: "days")
    let run = try keep(try table(), as: "days")
    #expect(run.status == 1 && run.errors.contains("is a program"), "\(run)")
    #expect(!isListed)
    #expect(try !exported.contains("2026-11-19"))
  }

  /// The words of a kept file may be changed, but the file is not replaced by another one.
  @Test func theNameOfAnotherFileIsRefused() throws {
    let file = try table()
    #expect(try keep(file, as: "days").status == 0)
    #expect(try keep(file, as: "days", "--column", "studied").status == 0)
    let kept = try session.home.read(Self.list)
    #expect(kept.contains("studied"))
    let run = try keep(try table("other.csv"), as: "days")
    #expect(run.status == 1 && run.errors.contains(file), "\(run)")
    #expect(run.errors.contains("haru sources remove days"))
    #expect(try session.home.read(Self.list) == kept)
  }

  /// The same file, by a path that cannot be followed while its disk is away.
  @Test func theSameFileThatIsAwayIsNoOther() throws {
    let file = try table("disk/days.csv")
    let words =
      FakeTime.words(at: "2026-11-20 09:30:00")
      + [Built.product("haru"), "import", "days.csv", "--keep", "days"]
    func keep() throws -> Child.Outcome {
      try Child.run(
        "sh", ["-c", "cd '\(session.home("disk"))' && exec \"$@\"", "sh"] + words,
        environment: session.environment)
    }
    #expect(try keep().status == 0)
    try FileManager.default.removeItem(atPath: file)
    let run = try keep()
    #expect(run.status == 66 && run.errors.contains("No such file or directory"), "\(run)")
  }

  /// Sources are asked while a file is kept: what was seen in it stays known.
  @Test func whatWasKeptMeanwhileStaysKnown() throws {
    try install("#!/bin/sh\ncd\ntouch asked\nwhile [ -e asked ]; do sleep 0.05; done\n", as: "slow")
    try session.home.write("date,value\n2026-11-19,1\n2026-11-21,1\n", to: "days.csv")
    let words =
      FakeTime.words(at: "2026-11-20 09:30:00") + [Built.product("haru"), "sources", "ask"]
    let asking = try Child(words, environment: session.environment)
    try eventually(watching: session.home.path) { exists("asked") }
    #expect(try keep(session.home("days.csv"), as: "plan").status == 0)
    try FileManager.default.removeItem(atPath: session.home("asked"))
    _ = try asking.wait()
    let run = try session.environment.haru(at: "2026-11-21 09:30:00", "sources", "ask", "plan")
    #expect(run.output == "plan · stood there before it began, no evidence: 2026-11-21\n")
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: session.home(name))
  }

  @Test(arguments: ["a\nevil=b.csv", "a\rb.csv", "a\u{1B}b.csv", "a\u{85}b.csv"])
  func aPathWithAControlIsRefused(name: String) throws {
    let run = try keep(try table(name), as: "days")
    #expect(run.status == 64 && run.errors.contains("control character"), "\(run)")
    #expect(!isListed)
  }

  /// The name of the only column or habit becomes a part of the line, too.
  @Test(arguments: [
    ("date,\"pages\nread\"\n2026-11-19,1\n", "t.csv"),
    (
      """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      SUMMARY:Study'\\nevil=-- /days.csv\\nz='
      COMPLETED:20261118T120000Z
      END:VTODO
      END:VCALENDAR

      """, "t.ics"
    ),
  ])
  func aNameWithALineBreakIsRefused(text: String, file: String) throws {
    let run = try keep(try session.home.write(text, to: file), as: "days")
    #expect(run.status == 64 && run.errors.contains("control character"), "\(run)")
    #expect(!isListed)
    #expect(try !exported.contains("2026-11-1"))
  }

  @Test(arguments: ["--column", "--habit"])
  func aWordWithALineBreakIsRefused(option: String) throws {
    let run = try keep(try table(), as: "days", option + "=a\nb")
    #expect(run.status == 64 && run.errors.contains("control character"), "\(run)")
  }

  @Test func aWordThatBeginsWithAHyphenIsKept() throws {
    let file = try session.home.write("date,-A\n2026-11-19,1\n", to: "days.csv")
    #expect(try keep(file, as: "days", "--column=-A").status == 0)
    #expect(
      try session.type("haru", "sources", "ask").output
        == "days · nothing new about today or yesterday\n")
  }

  @Test func standardInputByAPathIsRefused() throws {
    try table()
    let run = try session.type(toShell: "haru import /dev/stdin --keep days <days.csv")
    #expect(run.status == 64 && !isListed, "\(run)")
  }

  @Test func aRowThatCannotBeReadIsNamed() throws {
    let file = try table()
    #expect(try keep(file, as: "days").status == 0)
    try session.home.write("date,studied\n2026-11-18,1\ngestern,1\n", to: "days.csv")
    let said = try session.type("haru", "sources").output
    #expect(said.contains("1 row skipped: line 3: not a date: gestern"), "\(said)")
  }

  @Test func twelveAtOnceAreAllKept() throws {
    let file = try table()
    try session.home.write("[Files]\n", to: Self.list)
    let line =
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do haru import '\(file)' --keep days-$i & done; wait"
    let run = try session.type(toShell: line)
    let kept = try session.home.read(Self.list).split(separator: "\n").count - 1
    let told = run.errors.split(separator: "\n").count { $0.contains("Kept as the source") }
    #expect(kept == 12 && told == 12, "\(run)")
  }

  @Test func aNameThatIsTooLongIsToldHowLongItMayBe() throws {
    let run = try keep(try table(), as: String(repeating: "a", count: 33))
    #expect(run.status == 64 && run.errors.contains("32"), "\(run)")
  }

  // MARK: The list

  /// Wrong lines, comments and blanks stay as they are, byte for byte.
  @Test func onlyTheLinesOfANameAreChanged() throws {
    let file = try table("my days.csv")
    let before = "# mine\r\ngarbage\n\n\n[Files]\n# about\n  other = -- /other \nwhat\n"
    let after = "\n[more]\nx=\\q\nend"
    try session.home.write(
      before + "days = -- /one\n" + after + "\n[Files]\ndays=-- /two", to: Self.list)
    #expect(try session.type("haru", "sources", "remove", "days").status == 0)
    #expect(try session.home.read(Self.list) == before + after + "\n[Files]")
    #expect(try session.type("haru", "sources", "remove", "days").status == 66)

    try session.home.write(before + after, to: Self.list)
    #expect(try keep(file, as: "days").status == 0)
    #expect(
      try session.home.read(Self.list)
        == before.replacing("what\n", with: "days=--format csv -- '\(file)'\nwhat\n") + after)
    // A file without the group, and without a line break at its end.
    try session.home.write("garbage", to: Self.list)
    #expect(try keep(file, as: "days").status == 0)
    let new = try session.home.read(Self.list)
    let line = "days=--format csv -- "
    #expect(new.hasPrefix("garbage\n[Files]\n" + line) && new.hasSuffix("\n"), "\(new)")
  }

  @Test func aNameThatStandsTwiceIsOneSource() throws {
    let file = try table()
    try session.home.write("[Files]\ndays=-- /none\ndays=-- '\(file)'\n", to: Self.list)
    #expect(
      try session.type("haru", "sources", "ask").output
        == "days · what it may not mark: 2026-11-19\n")
    #expect(try session.type("haru", "sources", "remove", "days").status == 0)
    #expect(try session.type("haru", "sources").output.contains("--keep NAME"))
  }

  /// The agent reads it in another directory than a shell, and neither expands a tilde.
  @Test(arguments: ["days.csv", "~/days.csv"])
  func aPathThatIsNotWholeIsRefused(path: String) throws {
    try table()
    try session.home.write("[Files]\ndays=-- \(path)\n", to: Self.list)
    let run = try session.type(toShell: "haru sources ask")
    #expect(run.status == 1 && run.output.contains("begin with /"), "\(run)")
  }

  /// A line is removed by its name, also where a program has that name too.
  @Test func aLineBesideAProgramOfItsNameIsRemoved() throws {
    #expect(try keep(try table(), as: "days").status == 0)
    try install("#!/bin/sh\n", as: "days")
    let run = try session.type("haru", "sources", "remove", "days")
    #expect(run.status == 0, "\(run)")
    #expect(try !session.home.read(Self.list).contains("days="))
    let again = try session.type("haru", "sources", "remove", "days")
    #expect(again.status == 1 && again.errors.contains("is a program"), "\(again)")
  }

  @Test func aLineWithAnOpenQuotationMarkIsNamed() throws {
    try session.home.write("[Files]\ndays=-- '/days.csv\n", to: Self.list)
    let run = try session.type("haru", "sources", "ask")
    #expect(run.output.contains("not understood: days=-- '/days.csv;"), "\(run)")
  }

  // MARK: What is no source

  @Test func whatIsNoSourceIsNamedWithTheReason() throws {
    try install("#!/bin/sh\n", as: "plain", mode: 0o600)
    try install("#!/bin/sh\n", as: "Anki.sh")
    try install("", as: ".hidden")
    try install("#!/bin/sh\n", as: "days")
    try session.home.write(
      "what\n[Files]\nmy_csv=-- /x\ndays=-- /x\nb[de]=-- /x\n[files]\na=-- /x\n", to: Self.list)
    try session.home.link(".config/haru/sources/itself", to: "itself")
    for run in [try session.type("haru", "sources"), try session.type("haru", "doctor")] {
      #expect(run.output.contains("chmod u+x \(session.home(".config/haru/sources/plain"))"))
      #expect(run.output.contains("no name of a source: Anki.sh"))
      #expect(run.output.contains("no name of a source: my_csv"))
      #expect(run.output.contains("sources.conf:1 "), "\(run)")
      #expect(run.output.contains("sources.conf:7 "), "\(run)")
      #expect(run.output.contains("no name of a source: b[de]"), "\(run)")
      #expect(
        run.output.contains("sources/itself") || run.output.contains("source itself"), "\(run)")
      #expect(run.output.contains("a program has its name"))
      #expect(!run.output.contains(".hidden"))
    }
  }

  /// As on a disk that is away.
  @Test func aLinkToAProgramThatIsAwayFails() throws {
    try install("#!/bin/sh\n", as: "other")
    try session.home.link(".config/haru/sources/days", to: "/nowhere/days")
    let run = try session.type("haru", "sources", "ask")
    #expect(
      run.status == 1 && run.output.contains("days · no such file: /nowhere/days\n"), "\(run)")
  }

  @Test func theInterpreterIsAskedForIfAProgramDoesNotStart() throws {
    try install("#!/none\n", as: "days")
    #expect(try session.type("haru", "sources", "ask").output.contains("first line"))
  }

  @Test func aFailureIsToldInTheLanguageOfTheUser() throws {
    let german = try #require(TestLanguage.all.first { $0.locale.hasPrefix("de") })
    let session = Transcript(language: german)
    let path = ".config/haru/sources/days"
    for script in ["exit 3", "exec sleep 100", "exec cat /dev/zero"] {
      try session.home.write(program: "#!/bin/sh\n\(script)\n", to: path)
      let told = try session.type("haru", "sources", "ask").output
      for english in ["status", "no answer", "bytes"] {
        #expect(!told.contains(english), "\(told)")
      }
    }
  }

  // MARK: What is offered

  @Test func eachProfileIsOfferedUntilItIsKept() throws {
    func offers() throws -> [Substring] {
      try session.type("haru", "sources").output.split(separator: "\n")
        .filter { $0.contains("haru import") && $0.contains("anki2") }
        .map { $0.split(separator: " ").last ?? "" }
    }
    for profile in ["User 1", "Work"] {
      try session.home.write("no database", to: ".local/share/Anki2/\(profile)/collection.anki2")
    }
    #expect(try offers() == ["anki", "anki-2"])
    let file = session.home(".local/share/Anki2/Work/collection.anki2")
    try session.home.write("[Files]\nanki=-- '\(file)'\n", to: Self.list)
    #expect(try offers() == ["anki-2"])
  }

  /// What cannot be kept is not offered, and nothing twice.
  @Test func oddProfilesAreNotOffered() throws {
    let anki = ".local/share/Anki2/"
    for profile in ["\u{1b}[31mred", "two\nlines", "Two"] {
      try session.home.write("no database", to: anki + profile + "/collection.anki2")
    }
    try session.home.link(anki + "Link", to: session.home(anki + "Two"))
    let offers = try session.type("haru", "sources").output.split(separator: "\n")
      .filter { $0.contains("anki2") }
    #expect(offers.count == 1 && offers.allSatisfy { $0.hasSuffix("--keep anki") }, "\(offers)")
  }

  /// A program in a sandbox is found too, and offered once.
  @Test func focusTimerFromFlatpakIsOffered() throws {
    let share = Scratch()
    let example = try share.write("", to: "doc/haru/examples/sources/focus-timer")
    let session = Transcript(["HARU_SHARE": share.path])
    try session.home.makeFolder(".local/share/gnome-pomodoro")
    let flatpak = ".var/app/io.github.focustimerhq.FocusTimer/data/focus-timer"
    try session.home.makeFolder(flatpak)
    func offers() throws -> Int {
      try session.type("haru", "sources").output.split(separator: "\n")
        .count { $0.contains(example) }
    }
    #expect(try offers() == 1)
    try FileManager.default.removeItem(atPath: session.home(".local/share/gnome-pomodoro"))
    #expect(try offers() == 1)
  }

  @Test func otherWordsForToRemoveAreUnderstood() throws {
    try session.home.write("[Files]\na=-- /a\nb=-- /b\n", to: Self.list)
    #expect(try session.type("haru", "sources", "rm", "a").status == 0)
    #expect(try session.type("haru", "sources", "delete", "b").status == 0)
  }
}

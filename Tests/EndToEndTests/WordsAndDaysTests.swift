import Foundation
import Support
import Testing

/// Words that a person types are kept as text, days are read as days, and nothing else changes.
struct WordsAndDaysTests {
  private let session = Transcript()

  /// Every word after the day belongs to the note; one that looks like an option only after `--`.
  @Test(arguments: TestLanguage.tried)
  func aNoteTakesEveryWordAfterTheDay(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type(each: [
      ["note", "today", "I", "like", "--version", "of", "it"], ["note", "today"],
      ["note", "today", "read", "-h"], ["note", "today"], ["note", "today", "--", "--help"],
      ["note", "today"], ["note", "-1", "two  blanks", "-n", "--", "x"], ["note", "-1"],
      ["note", "--", "-1", "text"], ["note", "-1"], ["note", "--"], ["note", "--frob"],
      ["note", "-h"], ["note", "--version"],
    ])
    try session.expectGolden("note-words")
  }

  /// A day keeps its reason until it gets another; a day that stays free shows why.
  @Test(arguments: TestLanguage.tried)
  func aRestDayKeepsItsReason(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type(each: [
      ["rest", "yesterday", "--reason", "vacation"], ["rest", "-1"], ["rest", "-2..-1"],
      ["explain", "-1"], ["rest", "-1", "--reason", ""], ["explain", "-1"], ["undo"],
      ["explain", "-1"], ["rest", "-1", "--clear", "--reason", ""],
      ["rest", "--weekdays", "friday;saturday"], ["rest", "--clear", "today"],
      ["rest", "today"], ["undo"], ["rest", "--clear", "-1..2026-11-28"],
      ["rest", "--clear", "-1"],
    ])
    try session.expectGolden("rest-reasons")
  }

  /// The name of a format is seldom meant as the name of a file.
  @Test func aNameThatIsAFormatIsAsked() throws {
    try session.type("haru", "mark")
    for words in ["csv", "-o CSV", "--output ics", "json"] {
      let run = try session.type(toShell: "haru export \(words)")
      let name = words.split(separator: " ").last.map(String.init) ?? ""
      #expect(run.status == 64 && run.output == "")
      #expect(
        run.errors
          == "haru: \(name) is a format: haru export --format \(name.lowercased()); "
          + "for a file of that name: haru export ./\(name)\n")
      #expect(!FileManager.default.fileExists(atPath: session.home(name)))
    }
    #expect(try session.type(toShell: "haru export --format csv csv").status == 0)
    #expect(try session.home.read("csv").hasPrefix("date,"))
    #expect(try session.type(toShell: "haru export ./csv").status == 0)
    #expect(try session.home.read("csv").hasPrefix("{"))
  }

  /// Where there is no store, nothing can be removed, and no store is made.
  @Test func removingCreatesNoStore() throws {
    #expect(try session.type("haru", "undo").errors == "haru: nothing to undo\n")
    for words in [["unmark"], ["rest", "--clear", "today"], ["note", "today", ""]] {
      let run = try session.type("haru", words)
      #expect(run.status == 0 && run.errors.hasPrefix("Nothing changed"), "\(words): \(run)")
    }
    #expect(!FileManager.default.fileExists(atPath: session.home(".local")))
  }

  /// A range of more than a hundred years is a typing error.
  @Test func aRangeHasALimit() throws {
    for command in ["mark", "unmark", "rest"] {
      let run = try session.type("haru", command, "0001-01-01..2026-11-20")
      #expect(run.status == 64)
      #expect(
        run.errors == "haru: range longer than 36,600 days: 0001-01-01..2026-11-20\n")
    }
    #expect(!FileManager.default.fileExists(atPath: session.home(".local")))
    #expect(try session.type("haru", "unmark", "1926-11-20..2026-11-20").status == 0)
  }

  /// `--` ends the options of every command, as in POSIX.
  @Test(arguments: [
    "mark -- 2026-11-18", "mark -- -1 -2", "mark -1 -- 2026-11-18", "mark --", "unmark -- -1",
    "toggle -- -1", "rest -- 2026-11-18", "rest --reason x -- -3", "note -- -1 text",
    "explain -- -1", "explain --all -- -1", "calendar -- 2026-11",
    "card --sample -o DIR/x.png -- streak",
    "config get -- Day.starts-at", "store backup -- DIR/x.sqlite", "export --format csv --",
    "status --", "streak --json --",
  ])
  func aTerminatorEndsTheOptions(line: String) throws {
    let words = line.split(separator: " ").map(String.init).map {
      $0.replacing("DIR", with: session.home.path)
    }
    try session.type("haru", "mark", "-4")
    try session.type("haru", words).succeeded()
    let again = try session.type("haru", "mark", "--", "--", "-1")
    #expect(again.status == 64 && again.errors.hasPrefix("haru: not a day: --; write today, "))
  }

  /// An error of a table names the day, and not the table's constraint.
  @Test func aDayThatTheStoreCannotHoldIsNamed() throws {
    try session.type("haru", "mark")
    try execute(
      """
      CREATE TRIGGER odd BEFORE INSERT ON entry WHEN new.key = '2026-11-18'
        BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed'); END
      """, on: session.home(Desk.storePath))
    let run = try session.type("haru", "mark", "-4..-1")
    #expect(run.status == 1)
    #expect(
      run.errors
        == "haru: the store cannot hold 2026-11-18, nothing was saved: "
        + "\(session.home(Desk.storePath))\n")
    #expect(try session.type("haru", "status", "--format", "line").output.hasPrefix("1-day"))
  }

  /// No control character reaches a terminal.
  @Test func noControlCharacterReachesATerminal() throws {
    let odd = "\u{1B}[31mred\u{9B}2J\u{202E}\r"
    let home = Scratch()
    try home.write("", to: "data\(odd)/haru/haru.sqlite")
    try home.write("no store", to: "bad\(odd).sqlite")
    let environment = Support.environment(
      home: home.path,
      ["XDG_DATA_HOME": home("data\(odd)"), "TZ": odd, "LANG": "en_US.UTF-8"])
    for words in [
      ["mark"], ["mark", odd], ["calendar", odd], ["status", "--format", odd], ["status", odd],
      ["--" + odd], [odd], ["config", "get", odd], ["config", "set", "Day.starts-at", odd],
      ["import", home("bad\(odd).sqlite")], ["import", odd], ["import", "--format", odd, "x"],
      ["export", "--format", odd], ["store", "check"], ["store", "backup", home(odd)],
      ["store", "restore", home("bad\(odd).sqlite")], ["store", "move", odd], ["doctor"],
      ["note", odd], ["rest", "-1", "--reason", odd], ["note", "-1", odd], ["explain", "-1"],
      ["undo", "--list"], ["streak"], ["explain", odd],
    ] {
      let run = try environment.haru(words)
      expectHarmless(run.output + run.errors, "\(words)")
    }
    // In a value of the settings file, and in its path.
    try home.write("[Day]\nstarts-at=\u{1B}[31m\n", to: ".config/haru/haru.conf")
    try home.write("[Day\n", to: "config\(odd)/haru/haru.conf")
    for variables in [[:], ["XDG_CONFIG_HOME": home("config\(odd)")]] {
      for words in [["status"], ["doctor"], ["config", "list"]] {
        let run = try environment.merging(variables) { $1 }.haru(words)
        #expect(run.status == (words == ["status"] ? 0 : 78))
        expectHarmless(run.output + run.errors, "\(words)")
      }
    }
  }

  /// A path is printed unchanged for programs, and without control characters at a terminal.
  @Test func controlCharactersOfAPathAreReplacedOnATerminal() throws {
    let path = session.home("a\u{9B}b.sqlite")
    try session.home.write("[Store]\npath=\(path)\n", to: ".config/haru/haru.conf")
    #expect(try session.type("haru", "store", "path").output == path + "\n")
    let before = session.text.count
    for words in [["store", "path"], ["config", "get", "Store.path"], ["config", "list"]] {
      try session.type(words, columns: 200, [:])
    }
    expectHarmless(String(session.text.dropFirst(before)), "at a terminal")
    #expect(session.text.dropFirst(before).contains("a\u{FFFD}b.sqlite"))
  }

  private func expectHarmless(
    _ text: String, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let harmful = text.unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
    }
    #expect(harmful.isEmpty, comment, sourceLocation: sourceLocation)
    #expect(!text.isEmpty, comment, sourceLocation: sourceLocation)
  }

  /// A bar hides a command that ends with an error.
  @Test func aBarShowsErrors() throws {
    try session.home.write("no store", to: Desk.storePath)
    let run = try session.type("haru", "status", "--format", "waybar")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("\"class\":[\"error\"]"))
    #expect(run.output.contains("not a Haru store"))
    #expect(try session.type("haru", "status", "--format", "line").status == 65)
    #expect(try session.type("haru", "status", "--json").status == 65)
    try session.home.write("[Store]\npath=here\n", to: ".config/haru/haru.conf")
    #expect(try session.type("haru", "status", "--format", "waybar").output.contains("path: here"))
  }
}

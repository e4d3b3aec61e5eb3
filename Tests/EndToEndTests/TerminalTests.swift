import Foundation
import HaruCore
import HaruDesktop
import HaruStore
import Support
import Testing

/// Whatever is in a store, a setting or a path, no command sends it to a terminal as it is.
struct TerminalTests {
  /// What every command is asked for; `HOSTILE` is replaced.
  private static let questions: [String: [String]] = [
    "status": ["", "--json", "--format waybar", "--format line", "--format {HOSTILE}", "HOSTILE"],
    "calendar": ["", "2026", "--json", "HOSTILE"],
    "streak": ["", "--json"],
    "undo": ["--list", "HOSTILE"], "redo": ["HOSTILE"],
    "note": ["", "-1", "HOSTILE", "--list", "--search HOSTILE"],
    "explain": ["", "-1 --all", "--all --json", "HOSTILE"],
    "card": [
      "--list", "HOSTILE", "streak -o -", "streak -o HOSTILE.png",
    ],
    "open": ["calendar", "HOSTILE"],
    "import": ["HOSTILE", "--dry-run hostile.csv", "--format HOSTILE hostile.csv"],
    "export": ["", "--format csv", "--format json", "--format ics", "--format HOSTILE"],
    "sources list": [""], "sources ask": ["", "HOSTILE"], "sources remove": ["HOSTILE"],
    "sources take": ["HOSTILE"],
    "notify": [""], "later": ["", "HOSTILE"], "agent status": [""],
    "autostart status": [""],
    "config path": [""],
    "config list": [""],
    "config get": ["Store.path", "HOSTILE"],
    "config unset": ["HOSTILE"],
    "config set": ["HOSTILE x", "Store.path HOSTILE", "Day.starts-at HOSTILE"],
    "store path": [""],
    "store check": ["", "--repair"],
    "store backup": ["HOSTILE", "HOSTILE/x"],
    "store restore": ["HOSTILE"],
    "store move": ["HOSTILE"],
    "store new": [""],
    "sync on": ["HOSTILE"], "sync status": [""], "sync check": [""], "sync off": [""],
    "tasks on": ["HOSTILE", "--week ."],
    "tasks status": [""], "tasks check": [""], "tasks off": [""],
    "doctor": [""],
    "mark": ["HOSTILE"], "unmark": ["HOSTILE"], "toggle": ["HOSTILE"],
    "shortcut": ["SUPER+S", "HOSTILE", "--off"],
    "rest": ["", "HOSTILE", "--list", "--reason HOSTILE", "--clear today"],
    "": ["", "--help", "--version", "HOSTILE", "--HOSTILE", "--generate-completion-script bash"],
  ]

  /// Commands that only write, and print nothing that comes from outside; one that opens an editor.
  private static let others: Set = [
    "autostart enable", "autostart disable", "agent start", "agent stop", "agent restart",
    "hook", "exchange", "sync run", "tasks run", "config edit",
  ]

  @Test func nothingFromOutsideReachesATerminal() throws {
    let home = try hostileHome()
    let environment = try environment(of: home)
    for (command, lines) in Self.questions.sorted(by: { $0.key < $1.key }) {
      for line in lines {
        let words = (command + " " + line).split(separator: " ").map(String.init).map {
          $0.replacing("HOSTILE", with: HostileText.text)
        }
        let run = try Child.run(
          atTerminal: ["env", "--chdir=" + home.path, Built.product("haru")] + words, columns: 80,
          environment: environment)
        #expect(
          HostileText.harm(in: run.output) == [],
          "haru \(command) \(line): \(run.output.debugDescription)"
        )
      }
    }
  }

  /// A program that reads an export gets every character.
  @Test func anExportIntoAPipeIsWhole() throws {
    let home = try hostileHome()
    let run = try environment(of: home).haru("export", "--format", "csv")
    #expect(run.status == 0)
    #expect(run.output.contains(HostileText.text))
  }

  /// A picture is no text, and a terminal would take parts of it for commands.
  @Test func aPictureIsNotSentToATerminal() throws {
    let home = try hostileHome()
    let words = ["card", "streak", "--sample", "-o", "-"]
    let run = try Child.run(
      atTerminal: [Built.product("haru")] + words, columns: 80, environment: environment(of: home))
    #expect(run.status == 64)
    #expect(run.output.hasPrefix("haru: "))
  }

  /// With sixteen colours red is what an error has, and no day that was studied.
  @Test func aStudiedDayIsNotAlarmRed() throws {
    let home = Scratch()
    #expect(try home.haru("mark", "2025-01-01..2025-12-31").status == 0)
    let environment = Support.environment(home: home.path, ["TERM": "xterm"])
    for month in 1...12 {
      let run = try Child.run(
        atTerminal: [Built.product("haru"), "calendar", "2025-\(month < 10 ? "0" : "")\(month)"],
        columns: 80, environment: environment)
      #expect(run.output.contains("\u{1B}["), "\(month)")
      #expect(!run.output.contains(/[\[;]41[;m]/), "\(month): \(run.output)")
    }
  }

  /// What was done is said in full on a screen of forty columns, however many lines that takes.
  @Test(arguments: TestLanguage.tried)
  func nothingThatWasDoneIsCutAtFortyColumns(language: TestLanguage) throws {
    let home = Scratch()
    let environment = Support.environment(
      home: home.path, zone: "Asia/Seoul", ["LANG": language.locale, "TERM": "xterm"])
    let clock = FakeTime.words(at: "2026-11-20 09:30:00")
    func words(_ output: String) -> String {
      output.replacing(/\x1B\[[0-9;]*m/, with: "").filter { character in
        !character.isWhitespace
          && !character.unicodeScalars.contains(where: \.properties.isBidiControl)
      }
    }
    for line in [
      "mark -3..-1", "rest -5 --reason a_cold_and_a_journey_to_a_far_away_place",
      "note -1 three_chapters_of_a_very_long_book_about_the_sea", "", "status", "streak",
      "explain", "explain -5", "rest --list", "note --list", "undo --list", "calendar",
      "config set quiet 19:30-08:00", "undo", "redo", "unmark -3",
    ] {
      let command =
        [Built.product("haru")]
        + line.split(separator: " ").map {
          String($0).replacing("_", with: " ")
        }
      // What would be said to a program, if it changes nothing.
      let isReading = !["mark", "rest -5", "note -1", "config", "undo", "redo", "unmark"]
        .contains { line.hasPrefix($0) && !line.hasSuffix("--list") }
      let narrow = try Child.run(
        atTerminal: clock + command, columns: 40, environment: environment)
      #expect(narrow.status == 0, "\(line)")
      for row in narrow.output.split(separator: "\n") {
        let columns = DisplayWidth.columns(
          of: String(row.replacing(/\x1B\[[0-9;]*m/, with: "")))
        #expect(columns <= 40, "\(line): \(row)")
      }
      #expect(!narrow.output.contains("…"), "\(line): \(narrow.output)")
      guard isReading, line != "calendar" else { continue }
      let whole = try Child.run(
        clock + command, environment: environment)
      #expect(words(narrow.output) == words(whole.output), "\(line)")
    }
  }

  /// A line breaks at a blank, and a list has one line for each entry.
  @Test func linesFitANarrowTerminal() throws {
    let session = Transcript()
    try session.type("haru", "mark", "2026-08-03..2026-09-11", "-9..-1")
    let before = session.text.count
    for words in [
      [], ["status"], ["streak"], ["undo", "--list"], ["explain"], ["calendar"],
      ["mark", "someday"], ["config", "set", "later", "soon"], ["config", "get", "acent"],
    ] {
      try session.type(words, columns: 40, [:])
    }
    let lines = session.text.dropFirst(before).split(separator: "\n").filter { !$0.hasPrefix("$") }
    #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= 40 }, "\(lines)")
    #expect(lines.contains("This year: 49 of 109 days"))
    #expect(session.text.contains("\nThe agent is not running. To start it:\nharu agent start\n"))
    // An error is one line elsewhere.
    #expect(session.text.contains("\nharu: not a day: someday; write today,\nyesterday, friday,"))
    #expect(try session.type("haru", "mark", "someday").errors.count { $0 == "\n" } == 1)
  }

  /// Help has explanations right of the labels, in a language without blanks too.
  @Test(arguments: ["zh_CN", "ja", "de", "ar"])
  func helpFitsANarrowTerminal(code: String) throws {
    let language = try #require(TestLanguage.all.first { $0.code == code })
    let session = Transcript(language: language)
    for command in ["mark", "card", "note", "import"] {
      try session.type([command, "--help"], columns: 60, [:])
    }
    let lines = session.text.split(separator: "\n").filter { !$0.hasPrefix("$ ") }
    #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= 60 }, "\(session.text)")
    #expect(!lines.contains { $0.drop { $0 == " " }.first.map("、。，）」".contains) == true })
  }

  /// `head` takes what it wants and goes.
  @Test func aReaderThatHasGoneIsNoError() throws {
    let home = Scratch()
    var environment = Support.environment(home: home.path)
    environment["HARU"] = Built.product("haru")
    // Without the signal, which many programs leave ignored in those that they start.
    let script = "trap '' PIPE; { \"$HARU\" config list; echo $? >&2; } | sh -c 'exec <&-'"
    for _ in 0..<3 {
      let run = try Child.run("sh", ["-c", script], environment: environment)
      #expect(["141\n", "0\n"].contains(run.errors), "\(run)")
    }
  }

  @Test func everyCommandIsAsked() throws {
    let commands = try CommandList.haru().leaves
    #expect(commands.count > 30)
    #expect(Set(commands).subtracting(Self.questions.keys).subtracting(Self.others) == [])
  }

  // MARK: The way there

  /// A store whose every text is hostile, as a damaged disk or another program can leave it.
  private func hostileHome() throws -> Scratch {
    let home = Scratch()
    let environment = try environment(of: home)
    for words in [
      ["mark", "-3..yesterday"], ["rest", "-5", "--reason", "r"], ["note", "-1", "n"],
      ["note", "today", "n"],
    ] {
      try environment.haru(words).succeeded()
    }
    let path = Self.dataHome(home) + "/haru/haru.sqlite"
    try sayHostileThings(in: try Store(path: path, for: .writing))
    try home.write("date,\(HostileText.text)\n2026-11-20,\(HostileText.text)\n", to: "hostile.csv")
    return home
  }

  private func sayHostileThings(in store: Store) throws {
    let (marked, rested, noted) = try (
      store.markedDays(), store.restReasons().keys, store.notes().keys
    )
    let said = Provenance(
      at: Instant(Int64(time(nil))), utcOffset: 0, zone: HostileText.text, source: .command)
    for isStudied in [false, true] {
      try store.setStudied(marked, isStudied, today: .latest, by: said)
    }
    try store.setRest(Array(rested), reason: HostileText.text, by: said)
    for day in noted { try store.setNote(HostileText.text, on: day, by: said) }
  }

  private static func dataHome(_ home: Scratch) -> String {
    // A path is one word of a shell, and no part of it a directory.
    home("data" + HostileText.text.replacing("/", with: ""))
  }

  private func environment(of home: Scratch) throws -> [String: String] {
    Support.environment(
      home: home.path,
      [
        "XDG_DATA_HOME": Self.dataHome(home), "XDG_DATA_DIRS": home("share"),
        "TERM": "xterm-256color", "LANG": "en_US.UTF-8",
      ])
  }
}

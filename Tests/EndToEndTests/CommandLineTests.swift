import Foundation
import HaruCore
import Support
import Testing

/// Everything a person reads on the command line, in every language, word for word.
struct CommandLineTests {
  private let home = Scratch()

  @Test(arguments: TestLanguage.tried)
  func firstRun(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type()
    try session.type("haru", "status")
    try session.type("haru", "status", "--json")
    try session.type("haru", "status", "--format", "line")
    try session.type("haru", "store", "path")
    try session.type("haru", "store", "check")
    // A command that only reads makes no file.
    #expect(!FileManager.default.fileExists(atPath: session.home(".local")))
    try session.expectGolden("first-run")
  }

  @Test(arguments: TestLanguage.tried)
  func markingAndUndo(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type(each: [
      ["mark", "2026-11-01..2026-11-03", "-7", "yesterday"], ["status"], ["mark"], ["mark"],
      ["status"],
      ["status", "--json"], ["status", "--format", "line"], ["unmark"], ["unmark"], ["toggle"],
      ["toggle", "-1"], ["undo"], ["undo"], ["undo"], ["undo"], ["undo"], ["undo"], ["status"],
      ["mark", "-2", "-3"], ["status"], [], ["store", "check"],
    ])
    try session.expectGolden("marking")
  }

  @Test func manyOpenFilesOfAParentDoNoHarm() throws {
    let script = "for i in {10..400}; do eval \"exec $i</dev/null\"; done; exec \"$0\" mark"
    let run = try Child.run(
      "bash", ["-c", script, Built.product("haru")],
      environment: Support.environment(home: home.path))
    #expect(run.status == 0, "\(run.errors)")
  }

  // Swift finds the arguments of a process with /proc/self/maps. Without that file there are none, and
  // `haru mark` would be `haru`, which marks nothing and succeeds.
  @Test func withoutItsArgumentsACommandRefuses() throws {
    let environment = Support.environment(home: home.path)
    func run(_ more: [String]) throws -> Child.Outcome {
      let words = ["-qq", "-o", home("calls"), "-e", "trace=openat"] + more
      return try Child.run(
        "strace", words + [Built.product("haru"), "mark"], environment: environment)
    }
    #expect(try run([]).status == 0)
    let calls = try home.read("calls").split(separator: "\n")
    let number = try #require(calls.lastIndex { $0.contains("/proc/self/cmdline") }) + 1
    let refused = try run(["-e", "inject=openat:error=EMFILE:when=\(number)"])
    #expect(refused.status == 74)
    #expect(refused.output == "")
    #expect(refused.errors == "haru: cannot read the arguments: /proc/self/cmdline; try again\n")
  }

  /// A library that is loaded first has moved the environment, beside which Swift looks for them.
  @Test func theArgumentsAreThoseOfTheProgramWhateverALibraryDoes() throws {
    let source = try home.write(
      """
      #include <stdlib.h>
      __attribute__((constructor)) static void move(void) { setenv("MOVED", "1", 1); }
      """, to: "move.c")
    let library = home("move.so")
    #expect(try Child.run("cc", ["-shared", "-fPIC", "-o", library, source]).status == 0)
    let environment = Support.environment(home: home.path, ["LD_PRELOAD": library])
    try environment.haru("mark", "-1").succeeded()
    for (program, words) in [("haru-agent", ["--version"]), ("haru-draw", ["x"])] {
      let run = try Child.run(Built.product(program), words, environment: environment)
      #expect(run.output.hasPrefix("haru-agent ") || run.errors.contains("x"), "\(run)")
    }
  }

  @Test(arguments: TestLanguage.tried)
  func restAndNotes(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type(each: [
      ["rest", "-1"], ["mark", "2026-11-12..2026-11-17"], ["status"], ["rest", "-2"],
      ["rest", "-2"], ["rest", "today", "--reason", "a cold"], ["status"], ["status", "--json"],
      ["status", "--format", "line"], ["rest", "2026-12-24..2027-01-03", "--reason", "holiday"],
      ["rest", "2026-12-31", "--clear"], ["rest", "2026-12-31", "--clear"],
      ["note", "-3", "chapter", "3,", "verbs"], ["note", "-3"], ["note", "-3", "chapter 4"],
      ["note", "-3", " "], ["note", "-3"], ["note"], ["note", "2026-12-31", "-3 points"],
      ["undo", "--list"], ["undo"], ["undo"], ["undo"], ["undo"], ["undo", "--list"], ["mark"],
      ["rest", "--weekdays", "saturday;sunday"], ["status"], ["store", "check"],
    ])
    try session.expectGolden("rest-and-notes")
  }

  /// A note has the same limit wherever it comes from.
  @Test func aNoteThatIsTooLongIsRefusedWithItsSize() throws {
    let session = Transcript()
    let longest = String(repeating: "x", count: 64 << 10)
    #expect(try session.type("haru", "note", "today", longest).status == 0)
    let run = try session.type("haru", "note", "today", longest + "y")
    #expect(run.status == 65)
    #expect(run.errors == "haru: a note of 65 kB is too long; a note has at most 64 kB\n")
    #expect(try session.type("haru", "note", "today").output == longest + "\n")
  }

  @Test(arguments: TestLanguage.tried)
  func explainingAStreak(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "explain")
    try session.type("haru", "undo", "--list")
    try session.type(each: [
      ["mark", "-9"], ["mark", "2026-11-13..2026-11-19"], ["rest", "-2", "--reason", "a cold"],
      ["unmark", "-2"], ["note", "-1", "chapter 3"],
      ["rest", "--weekdays", "friday"],
    ])
    for words in [
      [], ["-1"], ["-2"], ["-7"], ["-8"], ["-9"], ["-20"], ["--json"], ["2026-11-21"],
      ["-1", "-2"],
      ["yesturday"],
    ] {
      try session.type("haru", ["explain"] + words)
    }
    try session.type("haru", "mark", "2025-09-01..2026-11-12")
    try session.type("haru", "explain")
    try session.expectGolden("explaining")
  }

  @Test(arguments: TestLanguage.tried)
  func exporting(language: TestLanguage) throws {
    let session = Transcript(language: language)
    for format in ["json", "csv", "ics"] { try session.type("haru", "export", "--format", format) }
    #expect(!FileManager.default.fileExists(atPath: session.home(".local")))
    try session.type(each: [
      ["mark", "-3..-1"], ["unmark", "-2"], ["rest", "-2", "--reason", "a cold"],
      [
        "note", "-1",
        "“Kapitel 3”, \"verbs\"; a\\b — " + String(repeating: "아주 긴 메모 ", count: 12),
      ],
      ["export"], ["export", "--format", "csv"], ["export", "--format", "ics"],
      ["export", "-o", session.home("days.csv")], ["export", "-o", session.home("no/days.csv")],
      ["export", "--format", "xml"], ["export", session.home("days.json")],
    ])
    session.note(try session.home.read("days.csv"))
    try session.expectGolden("exporting")
  }

  @Test(arguments: TestLanguage.tried)
  func invalidInputIsRefused(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "mark", "-1")
    let store = session.home(Desk.storePath)
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    for words in [
      ["mark", "2026-11-21"], ["mark", "2026-11-19..2026-11-22"],
      ["toggle", "9999-12-31"], ["mark", "2026-02-30"], ["mark", "20 Novembrus"], ["mark", ""],
      ["mark", "-"], ["mark", "-1x"], ["mark", "-99999999999999999999"], ["mark", "-800000"],
      ["mark", "tomorrow"], ["mark", "0000-01-01"], ["mark", "..2026-11-19"],
      ["mark", "2026-11-19..2026-11-18"], ["toggle", "-1", "-2"], ["undo", "now"],
      ["notify", "me"], ["status", "--josn"], ["status", "today"],
      ["status", "--json", "--format", "line"],
      ["calendar", "2026-13"], ["calendar", "26"], ["calendar", "0000"], ["calendar", "2026-1"],
      ["calendar", ""], ["calendar", "2026-11-20"], ["calendar", "novembrus"],
      ["calendar", "2026", "2027"], ["streak", "longest"],
      ["doctor", "who"], ["store"], ["store", "burn"], ["config", "list", "all"],
      ["autostart", "maybe"], ["frobnicate"], ["--frobnicate"], ["notify"],
    ] {
      let run = try session.type("haru", words)
      // `store` alone prints its help; every other ends with one line on standard error.
      if words != ["store"] {
        #expect(run.status != 0, "\(words)")
        #expect(run.output == "", "\(words)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(words)")
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == before)
    try session.type("haru-agent", "--frobnicate")
    try session.type("haru-agent")
    try session.expectGolden("refusals")
  }

  @Test(arguments: TestLanguage.tried)
  func settings(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "config", "path")
    // One of each kind; the settings themselves are those of SettingsTests.
    for (key, value) in [
      ("Day.starts-at", "12:01"), ("Day.first-weekday", "Noday"),
      ("Notifications.remind-at", "20:00 21:00"), ("Notifications.later", "1h"),
      ("Notifications.at-login", ""), ("Notifications.sound", "TRUE"),
      ("Notifications.quiet", "22:00-22:00"), ("Store.path", "~/haru.sqlite"),
      ("Store.backups", "366"), ("Cards.accent", "orange"), ("Cards.hidden", "everywhere"),
    ] {
      #expect(try session.type("haru", "config", "set", key, value).status == 64)
    }
    try session.type("haru", "config", "set", "Day.begins", "03:00")
    try session.type("haru", "config", "get", "nothing")
    #expect(!FileManager.default.fileExists(atPath: session.home(".config")))

    try session.type("haru", "config", "set", "Day.starts-at", "03:00")
    try session.type("haru", "config", "set", "Notifications.remind-at", "21:30;09:00")
    try session.type("haru", "config", "set", "Notifications.quiet", "22:00-07:00")
    try session.type("haru", "config", "set", "Notifications.quiet", "")
    try session.type("haru", "config", "get", "Notifications.remind-at")
    try session.type("haru", "status")
    try session.expectGolden("settings")
  }

  /// Not in a golden file, because it lists every format.
  @Test func anUnknownFormatIsRefusedWithAListOfFormats() throws {
    let session = Transcript()
    for template in ["{strek}", "{streak", "{}"] {
      let run = try session.type("haru", "status", "--format", template)
      #expect(run.status == 64 && run.output == "" && run.errors.contains("streak, longest, "))
    }
    for words in [["status"], ["status", "--follow"]] {
      let run = try session.type("haru", words + ["--format", "xml"])
      #expect(run.status == 64 && run.output == "")
      #expect(run.errors.hasPrefix("haru: no such format: xml") && run.errors.contains("waybar"))
    }
  }

  @Test func everySettingIsExplainedAndListedWithItsValue() throws {
    let session = Transcript()
    var settings = Settings()
    func expectAll() throws {
      let lines = try session.type("haru", "config", "list").output.split(separator: "\n")
      // Those of guests follow.
      #expect(
        lines.filter { !$0.hasPrefix("# ") }.map(String.init).starts(
          with: Settings.keys.map { "\($0.fullName)=\($0.value(in: settings))" }))
      #expect(lines.count { $0.hasPrefix("# ") } >= Settings.keys.count)
      #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasPrefix("# Values: ") })
    }
    try expectAll()
    settings.laterMinutes = 90
    try session.type("haru", "config", "set", "later", "90")
    try expectAll()
    settings.laterMinutes = 60
    try session.type("haru", "config", "unset", "Notifications.later")
    try expectAll()
  }

  /// An edited file is taken only if all of it is right; otherwise the draft waits to be mended.
  @Test(arguments: TestLanguage.tried)
  func settingsAreEdited(language: TestLanguage) throws {
    let session = Transcript(language: language, ["EDITOR": "sh \"$HOME/edit\""])
    let path = session.home(".config/haru/haru.conf")
    func edit(_ line: String) throws {
      try session.home.write("\(line) >>\"$1\"\n", to: "edit")
      try session.type("haru", "config", "edit")
    }
    try session.home.write("", to: ".config/haru/haru.conf")
    try edit("printf '# mine\\n[Day]\\nstarts-at=3:00\\n'")
    let before = try session.home.read(".config/haru/haru.conf")
    #expect(before.hasPrefix("# mine\n") && before.hasSuffix("[Day]\nstarts-at=3:00\n"))
    try edit("echo first-weekday=someday")
    try edit("false")
    #expect(try session.home.read(".config/haru/haru.conf") == before)
    try edit("sed -i s/someday/Monday/ \"$1\"; true")
    try session.type("haru", "config", "get", "first-weekday")
    #expect(!FileManager.default.fileExists(atPath: path + ".draft"))
    try session.expectGolden("editing")
  }

  /// What was set since a draft was begun is not lost for it.
  @Test func anOutdatedDraftIsNotTaken() throws {
    let session = Transcript(["EDITOR": "sh \"$HOME/edit\""])
    let (path, draft) = (".config/haru/haru.conf", ".config/haru/haru.conf.draft")
    try session.home.write("[Day]\n", to: path)
    // Refused, and kept to be mended; then something is set.
    try session.home.write("echo starts-at=25:00 >>\"$1\"\n", to: "edit")
    #expect(try session.type("haru", "config", "edit").status == 78)
    try session.type("haru", "config", "set", "later", "45")
    let other = "'\(Built.product("haru"))' config set sound yes"
    try session.home.write("echo starts-at=3:00 >>\"$1\"; \(other)\n", to: "edit")
    let again = try session.type("haru", "config", "edit")
    // This draft has it, and something else was set while it was edited.
    #expect(again.status == 75 && again.errors.contains(session.home(draft) + ".old"), "\(again)")
    let kept = try session.home.read(path)
    #expect(kept.contains("later=45") && kept.contains("sound=") && !kept.contains("starts-at"))
    #expect(try session.home.read(draft + ".old").contains("starts-at=25:00"))
    #expect(try session.home.read(draft + ".old-2").contains("starts-at=3:00"))
    // An editor that leaves no file changes nothing.
    try session.home.write("rm \"$1\"\n", to: "edit")
    #expect(try session.type("haru", "config", "edit").errors.contains("Nothing changed."))
    #expect(try session.home.read(path) == kept)
  }

  /// A place in which no store can be is refused before every command fails because of it.
  @Test func aPlaceOfNoStoreIsRefused() throws {
    let session = Transcript()
    try session.home.write("dear diary", to: "diary.txt")
    for place in ["", "/diary.txt", "/missing/haru.sqlite"] {
      let set = try session.type("haru", "config", "set", "Store.path", session.home.path + place)
      #expect(set.status != 0 && set.errors.contains(session.home.path), "\(set)")
    }
    #expect(try session.type("haru", "mark").status == 0)
  }

  /// Who has no settings file yet reads in the editor what there is to choose.
  @Test(arguments: TestLanguage.tried)
  func anEmptyEditorWouldExplainNothing(language: TestLanguage) throws {
    let session = Transcript(language: language, ["EDITOR": "cat"])
    let lines = try session.type("haru", "config", "edit").output.split(separator: "\n")
    let settings = lines.filter { !$0.hasPrefix("# ") }.map(String.init)
    var expected: [String] = []
    for key in Settings.keys {
      if !expected.contains("[\(key.group)]") { expected.append("[\(key.group)]") }
      expected.append("#\(key.name)=\(key.value(in: Settings()))")
    }
    #expect(settings.starts(with: expected))
    #expect(lines.count { $0.hasPrefix("# ") } >= Settings.keys.count)
    // It was taken, says nothing, and is there for the next edit.
    #expect(try session.type("haru", "config", "set", "later", "90").status == 0)
    #expect(try session.type("haru", "config", "get", "later").output == "90\n")
    let again = try session.type("haru", "config", "edit").output
    #expect(again.contains("\n#starts-at=00:00\n") && again.contains("\nlater=90\n"))
    #expect(try session.type("haru", "doctor").status != 78)
  }

  @Test func aChangedSettingSaysWhatHoldsNowAndFromWhen() throws {
    let session = Transcript()
    for (words, answer) in [
      (["set", "later", "90"], "Notifications.later is now 90. It takes effect at once."),
      (["unset", "later"], "Notifications.later is now 60. It takes effect at once."),
      (["set", "quiet", ""], "Notifications.quiet is now empty. It takes effect at once."),
      (
        ["set", "at-login", "never"],
        "Notifications.at-login is now never. It takes effect at the next login."
      ),
      (
        ["set", "at-day-start", "false"],
        "Notifications.at-day-start is now never. It takes effect when the next day begins."
      ),
    ] {
      let run = try session.type("haru", ["config"] + words)
      #expect(run.status == 0 && run.output == "" && run.errors == answer + "\n")
    }
    // Another line that is wrong is said, and does not hide it.
    try session.home.write("[Day]\nstarts-at=13:00\n", to: ".config/haru/haru.conf")
    let run = try session.type("haru", "config", "set", "later", "45")
    #expect(run.status == 0 && run.errors.contains("Notifications.later is now 45."))
  }

  @Test(arguments: TestLanguage.tried)
  func aBadSettingsFile(language: TestLanguage) throws {
    let session = Transcript(language: language)
    for text in [
      "[Day]\nstarts-at=13:00\n", "[Day]\nbegins-at=03:00\n", "[Dya]\nstarts-at=03:00\n",
      "[Notifications]\nlater=soon\n", "starts-at=03:00\n", "[Day\n",
    ] {
      try session.home.write(text, to: ".config/haru/haru.conf")
      let run = try session.type("haru", "status", "--format", "line")
      #expect(run.status == 0)
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(try session.type("haru", "config", "get", "later").status == 78)
    }
    try session.type("haru", "config", "path")
    try session.expectGolden("bad-settings")
  }

  @Test(arguments: TestLanguage.tried)
  func doctor(language: TestLanguage) throws {
    try Transcript(language: language, home: home).type("haru", "mark")
    let alone = Transcript(language: language, home: home)
    #expect(try alone.type("haru", "doctor").status == 1)
    try alone.expectGolden("doctor-alone")

    let bus = try PrivateBus()
    let environment = Support.environment(home: home.path, bus: bus.address, zone: "Asia/Seoul")
    let console = try Console(environment: environment)
    let agent = try Desk.startAgent(environment)
    _ = try console.shown()
    let together = Transcript(language: language, bus: bus, home: home)
    #expect(try together.type("haru", "doctor").status == 0)
    try console.command("capabilities body")
    try together.type("haru", "config", "set", "Cards.hidden", "viewer;notification")
    try together.type("haru", "doctor")
    // The agent runs on the real clock.
    let status = try together.type("haru", "status", "--json").output
    let next = try #require(status.firstMatch(of: /"next_notification":({[^}]*})/))
    try agent.terminate()
    try together.expectGolden("doctor-together", changing: String(next.output.1))
  }

  @Test(arguments: TestLanguage.tried)
  func help(language: TestLanguage) throws {
    let session = Transcript(language: language)
    try session.type("haru", "--help")
    for command in try CommandList.haru().all {
      try session.type("haru", command + ["--help"])
    }
    try session.type("haru", "--version")
    try session.type("haru-agent", "--help")
    try session.type("haru-agent", "--version")
    try session.expectGolden("help")
  }

  /// With this status a script knows to try again.
  @Test func aLockedStoreEndsACommandWithStatus75() throws {
    let environment = Support.environment(home: home.path)
    let haru = Built.product("haru")
    #expect(try Child.run(haru, ["mark", "-1"], environment: environment).status == 0)
    let before = try Child.run(haru, ["export"], environment: environment).output
    let lock = try HeldLock(home(Desk.storePath))
    // Side by side, because each waits five seconds for the lock.
    let commands = try [
      ["mark"], ["unmark", "-1"], ["toggle"], ["undo"], ["rest", "-2"], ["note", "-1", "x"],
    ].map { try Child(haru, $0, environment: environment) }
    for command in commands {
      #expect(try command.wait() == .exited(75))
      #expect(
        try command.rest(of: .errors) == [
          "haru: locked by another program: \(home(Desk.storePath)); try again"
        ])
    }
    // A setting that the store does not keep is none of its business.
    try Child.run(haru, ["config", "unset", "later"], environment: environment).succeeded()
    lock.release()
    #expect(try Child.run(haru, ["export"], environment: environment).output == before)
  }

  @Test(arguments: ["status", "--help", "--version"])
  func outputThatCannotBeWrittenIsAnError(word: String) throws {
    let environment = Support.environment(home: home.path)
    let run = try Child.run(
      "sh", ["-c", "exec \"$0\" \(word) >/dev/full", Built.product("haru")],
      environment: environment)
    #expect(run.status == 74)
    #expect(run.errors.hasPrefix("haru: cannot write standard output"))
  }
}

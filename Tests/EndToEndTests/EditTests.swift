import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// `haru calendar --edit` at a terminal: what is typed changes the store, and the terminal is given back.
struct EditTests {
  private let home = Scratch()
  private let zone = MadeZone.morning
  private var today: Day { zone.today }
  private var environment: [String: String] {
    Support.environment(home: home.path, zone: zone.name, ["TERM": "xterm-256color"])
  }

  // MARK: At a terminal

  /// Starts the editor from a shell, which shows how the terminal was before and is after it.
  private func editor(_ more: [String: String] = [:], columns: Int = 80) throws -> Child {
    let script = """
      stty -a >before; sh -c 'echo $$ >pid; exec "$0" calendar --edit' '\(Built.product("haru"))' \
      2>errors; echo $? >status.part; stty -a >after; mv status.part status
      """
    return try Child(
      atTerminal: ["env", "--chdir=" + home.path, "sh", "-c", script], columns: columns,
      environment: environment.merging(more) { $1 })
  }

  private func read(_ name: String) -> String {
    (try? String(contentsOfFile: home(name), encoding: .utf8)) ?? ""
  }

  private var contents: Contents? {
    try? Store(path: home(Desk.storePath), for: .reading).contents()
  }

  /// The marked days, the rest days and the notes.
  private var known: [String] {
    guard let contents else { return [] }
    return contents.marks.map { "\($0.day)" } + contents.rest.keys.sorted().map { "rest \($0)" }
      + contents.notes.map { "note \($0.key) \($0.value)" }.sorted()
  }

  private func isStudied(_ day: Day) -> Bool {
    (try? Store(path: home(Desk.storePath), for: .reading).isStudied(day)) ?? false
  }

  private func day(_ offset: Int) throws -> Day { try #require(today.advanced(by: offset)) }

  /// Waits until something is so in the home or in the store.
  private func wait(_ isSo: () throws -> Bool) throws {
    try eventually(watching: home.path, home(".local/share/haru")) { try isSo() }
  }

  /// What the terminal is asked for, and at the end no more.
  private static let asked = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h"
  private static let unasked = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

  /// Proves that the editor has begun: what is typed marks today.
  private func begin(_ editor: Child) throws {
    try editor.output { $0.contains(Self.asked) }
    try editor.type(" ")
    try wait { isStudied(today) }
  }

  /// An editor that has begun.
  private func begun(_ more: [String: String] = [:], columns: Int = 80) throws -> Child {
    let editor = try editor(more, columns: columns)
    try begin(editor)
    return editor
  }

  /// The status of the editor, after which the terminal is as it was.
  private func expectWholeTerminal(after editor: Child) throws -> String {
    try wait { !read("status").isEmpty }
    #expect(read("before").contains("speed"))
    #expect(read("after") == read("before"))
    let drawn = try editor.rest().joined(separator: "\n")
    // The mouse is the terminal's again, and so is its ordinary screen.
    #expect(drawn.contains(Self.asked))
    let end = try #require(drawn.range(of: "\u{1B}[?1049l", options: .backwards))
    let last = drawn.range(of: Self.unasked, options: .backwards)
    #expect(last?.upperBound ?? drawn.endIndex < end.upperBound)
    #expect(drawn[end.upperBound...].range(of: Self.asked) == nil)
    #expect(drawn[end.upperBound...].range(of: "\u{1B}[?1049h") == nil)
    return read("status").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends the editor with its key.
  private func quit(_ editor: Child, typing keys: String = "q") throws {
    try editor.type(keys)
    #expect(try expectWholeTerminal(after: editor) == "0")
  }

  @Test func everyKeyDoesWhatTheCommandDoes() throws {
    let editor = try begun()
    // Left; then a note, and a rest day a day ahead.
    try editor.type("\u{1B}ODnchapter 3\r")
    try wait { contents?.notes[try day(-1)] == "chapter 3" }
    try editor.type("\u{1B}OC\u{1B}OCr")
    try wait { contents?.rest[try day(1)] != nil }
    try editor.type(" ")
    try editor.type("u")
    try wait { contents?.rest.isEmpty == true }
    #expect(isStudied(today))
    let changes = try environment.haru("undo", "--list").output.split(separator: "\n")
    #expect(
      changes.count == 4 && changes.allSatisfy { $0.contains(" · calendar · ") }, "\(changes)")
    try quit(editor)
    #expect(read("errors") == "")
  }

  /// The terminal is as it was, whatever ends the editor.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGUSR1])
  func theTerminalIsWholeAfterASignal(signal: Int32) throws {
    let editor = try begun()
    try end(by: signal)
    let status = try expectWholeTerminal(after: editor)
    // Who is asked to end has done so.
    let isAsked = [SIGTERM, SIGINT, SIGHUP].contains(signal)
    #expect(status == (isAsked ? "0" : "\(128 + signal)"))
    #expect(isStudied(today))
  }

  private func end(by signal: Int32) throws {
    let process = try #require(Int32(read("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    kill(process, signal)
  }

  /// Nobody can restore a terminal after SIGKILL; the store has every change that was answered.
  @Test func nothingIsLostWhenItIsKilled() throws {
    let editor = try editor()
    try begin(editor)
    try end(by: SIGKILL)
    try wait { !read("status").isEmpty }
    #expect(read("status") == "137\n")
    #expect(isStudied(today))
    #expect(try environment.haru("store", "check").status == 0)
  }

  /// Whoever closes the window with a note in it wanted to write it.
  @Test func aWindowThatIsClosedSavesTheNote() throws {
    let editor = try begun()
    try editor.type("nchapter 3")
    try editor.output { $0.contains("chapter 3") }
    _ = try editor.kill()
    try wait { contents?.notes[today] == "chapter 3" }
  }

  // MARK: What happens meanwhile

  /// Two editors and a command show every change of each other.
  @Test func twoAtOnceFollowEachOther() throws {
    let (one, other) = (try editor(), try editor())
    try other.output { $0.contains("no streak") }
    try begin(one)
    try other.output { $0.contains("1-day") }
    #expect(try environment.haru("mark", "yesterday").status == 0)
    let yesterday = "\(try day(-1).dayOfMonth)✓"
    for each in [one, other] { try each.output { $0.contains(yesterday) } }
    // What the other one has marked is what its key clears.
    try other.type(" ")
    try wait { !isStudied(today) }
    for each in [one, other] { try each.type("q") }
    // The shells around them write to the same files, so their own statuses say nothing.
    for each in [one, other] { _ = try each.wait() }
  }

  @Test func aStoreThatCannotBeUsedIsExplainedAndTheEditorStays() throws {
    let editor = try begun()
    let version = try ofStore("PRAGMA user_version")
    try ofStore("PRAGMA user_version = 999")
    // A note that was not saved stays; what is typed goes on with it, after the answer.
    try editor.type("nke\r\u{7F}\u{7F}ßß")
    try editor.output { $0.contains("newer") && $0.contains("ßß") }
    try ofStore("PRAGMA user_version = \(version)")
    try editor.type("pt\r")
    try wait { contents?.notes[today] == "ßßpt" }
    try quit(editor)
  }

  /// What SQLite says of the store.
  @discardableResult
  private func ofStore(_ sql: String) throws -> String {
    let run = try Child.run(
      "sqlite3", ["-cmd", ".timeout 9000", home(Desk.storePath), sql])
    #expect(run.status == 0, "\(run)")
    return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What a window that is closed can save no more is named with its command.
  @Test func aNoteThatIsLostWithItsWindowIsNamed() throws {
    let editor = try begun()
    try editor.type("nforty minutes")
    try editor.output { $0.contains("forty minutes") }
    try ofStore("PRAGMA user_version = 999")
    try end(by: SIGTERM)
    #expect(try expectWholeTerminal(after: editor) == "75")
    #expect(read("errors").hasSuffix("; not done: haru note \(today) -- 'forty minutes'\n"))
  }

  /// Whoever goes on typing reads the reason first, and loses nothing.
  @Test func aChangeThatFailsIsReadBeforeItEnds() throws {
    let editor = try begun()
    let version = try ofStore("PRAGMA user_version")
    try ofStore("PRAGMA user_version = 999")
    // The help comes after the answer, if it has not ended.
    try editor.type("uq?")
    try editor.output { $0.contains("Page Up") }
    try ofStore("PRAGMA user_version = \(version)")
    #expect(isStudied(today))
    try editor.type("nforty minutes")
    try editor.output { $0.contains("forty minutes") }
    try ofStore("PRAGMA user_version = 999")
    // The sign at the right of the title closes.
    try editor.type("\u{1B}[<0;77;1M\u{1B}[<0;77;1mø")
    try editor.output { $0.contains("ø") }
    try ofStore("PRAGMA user_version = \(version)")
    try editor.type("\r")
    try wait { contents?.notes[today] == "forty minutesø" }
    try quit(editor)
  }

  /// A studied day that became a rest day comes back whole with one undo, and so do several days.
  @Test func oneUndoTakesARestBack() throws {
    let editor = try begun()
    try editor.type("nread\r")
    try wait { contents?.notes[today] == "read" }
    let before = known
    try editor.type("r")
    try wait { contents?.rest[today] != nil }
    #expect(!isStudied(today))
    try editor.type("u")
    try wait { contents?.rest.isEmpty == true }
    #expect(known == before)
    // The day before and the day after: what is studied between them stays so.
    try editor.type("\u{1B}[D\u{1B}[1;2C\u{1B}[1;2Cr")
    try wait { contents?.rest.count == 2 }
    #expect(isStudied(today))
    try editor.type("u")
    try wait { contents?.rest.isEmpty == true }
    #expect(known == before)
    try quit(editor)
  }

  /// `r` on a studied day clears its mark, or changes nothing.
  @Test func aRestDayThatIsRefusedTakesNoMarkWithIt() throws {
    let editor = try begun()
    let refuse =
      "CREATE TRIGGER refuse BEFORE INSERT ON entry WHEN new.kind = 'rest' BEGIN SELECT RAISE(ABORT, 'no'); END"
    try ofStore(refuse)
    // The help comes after the answer, because keys wait for it.
    try editor.type("r?")
    try editor.output { $0.contains("Page Up") }
    #expect(isStudied(today))
    #expect(contents?.rest.isEmpty == true)
    try quit(editor, typing: " q")
  }

  /// Where the terminal takes its own title again at the end.
  @Test(arguments: [("xterm-256color", true), ("vt100", false)])
  func theTitleNamesTheMonth(terminal: String, isShown: Bool) throws {
    let editor = try begun(["TERM": terminal])
    let name = "\u{1B}]2;Haru, "
    try editor.output { $0.contains("1-day") && (!isShown || $0.contains(name)) }
    try editor.type("q")
    try wait { !read("status").isEmpty }
    #expect(try editor.rest().joined().contains(name) == isShown)
  }

  // MARK: What no key has said

  /// What terminals answer, and clicks of other buttons: in each case the editor goes on, shows what others
  /// change, and has changed nothing itself.
  @Test func whatATerminalSaysByItselfChangesNothing() throws {
    let editor = try begun()
    let before = known
    for said in [
      "\u{1B}[27u", "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[M &&",
      "\u{1B}[<2;5;5M\u{1B}[<2;5;5m", "\u{1B}[<1;5;5M", "\u{1B}[<66;5;5M", "\u{1B}[M\"&&",
      "\u{1B}[200~ ru\rq\u{1B}[201~", "\u{1B}u\u{1B}r",
    ] {
      try editor.type(said)
    }
    #expect(known == before)
    // A change of another program is shown without a key, and the next key counts.
    #expect(try environment.haru("mark", "yesterday").status == 0)
    let yesterday = "\(try day(-1).dayOfMonth)✓"
    try editor.output { $0.contains(yesterday) }
    try quit(editor)
    let marked = try day(-1)
    #expect(known == ["\(marked)"] + before)
  }

  @Test func whatIsPastedIsTheTextOfANote() throws {
    let editor = try begun()
    try editor.type("n\u{1B}[200~quiet ru\u{1B}[201~")
    try editor.type("\r")
    try wait { contents?.notes[today] == "quiet ru" }
    try quit(editor)
  }

  /// Stopped by a key of the terminal, it gives the terminal back, and takes it again.
  @Test func aStoppedEditorGivesTheMouseBack() throws {
    let editor = try begun()
    try end(by: SIGTSTP)
    try editor.output { $0.contains(Self.unasked) }
    try end(by: SIGCONT)
    try editor.output {
      $0.range(of: Self.asked, options: .backwards)?.lowerBound ?? $0.startIndex
        > $0.range(of: Self.unasked)?.upperBound ?? $0.endIndex
    }
    try quit(editor)
  }

  /// A stop that comes while something is drawn would be lost.
  @Test func noDrawingHasAStopIgnored() throws {
    let editor = try Child(
      atTerminal: [
        "strace", "-f", "-qq", "-o", home("calls"), "-e", "trace=rt_sigaction",
        Built.product("haru"), "calendar", "--edit",
      ], columns: 80, environment: environment)
    try editor.output { $0.contains(Self.asked) }
    try editor.type("?")
    try editor.output { $0.contains("Page Up") }
    try editor.type("q")
    _ = try editor.rest()
    let calls = try home.read("calls").split(separator: "\n").filter { $0.contains("(SIGTSTP, {") }
    #expect(!calls.isEmpty && !calls.contains { $0.contains("(SIGTSTP, {sa_handler=SIG_IGN") })
  }

  // MARK: Terminals and languages

  /// Where the locale knows no letters but those of ASCII, the terminal does all the same.
  @Test(arguments: [["LANG": ""], ["LANG": "C"], ["LANG": "xx_YY.UTF-8"], ["LC_ALL": "C"]])
  func itsLettersAreUTF8WhateverTheLocale(variables: [String: String]) throws {
    let editor = try begun(variables)
    try editor.output { $0.contains("✓") && $0.contains("1-day") }
    try quit(editor)
  }

  /// A terminal without colours gets none.
  @Test(arguments: [["TERM": "vt100"], ["TERM": "xterm-256color", "NO_COLOR": "1"]])
  func withoutColoursItIsReadable(variables: [String: String]) throws {
    let editor = try editor(variables, columns: 40)
    try editor.type(" q")
    try wait { !read("status").isEmpty }
    let drawn = try editor.rest().joined(separator: "\n")
    #expect(drawn.contains("✓") || drawn.contains("1-day"))
    #expect(drawn.firstMatch(of: #/\u{1B}\[[0-9;]*(?:3[0-7]|38;5;\d+|4[0-7]|48;5;\d+)m/#) == nil)
    #expect(read("after") == read("before"))
  }

  /// From right to left the days are in the same columns, and a value within a sentence is shown whole.
  @Test func fromRightToLeftNothingIsLost() throws {
    let arabic = try #require(TestLanguage.all.first { $0.code == "ar" })
    let editor = try begun(["LANG": arabic.locale], columns: 40)
    try editor.type("nkept\r")
    try editor.output { output in
      // The isolate around the note is invisible.
      let marks: Set<Unicode.Scalar> = ["\u{2068}", "\u{2069}", "\u{200E}"]
      let seen = output.unicodeScalars.filter { !marks.contains($0) }
      return String(String.UnicodeScalarView(seen)).contains("«kept»")
    }
    // Days that are to come are drawn one by one.
    let row = today.dayOfMonth > 4 ? "1    2    3    4" : " 2 "
    try editor.output { $0.contains(row) }
    try quit(editor)
  }

  // MARK: Line by line

  private func plain(_ input: String, _ words: [String] = ["--plain"]) throws -> Child.Outcome {
    try Child.run(
      Built.product("haru"), ["calendar", "--edit"] + words, environment: environment, input: input)
  }

  @Test func eachLineIsAnsweredByALine() throws {
    let number = today.dayOfMonth
    let run = try plain(
      """
      \(number) studied
      \(number) note chapter 3
      \(today) rest
      undo
      \(number)
      sing
      quit
      \(number) not studied
      """)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n").map(String.init)
    // The title, the days, the progress and what can be typed come first.
    let answers = lines.dropFirst(today.month.length + 3)
    #expect(answers.count == 6, "\(answers)")
    let beginnings = [
      "Marked: ", "Note saved: ", "Rest: ", "Undone: ", "1-day streak", "not understood",
    ]
    for (answer, beginning) in zip(answers, beginnings) { #expect(answer.hasPrefix(beginning)) }
    #expect(isStudied(today))
    #expect(contents?.notes == [today: "chapter 3"])
    #expect(contents?.rest == [:])
  }

  /// What a reader puts in the place of wrong bytes is no text of a note.
  @Test func bytesThatAreNoUTF8AreRefused() throws {
    let input = home("input")
    let note = Data("\(today.dayOfMonth) note a".utf8 + [0xff, 0x0a])
    try note.write(to: URL(fileURLWithPath: input))
    let run = try Child.run(
      "sh", ["-c", #"exec "$0" calendar --edit --plain <"$1""#, Built.product("haru"), input],
      environment: environment)
    #expect(run.status == 0 && run.output.contains("UTF-8"), "\(run)")
    #expect(contents?.notes ?? [:] == [:])
  }

  /// Nothing can be missed before it has come.
  @Test func aDayAheadHasNoState() throws {
    let missed = { (output: String) in output.matches(of: #/· not studied\n/#).count }
    let (now, next) = try (plain("").output, plain("next\n").output)
    #expect(missed(next) == missed(now) && next.count > now.count)
  }

  @Test func aHistoryBeginsWithTheDayOfTheSettings() throws {
    try Desk.mark((1...5).map { try day(-$0) }, in: home)
    try home.write("[Day]\nsince=\(try day(-1))\n", to: ".config/haru/haru.conf")
    let run = try plain(today.dayOfMonth == 1 ? "previous\n" : "")
    #expect(run.output.contains("· 1-day streak\n"), "\(run)")
  }

  /// Where nothing can be drawn, it works line by line unasked.
  @Test func withoutATerminalItIsPlain() throws {
    try plain("\(today.dayOfMonth) studied\n", []).succeeded()
    #expect(isStudied(today))
    for terminal in ["dumb", "no-such-terminal"] {
      let editor = try editor(["TERM": terminal])
      try editor.type("next\nquit\n")
      try wait { !read("status").isEmpty }
      #expect(read("status") == "0\n")
      #expect(
        read("errors")
          == "This terminal cannot draw the calendar (TERM=\(terminal)), so it is changed by words.\n"
      )
      let shown = try editor.rest().joined()
      #expect(!shown.contains("\u{1B}"))
      try FileManager.default.removeItem(atPath: home("status"))
    }
  }

  @Test(arguments: [["--json"], ["--year"]])
  func itGoesWithNoOtherForm(words: [String]) throws {
    #expect(try plain("", words).status == 64)
  }
}

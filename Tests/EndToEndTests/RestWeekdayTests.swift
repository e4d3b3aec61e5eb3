import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Rest weekdays are days of the log; lines of version 0.4 about them are taken once (docs/store.md#rest-days-by-rule).
struct RestWeekdayTests {
  let home = Scratch()

  private func haru(_ day: String, _ arguments: String...) throws -> Child.Outcome {
    try haru(day, arguments)
  }

  private func haru(_ day: String, _ arguments: [String]) throws -> Child.Outcome {
    try environment(home: home.path, zone: "Asia/Seoul").haru(at: "\(day) 12:00:00", arguments)
  }

  private func rules() throws -> [String] { try Self.rules(of: home) }

  private static func rules(of home: Scratch) throws -> [String] {
    try Store(path: home(Desk.storePath), for: .reading).restDays().rules.map {
      "\($0.weekday) \($0.from) \($0.to?.description ?? "on")"
    }
  }

  private static let settings = ".config/haru/haru.conf"

  private func write(_ lines: String) throws {
    try home.write("# mine\n[Day]\n\(lines)\n\n[Notifications]\nlater=90\n", to: Self.settings)
  }

  private func written() throws -> String {
    try home.read(Self.settings)
  }

  @Test func aCommandSetsThemUndoTakesThemBackAndListShowsThem() throws {
    _ = try haru("2026-11-20", "mark")
    let set = try haru("2026-11-20", "rest", "--weekdays", "Sat,Sun", "--reserve", "2")
    let shown = """
      every Saturday since 2026-11-20
      every Sunday since 2026-11-20
      2 reserve days a week since 2026-11-20

      """
    #expect(set.status == 0 && set.errors == shown)
    #expect(try haru("2026-11-20", "rest", "--list").output == shown)
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
    #expect(try haru("2026-11-23", "status", "--format", "line").output.hasPrefix("1-day streak"))
    let list = try haru("2026-11-23", "undo", "--list").output
    #expect(list.contains("rest weekdays: Saturday, Sunday; 2 reserve days a week"), "\(list)")
    #expect(!FileManager.default.fileExists(atPath: home(Self.settings)))
    _ = try haru("2026-11-23", "undo")
    #expect(try rules() == [])
    #expect(try haru("2026-11-23", "rest", "--list").errors == "haru: no rest days found\n")
    _ = try haru("2026-11-23", "redo")
    #expect(try haru("2026-11-23", "rest", "--list").output == shown)
  }

  @Test func noneEndsThemAndEarlierDaysStay() throws {
    _ = try haru("2026-11-20", "mark")
    _ = try haru("2026-11-20", "rest", "--weekdays", "sat,sun")
    let ended = try haru("2026-11-23", "rest", "--weekdays", "none", "--reserve", "0")
    #expect(ended.errors == "no rest weekdays\n0 reserve days a week\n")
    #expect(
      try rules() == ["saturday 2026-11-20 2026-11-22", "sunday 2026-11-20 2026-11-22"])
    #expect(try haru("2026-11-23", "rest", "--list").errors == "haru: no rest days found\n")
    #expect(try haru("2026-11-23", "status", "--format", "line").output.hasPrefix("1-day streak"))
  }

  /// Since when they hold can be said, also before the first mark.
  @Test func theyHoldFromADay() throws {
    let set = ["rest", "--weekdays", "saturday", "--from"]
    #expect(try haru("2026-11-20", set + ["2026-10-01"]).status == 0)
    #expect(try rules() == ["saturday 2026-10-01 on"])
    _ = try haru("2026-11-23", "mark")
    #expect(try rules() == ["saturday 2026-10-01 on"])
    #expect(try haru("2026-11-23", set + ["-3"]).status == 0)
  }

  @Test(arguments: [
    (
      ["--weekdays", "sat sonday"],
      "for --weekdays: sat sonday; expected up to six weekdays such as saturday,sunday, or none\n"
    ),
    (["--weekdays", "mon,tue,wed,thu,fri,sat,sun"], "invalid value for --weekdays"),
    (["--reserve", "7"], "invalid value for --reserve: 7; expected a number from 0 to 2"),
    (["--reserve", "1", "--list"], "cannot be combined: --reserve, --list"),
    (["--weekdays", "sat", "sun"], "cannot be combined: --weekdays, sun"),
    (["--weekdays", "sat", "--reason", "x"], "cannot be combined: --weekdays, --reason"),
    (["--from", "-1", "--clear"], "cannot be combined: --from, --clear"),
    (["--from", "-1"], "missing argument: --weekdays"),
    (["--reserve", "-1"], "invalid value for --reserve: -1"),
    (["--weekdays", "mon..sonday"], "for --weekdays: mon..sonday; expected"),
    (["--weekdays", "mon.fri"], "for --weekdays: mon.fri; expected"),
  ])
  func whatIsNoRuleIsRefused(words: [String], error: String) throws {
    let run = try haru("2026-11-20", ["rest"] + words)
    #expect(run.status == 64 && run.errors.contains(error), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: home(Desk.storePath)))
  }

  /// Weekdays are written as for reminders, also as a range; a part of what was written is never taken for the whole.
  @Test(arguments: [
    ("tue..thu", "every Tuesday|every Wednesday|every Thursday"),
    ("Sat..Mon", "every Monday|every Saturday|every Sunday"),
    ("sat., sun.", "every Saturday|every Sunday"),
  ])
  func rangesAreWeekdays(words: String, shown: String) throws {
    for command in [["rest", "--weekdays"], ["config", "set", "rest-weekdays"]] {
      let run = try haru("2026-11-20", command + [words])
      let wanted = shown.split(separator: "|").map { "\($0) since 2026-11-20" }
      let told = run.errors.split(separator: "\n").suffix(wanted.count).map(String.init)
      #expect(run.status == 0 && told == wanted, "\(run.errors)")
    }
  }

  /// The settings of version 0.4 still do it, and name the command.
  @Test func theirSettingsOfVersion04AreSynonyms() throws {
    for (words, command) in [
      (["set", "rest-weekdays", "sun"], "--weekdays sun"),
      (["Day.rest-weekdays=sat", "--from", "-1"], "--from -1 --weekdays sat"),
      (["set", "rest-weekdays", "--from", "-1", "sat"], "--from -1 --weekdays sat"),
      (["set", "--from", "-1", "rest-weekdays", "sat"], "--from -1 --weekdays sat"),
      (["set", "--from=2026-11-19", "free", "1"], "'--from=2026-11-19' --reserve 1"),
      (["set", "rest-weekdays", "sat;sun"], "--weekdays 'sat;sun'"),
      (["set", "rest-weekdays", "sat, sun"], "--weekdays 'sat, sun'"),
      (["set", "rest-weekdays", "sat,sun"], "--weekdays sat,sun"),
      (["set", "Day.rest-weekdays", ""], "--weekdays none"),
      (["unset", "rest-weekdays"], "--weekdays none"),
      (["set", "free", "2"], "--reserve 2"), (["get", "Day.free"], "--list"),
      (["unset", "Day.free"], "--reserve 0"),
    ] {
      let run = try haru("2026-11-20", ["config"] + words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      let named = " is no setting any more; the command is now: haru rest \(command)\n"
      #expect(run.errors.contains(named), "\(run.errors)")
    }
    #expect(
      try haru("2026-11-20", "config", "get", "rest-weekdays").errors.hasSuffix(
        "haru: no rest days found\n"))
    for verb in ["get", "unset"] {
      let run = try haru("2026-11-20", "config", verb, "free", "Day.starts-at")
      #expect(
        run.status == 64 && run.errors.hasSuffix("unexpected argument: Day.starts-at\n"), "\(run)")
    }
    #expect(try !haru("2026-11-20", "config", "list").output.contains("rest-weekdays"))
    #expect(!FileManager.default.fileExists(atPath: home(Self.settings)))
  }

  /// A reading command shows them and writes nothing; one that writes takes them, once.
  @Test func linesOfVersion04AreTakenOnceAndCommentedOut() throws {
    _ = try haru("2026-11-20", "mark")
    try write("rest-weekdays = saturday;sunday\nstarts-at=00:00\nfree=2")
    let before = try (written(), Data(contentsOf: URL(fileURLWithPath: home(Desk.storePath))))
    #expect(
      try haru("2026-11-21", "status", "--format", "line").output == "1-day streak · rest day\n")
    #expect(
      try haru("2026-11-21", "rest", "--list").output.hasPrefix("every Saturday since 2026-11-20"))
    #expect(try written() == before.0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: home(Desk.storePath))) == before.1)
    _ = try haru("2026-11-22", "note", "today", "verbs")
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
    let sentence = """
      # No setting any more: haru rest --list shows what holds, haru rest --weekdays and haru rest --reserve change it.
      """
    #expect(
      try written() == """
        # mine
        [Day]
        \(sentence)
        #rest-weekdays = saturday;sunday
        starts-at=00:00
        \(sentence)
        #free=2

        [Notifications]
        later=90

        """)
    // It was so before, and undo takes back what was done.
    #expect(try haru("2026-11-22", "undo").errors.contains("note"))
    #expect(try haru("2026-11-22", "undo").errors.contains("marked"))
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
    // A line that somebody writes again says nothing, and leads to the command.
    try write("rest-weekdays=monday")
    #expect(
      try haru("2026-11-23", "status", "--format", "line").output == "no streak · not studied yet\n"
    )
    _ = try haru("2026-11-23", "mark")
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
    #expect(try written().contains("\n#rest-weekdays=monday\n"))
  }

  /// What was answered while nothing was written stays true: a line holds since the last studied day.
  @Test func aDayThatWasCalledARestDayStaysOne() throws {
    _ = try haru("2026-11-26", "mark", "2026-11-20..2026-11-26")
    try write("rest-weekdays=friday")
    #expect(
      try haru("2026-11-27", "status", "--format", "line").output == "7-day streak · rest day\n")
    let open = "7-day streak · not studied yet\n"
    #expect(try haru("2026-11-28", "status", "--format", "line").output == open)
    #expect(try haru("2026-11-28", "mark").errors.contains("8-day streak"))
    #expect(try haru("2026-11-28", "explain").output.contains("1 rest day in it does not count."))
    #expect(try rules() == ["friday 2026-11-26 on"])
    // The days before stay what they were.
    #expect(try haru("2026-11-28", "explain", "2026-11-20").output.contains("studied"))
  }

  /// The days that the very command brings, or takes back, move nothing of that.
  @Test(arguments: [
    ["mark", "2026-11-22"], ["import", "days.csv"], ["undo"],
  ])
  func aCommandAboutEarlierDaysLeavesIt(words: [String]) throws {
    _ = try haru("2026-11-20", "mark", "2026-11-16..2026-11-20")
    if words == ["undo"] { _ = try haru("2026-11-22", "mark", "2026-11-22") }
    try home.write("date,value\n2026-11-22,1\n", to: "days.csv")
    try write("rest-weekdays=saturday")
    let since = words == ["undo"] ? "2026-11-22" : "2026-11-20"
    #expect(
      try haru("2026-11-23", "rest", "--list").output == "every Saturday since \(since)\n")
    let run = try haru("2026-11-23", words.map { $0.hasSuffix(".csv") ? home($0) : $0 })
    #expect(run.status == 0, "\(run.errors)")
    #expect(try rules() == ["saturday \(since) on"])
  }

  /// What a command answers of a line is what it saves.
  @Test func aCommandCountsALineAsItIsTaken() throws {
    _ = try haru("2026-11-17", "mark", "2026-11-12", "2026-11-13")
    try write("rest-weekdays=saturday;sunday")
    #expect(try haru("2026-11-17", "mark", "yesterday").errors.contains("3-day streak"))
    #expect(try rules() == ["saturday 2026-11-13 on", "sunday 2026-11-13 on"])
  }

  /// Without a day, a line holds from today on, also if the command brings earlier ones.
  @Test(arguments: [["mark", "2026-11-11"], ["import", "days.csv"]])
  func inAnEmptyStoreALineHoldsFromToday(words: [String]) throws {
    try write("rest-weekdays=saturday")
    try home.write("date,value\n2026-11-11,1\n", to: "days.csv")
    let since = "every Saturday since 2026-11-20\n"
    #expect(try haru("2026-11-20", "rest", "--list").output == since)
    try haru("2026-11-20", words.map { $0.hasSuffix(".csv") ? home($0) : $0 }).succeeded()
    #expect(try haru("2026-11-20", "rest", "--list").output == since)
    try haru("2026-11-20", "undo").succeeded()
    #expect(try haru("2026-11-20", "rest", "--list").output == since)
  }

  /// A table of the days has the rest days and those in reserve that every other command shows.
  @Test func anExportHasTheDaysThatCount() throws {
    _ = try haru("2026-11-20", "mark", "2026-10-01..2026-10-10", "2026-11-10..2026-11-19")
    _ = try haru("2026-11-20", "rest", "--reserve", "1", "--from", "2026-10-01")
    try write("since=2026-11-05\nrest-weekdays=friday")
    let table = try haru("2026-11-20", "export", "--format", "csv").output
    let free = table.split(whereSeparator: \.isNewline).filter { !$0.contains(",1,") }
    #expect(
      free == [
        "date,value,note", "2026-11-05,reserve,", "2026-11-08,reserve,", "2026-11-20,rest,",
      ])
  }

  /// The week of a line begins as in the locale, unless the settings say another weekday.
  @Test func theWeekOfALineIsTheLocales() throws {
    for (line, value) in [("", "1,7"), ("first-weekday=tuesday\n", "1,2")] {
      let home = Scratch()
      try home.write("[Day]\n\(line)free=1\n", to: Self.settings)
      let run = try environment(home: home.path, zone: "Asia/Seoul").haru(
        at: "2026-11-20 12:00:00", ["mark"])
      #expect(run.status == 0)
      let written = "SELECT value FROM entry WHERE kind = 'free'"
      #expect(try Child.run("sqlite3", [home(Desk.storePath), written]).output == value + "\n")
    }
  }

  /// A wrong line stays as it is, and is named; it says nothing that could be taken.
  @Test func aWrongLineIsNoComment() throws {
    _ = try haru("2026-11-20", "mark")
    try write("rest-weekdays=Sat # both\nfree=1")
    #expect(try haru("2026-11-20", "note", "a").status == 0)
    #expect(try written().contains("\nrest-weekdays=Sat # both\n"))
    #expect(try written().contains("\n#free=1\n"))
  }

  /// A line says nothing where another machine has said something, which comes with the very command.
  @Test(arguments: ["sync", "import"])
  func whatComesInWithACommandIsFirst(way: String) throws {
    let (other, folder) = (Scratch(), Scratch())
    func there(_ day: String, _ words: String...) throws {
      let run = try environment(home: other.path, zone: "Asia/Seoul").haru(
        at: "\(day) 12:00:00", words)
      try #require(run.status == 0, "\(run.errors)")
    }
    try there("2026-11-20", "mark")
    try there("2026-11-20", "rest", "--weekdays", "wed", "--from", "2026-11-01")
    try there("2026-11-20", "rest", "--reserve", "1", "--from", "2026-11-01")
    try there("2026-11-20", "sync", "on", folder.path)
    try there("2026-11-20", "export", "--format", "json", "-o", other("A.json"))
    try write("rest-weekdays=saturday;sunday\nfree=2")
    let words =
      way == "sync" ? ["sync", "on", "--join", folder.path] : ["import", other("A.json")]
    try haru("2026-11-22", words).succeeded()
    #expect(try rules() == ["wednesday 2026-11-01 on"])
    #expect(try written().contains("\n#rest-weekdays=saturday;sunday\n"))
    #expect(
      try haru("2026-11-22", "rest", "--list").output == """
        every Wednesday since 2026-11-01
        1 reserve day a week since 2026-11-01

        """)
    try there("2026-11-22", "sync", "check")
    #expect(try Self.rules(of: other) == ["wednesday 2026-11-01 on"])
  }

  /// A command that only looks brings days from another machine, with which the line would begin later.
  @Test func aLineHoldsAsItDidBeforeDaysCame() throws {
    let (other, folder) = (Scratch(), Scratch())
    func there(_ words: String...) throws {
      try environment(home: other.path, zone: "Asia/Seoul").haru(at: "2026-11-29 12:00:00", words)
        .succeeded()
    }
    try haru("2026-11-20", "mark", "2026-11-16..2026-11-20").succeeded()
    try haru("2026-11-20", "sync", "on", folder.path).succeeded()
    try write("rest-weekdays=saturday;sunday")
    try there("sync", "on", "--join", folder.path)
    try there("mark", "2026-11-23..2026-11-27")
    try there("sync", "check")
    let streak = try haru("2026-11-29", "streak").output
    #expect(streak.hasPrefix("10-day streak"))
    #expect(try haru("2026-11-29", "streak").output == streak)
    #expect(try rules() == ["saturday 2026-11-20 on", "sunday 2026-11-20 on"])
  }

  /// A command about them changes what the line says.
  @Test func aLineHoldsUntilACommandSaysOtherwise() throws {
    _ = try haru("2026-11-20", "mark")
    try write("rest-weekdays=saturday")
    _ = try haru("2026-11-20", "rest", "--weekdays", "wed", "--from", "2026-12-01")
    let both = ["saturday 2026-11-20 2026-11-30", "wednesday 2026-12-01 on"]
    #expect(try rules() == both)
    _ = try haru("2026-11-20", "undo")
    #expect(try rules() == ["saturday 2026-11-20 on"])
  }

  /// An agent without days has nothing for which a line could hold; another machine may be about to tell its own.
  @Test func theAgentTakesNoLineBeforeThereAreDays() throws {
    let desk = try Desk { try $0.write("[Day]\nfree=1\n", to: Self.settings) }
    _ = try desk.console.shown()
    #expect(try desk.home.read(Self.settings) == "[Day]\nfree=1\n")
    #expect(try desk.haru("rest", "--list").output.hasPrefix("1 reserve day a week"))
  }

  /// Nor does it begin one with a day that a command has brought: who has listed it was told since when it holds.
  @Test func besideAnAgentALineHoldsAsItWasListed() throws {
    let desk = try Desk { try $0.write("[Day]\nfree=1\n", to: Self.settings) }
    _ = try desk.console.shown()
    let listed = try desk.haru("rest", "--list").output
    try desk.home.write("date,value\n2024-11-11,1\n", to: "days.csv")
    #expect(try desk.haru("import", desk.home("days.csv")).status == 0)
    #expect(try desk.haru("rest", "--list").output == listed)
  }

  /// A rule from a coming day on leaves what holds until then.
  @Test func theListShowsWhatHoldsUntilARuleBegins() throws {
    _ = try haru("2026-11-20", "mark", "2026-11-02..2026-11-20")
    _ = try haru("2026-11-20", "rest", "--weekdays", "sat", "--reserve", "1")
    let reserve = "1 reserve day a week since 2026-11-20\n"
    let ending = "Saturday · every week from 2026-11-20 to 2026-12-30\n"
    let ended = try haru("2026-11-20", "rest", "--weekdays", "none", "--from", "2026-12-31")
    #expect(ended.errors == ending + reserve)
    #expect(try haru("2026-11-20", "rest", "--list").output == ending + reserve)
    #expect(try haru("2026-11-21", "rest", "--list", "2026-11-21").output == ending)
    #expect(try haru("2026-11-21", "rest", "--list", "2026-11-22").status == 1)
    // What has ended is listed for its days.
    #expect(try haru("2027-01-04", "rest", "--list").output == reserve)
    #expect(try haru("2027-01-04", "rest", "--list", "2026-11-21").output == ending)

    _ = try haru("2026-11-20", "rest", "--weekdays", "wed", "--from", "2026-12-01")
    _ = try haru("2026-11-20", "rest", "--reserve", "2", "--from", "2026-12-01")
    #expect(
      try haru("2026-11-20", "rest", "--list").output == """
        Saturday · every week from 2026-11-20 to 2026-11-30
        every Wednesday since 2026-12-01
        1 reserve day a week · 2026-11-20 to 2026-11-30 (11 days)
        2 reserve days a week since 2026-12-01

        """)
    let proposed = try haru("2026-11-20", "rest", "every", "sunday")
    #expect(proposed.errors.hasSuffix("did you mean haru rest --weekdays saturday,sunday?\n"))
  }

  /// A reminder is lost once its weekdays are rest days, and not before.
  @Test func aReminderComesUntilItsWeekdayIsARestDay() throws {
    _ = try haru("2026-11-20", "config", "set", "remind-at", "Sat 11:00")
    let coming = try haru("2026-11-20", "rest", "--weekdays", "sat", "--from", "2027-01-01")
    #expect(coming.errors == "every Saturday since 2027-01-01\n")
    #expect(try haru("2027-01-01", "status").output.contains("11:00 never comes"))
    let ending = try haru("2027-01-01", "rest", "--weekdays", "none", "--from", "2027-02-01")
    #expect(!ending.errors.contains("never comes"))
  }

  /// What a cleared day leaves is what was said before, which need not be nothing.
  @Test func undoNamesWhatWasSet() throws {
    _ = try haru("2026-11-24", "rest", "--reserve", "2", "--from", "2026-11-25")
    _ = try haru("2026-11-24", "rest", "--reserve", "1")
    #expect(try haru("2026-11-24", "undo").errors.contains("1 reserve day a week\n"))
    #expect(
      try haru("2026-11-24", "undo", "--list").output.split(separator: "\n")[0].hasSuffix(
        "2 reserve days a week · takes a change back"))
    _ = try haru("2026-11-24", "rest", "--weekdays", "fri", "--from", "2026-11-25")
    _ = try haru(
      "2026-11-24", "rest", "--weekdays", "sat,sun", "--reserve", "2", "--from", "yesterday")
    let undone = try haru("2026-11-24", "undo").errors
    #expect(undone.contains("rest weekdays: Saturday, Sunday"), "\(undone)")
    #expect(undone.contains("2 reserve days a week"))
  }

  /// Who writes such a line in the editor reads at once what to type.
  @Test func theEditorSaysThatALineIsNoSetting() throws {
    let sentence = "No setting any more: haru rest --list shows what holds"
    var environment = environment(home: home.path, zone: "Asia/Seoul")
    environment["EDITOR"] = "sh \"$HOME/edit\""
    try home.write("echo '[Day]' >\"$1\"; echo 'rest-weekdays=friday' >>\"$1\"\n", to: "edit")
    _ = try haru("2026-11-20", "rest", "--weekdays", "sat")
    let edited = try environment.haru(at: "2026-11-20 12:00:00", "config", "edit")
    #expect(edited.status == 0 && edited.errors.contains(sentence), "\(edited.errors)")
  }

  /// A reserve day is named by what made it, and explained in the streak over it.
  @Test func aReserveDayIsNamed() throws {
    _ = try haru("2026-11-16", "rest", "--reserve", "2")
    _ = try haru("2026-11-20", "mark", "2026-11-16", "2026-11-19", "2026-11-20")
    let explained = try haru("2026-11-20", "explain").output
    #expect(explained.contains("\n2 reserve days in it do not count.\n"), "\(explained)")
    #expect(
      try haru("2026-11-20", "rest", "--clear", "2026-11-17").errors
        == "Still rest because of haru rest --reserve: Tuesday 17 November\n")
  }

  /// A running agent takes a line when it is written.
  @Test func theAgentTakesALineOfVersion04() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    try desk.home.write("[Day]\nfree=1\n", to: Self.settings)
    try eventually(watching: desk.home(".config/haru")) {
      try desk.home.read(Self.settings).hasSuffix("\n#free=1\n")
    }
    let rest = try Store(path: desk.home(Desk.storePath), for: .reading).restDays()
    #expect(rest.freeFrom.values.map(\.count) == [1])
  }
}

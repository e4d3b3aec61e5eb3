import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Two machines with one folder, which the file system carries between them in no time.
@Suite(.serialized)
struct SyncTests {
  private let folder = Scratch()
  private let home = Scratch()

  private func turnOn(_ desk: Desk, in other: Scratch? = nil) throws {
    try desk.haru("sync", "on", "--join", (other ?? folder).path).succeeded()
  }

  @Test func aClickOnOneIsStudiedOnTheOther() throws {
    let (desk, lap) = (try Desk(), try Desk())
    let here = try desk.console.shown()
    let there = try lap.console.shown()
    #expect(there.labels.contains("Study"))
    try turnOn(desk)
    try turnOn(lap)
    #expect(try desk.console.shown(afterPressing: "Study", on: here).mark == true)
    #expect(try lap.console.shown().mark == true)
    #expect(try lap.isStudied)
    // And back: what is undone there is open here.
    #expect(try lap.haru("unmark").status == 0)
    #expect(try lap.console.shown().labels.contains("Study"))
    #expect(try desk.console.shown().labels.contains("Study"))
    #expect(try !desk.isStudied)
  }

  /// What was shown last said *Studied*, and has gone from the screen.
  @Test func whatIsUndoneElsewhereComesBack() throws {
    let (desk, lap) = (try Desk(), try Desk())
    let open = try desk.console.shown()
    _ = try lap.console.shown()
    try turnOn(desk)
    try turnOn(lap)
    let studied = try desk.console.shown(afterPressing: "Study", on: open)
    #expect(try lap.console.shown().mark == true)
    try desk.console.command("expire \(studied.id)")
    // A note that was written here later says nothing of the day.
    try desk.environment.haru(at: "+60 seconds", "note", "today", "mine").succeeded()
    try desk.reload()
    #expect(try lap.haru("unmark").status == 0)
    let back = try desk.console.shown()
    #expect(back.labels.contains("Study"))
    #expect(back.hints["suppress-sound"] == "true")
    // And only once: what is said of another day later changes nothing.
    try desk.console.command("dismiss \(back.id)")
    try desk.reload()
    #expect(try lap.haru("mark", "yesterday").status == 0)
    try eventually(watching: desk.home(Desk.storeFolder)) { try !desk.marks.isEmpty }
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
  }

  @Test func whatBothKnewIsTogetherAndTheSame() throws {
    let (desk, lap) = (try Desk(marks: [1, 2]), try Desk(marks: [2, 3]))
    #expect(try desk.haru("note", "yesterday", "of the desk").status == 0)
    try turnOn(desk)
    let on = try lap.haru("sync", "on", "--join", folder.path)
    #expect(on.errors.contains("Taken from other machines: 2 changes"), "\(on.errors)")
    #expect(try lap.marks.count == 3)
    #expect(try desk.haru("sync", "check").status == 0)
    let exports = try [desk, lap].map { try $0.haru("export", "--format", "json").output }
    #expect(exports[0] == exports[1])
    #expect(exports[0].contains("of the desk"))
  }

  /// Two people may have taken one folder by mistake.
  @Test func daysThatShareNothingAreAskedFor() throws {
    let (desk, lap) = (try Desk(marks: [1, 2]), try Desk(marks: [3]))
    try turnOn(desk)
    let on = try lap.haru("sync", "on", folder.path)
    #expect(on.status == 1)
    #expect(on.errors.contains("\(folder.path) holds 2 studied days of "), "\(on.errors)")
    #expect(on.errors.contains("haru sync on --join \(folder.path)"))
    #expect(try lap.marks.count == 1)
    #expect(try lap.haru("sync", "status").output.contains("Nothing is exchanged"))
    #expect(try lap.haru("sync", "on", "--join", folder.path).status == 0)
    #expect(try lap.marks.count == 3)
    // From now on they share a history.
    #expect(try lap.haru("sync", "on", folder.path).status == 0)
  }

  @Test func anImportIsTheSameInBothExports() throws {
    let (desk, lap) = (try Desk(), try Desk(marks: [3]))
    try turnOn(desk)
    try turnOn(lap)
    let days = [1, 2, 3].compactMap { desk.today.advanced(by: -$0)?.description }
    let file = try folder.write((["date"] + days).joined(separator: "\n") + "\n", to: "days.csv")
    #expect(try desk.haru("import", file).status == 0)
    #expect(try desk.haru("unmark", days[0]).status == 0)
    for each in [desk, lap] { #expect(try each.haru("sync", "check").status == 0) }
    let exports = try [desk, lap].map { try $0.haru("export", "--format", "json").output }
    #expect(exports[0] == exports[1])
    #expect(exports[0].contains("\"source\" : \"csv\""))
    #expect(try lap.haru("import", file).status == 0)
    #expect(try lap.marks.count == 2)
    // And a machine that comes later knows it too.
    let late = try Desk()
    try turnOn(late)
    #expect(try late.haru("export", "--format", "json").output == exports[0])
  }

  /// Without an agent, whatever exchanges says how it ended.
  @Test func aCheckThatSucceedsEndsTheProblem() throws {
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    rename(folder.path, folder.path + ".away")
    #expect(try home.haru("sync", "check").status == 66)
    #expect(try home.haru("sync", "status").output.contains("there is no folder"))
    rename(folder.path + ".away", folder.path)
    #expect(try home.haru("sync", "check").status == 0)
    #expect(try !home.haru("sync", "status").output.contains("there is no folder"))
  }

  /// What ends an exchange is kept, also if it is the store, and told until one succeeds.
  @Test func aStoreThatCannotTakeWhatArrivesSaysSo() throws {
    let homes = [Scratch(), Scratch()]
    #expect(try homes[0].haru("mark").status == 0)
    for home in homes { #expect(try home.haru("sync", "on", folder.path).status == 0) }
    // Nothing exchanges by itself after a change that is made meanwhile.
    #expect(try homes[1].haru("sync", "off").status == 0)
    #expect(try homes[1].haru("unmark").status == 0)
    #expect(try homes[1].haru("sync", "on", folder.path).status == 0)
    let store = homes[0](Desk.storePath)
    try execute("UPDATE entry SET source = 'command ' WHERE kind = 'study'", on: store)
    let check = try homes[0].haru("sync", "check")
    #expect(check.status == 65 && check.errors.contains("damaged"), "\(check.errors)")
    let status = try homes[0].haru("sync", "status")
    #expect(status.output.contains("The store is damaged."), "\(status.output)")
    try execute("UPDATE entry SET source = 'command' WHERE kind = 'study'", on: store)
    #expect(try homes[0].haru("sync", "check").status == 0)
    #expect(try !homes[0].haru("sync", "status").output.contains("damaged"))
  }

  @Test func statusAsJSONTellsOfTheExchanges() throws {
    let list = Scratch()
    func member(_ name: String) throws -> [String: Any]? {
      let data = Data(try home.haru("status", "--json").output.utf8)
      let status = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      return status?[name] as? [String: Any]
    }
    #expect(try home.haru("mark").status == 0)
    #expect(try member("sync") == nil && member("tasks") == nil)
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    #expect(try home.haru("tasks", "on", list.path).status == 0)
    #expect(try home.haru("sync", "check").status == 0)
    let sync = try #require(try member("sync"))
    #expect(sync["folder"] as? String == folder.path)
    #expect(sync["waiting"] as? Int == 0 && sync["problem"] is NSNull)
    let name = try #require(sync["machine"] as? String)
    #expect(try home.haru("sync", "status").output.contains("This machine: \(name)\n"))
    #expect(try member("tasks")?["folder"] as? String == list.path)
    rename(folder.path, folder.path + ".away")
    #expect(try home.haru("note", "today", "a word").status == 0)
    try eventually(watching: home(Desk.storeFolder)) {
      try member("sync")?["problem"] as? String == "missing"
    }
    #expect(try member("sync")?["waiting"] as? Int == 1)
    rename(folder.path + ".away", folder.path)
  }

  @Test func aFolderThatIsGoneIsSaidAndWrittenWhenItIsBack() throws {
    let desk = try Desk()
    let open = try desk.console.shown()
    try turnOn(desk)
    let away = folder.path + ".away"
    rename(folder.path, away)
    #expect(try desk.console.shown(afterPressing: "Study", on: open).mark == true)
    let waits = "1 change is not in the folder yet: there is no folder \(folder.path)"
    try desk.waitUntil("sync", "status") { $0.contains(waits) }
    #expect(try desk.haru("status").output.contains(waits))
    #expect(try desk.haru("doctor").output.contains("✗ sync: \(waits)"))
    let properties = try desk.call(
      "org.freedesktop.DBus.Properties.GetAll", "io.github.haru.Haru1")
    #expect(properties.output.contains("'NotInFolder': <int64 1>"), "\(properties.output)")
    rename(away, folder.path)
    try desk.waitUntil("sync", "status") { !$0.contains("not in the folder") }
    #expect(try lines(in: folder).count == 1)
  }

  /// Without an agent, the next command tries again what has failed.
  @Test func aCommandWritesIntoAFolderThatIsBack() throws {
    let away = folder.path + ".away"
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    rename(folder.path, away)
    #expect(try home.haru("mark").status == 0)
    try eventually(watching: home(Desk.storeFolder)) {
      try home.haru("sync", "status").output.contains("not in the folder yet: there is no folder")
    }
    rename(away, folder.path)
    #expect(try !home.haru("sync", "status").output.contains("not in the folder"))
    #expect(try lines(in: folder).count == 1)
  }

  /// What is wrong with the inbox keeps nothing else from being exchanged.
  @Test func anInboxThatIsNoneIsNamedAlone() throws {
    let homes = [Scratch(), Scratch()]
    for home in homes { #expect(try home.haru("sync", "on", folder.path).status == 0) }
    try FileManager.default.removeItem(atPath: folder("inbox"))
    try folder.write("", to: "inbox")
    #expect(try homes[0].haru("mark").status == 0)
    try eventually(watching: folder("Log")) { try !lines(in: folder).isEmpty }
    let check = try homes[1].haru("sync", "check")
    #expect(check.status == 65 && check.output.contains("inbox in \(folder.path)"), "\(check)")
    #expect(try homes[1].haru("status").output.contains(" · studied"))
  }

  /// A file that stays would mark its day after each time that it was cleared.
  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func nothingIsTakenFromAnInboxThatMayNotBeWritten() throws {
    let home = Scratch()
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    try folder.write("", to: "inbox/today")
    chmod(folder("inbox"), 0o500)
    defer { chmod(folder("inbox"), 0o700) }
    for _ in 0..<2 {
      let check = try home.haru("sync", "check")
      #expect(check.status == 65, "\(check)")
      #expect(check.output.contains("/inbox may not be written by you\n"), "\(check)")
      #expect(try !home.haru("status").output.contains(" · studied"))
    }
    chmod(folder("inbox"), 0o700)
    #expect(try home.haru("sync", "check").status == 0)
    #expect(try home.haru("status").output.contains(" · studied"))
  }

  /// Only days that are studied make a history.
  @Test func clearedDaysOfAFolderAreNobodys() throws {
    let homes = [Scratch(), Scratch(), Scratch()]
    #expect(try homes[0].haru("mark", "-5..-1").status == 0)
    #expect(try homes[0].haru("unmark", "-4..-2").status == 0)
    #expect(try homes[0].haru("sync", "on", folder.path).status == 0)
    #expect(try homes[1].haru("mark").status == 0)
    let on = try homes[1].haru("sync", "on", folder.path)
    #expect(on.status == 1 && on.errors.contains("holds 2 studied days"), "\(on)")
    #expect(try homes[0].haru("unmark", "-5..-1").status == 0)
    #expect(try homes[0].haru("sync", "check").status == 0)
    #expect(try homes[1].haru("sync", "on", folder.path).status == 0)
    // Nor are those of a machine.
    for word in ["mark", "unmark"] { #expect(try homes[2].haru(word).status == 0) }
    #expect(try homes[2].haru("sync", "on", folder.path).status == 0)
  }

  @Test func anAgentThatStartsTakesTheFolderInBeforeItSpeaks() throws {
    let (desk, lap) = (try Desk(), try Desk())
    _ = (try desk.console.shown(), try lap.console.shown())
    try turnOn(desk)
    try turnOn(lap)
    try lap.agent.terminate()
    #expect(try desk.haru("mark").status == 0)
    try eventually(watching: folder("Log")) { try !lines(in: folder).isEmpty }
    #expect(try lap.haru("config", "set", "at-login", "always").status == 0)
    try lap.startAgent()
    #expect(try lap.console.shown().mark == true)
  }

  /// An exchange is a process that ends; the agent alone stays.
  @Test func nothingStaysBesideTheAgent() throws {
    let list = Scratch()
    let desk = try Desk()
    _ = try desk.console.shown()
    try turnOn(desk)
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    #expect(try desk.haru("mark").status == 0)
    try eventually(watching: folder("Log")) { try !lines(in: folder).isEmpty }
    while let process = desk.agent.children.first { try Child.waitForEnd(of: process) }
  }

  @Test func aFileInTheInboxMarksItsDay() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    try turnOn(desk)
    let yesterday = try #require(desk.today.advanced(by: -1))
    let tomorrow = try #require(desk.today.advanced(by: 1))
    // A date that no phone has stops nothing.
    try folder.write("", to: "\(yesterday).txt")
    let ancient = timespec(tv_sec: -99_999_999_999_999, tv_nsec: 0)
    utimensat(AT_FDCWD, folder("\(yesterday).txt"), [ancient, ancient], 0)
    rename(folder("\(yesterday).txt"), folder("inbox/\(yesterday).txt"))
    for name in ["today", "\(tomorrow)", "shopping"] {
      try folder.write("", to: "inbox/" + name)
    }
    #expect(try desk.console.shown().mark == true)
    try eventually(watching: desk.home(Desk.storeFolder)) { try desk.marks.count == 2 }
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder("inbox")).sorted()
    }
    // What is to come waits, and what is no day is nobody's business.
    try eventually(watching: folder("inbox")) { try left() == ["\(tomorrow)", "shopping"] }
    #expect(try desk.haru("explain").output.contains(" · inbox"))
  }

  /// Without an agent, who asks looks there first.
  @Test func aCommandTakesWhatIsInTheInbox() throws {
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    try folder.write("", to: "inbox/today")
    #expect(try home.haru("status", "--format", "{studied}").output == "✓\n")
  }

  /// Two clocks are never quite alike.
  @Test(arguments: [("2026-11-20 09:05:00", false), ("2026-11-22 09:00:00", true)])
  func aClockThatIsADayAheadIsNamed(clock: String, isNamed: Bool) throws {
    let ahead = Scratch()
    func haru(_ home: Scratch, at clock: String, _ words: String...) throws -> String {
      try Support.environment(home: home.path).haru(at: clock, words).succeeded()
    }
    _ = try haru(ahead, at: clock, "mark")
    _ = try haru(ahead, at: clock, "sync", "on", folder.path)
    _ = try haru(home, at: "2026-11-20 09:00:00", "sync", "on", folder.path)
    let status = try haru(home, at: "2026-11-20 09:00:00", "sync", "status")
    #expect(status.contains("is more than a day ahead.") == isNamed, "\(status)")
  }

  /// The clock of the phone is ahead, or the carrier's.
  @Test func aFileOfTheInboxThatComesFromTomorrowIsOfToday() throws {
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    try folder.write("", to: "today.txt")
    let tomorrow = timespec(tv_sec: time(nil) + 86_400, tv_nsec: 0)
    utimensat(AT_FDCWD, folder("today.txt"), [tomorrow, tomorrow], 0)
    rename(folder("today.txt"), folder("inbox/today.txt"))
    #expect(try home.haru("sync", "check").status == 0)
    #expect(try home.haru("status", "--format", "{studied}").output == "✓\n")
  }

  /// A file for *today* that comes again after a journey, or to a machine elsewhere, is of the day that it was.
  @Test func todayInTheInboxIsDecidedOnce() throws {
    let there = Scratch()
    func haru(_ home: Scratch, in zone: String, _ words: String...) throws -> String {
      try Support.environment(home: home.path, zone: zone).haru(
        at: "2026-11-20 22:00", words
      ).succeeded()
    }
    func comes(_ name: String) throws {
      try folder.write("", to: "made")
      // In Seoul it is five in the morning of November 20, in Los Angeles noon of the day before.
      let made = timespec(tv_sec: 1_795_118_400, tv_nsec: 0)
      utimensat(AT_FDCWD, folder("made"), [made, made], 0)
      rename(folder("made"), folder("inbox/" + name))
    }
    _ = try haru(home, in: "Asia/Seoul", "sync", "on", folder.path)
    _ = try haru(there, in: "America/Los_Angeles", "sync", "on", folder.path)
    try comes("today")
    _ = try haru(home, in: "Asia/Seoul", "sync", "check")
    for (each, zone) in [(home, "America/Los_Angeles"), (there, "America/Los_Angeles")] {
      _ = try haru(each, in: zone, "sync", "check")
      try comes("today")
      _ = try haru(each, in: zone, "sync", "check")
      #expect(try haru(each, in: zone, "export", "--format", "csv").contains("2026-11-20,1,"))
      #expect(try !haru(each, in: zone, "export", "--format", "csv").contains("2026-11-19,1,"))
    }
    // Another day that was asked for in the same second is another wish.
    try comes("2026-11-19")
    _ = try haru(home, in: "Asia/Seoul", "sync", "check")
    #expect(try haru(home, in: "Asia/Seoul", "export", "--format", "csv").contains("2026-11-19,1,"))
  }

  /// A carrier that has seen the file on one machine may bring it again from another.
  @Test func aFileOfTheInboxThatComesBackMarksNothing() throws {
    let environment = Support.environment(home: home.path)
    func haru(_ words: String...) throws -> String {
      try environment.haru(words).succeeded()
    }
    func comes(madeAt seconds: Int) throws {
      let file = "\(folder.path)/2024-05-01"
      try folder.write("", to: "2024-05-01")
      let made = timespec(tv_sec: seconds, tv_nsec: 0)
      utimensat(AT_FDCWD, file, [made, made], 0)
      rename(file, folder("inbox/2024-05-01"))
      _ = try haru("sync", "check")
      #expect(!FileManager.default.fileExists(atPath: folder("inbox/2024-05-01")))
    }
    func isStudied() throws -> Bool {
      try haru("export", "--format", "csv").contains("2024-05-01,1,")
    }
    _ = try haru("mark", "--force", "2024-06-01")
    _ = try haru("sync", "on", folder.path)
    try comes(madeAt: 1_714_600_000)
    #expect(try isStudied())
    _ = try haru("unmark", "2024-05-01")
    try comes(madeAt: 1_714_600_000)
    #expect(try !isStudied())
    // Another one is a new wish.
    try comes(madeAt: 1_714_600_001)
    #expect(try isStudied())
  }

  @Test func whatIsNoDayInTheInboxMarksNothingAndIsNamed() throws {
    #expect(try home.haru("mark", "2026-11-01").status == 0)
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    for name in ["2026-02-30", "0001-01-01", "2025-10-30"] {
      try folder.write("", to: "inbox/" + name)
    }
    let check = try home.haru("sync", "check")
    #expect(check.status == 65)
    #expect(check.output.contains("inbox/2026-02-30: left out, because there is no such day\n"))
    for name in ["0001-01-01", "2025-10-30"] {
      let tooOld = "inbox/\(name): left out, because it is more than a year before"
      #expect(check.output.contains(tooOld), "\(check.output)")
    }
    #expect(try !home.haru("export", "--format", "csv").output.contains("2025"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder("inbox")).sorted()
        == ["0001-01-01", "2025-10-30", "2026-02-30"])
  }

  @Test func whatIsNoFileInTheInboxIsNamed() throws {
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    try #require(symlink("/etc/passwd", folder("inbox/today")) == 0)
    let run = try home.haru("sync", "check")
    #expect(run.status == 65)
    #expect(run.output.hasPrefix("inbox/today: left out, because it is a link, or no file\n"))
    #expect(unlink(folder("inbox/today")) == 0)
    #expect(try home.haru("sync", "check").status == 0)
  }

  /// A file is lost on its way: what comes after it counts, and says that something is missing.
  @Test func whatHasNotArrivedIsCounted() throws {
    let (ours, theirs) = (Scratch(), Scratch())
    let (desk, lap) = (try Desk(), try Desk())
    try turnOn(desk, in: ours)
    try turnOn(lap, in: theirs)
    for (count, word) in ["mark", "unmark", "mark"].enumerated() {
      #expect(try lap.haru(word).status == 0)
      try eventually(watching: theirs("Log")) { try lines(in: theirs).count > count }
    }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: theirs("Log"))
    }
    // The last mark replaces what was cleared, and nothing else is named.
    let last = try #require(
      try names().first { name in
        let text = try theirs.read("Log/" + name)
        return text.contains("\"replaces\"") && !text.contains("\"value\":null")
      })
    try ours.write(try theirs.read("Log/" + last), to: "Log/" + last)
    let check = try desk.haru("sync", "check")
    let missing = "1 earlier change has not arrived yet."
    #expect(check.status == 65)
    #expect(check.output.contains(missing), "\(check.output)")
    #expect(try desk.haru("sync", "status").output.contains(missing))
    #expect(try desk.isStudied)
    for name in try names() { try ours.write(try theirs.read("Log/" + name), to: "Log/" + name) }
    #expect(try desk.haru("sync", "check").status == 0)
    #expect(try !desk.haru("sync", "status").output.contains("not arrived"))
  }

  @Test func withoutAnAgentACommandWritesIntoTheFolder() throws {
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    #expect(try home.haru("mark").status == 0)
    try eventually(watching: folder("Log")) { try lines(in: folder).count == 1 }
    #expect(try !home.haru("status").output.contains("in the folder"))
  }

  @Test func explainNamesTheMachineAndWhatWasSaidApart() throws {
    let (desk, lap) = (try Desk(), try Desk())
    #expect(try desk.haru("note", "today", "of the desk").status == 0)
    // In a later second.
    let note = try lap.environment.haru(at: "+2 seconds", "note", "today", "of the laptop")
    #expect(note.status == 0)
    #expect(try lap.haru("mark").status == 0)
    try turnOn(desk)
    try turnOn(lap)
    #expect(try desk.haru("sync", "check").status == 0)
    let device = try #require(
      try lap.haru("sync", "status").output.split(separator: "\n")
        .first { $0.hasPrefix("This machine: ") }?.dropFirst(14))
    let explained = try desk.haru("explain").output
    #expect(explained.contains("· \(device)"), "\(explained)")
    #expect(
      explained.contains("Written on several machines before they exchanged:"), "\(explained)")
    #expect(explained.contains("note saved: of the desk"))
    #expect(explained.contains("\(device) · note saved: of the laptop"), "\(explained)")
  }

  /// Notes that somebody has kept at home go nowhere unasked: neither by the line that Haru prints, nor by another
  /// folder or a new beginning.
  @Test func notesStayAtHomeUntilTheyAreWanted() throws {
    let lap = Scratch()
    let (here, there) = (environment(home: home.path), environment(home: lap.path))
    try there.haru("mark", "yesterday").succeeded()
    try there.haru("sync", "on", folder.path).succeeded()
    for words in [["mark"], ["note", "today", "secret"]] { try here.haru(words).succeeded() }
    let refused = try here.haru("sync", "on", "--no-notes", folder.path)
    let typed = "haru sync on --no-notes --join \(folder.path)"
    #expect(refused.status == 1 && refused.errors.hasSuffix("if both are yours: \(typed)\n"))
    func isTold(_ folder: Scratch) throws -> Bool {
      try folder.files().values.contains { String(decoding: $0, as: UTF8.self).contains("secret") }
    }
    let other = Scratch()
    for words in [
      ["sync", "on", "--no-notes", "--join", folder.path], ["sync", "on", other.path],
      ["sync", "off"], ["sync", "on", folder.path],
    ] {
      try here.haru(words).succeeded()
      #expect(try !isTold(folder) && !isTold(other), "\(words)")
    }
    #expect(try here.haru("sync", "status").output.contains("Notes are not exchanged."))
    try here.haru("sync", "on", "--notes", folder.path).succeeded()
    #expect(try isTold(folder))
  }

  /// What a backup has is told apart from what other machines have said.
  @Test func aRestoreCountsTheDaysOfTheBackup() throws {
    let lap = Scratch()
    let (here, there) = (environment(home: home.path), environment(home: lap.path))
    try here.haru("mark", "-1", "-2").succeeded()
    try here.haru("store", "backup", home("b.sqlite")).succeeded()
    try here.haru("sync", "on", folder.path).succeeded()
    try there.haru("sync", "on", "--join", folder.path).succeeded()
    try there.haru("mark", "-5").succeeded()
    for each in [there, here] { try each.haru("sync", "check").succeeded() }
    let run = try here.haru("store", "restore", home("b.sqlite"))
    #expect(run.errors.contains("Restored 2 days from"), "\(run)")
    #expect(run.errors.contains("Kept as other machines have said: 1 day\n"), "\(run)")
  }

  @Test func explainNamesTheSourcesOfWhatWasSaidApart() throws {
    let (desk, lap) = (try Desk(), try Desk())
    for each in [desk, lap] {
      try each.home.write(
        program: "#!/bin/sh\necho $HARU_TODAY,verbs\n", to: ".config/haru/sources/course")
      #expect(try each.haru("sources", "ask").status == 0)
    }
    try turnOn(desk)
    try turnOn(lap)
    #expect(try desk.haru("sync", "check").status == 0)
    let explained = try desk.haru("explain").output
    let apart = try #require(explained.split(separator: "Written on several machines").last)
    #expect(apart.contains("source course: verbs"), "\(explained)")
    #expect(!apart.contains("import"), "\(explained)")
  }

  /// A store of version 0.4 is read from a copy in memory, and what has arrived is merged into the file.
  @Test(arguments: [["export", "--format", "csv"], ["status"], ["note", "2026-11-21"]])
  func whatHasArrivedCountsBesideAStoreOfVersion04(words: [String]) throws {
    let (home, other, folder) = (Scratch(), Scratch(), Scratch())
    let store = try home.copy(
      SourceTree.root.appendingPathComponent("Tests/HaruStoreTests/Fixtures/schema-8.sqlite").path,
      to: Desk.storePath)
    try Child.run("sqlite3", [store, "UPDATE this_machine SET folder = '\(folder.path)'"])
      .succeeded()
    let there = environment(home: other.path, zone: "Asia/Seoul")
    for words in [["mark", "2026-11-21..2026-11-22"], ["note", "2026-11-21", "verbs"]] {
      try there.haru(at: "2026-11-22 12:00:00", words).succeeded()
    }
    try there.haru(at: "2026-11-22 12:00:00", "sync", "on", folder.path).succeeded()
    let here = environment(home: home.path, zone: "Asia/Seoul")
    let first = try here.haru(at: "2026-11-22 12:00:00", words).output
    #expect(try here.haru(at: "2026-11-22 12:00:00", words).output == first)
  }

  /// Equal words are equal days, to be read aloud from one room to the other.
  @Test func machinesWithTheSameDaysHaveTheSameWord() throws {
    let (desk, lap) = (try Desk(marks: [1, 2]), try Desk())
    try turnOn(desk)
    try turnOn(lap)
    func word(_ desk: Desk) throws -> String {
      let lines = try desk.haru("sync", "status").output.split(separator: "\n")
      return String(try #require(lines.first { $0.hasPrefix("All changes: ") }?.prefix(22)))
    }
    #expect(try word(desk) == word(lap))
    let before = try word(lap)
    #expect(try lap.haru("note", "today", "a word").status == 0)
    #expect(try word(lap) != before)
    for each in [lap, desk] { #expect(try each.haru("sync", "check").status == 0) }
    #expect(try word(desk) == word(lap))
  }

  // MARK: Rest weekdays

  /// What is listed is what counts, and to set the same again counts too.
  @Test func theRestWeekdaysThatAreListedAreThoseThatCount() throws {
    let homes = [Scratch(), Scratch()]
    for (place, home) in homes.enumerated() {
      #expect(try home.haru("mark", "-\(place + 1)").status == 0)
      #expect(try home.haru("sync", "on", "--join", folder.path).status == 0)
    }
    func listed(_ place: Int) throws -> Substring {
      try homes[place].haru("rest", "--list").output.split(separator: " ").dropFirst().first ?? ""
    }
    func wait(for wanted: Substring, _ place: Int) throws {
      try eventually(watching: homes[place](Desk.storeFolder), folder("Log")) {
        try listed(place) == wanted
      }
    }
    #expect(try homes[0].haru("rest", "--weekdays", "sunday").status == 0)
    try wait(for: "Sunday", 1)
    #expect(try homes[1].haru("rest", "--weekdays", "saturday").status == 0)
    try wait(for: "Saturday", 0)
    #expect(try homes[0].haru("rest", "--weekdays", "sunday").status == 0)
    #expect(try listed(0) == "Sunday")
    try wait(for: "Sunday", 1)
    #expect(try homes[0].haru("undo").status == 0)
    #expect(try listed(0) == "Saturday")
  }

  /// The file is that of version 0.4.
  @Test func theRestWeekdaysOfTheSettingsAreTakenToOtherMachines() throws {
    #expect(try home.haru("mark").status == 0)
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    let before = try lines(in: folder).count
    try home.write("[Day]\nrest-weekdays=sunday\n", to: ".config/haru/haru.conf")
    #expect(try home.haru("mark", "-1").status == 0)
    try eventually(watching: folder("Log")) { try lines(in: folder).count == before + 2 }
  }

  // MARK: Before a command

  /// Without an agent nobody watches the folder: a command looks before it answers.
  @Test func aCommandLooksBeforeItAnswers() throws {
    let homes = [Scratch(), Scratch()]
    for place in 0...1 { #expect(try homes[place].haru("sync", "on", folder.path).status == 0) }
    #expect(try homes[0].haru("mark").status == 0)
    try eventually(watching: folder("Log")) { try !lines(in: folder).isEmpty }
    #expect(try homes[1].haru("status").output.contains("studied"))
    #expect(try !homes[1].haru("status").output.contains("not studied"))
    #expect(try homes[1].haru("unmark").status == 0)
    // What it has just taken is another machine's word.
    #expect(try homes[1].haru("undo").status == 0)
    #expect(try homes[1].haru("undo").status == 1)
    #expect(try homes[1].haru("status").output.contains(" · studied"))
  }

  @Test func anUndoSaysThatAnotherMachineHasSpokenSince() throws {
    let homes = [Scratch(), Scratch()]
    for place in 0...1 { #expect(try homes[place].haru("sync", "on", folder.path).status == 0) }
    for (place, word) in [(0, "mark"), (1, "unmark")] {
      #expect(try homes[place].haru(word).status == 0)
      try eventually(watching: folder("Log")) { try lines(in: folder).count > place }
    }
    let undo = try homes[0].haru("undo")
    #expect(undo.status == 1)
    let words = "haru: nothing taken back: another machine has changed the same since\n"
    #expect(undo.errors == words)
    #expect(try homes[0].haru("status").output.contains("not studied"))
    #expect(try homes[0].haru("redo").errors == words)
    #expect(try homes[0].haru("undo", "2").errors == words)
    #expect(try homes[0].haru("undo").errors == "haru: nothing to undo\n")
    #expect(try homes[0].haru("undo", "--list").output.contains(" · nothing taken back: "))
  }

  /// What both have said is taken back by each for itself, and the others hear of it at once.
  @Test func anUndoOfWhatAnotherMachineHasSaidTooNamesIt() throws {
    let homes = [Scratch(), Scratch()]
    for home in homes { #expect(try home.haru("mark", "yesterday").status == 0) }
    for home in homes {
      #expect(try home.haru("sync", "on", "--join", folder.path).status == 0)
    }
    let before = try lines(in: folder).count
    let undo = try homes[0].haru("undo")
    #expect(undo.status == 0)
    #expect(undo.errors.contains("stays as another machine has said: marked: "))
    try eventually(watching: folder("Log")) { try lines(in: folder).count > before }
    #expect(try homes[1].haru("undo").errors.contains("Undone:\n  marked: "))
    try eventually(watching: folder("Log")) { try lines(in: folder).count > before + 1 }
    for home in homes {
      #expect(try home.haru("streak", "--json").output.contains("\"total\":0,"))
    }
  }

  /// An undo is no later word: it takes back what was said here, and what another machine has said apart stays.
  @Test(arguments: [
    ["note yesterday first", "note yesterday here", "note yesterday there"],
    ["note yesterday first", "note yesterday -", "note yesterday there"],
    ["note yesterday first", "note yesterday here", "note yesterday -"],
    [
      "rest yesterday --reason first", "rest yesterday --reason here",
      "rest yesterday --reason there",
    ],
    ["rest --reserve 1", "rest --reserve 2", "rest --reserve 0"],
  ])
  func anUndoLeavesWhatAnotherMachineHasSaidApart(changes: [String]) throws {
    let machines = try TwoMachines(bothKnow: changes[0])
    var wanted: [String] = []
    try machines.apart {
      try machines.type(changes[1])
      try machines.type(changes[2], on: 1)
      wanted = try machines.told(on: 1)
    }
    // Where it leaves everything, it is refused.
    _ = try? machines.type("undo")
    try machines.exchange()
    for place in 0...1 { #expect(try machines.told(on: place) == wanted) }
  }

  /// What counted beside the word of another machine comes back with a redo, and with the undo of what cleared it.
  @Test(arguments: [
    ["note yesterday first", "note yesterday there", "note yesterday here"],
    [
      "rest yesterday --reason first", "rest yesterday --reason there",
      "rest yesterday --reason here",
    ],
    ["rest --reserve 1", "rest --reserve 0", "rest --reserve 2"],
    [
      "mark yesterday", "unmark yesterday", "unmark yesterday", "mark yesterday",
      "unmark yesterday",
    ],
  ])
  func whatCountedComesBack(changes: [String]) throws {
    let machines = try TwoMachines(bothKnow: changes[0])
    try machines.apart {
      try machines.type(changes[1], on: 1)
      for change in changes[2...] { try machines.type(change) }
    }
    let counted = try machines.told(on: 0)
    try machines.type("undo")
    #expect(try machines.told(on: 0) != counted)
    try machines.type("redo")
    try machines.exchange()
    for place in 0...1 { #expect(try machines.told(on: place) == counted) }
  }

  /// What is saved is for the others too, although its report is lost.
  @Test func aChangeWhoseReportIsLostIsExchanged() throws {
    let file = try home.write("date,value\n2026-11-01,1\n", to: "days.csv")
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    let run = try Child.run(
      "sh", ["-c", "'\(Built.product("haru"))' import '\(file)' >/dev/full"],
      environment: Support.environment(home: home.path))
    #expect(
      run.errors.contains("saved, but the report was not printed"), "\(run)")
    try eventually(watching: folder("Log")) { try !lines(in: folder).isEmpty }
  }

  @Test func aRestoreIsExchanged() throws {
    #expect(try home.haru("mark", "-3..-1").status == 0)
    #expect(try home.haru("store", "backup", home("before.sqlite")).status == 0)
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    #expect(try home.haru("unmark", "-2").status == 0)
    try eventually(watching: folder("Log")) { try lines(in: folder).count > 3 }
    #expect(try home.haru("store", "restore", home("before.sqlite")).status == 0)
    try eventually(watching: folder("Log")) { try lines(in: folder).count > 4 }
  }

  /// The look costs what some names and dates cost: nothing is read again, and nothing is written.
  @Test func aLookWithoutNewsWritesNothing() throws {
    let environment = Support.environment(home: home.path)
    #expect(try home.haru("mark").status == 0)
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    let store = home(Desk.storePath)
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    let traced = try Child.run(
      "strace", ["-f", "-e", "trace=openat", Built.product("haru"), "status"],
      environment: environment)
    #expect(traced.status == 0)
    #expect(!traced.errors.contains(".jsonl"), "\(traced.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == before)
  }

  @Test func aStoreThatWouldBeCarriedIsWarnedOf() throws {
    let desk = try Desk(marks: [1])
    try desk.home.write("", to: "Sync/.stignore")
    let moved = try desk.haru("store", "move", desk.home("Sync/haru"))
    #expect(moved.errors.contains("is carried between machines (.stignore)"))
    #expect(moved.errors.contains("haru sync on"))
  }

  private func lines(in folder: Scratch) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return try (files ?? []).filter { $0.hasSuffix(".jsonl") }
      .flatMap { try folder.read($0).split(separator: "\n").map(String.init) }
  }
}

/// Two machines with one folder, on which commands are typed, each a minute after the one before.
private final class TwoMachines {
  private let homes = [Scratch(), Scratch()]
  private let folder = Scratch()
  private var minutes = 0

  /// Makes them, with a change that both know.
  init(bothKnow change: String) throws {
    try type(change)
    for place in 0...1 { try type("sync on \(folder.path)", on: place) }
  }

  /// Types a command that succeeds, in which `-` is an empty text.
  @discardableResult
  func type(_ words: String, on place: Int = 0) throws -> String {
    try run(words, on: place).succeeded()
  }

  private func run(_ words: String, on place: Int) throws -> Child.Outcome {
    minutes += 1
    let words = words.split(separator: " ").map { $0 == "-" ? "" : String($0) }
    return try environment(home: homes[place].path, zone: "Asia/Seoul").haru(
      at: "2026-11-20 12:\(minutes + 10):00", words)
  }

  /// Runs a body while nothing is carried, and exchanges then.
  func apart(_ body: () throws -> Void) throws {
    let away = folder.path + ".away"
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    try body()
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    try exchange()
  }

  func exchange() throws {
    for place in [0, 1, 0] { try type("sync check", on: place) }
  }

  /// What a machine says of the days.
  func told(on place: Int) throws -> [String] {
    try ["note --list yesterday", "rest --list", "export --format csv"].map {
      try run($0, on: place).output
    }
  }
}

import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// What a user meets in a first week, on a real server with a real pointer.
@Suite(.serialized)
struct FirstWeekTests {
  @Test func aClickThatIsNotSavedStaysAndLands() throws {
    let screen = try Screen(marks: [1])
    let lock = try HeldLock(screen.home(Desk.storePath))
    try screen.click("Study")
    try screen.drawn("Not saved")
    try screen.waitForLog("shown")
    // dunst takes away after ten seconds what does not ask to stay.
    try screen.expectNothingNew(during: .seconds(12))
    try screen.waitForDisplayed(1)
    let waits = "A click is not saved yet, first tried today at 09:0"
    #expect(try screen.haru("status").output.contains(waits))
    #expect(try screen.haru("status", "--format", "line").output.contains("not saved since 09:0"))

    lock.release()
    try screen.drawn("Studied")
    #expect(try screen.isStudied)
    #expect(try !screen.haru("status").output.contains("not saved"))
  }

  @Test func aWrongSettingIsSaidOnceWithItsPlace() throws {
    let file = ".config/haru/haru.conf"
    let screen = try Screen(marks: [1])
    try screen.home.write("[Notifications]\nlater=soon\n", to: file)
    let wrong = try screen.drawn { $0.contains("A setting is wrong") }
    #expect(wrong.contains("[Notifications] later=soon"))
    #expect(wrong.contains("Allowed: minutes from 1 to 720"))
    #expect(wrong.contains("\(screen.home(file)):2"))
    // Commands go on, and say it in a line.
    let mark = try screen.haru("mark")
    #expect(mark.status == 0)
    let warning = "later: soon; expected minutes from 1 to 720; the line is ignored"
    #expect(mark.errors.contains(warning))
    try screen.drawn("Studied")
    #expect(try screen.haru("doctor").status == 78)
    try screen.home.write("[Notifications]\nlater=30\n", to: file)
    #expect(try screen.drawn { _ in true }.contains("wrong") == false)
    #expect(try screen.haru("doctor").errors.isEmpty)
  }

  /// The agent does not know where the store is, and does not make another one.
  @Test func aWrongPathOfTheStoreIsSaidToo() throws {
    let file = ".config/haru/haru.conf"
    let screen = try Screen {
      try $0.write("[Notifications]\nat-login=always\n[Store]\npath=here\n", to: file)
    }
    let wrong = try screen.drawn("Cannot read your days")
    #expect(wrong.contains("A setting is wrong: [Store] path=here"))
    #expect(wrong.contains("Allowed: an absolute path, or an empty value"))
    #expect(wrong.contains("\(screen.home(file)):4"))
    try screen.click("Study")
    #expect(try screen.drawn("Not saved").contains("Haru does not know where your store is."))
    try screen.waitForLog("not saved yet")
    try screen.waitForLog("shown")
    #expect(!FileManager.default.fileExists(atPath: screen.home(Desk.storePath)))

    // Put right, it is where the click is saved. Most editors empty a file before they write it, and
    // an empty one names the usual store.
    let path = screen.home("there.sqlite")
    let editor = try #require(FileHandle(forWritingAtPath: screen.home(file)))
    try editor.truncate(atOffset: 0)
    try screen.expectNothingNew(during: .milliseconds(500))
    try editor.write(contentsOf: Data("[Store]\npath=\(path)\n".utf8))
    try editor.close()
    try screen.drawn("Studied")
    #expect(try Store(path: path, for: .reading).isStudied(screen.today))
    #expect(!FileManager.default.fileExists(atPath: screen.home(Desk.storePath)))
  }

  /// At 19:33 the user says *in an hour*, and at 20:00 nothing comes.
  @Test func laterMeansLater() throws {
    let screen = try Screen(zone: MadeZone(offset: 0), startsAgent: false)
    #expect(try screen.haru(at: "2026-11-20 19:30:00", "mark", "2026-11-19").status == 0)
    let clock = try SetClock(at: "2026-11-20 19:33:00", in: screen)
    try screen.drawn("Friday 20 November")
    try screen.waitForLog("shown")
    try screen.click("Later")
    try screen.waitForDisplayed(0)
    let status = try screen.haru(at: "2026-11-20 19:34:00", "status").output
    #expect(status.contains("Next: a reminder, today at 20:33, as you chose\n"), "\(status)")

    try clock.set(to: "2026-11-20 20:00:01")
    try screen.waitForLog("event: timeMoved")
    try screen.expectNothingNew()
    try screen.waitForDisplayed(0)
    try clock.set(to: "2026-11-20 20:34:00")
    try screen.drawn("Still open today")
    try screen.waitForDisplayed(1)
  }

  /// An agent that is started again, after a crash or an update, knows what the user has said.
  @Test func laterOutlivesTheAgent() throws {
    let screen = try Screen(zone: MadeZone(offset: 0), startsAgent: false)
    #expect(try screen.haru(at: "2026-11-20 19:30:00", "mark", "2026-11-19").status == 0)
    _ = try SetClock(at: "2026-11-20 19:33:00", in: screen)
    try screen.drawn("Friday 20 November")
    try screen.waitForLog("shown")
    try screen.click("Later")
    try screen.waitForDisplayed(0)

    try screen.killAgent()
    let clock = try SetClock(at: "2026-11-20 19:40:00", in: screen)
    try screen.waitForLog("event: serverAppeared")
    try screen.expectNothingNew()
    let status = try screen.haru(at: "2026-11-20 19:41:00", "status").output
    #expect(status.contains("Next: a reminder, today at 20:33, as you chose\n"), "\(status)")
    try clock.set(to: "2026-11-20 20:00:01")
    try screen.waitForLog("event: timeMoved")
    try screen.expectNothingNew()
    try clock.set(to: "2026-11-20 20:34:00")
    try screen.drawn("Still open today")
  }

  @Test func anAgentThatACommandStartedOutlivesTheTerminal() throws {
    let screen = try Screen(marks: [1], startsAgent: false)
    // script(1) makes a terminal, and hangs up when its command ends.
    let run = try Child.run(
      "script", ["-qec", "\(Built.word("haru")) agent start", "/dev/null"],
      environment: screen.environment)
    #expect(run.output.contains("The agent has started."))
    try screen.click("Study")
    try screen.drawn("Studied")
    #expect(try screen.isStudied)
    #expect(try screen.haru("agent", "start").errors == "The agent runs already.\n")
    #expect(try screen.haru("agent", "stop").status == 0)
    try screen.waitForDisplayed(0)
  }

  @Test func aDigestIsFoundAgain() throws {
    let (now, name) = (Int64(Date().timeIntervalSince1970), "apple/swift")
    var made: PictureViewer?
    let screen = try Screen(marks: [1], ["XDG_DATA_DIRS": "/nowhere"]) { home in
      try home.write("[Repositories]\napi=http://localhost:8123\n", to: ".config/haru/haru.conf")
      made = try PictureViewer(in: home, for: "x-scheme-handler/http")
      let store = try Store(path: home(Desk.storePath), for: .writing)
      let watch = try #require(RepositoryName(name))
      _ = try store.addWatches(of: [watch], at: Instant(now - 3600))
      try store.take(name, at: Instant(now - 3600)) { $0.stars = 5 }
    }
    let browser = try #require(made)
    let store = try Store(path: screen.home(Desk.storePath), for: .writing)
    try store.take(name, at: Instant(now)) { $0.stars = 1000 }
    try screen.reload()
    try screen.drawn("apple/swift: 1000 stars")
    try screen.waitForLog("digestShown")
    try screen.dunstctl("close-all")
    try screen.waitForDisplayed(0)

    let news = try screen.haru("repo", "news").output
    #expect(news.contains(/^1  today at 09:0\d  apple\/swift: 1000 stars\n$/), "\(news)")
    #expect(try screen.haru("repo", "news", "--open", "1").status == 0)
    #expect(try browser.opened().file == "http://localhost:8123/apple/swift")
    #expect(try screen.haru("repo", "news", "--quiet", "1").status == 0)
    #expect(try store.watches().map(\.isQuiet) == [true])
  }

  @Test func undoAndRedoAreSeen() throws {
    let screen = try Screen(marks: [1])
    let backup = screen.home("backup.sqlite")
    try screen.click("Study")
    try screen.drawn("Studied")
    #expect(try screen.haru("undo").errors.contains("1-day streak"))
    try screen.drawn { $0.contains(#""Study""#) }
    #expect(try screen.haru("redo").errors.contains("2-day streak"))
    try screen.drawn("Studied")

    #expect(try screen.haru("store", "backup", backup).status == 0)
    #expect(try screen.haru("unmark").status == 0)
    try screen.drawn { $0.contains(#""Study""#) }
    #expect(try screen.haru("store", "restore", backup).status == 0)
    try screen.drawn("Studied")
    #expect(try screen.haru("undo").status == 0)
    try screen.drawn { $0.contains(#""Study""#) }
    #expect(try !screen.isStudied)
  }

  @Test func anUnknownOptionIsNoText() throws {
    let screen = try Screen(marks: [1])
    #expect(try screen.haru("note", "today", "mine").status == 0)
    try screen.waitForLog("event: storeChanged")
    #expect(try screen.haru("note", "today", "--help").output.contains("--search"))
    for words in [["note", "today", "--foo"], ["rest", "today", "--lst"], ["mark", "--josn"]] {
      let run = try Child.run(Built.product("haru"), words, environment: screen.environment)
      #expect(run.status == 64, "\(words)")
    }
    #expect(try screen.haru("note", "today").output == "mine\n")
    // What is on the screen is what was there.
    try screen.expectNothingNew()
    try screen.waitForDisplayed(1)
  }
}

/// The clock of an agent on a screen, which a test sets.
private struct SetClock {
  private let screen: Screen
  private let pipe: FileHandle

  /// Starts the agent at a time of the screen's zone.
  init(at time: String, in screen: Screen) throws {
    self.screen = screen
    let path = screen.home("clock")
    if !FileManager.default.fileExists(atPath: path) {
      try #require(mkfifo(path, 0o600) == 0)
    }
    try screen.startAgent(FakeTime.words(at: time), ["HARU_TEST_CLOCK": path])
    pipe = try #require(FileHandle(forUpdatingAtPath: path))
  }

  /// Sets it, as a person or a network does.
  func set(to time: String) throws {
    let run = try Child.run(
      "date", ["-d", time, "+%s"], environment: screen.environment)
    let there = try #require(Int64(run.output.dropLast()))
    let ahead = (there - Int64(Date().timeIntervalSince1970)) * 1_000_000_000
    try pipe.write(contentsOf: withUnsafeBytes(of: ahead) { Array($0) })
  }
}

extension Screen {
  /// Runs `haru` at a time of the screen's zone.
  fileprivate func haru(at time: String, _ words: String...) throws -> Child.Outcome {
    try FakeTime.run(words, at: time, environment: environment)
  }

  /// Makes the agent read the store.
  fileprivate func reload() throws {
    let run = try Child.run(
      "gdbus",
      [
        "call", "--session", "--dest", "io.github.haru.Haru", "--object-path",
        "/io/github/haru/Haru", "--method", "io.github.haru.Haru1.Reload",
      ], environment: environment)
    #expect(run.status == 0)
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// One day in each language, as a person reads it in two minutes: every notification of the real agent,
/// and the commands around it.
struct LanguageDayTests {
  @Test(arguments: TestLanguage.all)
  func aDay(language: TestLanguage) throws {
    let day = try LanguageDay(language)
    try day.begin()
    try day.study()
    try day.rest()
    try day.lookBack()
    try day.slip()
    try day.session.expectGoldenInItsLanguage("day")
  }
}

/// A session at a desktop and at its terminal, whose clock stands near a moment of 20 November 2026.
private final class LanguageDay {
  let session: Transcript
  private let bus: PrivateBus
  private let console: Console
  private var agent: Child?

  init(_ language: TestLanguage) throws {
    bus = try PrivateBus()
    session = Transcript(language: language, bus: bus)
    console = try Console(environment: session.environment, [])
  }

  deinit {
    _ = try? agent?.kill()
  }

  func begin() throws {
    try type("")
    agent = try session.startAgent()
    try note(try console.shown())
    try type("mark -13..-10 -4..-1")
    try note(try console.shown())
    try type("status")
  }

  func study() throws {
    try agent?.terminate()
    agent = try session.startAgent(at: "19:59:54")
    try note(try console.shown { $0.keys.contains { $0.hasPrefix("later:") } })
    session.note("\n# 20:00\n")
    let reminder = try console.shown()
    try note(reminder)
    let lock = try HeldLock(session.home(Desk.storePath))
    try click("study:", of: reminder)
    let notSaved = try console.shown(within: .seconds(20))
    try note(notSaved)
    lock.release()
    let studied = try console.shown(within: .seconds(20))
    try note(studied)
    try click("unstudy:", of: studied)
    try note(try console.shown())
  }

  func rest() throws {
    try type("rest today --reason 🏖")
    try note(try console.shown())
    try agent?.terminate()
    agent = nil
    try type("rest today --clear")
    try type("unmark -1")
    agent = try session.startAgent()
    session.note("\n# yesterday missed\n")
    try note(try console.shown())
    try type("mark yesterday today")
    try note(try console.shown())
    try agent?.terminate()
  }

  func lookBack() throws {
    for words in [
      "note -2 🎈", "calendar", "streak", "explain", "undo", "redo", "undo --list", "status",
      "store check",
    ] { try type(words) }
  }

  /// An error of each kind, in Haru's own words: those of libc and GLib depend on what is installed.
  func slip() throws {
    try session.home.write("date,value\n2026-13-01,1\n", to: "days.csv")
    for words in [
      "stat", "mark --now", "mark 2026-02-30", "mark tomorrow",
      "store restore \(session.home("no.sqlite"))",
      "import \(session.home("days.csv"))", "open calendar",
      "store backup \(session.home("days.csv"))",
      "config set later soon", "notify",
    ] { try type(words) }
  }

  // MARK: Steps

  private func type(_ words: String) throws {
    session.note("\n")
    try session.type("haru", words.split(separator: " ").map(String.init))
  }

  private func click(_ key: String, of shown: Console.Shown) throws {
    let button = try #require(shown.actions.first { $0[0].hasPrefix(key) })
    session.note("\n# [\(button[1])]\n")
    try console.click(shown.id, button[0])
  }

  /// Notes what a notification shows.
  private func note(_ shown: Console.Shown) throws {
    let lines = [shown.summary] + shown.body.split(separator: "\n").map(String.init)
    let buttons = shown.actions.filter { $0[0] != "default" }.map { "[\($0[1])]" }
    session.note("\n" + lines.map { "  | \($0)\n" }.joined())
    session.note("  | " + buttons.joined(separator: " ") + "\n")
  }
}

import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// `haru notify --try`: a person and the command try a server together
/// (docs/servers.md#a-server-that-nobody-knows).
@Suite(.serialized)
struct TrialTests {
  /// A person at a terminal, whose typed lines a test sends.
  private static func person(_ environment: [String: String]) throws -> Child {
    try Child(
      atTerminal: [Built.product("haru"), "notify", "--try"], columns: 200, environment: environment
    )
  }

  /// What the terminal got, from the row on.
  private static func report(_ person: Child) throws -> String {
    _ = try person.line { $0.contains("| server | ") }
    let lines = try person.rest()
    #expect(try person.wait() == .exited(0))
    return lines.joined(separator: "\n")
  }

  @Test func aServerWithButtonsGetsItsRow() throws {
    let desk = try Desk(
      ["--name", "No|body's", "--vendor", "Nobody", "--server-version", "0.7"], marks: [1])
    let day = try desk.console.shown()
    let person = try Self.person(desk.environment)
    let first = try desk.console.shown()
    #expect(first.summary == "A trial of Haru")
    #expect(FileManager.default.fileExists(atPath: first.icon))
    for answer in ["y", "n", "y"] { try person.send(answer) }
    try desk.console.click(first.id, "one")
    try person.send("")
    let second = try desk.console.shown()
    try desk.console.click(second.id, "default")
    try person.send("")
    let report = try Self.report(person)
    #expect(
      report.contains(
        """
        | No\\|body's | Nobody | any | drawn | shows today again |

        version: 0.7
        specification: 1.2
        capabilities: actions body body-markup icon-static persistence
        picture: drawn
        after a button: one, stays
        after a click on the text: default, stays
        haru: \(Identity.version)
        Send these lines to authors@haru.github.io, or open an issue in the repository of Haru.
        """), "\(report)")
    // Nothing of it is left, and nothing is marked.
    #expect(!FileManager.default.fileExists(atPath: first.icon))
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect([first.id, second.id].allSatisfy(desk.console.closesAsked.contains))
    #expect(!desk.console.closesAsked.contains(day.id))
    #expect(try desk.marks.count == 1)
  }

  /// A server may draw no button that follows `default`, and only one way of a picture.
  @Test func theTrialIsComposedAsTodaysNotificationIs() throws {
    let desk = try Desk(["--name", "Nobody"], marks: [1])
    let today = try desk.console.shown()
    #expect(today.hints["image-path"] != nil)
    let person = try Self.person(desk.environment)
    let trial = try desk.console.shown()
    #expect(trial.actions == [["one", "One"], ["two", "Two"], ["default", "Show again"]])
    #expect(trial.actions.map(\.first) == ["one", "two"] + today.actions.suffix(1).map(\.first))
    #expect(trial.hints["image-path"] == "'\(trial.icon)'")
    let own = Set(["image-path", "category", "sender-pid"])
    #expect(
      trial.hints.filter { !own.contains($0.key) } == today.hints.filter { !own.contains($0.key) })
    #expect(trial.hints["category"] == "'x-haru.trial'")
    person.closeInput()
    #expect(try person.wait() == .exited(1))
  }

  @Test func aServerWithoutButtonsGetsItsRow() throws {
    let desk = try Desk(["--name", "Bare", "--after-action", "same-id"], marks: [0])
    let person = try Self.person(desk.environment)
    let first = try desk.console.shown()
    // It is closed by the user, who cannot press a button.
    for answer in ["n", "n"] { try person.send(answer) }
    try desk.console.command("dismiss \(first.id)")
    try person.send("")
    let second = try desk.console.shown()
    try desk.console.click(second.id, "default")
    try person.send("")
    let report = try Self.report(person)
    for line in [
      "| Bare |", "| any | nowhere | asks, then studies |", "picture: left out",
      "after a button: nothing, closed 2", "after a click on the text: default, closed 2",
    ] {
      #expect(report.contains(line), "\(report)")
    }
  }

  /// By Ctrl-C, or as the terminal is closed.
  @Test(arguments: ["\u{3}", nil])
  func whoBreaksOffLeavesNothing(key: String?) throws {
    let desk = try Desk(marks: [0])
    let person = try Self.person(desk.environment)
    let shown = try desk.console.shown()
    try person.send("y")
    if let key { try person.send(key) } else { person.closeInput() }
    #expect(try person.wait() == .exited(1))
    #expect(try desk.console.closed(shown.id) == 3)
    #expect(!FileManager.default.fileExists(atPath: shown.icon))
  }

  @Test func withoutATerminalItAsksNothing() throws {
    let desk = try Desk(marks: [0])
    let run = try desk.haru("notify", "--try")
    #expect(run.status == 64)
    #expect(run.errors == "haru: --try asks questions, and needs a terminal\n")
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
  }

  /// The real dunst: its buttons are in a menu, and the pointer chooses there.
  @Test func dunstGetsItsRow() throws {
    let screen = try Screen(startsAgent: false)
    let person = try Self.person(screen.environment)
    try screen.drawn("A trial of Haru")
    for answer in ["n", "y"] { try person.send(answer) }
    try screen.click("One")
    // dunst does not close what was chosen in its menu: the command does, when it goes on.
    try screen.waitForDisplayed(1)
    try person.send("")
    try screen.drawn("A trial of Haru")
    try screen.waitForDisplayed(1)
    try screen.dunstctl("action", "0")
    try person.send("")
    let report = try Self.report(person)
    for line in [
      "| dunst | knopwob | any | in a menu | shows today again |", "picture: drawn",
      "after a button: one, stays", "after a click on the text: default",
    ] {
      #expect(report.contains(line), "\(report)")
    }
    try screen.waitForDisplayed(0)
    #expect(!FileManager.default.fileExists(atPath: screen.home(Desk.storePath)))
  }
}

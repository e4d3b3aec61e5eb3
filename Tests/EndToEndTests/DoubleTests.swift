import Foundation
import HaruCore
import Support
import Testing

/// Servers that Debian does not package, played by `haru-console` by the rules of their source: the real agent on
/// them, and a user who clicks on what is drawn (docs/servers.md#by-a-double).
@Suite(.serialized)
struct DoubleTests {
  private static let columns = ["cosmic", "omarchy", "noctalia", "elementary"]

  /// What a user does, and the cell that comes of it.
  private static let rows: [(name: String, measure: @Sendable (Desk) throws -> String)] = [
    ("Study by pointer", { told(try $0.clicksUntilStudied()) }),
    ("after Study: Undo by pointer", undo),
    ("a click on the body: today stays in sight", body),
    ("how long an open day asks to stay, and stays", stay),
    ("`haru mark` while it is shown: the new state, once", mark),
    ("`haru mark -2` while it is shown: the new text, once", markBefore),
    ("ten quick clicks: the new state is seen at once", tenClicks),
    ("a second click in the place of Study, 0.7 s later: still studied", twoClicks),
    ("its picture is drawn, and is that of the day as it stands", picture),
    ("server restarted: shown once, and Study works", restart),
    ("agent ended: nothing is left", end),
  ]

  @Test(arguments: columns)
  func thePageSaysWhatIsMeasured(double: String) throws {
    let options = ["--plays", double]
    var measured: [[String]] = []
    for row in Self.rows {
      let desk = try Desk(options, marks: [1, 3])
      _ = try desk.console.shown()
      measured.append([row.name, try row.measure(desk)])
    }
    measured.append([
      "first start with an empty cache: one `Notify`", try Self.firstStart(options),
    ])
    measured.append([
      "asleep over midnight, then a click on yesterday's: no wrong day, and it is named",
      try Self.midnight(options),
    ])
    let column = try #require(Self.columns.firstIndex(of: double))
    let page = try Self.page().map { [$0[0], $0[column + 1]] }
    #expect(page == measured, "\(measured)")
  }

  /// The cells of the page, row by row.
  private static func page() throws -> [[String]] {
    let section = try #require(
      try SourceTree.read("docs/servers.md").components(separatedBy: "\n### ")
        .first { $0.hasPrefix("By a double\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// A shell may draw only two of them, and draws `default` among them.
  @Test func theFirstTwoButtonsAreTheOnesThatADayNeeds() throws {
    let desk = try Desk(["--plays", "noctalia"], marks: [2, 3])
    _ = try desk.console.shown()
    let drawn = try #require(try desk.console.look().first)
    #expect(drawn.buttons == ["Study", "Yesterday: studied", "Studied?"])
  }

  /// Elementary makes a bar of progress of a tag, and has nothing to click then.
  @Test func aTagIsABarOfProgressOnElementary() throws {
    let desk = try Desk(["--plays", "elementary"], marks: [1])
    #expect(try desk.console.shown().hints["x-canonical-private-synchronous"] == nil)
    let server = "org.freedesktop.Notifications"
    let hints = "{'x-canonical-private-synchronous': <'x'>}"
    let notify = try Child.call(
      server + ".Notify", of: server, ["a test", "0", "", "A bar", "", "[]", hints, "5000"],
      environment: desk.environment)
    #expect(notify.status == 0)
    _ = try desk.console.shown { $0.summary == "A bar" }
    #expect(try desk.console.look().map(\.summary).contains("A bar") == false)
  }

  // MARK: Rows

  private static func told(_ clicks: Int?) -> String {
    clicks.map { $0 == 1 ? "1 click" : "\($0) clicks" } ?? "✗"
  }

  private static func undo(_ desk: Desk) throws -> String {
    guard try desk.clicksUntilStudied() != nil else { return "✗ not studied" }
    try desk.console.waitForDoubleClick()
    return told(try desk.clicks(on: "Undo") { try !desk.isStudied })
  }

  private static func body(_ desk: Desk) throws -> String {
    _ = try desk.console.eventsSoFar()
    try desk.console.command("touch")
    let isNew = try desk.console.eventsSoFar().contains(where: \.isNotify)
    return try desk.console.look().isEmpty ? "✗ gone" : isNew ? "✓" : "✓, as it was"
  }

  private static func stay(_ desk: Desk) throws -> String {
    func words(_ milliseconds: Int?) -> String { milliseconds.map { "\($0 / 1000) s" } ?? "no end" }
    let asked = desk.console.newest?.expire
    let stays = try desk.console.look().first?.milliseconds
    return "\(asked == 0 ? "no end" : asked == -1 ? "as usual" : words(asked)), \(words(stays))"
  }

  private static func mark(_ desk: Desk) throws -> String {
    guard try desk.haru("mark").status == 0 else { return "✗ not studied" }
    return try desk.state()
  }

  private static func markBefore(_ desk: Desk) throws -> String {
    guard try desk.haru("mark", "-2").status == 0 else { return "✗ not marked" }
    _ = try desk.console.eventsSoFar()
    let drawn = try desk.console.look()
    guard drawn.count == 1 else { return "✗ \(drawn.count)" }
    return drawn[0].body.hasPrefix("3-day streak") ? "✓" : "✗ old"
  }

  private static func tenClicks(_ desk: Desk) throws -> String {
    let command = try desk.aim(at: "Study")
    // A click on what has gone from there is no error of the user.
    for _ in 1...10 { try? desk.console.command(command) }
    return try desk.state()
  }

  private static func twoClicks(_ desk: Desk) throws -> String {
    var command = try desk.aim(at: "Study")
    if command == "touch" {
      // The question first, whose answer counts a second later.
      try desk.console.command(command)
      try desk.console.waitForDoubleClick()
      command = try desk.aim(at: "Study")
    }
    try desk.console.command(command)
    _ = try desk.console.events(during: .milliseconds(700))
    if let there = try desk.console.look().last {
      try desk.console.command(there.buttons.first.map { "press \($0)" } ?? "touch")
    }
    _ = try desk.console.eventsSoFar()
    return try desk.isStudied ? "✓" : "✗ undone"
  }

  private static func picture(_ desk: Desk) throws -> String {
    guard let open = try desk.console.look().first?.picture, open.contains("/monthly-") else {
      return "✗ none"
    }
    guard try desk.haru("mark").status == 0, try desk.state() == "✓" else { return "✗ not studied" }
    let studied = try desk.console.look().first?.picture
    return studied == nil ? "✗ none when studied" : studied == open ? "✗ old" : "✓"
  }

  private static func restart(_ desk: Desk) throws -> String {
    let options = desk.console.options
    try desk.console.quit()
    try desk.startConsole(options)
    _ = try desk.console.shown()
    _ = try desk.console.eventsSoFar()
    let count = try desk.console.look().count
    guard count == 1 else { return "✗ \(count)" }
    return try desk.clicksUntilStudied() == nil ? "✗ dead" : "✓"
  }

  private static func end(_ desk: Desk) throws -> String {
    try desk.agent.terminate()
    try desk.console.settle()
    return try desk.console.look().isEmpty ? "✓" : "✗ stays"
  }

  private static func firstStart(_ options: [String]) throws -> String {
    let desk = try Desk(options)
    _ = try desk.console.shown()
    _ = try desk.console.events(during: .seconds(3))
    let count = desk.console.history.filter(\.isNotify).count
    return count == 1 ? "✓" : "✗ \(count)"
  }

  /// The agent sleeps while the day ends and the user clicks.
  private static func midnight(_ options: [String]) throws -> String {
    let desk = try Desk(options, zone: MadeZone(secondsAfterMidnight: 86_385), marks: [1])
    let yesterday = desk.today
    _ = try desk.console.shown()
    let command = try desk.aim(at: "Study")
    kill(desk.agent.pid, SIGSTOP)
    while desk.today == yesterday { _ = try desk.console.events(during: .milliseconds(500)) }
    try desk.console.command(command)
    kill(desk.agent.pid, SIGCONT)
    _ = try desk.console.eventsSoFar()
    let drawn = try desk.console.look().last
    let said = drawn.map { $0.summary + "\n" + $0.body } ?? "nothing"
    let marks = try desk.marks
    if marks.contains(desk.today) { return "✗ marks today" }
    if marks.contains(yesterday) {
      return said.contains("Yesterday") || said.contains("Marked as studied")
        ? "✓, yesterday" : "✗ says \(said)"
    }
    return said.hasPrefix("Click again if you have studied that day")
      ? "✓, asks about yesterday" : "✗ says \(said)"
  }
}

extension Desk {
  /// The command of a user who clicks a button, or where none is drawn the body.
  fileprivate func aim(at label: String) throws -> String {
    guard let drawn = try console.look().last else {
      throw Failure.unexpected("nothing is on the screen")
    }
    return drawn.buttons.contains(label) ? "press \(label)" : "touch"
  }

  /// How often the user clicks until something is so; `nil` if nothing helps.
  fileprivate func clicks(on label: String, until isSo: () throws -> Bool) throws -> Int? {
    for count in 1...3 {
      guard try !console.look().isEmpty else { return nil }
      try console.command(try aim(at: label))
      _ = try console.eventsSoFar()
      if try isSo() { return count }
      // What it asks is answered a second later at the earliest.
      try console.waitForDoubleClick()
    }
    return nil
  }

  fileprivate func clicksUntilStudied() throws -> Int? {
    try clicks(on: "Study") { try isStudied }
  }

  /// Whether the screen shows what the store holds, and once.
  fileprivate func state() throws -> String {
    _ = try console.eventsSoFar()
    let drawn = try console.look()
    guard drawn.count == 1 else { return drawn.isEmpty ? "✗ none" : "✗ \(drawn.count)" }
    return drawn[0].summary.hasPrefix("Studied") == (try isStudied) ? "✓" : "✗ old"
  }
}

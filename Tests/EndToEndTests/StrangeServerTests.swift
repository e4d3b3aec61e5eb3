import Foundation
import HaruCore
import Support
import Testing

/// A server that nobody has met: how it draws, what it sends, and what it lacks.
private struct StrangeServer: CustomStringConvertible {
  enum Drawn: CaseIterable { case all, two, none }
  /// What a click on the body sends: `default`, or the first action where that is not offered.
  enum Body: CaseIterable { case first, onlyDefault }

  let hasActions: Bool
  let drawn: Drawn
  let drawsDefault: Bool
  let body: Body
  let afterAction: String
  let renumbers: Bool
  let closes: Bool
  let drawsImage: Bool
  let saysPictures: Bool
  let options: [String]
  let description: String

  init(_ random: inout Seeded) {
    hasActions = Int.random(in: 0..<5, using: &random) > 0
    drawn = Drawn.allCases.randomElement(using: &random) ?? .all
    drawsDefault = Bool.random(using: &random)
    body = Body.allCases.randomElement(using: &random) ?? .first
    afterAction = ["keep", "new-id", "same-id"].randomElement(using: &random) ?? ""
    renumbers = Bool.random(using: &random)
    closes = Int.random(in: 0..<4, using: &random) > 0
    drawsImage = Bool.random(using: &random)
    saysPictures = Bool.random(using: &random)
    let capabilities =
      ["body"] + (hasActions ? ["actions"] : []) + (saysPictures ? ["icon-static"] : [])
    options =
      [
        "--name", "strange", "--capabilities", capabilities.joined(separator: ","),
        "--after-action", afterAction,
      ] + (renumbers ? ["--renumber"] : []) + (closes ? [] : ["--no-close"])
    description = """
      actions \(hasActions), draws \(drawn), default as a button \(drawsDefault), body \(body), after \
      an action \(afterAction), renumbers \(renumbers), closes \(closes), image \(drawsImage), \
      says so \(saysPictures)
      """
  }

  /// The key of a button that is drawn with a label; `nil` if it is not drawn.
  func key(of label: String, on shown: Console.Shown) -> String? {
    guard hasActions else { return nil }
    let drawn = shown.actions.filter { drawsDefault || $0.first != "default" }
    let count = self.drawn == .all ? drawn.count : self.drawn == .two ? 2 : 0
    return drawn.prefix(count).first { $0.last == label }?.first
  }

  /// What a click on the body sends; `nil` for nothing.
  func bodyKey(of shown: Console.Shown) -> String? {
    let keys = shown.actions.compactMap(\.first)
    // A dialog without buttons has one to close it, and calls that `default`.
    if !hasActions || keys.contains("default") { return "default" }
    return body == .first ? keys.first : nil
  }
}

/// Thirty servers by chance: today can be studied with two clicks, nothing is marked that was not meant, and
/// what stands there is true, and once (docs/servers.md#a-server-that-nobody-knows).
@Suite(.serialized)
struct StrangeServerTests {
  @Test func todayIsRightOnAServerThatNobodyKnows() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    var random = Seeded()
    for number in 1...30 {
      let server = StrangeServer(&random)
      do {
        try desk.agent.terminate()
        try desk.console.quit()
        try desk.startConsole(server.options)
        try desk.startAgent()
        try live(with: server, at: desk)
      } catch {
        Issue.record(error, "server \(number): \(server)\n\(desk.console.history)")
        return
      }
    }
  }

  /// One day of a user.
  private func live(with server: StrangeServer, at desk: Desk) throws {
    let open = try desk.only { !$0.isStudied }
    let picture = server.drawsImage ? open.hints["image-path"] : open.icon
    try require(picture?.contains("/monthly-") == true, "a picture: \(picture ?? "none")")
    guard server.hasActions else { return try liveWithoutActions(with: server, at: desk, open) }

    if server.key(of: "Study", on: open) != nil {
      // A click that meant nothing.
      try desk.clickBody(of: open, server)
      try require(try !desk.isStudied, "a false mark")
    }
    let before = try desk.only { !$0.isStudied }
    if let key = server.key(of: "Study", on: before) {
      try desk.console.click(before.id, key)
    } else {
      let ways = "Studied? Click here twice, or haru mark"
      try require(before.body.hasSuffix(ways), "the command: \(before.body)")
      try desk.clickBody(of: before, server)
      let question = try desk.only { $0.summary.hasPrefix("Click again") }
      try require(try !desk.isStudied, "a false mark")
      try desk.clickBody(of: question, server)
    }
    let studied = try desk.only(\.isStudied)
    try require(try desk.isStudied, "not marked")

    try desk.clickBody(of: studied, server)
    try require(try desk.isStudied, "a mark is cleared")
    _ = try desk.only { $0.isStudied || $0.summary.hasPrefix("Click again") }
    try require(try desk.haru("unmark").status == 0, "unmark")
    _ = try desk.only { !$0.isStudied && !$0.summary.hasPrefix("Click again to undo") }
    try desk.endAgent()
  }

  /// Without buttons the text is all there is, and nothing comes again for a click.
  private func liveWithoutActions(
    with server: StrangeServer, at desk: Desk, _ open: Console.Shown
  ) throws {
    try require(open.actions.isEmpty && open.expire != 0, "a dialog: \(open)")
    try require(open.body.hasSuffix("Studied? haru mark"), "the command: \(open.body)")
    try desk.console.click(open.id, "default")
    try require(
      try !desk.console.eventsSoFar().contains(where: \.isNotify), "it comes again for a click")
    try require(try desk.haru("mark").status == 0, "mark")
    try require(try desk.haru("notify").status == 0, "notify")
    _ = try desk.only(\.isStudied)
    try require(try desk.haru("unmark").status == 0, "unmark")
    try desk.endAgent()
  }
}

private func require(_ isSo: Bool, _ problem: String) throws {
  guard isSo else { throw Failure.unexpected(problem) }
}

extension Console.Shown {
  fileprivate var isStudied: Bool { summary.hasPrefix("Studied") }
}

extension Console {
  /// What stands on the screen, of all that has been read.
  fileprivate var standing: [Shown] {
    history.reduce(into: []) { standing, event in
      switch event {
      case .notify(let shown):
        standing.removeAll { [shown.id, shown.replaces].contains($0.id) }
        standing.append(shown)
      case .closed(let id, _): standing.removeAll { $0.id == id }
      default: break
      }
    }
  }

  /// Waits until what stands there is so; whatever comes is looked at.
  fileprivate func wait(until isSo: ([Shown]) -> Bool) throws {
    while !isSo(standing) { _ = try take { $0 } }
  }
}

extension Desk {
  /// Waits until one notification stands there, and is as wanted.
  ///
  /// Each click brings few notifications: more would be a loop.
  fileprivate func only(_ isWanted: (Console.Shown) -> Bool) throws -> Console.Shown {
    func isAlone(_ standing: [Console.Shown]) -> Bool {
      standing.count == 1 && standing.allSatisfy(isWanted)
    }
    try console.wait(until: isAlone)
    // What the agent has begun is done, and it is still so.
    let more = try console.eventsSoFar().filter(\.isNotify)
    try require(more.count <= 2, "a loop: \(more)")
    try console.wait(until: isAlone)
    return try #require(console.standing.first)
  }

  /// Clicks on the body, and lets the time of a double click pass.
  fileprivate func clickBody(of shown: Console.Shown, _ server: StrangeServer) throws {
    guard let key = server.bodyKey(of: shown) else { return }
    try console.click(shown.id, key)
    try console.waitForDoubleClick()
  }

  /// Ends the agent: nothing is left.
  fileprivate func endAgent() throws {
    try agent.terminate()
    try console.wait(until: \.isEmpty)
  }
}

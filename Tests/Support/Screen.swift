import Foundation
package import HaruCore
import HaruStore

/// A display with dunst on it, a pointer, and the agent.
package final class Screen {
  package let home = Scratch()
  package let zone: MadeZone
  package let environment: [String: String]
  private let bus: PrivateBus
  private let display: VirtualDisplay
  private let dunst: Child
  private var agent: Child?

  /// Starts all of them, and waits until something is drawn.
  ///
  /// `marks` are days to mark, as numbers of days before today; `more` are further variables; `prepare`
  /// runs before the agent starts.
  package init(
    zone: MadeZone = .morning, marks: [Int] = [], _ more: [String: String] = [:],
    prepare: (Scratch) throws -> Void = { _ in }
  ) throws {
    self.zone = zone
    bus = try PrivateBus()
    display = try VirtualDisplay()
    environment = Support.environment(
      home: home.path, bus: bus.address, zone: zone.name,
      more.merging(["DISPLAY": display.name]) { $1 })
    // The menu program of the test takes the entry that the test has written down.
    let menu = try home.write(
      program: """
        #!/bin/sh
        exec grep -m 1 -e "$(cat '\(home("choice"))')"

        """, to: "menu")
    let settings = try home.write(
      """
      [global]
        origin = top-left
        offset = 0x0
        width = 400
        dmenu = \(menu)
        mouse_left_click = context
        history_length = 20
      """, to: "dunstrc")
    dunst = try Child("dunst", ["-print", "-conf", settings], environment: environment)
    // A command that is called at once must find it on the bus.
    try waitForOwner(
      of: "org.freedesktop.Notifications", environment, within: .seconds(20))
    let days = marks.compactMap { zone.today.advanced(by: -$0) }
    if !days.isEmpty { try Desk.mark(days, in: home) }
    try prepare(home)
    agent = try Child([Built.product("haru-agent")] + Desk.agentArguments, environment: environment)
    try waitForLog("shown")
  }

  deinit {
    // They must not write into the home while that is removed.
    for child in [agent, dunst] { _ = try? child?.terminate() }
  }

  /// Runs `haru` in the session.
  package func haru(_ words: String...) throws -> Child.Outcome {
    try environment.haru(words)
  }

  /// Today in this session.
  package var today: Day { zone.today }

  /// Whether today is marked in the file.
  package var isStudied: Bool {
    get throws { try Store(path: home(Desk.storePath), for: .reading).isStudied(today) }
  }

  // MARK: The pointer

  /// Says which entry of the menu the next click takes; an entry is `#LABEL … [ID,KEY]`.
  package func choose(_ entry: String) throws {
    try home.write(entry + "\n", to: "choice")
  }

  /// Chooses a button by its label, with the pointer.
  package func click(_ label: String) throws {
    try waitForWindow()
    try choose("#\(label) ")
    try pointerClick()
  }

  /// Clicks on what dunst draws, with the pointer.
  package func pointerClick() throws {
    let run = try Child.run(
      "xdotool",
      [
        "search", "--sync", "--onlyvisible", "--class", "dunst", "mousemove", "60", "20", "click",
        "1",
      ], environment: environment)
    guard run.status == 0 else { throw Failure.unexpected(run.errors) }
  }

  // MARK: dunst

  /// Waits for a notification, as dunst prints what it draws.
  @discardableResult
  package func drawn(
    within limit: Duration = .seconds(20), where isWanted: (String) -> Bool
  ) throws -> String {
    while true {
      _ = try dunst.line(within: limit) { $0 == "{" }
      var lines: [String] = []
      repeat { lines.append(try dunst.line(within: limit)) } while lines.last != "}"
      let text = lines.joined(separator: "\n")
      if isWanted(text) { return text }
    }
  }

  /// Waits for a notification whose title begins so.
  @discardableResult
  package func drawn(_ title: String) throws -> String {
    try drawn { $0.contains("summary: '\(title)") }
  }

  /// Waits until dunst draws something.
  package func waitForWindow() throws {
    let run = try Child.run(
      "timeout", ["10", "xdotool", "search", "--sync", "--onlyvisible", "--class", "dunst"],
      environment: environment)
    guard run.status == 0 else { throw Failure.unexpected(run.errors) }
  }

  package func dunstctl(_ words: String...) throws {
    let run = try Child.run("dunstctl", words, environment: environment)
    guard run.status == 0 else { throw Failure.unexpected(run.errors) }
  }

  /// Waits until dunst shows a number of notifications; it says so only when asked.
  package func waitForDisplayed(_ count: Int) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      let run = try Child.run("dunstctl", ["count", "displayed"], environment: environment)
      if Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) == count { return }
    }
    throw Failure.late("\(count) notifications on the screen")
  }

  // MARK: The agent

  /// Waits until the agent says that it has written, and looks at the file.
  package func waitForMark(_ studied: Bool) throws {
    try waitForLog(studied ? "notice: studied: " : "notice: not studied: ")
    guard try isStudied == studied else { throw Failure.unexpected("the mark in the file") }
    try waitForLog("shown")
  }

  /// Waits longer than a double click takes; nothing may change meanwhile.
  package func waitForDoubleClick() throws {
    try expectNothingNew(during: .milliseconds(1100))
  }

  /// What came before has changed nothing: the agent and dunst have answered since, and neither has said so.
  package func expectNothingNew() throws {
    // What the agent shows in a later turn of its loop may come after its first answer, not after the second.
    for _ in 0..<2 {
      try reload()
      _ = try Child.run("dunstctl", ["count", "displayed"], environment: environment)
    }
    var (answers, news) = (0, [String]())
    _ = try agent?.line(from: .errors) { line in
      if line.contains("notice: ") || line.contains("shown") { news.append(line) }
      if line.contains("event: storeChanged") { answers += 1 }
      return answers == 2
    }
    guard news.isEmpty else { throw Failure.unexpected("\(news)") }
  }

  /// Nothing changes in a time that something would take, such as to leave the screen.
  package func expectNothingNew(during time: Duration) throws {
    do {
      let line = try agent?.line(from: .errors, within: time) {
        $0.contains("notice: ") || $0.contains("shown")
      }
      throw Failure.unexpected(line ?? "no agent")
    } catch Failure.late {}
  }

  /// Makes the agent read the store.
  package func reload() throws {
    let run = try Child.call(
      "io.github.haru.Haru1.Reload", of: "io.github.haru.Haru", environment: environment)
    guard run.status == 0 else { throw Failure.unexpected(run.errors) }
  }

  package func waitForLog(_ text: String) throws {
    _ = try agent?.line(from: .errors, within: .seconds(20)) { $0.contains(text) }
  }
}

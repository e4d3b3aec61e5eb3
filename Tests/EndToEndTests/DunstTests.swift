import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The real thing: dunst under Xvfb, clicked.
@Suite(.serialized)
struct DunstTests {
  @Test func aPointerClicksStudyAndUndo() throws {
    let screen = try Screen()
    try screen.waitForDisplayed(1)
    try screen.choose("#Study ")
    try screen.pointerClick()
    try screen.waitForMark(true)
    try screen.waitForDoubleClick()
    try screen.choose("#Undo ")
    try screen.pointerClick()
    try screen.waitForMark(false)
  }

  @Test func dunstsOwnActionCallClicksToo() throws {
    let screen = try Screen()
    for studied in [true, false, true] {
      try screen.choose(studied ? "#Study " : "#Undo ")
      try screen.dunstctl("context")
      try screen.waitForMark(studied)
      try screen.waitForDoubleClick()
    }
    // The body's action shows today again, and changes nothing.
    try screen.dunstctl("action", "0")
    try screen.waitForLog("Intent.show")
    #expect(try screen.isStudied)
  }

  /// dunst draws what has waited only when it is called; to ask it would be a call.
  @Test func afterDoNotDisturbExactlyOneIsThere() throws {
    let screen = try Screen()
    try screen.waitForDisplayed(1)
    try screen.dunstctl("set-paused", "true")
    try screen.waitForDisplayed(0)
    try screen.dunstctl("set-paused", "false")
    try screen.waitForLog("doNotDisturbEnded")
    try screen.waitForLog("shown")
    try screen.waitForWindow()
    try screen.waitForDisplayed(1)
    try screen.expectNothingNew()
  }

  @Test func twentyAlternatingPointerClicksAllArrive() throws {
    let screen = try Screen()
    for number in 0..<20 {
      try screen.choose(number.isMultiple(of: 2) ? "#Study " : "#Undo ")
      try screen.pointerClick()
      try screen.waitForMark(number.isMultiple(of: 2))
      try screen.waitForDoubleClick()
    }
  }
}

/// A display with dunst on it, and the agent.
private final class Screen {
  private let zone = MadeZone.morning
  private let home: Scratch
  private let bus: PrivateBus
  private var environment: [String: String]
  private let display: Child
  private let dunst: Child
  private let agent: Child

  init() throws {
    home = try Scratch()
    bus = try PrivateBus()
    display = try Child(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
    environment = Support.environment(home: home.path, bus: bus.address, zone: zone.name)
    environment["DISPLAY"] = ":" + (try display.line(within: .seconds(20)))
    // The menu program of the test takes the entry that the test has written down.
    let menu = try home.write(
      """
      #!/bin/sh
      exec grep -m 1 -e "$(cat '\(home("choice"))')"

      """, to: "menu")
    chmod(menu, 0o755)
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
    dunst = try Child("dunst", ["-conf", settings], environment: environment)
    agent = try Desk.startAgent(environment)
    _ = try agent.line(from: .errors, within: .seconds(20)) { $0.contains("shown") }
  }

  deinit {
    // They must not write into the home while that is removed.
    for child in [agent, dunst, display] { _ = try? child.terminate() }
  }

  var isStudied: Bool {
    get throws { try Store(path: home(Desk.storePath), for: .reading).isStudied(zone.today) }
  }

  /// Says which entry of the menu the next click takes; an entry is `#LABEL … [ID,KEY]`.
  func choose(_ entry: String) throws {
    try home.write(entry + "\n", to: "choice")
  }

  /// Clicks on what dunst draws, with the pointer.
  func pointerClick() throws {
    let run = try Child.run(
      "xdotool",
      [
        "search", "--sync", "--onlyvisible", "--class", "dunst", "mousemove", "60", "20", "click",
        "1",
      ], environment: environment)
    #expect(run.status == 0)
  }

  /// Waits until dunst draws something.
  func waitForWindow() throws {
    let run = try Child.run(
      "timeout", ["10", "xdotool", "search", "--sync", "--onlyvisible", "--class", "dunst"],
      environment: environment)
    #expect(run.status == 0)
  }

  func dunstctl(_ words: String...) throws {
    let run = try Child.run("dunstctl", words, environment: environment)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Waits until dunst shows a number of notifications; it says so only when asked.
  func waitForDisplayed(_ count: Int) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      let run = try Child.run("dunstctl", ["count", "displayed"], environment: environment)
      if Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) == count { return }
    }
    throw Failure.late("\(count) notifications on the screen")
  }

  /// Waits until the agent says that it has written, and looks at the file.
  func waitForMark(_ studied: Bool) throws {
    let word = studied ? "notice: studied: " : "notice: not studied: "
    _ = try agent.line(from: .errors) { $0.contains(word) }
    #expect(try isStudied == studied)
    try waitForLog("shown")
  }

  /// Waits longer than a double click takes; nothing may change meanwhile.
  func waitForDoubleClick() throws {
    try expectNothingNew(during: .milliseconds(500))
  }

  func expectNothingNew(during time: Duration = .milliseconds(1500)) throws {
    do {
      let line = try agent.line(from: .errors, within: time) {
        $0.contains("notice: ") || $0.contains("shown")
      }
      throw Failure.unexpected(line)
    } catch Failure.late {}
  }

  func waitForLog(_ text: String) throws {
    _ = try agent.line(from: .errors) { $0.contains(text) }
  }
}

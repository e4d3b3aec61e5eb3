import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// `haru calendar --edit` in xterm under Xvfb, clicked with a real pointer.
@Suite(.serialized)
struct EditWindowTests {
  private let home: Scratch
  private let display: Child
  private let environment: [String: String]
  private let today: Day
  private let terminal: Child

  init() throws {
    home = try Scratch()
    display = try Child(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
    let number = try display.line(within: .seconds(20))
    let zone = MadeZone.morning
    today = zone.today
    environment = Support.environment(
      home: home.path, zone: zone.name, ["DISPLAY": ":" + number, "SHELL": "/bin/sh"])
    terminal = try Child(
      "xterm",
      [
        "-geometry", "80x24+0+0", "-b", "0", "-bw", "0", "+sb", "-e",
        Built.product("haru"), "calendar", "--edit",
      ], environment: environment)
  }

  /// A cell of the terminal in pixels: the size of the window, of 24 rows and 80 columns.
  private func cell() throws -> (width: Int, height: Int) {
    let run = try Child.run(
      "xdotool",
      ["search", "--sync", "--onlyvisible", "--class", "xterm", "getwindowgeometry", "--shell"],
      environment: environment)
    func value(_ name: String) -> Int {
      let line = run.output.split(separator: "\n").first { $0.hasPrefix(name + "=") }
      return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("WIDTH") / 80, value("HEIGHT") / 24)
  }

  /// Clicks with a button at a row and a column of the terminal, as often as until something is so.
  private func click(_ button: Int, row: Int, column: Int) throws {
    let cell = try cell()
    let (x, y) = (column * cell.width + cell.width / 2, row * cell.height + cell.height / 2)
    let run = try Child.run(
      "xdotool", ["mousemove", "\(x)", "\(y)", "click", "\(button)"], environment: environment)
    #expect(run.status == 0)
  }

  private func isStudied(_ day: Day) -> Bool {
    (try? Store(path: home(Desk.storePath), for: .reading).isStudied(day)) ?? false
  }

  private func wait(line: Int = #line, _ isSo: () -> Bool) throws {
    try eventually(watching: home.path, home(".local/share/haru"), line: line) { isSo() }
  }

  /// Where a day of this locale's calendar is: below the title and the weekdays, of which Sunday is the first.
  private func place(of day: Day) -> (row: Int, column: Int) {
    for (row, week) in day.month.weeks(beginning: .sunday).enumerated() {
      if let column = week.firstIndex(of: day) { return (row + 2, column * 4 + 1) }
    }
    return (0, 0)
  }

  @Test func aPointerMarksDaysAndTheWheelTurnsMonths() throws {
    // A key goes where the pointer is; it tells that the editor listens.
    let place = place(of: today)
    _ = try cell()
    let begun = try Child.run(
      "xdotool", ["mousemove", "100", "100", "key", "space"], environment: environment)
    #expect(begun.status == 0)
    try wait { isStudied(today) }
    try click(1, row: place.row, column: place.column)
    try wait { !isStudied(today) }
    // The wheel goes to the month before, where a click marks the first day.
    let before = try #require(today.month.advanced(by: -1))
    let first = before.days.lowerBound
    let target = self.place(of: first)
    try click(4, row: target.row, column: target.column)
    try click(1, row: target.row, column: target.column)
    try wait { isStudied(first) }
    // The window goes, and with it the editor.
    let quit = try Child.run("xdotool", ["key", "q"], environment: environment)
    #expect(quit.status == 0)
    #expect(try terminal.wait() == .exited(0))
  }
}

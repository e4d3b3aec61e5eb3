import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// `haru calendar --edit` in xterm under Xvfb, clicked with a real pointer.
@Suite(.serialized)
struct EditWindowTests {
  private let home: Scratch
  private let screen: TerminalScreen
  private let today: Day
  private let terminal: Child

  init() throws {
    home = try Scratch()
    screen = try TerminalScreen()
    let zone = MadeZone.morning
    today = zone.today
    terminal = try Child(
      "xterm",
      [
        "-geometry", "80x24+0+0", "-b", "0", "-bw", "0", "+sb", "-e",
        Built.product("haru"), "calendar", "--edit",
      ], environment: Support.environment(home: home.path, zone: zone.name, screen.variables))
  }

  private func isStudied(_ day: Day) -> Bool {
    (try? Store(path: home(Desk.storePath), for: .reading).isStudied(day)) ?? false
  }

  private func wait(line: Int = #line, _ isSo: () -> Bool) throws {
    try eventually(watching: home.path, home(".local/share/haru"), line: line) { isSo() }
  }

  @Test func aPointerMarksDaysAndTheWheelTurnsMonths() throws {
    // A key tells that the editor listens.
    try screen.type("space")
    try wait { isStudied(today) }
    let place = EndToEndTests.place(of: today)
    try screen.click(row: place.row, column: place.column)
    try wait { !isStudied(today) }
    // The wheel goes to the month before, where a click marks the first day.
    let before = try #require(today.month.advanced(by: -1))
    let first = before.days.lowerBound
    let target = EndToEndTests.place(of: first)
    try screen.click(4, row: target.row, column: target.column)
    try screen.click(row: target.row, column: target.column)
    try wait { isStudied(first) }
    // The window goes, and with it the editor.
    try screen.type("q")
    #expect(try terminal.wait() == .exited(0))
  }
}

/// Where a day of this locale's calendar is: below the title and the weekdays, of which Sunday is the first.
func place(of day: Day) -> (row: Int, column: Int) {
  for (row, week) in day.month.weeks(beginning: .sunday).enumerated() {
    if let column = week.firstIndex(of: day) { return (row + 2, column * 4 + 1) }
  }
  return (0, 0)
}

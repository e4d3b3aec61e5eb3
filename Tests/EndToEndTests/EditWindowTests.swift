import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// `haru calendar --edit` in the windows of terminals under Xvfb, clicked with a real pointer.
@Suite(.serialized)
struct EditWindowTests {
  private let home = Scratch()
  private let zone = MadeZone.morning
  private var today: Day { zone.today }

  private func open(_ kind: TerminalScreen.Terminal) throws -> (TerminalScreen, Child) {
    let screen = try TerminalScreen(kind)
    let words = try screen.words(
      running: [Built.product("haru"), "calendar", "--edit"], home: home)
    let environment = Support.environment(home: home.path, zone: zone.name, screen.variables)
    return (screen, try Child(words, environment: environment))
  }

  private func isStudied(_ day: Day) -> Bool {
    (try? Store(path: home(Desk.storePath), for: .reading).isStudied(day)) ?? false
  }

  private func wait(line: Int = #line, _ isSo: () -> Bool) throws {
    try eventually(watching: home.path, home(".local/share/haru"), line: line) { isSo() }
  }

  private var contents: Contents? {
    try? Store(path: home(Desk.storePath), for: .reading).contents()
  }

  /// Clicks on other days, the title and the wheel only look, also the other buttons; a drag selects, and a button
  /// changes all of it at once.
  @Test(arguments: TerminalScreen.Terminal.allCases)
  func aPointerLooksAndADragRests(kind: TerminalScreen.Terminal) throws {
    let (screen, terminal) = try open(kind)
    try screen.type("space")
    try wait { isStudied(today) }
    let before = contents?.marks.map(\.day)
    let week = try #require(
      (8..<15).compactMap { Day(year: today.year, month: today.month.name.rawValue, day: $0) }
        .first { $0.weekday == .sunday })
    let (first, last) = (week, try #require(week.advanced(by: 6)))
    let (from, to) = (place(of: first), place(of: last))
    try screen.click(row: from.row, column: from.column)
    for button in [2, 3, 5, 4, 6, 7] {
      try screen.click(button, row: to.row, column: to.column)
    }
    // The titles, beside one another.
    for column in [20, 59] { try screen.click(row: 0, column: column) }
    try screen.drag(from: from, to: to)
    // The second button of the last line.
    try screen.click(row: 23, column: 24)
    try wait { contents?.rest.count == 7 }
    #expect(contents.map { Set($0.rest.keys) } == Set((0..<7).compactMap(first.advanced)))
    #expect(isStudied(today) != (first...last).contains(today))
    try screen.type("u")
    try wait { contents?.rest.isEmpty == true }
    #expect(contents?.marks.map(\.day) == before)
    try screen.type("q")
    #expect(try terminal.wait() == .exited(0))
  }

  @Test(arguments: TerminalScreen.Terminal.allCases)
  func aPointerMarksDaysAndTheWheelTurnsMonths(kind: TerminalScreen.Terminal) throws {
    let (screen, terminal) = try open(kind)
    // A key tells that the editor listens.
    try screen.type("space")
    try wait { isStudied(today) }
    let place = EndToEndTests.place(of: today)
    try screen.click(row: place.row, column: place.column)
    try wait { !isStudied(today) }
    // The wheel goes to the month before, where a double click marks the first day.
    let before = try #require(today.month.advanced(by: -1))
    let first = before.days.lowerBound
    let target = EndToEndTests.place(of: first)
    try screen.click(4, row: target.row, column: target.column)
    for _ in 1...2 { try screen.click(row: target.row, column: target.column) }
    try wait { isStudied(first) }
    // In a small window it is whole as well.
    try screen.resize(rows: 14, columns: 40)
    // Without a line between the title and the weekdays.
    let deadline = ContinuousClock.now + .seconds(20)
    while try screen.isBlank(row: 1, columns: 38) { try #require(ContinuousClock.now < deadline) }
    let second = try #require(first.advanced(by: 1))
    let next = EndToEndTests.place(of: second, in: .narrow)
    for _ in 1...2 { try screen.click(row: next.row, column: next.column) }
    try wait { isStudied(second) }
    // The sign at the right of the title closes the editor, and with it the window.
    try screen.click(row: 0, column: 35)
    #expect(try terminal.wait() == .exited(0))
  }
}

/// How the editor has laid out its months.
enum MonthPlace {
  /// The last of two months in 24 rows and 80 columns.
  case last
  /// One month in 40 columns, and as many as 23 rows.
  case narrow
  /// One month in 20 rows and 48 columns, as Haru opens the window itself.
  case own
}

/// Where a day of this locale's calendar is: below the title and the weekdays, of which Sunday is the first.
func place(of day: Day, in place: MonthPlace = .last) -> (row: Int, column: Int) {
  let (top, left, width) =
    switch place {
    case .last: (3, 42, 5)
    case .narrow: (2, 2, 5)
    case .own: (2, 4, 6)
    }
  for (row, week) in day.month.weeks(beginning: .sunday).enumerated() {
    if let column = week.firstIndex(of: day) { return (row + top, left + column * width + 1) }
  }
  return (0, 0)
}

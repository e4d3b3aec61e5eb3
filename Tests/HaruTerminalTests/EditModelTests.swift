import HaruCore
import HaruText
import OwnProcess
import Support
import Testing

@testable import HaruTerminal

/// The editor of the calendar as a value: keys, clicks and days go in, commands and a screen come out.
struct EditModelTests {
  private static let today = Day("2026-11-20") ?? .earliest

  private static func days(
    studied: [String] = ["2026-11-19", "2026-11-18"], rest: [String: String] = [:],
    notes: [String: String] = [:], today: Day = today
  ) -> EditedDays {
    func keyed(_ texts: [String: String]) -> [Day: String] {
      Dictionary(texts.compactMap { key, text in Day(key).map { ($0, text) } }) { $1 }
    }
    let marked = studied.compactMap { Day($0) }.sorted(by: >)
    return EditedDays(
      record: Record(
        days: marked, rest: RestDays(single: Set(keyed(rest).keys)), begin: marked.last),
      notes: keyed(notes), reasons: keyed(rest), today: today, firstWeekday: .monday)
  }

  /// An editor on today in a window of a size, after some keys.
  private func model(
    _ days: EditedDays = days(), _ keys: EditKey..., rows: Int = 24, columns: Int = 80
  ) -> EditModel {
    var model = EditModel(days, on: Self.today)
    _ = model.handle(.size(rows: rows, columns: columns))
    for key in keys { _ = model.handle(.key(key)) }
    return model
  }

  private func text(_ model: EditModel) -> [String] {
    model.screen.lines.map { $0.rendered(.none) }
  }

  /// Where a day of November stands in 24 rows and 80 columns, beside October.
  private func cell(_ day: Int) -> (row: Int, column: Int) {
    // The 1st is a Sunday.
    ((day + 5) / 7 + 3, 42 + (day + 5) % 7 * 5 + 1)
  }

  // MARK: Moving and selecting

  @Test(arguments: [
    (EditKey.left, "2026-11-19"), (.right, "2026-11-21"), (.up, "2026-11-13"),
    (.down, "2026-11-27"), (.pageUp, "2026-10-20"), (.pageDown, "2026-12-20"),
    (.letter("x"), "2026-11-20"), (.escape, "2026-11-20"),
  ])
  func aKeyMovesTheCursor(key: EditKey, day: String) {
    #expect(model(Self.days(), key).day.description == day)
  }

  @Test func aShorterMonthIsEnteredAtItsLastDay() {
    var model = EditModel(Self.days(), on: Day("2026-01-31") ?? .earliest)
    _ = model.handle(.wheel(1))
    #expect(model.day.description == "2026-02-28")
    _ = model.handle(.key(.letter("t")))
    #expect(model.day == Self.today)
  }

  @Test(arguments: [Day.earliest, .latest])
  func theCursorStaysWithinTheDaysThatExist(day: Day) {
    var model = EditModel(Self.days(), on: day)
    for key in [EditKey.left, .up, .pageUp, .right, .down, .pageDown] {
      _ = model.handle(.key(key))
      #expect(model.screen.lines.count == 24)
    }
  }

  // MARK: Changing

  /// The command that an event asks for; `nil` for none.
  private func command(_ model: inout EditModel, _ event: EditEvent) -> [String]? {
    guard case .run(let words) = model.handle(event) else { return nil }
    return words
  }

  /// The command that a click on a day of November asks for.
  private func click(_ model: inout EditModel, day: Int, at time: Int) -> [String]? {
    click(&model, row: cell(day).row, column: cell(day).column, at: time)
  }

  /// The command that a click asks for.
  private func click(
    _ model: inout EditModel, row: Int, column: Int, at time: Int
  ) -> [String]? {
    let press = command(&model, .press(row: row, column: column, time: time))
    let release = command(&model, .release(row: row, column: column, time: time + 80))
    #expect(press == nil || release == nil)
    return press ?? release
  }

  @Test func eachChangeIsACommand() {
    var model = model(
      Self.days(rest: ["2026-11-21": ""], notes: ["2026-11-20": "old"]))
    func run(_ event: EditEvent) -> [String]? { command(&model, event) }
    #expect(run(.key(.letter(" "))) == ["mark", "2026-11-20"])
    #expect(run(.key(.letter("r"))) == ["rest", "2026-11-20"])
    #expect(run(.key(.letter("u"))) == ["undo"])
    _ = model.handle(.key(.left))
    #expect(run(.key(.enter)) == ["unmark", "2026-11-19"])
    #expect(model.handle(.key(.letter("q"))) == .quit)
  }

  @Test func aStudiedDayBecomesARestDayInstead() {
    var model = model(Self.days(), .left)
    #expect(command(&model, .key(.letter("r"))) == ["rest", "--unmark", "2026-11-19"])
    _ = model.handle(.days(Self.days(rest: ["2026-11-19": ""])))
    #expect(command(&model, .key(.letter("r"))) == ["unmark", "2026-11-19"])
    _ = model.handle(.days(Self.days(studied: [], rest: ["2026-11-19": ""])))
    #expect(command(&model, .key(.letter("r"))) == ["rest", "--clear", "2026-11-19"])
  }

  // MARK: The pointer

  /// Thursday the 19th is studied, Tuesday the 17th is not.
  @Test func aClickSelectsAndAnotherOneChanges() {
    var model = model()
    #expect(click(&model, day: 19, at: 0) == nil)
    #expect(model.day.description == "2026-11-19")
    #expect(click(&model, day: 17, at: 1000) == nil)
    #expect(click(&model, day: 17, at: 3000) == ["mark", "2026-11-17"])
    _ = model.handle(.days(Self.days(studied: ["2026-11-17"])))
    #expect(click(&model, day: 17, at: 4000) == ["unmark", "2026-11-17"])
  }

  /// Today is selected before anybody has clicked: the first click on it clears no mark.
  @Test func aFirstClickOnTodayClearsNothing() throws {
    var model = model(Self.days(studied: ["2026-11-20"]))
    #expect(click(&model, day: 20, at: 0) == nil)
    #expect(click(&model, day: 20, at: 2000) == ["unmark", "2026-11-20"])
    // So is another day that has become today meanwhile.
    model = self.model(Self.days(), .left, .right)
    _ = model.handle(
      .days(Self.days(studied: ["2026-11-21"], today: try #require(Day("2026-11-21")))))
    #expect(click(&model, day: 21, at: 4000) == nil)
    #expect(click(&model, day: 21, at: 6000) == ["unmark", "2026-11-21"])
    // To mark it is what it was opened for.
    var open = self.model(Self.days(studied: []))
    #expect(click(&open, day: 20, at: 0) == ["mark", "2026-11-20"])
  }

  /// What the help tells works while it is shown: letters that follow are meant for the note.
  @Test func aKeyOfTheHelpWorksAtOnce() {
    var model = model(Self.days(), .letter("?"), .letter("n"))
    for letter in "rest" {
      #expect(model.handle(.key(.letter(letter.unicodeScalars.first!))) == nil)
    }
    #expect(command(&model, .key(.enter)) == ["note", "2026-11-20", "--", "rest"])
    model = self.model(Self.days(), .letter("?"))
    #expect(click(&model, day: 17, at: 0) == nil)
    #expect(model.day == Self.today)
    for key in [EditKey.letter("?"), .escape] {
      model = self.model(Self.days(), .letter("?"))
      #expect(model.handle(.key(key)) == nil)
      #expect(text(model) == text(self.model(Self.days())))
    }
  }

  /// What a small window has no room for comes with the same key.
  @Test func helpIsShownInParts() {
    var model = model(rows: 12, columns: 40)
    let calendar = text(model)
    var pages: [[String]] = []
    while pages.count < 9 {
      _ = model.handle(.key(.letter("?")))
      if text(model) == calendar { break }
      pages.append(Array(text(model)[2..<10]))
    }
    #expect(pages.count == 2)
    #expect(pages[0].last?.contains("…") == true)
    let lines = pages.joined().map { $0.split(separator: " ").joined(separator: " ") }
    let words = lines.filter { !["", "…"].contains($0) }.joined(separator: " ")
    #expect(words == EditText.help.replacing("\n", with: " "))
  }

  /// On another day it selects and changes, on the selected one it changes once.
  @Test func aDoubleClickIsOneChange() {
    var model = model()
    #expect(click(&model, day: 17, at: 1000) == nil)
    #expect(click(&model, day: 17, at: 1200) == ["mark", "2026-11-17"])
    #expect(click(&model, day: 17, at: 1400) == nil)
    #expect(click(&model, day: 17, at: 3000) == ["mark", "2026-11-17"])
    #expect(click(&model, day: 17, at: 3200) == nil)
    // So do two clicks on a button.
    let button = buttons(model)[0].column
    #expect(click(&model, row: 23, column: button, at: 5000) == ["mark", "2026-11-17"])
    #expect(click(&model, row: 23, column: button, at: 5200) == nil)
    #expect(click(&model, row: 23, column: button, at: 6000) == ["mark", "2026-11-17"])
  }

  /// Whoever only looks presses days, the title and the wheel, and empty places.
  @Test func lookingChangesNothing() {
    var (model, time) = (model(Self.days(rest: ["2026-11-21": ""])), 0)
    // A studied day, an open one, one ahead, one of October, no day, and today again by the title.
    for (row, column) in [
      cell(19), cell(17), cell(21), (5, 5), (3, 43), (6, 78), (6, 40), (12, 5), (0, 55),
    ] {
      time += 1000
      #expect(click(&model, row: row, column: column, at: time) == nil)
      #expect(model.handle(.wheel(-1)) == nil)
      #expect(model.handle(.wheel(1)) == nil)
    }
    #expect(model.day == Self.today)
    // What was not pressed is not let go, and a press that ends elsewhere is none.
    let (row, column) = cell(20)
    #expect(command(&model, .release(row: row, column: column, time: time)) == nil)
    #expect(command(&model, .press(row: row, column: column, time: time)) == nil)
    #expect(command(&model, .release(row: 20, column: column, time: time)) == nil)
    #expect(command(&model, .press(row: row, column: column, time: time)) == nil)
    #expect(model.handle(.drag(row: row, column: cell(19).column)) == nil)
    #expect(command(&model, .release(row: row, column: column, time: time)) == nil)
  }

  /// Whatever comes between a press on a chosen day and its release makes it no click.
  @Test(arguments: [(EditEvent.key(.right), false), (.key(.letter("n")), true), (.wheel(1), false)])
  func aPressIsAClickOnlyIfNothingComesBetween(between: EditEvent, isNote: Bool) {
    var model = model()
    let (row, column) = cell(17)
    #expect(click(&model, row: row, column: column, at: 0) == nil)
    #expect(command(&model, .press(row: row, column: column, time: 1000)) == nil)
    #expect(model.handle(between) == nil)
    #expect(command(&model, .release(row: row, column: column, time: 2000)) == nil)
    #expect(model.isTypingNote == isNote)
  }

  @Test func noPressOutlivesTheDay() {
    var model = model(Self.days(studied: []))
    let (row, column) = cell(20)
    _ = click(&model, row: row, column: column, at: 0)
    _ = model.handle(.press(row: row, column: column, time: 1000))
    _ = model.handle(.days(Self.days(studied: [], today: Day("2026-11-21") ?? .earliest)))
    let (there, next) = cell(21)
    #expect(command(&model, .release(row: there, column: next, time: 2000)) == nil)
    #expect(command(&model, .release(row: row, column: column, time: 2000)) == nil)
  }

  /// Nobody has pointed at the day on which another month is entered.
  @Test(arguments: [EditEvent.wheel(-1), .key(.pageUp)])
  func aDayThatCameWithItsMonthIsChosenFirst(event: EditEvent) {
    var model = model(Self.days(studied: ["2026-10-20"]))
    _ = model.handle(event)
    #expect(model.day.description == "2026-10-20")
    // October stands at the right now, and its 1st is a Thursday.
    let (row, column) = ((20 + 2) / 7 + 3, 42 + (20 + 2) % 7 * 5 + 1)
    #expect(click(&model, row: row, column: column, at: 1000) == nil)
    #expect(model.day.description == "2026-10-20")
    #expect(click(&model, row: row, column: column, at: 3000) == ["unmark", "2026-10-20"])
  }

  /// Of several chosen days a note is about one, which is named while it is typed.
  @Test func aNoteIsAboutOneDay() {
    var model = model(Self.days(), .shiftLeft, .shiftLeft, .letter("n"))
    #expect(model.selected == model.day...model.day)
    _ = model.handle(.key(.letter("x")))
    #expect(command(&model, .key(.enter)) == ["note", "2026-11-18", "--", "x"])
  }

  /// Where a sign stands in the line of the titles, the first that has it.
  private func place(_ sign: Character, of model: EditModel) throws -> (row: Int, column: Int) {
    let row = try #require(text(model).firstIndex { $0.contains(sign) })
    return (row, StyledLine(String(text(model)[row].prefix { $0 != sign })).width)
  }

  /// Without a wheel and a keyboard, the signs beside the titles go to other months, and they stay where they are.
  @Test(arguments: [(24, 80), (20, 48), (24, 30), (24, 20)])
  func theTitleGoesToOtherMonthsAndBack(rows: Int, columns: Int) throws {
    var model = model(rows: rows, columns: columns)
    let (previous, next) = (try place("‹", of: model).column, try place("›", of: model).column)
    for (column, day) in [
      (previous, "2026-10-20"), (previous - 1, "2026-09-20"), (next, "2026-10-20"),
      (next + 1, "2026-11-20"), (next - 1, "2026-12-20"), (previous + 1, "2026-11-20"),
      (next, "2026-12-20"), (next - 3, "2026-11-20"),
    ] {
      #expect(click(&model, row: 0, column: column, at: 0) == nil)
      #expect(model.day.description == day)
      #expect(try place("‹", of: model) == (0, previous))
      #expect(try place("›", of: model) == (0, next))
    }
  }

  @Test func theSignAtTheRightCloses() throws {
    for (rows, columns) in [(24, 80), (20, 48), (50, 160), (24, 28)] {
      var model = model(rows: rows, columns: columns)
      let (row, column) = try place("✕", of: model)
      #expect(column < columns)
      for beside in -1...1 {
        #expect(model.handle(.press(row: row, column: column + beside, time: 0)) == .quit)
      }
      #expect(model.handle(.press(row: row, column: column - 2, time: 0)) == nil)
    }
  }

  /// Saturday the 21st cannot be studied yet; a mark that a wrong clock has left there can be cleared.
  @Test func aClickOnADayAheadOnlyGoesThere() {
    var model = model(Self.days(rest: ["2026-11-21": ""]))
    for time in [0, 1000] { #expect(click(&model, day: 21, at: time) == nil) }
    #expect(model.day.description == "2026-11-21")
    #expect(command(&model, .key(.letter("r"))) == ["rest", "--clear", "2026-11-21"])
    #expect(command(&model, .key(.letter(" "))) == ["mark", "2026-11-21"])
    _ = model.handle(.days(Self.days(studied: ["2026-11-21"])))
    #expect(click(&model, day: 21, at: 9000) == ["unmark", "2026-11-21"])
  }

  /// From Thursday the 19th, which is studied, to Tuesday the 24th.
  @Test func aDragSelectsDaysThatChangeTogether() {
    var model = model(Self.days(notes: ["2026-11-22": "trip"]))
    _ = model.handle(.press(row: cell(19).row, column: cell(19).column, time: 0))
    for (row, column) in [cell(20), (20, 20), cell(23), cell(24)] {
      #expect(model.handle(.drag(row: row, column: column)) == nil)
    }
    #expect(command(&model, .release(row: cell(24).row, column: cell(24).column, time: 900)) == nil)
    #expect(model.selected.lowerBound.description == "2026-11-19")
    #expect(model.selected.upperBound.description == "2026-11-24")
    let reversed = model.screen.lines[6...7].flatMap(\.pieces).filter(\.style.isReversed)
    #expect(reversed.map(\.text) == ["19✓", "[20]", "21 ", "22\"", "23 ", "24 "])
    #expect(text(model)[12] == "    19 November to 24 November (6 days)")
    // A studied day among them stays studied.
    #expect(command(&model, .key(.letter("r"))) == ["rest", "2026-11-20..2026-11-24"])
    _ = model.handle(.days(Self.days(studied: ["2026-11-19", "2026-11-22"])))
    #expect(
      command(&model, .key(.letter("r")))
        == ["rest", "2026-11-20..2026-11-21", "2026-11-23..2026-11-24"])
    _ = model.handle(.days(Self.days()))
    // Of days ahead none can be studied.
    #expect(command(&model, .key(.letter(" "))) == ["mark", "2026-11-19..2026-11-20"])
    _ = model.handle(.days(Self.days(studied: ["2026-11-19", "2026-11-20"])))
    #expect(command(&model, .key(.letter(" "))) == ["unmark", "2026-11-19..2026-11-20"])
    #expect(command(&model, .key(.letter("u"))) == ["undo"])
    // A click selects one day again.
    #expect(click(&model, day: 20, at: 2000) == nil)
    #expect(model.selected == Self.today...Self.today)
  }

  @Test func shiftAndArrowsSelectDays() {
    var model = model(Self.days(studied: []), .shiftDown, .shiftRight)
    #expect(command(&model, .key(.letter("r"))) == ["rest", "2026-11-20..2026-11-28"])
    _ = model.handle(.key(.shiftUp))
    _ = model.handle(.key(.shiftLeft))
    #expect(model.selected == Self.today...Self.today)
    _ = model.handle(.key(.shiftLeft))
    #expect(command(&model, .key(.enter)) == ["mark", "2026-11-19..2026-11-20"])
    _ = model.handle(.key(.escape))
    #expect(command(&model, .key(.enter)) == ["mark", "2026-11-19"])
    _ = model.handle(.key(.shiftLeft))
    _ = model.handle(.key(.left))
    #expect(command(&model, .key(.enter)) == ["mark", "2026-11-17"])
  }

  // MARK: Buttons

  /// The buttons of a screen: each word that is reversed below the month with its key, and where it begins.
  private func buttons(_ model: EditModel) -> [(text: String, row: Int, column: Int)] {
    var found: [(text: String, row: Int, column: Int)] = []
    for (row, line) in model.screen.lines.enumerated().dropFirst(9) {
      var column = 0
      for (word, key) in zip(line.pieces, line.pieces.dropFirst()) {
        if word.style.isReversed { found.append((word.text + key.text, row, column)) }
        column += StyledLine(word.text).width
      }
    }
    return found
  }

  @Test func aWordIsBrightAndItsKeyIsDim() {
    let pieces = model().screen.lines[23].pieces.filter { $0.style != .plain }
    let words = pieces.filter(\.style.isBold).map(\.text)
    #expect(words == [" studied ", " rest ", " note ", " undo ", " help ", " quit "])
    #expect(pieces.filter(\.style.isFaint).map(\.text) == [" ␣", " r", " n", " u", " ?", " q"])
  }

  @Test(arguments: [(24, 80), (24, 40), (24, 20), (13, 40), (20, 48), (60, 200)])
  func aButtonDoesWhatItsKeyDoes(rows: Int, columns: Int) throws {
    let start = model(Self.days(), .left, .left, .left, rows: rows, columns: columns)
    for (index, key) in " rnu?q".unicodeScalars.map(EditKey.letter).enumerated() {
      var (clicked, typed) = (start, start)
      let all = buttons(clicked).filter { $0.row > rows / 2 }
      let button = try #require(all.dropFirst(index).first)
      let last = button.column + StyledLine(button.text).width - 1
      #expect(last < columns)
      for column in [button.column, last] {
        var model = clicked
        let pressed = model.handle(.press(row: button.row, column: column, time: 0))
        #expect(pressed == typed.handle(.key(key)))
        #expect(text(model) == text(typed))
        typed = clicked
      }
      // Beside it there is none.
      #expect(clicked.handle(.press(row: button.row, column: last + 1, time: 0)) == nil)
      #expect(text(clicked) == text(typed))
    }
  }

  /// Whatever the language, all of them can be seen and clicked in a narrow terminal; the titles and the progress of
  /// months are whole.
  @Test(arguments: TestLanguage.all)
  func everyLanguageHasAllButtons(language: TestLanguage) async throws {
    await inOwnProcess(in: language) {
      let tests = EditModelTests()
      let shown = tests.buttons(tests.model(columns: 40))
      #expect(shown.count == 6)
      for button in shown { #expect(button.column + StyledLine(button.text).width < 40) }
      let years = (0..<1000).compactMap { EditModelTests.today.advanced(by: -$0)?.description }
      for columns in [28, 40, 80] {
        let model = tests.model(EditModelTests.days(studied: years), columns: columns)
        let cut = tests.text(model).filter { $0.contains("…") }
        #expect(cut == [], "\(columns) columns")
        let layout = EditLayout(rows: 24, columns: columns, firstWeekday: .monday)
        for month in CalendarYear(of: EditModelTests.today).months {
          let months = layout.months(endingWith: month)
          let line = EditHeading(months, width: min(layout.grid.width, columns)).line
          #expect(line.width <= columns)
          #expect(line.rendered(.none).contains(CalendarText.title(month)), "\(columns) columns")
        }
      }
    }
  }

  /// In every size, whatever weekday is the first.
  @Test(arguments: [(10, 20), (12, 40), (20, 48), (24, 80), (50, 160), (1000, 300)])
  func everyDayIsClickedWhereItIsDrawn(rows: Int, columns: Int) throws {
    for weekday in [Weekday.monday, .saturday, .sunday] {
      let layout = EditLayout(rows: rows, columns: columns, firstWeekday: weekday)
      let drawing = CalendarDrawing(layout.grid, noted: [])
      for last in CalendarYear(of: Self.today).months {
        let months = layout.months(endingWith: last)
        for (month, begin) in months {
          let page = CalendarPage(of: month, in: Record(days: []), today: Self.today)
          let lines = [StyledLine()] + drawing.days(page)
          #expect(lines.count <= layout.grid.lines + layout.grid.weekLines - 1)
          for day in page.cells.map(\.day) {
            let place = try #require(layout.grid.place(of: day))
            let line = Array(lines[place.row].rendered(.none))
            let number = String(line[place.column..<min(place.column + 2, line.count)])
            #expect(number.filter { $0 != " " } == "\(day.dayOfMonth)")
            for column in 0...2 {
              let clicked = begin + place.column + column
              #expect(layout.day(months, row: place.row, column: clicked) == day)
            }
          }
        }
      }
    }
  }

  // MARK: Two months

  /// Wherever a click selects a day, the months stay under the pointer, and a second click is on the same day.
  @Test func aClickMovesNoMonth() {
    var model = model()
    let before = text(model)[0]
    // Thursday 15 October.
    let (row, column) = (5, 3 + 15 + 1)
    #expect(click(&model, row: row, column: column, at: 0) == nil)
    #expect(model.day.description == "2026-10-15")
    #expect(text(model)[0] == before)
    #expect(click(&model, row: row, column: column, at: 1000) == ["mark", "2026-10-15"])
    #expect(click(&model, day: 19, at: 2000) == nil)
    #expect(text(model)[0] == before)
    #expect(model.title == "Haru, November 2026")
    // From one month into the other.
    _ = model.handle(.press(row: row, column: column, time: 3000))
    _ = model.handle(.drag(row: cell(2).row, column: cell(2).column))
    #expect(model.selected.lowerBound.description == "2026-10-15")
    #expect(model.selected.upperBound.description == "2026-11-02")
  }

  @Test func theMonthsFollowTheDay() {
    var model = model()
    func titles() -> [String] {
      text(model)[0].split(separator: " ").filter { $0.allSatisfy(\.isLetter) }.map(String.init)
    }
    #expect(titles() == ["October", "November"])
    for (key, months) in [
      (EditKey.pageUp, ["September", "October"]), (.pageUp, ["August", "September"]),
      (.down, ["August", "September"]), (.down, ["September", "October"]),
      (.letter("t"), ["October", "November"]), (.pageDown, ["November", "December"]),
      (.letter("t"), ["November", "December"]),
    ] {
      _ = model.handle(.key(key))
      #expect(titles() == months)
    }
    // In a narrow window there is the month of the day.
    _ = model.handle(.size(rows: 24, columns: 40))
    #expect(titles() == ["November"])
    _ = model.handle(.size(rows: 24, columns: 80))
    #expect(titles() == ["October", "November"])
  }

  /// The page stands in the middle of a larger window, and no line goes beyond it.
  @Test(arguments: [(10, 20), (12, 40), (20, 48), (24, 80), (50, 160), (1000, 300)])
  func thePageIsInTheMiddle(rows: Int, columns: Int) throws {
    let days = Self.days(rest: ["2026-11-21": "holiday"])
    let (lines, cursor) = model(days, .left, rows: rows, columns: columns).screen
    #expect(lines.count <= rows)
    let drawn = lines.enumerated().filter { $0.element.rendered(.none) != "" }
    let first = try #require(drawn.first?.offset)
    let last = try #require(drawn.last?.offset)
    #expect(abs(first - (rows - 1 - last)) <= 1)
    // Narrower than a month, its last days are out of sight.
    guard columns >= 28 else { return }
    for line in lines { #expect(line.width <= columns) }
    let titles = lines[first].rendered(.none)
    let left = titles.prefix { $0 == " " }.count
    #expect(left <= columns / 2)
    #expect(lines[cursor.row].pieces.contains { $0.style.isReversed })
  }

  /// Who comes back to a day from its note, or from an undo, looks at it first.
  @Test(arguments: [[EditKey.letter("n"), .escape], [.letter("n"), .enter], [.letter("u")]])
  func aClickAfterSomethingElseSelectsOnly(keys: [EditKey]) throws {
    var model = model()
    #expect(click(&model, day: 18, at: 0) == nil)
    for key in keys { _ = model.handle(.key(key)) }
    _ = model.handle(.done("done"))
    #expect(click(&model, day: 18, at: 5000) == nil)
    #expect(click(&model, day: 18, at: 9000) == ["unmark", "2026-11-18"])
  }

  /// What is drawn of a day is the day; the blanks between two are nobody's.
  @Test(arguments: [(24, 80), (24, 40), (20, 56), (30, 120), (60, 200), (14, 29)])
  func aClickBesideADayDoesNothing(rows: Int, columns: Int) throws {
    // A key chooses it: another click there would change it.
    let start = model(Self.days(), .left, rows: rows, columns: columns)
    let lines = start.screen.lines
    let row = try #require(
      lines.indices.first { lines[$0].pieces.contains { $0.style.isReversed } })
    var (column, drawn) = (0, 0..<0)
    for piece in lines[row].pieces {
      let width = StyledLine(piece.text).width
      if piece.style.isReversed { drawn = column..<column + width }
      column += width
    }
    #expect(drawn.count >= 3)
    for below in 0...1 {
      for column in drawn.lowerBound - 4..<drawn.upperBound + 2 {
        var clicked = start
        _ = clicked.handle(.press(row: row + below, column: column, time: 0))
        let isOnIt = clicked.selected == start.selected
        let done = clicked.handle(.release(row: row + below, column: column, time: 0))
        #expect((done != nil) == (below == 0 && drawn.contains(column)), "\(below), \(column)")
        #expect(done == nil || isOnIt)
      }
    }
  }

  @Test func aNoteIsTypedOverTheOldOne() {
    var model = model(Self.days(notes: ["2026-11-20": "ol"]), .letter("n"))
    for key in [EditKey.backspace, .letter("q"), .letter("가"), .letter("e"), .letter("\u{301}")] {
      #expect(model.handle(.key(key)) == nil)
    }
    #expect(text(model).suffix(2).first == "    Note: oq가é")
    #expect(model.screen.cursor == (22, 15))
    // A click or the wheel does not take the note to another day.
    #expect(click(&model, day: 16, at: 0) == nil)
    #expect(model.handle(.wheel(1)) == nil)
    #expect(model.handle(.key(.enter)) == .run(["note", "2026-11-20", "--", "oq가é"]))
    _ = model.handle(.done("Note saved: today"))
    #expect(text(model)[22] == "    Note saved: today")
    #expect(model.handle(.key(.letter("q"))) == .quit)
  }

  @Test func aNoteIsMendedWhereItIsWrong() {
    var model = model(Self.days(notes: ["2026-11-20": "teh quick fox"]), .letter("n"))
    func typed(_ keys: [EditKey]) -> String {
      for key in keys { _ = model.handle(.key(key)) }
      return String(text(model)[22].dropFirst(4))
    }
    #expect(
      typed([.home, .right, .delete, .right, .letter("e")]) == "Note: the quick fox")
    #expect(model.screen.cursor == (22, 13))
    #expect(typed([.end, .eraseWord, .letter("d"), .left, .letter("o")]) == "Note: the quick od")
    #expect(typed([.eraseLine, .right, .right, .left]) == "Note: d")
    #expect(model.handle(.key(.enter)) == .run(["note", "2026-11-20", "--", "d"]))
  }

  /// What is around the cursor is shown of a note that is longer than the line.
  @Test func aLongNoteIsShownAroundTheCursor() {
    let long = (1...40).map { "word\($0)" }.joined(separator: " ")
    var model = model(Self.days(notes: ["2026-11-20": long]), .letter("n"))
    #expect(text(model)[22].hasSuffix("word39 word40"))
    _ = model.handle(.key(.home))
    #expect(text(model)[22].hasPrefix("    Note: word1 word2 "))
    #expect(model.screen.cursor == (22, 10))
  }

  @Test func aNoteThatWasNotSavedStays() {
    var model = model(Self.days(), .letter("n"), .letter("a"), .enter)
    _ = model.handle(.failed("database is full"))
    #expect(text(model)[21...22] == ["    database is full", "    Note: a"])
    _ = model.handle(.key(.letter("b")))
    #expect(model.handle(.key(.enter)) == .run(["note", "2026-11-20", "--", "ab"]))
    _ = model.handle(.done("Note saved: today"))
    #expect(text(model)[22] == "    Note saved: today")
  }

  /// Enter writes nothing where nothing was typed: another program may have written the note meanwhile.
  @Test func aNoteThatWasOnlyLookedAtIsNotWritten() {
    var model = model(Self.days(notes: ["2026-11-20": "old"]), .letter("n"))
    _ = model.handle(.days(Self.days(notes: ["2026-11-20": "of another machine"])))
    #expect(model.handle(.key(.enter)) == nil)
    #expect(!model.isTypingNote)
  }

  /// Why the days could not be read is not said of days that are shown.
  @Test func whatCanBeReadAgainIsNoTrouble() {
    var model = model()
    _ = model.handle(.unreadable("locked"))
    #expect(text(model)[22] == "    locked")
    _ = model.handle(.days(Self.days()))
    #expect(text(model)[22] == "")
    _ = model.handle(.unreadable("locked"))
    _ = model.handle(.failed("database is full"))
    _ = model.handle(.days(Self.days()))
    #expect(text(model)[22] == "    database is full")
  }

  /// Midnight does not take it to another day either.
  @Test func aNoteStaysOnItsDay() throws {
    var model = model(Self.days(), .letter("n"), .letter("a"))
    _ = model.handle(.days(Self.days(today: try #require(Self.today.advanced(by: 1)))))
    #expect(model.handle(.key(.enter)) == .run(["note", "2026-11-20", "--", "a"]))
  }

  @Test func escapeLeavesANoteAsItWas() {
    var model = model(Self.days(), .letter("n"), .letter("a"), .escape)
    #expect(model.handle(.key(.enter)) == .run(["mark", "2026-11-20"]))
  }

  /// A pointer can end a note, too; the second click of a double click does not touch what stands there then.
  @Test func aNoteHasButtons() throws {
    let start = model(Self.days(), .letter("n"), .letter("a"))
    let all = buttons(start).filter { $0.row > 20 }
    #expect(all.map(\.text) == [" save  ⏎", " cancel  Esc"])
    let (save, cancel) = (try #require(all.first), try #require(all.last))
    var saved = start
    #expect(
      saved.handle(.press(row: save.row, column: save.column, time: 0))
        == .run(["note", "2026-11-20", "--", "a"]))
    _ = saved.handle(.done("Note saved: today"))
    for column in save.column - 1...save.column + 1 {
      #expect(saved.handle(.press(row: save.row, column: column, time: 400)) == nil)
    }
    #expect(text(saved)[22] == "    Note saved: today")
    // The sign that closes the calendar works too, and leaves what is typed to be saved.
    var closed = start
    let column = try place("✕", of: start).column
    #expect(closed.handle(.press(row: 0, column: column, time: 0)) == .quit)
    #expect(closed.unsaved == .run(["note", "2026-11-20", "--", "a"]))
    var canceled = start
    #expect(canceled.handle(.press(row: cancel.row, column: cancel.column, time: 0)) == nil)
    #expect(canceled.unsaved == nil)
    #expect(buttons(canceled).filter { $0.row > 20 }.count == 6)
  }

  /// What a window that is closed would lose.
  @Test func aNoteIsUnsavedUntilItIsSaved() {
    var model = model(Self.days(notes: ["2026-11-20": "old"]), .letter("n"))
    #expect(model.unsaved == nil)
    // What another program has written meanwhile is not written over by what was only looked at.
    _ = model.handle(.days(Self.days(notes: ["2026-11-20": "of another machine"])))
    #expect(model.unsaved == nil)
    _ = model.handle(.key(.letter("e")))
    #expect(model.unsaved == .run(["note", "2026-11-20", "--", "olde"]))
    _ = model.handle(.key(.enter))
    _ = model.handle(.failed("database is full"))
    #expect(model.unsaved == .run(["note", "2026-11-20", "--", "olde"]))
    _ = model.handle(.done("Note saved: today"))
    #expect(model.unsaved == nil)
  }

  @Test func whatIsPastedGoesIntoANoteOnly() {
    var model = model()
    for scalar in "uq r".unicodeScalars { #expect(model.handle(.pasted(scalar)) == nil) }
    #expect(model.day == Self.today)
    _ = model.handle(.key(.letter("n")))
    for scalar in "uq r".unicodeScalars { #expect(model.handle(.pasted(scalar)) == nil) }
    #expect(text(model)[22] == "    Note: uq r")
  }

  /// A key costs no more than the end that is shown.
  @Test func aLongNoteIsTypedAsFastAsAShortOne() {
    var model = model(Self.days(), .letter("n"))
    func time(_ letters: Int) -> Duration {
      for _ in 0..<letters { _ = model.handle(.pasted("가")) }
      return ContinuousClock().measure {
        for _ in 0..<100 {
          _ = model.handle(.key(.letter("a")))
          _ = model.screen
        }
      }
    }
    let (short, long) = (time(100), time(60_000))
    #expect(long < short * 5, "\(short), \(long)")
    #expect(text(model)[22].hasSuffix(String(repeating: "a", count: 66)))
  }

  // MARK: The screen

  @Test func theScreenShowsTheMonthAndWhyADayIsAsItIs() throws {
    var model = model(
      Self.days(rest: ["2026-11-21": "holiday"], notes: ["2026-11-18": "chapter 3"]))
    var seen: [String] = []
    for event in [
      EditEvent.key(.left), .key(.left), .done("Marked: yesterday"),
      .press(row: 6, column: 68, time: 0), .key(.letter("?")), .key(.letter("x")),
      .size(rows: 24, columns: 40), .key(.letter("n")), .key(.escape), .size(rows: 20, columns: 48),
      .size(rows: 12, columns: 40), .size(rows: 10, columns: 20), .size(rows: 40, columns: 120),
    ] {
      _ = model.handle(event)
      seen += ["== \(event)"] + text(model)
    }
    let golden = GoldenFile("Tests/HaruTerminalTests/Golden/edit.txt")
    #expect(try golden.differences(from: seen.joined(separator: "\n") + "\n") == [])
  }

  @Test(arguments: [(24, 80), (24, 40), (12, 40), (9, 30), (5, 20), (2, 2), (1, 1)])
  func theScreenHasItsSize(rows: Int, columns: Int) {
    var model = model(rows: rows, columns: columns)
    _ = model.handle(.done("Marked: Thursday 19 November · 12-day streak"))
    for key in [EditKey.letter("x"), .letter("?"), .letter("x"), .letter("n"), .letter("가")] {
      _ = model.handle(.key(key))
      #expect(model.screen.lines.count <= max(rows, 5))
    }
  }

  @Test func theSelectedDayIsReversedAndTheCursorIsOnIt() {
    let model = model(Self.days(), .left)
    let (lines, cursor) = model.screen
    #expect(cursor == (6, 57))
    #expect(!model.isTypingNote)
    let reversed = lines[6].pieces.filter(\.style.isReversed)
    #expect(reversed.map(\.text) == ["19✓"])
    // On a bright terminal a colour of letters would look like no selection.
    #expect(reversed.first?.style.background == nil)
    let month = lines.prefix(9)
    #expect(month.filter { $0.pieces.contains(where: \.style.isReversed) }.count == 1)
  }

  /// Today stays in its frame, which touches no other day.
  @Test(arguments: [(24, 40), (24, 80), (40, 160)])
  func todayIsFramedWhateverIsSelected(rows: Int, columns: Int) {
    let studied = (13...20).map { "2026-11-\($0)" }
    var model = model(Self.days(studied: studied), rows: rows, columns: columns)
    for _ in 0..<3 {
      let framed = text(model).filter { $0.contains("[20✓]") }
      #expect(framed.count == 1)
      #expect(framed.first?.contains(" [20✓] ") == true)
      _ = model.handle(.key(.left))
    }
  }

  /// Of eight colours it takes one that looks like no warning.
  @Test func eightColoursAreCalm() {
    for month in CalendarYear(of: Self.today).months {
      let style = Style(background: Theme(of: month.name).background)
      #expect(StyledLine("19✓", style).rendered(.sixteen) == "\u{1B}[44;97m19✓\u{1B}[0m")
    }
  }

  // MARK: What happens meanwhile

  @Test func aChangeOfTheStoreAppearsAndTheCursorStays() {
    var model = model(Self.days(), .up)
    _ = model.handle(.days(Self.days(studied: ["2026-11-18", "2026-11-19", "2026-11-20"])))
    #expect(model.day.description == "2026-11-13")
    #expect(text(model)[6].contains("[20✓]"))
    #expect(text(model)[10].hasSuffix("3-day streak"))
  }

  @Test func whoIsOnTodayGoesWithItIntoTheNewDay() throws {
    let next = try #require(Self.today.advanced(by: 1))
    var model = model()
    _ = model.handle(.days(Self.days(today: next)))
    #expect(model.day == next)
    #expect(text(model)[6].contains("[21]"))
  }

  @Test func anAnswerStaysUntilTheCursorMoves() {
    var model = model()
    _ = model.handle(.failed("database is full"))
    #expect(text(model)[22] == "    database is full")
    _ = model.handle(.days(Self.days()))
    #expect(text(model)[22] == "    database is full")
    _ = model.handle(.key(.left))
    #expect(text(model)[22] == "")
  }
}

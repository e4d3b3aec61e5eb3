import HaruCore
import HaruText
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

  /// An editor on today after some keys.
  private func model(_ days: EditedDays = days(), _ keys: EditKey...) -> EditModel {
    var model = EditModel(days, on: Self.today)
    for key in keys { _ = model.take(.key(key)) }
    return model
  }

  private func text(_ model: EditModel) -> [String] {
    model.screen.lines.map { $0.rendered(.none) }
  }

  // MARK: Moving

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
    _ = model.take(.wheel(1))
    #expect(model.day.description == "2026-02-28")
    _ = model.take(.key(.letter("t")))
    #expect(model.day == Self.today)
  }

  @Test(arguments: [Day.earliest, .latest])
  func theCursorStaysWithinTheDaysThatExist(day: Day) {
    var model = EditModel(Self.days(), on: day)
    for key in [EditKey.left, .up, .pageUp, .right, .down, .pageDown] {
      _ = model.take(.key(key))
      #expect(model.screen.lines.count == 24)
    }
  }

  // MARK: Changing

  /// The only command that an event asks for; `nil` for none.
  private func command(_ model: inout EditModel, _ event: EditEvent) -> [String]? {
    guard case .run(let commands) = model.take(event) else { return nil }
    #expect(commands.count == 1)
    return commands.first
  }

  @Test func eachChangeIsACommand() {
    var model = model(
      Self.days(rest: ["2026-11-21": ""], notes: ["2026-11-20": "old"]))
    func run(_ event: EditEvent) -> [String]? { command(&model, event) }
    #expect(run(.key(.letter(" "))) == ["mark", "2026-11-20"])
    #expect(run(.key(.letter("r"))) == ["rest", "2026-11-20"])
    #expect(run(.key(.letter("u"))) == ["undo"])
    _ = model.take(.key(.left))
    #expect(run(.key(.enter)) == ["unmark", "2026-11-19"])
    // Tuesday the 17th.
    #expect(run(.press(row: 5, column: 5)) == ["mark", "2026-11-17"])
    #expect(run(.press(row: 2, column: 0)) == nil)
    #expect(run(.press(row: 5, column: 28)) == nil)
    #expect(run(.press(row: 20, column: 5)) == nil)
    #expect(model.take(.key(.letter("q"))) == .quit)
  }

  /// Saturday the 21st cannot be studied yet.
  @Test func aClickOnADayAheadOnlyGoesThere() {
    var model = model(Self.days(rest: ["2026-11-21": ""]))
    #expect(model.take(.press(row: 5, column: 21)) == nil)
    #expect(model.day.description == "2026-11-21")
    #expect(command(&model, .key(.letter("r"))) == ["rest", "--clear", "2026-11-21"])
    model = self.model(Self.days(studied: ["2026-11-21"]))
    #expect(command(&model, .press(row: 5, column: 21)) == ["unmark", "2026-11-21"])
  }

  @Test func aStudiedDayBecomesARestDayInstead() {
    var model = model(Self.days(), .left)
    let (rest, unmark) = (["rest", "2026-11-19"], ["unmark", "2026-11-19"])
    #expect(model.take(.key(.letter("r"))) == .run([rest, unmark]))
    _ = model.take(.days(Self.days(rest: ["2026-11-19": ""])))
    #expect(model.take(.key(.letter("r"))) == .run([unmark]))
    _ = model.take(.days(Self.days(studied: [], rest: ["2026-11-19": ""])))
    #expect(model.take(.key(.letter("r"))) == .run([["rest", "--clear", "2026-11-19"]]))
  }

  // MARK: Buttons

  /// The buttons of a screen: each text that is reversed below the month, and where it begins.
  private func buttons(_ model: EditModel) -> [(text: String, row: Int, column: Int)] {
    var found: [(text: String, row: Int, column: Int)] = []
    for (row, line) in model.screen.lines.enumerated().dropFirst(9) {
      var column = 0
      for piece in line.pieces {
        if piece.style.isReversed { found.append((piece.text, row, column)) }
        column += StyledLine(piece.text).width
      }
    }
    return found
  }

  @Test(arguments: [(24, 80), (24, 40), (24, 20), (13, 40)])
  func aButtonDoesWhatItsKeyDoes(rows: Int, columns: Int) throws {
    let start = model(Self.days(), .left, .left, .left)
    for (index, key) in " rnu?q".unicodeScalars.map(EditKey.letter).enumerated() {
      var clicked = start
      _ = clicked.take(.size(rows: rows, columns: columns))
      var typed = clicked
      let button = try #require(buttons(clicked).dropFirst(index).first)
      let last = button.column + StyledLine(button.text).width - 1
      #expect(last < columns)
      for column in [button.column, last] {
        var model = clicked
        #expect(model.take(.press(row: button.row, column: column)) == typed.take(.key(key)))
        #expect(text(model) == text(typed))
        typed = clicked
      }
      // Beside it there is none.
      #expect(clicked.take(.press(row: button.row, column: last + 1)) == nil)
      #expect(text(clicked) == text(typed))
    }
  }

  /// Whatever the language, all of them can be seen and clicked in a narrow terminal.
  @Test(arguments: TestLanguage.all)
  func everyLanguageHasAllButtons(language: TestLanguage) async throws {
    try Given.set(language)
    await #expect(processExitsWith: .success) {
      let language = try Given.value(of: TestLanguage.self)
      try language.use()
      var model = EditModel(Self.days(), on: Self.today)
      _ = model.take(.size(rows: 24, columns: 40))
      let shown = EditModelTests().buttons(model)
      #expect(shown.count == 6)
      for button in shown { #expect(button.column + StyledLine(button.text).width < 40) }
    }
  }

  @Test func everyDayIsClickedWhereItIsDrawn() throws {
    for weekday in Weekday.week(beginning: .monday) {
      let drawing = CalendarDrawing(firstWeekday: weekday, noted: [])
      for month in CalendarYear(of: Self.today).months {
        let lines = drawing.month(CalendarPage(of: month, in: Record(days: []), today: Self.today))
        for offset in 0..<month.length {
          let day = try #require(month.days.lowerBound.advanced(by: offset))
          let place = try #require(drawing.place(of: day))
          let line = Array(lines[place.row].rendered(.none))
          let number = String(line[place.column..<min(place.column + 2, line.count)])
          #expect(number.filter { $0 != " " } == "\(day.dayOfMonth)")
          for column in -1...2 {
            #expect(drawing.day(of: month, row: place.row, column: place.column + column) == day)
          }
        }
      }
    }
  }

  @Test func aNoteIsTypedOverTheOldOne() {
    var model = model(Self.days(notes: ["2026-11-20": "ol"]), .letter("n"))
    for key in [EditKey.backspace, .letter("q"), .letter("가"), .letter("e"), .letter("\u{301}")] {
      #expect(model.take(.key(key)) == nil)
    }
    #expect(text(model).suffix(2).first == " Note: oq가é")
    #expect(model.screen.cursor == (22, 12))
    // A click or the wheel does not take the note to another day.
    #expect(model.take(.press(row: 5, column: 1)) == nil)
    #expect(model.take(.wheel(1)) == nil)
    #expect(model.take(.key(.enter)) == .run([["note", "2026-11-20", "--", "oq가é"]]))
    #expect(text(model).suffix(2).first != " Note: oq가é")
  }

  @Test func escapeLeavesANoteAsItWas() {
    var model = model(Self.days(), .letter("n"), .letter("a"), .escape)
    #expect(model.take(.key(.enter)) == .run([["mark", "2026-11-20"]]))
  }

  // MARK: The screen

  @Test func theScreenShowsTheMonthAndWhyADayIsAsItIs() throws {
    var model = model(
      Self.days(rest: ["2026-11-21": "holiday"], notes: ["2026-11-18": "chapter 3"]))
    var seen: [String] = []
    for event in [
      EditEvent.key(.left), .key(.left), .answer("Marked: yesterday"), .press(row: 5, column: 21),
      .key(.letter("?")), .key(.letter("x")), .size(rows: 24, columns: 40), .key(.letter("n")),
    ] {
      _ = model.take(event)
      seen += ["== \(event)"] + text(model)
    }
    let golden = GoldenFile("Tests/HaruTerminalTests/Golden/edit.txt")
    #expect(try golden.differences(from: seen.joined(separator: "\n") + "\n") == [])
  }

  @Test(arguments: [(24, 80), (24, 40), (12, 40), (9, 30), (5, 20), (2, 2), (1, 1)])
  func theScreenHasItsSize(rows: Int, columns: Int) {
    var model = model()
    _ = model.take(.size(rows: rows, columns: columns))
    _ = model.take(.answer("Marked: Thursday 19 November · 12-day streak"))
    for key in [EditKey.letter("x"), .letter("?"), .letter("x"), .letter("n"), .letter("가")] {
      _ = model.take(.key(key))
      #expect(model.screen.lines.count <= max(rows, 5))
    }
  }

  @Test func theSelectedDayIsReversedAndTheCursorIsOnIt() {
    let model = model(Self.days(), .left)
    let (lines, cursor) = model.screen
    #expect(cursor == (5, 12))
    let reversed = lines[5].pieces.filter(\.style.isReversed)
    #expect(reversed.map(\.text) == ["19✓"])
    #expect(reversed.first?.style.background == Theme(of: .november).background)
    let month = lines.prefix(9)
    #expect(month.filter { $0.pieces.contains(where: \.style.isReversed) }.count == 1)
  }

  // MARK: What happens meanwhile

  @Test func aChangeOfTheStoreAppearsAndTheCursorStays() {
    var model = model(Self.days(), .up)
    _ = model.take(.days(Self.days(studied: ["2026-11-18", "2026-11-19", "2026-11-20"])))
    #expect(model.day.description == "2026-11-13")
    #expect(text(model)[5].contains("[20✓]"))
    #expect(text(model)[8].hasSuffix("3-day streak"))
  }

  @Test func whoIsOnTodayGoesWithItIntoTheNewDay() throws {
    let next = try #require(Self.today.advanced(by: 1))
    var model = model()
    _ = model.take(.days(Self.days(today: next)))
    #expect(model.day == next)
    #expect(text(model)[5].contains("[21]"))
  }

  @Test func anAnswerStaysUntilTheCursorMoves() {
    var model = model()
    _ = model.take(.answer("database is full"))
    #expect(text(model)[22] == " database is full")
    _ = model.take(.days(Self.days()))
    #expect(text(model)[22] == " database is full")
    _ = model.take(.key(.left))
    #expect(text(model)[22] == "")
  }
}

import HaruCore
import Support
import Testing

struct CardTests {
  private static let day = Day("2026-11-20") ?? .earliest

  private static func card(
    _ kind: Card.Kind = .study, _ size: Card.Size = .medium, style: CardStyle = CardStyle()
  ) throws -> Card {
    let record = Record(
      days: (0..<40).filter { $0 % 7 != 2 }.compactMap { day.advanced(by: -$0) },
      rest: RestDays(single: Set([day.advanced(by: -2)].compactMap { $0 })))
    let cardDay = CardDay(of: record, on: day, firstWeekday: .sunday)
    return try #require(Card(kind, size: size, subject: .day(cardDay), style: style))
  }

  /// What `haru-draw` gets describes the whole card.
  @Test func aMessageDescribesTheWholeCard() throws {
    var style = CardStyle()
    style.scale = 1.25
    style.rendering = .accented
    style.accent = Color(1, 2, 254)
    style.hasBackground = false
    style.surface = .dark
    style.hasContrastFloor = false
    for look in [CardStyle(), style] {
      for kind in Card.Kind.allCases where kind != .repository {
        for size in kind.sizes {
          let card = try CardTests.card(kind, size, style: look)
          #expect(try Card(line: card.line) == card)
        }
      }
    }
    let sample = try #require(
      Card(
        .streak, size: .small,
        subject: .day(.sample(on: CardTests.day, firstWeekday: .monday)), style: style))
    #expect(try Card(line: sample.line) == sample)
  }

  @Test func aMissingOrWrongMemberIsAnError() throws {
    let year = try CardTests.card(.year, .wide)
    expectEveryMemberIsNeeded(by: CardRequest(year, as: .png, to: "-"))
    let study = try CardTests.card()
    let wrong: [(place: String, value: JSON)] = [
      ("kind", .string("yearly")), ("kind", .integer(1)), ("size", .string("small")),
      ("subject.day", .string("2026-02-30")), ("subject.studied", .string("2026-11-01")),
      ("subject.studied", .array([.string("2026-11-01;2026-11-02")])),
      ("subject.streak", .integer(-1)), ("subject.longest", .string("many")),
      ("subject.first_weekday", .string("mon")), ("style.scale", .number(0.2)),
      ("style.scale", .string("nan")), ("style.scale", .number(9)),
      ("style.rendering", .string("loud")), ("style.accent", .string("#12345")),
      ("style.accent", .string("#+12345")), ("style.accent", .string("red")),
      ("style.background", .string("maybe")), ("style.surface", .string("grey")),
    ]
    for (place, value) in wrong {
      let path = place.split(separator: ".").map(String.init)
      #expect(throws: MessageError(path[path.count - 1]), "\(place)") {
        try Card(json: study.json.with(value, at: path))
      }
    }
    #expect(throws: MessageError("kind")) { try Card(line: "{}") }
    #expect(throws: MessageError("kind=study")) { try Card(line: "kind=study") }
  }

  @Test func aKindRefusesASizeItLacks() throws {
    let cardDay = CardDay.sample(on: CardTests.day, firstWeekday: .monday)
    let (first, second) = RepositoryEntry.samples
    let subjects: [Card.Subject] = [
      .day(cardDay), .repository(first), .pair(first, second), .noRepository,
    ]
    for kind in Card.Kind.allCases {
      for size in Card.Size.allCases {
        let drawn = subjects.map { subject in
          Card(kind, size: size, subject: subject, style: CardStyle()) != nil
        }
        let isOne = kind.sizes.contains(size)
        #expect(
          drawn
            == (kind == .repository
              ? [false, isOne, size == .large, isOne] : [isOne, false, false, false]),
          "\(kind) \(size)")
      }
    }
  }

  /// Later marks do not count on a day.
  @Test func marksAfterTheDayOfTheCardDoNotCount() throws {
    let record = Record(days: (0..<10).compactMap { CardTests.day.advanced(by: -$0) })
    let then = try #require(CardTests.day.advanced(by: -5))
    let cardDay = CardDay(of: record, on: then, firstWeekday: .monday)
    #expect(cardDay.currentStreak == 5)
    #expect(cardDay.isStudied)
    #expect(cardDay.page.cells.count { $0.isStudied } == 5)
    let before = try #require(CardTests.day.advanced(by: -10))
    #expect(!CardDay(of: record, on: before, firstWeekday: .monday).isStudied)
  }

  /// Of days in reserve those of then, and not those of today.
  @Test func daysInReserveAreThoseOfTheDayOfTheCard() throws {
    let monday = try #require(Day("2026-11-09"))
    func record(_ studied: Int) throws -> Record {
      var rest = RestDays()
      rest.change(RestRuleChange.reserve(FreeDays(2, weekBegins: .monday)), from: monday)
      let days = (0..<studied).compactMap { monday.advanced(by: $0) }
      return Record(days: days.reversed(), rest: rest)
    }
    func streak(_ record: Record, _ day: String) throws -> Int {
      let day = try #require(Day(day))
      return CardDay(of: record, on: day, firstWeekday: .monday).currentStreak
    }
    // A week was studied, and the card is drawn three days later about the first of them.
    let today = try #require(Day("2026-11-19"))
    let back = try record(7).spendingFreeDays(before: today)
    let then = try #require(Day("2026-11-16"))
    let page = CardDay(of: back, on: then, firstWeekday: .monday).page
    #expect(!page.cells.contains { $0.isRest })
    // Today is left out, which keeps the streak of tomorrow.
    let ahead = try record(10).spendingFreeDays(before: today)
    #expect(try streak(ahead, "2026-11-20") == 10)
  }

  /// The example is the same in every month.
  @Test func theExampleHasAStreakOfTwelveDays() throws {
    for text in ["2026-11-20", "2026-03-01", "0001-01-03", "9999-12-31"] {
      let cardDay = CardDay.sample(on: try #require(Day(text)), firstWeekday: .monday)
      #expect(cardDay.isSample && cardDay.isStudied)
      #expect((cardDay.currentStreak, cardDay.longestStreak) == (12, 40))
    }
  }
}

import HaruCore
import OwnProcess
import Support
import Testing

@testable import haru_draw

/// Every text of every card is readable in the drawn pixels: docs/cards.md#shape-colour-and-contrast.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct ContrastTests {
  /// The surface behind a card without a background.
  private static let behind: [CardStyle.Surface: [UInt32]] = [
    .light: [0xffff_ffff, 0xfff3_f3f6], .dark: [0xff2c_2c2e, 0xff1c_1c1e],
  ]

  @Test(arguments: Card.Kind.allCases.map(\.rawValue))
  func everyTextMeetsTheContrastFloor(kind: String) async throws {
    await inOwnProcess(given: kind) {
      let name = try Given.value(of: String.self)
      let kind = try #require(Card.Kind(rawValue: name))
      try Drawn.begin()
      var texts = 0
      for size in kind.sizes {
        // Only the cards of days change with the month.
        let days = Drawn.days.prefix(kind == .repository ? 2 : 12)
        for (month, day) in days.enumerated() {
          for (number, look) in Drawn.looks.enumerated() {
            let studied = (month + number).isMultiple(of: 2)
            let subjects: [Card.Subject] =
              kind == .repository
              ? Drawn.repositories(month)
              : [.day(Drawn.cardDay(on: day, studied: studied, streak: studied ? nil : 0))]
            for subject in subjects where subject.sizes(as: kind).contains(size) {
              let card = try Drawn.card(kind, size, subject) {
                look.change(&$0)
                // Large enough that strokes have an inside.
                $0.scale = size == .icon ? 3 : 1.5
              }
              let worst = try ContrastTests.worst(of: card)
              texts += worst.count
              #expect(
                worst.ratio >= 1, "\(kind) \(size) \(day) \(look.name) \(studied): \(worst)")
            }
          }
        }
      }
      #expect(texts > 5000)
    }
  }

  /// Servers show the tile at these sizes, where no number counts as large; the ratio is worked out from the pixels.
  @Test(arguments: [24, 32, 48, 64])
  func theNumberOfASmallTileReads(pixels: Int) async throws {
    await inOwnProcess(given: pixels) {
      let pixels = try Given.value(of: Int.self)
      try Drawn.begin()
      for look in Drawn.looks {
        for day in Drawn.days {
          let card = try Drawn.card(.monthly, .icon, Drawn.cardDay(on: day)) {
            look.change(&$0)
            $0.scale = Double(pixels) / 64
          }
          let behind = Pixels.Pixel(
            opaque: card.style.surface == .light ? 0xffff_ffff : 0xff1c_1c1e)
          let ground = try Pixels(png: card.picture(as: .png, layers: .background))
          let whole = try Pixels(png: card.picture(as: .png, layers: [.background, .texts]))
          let number = (pixels * 45 / 100..<pixels * 85 / 100).flatMap { row in
            (0..<pixels).map { column in
              whole[column, row].over(behind).contrast(with: ground[column, row].over(behind))
            }
          }
          let best = try #require(number.max())
          #expect(best >= 4.5, "\(day) \(look.name): \(best)")
        }
      }
    }
  }

  /// Without the floor November is not readable, and the test notices.
  @Test func withoutTheFloorAThemeFails() async {
    await inOwnProcess {
      try Drawn.begin()
      let card = try Drawn.card(.monthly, .small, Drawn.cardDay(on: Drawn.days[10])) {
        $0.hasContrastFloor = false
        $0.scale = 2
      }
      #expect(try ContrastTests.worst(of: card).ratio < 1)
    }
  }

  /// The lowest contrast of a pixel of text with its background, as a share of the floor; and the
  /// number of pixels.
  private static func worst(of card: Card) throws -> (ratio: Double, place: String, count: Int) {
    let texts = try Pixels(png: card.picture(as: .png, layers: .texts))
    let below = try Pixels(png: card.picture(as: .png, layers: [.background, .shapes]))
    let whole = try Pixels(png: card.picture(as: .png, layers: [.background, .shapes, .texts]))
    let surfaces = (behind[card.style.surface] ?? []).prefix(card.style.hasBackground ? 1 : 2)
    var worst = (ratio: Double.infinity, place: "", count: 0)
    for row in stride(from: 1, to: texts.height - 1, by: 2) {
      for column in stride(from: 1, to: texts.width - 1, by: 2)
      where texts.isInside(column, row) {
        worst.count += 1
        for surface in surfaces {
          let backdrop = Pixels.Pixel(opaque: surface)
          let contrast = whole[column, row].over(backdrop)
            .contrast(with: below[column, row].over(backdrop))
          let floor =
            isLarge(card, x: Double(column) / card.style.scale, y: Double(row) / card.style.scale)
            ? 3.0 : 4.5
          if contrast / floor < worst.ratio {
            worst.ratio = contrast / floor
            worst.place = "\(column),\(row) \(contrast)"
          }
        }
      }
    }
    return worst
  }

  /// Whether the text at a place is large: the number of a day or a streak.
  private static func isLarge(_ card: Card, x: Double, y: Double) -> Bool {
    switch (card.kind, card.size) {
    case (.monthly, .icon): false
    case (.monthly, _): y > 60
    case (.streak, _): y < 95
    case (.study, .large): y < 50 && x > 180
    case (.study, _): y < 78 && x < 110
    case (.year, _): y < 50 && x > Double(card.size.width) / 2
    case (.repository, _):
      x > 220 && (y < 86 || card.subject.isPair && (172..<256).contains(y))
    }
  }
}

extension Card.Subject {
  fileprivate var isPair: Bool {
    if case .pair = self { true } else { false }
  }
}

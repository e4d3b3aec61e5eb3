import Foundation
import FoundationXML
import HaruCore
import OwnProcess
import Support
import Testing

@testable import haru_draw

/// The layout of cards.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct LayoutTests {
  /// The month has a fixed place, whatever the column beside it shows: docs/cards.md#drawing.
  @Test func theMonthHasAFixedPlace() async {
    await inOwnProcess {
      try Drawn.begin()
      let day = Drawn.days[8]
      let pictures = try [1, 12, 4321].map { streak in
        let cardDay = CardDay.sample(on: day, firstWeekday: .monday)
        let line = try #require(
          Card(.study, size: .medium, subject: .day(cardDay), style: CardStyle())?.line)
        let other = line.replacing(#""streak":12"#, with: #""streak":\#(streak)"#)
        return try Pixels(png: Card(line: other).picture(as: .png))
      }
      let months = pictures.map { $0.part(x: 120, y: 0, width: 216, height: 160).words }
      #expect(Set(months).count == 1)
      #expect(Set(pictures.map(\.words)).count == 3)
    }
  }

  /// Every size has its pixels, at every scale.
  @Test(arguments: [0.25, 0.8, 1, 1.5, 2, 8])
  func eachSizeHasItsPixels(scale: Double) async throws {
    await inOwnProcess(given: scale) {
      let scale = try Given.value(of: Double.self)
      try Drawn.begin()
      for kind in Card.Kind.allCases {
        for size in kind.sizes {
          let card = try Drawn.card(kind, size, Drawn.subject(of: kind, on: Drawn.days[0])) {
            $0.scale = scale
          }
          let picture = try Pixels(png: card.picture(as: .png))
          #expect(
            (picture.width, picture.height) == (
              Int((Double(size.width) * scale).rounded()),
              Int((Double(size.height) * scale).rounded())
            ))
        }
      }
    }
  }

  /// March 2027 begins with its week, the fortieth of those that end with the first week of June.
  @Test func aMonthHasItsSignAndItsNameAboveItsFirstWholeWeek() async {
    await inOwnProcess {
      try Drawn.begin()
      let day = try #require(Day("2027-06-01"))
      let picture = try Pixels(
        png: Drawn.card(.year, .wide, Drawn.cardDay(on: day)).picture(as: .png))
      func column(_ x: Int) -> [UInt32] {
        picture.part(x: x, y: 46, width: 1, height: 13).words
      }
      let drawn = (484..<534).filter { column($0) != column(484) }
      let start = 44 + 39 * (672.0 - 64) / 53
      let (first, last) = (try #require(drawn.first), try #require(drawn.last))
      #expect(abs(Double(first) - start) < 2)
      // The name is wider than the sign, and ends before that of April.
      #expect(Double(last) > start + 25 && Double(last) < start + 5 * (672.0 - 64) / 53)
    }
  }

  /// Without a background, the rest of the card is transparent.
  @Test func withoutABackgroundTheRestIsTransparent() async {
    await inOwnProcess {
      try Drawn.begin()
      let card = try Drawn.card(.monthly, .small, Drawn.cardDay(on: Drawn.days[8])) {
        $0.hasBackground = false
      }
      let picture = try Pixels(png: card.picture(as: .png))
      #expect(picture[2, 80].opacity == 0)
      #expect(picture[80, 3].opacity == 0)
      let filled = try Drawn.card(.monthly, .small, Drawn.cardDay(on: Drawn.days[8]))
      let background = try Pixels(png: filled.picture(as: .png))[80, 150]
      let table = Theme(of: .september).background
      #expect(Int((background.red * 255).rounded()) == Int(table.red))
      #expect(Int((background.green * 255).rounded()) == Int(table.green))
      #expect(Int((background.blue * 255).rounded()) == Int(table.blue))
      // The corners are round.
      #expect(try Pixels(png: filled.picture(as: .png))[0, 0].opacity == 0)
    }
  }

  /// A studied day differs in shape, also in monochrome.
  @Test(arguments: CardStyle.Rendering.allCases.map(\.rawValue))
  func aStudiedDayDiffersInShape(rendering: String) async throws {
    await inOwnProcess(given: rendering) {
      let rendering = try Given.value(of: String.self)
      try Drawn.begin()
      for (kind, size) in [
        (Card.Kind.monthly, Card.Size.small), (.monthly, .icon), (.study, .medium),
        (.study, .large), (.year, .wide), (.year, .large),
      ] {
        let pictures = try [true, false].map { studied in
          let cardDay = Drawn.cardDay(on: Drawn.days[8], studied: studied)
          let card = try Drawn.card(kind, size, cardDay) {
            $0.rendering = CardStyle.Rendering(rawValue: rendering) ?? .fullColor
          }
          // Shapes only, without colours.
          return try Pixels(png: card.picture(as: .png, layers: [.shapes])).words.map { $0 >> 24 }
        }
        #expect(pictures[0] != pictures[1])
      }
    }
  }

  @Test func aRestDayThatWasStudiedLooksLikeAnyStudiedDay() async {
    await inOwnProcess {
      try Drawn.begin()
      let days = (0..<3).compactMap { Drawn.days[8].advanced(by: -$0) }
      for (kind, size) in [(Card.Kind.study, Card.Size.medium), (.study, .large), (.year, .wide)] {
        let pictures = try [[], [days[1]]].map { rest in
          let record = Record(days: days, rest: RestDays(single: Set(rest)))
          let cardDay = CardDay(of: record, on: days[0], firstWeekday: .monday)
          return try Pixels(png: Drawn.card(kind, size, cardDay).picture(as: .png)).words
        }
        #expect(pictures[0] == pictures[1], "\(kind)")
      }
    }
  }

  /// Some notification servers cut a picture to a circle (docs/servers.md#pictures).
  @Test(arguments: ["en_GB.UTF-8", "de_DE.UTF-8", "ko_KR.UTF-8", "ar_EG.UTF-8"])
  func aCircleCutsNothingOfTheIcon(locale: String) async throws {
    await inOwnProcess(given: locale) {
      let locale = try Given.value(of: String.self)
      try Drawn.begin(locale: locale)
      let days = Drawn.days
      let cardDays =
        days.map { Drawn.cardDay(on: $0) } + days.map { Drawn.cardDay(on: $0, studied: false) }
        + [.sample(on: days[10], firstWeekday: .monday)]
      for cardDay in cardDays {
        let card = try Drawn.card(.monthly, .icon, cardDay) { $0.scale = 2 }
        let picture = try Pixels(png: card.picture(as: .png, layers: [.shapes, .emoji, .texts]))
        let outside = (0..<128 * 128).filter { place in
          let (x, y) = (Double(place % 128) - 63.5, Double(place / 128) - 63.5)
          return x * x + y * y > 63 * 63 && picture[place % 128, place / 128].opacity > 0
        }
        #expect(outside.isEmpty, "\(cardDay.day): \(outside.count) pixels")
      }
    }
  }

  /// An emoji of a few pixels is a blot.
  @Test func aTinyTileHasNoEmoji() async {
    await inOwnProcess {
      try Drawn.begin()
      for day in Drawn.days {
        for (pixels, isThere) in [(24.0, false), (47, false), (48, true), (64, true)] {
          let card = try Drawn.card(.monthly, .icon, Drawn.cardDay(on: day)) {
            $0.scale = pixels / 64
          }
          let drawn = try Pixels(png: card.picture(as: .png, layers: .emoji))
          #expect(drawn.words.contains { $0 != 0 } == isThere, "\(day) at \(pixels)")
        }
      }
    }
  }

  /// Without a colour emoji a month has its letter: most have no plain sign.
  @Test func withoutAnEmojiFontAMonthHasItsLetter() async {
    await inOwnProcess {
      let scratch = Scratch()
      try scratch.write(
        """
        <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>
        <cachedir>\(scratch("cache"))</cachedir></fontconfig>
        """, to: "latin.conf")
      try Drawn.begin()
      setenv("FONTCONFIG_FILE", scratch("latin.conf"), 1)
      let signs = try Drawn.days.map { day in
        let card = try Drawn.card(.monthly, .icon, Drawn.cardDay(on: day)) {
          $0.rendering = .monochrome
          $0.scale = 2
        }
        return try Pixels(png: card.picture(as: .png, layers: .emoji)).words.map { $0 >> 24 > 200 }
      }
      // J F M A M J J A S O N D.
      #expect(Set(signs).count == 8)
      #expect(signs.allSatisfy { $0.contains(true) })
      #expect(signs[10] != signs[11] && signs[0] == signs[5])
    }
  }

  /// The accent is for the number; what stands beside it is plain.
  @Test func aTintedTileTintsItsNumber() async {
    await inOwnProcess {
      try Drawn.begin()
      for size in [Card.Size.small, .icon] {
        let card = try Drawn.card(.monthly, size, Drawn.cardDay(on: Drawn.days[10], studied: false))
        {
          $0.rendering = .accented
          $0.surface = .dark
          $0.scale = 2
        }
        let texts = try Pixels(png: card.picture(as: .png, layers: [.texts, .emoji]))
        func isTinted(_ rows: Range<Int>) -> Bool {
          rows.contains { row in
            (0..<texts.width).contains { column in
              let pixel = texts[column, row]
              return pixel.opacity > 0.9 && pixel.red - pixel.blue > 0.3
            }
          }
        }
        #expect(!isTinted(0..<texts.height * 42 / 100))
        #expect(isTinted(texts.height / 2..<texts.height))
      }
    }
  }

  /// A card gives the same bytes each time, also as SVG.
  @Test func theSameCardGivesTheSameBytes() async {
    await inOwnProcess {
      try Drawn.begin()
      for kind in Card.Kind.allCases {
        let card = try Drawn.card(
          kind, kind.sizes[0], Drawn.subject(of: kind, on: Drawn.days[3]))
        #expect(try card.picture(as: .png) == card.picture(as: .png))
        let svg = String(decoding: try card.picture(as: .svg), as: UTF8.self)
        #expect(try XMLDocument(xmlString: svg).rootElement()?.name == "svg")
      }
    }
  }

  /// The SVG, drawn by another program, has the size of the PNG and looks the same, in every look.
  @Test func theSVGLooksAlike() async {
    await inOwnProcess {
      try Drawn.begin()
      let scratch = Scratch()
      for look in Drawn.looks {
        for (kind, size) in [
          (Card.Kind.monthly, Card.Size.small), (.study, .medium), (.repository, .large),
        ] {
          let subject =
            kind == .repository
            ? Drawn.repositories(0)[0] : Drawn.subject(of: kind, on: Drawn.days[9])
          let card = try Drawn.card(kind, size, subject) {
            look.change(&$0)
            $0.scale = 2
          }
          try scratch.write(
            String(decoding: card.picture(as: .svg), as: UTF8.self), to: "card.svg")
          let run = try Child.run(
            "rsvg-convert", ["-o", scratch("card.png"), scratch("card.svg")])
          try #require(run.status == 0, "\(run.errors)")
          let drawn = try #require(FileManager.default.contents(atPath: scratch("card.png")))
          let own = try Pixels(png: card.picture(as: .png))
          let others = try Pixels(png: [UInt8](drawn))
          // The two smooth letters differently.
          let distance = own.distance(to: others)
          #expect(distance < 2, "\(kind) \(look.name): \(distance)")
          guard kind == .monthly else { continue }
          func emoji(_ picture: Pixels) -> Pixels {
            picture.part(x: 28, y: 28, width: 58, height: 58)
          }
          let sign = emoji(own).distance(to: emoji(others))
          #expect(sign < 4, "\(look.name): the emoji by \(sign)")
        }
      }
    }
  }
}

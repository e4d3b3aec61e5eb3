import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import haru_draw

/// Every kind, size, month, look and state, compared with the reviewed pictures in `docs/gallery/`.
///
/// A missing picture is written, and the test fails: it needs a review.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct GalleryTests {
  /// One file, by its rows of cards.
  enum Sheet: String, CaseIterable, Codable, Sendable {
    case monthly, icon, streak, study, month, year, repository, contributors, languages, sample
  }

  /// Newer libraries and fonts draw text a little wider, or not so wide.
  static let isWhereTheyWereDrawn =
    (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?.contains("bookworm") == true

  @Test(
    .enabled(if: isWhereTheyWereDrawn, "needs the libraries and fonts of Debian 12"),
    arguments: Sheet.allCases)
  func matchesTheReviewedPictures(sheet: Sheet) async throws {
    await inOwnProcess(given: sheet) {
      let sheet = try Given.value(of: Sheet.self)
      let rows = try sheet.rows()
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs/gallery/\(sheet.rawValue).png").standardizedFileURL.path
      let places = GalleryTests.places(rows)
      guard let golden = FileManager.default.contents(atPath: file) else {
        var whole = Pixels(
          width: places.map { $0.x + $0.tile.width }.max() ?? 0,
          height: places.map { $0.y + $0.tile.height }.max() ?? 0)
        for place in places { whole.put(place.tile, x: place.x, y: place.y) }
        try whole.write(to: file)
        Issue.record("drawn for the first time, to be looked at: \(file)")
        return
      }
      let seen = try Pixels(png: [UInt8](golden))
      for place in places {
        try #require(
          place.x + place.tile.width <= seen.width && place.y + place.tile.height <= seen.height,
          "another size than \(file); make gallery draws it anew")
        let part = seen.part(
          x: place.x, y: place.y, width: place.tile.width, height: place.tile.height)
        let distance = part.distance(to: place.tile)
        // Another release of a library may smooth edges differently; another colour makes about ten.
        #expect(distance < 0.5, "\(sheet) at \(place.x),\(place.y): \(distance)")
      }
    }
  }

  private static func places(_ rows: [[Pixels]]) -> [(tile: Pixels, x: Int, y: Int)] {
    let gap = 8
    var places: [(Pixels, Int, Int)] = []
    var y = 0
    for row in rows {
      var x = 0
      for tile in row {
        places.append((tile, x, y))
        x += tile.width + gap
      }
      y += (row.map(\.height).max() ?? 0) + gap
    }
    return places
  }
}

extension GalleryTests.Sheet {
  fileprivate func rows() throws -> [[Pixels]] {
    try Drawn.begin()
    switch self {
    case .monthly:
      return try [true, false].map { try months(.monthly, .small, studied: $0, 0.75) }
        + looks.map { try months(.monthly, .small, 0.75, $0) }
    case .icon:
      return try [true, false].map { try months(.monthly, .icon, studied: $0, 1) }
        + looks.map { try months(.monthly, .icon, 1, $0) }
    case .streak:
      return try Drawn.looks.map { look in
        try [0, 1, 12, 365].map { streak in
          try draw(
            .streak, .small,
            Drawn.cardDay(on: Drawn.days[8], studied: streak > 0, streak: streak), 0.75, look.change
          )
        }
      }
    case .study:
      return try stride(from: 0, to: 12, by: 3).map { first in
        try Drawn.days[first..<first + 3].map {
          try draw(.study, .medium, Drawn.cardDay(on: $0), 1)
        }
      }
        + looks(.study, .medium, 0.5)
    case .month:
      return try looks(.study, .large, 0.5)
    case .year:
      return try Drawn.looks.enumerated().map { number, look in
        let cardDay = CardDay.sample(on: Drawn.days[10 - number], firstWeekday: .monday)
        return try [
          draw(.year, .wide, cardDay, 1, look.change), draw(.year, .large, cardDay, 1, look.change),
        ]
      } + [
        [
          try draw(.year, .wide, Drawn.cardDay(on: Drawn.days[10]), 1),
          try draw(.year, .large, Drawn.cardDay(on: Drawn.days[4], firstWeekday: .sunday), 1),
        ]
      ]
    case .repository:
      return try Drawn.looks.enumerated().map { number, look in
        try Drawn.repositories(number).filter { $0.sizes(as: .repository).contains(.medium) }
          .map { try draw(.repository, .medium, $0, 0.75, look.change) }
      } + strangers()
    case .contributors:
      return try Drawn.looks.enumerated().map { number, look in
        try Drawn.repositories(number).map { try draw(.repository, .large, $0, 0.6, look.change) }
      }
    case .languages:
      return try ["ko_KR", "de_DE", "ar_EG", "ja_JP"].map { locale in
        try Drawn.begin(locale: locale + ".UTF-8")
        let first = locale == "ar_EG" ? Weekday.saturday : locale == "ja_JP" ? .sunday : .monday
        let cardDay = Drawn.cardDay(on: Drawn.days[8], firstWeekday: first)
        return try [
          draw(.monthly, .small, cardDay, 1), draw(.monthly, .icon, cardDay, 1),
          draw(.study, .medium, cardDay, 1), draw(.study, .large, cardDay, 0.75),
          draw(.year, .large, cardDay, 0.75), draw(.year, .wide, cardDay, 0.75),
          draw(.repository, .large, Drawn.repositories(0)[0], 0.75),
          draw(.repository, .large, Drawn.repositories(1)[4], 0.75),
        ]
      }
    case .sample:
      return [
        try Card.Kind.allCases.filter { $0 != .repository }.flatMap { kind in
          try kind.sizes.map {
            try draw(kind, $0, .sample(on: Drawn.days[10], firstWeekday: .monday), 0.75)
          }
        },
        [
          try draw(.repository, .medium, .repository(RepositoryEntry.samples.first), 0.75),
          try draw(.repository, .large, .repository(RepositoryEntry.samples.second), 0.75),
          try draw(
            .repository, .large,
            .pair(RepositoryEntry.samples.first, RepositoryEntry.samples.second),
            0.75),
        ],
      ]
    }
  }

  private var looks: [@Sendable (inout CardStyle) -> Void] {
    Drawn.looks.dropFirst(2).map(\.change)
  }

  /// A row for each look, with every month; studied, open and free days in turn.
  private func looks(_ kind: Card.Kind, _ size: Card.Size, _ scale: Double) throws -> [[Pixels]] {
    try Drawn.looks.enumerated().map { number, look in
      try Drawn.days.enumerated().map { month, day in
        let cardDay =
          switch (month + number) % 3 {
          case 0: Drawn.cardDay(on: day)
          case 1: Drawn.cardDay(on: day, studied: false)
          default: CardDay(of: Drawn.resting(on: day), on: day, firstWeekday: .sunday)
          }
        return try draw(kind, size, cardDay, scale, look.change)
      }
    }
  }

  private func months(
    _ kind: Card.Kind, _ size: Card.Size, studied: Bool = true, _ scale: Double,
    _ change: (inout CardStyle) -> Void = { _ in }
  ) throws -> [Pixels] {
    try Drawn.days.map {
      try draw(kind, size, Drawn.cardDay(on: $0, studied: studied), scale, change)
    }
  }

  private func draw(
    _ kind: Card.Kind, _ size: Card.Size, _ cardDay: CardDay, _ scale: Double,
    _ change: (inout CardStyle) -> Void = { _ in }
  ) throws -> Pixels {
    try draw(kind, size, .day(cardDay), scale, change)
  }

  /// Hostile texts, one card each.
  private func strangers() throws -> [[Pixels]] {
    [
      try Drawn.strangers.map { words in
        try draw(
          .repository, .large,
          .repository(
            Drawn.repository(owner: words, name: words, logins: [words, "rintaro", words, "a"])),
          0.75)
      }
    ]
  }

  private func draw(
    _ kind: Card.Kind, _ size: Card.Size, _ subject: Card.Subject, _ scale: Double,
    _ change: (inout CardStyle) -> Void = { _ in }
  ) throws -> Pixels {
    let card = try Drawn.card(kind, size, subject) {
      change(&$0)
      $0.scale = scale
    }
    return try Pixels(png: card.picture(as: .png))
      .over(card.style.surface == .light ? 0xd8d8dc : 0x404044)
  }
}

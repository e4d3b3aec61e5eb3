import Foundation
import HaruCore
import Support

@testable import haru_draw

/// Cards with the fonts of three packages, for fixed days.
enum Drawn {
  /// A day of each month: docs/cards.md.
  static let days = [
    "2022-01-28", "2022-02-25", "2022-03-30", "2022-04-29", "2022-05-31", "2022-06-01",
    "2022-07-02", "2022-08-03", "2022-09-04", "2022-10-05", "2022-11-06", "2022-12-07",
  ].compactMap(Day.init)

  /// Sets fonts and language of the process.
  static func begin(locale: String = "en_GB.UTF-8") throws {
    let fonts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Support/fonts.conf").standardizedFileURL.path
    setenv("FONTCONFIG_FILE", fonts, 1)
    try TestLanguage.use(["LC_ALL": locale])
  }

  /// A day after studied days, a rest day and a missed day.
  static func cardDay(
    on day: Day, studied: Bool = true, streak: Int? = nil, firstWeekday: Weekday = .monday
  ) -> CardDay {
    let skipped = streak == nil ? [4, 11, 20] : []
    var distances = (1..<max(1, streak ?? 28)).filter { !skipped.contains($0) }
    if studied { distances.append(0) }
    let record = Record(
      days: distances.compactMap { day.advanced(by: -$0) }.sorted(by: >),
      rest: RestDays(single: Set([day.advanced(by: -4)].compactMap { streak == nil ? $0 : nil })))
    return CardDay(of: record, on: day, firstWeekday: firstWeekday)
  }

  /// A rest day after a streak.
  static func resting(on day: Day) -> Record {
    Record(
      days: (1..<15).compactMap { day.advanced(by: -$0) }, rest: RestDays(single: [day]))
  }

  static func card(
    _ kind: Card.Kind, _ size: Card.Size, _ cardDay: CardDay,
    _ change: (inout CardStyle) -> Void = { _ in }
  ) throws -> Card {
    try card(kind, size, .day(cardDay), change)
  }

  static func card(
    _ kind: Card.Kind, _ size: Card.Size, _ subject: Card.Subject,
    _ change: (inout CardStyle) -> Void = { _ in }
  ) throws -> Card {
    var style = CardStyle()
    change(&style)
    guard let card = Card(kind, size: size, subject: subject, style: style) else {
      throw Failure.unexpected("\(kind) has no size \(size)")
    }
    return card
  }

  /// A subject of each kind.
  static func subject(of kind: Card.Kind, on day: Day) -> Card.Subject {
    kind == .repository ? .repository(RepositoryEntry.samples.first) : .day(cardDay(on: day))
  }

  /// How a card looks, by name.
  typealias Look = (name: String, change: @Sendable (inout CardStyle) -> Void)

  /// Every look, on a light desktop and on a dark one.
  static let looks = onLight.flatMap { look -> [Look] in
    let onDark: Look = (
      look.name + " on dark",
      {
        look.change(&$0)
        $0.surface = .dark
      }
    )
    return [look, onDark]
  }

  private static let onLight: [Look] = [
    ("full colour", { _ in }), ("accented", { $0.rendering = .accented }),
    ("monochrome", { $0.rendering = .monochrome }), ("no background", { $0.hasBackground = false }),
  ]
}

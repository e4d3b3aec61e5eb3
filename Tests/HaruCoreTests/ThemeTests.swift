import HaruCore
import Support
import Testing

/// The twelve themes: docs/cards.md#the-twelve-themes.
@Suite struct ThemeTests {
  struct Row: Sendable {
    let month: MonthName
    let emoji: [UInt32]
    let background: String
    let weekday: (String, Double)
    let day: (String, Double)

    init(
      _ month: MonthName, _ emoji: [UInt32], _ background: String, _ weekday: (String, Double),
      _ day: (String, Double)
    ) {
      (self.month, self.emoji, self.background) = (month, emoji, background)
      (self.weekday, self.day) = (weekday, day)
    }
  }

  static let black = "#000000"
  static let white = "#ffffff"
  static let gray = "#8e8e93"
  static let blue = "#007aff"
  static let pink = "#ff2d55"
  static let purple = "#af52de"
  static let orange = "#ff9500"
  static let paleYellow = "#fce179"
  static let palePink = "#fe8a8a"
  static let darkGreen = "#00430d"
  static let paleGreen = "#a3e67f"
  static let paleBlue = "#8be5e9"
  static let skyBlue = "#679bc5"
  static let paleOrange = "#c5a167"
  static let darkOrange = "#ac6e10"
  static let paleRed = "#ae5050"
  static let paleBrown = "#7c6655"

  static let rows = [
    Row(.january, [0x26c4, 0xfe0f], gray, (black, 0.6), (white, 0.8)),
    Row(.february, [0x2764, 0xfe0f], palePink, (black, 0.5), (pink, 0.8)),
    Row(.march, [0x2618, 0xfe0f], paleGreen, (black, 0.7), (darkGreen, 0.8)),
    Row(.april, [0x2614, 0xfe0f], paleBlue, (black, 0.5), (purple, 0.8)),
    Row(.may, [0x1f33a], paleYellow, (black, 0.5), (pink, 0.7)),
    Row(.june, [0x1f324], skyBlue, (black, 0.5), (paleYellow, 0.8)),
    Row(.july, [0x1f3d6], blue, (black, 0.5), (paleBlue, 0.8)),
    Row(.august, [0x2600, 0xfe0f], paleOrange, (black, 0.5), (darkOrange, 0.8)),
    Row(.september, [0x1f341], paleRed, (black, 0.5), (paleYellow, 0.9)),
    Row(.october, [0x1f47b], black, (white, 0.6), (orange, 0.8)),
    Row(.november, [0x1f983], paleBrown, (black, 0.6), (black, 0.6)),
    Row(.december, [0x1f384], paleRed, (white, 0.9), (darkGreen, 0.7)),
  ]

  @Test(arguments: rows)
  func matchesTheTable(row: Row) {
    let theme = Theme(of: row.month)
    #expect(theme.emoji.unicodeScalars.map(\.value) == row.emoji)
    #expect(theme.background.hex == row.background)
    #expect((theme.weekday.color.hex, theme.weekday.opacity) == row.weekday)
    #expect((theme.day.color.hex, theme.day.opacity) == row.day)
  }

  @Test func coversEveryMonthOnce() {
    #expect(ThemeTests.rows.map(\.month) == MonthName.allCases)
  }

  /// The two emoji without a variation selector get one; no other changes.
  @Test(arguments: rows)
  func emojiHaveAVariationSelectorWhereTheyNeedOne(row: Row) {
    let needsSelector: Set<MonthName> = [.june, .july]
    let scalars = Theme(of: row.month).pictureEmoji.unicodeScalars.map(\.value)
    #expect(scalars == row.emoji + (needsSelector.contains(row.month) ? [0xfe0f] : []))
  }

  /// The theme is that of the shown day: docs/cards.md#drawing.
  @Test func isThatOfTheShownDay() {
    let provider = TimelineProvider(settings: Settings(), zone: MadeZone(0).zone)
    let timeline = provider.timeline(
      of: Record(days: []), at: utc("2026-10-31", "23:59:59"), answered: Instant(0))
    #expect(timeline.entries.first?.theme == Theme(of: .october))
    let next = provider.timeline(
      of: Record(days: []), at: utc("2026-11-01", "00:00:00"), answered: Instant(0))
    #expect(next.entries.first?.theme == Theme(of: .november))
  }
}

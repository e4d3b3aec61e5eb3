import HaruCore
import Support
import Testing

/// The twelve themes: docs/cards.md#the-twelve-themes.
@Suite struct ThemeTests {
  /// The page names the colours, and has a row for each month.
  @Test(arguments: MonthName.allCases)
  func matchesTheTable(month: MonthName) throws {
    let page = try SourceTree.read("docs/cards.md")
    var names = [Color.black: "black", Color.white: "white"]
    for color in page.matches(of: #/(\w+)\s(\d+),(\d+),(\d+)/#).map(\.output) {
      let parts = try [color.2, color.3, color.4].map { try #require(UInt8($0)) }
      names[Color(parts[0], parts[1], parts[2])] = String(color.1)
    }
    let theme = Theme(of: month)
    let texts = [theme.weekday, theme.day].map { "\(names[$0.color] ?? "?") \($0.opacity)" }
    let cells = ["\(month.rawValue)", names[theme.background] ?? "?", theme.emoji] + texts
    #expect(page.includes("| " + cells.joined(separator: " | ") + " |"))
  }

  /// The two emoji without a variation selector get one; no other changes.
  @Test(arguments: MonthName.allCases)
  func emojiHaveAVariationSelectorWhereTheyNeedOne(month: MonthName) {
    let (theme, needsSelector) = (Theme(of: month), [MonthName.june, .july].contains(month))
    let expected = theme.emoji + (needsSelector ? "\u{fe0f}" : "")
    #expect(Array(theme.pictureEmoji.utf8) == Array(expected.utf8))
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

import HaruDesktop
import Testing

/// The width does not depend on the locale of the process, which has none here.
@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("November 2026", 13), ("2026년 11월", 11), ("금", 2), ("é", 1), ("e\u{301}", 1),
    ("🦃", 2), ("🏖\u{FE0F}", 2), ("❤\u{FE0F}", 2), ("✓", 1), ("~", 1), ("März", 4),
  ])
  func countsTheColumnsOfATerminal(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("Friday", 2, "Fr"), ("금", 2, "금"), ("F", 2, "F "), ("금요일", 3, "금 "),
    ("e\u{301}a", 1, "e\u{301}"),
    ("", 2, "  "), ("x", 0, ""),
  ])
  func cutsAndPadsToAWidth(text: String, width: Int, fitted: String) {
    #expect(DisplayWidth.fitted(text, to: width) == fitted)
  }

  /// Lines break at blanks; in Chinese and Japanese between letters, where no mark begins a line, no
  /// bracket ends one, and a number stays beside its unit.
  @Test(arguments: [
    ("one two three", 8, ["one two", "three"]),
    ("한국어는 띄어 쓴다", 9, ["한국어는", "띄어 쓴다"]),
    ("今天学习了吗？明天见。", 10, ["今天学习了", "吗？明天", "见。"]),
    ("今日は勉強した。", 14, ["今日は勉強し", "た。"]),
    ("「今日」を見る", 8, ["「今日」", "を見る"]),
    ("ちょっと待って", 6, ["ちょっ", "と待っ", "て"]),
    ("連続12日（最長）", 7, ["連続", "12日", "（最", "長）"]),
    ("启动它：haru agent start", 16, ["启动它：haru", "agent start"]),
    ("2026年", 2, ["2026年"]),
  ])
  func breaksLinesWhereTheLanguageDoes(text: String, width: Int, lines: [String]) {
    #expect(DisplayWidth.wrapped(text, to: width) == lines)
  }
}

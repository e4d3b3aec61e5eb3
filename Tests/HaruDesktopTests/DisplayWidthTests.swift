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
}

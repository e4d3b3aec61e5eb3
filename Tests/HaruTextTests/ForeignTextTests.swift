import HaruText
import Testing

/// What others wrote does no harm to a terminal.
@Suite struct ForeignTextTests {
  @Test(arguments: [
    ("\u{1b}[2Jcleared\u{7}", "\u{FFFD}[2Jcleared\u{FFFD}"),
    ("\u{9b}31mred", "\u{FFFD}31mred"), ("one\r\ntwo\u{2028}three", "one two three"),
    ("\u{202e}gnp.exe", "\u{FFFD}gnp.exe"), ("a\tb", "a b"), ("\0", "\u{FFFD}"),
    ("한국어 👩‍👩‍👧 ☀️ é", "한국어 👩‍👩‍👧 ☀️ é"), ("", ""),
  ])
  func isOneHarmlessLine(text: String, shown: String) {
    #expect(ForeignText.line(text) == shown)
  }

  @Test func linesStayLines() {
    #expect(ForeignText.lines("one\ntwo\u{1b}c\tthree") == "one\ntwo\u{FFFD}c\tthree")
  }

  @Test func isCutWhereItIsLong() {
    #expect(ForeignText.short("a\nb", to: 3) == "a b")
    #expect(ForeignText.short("abcd", to: 3) == "ab…")
    #expect(
      ForeignText.short("\u{1B}[2J" + String(repeating: "x", count: 10_000), to: 4) == "\u{FFFD}[2…"
    )
    // A single letter can be as long as a page.
    let accents = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(ForeignText.short(accents, to: 3).unicodeScalars.count < 20)
  }
}

import HaruText
import Testing

/// Text from outside does no harm to a terminal.
@Suite struct SafeTextTests {
  @Test(arguments: [
    ("\u{1b}[2Jcleared\u{7}", "\u{FFFD}[2Jcleared\u{FFFD}"),
    ("\u{9b}31mred", "\u{FFFD}31mred"), ("one\r\ntwo\u{2028}three", "one two three"),
    ("\u{202e}gnp.exe", "\u{FFFD}gnp.exe"), ("1\u{200f}-2", "1-2"), ("a\tb", "a b"),
    ("\0", "\u{FFFD}"), ("\u{2066}x", "\u{FFFD}x"), ("a\u{2069}b", "a\u{FFFD}b"),
    ("\u{2068}한\u{2069}.", "\u{2068}한\u{2069}."), ("\u{2068}open", "\u{2068}open\u{2069}"),
    ("한국어 👩‍👩‍👧 ☀️ é", "한국어 👩‍👩‍👧 ☀️ é"), ("", ""),
  ])
  func controlCharactersAreReplaced(text: String, shown: String) {
    #expect(SafeText.line(text) == shown)
  }

  /// Only a few isolates can be inside one another, as in Unicode's own rules.
  @Test func isolatesAreNotNestedWithoutEnd() {
    let many = String(repeating: "\u{2068}", count: 9)
    let shown = String(many.prefix(8)) + "\u{FFFD}" + String(repeating: "\u{2069}", count: 8)
    #expect(SafeText.line(many) == shown)
    #expect(SafeText.lines("\u{2068}a\nb") == "\u{2068}a\u{2069}\nb")
  }

  @Test func lineBreaksAreKept() {
    #expect(SafeText.lines("one\ntwo\u{1b}c\tthree") == "one\ntwo\u{FFFD}c three")
  }

  @Test func aLongTextIsCut() {
    #expect(SafeText.short("a\nb", to: 3) == "a b")
    #expect(SafeText.short("abcd", to: 3) == "ab…")
    #expect(
      SafeText.short("\u{1B}[2J" + String(repeating: "x", count: 10_000), to: 4) == "\u{FFFD}[2…"
    )
    // A single character can have thousands of scalars.
    let accents = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(SafeText.short(accents, to: 3).unicodeScalars.count < 20)
  }
}

import HaruCore
import Testing

/// A text in a text.
struct TextSearchTests {
  @Test func theFirstPlaceIsFound() {
    #expect(
      "https://a://b".firstPlace(of: "://").map { "https://a://b"[$0.upperBound...] } == "a://b")
    #expect("2026年11月".includes("年"))
    #expect("aab".includes("ab"))
    #expect("ab".firstPlace(of: "abc") == nil)
    #expect("".firstPlace(of: "a") == nil)
  }

  @Test func bytesAreCompared() {
    // A letter with its accent apart is another text.
    #expect(!"café".includes("cafe\u{301}"))
    #expect("cafe\u{301}".includes("cafe"))
  }

  @Test func everyPartIsKept() {
    #expect("a : b :  : c".parts(between: " : ") == ["a", "b", "", "c"])
    #expect(" : ".parts(between: " : ") == ["", ""])
    #expect("a".parts(between: " : ") == ["a"])
  }
}

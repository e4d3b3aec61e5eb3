internal import HaruDesktop
internal import HaruText

/// A note while it is typed, which may be long: a key costs no more than the end that is shown.
struct EditNote: Sendable {
  private(set) var text: String
  /// The text that it began with.
  private let former: String

  init(text: String) { (self.text, former) = (text, text) }

  /// Whether it differs from the text that it began with.
  var isChanged: Bool { text != former }

  mutating func append(_ scalar: Unicode.Scalar) { text += String(scalar) }

  mutating func removeLast() {
    if !text.isEmpty { text.removeLast() }
  }

  /// As much of its end as fits in some columns.
  func end(columns: Int) -> String {
    var (begin, left) = (text.endIndex, columns)
    while begin > text.startIndex {
      let previous = text.index(before: begin)
      left -= DisplayWidth.columns(of: SafeText.line(String(text[previous])))
      guard left >= 0 else { break }
      begin = previous
    }
    return SafeText.line(String(text[begin...]))
  }
}

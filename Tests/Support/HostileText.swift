/// A text that would change a terminal, as a damaged disk or another program can leave it.
package enum HostileText {
  /// Both sets of control characters, and all that turn the direction of writing.
  ///
  /// Haru itself never blinks.
  package static let text =
    "a\u{1B}[5;31m\u{1B}]0;title\u{7}\u{8}\t\r\u{B}\u{C}\u{7F}\u{85}\u{9B}2J\u{9D}x\u{9C}"
    + "\u{202E}\u{202A}\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}\u{2028}z"

  /// The characters that could change the terminal, apart from Haru's own colours and the line of
  /// progress that it writes again and again.
  package static func harm(in output: String) -> [Unicode.Scalar] {
    let colours = /\u{1B}\[[0-9;]*m/
    let seen = output.replacing(/\r(?=[0-9 ])/, with: "")
    let others = seen.replacing(colours) { $0.output.contains("5;31") ? "\u{1B}" : "" }
    return others.unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
    }
  }
}

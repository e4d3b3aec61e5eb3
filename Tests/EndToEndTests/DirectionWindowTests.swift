import Foundation
import HaruDesktop
import Support
import Testing

/// In a language from right to left, on a terminal that knows directions (VTE, that of GNOME, XFCE and MATE): each word
/// stands above its column.
@Suite(.serialized)
struct DirectionWindowTests {
  private let home = Scratch()
  private let locale: String

  init() throws {
    locale = try #require(TestLanguage.all.first { $0.code == "ar" }).locale
  }

  /// A window in which a script draws, and waits.
  private func window(_ name: String, _ script: String) throws -> (TerminalScreen, Child) {
    let screen = try TerminalScreen(.lxterminal)
    let file = try home.write("printf '\\033[H\\033[2J'\n\(script)\nread -r end\n", to: name)
    let words = try screen.words(running: ["sh", file], home: home)
    let environment = Support.environment(home: home.path, screen.variables)
    return (screen, try Child(words, environment: environment))
  }

  /// The words of a line, and the columns in which they begin.
  private func words(_ line: String) -> [(text: String, column: Int)] {
    var (words, column, isInside) = ([(text: String, column: Int)](), 0, false)
    for character in line where character != "\u{200E}" {
      if character != " " {
        if !isInside { words.append(("", column)) }
        words[words.count - 1].text.append(character)
      }
      isInside = character != " "
      column += DisplayWidth.columns(of: character)
    }
    return words
  }

  /// The calendar at the left edge, and that of the editor beside the month before.
  @Test(arguments: [(["calendar"], 1, 0), (["calendar", "--edit"], 2, 42)])
  func eachWordStandsAboveItsColumn(command: [String], line: Int, left: Int) throws {
    let printed = try Support.environment(home: home.path, ["LANG": locale]).haru(
      command.filter { $0 != "--edit" })
    let weekdays = printed.output.split(separator: "\n", omittingEmptySubsequences: false)[1]
    let words = words(String(weekdays))
    #expect(words.count >= 7, "\(weekdays)")
    // A word alone in its line stays where it is written.
    let alone = try window(
      "alone",
      words.enumerated().map { row, word in
        "printf '\\033[\(row + 1);\(word.column + 1)H\(word.text)'"
      }.joined(separator: "\n"))
    let haru = ([Built.product("haru")] + command).map(shellWord).joined(separator: " ")
    let drawn = try window("drawn", "LANG=\(locale) \(haru)")
    for (row, word) in words.enumerated() {
      let columns = DisplayWidth.columns(of: word.text)
      func isSame() throws -> Bool {
        let expected = try alone.0.picture(row: row, column: word.column, columns: columns)
        let found = try drawn.0.picture(
          row: line, column: left + word.column, columns: columns)
        // Both have drawn something.
        return expected == found
          && Set(expected.split(separator: "\n").map { $0.suffix(20) }).count > 1
      }
      let deadline = ContinuousClock.now + .seconds(20)
      while try !isSame() {
        try #require(ContinuousClock.now < deadline, "\(word.text) at \(word.column)")
      }
    }
  }
}

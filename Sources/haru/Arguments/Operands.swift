import ArgumentParser
import HaruCommand
import HaruCore
import HaruText

/// The words of a command that takes all unrecognised ones, because a day may be `-1`.
enum Operands {
  /// Removes the `--` that ends the options; refuses other words that look like options.
  ///
  /// `validate` calls it. As a `transform` it would run before the parser looks for `--help` among the
  /// unrecognised words.
  ///
  /// - Parameters:
  ///   - words: What the parser did not recognise, with the terminator.
  ///   - options: The options of the command, of which the nearest is named.
  ///   - isText: Whether a word may be any text, which the error then explains.
  /// - Returns: The other words.
  /// - Throws: `ValidationError` for an option.
  static func of(
    _ words: [String], options: [String] = [], isText: Bool = false
  ) throws(ValidationError) -> [String] {
    let terminator = words.firstIndex(of: "--") ?? words.count
    if let option = words[..<terminator].first(where: isOption) {
      let name = String(option.prefix { $0 != "=" })
      let near = SimilarWords.nearest(to: name, among: options + ["--help"])
      throw ValidationError(
        isText && near == nil
          ? text(
            "unknown option: {option}; before text that begins with a dash write --",
            ["option": name])
          : ParserText.unknownOption(name, near: near ?? Synonyms.haru.command(forOption: name)))
    }
    return Array(words[..<terminator] + words[terminator...].dropFirst())
  }

  /// Whether a word has the form of an option, `-x` or `--xyz`; `-1` and `- item` have not.
  private static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-") else { return false }
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
    let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isName && name.first?.isLetter == true
  }
}

import ArgumentParser
import HaruCore
import HaruText

extension CommandConfiguration {
  /// A command that its name and one line explain.
  init(_ name: String, _ abstract: String) {
    self.init(commandName: name, abstract: abstract)
  }
}

/// A `transform` for the argument parser, which refuses a wrong word with an error of Haru's.
func reading<Value>(
  _ read: @escaping @Sendable (String) -> Value?,
  or refusal: @escaping @Sendable (String) -> String
) -> @Sendable (String) throws -> Value {
  { word in
    guard let value = read(word) else { throw ValidationError(refusal(word)) }
    return value
  }
}

/// Reads the number of an option, within a range; an error names the numbers that are offered.
func number(
  _ range: ClosedRange<Int>, for option: String, offering offered: ClosedRange<Int>? = nil
) -> @Sendable (String) throws -> Int {
  reading({ Int($0).flatMap(range.exactly) }) {
    CommandText.badValue($0, for: option, expected: .number(offered ?? range))
  }
}

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
          ? ParserText.unknownOptionInText(name)
          : ParserText.unknownOption(name, near: near ?? Synonyms.command(forOption: name)))
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

/// The option `--json`.
struct JSONOption: ParsableArguments {
  @Flag(help: Haru.help(HelpText.json))
  var json = false
}

extension BarFormatName {
  /// Reads the value of `--format`.
  static let read = reading(BarFormatName.init(rawValue:)) {
    ImportText.noSuchFormat($0, formats: BarFormatName.all)
  }

  /// Refuses `--format` together with `--json`.
  static func requireAlone(_ hasFormat: Bool, json: Bool) throws(ValidationError) {
    if json, hasFormat {
      throw ValidationError(CommandText.notTogether("--json", "--format"))
    }
  }
}

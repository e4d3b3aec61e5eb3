internal import Foundation

/// Proves of a translated text that it is whole, so that only English texts are kept word for word.
public struct TranslationCheck {
  /// The lines of English messages, each cut at its values.
  private let lines: [[String]]
  /// English messages as words with single spaces, as a wrapped help text is compared.
  private let messages: [String]

  /// Reads the catalogue of a language.
  ///
  /// - Throws: If it cannot be read.
  public init(of language: TestLanguage) throws {
    // A line that the translation keeps, such as a command to type, is no fault.
    let changed = try language.catalogue.messages.flatMap { message in
      let kept = Set(message.translations.flatMap { $0.split(separator: "\n") })
      return [message.id, message.plural].compactMap(\.self)
        .map { $0.split(separator: "\n").filter { !kept.contains($0) } }
    }
    lines = changed.joined().map { $0.split(separator: /\{\w+\}/).map(String.init) }
      .filter { $0.joined(separator: " ").matches(of: /[A-Za-z]{2,}/).count >= 2 }
    messages = changed.map { TranslationCheck.words(in: $0.joined(separator: " ")) }
      .map { $0.joined(separator: " ") }
  }

  /// What is wrong with a text, each fault in a line.
  ///
  /// - Parameters:
  ///   - text: The text in the language.
  ///   - english: The same text in English.
  /// - Returns: The lines that are still English although the catalogue translates them, and the
  ///   values that were not filled in.
  public func faults(in text: String, english: String) -> [String] {
    let original = Set(english.split(separator: "\n"))
    let lines = Set(text.split(separator: "\n"))
    let untranslated = lines.intersection(original).filter(isUntranslated)
    let unfilled = lines.subtracting(original).filter { $0.contains(/\{[a-z]\w*\}/) }
    return untranslated.sorted().map { "still English: \($0)" }
      + unfilled.sorted().map { "a value is missing: \($0)" }
  }

  /// Whether a line holds a whole line of an English message, or is a part of one.
  private func isUntranslated(_ line: Substring) -> Bool {
    if TranslationCheck.isForAll(line) { return false }
    if lines.contains(where: { TranslationCheck.line(line, holds: $0) }) { return true }
    let words = TranslationCheck.words(in: String(line))
    let part = words.joined(separator: " ")
    return words.count >= 3 && messages.contains { $0.contains(part) }
  }

  /// Headings, typed commands, JSON and log messages are the same in every language.
  private static func isForAll(_ line: Substring) -> Bool {
    ["#", "$ ", "{", "haru-agent: error: ", "haru-agent: warning: "].contains(where: line.hasPrefix)
  }

  private static func line(_ line: Substring, holds pieces: [String]) -> Bool {
    var rest = line
    for piece in pieces {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  private static func words(in text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

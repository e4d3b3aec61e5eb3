internal import Foundation

/// Proves of a translated text that it is whole, so that only English texts are kept word for word.
public struct TranslationCheck {
  /// The lines of English messages, each cut at its values.
  private let lines: [[String]]
  /// Messages and their translations as words with single spaces, as a wrapped help text is compared.
  private let messages: [(english: String, translated: String)]

  /// Reads the catalogue of a language.
  ///
  /// - Throws: If it cannot be read.
  public init(of language: TestLanguage) throws {
    // A line that the translation keeps, such as a command to type, is no fault.
    var (lines, messages): ([Substring], [(String, String)]) = ([], [])
    for message in try language.catalogue.messages {
      let translated = message.translations.flatMap { $0.split(separator: "\n") }
      let kept = TranslationCheck.words(translated)
      for english in [message.id, message.plural].compactMap(\.self) {
        let changed = english.split(separator: "\n").filter { !translated.contains($0) }
        lines += changed
        messages.append((TranslationCheck.words(changed), kept))
      }
    }
    self.lines = lines.map { $0.split(separator: /\{\w+\}/).map(String.init) }
      .filter { $0.joined(separator: " ").matches(of: /[A-Za-z]{2,}/).count >= 2 }
    self.messages = messages
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
    let part = TranslationCheck.words([line])
    // A line may begin within a command.
    return part.split(separator: " ").count >= 3
      && messages.contains { $0.english.contains(part) && !$0.translated.contains("haru " + part) }
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

  private static func words(_ lines: [Substring]) -> String {
    lines.flatMap { $0.split(whereSeparator: \.isWhitespace) }.joined(separator: " ")
  }
}

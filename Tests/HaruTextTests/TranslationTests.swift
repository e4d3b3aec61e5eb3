import Foundation
import Support
import Testing

/// The catalogues, which have all texts of the sources (`Scripts/extract-messages check`), are whole, and no translation
/// loses a value.
@Suite struct TranslationTests {
  @Test(arguments: TestLanguage.translated)
  func everyMessageIsTranslated(language: TestLanguage) throws {
    for message in try language.catalogue.messages {
      #expect(!message.isFuzzy, "\(message.id)")
      #expect(!message.translations.isEmpty, "\(message.id)")
      for text in message.translations { #expect(!text.isEmpty, "\(message.id)") }
    }
  }

  /// A sentence says of a time the day that the language has as a word to type.
  @Test(arguments: TestLanguage.translated, ["today", "yesterday", "tomorrow"])
  func theDayOfATimeIsTheOneThatIsMeant(language: TestLanguage, day: String) throws {
    let messages = try language.catalogue.messages
    let typed = messages.first { $0.context == "typed" && $0.id == day }?.translations.first
    let words = try #require(typed).split(separator: "|").map { $0.lowercased() }
    let said = messages.first { $0.id == day + " at {time}" }?.translations.first
    let sentence = try #require(said).lowercased()
    #expect(words.contains(where: sentence.contains), "\(sentence): \(words)")
  }

  /// A translation has the same values, line breaks and commands as its text.
  @Test(arguments: TestLanguage.translated)
  func everyTranslationKeepsValuesAndCommands(language: TestLanguage) throws {
    for message in try language.catalogue.messages {
      let original = message.plural ?? message.id
      // What a person types may have several ways.
      let translations =
        [
          "last {weekday}", "next {weekday}", "until {day}", "{count} days ago",
          "{count} weeks ago",
        ].contains(message.id)
        ? message.translations.flatMap { $0.split(separator: "|").map(String.init) }
        : message.translations
      for (form, text) in translations.enumerated() {
        var places = TranslationTests.places(original)
        // A form for a single number may say it in words.
        if PluralTests.isForOneNumber(form, of: language), !text.contains("{count}") {
          places.removeAll { $0 == "count" }
        }
        #expect(TranslationTests.places(text) == places, "\(text)")
        #expect(text.hasSuffix("\n") == original.hasSuffix("\n"), "\(text)")
        #expect(
          text.count { $0 == "\n" } == original.count { $0 == "\n" }, "lines of: \(text)")
        for command in original.matches(of: TranslationTests.command) {
          #expect(text.contains(command.output), "\(command.output) in: \(text)")
        }
      }
    }
  }

  /// Words for a terminal, which are the same in every language.
  private static var command: Regex<Substring> {
    /haru (?:mark|unmark|toggle|undo|status|doctor|autostart enable)|haru-agent(?: &)?|--[a-z-]+/
  }

  /// Every text is a literal, so that Scripts/extract-messages can collect it.
  @Test func everyMessageIsAStringLiteral() throws {
    for (file, source) in try TranslationTests.sources()
    where file != "HaruText/Language/Catalogue.swift" {
      for call in source.matches(of: /(?<word>\w*)[^\w.]text\(\s*(?<first>[^\s])/)
      where call.output.word != "func" {
        #expect(call.output.first == "\"", "\(file): \(call.output.0)")
      }
    }
  }

  /// Only HaruText uses the catalogue.
  @Test func onlyHaruTextUsesTheCatalogue() throws {
    for name in try SourceTree.files(in: "Sources") where name.hasSuffix(".swift") {
      let source = try SourceTree.read("Sources/" + name)
      #expect(
        source.contains("import CIntl") == (name == "HaruText/Language/Catalogue.swift"), "\(name)")
    }
  }

  // MARK: Reading

  /// HaruText, and the files that import it: no other can call `text(…)` of HaruText.
  private static func sources() throws -> [(String, String)] {
    try SourceTree.files(in: "Sources").filter { $0.hasSuffix(".swift") }
      .map { ($0, try SourceTree.read("Sources/" + $0)) }
      .filter {
        $0.hasPrefix("HaruText/") || $0.contains("/Settings/")
          || $1.contains("import HaruText\n")
      }
  }

  /// The placeholders of a message, in alphabetical order.
  private static func places(_ text: String) -> [String] {
    text.matches(of: /\{(\w+)\}/).map { String($0.output.1) }.sorted()
  }
}

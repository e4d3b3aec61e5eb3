internal import ArgumentParser
internal import HaruCore
internal import HaruDesktop
internal import HaruSystem
internal import HaruText

/// The argument parser's own words in the user's language.
///
/// Why its English texts are recognised: docs/languages.md#words-of-libraries.
struct ParserMessage {
  /// The command that holds all others.
  let root: any ParsableCommand.Type
  let synonyms: Synonyms

  /// Translates the reason why arguments were refused.
  func error(_ message: String) -> String {
    // The reason is a whole sentence of ours, so the parser's words before it are left out.
    if let parts = message.parts("The value '…' is invalid for '…': …") { return parts[2] }
    if let parts = message.parts("Unknown option '…'. Did you mean '…'?") {
      return ParserText.unknownOption(parts[0], near: parts[1])
    }
    if let parts = message.parts("Unknown option '…'") {
      return ParserText.unknownOption(parts[0], near: synonyms.command(forOption: parts[0]))
    }
    if let parts = message.parts("Unexpected argument '…'") {
      return ParserText.unexpected(parts[0])
    }
    if let parts = message.parts("… unexpected arguments: '…'") {
      return ParserText.unexpected(parts[1].parts(between: "', '").joined(separator: " "))
    }
    if let parts = message.parts("Missing expected argument '…'") {
      return ParserText.missingArgument(parts[0])
    }
    if let parts = message.parts("Missing value for '…'") {
      return text("missing value for {option}", ["option": parts[0]])
    }
    if let parts = message.parts("The option '…' does not take any value, but '…' was specified.") {
      return text(
        "{option} takes no value: {value}", ["option": parts[0], "value": parts[1]])
    }
    return message
  }

  /// The error if the words name a command that does not exist; `nil` if they do not.
  func unknownCommand(_ words: [String]) -> String? {
    let asked = words.first == "help" ? Array(words.dropFirst()) : words
    let (path, names, rest) = command(of: synonyms.resolved(asked))
    guard let word = rest.first, word != "help", !names.isEmpty else { return nil }
    let isInner = path != "haru"
    guard !word.hasPrefix("-") else { return isInner ? nil : unknownOption(word, names) }
    let phrase = (path + " " + word).dropFirst("haru ".count)
    if let commands = synonyms.commands(for: String(phrase)) {
      return ParserText.unknownCommand(word, perhaps: commands)
    }
    // A folder names its command.
    if names.contains("on"), word.contains(where: { "/~.".contains($0) }) {
      return ParserText.unknownCommand(word, near: path + " on " + word)
    }
    let near =
      SimilarWords.nearest(to: word, among: names)
      ?? (isInner ? nil : SimilarWords.nearest(to: word, among: synonyms.words))
    return near.map { ParserText.unknownCommand(word, near: $0) }
      ?? ParserText.unknownCommand(word, of: path)
  }

  /// The error for an option where a command is expected: `--streak` is rather that; `nil` if it is like nothing.
  private func unknownOption(_ option: String, _ commands: [String]) -> String? {
    let word = String(option.prefix { $0 != "=" })
    let name = String(word.drop { $0 == "-" })
    if (commands + synonyms.words).contains(name) {
      return ParserText.unknownCommand(word, near: name)
    }
    if let commands = synonyms.commands(for: name) {
      return ParserText.unknownCommand(word, perhaps: commands)
    }
    return SimilarWords.nearest(to: word, among: ["--version", "--help"])
      .map { ParserText.unknownOption(word, near: $0) }
  }

  /// The command that the words begin with, the names of the commands that are listed in it, and the other words.
  private func command(
    of words: [String]
  ) -> (path: String, names: [String], rest: ArraySlice<String>) {
    var path = "haru"
    var command: any ParsableCommand.Type = root
    var rest = words[...]
    while true {
      let commands = command.configuration.subcommands
      let named = rest.first.flatMap { word in
        commands.first { $0.configuration.commandName == word }
      }
      guard let named else {
        let listed = commands.filter { $0.configuration.shouldDisplay }
        return (path, listed.compactMap { $0.configuration.commandName }, rest)
      }
      command = named
      path += " " + rest.removeFirst()
    }
  }

  /// Translates the headings of a help page, and breaks its lines; any other text stays as it is.
  ///
  /// The parser counts characters and breaks at blanks alone, where Chinese and Japanese have none.
  ///
  /// - Parameters:
  ///   - page: What the parser shows.
  ///   - words: The words of the command, whose synonyms are added.
  /// - Returns: The page in the user's language.
  func help(_ page: String, of words: [String]) -> String {
    guard page.hasPrefix("OVERVIEW: ") else { return page }
    let columns = StandardStream.output.columns ?? 80
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == false { lines.append("") }
    return (lines.map(ParserMessage.heading) + otherWords(for: words))
      .flatMap { ParserMessage.wrapped($0, to: columns) }
      .joined(separator: "\n")
  }

  /// Other words for a command; none on the page of all commands.
  private func otherWords(for words: [String]) -> [String] {
    let path = command(of: synonyms.resolved(words).filter { $0 != "help" }).path
    let rows = synonyms.words(for: String(path.dropFirst("haru ".count)))
    guard !rows.isEmpty else { return [] }
    let lines = rows.map { row in
      "  " + DisplayWidth.fitted(row.command, to: ParserMessage.labelColumns - 2)
        + ListText.words(row.words)
    }
    return [text("OTHER WORDS:")] + lines + [""]
  }

  /// Breaks a line to a number of columns; the text behind a label stays to the right of it.
  private static func wrapped(_ line: String, to columns: Int) -> [String] {
    guard DisplayWidth.columns(of: line) > columns else { return [line] }
    let label = label(of: line)
    let indent = String(repeating: " ", count: DisplayWidth.columns(of: label))
    let lines = DisplayWidth.wrapped(
      String(line.dropFirst(label.count)), to: max(1, columns - indent.count))
    return lines.enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
  }

  /// What stands before the text of a line: the heading of a synopsis, or an option and its blanks.
  private static func label(of line: String) -> String {
    let usage = ParserText.usage("")
    if line.hasPrefix(usage) { return usage }
    let blanks = String(line.prefix { $0 == " " })
    if line.dropFirst(blanks.count).hasPrefix("haru ") { return blanks }
    return blanks.isEmpty ? "" : String(line.prefix(labelColumns))
  }

  /// How many columns the parser leaves for labels on a help page.
  private static let labelColumns = 26

  private static func heading(_ line: String) -> String {
    switch line {
    case "ARGUMENTS:": return text("ARGUMENTS:")
    case "OPTIONS:": return text("OPTIONS:")
    case "SUBCOMMANDS:": return text("SUBCOMMANDS:")
    default: break
    }
    if let parts = line.parts("… SUBCOMMANDS:") { return text("{heading}:", ["heading": parts[0]]) }
    if let parts = line.parts("OVERVIEW: …") { return text("OVERVIEW: {text}", ["text": parts[0]]) }
    if let parts = line.parts("USAGE: …") { return ParserText.usage(parts[0]) }
    if let parts = line.parts("  --version…Show the version.") {
      return "  --version" + parts[0] + text("Show the version.")
    }
    if let parts = line.parts("  -h, --help…Show help information.") {
      return "  -h, --help" + parts[0] + text("Show help information.")
    }
    if let parts = line.parts("  See '…' for detailed help.") {
      return "  " + text("See '{command}' for detailed help.", ["command": parts[0]])
    }
    return line
  }
}

extension String {
  /// What stands in the place of each `…` of a template; `nil` if the text has another form.
  fileprivate func parts(_ template: String) -> [String]? {
    var literals = template.split(separator: "…", omittingEmptySubsequences: false)
    let (first, last) = (literals.removeFirst(), literals.removeLast())
    guard hasPrefix(first) else { return nil }
    var rest = dropFirst(first.count)
    var parts: [String] = []
    for literal in literals {
      guard let found = rest.firstPlace(of: literal) else { return nil }
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    guard rest.hasSuffix(last) else { return nil }
    return parts + [String(rest.dropLast(last.count))]
  }
}

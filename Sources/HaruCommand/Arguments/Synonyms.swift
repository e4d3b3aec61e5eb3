/// Commands by the words that come to mind first.
public struct Synonyms: Sendable {
  /// A command, and the words that stand for it, perhaps behind another command.
  public typealias Row = (command: String, words: [String])

  private let rows: [Row]
  private let answers: [(words: [String], commands: [String])]
  private let options: [(command: String, options: [String])]
  private let form: @Sendable ([String]) -> [String]?

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - rows: Commands, each with the words that stand for it.
  ///   - answers: What to type for words that might lose data, or that may mean several commands.
  ///   - options: Commands by options that people look for at another one.
  ///   - form: Writes words in full that no row tells; `nil` for others.
  public init(
    _ rows: [Row], answers: [(words: [String], commands: [String])] = [],
    options: [(command: String, options: [String])] = [],
    form: @escaping @Sendable ([String]) -> [String]? = { _ in nil }
  ) {
    (self.rows, self.answers, self.options, self.form) = (rows, answers, options, form)
  }

  /// The rows of `haru repo`, which another program runs.
  public static let ofRepo: [Row] = [
    ("repo list", ["repos", "repo ls"]),
    ("repo add", ["watch", "repo watch"]),
    ("repo remove", ["unwatch", "repo unwatch", "repo rm", "repo delete"]),
    ("repo refresh", ["repo reload", "repo update"]),
    ("repo quiet", ["repo mute"]),
    ("repo quiet --off", ["repo unmute"]),
  ]

  /// The words with the command that the first of them stand for.
  public func resolved(_ words: [String]) -> [String] {
    if words.first == "help" {
      return ["help"] + resolved(Array(words.dropFirst())).prefix { !$0.hasPrefix("-") }
    }
    for row in rows {
      for phrase in row.words.map({ $0.split(separator: " ").map(String.init) })
      where words.starts(with: phrase) {
        let command = row.command.split(separator: " ").map(String.init)
        return resolved(command + words.dropFirst(phrase.count))
      }
    }
    return form(words) ?? words
  }

  /// What one may have meant by words that stand for no one command; `nil` if nothing is known.
  func commands(for words: String) -> [String]? {
    answers.first { $0.words.contains(words) }?.commands
  }

  /// The words that stand for a command, and for those in it.
  func words(for command: String) -> [Row] {
    rows.filter { ($0.command + " ").hasPrefix(command + " ") }
  }

  /// Every single word that stands for a command.
  var words: [String] {
    rows.flatMap(\.words).filter { !$0.hasPrefix("-") && !$0.contains(" ") }
  }

  /// The command that does what an option asks for; `nil` if nothing is known.
  public func command(forOption option: String) -> String? {
    options.first { $0.options.contains(option) }?.command
  }
}

import ArgumentParser
import HaruCommand
import HaruCore
import HaruText

/// The commands of this program, below a root of the name that a person types: `haru repo`.
struct HaruRepo: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "haru", version: "haru \(Identity.version)",
      subcommands: [RepoCommand.self] + others)
  }

  /// What other programs of Haru ask for.
  private static let others: [any ParsableCommand.Type] = [
    RepositoryCardCommand.self, FindingsCommand.self, GuestCommand.self,
    TakeCommand.self, SettingsCommand.self,
  ]

  static let program = CommandProgram(
    HaruRepo.self, synonyms: Synonyms(Synonyms.ofRepo), whole: whole)

  /// The words behind `haru`, of those behind `haru repo`.
  private static func whole(_ words: [String]) -> [String] {
    guard let first = words.first else { return ["repo"] }
    if first == "help" { return ["help", "repo"] + words.dropFirst() }
    let isForParser = parserWords.contains { first.hasPrefix($0) }
    let isOther = others.contains { $0.configuration.commandName == first }
    return isForParser || isOther ? words : ["repo"] + words
  }

  /// What scripts of shells and the manual are made by.
  private static let parserWords = [
    "---completion", "--generate-completion-script", "--experimental-dump-help",
  ]
}

/// A command that works with the settings, the clock and the watches.
protocol RepositoryCommand: ParsableCommand, Sendable {
  @MainActor func run(in context: RepositoryContext) throws
}

extension RepositoryCommand {
  func run() throws {
    try RepositoryContext.run { try run(in: $0) }
  }
}

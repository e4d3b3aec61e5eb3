import ArgumentParser
import HaruText

/// The command `haru repo`; alone it lists what is watched.
struct RepoCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repo", abstract: HelpText.repo, discussion: HelpText.repoDiscussion,
      subcommands: [
        List.self, Add.self, Remove.self, Move.self, Show.self, Refresh.self, News.self,
        Open.self, Quiet.self,
      ], defaultSubcommand: List.self)
  }
}

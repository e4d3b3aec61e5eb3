import ArgumentParser
import HaruText

/// The command `haru repo`; alone it lists what is watched.
struct RepoCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repo", abstract: text("Watch repositories on GitHub."),
      discussion: text(
        """
        While the agent runs, it loads each watched repository twice a day. A notification shows important \
        changes: a push after a long silence, a round number of stars, a new default branch, a repository \
        that is archived, renamed or deleted. For private repositories and more requests an hour, Haru uses \
        a token from HARU_GITHUB_TOKEN, GITHUB_TOKEN or gh auth token.
        """),
      subcommands: [
        List.self, Add.self, Remove.self, Move.self, Show.self, Refresh.self, News.self,
        Open.self, Quiet.self,
      ], defaultSubcommand: List.self)
  }
}

import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
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

extension RepoCommand {
  struct Open: RepositoryCommand {
    static var configuration: CommandConfiguration {
      .init("open", text("Open the page of a repository in the browser."))
    }

    @Argument(help: .of(RepoHelp.name), completion: .watch)
    var name: String

    func run(in context: RepositoryContext) throws {
      try Open.page(of: try Watches(context).named(name).name, context)
    }

    /// Opens the page of a repository in the user's browser.
    @MainActor
    static func page(of name: RepositoryName, _ context: RepositoryContext) throws(Failure) {
      let site = context.ownSettings.site
      let address = site.page(of: name)
      let browser = DefaultApplication(forScheme: site.isSecure ? "https" : "http")
      guard let browser = opener(browser) else {
        throw Failure(.unavailable, WatchText.noBrowser(address))
      }
      do {
        try browser.open(address: address)
      } catch {
        throw Failure(.unavailable, ViewText.notOpened(address, with: browser.name, "\(error)"))
      }
    }
  }
}

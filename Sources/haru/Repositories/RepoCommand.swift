import ArgumentParser
import HaruCore
import HaruDesktop
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

extension RepoCommand {
  /// The command `haru repo open`.
  struct Open: ParsableCommand {
    static var configuration: CommandConfiguration { .init("open", HelpText.repoOpen) }

    @Argument(help: ArgumentHelp(HelpText.repoName), completion: .watch)
    var name: String

    func run() throws {
      try Session.run { session in
        try Open.page(of: try Watches(session).named(name).name, session)
      }
    }

    /// Opens the page of a repository in the user's browser.
    @MainActor
    static func page(of name: RepositoryName, _ session: Session) throws(Failure) {
      let site = session.settings.site
      let address = site.page(of: name)
      let browser = DefaultApplication(forScheme: site.isSecure ? "https" : "http")
      guard let browser = Opener(browser) else {
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

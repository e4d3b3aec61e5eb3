import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

extension RepoCommand {
  struct Open: ParsableCommand {
    static var configuration: CommandConfiguration {
      .init("open", text("Open the page of a repository in the browser."))
    }

    @Argument(help: Haru.help(HelpText.repoName), completion: .watch)
    var name: String

    func run() throws {
      try CommandContext.run { context in
        try Open.page(of: try Watches(context).named(name).name, context)
      }
    }

    /// Opens the page of a repository in the user's browser.
    @MainActor
    static func page(of name: RepositoryName, _ context: CommandContext) throws(Failure) {
      let site = context.settings.site
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

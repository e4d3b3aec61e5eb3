import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

extension RepoCommand {
  /// The command `haru repo open`.
  struct Open: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "open", abstract: HelpText.repoOpen)
    }

    @Argument(help: ArgumentHelp(HelpText.repoName), completion: .watch)
    var name: String

    func run() throws {
      try onMain {
        let session = try Session()
        let site = session.settings.site
        let address = site.page(of: try Watches(session).named(name).name)
        guard let browser = Open.browser(for: site) else {
          throw Failure(.unavailable, WatchText.noBrowser(address))
        }
        do {
          try browser.open(address)
        } catch {
          throw Failure(
            .unavailable, ViewText.notOpened(address, with: browser.name, "\(error)"))
        }
      }
    }

    /// What opens pages of a site, and what a person calls it; `nil` if nothing does.
    @MainActor
    private static func browser(
      for site: GitHubSite
    ) -> (name: String, open: @MainActor (String) throws(GLibError) -> Void)? {
      if let application = DefaultApplication(forScheme: site.isSecure ? "https" : "http") {
        return (application.name, application.open(address:))
      }
      guard let bus = try? Bus.session(), let portal = DesktopPortal(on: bus) else { return nil }
      return (ViewText.portal, portal.open(address:))
    }
  }
}

import ArgumentParser
import HaruCore
import HaruDesktop
import HaruSession
import HaruText

/// The command `haru open`.
struct OpenCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: HelpText.open, discussion: HelpText.openDiscussion)
  }

  @Argument(
    help: ArgumentHelp(HelpText.openView), completion: .list(View.allCases.map(\.rawValue)),
    transform: reading({ View($0) }, or: ViewText.noSuchView))
  var view: View

  func run() throws {
    try Session.run { session in
      let asked = MainLoop.uptimeMilliseconds
      guard !session.settings.hidden.contains(.viewer) else {
        throw Failure(.refused, ViewText.hidden(by: SettingsFile.path))
      }
      let picture = try ViewPicture(of: view, session)
      let debounce = try picture.debounce()
      guard !debounce.isRepeat(at: asked) else { return }
      picture.removeOlder()
      try picture.draw()
      try picture.open()
      debounce.succeeded(at: asked)
    }
  }
}

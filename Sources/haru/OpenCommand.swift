import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

/// The command `haru open`.
struct OpenCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: HelpText.open, discussion: HelpText.openDiscussion)
  }

  @Argument(
    help: ArgumentHelp(HelpText.openView), completion: .list(View.allCases.map(\.rawValue)))
  var view: String

  func run() throws {
    try onMain {
      let asked = MainLoop.uptimeMilliseconds
      guard let view = View(view) else { throw Failure(.usage, ViewText.noSuchView(view)) }
      let picture = try ViewPicture(of: view, Session())
      let debounce = try picture.debounce()
      guard !debounce.isRepeat(at: asked) else { return }
      picture.removeOlder()
      try picture.draw()
      try picture.open()
      debounce.succeeded(at: asked)
    }
  }
}

import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
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

  /// Whether a viewer can appear; below the user's systemd it may know the display, if we do not.
  private static var hasDisplay: Bool {
    let names: [String] = ["WAYLAND_DISPLAY", "DISPLAY", "SYSTEMD_EXEC_PID"]
    return names.contains { name in
      getenv(name).map { $0.pointee != 0 } ?? false
    }
  }

  func run() throws {
    try Session.run { session in
      let asked = LocalClock.uptimeMilliseconds
      guard !session.settings.hidden.contains(.viewer) else {
        throw Failure(.refused, ViewText.hidden(by: SettingsFile.path))
      }
      guard OpenCommand.hasDisplay else { throw Failure(.unavailable, ViewText.noDisplay) }
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

/// What opens files and addresses for the user: an application, or, where none is known, the desktop
/// portal, which asks.
@MainActor
enum Opener {
  case application(DefaultApplication)
  case portal(DesktopPortal)

  /// Takes the user's application, if there is one; `nil` if nothing opens anything.
  init?(_ application: DefaultApplication?) {
    if let application {
      self = .application(application)
      return
    }
    guard let bus = try? Bus.session(), let portal = DesktopPortal(on: bus) else { return nil }
    self = .portal(portal)
  }

  /// What a person calls it.
  var name: String {
    switch self {
    case .application(let application): application.name
    case .portal: ViewText.portal
    }
  }

  func open(file: String) throws(GLibError) {
    switch self {
    case .application(let application): try application.open(file)
    case .portal(let portal): try portal.open(file)
    }
  }

  func open(address: String) throws(GLibError) {
    switch self {
    case .application(let application): try application.open(address: address)
    case .portal(let portal): try portal.open(address: address)
    }
  }
}

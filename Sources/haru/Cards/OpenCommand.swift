import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

struct OpenCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open", abstract: text("Open today's calendar or streak."),
      discussion: text(
        """
        The calendar opens in your terminal, where keys and the mouse change days; where there is none, \
        it is a picture in your default image viewer, as the streak always is. A second request for the \
        same view within a second opens nothing.
        """))
  }

  @Argument(
    help: .of(text("calendar or streak, or an address such as haru:calendar")),
    completion: .list(View.allCases.map(\.rawValue)),
    transform: reading({ View($0) }, or: ViewText.noSuchView))
  var view: View?

  @Flag(help: .of(text("Open the calendar as a picture, also where there is a terminal.")))
  var picture = false

  /// The views, each with what it shows.
  private static var views: [String] {
    View.allCases.map { "haru open \($0.rawValue): \(CardText.description($0.kind))" }
  }

  /// Whether a viewer can find a display.
  ///
  /// Under the user's systemd it may know one that this process does not.
  private static var hasDisplay: Bool {
    let names: [String] = ["WAYLAND_DISPLAY", "DISPLAY", "SYSTEMD_EXEC_PID"]
    return names.contains { name in
      getenv(name).map { $0.pointee != 0 } ?? false
    }
  }

  func run() throws {
    guard let view else { return try printText(OpenCommand.views.joined(separator: "\n")) }
    try CommandContext.run { context in
      let asked = LocalClock.uptimeMilliseconds
      guard !context.settings.hidden.contains(.viewer) else {
        throw Failure(
          .refused,
          text(
            "cards are hidden in the viewer by [Cards] hidden in {file}",
            ["file": SettingsFile.path]))
      }
      guard OpenCommand.hasDisplay else { throw Failure(.unavailable, ViewText.noDisplay) }
      let picture = try ViewPicture(of: view, context)
      let debounce = try picture.debounce()
      guard !debounce.isRepeat(at: asked) else { return }
      picture.removeOlder()
      let isInWindow = view == .calendar && !self.picture && CalendarWindow.open()
      if !isInWindow { try picture.open() }
      debounce.succeeded(at: asked)
    }
  }
}

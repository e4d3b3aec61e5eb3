internal import HaruCore
internal import HaruNotify

/// Shows one piece of content at a time: today's notification, or that of a guest.
@MainActor
protocol Publisher: AnyObject {
  /// Whether something is shown, or will be as soon as a server takes it.
  var isShowing: Bool { get }
  /// Whether a click on the body asks, because perhaps the user can reach no button.
  var asksOnBodyClick: Bool { get }
  /// Whether its buttons are on the screen, or in a list of the server.
  var isWithinReach: Bool { get }
  /// Whether the user has put away what was shown last.
  var wasDismissed: Bool { get }
  /// Shows content, and nothing of what was shown before.
  func show(_ content: Content, _ attention: Attention)
  /// Changes what is shown; does nothing if nothing is.
  func update(_ content: Content)
  /// Removes what is shown.
  func withdraw()
  /// Sends again what the server refused.
  func retry()
}

extension LivingNotification: Publisher {}

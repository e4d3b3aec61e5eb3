public import HaruCore

/// Shows one piece of content at a time: today's notification, or the digest.
@MainActor
public protocol Publisher: AnyObject {
  /// Whether something is shown, or will be as soon as a server takes it.
  var isShowing: Bool { get }
  /// Shows content as something new, in place of what is shown.
  func show(_ content: Content, mayBeHeard: Bool)
  /// Changes what is shown; does nothing if nothing is.
  func update(_ content: Content)
  /// Removes what is shown.
  func withdraw()
  /// Sends again what the server refused.
  func retry()
}

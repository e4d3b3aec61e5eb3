internal import HaruDesktop

/// One notification that is shown, changed in place and withdrawn as its content changes.
///
/// It is sent only to a server that has just answered, and never from inside a callback of libnotify
/// (docs/desktop.md#never-show-in-a-callback).
@MainActor
public final class LivingNotification {
  /// A press on a button, or on the body with the key `default`.
  public struct Click: Hashable, Sendable {
    /// The key of the button.
    public let key: String
    /// Whether it was on the notification that is shown now, and not on an older one.
    public let isOnLiving: Bool
  }

  /// Receives each click, in order.
  public var onClick: @MainActor (Click) -> Void = { _ in }
  /// Runs when a server has come; the argument tells whether one before it went with the
  /// notification.
  public var onServer: @MainActor (_ wasLost: Bool) -> Void = { _ in }
  /// Receives the id of each notification that a server has taken.
  public var onShown: @MainActor (UInt32) -> Void = { _ in }
  /// Runs when a server has refused the notification; the argument is the time after which `retry`
  /// should be called.
  public var onRefused: @MainActor (_ milliseconds: Int) -> Void = { _ in }

  /// What will be sent as soon as the server answers.
  private enum Request {
    /// Show it as a new notification.
    case show(Notification)
    /// Change the notification that is shown.
    case update(Notification)
  }

  private static let tries = 4
  /// Plasma takes no two equal notifications within a second (docs/servers.md#equal-notifications).
  private static let retryMilliseconds = 1100

  private unowned let server: NotificationServer
  private let sender: Sender
  private var shown: ShownNotification?
  private var request: Request?
  private var refusals = 0
  private var wasLost = false
  private var isAsking = false

  init(on server: NotificationServer, from sender: Sender) {
    (self.server, self.sender) = (server, sender)
  }

  /// Whether it is shown, or will be as soon as a server takes it.
  public var isShowing: Bool {
    if case .show = request { true } else { shown != nil }
  }

  /// Shows it as a new notification, in place of the one that is shown.
  public func show(_ notification: Notification) {
    request = .show(notification)
    proceed()
  }

  /// Changes it if it is shown and differs.
  public func update(_ notification: Notification) {
    if case .show = request {
      request = .show(notification)
    } else if let shown {
      request = shown.notification == notification ? nil : .update(notification)
      proceed()
    }
  }

  /// Closes it.
  public func withdraw() {
    request = nil
    closeShown()
  }

  /// Sends again what a server has refused.
  public func retry() { proceed() }

  // MARK: Sending

  /// Takes the next step towards what is requested.
  func proceed() {
    guard let request, !isAsking else { return }
    guard server.isThere else {
      if case .show = request { server.start() }
      return
    }
    switch request {
    case .show:
      closeShown()
    case .update(let notification):
      guard let shown else {
        self.request = nil
        return
      }
      // On a replacement LXQt keeps the old buttons and GNOME drops them (docs/servers.md#replacing).
      if shown.notification.actions != notification.actions {
        self.request = .show(notification)
        closeShown()
      }
    }
    isAsking = true
    server.askManner { [weak self] answer in
      guard let self else { return }
      isAsking = false
      switch answer {
      case .success(let manner): send(to: manner)
      case .failure(let error): refused(error)
      }
    }
  }

  private func send(to manner: ServerManner) {
    do {
      switch request {
      case .show(let notification):
        // It was requested again while the server was asked.
        guard shown == nil else { return proceed() }
        let shown = try ShownNotification(notification, from: sender, to: manner)
        self.shown = shown
        taken(shown.id)
      case .update(let notification):
        guard let shown else { break }
        guard shown.notification.actions == notification.actions else { return proceed() }
        try shown.replace(with: notification, from: sender, to: manner)
        taken(shown.id)
      case nil:
        break
      }
      request = nil
      refusals = 0
    } catch {
      refused(error)
    }
  }

  private func taken(_ id: UInt32) {
    server.assign(id, to: self)
    onShown(id)
  }

  private func refused(_ error: GLibError) {
    server.onProblem("the notification server refused: \(error)")
    refusals += 1
    guard refusals < Self.tries else {
      refusals = 0
      request = nil
      return
    }
    onRefused(refusals * Self.retryMilliseconds)
  }

  private func closeShown() {
    guard let shown else { return }
    self.shown = nil
    server.close(shown.id)
  }

  // MARK: What the server does

  func serverAppeared() {
    onServer(wasLost)
    wasLost = false
    proceed()
  }

  func serverVanished() {
    isAsking = false
    wasLost = wasLost || shown != nil
    shown = nil
    proceed()
  }

  func clicked(_ key: String, on id: UInt32) {
    let isOnLiving = shown?.id == id
    // Some servers would leave an older one on the screen.
    if !isOnLiving { server.close(id) }
    onClick(Click(key: key, isOnLiving: isOnLiving))
  }

  func closed(_ id: UInt32) {
    if shown?.id == id { shown = nil }
  }
}

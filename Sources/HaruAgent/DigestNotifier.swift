internal import HaruCore
internal import HaruDesktop
internal import HaruNotify
internal import HaruText
internal import Logging

/// Publishes the digest as a notification of its own, beside today's.
///
/// Nothing listens to the notification server for it until there is a first digest.
@MainActor
final class DigestNotifier: DigestPublisher {
  private let bus: Bus
  private let sender: Sender
  private let log: Logger
  private var notifier: Notifier?

  /// Hears what becomes of the digest, and each click on it.
  var onEvent: @MainActor (Event) -> Void = { _ in }
  /// Hears the id of each digest that a server has taken.
  var onShown: @MainActor (UInt32) -> Void = { _ in }

  init(bus: Bus, sender: Sender, log: Logger) {
    (self.bus, self.sender, self.log) = (bus, sender, log)
  }

  var isShowing: Bool { notifier?.isShowing ?? false }

  func show(_ content: DigestContent) {
    let notifier = notifier ?? makeNotifier()
    self.notifier = notifier
    notifier.show(notification(content))
  }

  func update(_ content: DigestContent) {
    notifier?.update(notification(content))
  }

  func withdraw() {
    notifier?.withdraw()
  }

  /// An id is that of another notification now.
  func letGo(of id: UInt32) {
    notifier?.letGo(of: id)
  }

  private func makeNotifier() -> Notifier {
    let notifier = Notifier(bus: bus, sender: sender)
    notifier.onClick = { [weak self] click in
      // Other keys are not ours.
      guard let intent = Intent(actionKey: click.key) else { return }
      self?.onEvent(.digestClicked(intent, onLiving: click.isOnLiving))
    }
    notifier.onServer = { [weak self] lostDigest in
      if lostDigest { self?.onEvent(.digestLost) }
    }
    notifier.onShown = { [weak self] id in
      self?.log.debug("the digest is shown: \(id)")
      self?.onShown(id)
      // The notifier has not finished yet.
      MainLoop.later { self?.onEvent(.digestShown) }
    }
    notifier.onProblem = { [weak self] in self?.log.warning("\($0)") }
    return notifier
  }

  private func notification(_ content: DigestContent) -> Notification {
    Notification(
      title: content.title, lines: content.lines,
      actions: content.actions.map {
        Notification.Action(key: $0.intent.actionKey, label: $0.label)
      },
      bodyLabel: ContentText.showAgain, withoutActions: content.withoutButtons,
      staysUntilAnswered: false, mayBeHeard: false)
  }
}

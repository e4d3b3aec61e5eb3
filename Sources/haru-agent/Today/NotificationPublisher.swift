internal import HaruCore
internal import HaruNotify
internal import HaruText

/// Publishes content as a living notification.
@MainActor
final class NotificationPublisher: Publisher {
  private let living: LivingNotification
  private let pictures: DayPictures

  init(_ living: LivingNotification, _ pictures: DayPictures) {
    (self.living, self.pictures) = (living, pictures)
  }

  var isShowing: Bool { living.isShowing }
  var isWithinReach: Bool { living.isWithinReach }
  var wasDismissed: Bool { living.wasDismissed }

  var asksOnBodyClick: Bool { living.asksOnBodyClick }

  func show(_ content: Content, _ attention: Attention) {
    living.show(notification(content), attention)
  }

  func update(_ content: Content) { living.update(notification(content)) }

  func withdraw() { living.withdraw() }

  func retry() { living.retry() }

  private func notification(_ content: Content) -> Notification {
    Notification(
      title: content.title,
      narrow: content.narrow.map { Notification.Narrow(title: $0.title, line: $0.line) },
      lines: content.lines, detail: content.detail, remedy: content.remedy,
      picture: picture(content),
      actions: content.actions.map {
        Notification.Action(key: $0.intent.actionKey, label: $0.label)
      },
      bodyKey: content.bodyClick.actionKey, bodyLabel: ContentText.showAgain,
      questionLabel: ContentText.label(ofClick: content.bodyClick),
      withActions: content.withButtons, insteadOfActions: content.insteadOfButtons,
      stay: stay(content))
  }

  private func stay(_ content: Content) -> Notification.Stay {
    switch content.stay {
    case .untilAnswered: .untilAnswered
    case .withinReach: .withinReach
    case .asUsual: .asUsual
    case .briefly: .briefly
    }
  }

  private func picture(_ content: Content) -> Notification.Picture? {
    guard let path = content.picture.flatMap(pictures.path) else { return nil }
    let beside = ContentText.besidePicture(content)
    return Notification.Picture(path: path, title: beside.title, lines: beside.lines)
  }
}

/// Shows one piece of content at a time: today's notification, or the digest.
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

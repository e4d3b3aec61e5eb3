internal import HaruCore
internal import HaruDesktop
internal import HaruNotify
internal import HaruText

/// Publishes content as a notification, and status as properties on the bus.
@MainActor
final class NotificationPublisher: Publisher {
  private let notifier: Notifier
  private let pictures: DayPictures
  private let announceStatus: @MainActor (Status) -> Void

  init(
    _ notifier: Notifier, _ pictures: DayPictures,
    announce: @escaping @MainActor (Status) -> Void
  ) {
    (self.notifier, self.pictures) = (notifier, pictures)
    announceStatus = announce
  }

  func show(_ content: Content, mayBeHeard: Bool) {
    notifier.show(notification(content, mayBeHeard: mayBeHeard))
  }

  func update(_ content: Content) {
    notifier.update(notification(content, mayBeHeard: false))
  }

  func withdraw() {
    notifier.withdraw()
  }

  func announce(_ status: Status) {
    announceStatus(status)
  }

  private func notification(_ content: Content, mayBeHeard: Bool) -> Notification {
    Notification(
      title: content.title, lines: content.lines, picture: picture(content),
      actions: content.actions.map {
        Notification.Action(key: $0.intent.actionKey, label: $0.label)
      },
      bodyLabel: ContentText.showAgain, withoutActions: content.withoutButtons,
      staysUntilAnswered: content.staysUntilAnswered, mayBeHeard: mayBeHeard)
  }

  private func picture(_ content: Content) -> Notification.Picture? {
    guard let path = pictures.path(of: content.day, isStudied: content.isStudied) else {
      return nil
    }
    let beside = ContentText.besidePicture(content)
    return Notification.Picture(path: path, title: beside.title, lines: beside.lines)
  }
}

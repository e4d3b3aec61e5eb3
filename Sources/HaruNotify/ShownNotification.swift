internal import CNotify
internal import HaruDesktop

/// A notification that a server has taken, as libnotify keeps it.
///
/// Used for one display only: libnotify 0.8 never forgets that an object was closed once, and then
/// loses its id (docs/desktop.md#one-object-per-display).
@MainActor
final class ShownNotification {
  private let object: UnsafeMutablePointer<NotifyNotification>
  private(set) var notification: Notification

  /// The server's id.
  private(set) var id: UInt32 = 0

  /// Prepares libnotify; makes no call.
  static func begin(applicationName: String) {
    // In a snap's terminal libnotify would use the portal, which reports no dismissal
    // (docs/desktop.md#portal-mode).
    if g_file_test("/.flatpak-info", G_FILE_TEST_EXISTS) == 0 {
      g_setenv("NOTIFY_IGNORE_PORTAL", "1", 0)
    }
    notify_init(applicationName)
  }

  /// Shows a notification as a new one.
  ///
  /// Only for a server that has just answered, because libnotify waits for it
  /// (docs/desktop.md#libnotify-waits).
  ///
  /// - Throws: `GLibError` if the server refuses.
  init(
    _ notification: Notification, from sender: Sender, to manner: ServerManner
  ) throws(GLibError) {
    guard let object = notify_notification_new(notification.title, nil, nil) else {
      throw GLibError("libnotify makes no notification")
    }
    self.object = object
    self.notification = notification
    setContent(notification, from: sender, to: manner)
    if manner.hasButtons { addActions(to: manner) }
    setHints(from: sender)
    try show()
  }

  isolated deinit {
    g_object_unref(object)
  }

  /// Changes the text and the picture in place; the buttons stay as they are.
  ///
  /// - Throws: `GLibError` if the server refuses.
  func replace(
    with notification: Notification, from sender: Sender, to manner: ServerManner
  ) throws(GLibError) {
    self.notification = notification
    setContent(notification, from: sender, to: manner)
    // Only a new notification replaces what an agent that was killed left.
    notify_notification_set_hint(object, "x-canonical-private-synchronous", nil)
    try show()
  }

  private func setContent(
    _ notification: Notification, from sender: Sender, to manner: ServerManner
  ) {
    var (title, lines) = (notification.title, notification.lines)
    var icon = sender.icon
    // Users clean up the cache that holds pictures at any time.
    if manner.drawsPictures, let picture = notification.picture,
      g_file_test(picture.path, G_FILE_TEST_IS_REGULAR) != 0
    {
      (title, lines, icon) = (picture.title, picture.lines, picture.path)
    }
    if !manner.hasButtons { lines.append(notification.withoutActions) }
    let body = lines.joined(separator: "\n")
    haru_notification_set_content(object, title, manner.readsMarkup ? escaped(body) : body, icon)
  }

  private func show() throws(GLibError) {
    notify_notification_set_timeout(
      object, notification.staysUntilAnswered ? NOTIFY_EXPIRES_NEVER : NOTIFY_EXPIRES_DEFAULT)
    if let reason = haru_notification_show(object) {
      defer { g_free(reason) }
      throw GLibError(String(cString: reason))
    }
    id = UInt32(bitPattern: haru_notification_id(object))
  }

  private func addActions(to manner: ServerManner) {
    var actions = notification.actions
    if manner.offersBody(besideButtons: actions.count) {
      actions.append(Notification.Action(key: "default", label: notification.bodyLabel))
    }
    for action in actions {
      // libnotify wants a function for each; `NotificationServer` receives the clicks.
      notify_notification_add_action(object, action.key, action.label, { _, _, _ in }, nil, nil)
    }
  }

  /// Sets hints of exact types, because mako refuses a call with any other.
  ///
  /// An optional boolean is sent only when it is true (docs/servers.md#hint-types).
  private func setHints(from sender: Sender) {
    notify_notification_set_urgency(object, NOTIFY_URGENCY_NORMAL)
    notify_notification_set_category(object, sender.category)
    set("desktop-entry", g_variant_new_string(sender.id))
    set("resident", g_variant_new_boolean(1))
    set("x-canonical-private-synchronous", g_variant_new_string(sender.tag))
    if notification.mayBeHeard {
      set("sound-name", g_variant_new_string("message-new-instant"))
    } else {
      set("suppress-sound", g_variant_new_boolean(1))
    }
  }

  private func set(_ hint: String, _ value: OpaquePointer?) {
    notify_notification_set_hint(object, hint, value)
  }
}

/// Escapes only `&`, `<` and `>`: GNOME shows any other entity as text (docs/servers.md#body-text).
private func escaped(_ text: String) -> String {
  text.reduce(into: "") { result, character in
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    default: result.append(character)
    }
  }
}

internal import CNotify
internal import HaruDesktop

/// A notification that a server has taken, as libnotify holds it.
///
/// Used for one display only: libnotify 0.8 never forgets that an object was closed once, and then
/// loses its id (desktop.md rule 11).
@MainActor
final class ShownNotification {
  private let object: UnsafeMutablePointer<NotifyNotification>
  private(set) var notification: Notification

  /// The server's id.
  private(set) var id: UInt32 = 0

  /// Prepares libnotify; makes no call.
  static func begin(applicationName: String) {
    // A start from a snap's terminal would turn libnotify to the portal, which knows no dismissal.
    if g_file_test("/.flatpak-info", G_FILE_TEST_EXISTS) == 0 {
      g_setenv("NOTIFY_IGNORE_PORTAL", "1", 0)
    }
    notify_init(applicationName)
  }

  /// Shows a notification as a new one.
  ///
  /// Only for a server that has just answered: libnotify waits for it (rule 7).
  ///
  /// - Throws: `GLibError` if the server refuses.
  init(
    _ notification: Notification, from sender: Sender, capabilities: Set<String>,
    offersBody: Bool
  ) throws(GLibError) {
    guard let object = notify_notification_new(notification.title, nil, nil) else {
      throw GLibError("libnotify makes no notification")
    }
    self.object = object
    self.notification = notification
    say(notification, from: sender, capabilities)
    if capabilities.contains("actions") { addActions(offersBody: offersBody) }
    setHints(from: sender)
    try show()
  }

  isolated deinit {
    g_object_unref(object)
  }

  /// Changes what is said, in place; the buttons stay as they are.
  ///
  /// - Throws: `GLibError` if the server refuses.
  func replace(
    with notification: Notification, from sender: Sender, capabilities: Set<String>
  ) throws(GLibError) {
    self.notification = notification
    say(notification, from: sender, capabilities)
    // Once shown, the object must not say again that it takes a leftover's place.
    notify_notification_set_hint(object, "x-canonical-private-synchronous", nil)
    try show()
  }

  /// Sets what is said, and the picture or else the sender's icon; pictures are kept where a user may
  /// clean up at any time.
  private func say(
    _ notification: Notification, from sender: Sender, _ capabilities: Set<String>
  ) {
    let picture = notification.picture.flatMap { picture in
      g_file_test(picture.path, G_FILE_TEST_IS_REGULAR) != 0 ? picture.path : nil
    }
    let said = picture == nil ? notification : notification.besidePicture
    haru_notification_say(
      object, said.title, said.body(for: capabilities), picture ?? sender.icon)
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

  private func addActions(offersBody: Bool) {
    let body = Notification.Action(key: "default", label: notification.bodyLabel)
    for action in notification.actions + (offersBody ? [body] : []) {
      // libnotify wants a function for each; the clicks are heard by `Notifier`, which also hears
      // those on notifications that libnotify has forgotten.
      notify_notification_add_action(object, action.key, action.label, { _, _, _ in }, nil, nil)
    }
  }

  /// Exact types: mako refuses a call with any other, and optional truths are sent only when true
  /// (rule 24).
  private func setHints(from sender: Sender) {
    notify_notification_set_urgency(object, NOTIFY_URGENCY_NORMAL)
    notify_notification_set_category(object, sender.category)
    set("desktop-entry", g_variant_new_string(sender.id))
    set("resident", g_variant_new_boolean(1))
    // dunst, mako and swaync take away what an agent that was killed left behind (rule 27).
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

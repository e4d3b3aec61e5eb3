internal import CNotify
internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// Composes notifications with libnotify, which gets no chance to wait for a server.
///
/// libnotify composes, sends and waits in one function, and its other functions may call the server too
/// (docs/desktop.md#libnotify-waits). So all of them run while their calls are intercepted, and the
/// arguments are sent by `NotificationServer`.
@MainActor
enum Composition {
  /// Prepares libnotify; makes no call.
  static func begin(applicationName: String) {
    // The portal reports no dismissal (docs/desktop.md#portal-mode).
    g_setenv("NOTIFY_IGNORE_PORTAL", "1", 1)
    notify_init(applicationName)
  }

  /// Composes a notification.
  ///
  /// - Parameters:
  ///   - content: What it says.
  ///   - attention: Why it is shown.
  ///   - sender: The program.
  ///   - manner: The manner of the server that it is for.
  ///   - id: The notification whose text it replaces; `nil` for a new one.
  ///   - bus: The connection that libnotify uses.
  /// - Returns: The arguments of `Notify`.
  /// - Throws: `GLibError` if libnotify composes nothing.
  static func arguments(
    for content: Content, _ attention: Attention, from sender: Sender,
    to manner: ServerManner, replacing id: UInt32?, on bus: Bus
  ) throws(GLibError) -> [Variant] {
    var problem: String?
    let calls = bus.intercept(replies) {
      guard let object = notify_notification_new(content.title, nil, nil) else { return }
      defer { g_object_unref(object) }
      setContent(of: object, content, from: sender, to: manner)
      if manner.hasButtons { addActions(to: object, content, from: sender, manner) }
      setHints(of: object, attention, from: sender, to: manner, isNew: id == nil)
      if let reason = haru_notification_show(object) {
        problem = String(cString: reason)
        g_free(reason)
      }
    }
    guard var arguments = calls["Notify"], arguments.count == 8 else {
      throw GLibError(problem ?? "libnotify composes nothing")
    }
    if let id { arguments[1] = .uint32(id) }
    return arguments
  }

  /// What libnotify gets in the place of the server's answers: it asks for the specification's version
  /// before it composes anything.
  private static let replies: [String: [Variant]] = [
    "StartServiceByName": [.uint32(2)],
    "GetServerInformation": ["", "", "", "1.2"].map(Variant.string),
    "Notify": [.uint32(0)],
  ]

  private typealias Object = UnsafeMutablePointer<NotifyNotification>

  private static func setContent(
    of object: Object, _ content: Content, from sender: Sender, to manner: ServerManner
  ) {
    // Users clean up the cache that holds pictures at any time.
    let picture = (content.picture?.file ?? content.image).flatMap {
      g_file_test($0, G_FILE_TEST_IS_REGULAR) != 0 ? $0 : nil
    }
    let drawn = manner.drawsPictures && picture != nil ? content.besidePicture : content
    var (title, lines) = (drawn.title, drawn.lines)
    if manner.drawsButtons, !content.withButtons.isEmpty { lines.append(content.withButtons) }
    let isOutOfReach = !manner.hasButtons || manner.buttons == .nowhere
    if manner.drawsDetail || !isOutOfReach { lines += content.remedy }
    if let narrow = content.narrow, let columns = manner.titleColumns,
      DisplayWidth.columns(of: title) > columns
    {
      title = narrow.title
      lines.append(narrow.line)
    }
    if manner.drawsDetail, let detail = content.detail { lines.append(detail) }
    if !manner.drawsButtons {
      lines += [line(of: content.insteadOfButtons, manner)].filter { !$0.isEmpty }
    }
    let body = lines.joined(separator: "\n")
    let icon = picture.map { manner.pictures.isIcon ? $0 : "" } ?? sender.icon
    haru_notification_set_content(
      object, title, manner.readsMarkup ? escaped(body) : body, icon.map { named($0, manner) })
    if let picture, manner.pictures.isImage {
      notify_notification_set_hint(
        object, "image-path", g_variant_new_string(named(picture, manner)))
    }
    notify_notification_set_timeout(object, timeout(content.stay, manner))
  }

  private static func line(of instead: InsteadOfButtons, _ manner: ServerManner) -> String {
    guard manner.asksOnBodyClick else { return instead.command }
    let leftClick = manner.drawsDetail ? instead.click : instead.clickAlone
    return (manner.hearsMiddleClick ? instead.middleClick : leftClick) ?? instead.command
  }

  /// How the server finds a file.
  private static func named(_ path: String, _ manner: ServerManner) -> String {
    guard manner.pictures == .address, let address = g_filename_to_uri(path, nil, nil) else {
      return path
    }
    defer { g_free(address) }
    return String(cString: address)
  }

  /// Milliseconds until it may expire, or libnotify's numbers for *never* and *as usual*.
  private static func timeout(_ stay: Content.Stay, _ manner: ServerManner) -> Int32 {
    if hasNoEnd(stay, on: manner) {
      return manner.longestSeconds.map { Int32($0 * 1000) } ?? NOTIFY_EXPIRES_NEVER
    }
    return stay == .briefly && manner.expires == .whenTold ? 10_000 : NOTIFY_EXPIRES_DEFAULT
  }

  /// Whether what asks to stay so long has no end; without buttons some servers would make a dialog of it
  /// (docs/servers.md#urgency-and-expiry).
  static func hasNoEnd(_ stay: Content.Stay, on manner: ServerManner) -> Bool {
    switch stay {
    case .untilAnswered: manner.hasButtons
    case .withinReach: manner.hasButtons && !manner.keepsButtons
    case .asUsual, .briefly: false
    }
  }

  private static func addActions(
    to object: Object, _ content: Content, from sender: Sender, _ manner: ServerManner
  ) {
    // Where nobody knows, it may be drawn as one more button.
    let others = manner.buttons == .perhaps ? manner.mostButtons - 1 : manner.mostButtons
    var actions = Array(content.actions.prefix(others))
    if manner.bodyClick != .leftOut {
      // Budgie draws no button that follows it.
      actions.append(Content.Action(.show, label: bodyLabel(of: content, from: sender, manner)))
    }
    for action in actions {
      // libnotify wants a function for each; `NotificationServer` receives the clicks.
      notify_notification_add_action(
        object, action.intent.actionKey, action.label, { _, _, _ in }, nil, nil)
    }
  }

  /// What a click on the body does: the same as a button, or what only the sender can name.
  private static func bodyLabel(
    of content: Content, from sender: Sender, _ manner: ServerManner
  ) -> String {
    let button = content.actions.first { $0.intent == content.bodyClick }
    if let button { return button.label }
    if case .press = content.bodyClick { return sender.bodyLabel(content.bodyClick) }
    return sender.bodyLabel(manner.asksOnBodyClick ? content.bodyClick : .show)
  }

  /// Sets hints of exact types, because mako refuses a call with any other.
  ///
  /// An optional boolean is sent only when it is true (docs/servers.md#hint-types).
  private static func setHints(
    of object: Object, _ attention: Attention, from sender: Sender, to manner: ServerManner,
    isNew: Bool
  ) {
    func set(_ hint: String, _ value: OpaquePointer?) {
      notify_notification_set_hint(object, hint, value)
    }
    let isCritical = attention == .request && manner.makesRequestedUrgent
    notify_notification_set_urgency(
      object, isCritical ? NOTIFY_URGENCY_CRITICAL : NOTIFY_URGENCY_NORMAL)
    notify_notification_set_category(object, sender.category)
    set("desktop-entry", g_variant_new_string(sender.id))
    if manner.isResident { set("resident", g_variant_new_boolean(1)) }
    // Only a new notification replaces what an agent that was killed left.
    if isNew, manner.replacesTag {
      set("x-canonical-private-synchronous", g_variant_new_string(sender.tag))
    }
    if attention == .news(mayBeHeard: true) {
      set("sound-name", g_variant_new_string("message-new-instant"))
    } else {
      set("suppress-sound", g_variant_new_boolean(1))
    }
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

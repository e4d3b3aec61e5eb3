import Glibc
import HaruDesktop

/// A notification server that Debian does not package, by the rules of its source.
///
/// Lines are those of cosmic-notifications 7837e49, quickshell 0.3.1 (1a4716c), omarchy 2c8639f,
/// noctalia-shell 4.7.7 (da95089) and elementary/notifications 8cbc11e.
struct ServerDouble: Sendable {
  /// Which actions are drawn as buttons.
  enum Buttons {
    case none, all
    case allAndDefault
  }

  /// What a click on the body does where `default` is not offered.
  enum Body {
    case sendsFirstAction
    case closes(CloseReason)
    case hides
  }

  /// What becomes of a notification after a click.
  enum AfterClick {
    case closed(CloseReason)
    /// It is closed; what is resident only leaves the screen, and nothing tells the sender.
    case closedOrHidden
    /// It is forgotten, and nothing tells the sender.
    case forgotten
  }

  /// When a replacement is drawn.
  enum Replaced {
    case always
    /// Only while the old one is on the screen.
    case onScreen
    case never
  }

  let name: String
  let vendor: String
  let version: String
  let capabilities: [String]
  let buttons: Buttons
  let bodyWithoutDefault: Body
  let afterButton: AfterClick
  let afterBody: AfterClick
  let replaced: Replaced
  /// How long it is on the screen, in milliseconds, by what it asks for; `nil` for no end.
  let milliseconds: @Sendable (_ asked: Int) -> Int?
  /// Whether an id that it has not given is taken.
  let trustsIDs: Bool
  /// Whether `x-canonical-private-synchronous` makes a bar of progress of it.
  let drawsTagAsBar: Bool
  /// The reasons that `CloseNotification` is answered with, in order.
  let closeReasons: [CloseReason]
  /// Whether closing an unknown id is an error.
  let refusesUnknown: Bool
  /// The picture that is drawn of those that it names; `nil` for none.
  let picture: @Sendable (_ imagePath: String?, _ icon: String) -> String?

  static let all = [
    "cosmic": cosmic, "omarchy": omarchy, "noctalia": noctalia, "elementary": elementary,
  ]

  /// cosmic-notifications.
  static let cosmic = ServerDouble(
    // src/subscriptions/notifications.rs:319
    name: "cosmic-notifications", vendor: "System76", version: "1.5.0",
    // src/subscriptions/notifications.rs:302
    capabilities: [
      "body", "icon-static", "persistence", "actions", "action-icons", "body-markup",
      "body-hyperlinks", "sound",
    ],
    // src/app.rs:495: icon, name, close, summary and body
    buttons: .none,
    // src/app.rs:674
    bodyWithoutDefault: .sendsFirstAction,
    // src/app.rs:687, also what is resident
    afterButton: .closed(.dismissed), afterBody: .closed(.dismissed),
    // src/app.rs:631: what is not there any more is shown again
    replaced: .always,
    // src/app.rs:283 and cosmic-notifications-config/src/lib.rs:46; it hides what has expired (src/app.rs:84)
    milliseconds: { $0 == 0 ? nil : min($0 < 0 ? 3000 : $0, 5000) },
    // src/subscriptions/notifications.rs:352
    trustsIDs: true, drawsTagAsBar: false,
    // src/subscriptions/notifications.rs:185, and then src/app.rs:131
    closeReasons: [.closedByCall, .dismissed], refusesUnknown: false,
    // cosmic-notifications-util/src/lib.rs:61 and 144: a path is the name of an icon, and only an address is a file
    picture: { image, icon in
      file(image ?? icon)
    })

  /// Quickshell with the shell of Omarchy.
  static let omarchy = ServerDouble(
    // quickshell src/services/notifications/server.cpp:171
    name: "quickshell", vendor: "quickshell", version: "0.3.1",
    // shell/plugins/notifications/Service.qml:754
    capabilities: [
      "persistence", "body", "body-markup", "body-hyperlinks", "actions", "icon-static",
    ],
    // shell/plugins/notifications/components/NotificationCard.qml:96
    buttons: .none,
    // shell/plugins/notifications/Service.qml:405: the window of the program gets the focus
    bodyWithoutDefault: .closes(.dismissed),
    // shell/plugins/notifications/Service.qml:406, also what is resident
    afterButton: .closed(.dismissed), afterBody: .closed(.dismissed),
    // quickshell src/services/notifications/server.cpp:199 tells the shell of new ones only, and Service.qml:145
    // shows a copy
    replaced: .never,
    // shell/plugins/notifications/Service.qml:111 and 850
    milliseconds: { min(30_000, max(8000, $0)) },
    // quickshell src/services/notifications/server.cpp:191
    trustsIDs: false, drawsTagAsBar: false,
    // quickshell src/services/notifications/server.cpp:140
    closeReasons: [.closedByCall], refusesUnknown: false,
    // quickshell src/services/notifications/notification.cpp:161, NotificationCard.qml:39
    picture: { image, icon in path(image ?? icon) })

  /// Quickshell with noctalia.
  static let noctalia = ServerDouble(
    name: "quickshell", vendor: "quickshell", version: "0.3.1",
    // Services/System/NotificationService.qml:47, and what quickshell's server.hpp:18 has by itself
    capabilities: ["body", "actions", "icon-static"],
    // Modules/Notification/Notification.qml:713
    buttons: .allAndDefault,
    // Modules/Notification/Notification.qml:536
    bodyWithoutDefault: .hides,
    // Modules/Notification/Notification.qml:353, quickshell src/services/notifications/notification.cpp:53
    afterButton: .closedOrHidden, afterBody: .closedOrHidden,
    // Services/System/NotificationService.qml:456
    replaced: .onScreen,
    // Services/System/NotificationService.qml:399 and 408, whatever it asks for (Commons/Settings.qml:679)
    milliseconds: { _ in 8000 },
    trustsIDs: false, drawsTagAsBar: false, closeReasons: [.closedByCall], refusesUnknown: false,
    // Services/System/NotificationService.qml:420
    picture: { image, icon in path(image ?? icon) })

  /// elementary OS 8.
  static let elementary = ServerDouble(
    // src/DBus.vala:77
    name: "io.elementary.notifications", vendor: "elementaryOS", version: "0.1",
    // src/DBus.vala:63
    capabilities: ["actions", "body", "body-markup", "x-canonical-private-synchronous"],
    // src/DBus.vala:148, src/Bubble.vala:157
    buttons: .all,
    // src/Bubble.vala:66: it starts the program
    bodyWithoutDefault: .closes(.undefined),
    // src/DBus.vala:32, also what is resident
    afterButton: .forgotten, afterBody: .forgotten,
    // src/DBus.vala:169
    replaced: .always,
    // src/Bubble.vala:21, whatever it asks for; what is remembered expires without a signal (src/DBus.vala:179)
    milliseconds: { _ in 4000 },
    // src/DBus.vala:107
    trustsIDs: true,
    // src/DBus.vala:109
    drawsTagAsBar: true,
    // src/DBus.vala:54
    closeReasons: [.closedByCall], refusesUnknown: true,
    // src/Notification.vala:74 and 113: a path in `app_icon` is no address, and no name of an icon
    picture: { image, icon in image.flatMap(path) ?? file(icon) })

  /// The path in an address.
  private static func file(_ text: String) -> String? {
    text.hasPrefix("file://") ? String(text.dropFirst(7)) : nil
  }

  private static func path(_ text: String) -> String? {
    text.hasPrefix("/") ? text : file(text)
  }
}

/// A notification as it is drawn on the screen.
struct Drawn {
  let notification: ReceivedNotification
  let buttons: [ReceivedNotification.Action]
  /// The file of its picture, if that is there.
  let picture: String?
  /// How long it is there, in milliseconds; `nil` for no end.
  let milliseconds: Int?

  init(_ notification: ReceivedNotification, by double: ServerDouble) {
    self.notification = notification
    buttons =
      switch double.buttons {
      case .none: []
      case .all: notification.buttons
      case .allAndDefault: notification.actions
      }
    let image = notification.hints.first { $0.name == "image-path" }?.value.string
    picture = double.picture(image, notification.icon).flatMap { access($0, R_OK) == 0 ? $0 : nil }
    milliseconds = double.milliseconds(Int(notification.expiresAfter))
  }
}

/// The servers that were measured or read, one row each (docs/servers.md#manners).
extension ServerManner {
  /// A server that nobody has met.
  public static let unknown = ServerManner(
    name: "any other", buttons: .perhaps, bodyClick: .studies, keepsOverRestart: true)

  /// A row for each server; of two for one server the later holds.
  public static let table: [ServerManner] = [
    .init(
      name: "dunst", buttons: .inMenu, bodyClick: .studies, hearsMiddleClick: true,
      inPlace: .everything, replacesTag: true, kept: .text, quietSwitch: .dunst),
    .init(name: "Xfce Notify Daemon", bodyClick: .leftOut, quietSwitch: .xfconf, titleColumns: 44),
    .init(
      name: "Notification Daemon", vendor: "GNOME", isResident: false, inPlace: .everything,
      keepsClosedBubble: true),
    .init(
      name: "Notification Daemon", vendor: "MATE", expiresWhenPutAway: true, quietSwitch: .mate),
    .init(
      name: "lxqt-notificationd", bodyClick: .leftOut, pictures: .icon, kept: .buttons,
      quietSwitch: .lxqt, givesForeignID: true, refusesEqual: true, drawsDetail: false,
      mostButtons: 2),
    .init(
      name: "mako", buttons: .nowhere, bodyClick: .studies, expires: .whenTold, replacesTag: true,
      titleColumns: 26, drawsDetail: false),
    .init(
      name: "SwayNotificationCenter", replacesTag: true, pictures: .icon, kept: .buttons,
      titleColumns: 33),
    .init(
      name: "gnome-shell", buttons: .inBanner, bodyClick: .leftOut, inPlace: .nothing, kept: .text,
      quietSwitch: .gnome, makesRequestedUrgent: true, titleColumns: 39, drawsDetail: false),
    .init(
      name: "gnome-shell", since: 46, bodyClick: .leftOut, inPlace: .nothing, kept: .buttons,
      titleColumns: 39, drawsDetail: false),
    .init(
      name: "Plasma", bodyClick: .leftOut, inPlace: .everything, expires: .unheard, kept: .buttons,
      refusesEqual: true),
    .init(
      name: "cinnamon", inPlace: .everything, expires: .unheard, pictures: .icon, kept: .buttons),
    .init(
      name: "Budgie Notification Server", isResident: false, inPlace: .everything,
      longestSeconds: 12, pictures: .image, kept: .text, quietSwitch: .budgie, titleColumns: 41),
    .init(
      name: "io.elementary.notifications", inPlace: .everything, expires: .unheard,
      pictures: .image, kept: .text, titleColumns: 33, drawsDetail: false),
    // Its answers about itself are in another order.
    .init(
      name: "1.2", vendor: "DeepinNotifications", longestSeconds: 12, pictures: .image,
      drawsDetail: false),
    .init(name: "DeepinNotifications", vendor: "Deepin", kept: .buttons),
    .init(
      name: "cosmic-notifications", buttons: .nowhere, bodyClick: .studies, pictures: .address,
      kept: .text),
    // Its shells show a copy, which some of them never change.
    .init(name: "quickshell", buttons: .perhaps, bodyClick: .studies, inPlace: .nothing),
    // In HyprPanel and other shells of Astal.
    .init(
      name: "notifd", vendor: "astal", buttons: .perhaps, bodyClick: .studies,
      keepsOverRestart: true),
    .init(
      name: "fnott", buttons: .nowhere, bodyClick: .studies, inPlace: .everything,
      expires: .whenTold, replacesTag: true),
    .init(
      name: "Phosh Notify Daemon", inPlace: .everything, expires: .unheard, pictures: .image,
      kept: .buttons),
    .init(name: "naughty", vendor: "awesome", isResident: false, inPlace: .everything),
    // Up to 0.25 it has no buttons, draws a picture, and says neither.
    .init(
      name: "e17", vendor: "enlightenment.org", buttons: .nowhere, bodyClick: .leftOut,
      inPlace: .everything, pictures: .image, titleColumns: 29),
    .init(
      name: "Notification Service", vendor: "Enlightenment", bodyClick: .leftOut,
      inPlace: .everything, titleColumns: 29),
    .init(name: "notify-osd", buttons: .nowhere, bodyClick: .leftOut, inPlace: .everything),
    // The one in a terminal, which `make run` starts where there is none.
    .init(name: "haru-console"),
  ]
}

extension ServerManner {
  /// The word for what is drawn, or is not.
  public static func drawn(_ isDrawn: Bool) -> String { isDrawn ? "drawn" : "left out" }

  /// What the agent tells of a server, in the words of docs/servers.md#manners.
  public var words: [String: String] {
    [
      "row": name, "buttons": foundButtons.rawValue, "default": bodyClick.rawValue,
      "pictures": Self.drawn(drawsPictures),
    ]
  }
}

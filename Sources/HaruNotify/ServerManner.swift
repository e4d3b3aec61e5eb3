/// How a notification server behaves where servers differ.
///
/// `table` has a row for each server that was measured, and docs/servers.md#manners says the same.
/// Every rule that depends on the server reads a property of its row, or of what it says that it can
/// do.
struct ServerManner: Equatable, Sendable {
  /// Where the user finds the buttons.
  enum Buttons: String {
    case drawn
    /// Only in the banner, and there only while the pointer is on it.
    case inBanner = "in the banner"
    /// In a menu that a click opens, if the user has a program for menus.
    case inMenu = "in a menu"
    case nowhere
    /// Nobody knows: they are offered, and the text names what does without.
    case perhaps
  }

  /// What the action `default` is for, which a click on the body sends.
  enum BodyClick: String {
    case showsAgain = "shows today again"
    /// It is not offered: it would be drawn as a button, or be in the way of a better click.
    case leftOut = "left out"
    /// It asks, and a second click studies, because no button can be reached.
    case studies = "asks, then studies"
    /// It is not offered where a click opens a menu of the buttons, and otherwise it studies.
    case menuOrStudies = "menu, or asks"
  }

  /// The button of the mouse that is heard on the body.
  enum ClickedWith: String {
    case left, middle
  }

  /// Where a picture is named, so that it is drawn.
  enum Pictures: String {
    /// As `app_icon` and in the hint `image-path`: some servers draw only one of them.
    case everywhere = "both"
    /// Only as `app_icon`, which the hint would hide, or which would be drawn over it.
    case icon = "`app_icon`"
    /// Only in the hint, because both would be drawn, or the icon of the program in its place.
    case image = "`image-path`"

    var isIcon: Bool { self != .image }
    var isImage: Bool { self != .icon }
  }

  /// The reason of the closing of what the user has put away and what had not to expire.
  enum PutAway: String {
    case dismissed = "2"
    /// *Expired*, or 2.
    case expired = "1 or 2"
  }

  /// What may change when a notification replaces another one with its id.
  enum InPlace: String {
    case everything = "text and buttons"
    case text
    case nothing
  }

  /// When a notification goes that asks for no time.
  enum Expires: String {
    case byItself = "by itself"
    /// By itself, after five seconds, into a list where it is still alive: nothing tells the sender.
    case unheard = "unheard"
    /// Only if it asks for a time.
    case whenTold = "when told"
  }

  /// What becomes of a bubble whose notification is closed.
  enum ClosedBubble: String {
    case goes
    /// It stays on the screen until its time is over.
    case stays
  }

  /// What the user finds after the popup has gone.
  enum Kept: String {
    case nothing
    /// An entry without buttons.
    case text
    /// An entry with buttons that work.
    case buttons
  }

  /// The id that a click on a kept entry comes with.
  enum EntryID: String {
    case ours
    /// Any id, perhaps that of another program's notification.
    case foreign
  }

  /// Where the end of *do not disturb* is heard.
  enum QuietSwitch: String {
    /// Nowhere: the server keeps what came meanwhile, or has no such switch.
    case own = "its own"
    case dunst = "`paused`"
    case budgie = "`NotificationsPaused`"
    case xfconf
    case mate = "org.mate"
    case gnome = "org.gnome"
    case lxqt = "its file"
  }

  /// What becomes of a notification that says the same as one that stands there.
  enum Equal: String {
    case taken
    /// It is refused, or dropped without a word.
    case refused
  }

  /// The urgency of a notification that the user has asked for.
  enum Requested: String {
    case normal
    /// Nothing else is drawn with its buttons at once.
    case critical
  }

  /// The name that the server answers.
  let name: String
  /// The vendor that it answers; `nil` for any.
  let vendor: String?
  /// The first version that behaves so.
  let since: Int
  /// Where the user finds the buttons.
  private(set) var buttons: Buttons
  /// What the action `default` is for.
  private(set) var bodyClick: BodyClick
  /// The button of the mouse that is heard on the body.
  let clickedWith: ClickedWith
  /// Whether a notification asks to stay after a click, with the hint `resident`.
  let isResident: Bool
  /// What may change in place.
  let inPlace: InPlace
  /// When a notification goes that asks for no time.
  let expires: Expires
  /// The longest time that it grants, in seconds, to what asks to stay; `nil` if it has no end.
  let longestSeconds: Int?
  /// The reason of the closing of what the user has put away.
  let putAway: PutAway
  /// Whether a notification takes the place of one with the same tag.
  let replacesTag: Bool
  /// Where a picture is named.
  let pictures: Pictures
  /// What becomes of a bubble whose notification is closed.
  let closedBubble: ClosedBubble
  /// What the user finds after the popup has gone.
  let kept: Kept
  /// Where the end of *do not disturb* is heard.
  let quietSwitch: QuietSwitch
  /// The id that a click on a kept entry comes with.
  let entryID: EntryID
  /// What becomes of a notification that says the same as one that stands there.
  let equal: Equal
  /// The urgency of a notification that the user has asked for.
  let requested: Requested
  /// How many columns of a title are drawn; `nil` if all of it is, in several lines.
  let titleColumns: Int?
  /// Whether there is room for the last line, which may be left out.
  let drawsDetail: Bool
  /// What it says that it can do, as the specification names it.
  var capabilities: Set<String> = []

  /// A row; what it does not name is as on a server that nobody has met.
  private init(
    _ name: String, of vendor: String? = nil, since: Int = 0, buttons: Buttons = .drawn,
    bodyClick: BodyClick = .showsAgain, clickedWith: ClickedWith = .left,
    isResident: Bool = true, inPlace: InPlace = .text, expires: Expires = .byItself,
    longestSeconds: Int? = nil, putAway: PutAway = .dismissed, replacesTag: Bool = false,
    pictures: Pictures = .everywhere, closedBubble: ClosedBubble = .goes, kept: Kept = .nothing,
    quietSwitch: QuietSwitch = .own, entryID: EntryID = .ours, equal: Equal = .taken,
    requested: Requested = .normal, titleColumns: Int? = nil, drawsDetail: Bool = true
  ) {
    (self.name, self.vendor, self.since) = (name, vendor, since)
    (self.buttons, self.bodyClick, self.isResident) = (buttons, bodyClick, isResident)
    (self.inPlace, self.expires) = (inPlace, expires)
    (self.clickedWith, self.longestSeconds, self.putAway) = (clickedWith, longestSeconds, putAway)
    (self.replacesTag, self.pictures) = (replacesTag, pictures)
    (self.closedBubble, self.kept) = (closedBubble, kept)
    (self.quietSwitch, self.entryID, self.equal) = (quietSwitch, entryID, equal)
    (self.requested, self.titleColumns, self.drawsDetail) = (requested, titleColumns, drawsDetail)
  }

  /// A server that nobody has met.
  static let unknown = ServerManner("any other", buttons: .perhaps, bodyClick: .studies)

  /// A row for each server; of two for one server the later holds.
  static let table = [
    ServerManner(
      "dunst", buttons: .inMenu, bodyClick: .menuOrStudies, clickedWith: .middle,
      inPlace: .everything, replacesTag: true, kept: .text, quietSwitch: .dunst),
    ServerManner(
      "Xfce Notify Daemon", bodyClick: .leftOut, quietSwitch: .xfconf, titleColumns: 44),
    ServerManner(
      "Notification Daemon", of: "GNOME", isResident: false, inPlace: .everything,
      closedBubble: .stays),
    ServerManner("Notification Daemon", of: "MATE", putAway: .expired, quietSwitch: .mate),
    ServerManner(
      "lxqt-notificationd", bodyClick: .leftOut, pictures: .icon, kept: .buttons,
      quietSwitch: .lxqt, entryID: .foreign, equal: .refused, drawsDetail: false),
    ServerManner(
      "mako", buttons: .nowhere, bodyClick: .studies, expires: .whenTold, replacesTag: true,
      titleColumns: 26, drawsDetail: false),
    ServerManner(
      "SwayNotificationCenter", replacesTag: true, pictures: .icon, kept: .buttons,
      titleColumns: 33),
    ServerManner(
      "gnome-shell", buttons: .inBanner, bodyClick: .leftOut, inPlace: .nothing, kept: .text,
      quietSwitch: .gnome, requested: .critical, titleColumns: 39, drawsDetail: false),
    ServerManner(
      "gnome-shell", since: 46, bodyClick: .leftOut, inPlace: .nothing, kept: .buttons,
      titleColumns: 39, drawsDetail: false),
    ServerManner(
      "Plasma", bodyClick: .leftOut, inPlace: .everything, expires: .unheard, kept: .buttons,
      equal: .refused),
    ServerManner(
      "cinnamon", inPlace: .everything, expires: .unheard, pictures: .icon, kept: .buttons),
    ServerManner(
      "Budgie Notification Server", isResident: false, inPlace: .everything, longestSeconds: 12,
      pictures: .image, kept: .text, quietSwitch: .budgie, titleColumns: 42),
    ServerManner(
      "io.elementary.notifications", inPlace: .everything, expires: .unheard, pictures: .image,
      kept: .text, titleColumns: 33, drawsDetail: false),
    // Its answers about itself are in another order.
    ServerManner(
      "1.2", of: "DeepinNotifications", longestSeconds: 12, pictures: .image, drawsDetail: false),
    ServerManner("DeepinNotifications", of: "Deepin", kept: .buttons),
    ServerManner("cosmic-notifications", buttons: .nowhere, bodyClick: .studies, kept: .text),
    ServerManner("quickshell", buttons: .perhaps, bodyClick: .studies),
    ServerManner(
      "fnott", buttons: .nowhere, bodyClick: .studies, inPlace: .everything, expires: .whenTold,
      replacesTag: true),
    ServerManner("naughty", of: "awesome", isResident: false, inPlace: .everything),
    ServerManner(
      "Notification Service", of: "Enlightenment", bodyClick: .leftOut, inPlace: .everything,
      titleColumns: 46),
    ServerManner("notify-osd", buttons: .nowhere, bodyClick: .leftOut, inPlace: .everything),
    // The one in a terminal, which `make run` starts where there is none.
    ServerManner("haru-console"),
  ]
}

extension ServerManner {
  /// The row of a server, by what it answers about itself.
  static func of(name: String, vendor: String, version: String) -> ServerManner {
    let major = Int(version.prefix { $0.isNumber }) ?? 0
    return table.last {
      $0.name == name && ($0.vendor ?? vendor) == vendor && $0.since <= major
    } ?? unknown
  }

  /// The manner of a server that has a menu for the buttons or has none, as that program is installed
  /// or not.
  func resolved(hasMenu: () -> Bool) -> ServerManner {
    guard bodyClick == .menuOrStudies else { return self }
    var manner = self
    (manner.buttons, manner.bodyClick) =
      hasMenu() ? (.inMenu, .leftOut) : (.nowhere, .studies)
    return manner
  }

  /// Whether a notification may be replaced by another with its id.
  func mayReplace(_ old: Notification, by new: Notification) -> Bool {
    switch inPlace {
    case .everything: true
    case .text: old.actions == new.actions
    case .nothing: false
    }
  }

  /// Whether the user still finds the buttons after the popup has gone.
  var keepsButtons: Bool { kept == .buttons && entryID == .ours }
  /// Whether it takes buttons.
  var hasButtons: Bool { capabilities.contains("actions") }
  /// Whether it reads markup in the body, so that text has to be escaped.
  var readsMarkup: Bool { capabilities.contains("body-markup") }
  /// Whether it draws a picture beside the text: LXQt and swaync do, and name only `body-images`; those that
  /// get only the hint do, and name nothing (docs/servers.md#pictures).
  var drawsPictures: Bool {
    pictures == .image
      || !capabilities.isDisjoint(with: ["icon-static", "icon-multi", "body-images"])
  }

  /// What it was found to be, in the words of docs/servers.md#manners, for a report.
  var words: [String: String] {
    [
      "row": name, "buttons": hasButtons ? buttons.rawValue : Buttons.nowhere.rawValue,
      "default": bodyClick.rawValue, "pictures": drawsPictures ? "drawn" : "left out",
    ]
  }
}

/// How a notification server behaves where servers differ.
///
/// `table` has a row for each server that was measured (docs/servers.md#manners); what a row does not name is as on a
/// server that nobody has met. Every rule that depends on the server reads a property of its row, or of what it says
/// that it can do.
public struct ServerManner: Equatable, Sendable {
  /// Where the user finds the buttons.
  public enum Buttons: String, Sendable {
    /// Beside the text.
    case drawn
    /// Only in the banner, and there only while the pointer is on it.
    case inBanner = "in the banner"
    /// In a menu that a key opens, if the user has a program for menus.
    case inMenu = "in a menu"
    /// There are none.
    case nowhere
    /// Nobody knows: they are offered, and the text names what does without.
    case perhaps
  }

  /// What the action `default` is for, which a click on the body sends.
  public enum BodyClick: String, Sendable {
    /// A click on it shows today again.
    case showsAgain = "shows today again"
    /// It is not offered: it would be drawn as a button, or be in the way of a better click.
    case leftOut = "left out"
    /// It asks, and a second click studies, because no button can be reached.
    case studies = "asks, then studies"
  }

  /// Where a picture is named, so that it is drawn.
  public enum Pictures: String, Sendable {
    /// As `app_icon` and in the hint `image-path`: some servers draw only one of them.
    case everywhere = "both"
    /// Only as `app_icon`, which the hint would hide, or which would be drawn over it.
    case icon = "`app_icon`"
    /// Only in the hint, because both would be drawn, or the icon of the program in its place.
    case image = "`image-path`"
    /// As both, by its address: a path would be taken for the name of an icon.
    case address = "both, by address"

    /// Whether it is named as `app_icon`.
    public var isIcon: Bool { self != .image }
    /// Whether it is named in the hint.
    public var isImage: Bool { self != .icon }
  }

  /// What may change when a notification replaces another one with its id.
  public enum InPlace: String, Sendable {
    /// All of it.
    case everything = "text and buttons"
    /// Its text; new buttons are not drawn, or not at once.
    case text
    /// It is closed, and a new one is shown.
    case nothing
  }

  /// When a notification goes that asks for no time.
  public enum Expires: String, Sendable {
    /// As long as the server likes, and its closing is told.
    case byItself = "by itself"
    /// By itself, after five seconds, into a list where it is still alive: nothing tells the sender.
    case unheard = "unheard"
    /// Only if it asks for a time.
    case whenTold = "when told"
  }

  /// What the user finds after the popup has gone.
  public enum Kept: String, Sendable {
    /// It is gone.
    case nothing
    /// An entry without buttons.
    case text
    /// An entry with buttons that work.
    case buttons
  }

  /// Where the end of *do not disturb* is heard.
  public enum QuietSwitch: String, Sendable {
    /// Nowhere: the server keeps what came meanwhile, or has no such switch.
    case own = "its own"
    /// A property of dunst.
    case dunst = "`paused`"
    /// A property of Budgie.
    case budgie = "`NotificationsPaused`"
    /// XFCE's settings.
    case xfconf
    /// MATE's settings.
    case mate = "org.mate"
    /// GNOME's settings.
    case gnome = "org.gnome"
    /// LXQt's settings.
    case lxqt = "its file"
  }

  /// The name that the server answers.
  public var name: String
  /// The vendor that it answers; `nil` for any.
  public var vendor: String?
  /// The first version that behaves so.
  public var since = 0
  /// Where the user finds the buttons.
  public var buttons = Buttons.drawn
  /// What the action `default` is for.
  public var bodyClick = BodyClick.showsAgain
  /// Whether the middle button of the mouse is heard on the body, and not the left one.
  public var hearsMiddleClick = false
  /// Whether a notification asks to stay after a click, with the hint `resident`.
  public var isResident = true
  /// What may change in place.
  public var inPlace = InPlace.text
  /// When a notification goes that asks for no time.
  public var expires = Expires.byItself
  /// The longest time that it grants, in seconds, to what asks to stay; `nil` if it has no end.
  public var longestSeconds: Int?
  /// Whether it may close what the user has put away, and what had not to expire, as *expired*, and not as *dismissed*.
  public var expiresWhenPutAway = false
  /// Whether a notification takes the place of one with the same tag.
  public var replacesTag = false
  /// Where a picture is named.
  public var pictures = Pictures.everywhere
  /// Whether the bubble of a notification that is closed stays on the screen until its time is over.
  public var keepsClosedBubble = false
  /// What the user finds after the popup has gone.
  public var kept = Kept.nothing
  /// Where the end of *do not disturb* is heard.
  public var quietSwitch = QuietSwitch.own
  /// Whether a click on a kept entry comes with any id, perhaps that of another program's notification.
  public var givesForeignID = false
  /// Whether it refuses a notification that says the same as one that stands there, or drops it without a word.
  public var refusesEqual = false
  /// Whether what the user has asked for is urgent: nothing else is drawn with its buttons at once.
  public var makesRequestedUrgent = false
  /// How many columns of a title are drawn; `nil` if all of it is, in several lines.
  public var titleColumns: Int?
  /// Whether there is room for the last line, which may be left out.
  public var drawsDetail = true
  /// How many buttons are whole beside each other.
  public var mostButtons = 3
  /// Whether it shows after its restart what stood there before, with the same id.
  public var keepsOverRestart = false
  /// What it says that it can do, as the specification names it.
  public var capabilities: Set<String> = []
}

extension ServerManner {
  /// The row of a server, by what it answers about itself.
  public static func of(name: String, vendor: String, version: String) -> ServerManner {
    let major = Int(version.prefix { $0.isNumber }) ?? 0
    return table.last {
      $0.name == name && ($0.vendor ?? vendor) == vendor && $0.since <= major
    } ?? unknown
  }

  /// Whether somebody has met it.
  public var isKnown: Bool { name != Self.unknown.name }
  /// Whether the user still finds the buttons after the popup has gone.
  public var keepsButtons: Bool { kept == .buttons && !givesForeignID }
  /// Whether it takes buttons.
  public var hasButtons: Bool { capabilities.contains("actions") }
  /// Where the user finds those that it takes.
  public var foundButtons: Buttons { hasButtons ? buttons : .nowhere }
  /// Whether the pointer surely finds the buttons, so that a text may name one.
  public var drawsButtons: Bool { hasButtons && (buttons == .drawn || buttons == .inBanner) }
  /// Whether two clicks on the text study, because perhaps no button is drawn.
  public var asksOnBodyClick: Bool { hasButtons && bodyClick == .studies }
  /// Whether it reads markup in the body, so that text has to be escaped.
  public var readsMarkup: Bool { capabilities.contains("body-markup") }
  /// Whether it draws a picture beside the text: LXQt and swaync do, and name only `body-images`; those that
  /// get only the hint do, and name nothing (docs/servers.md#pictures).
  public var drawsPictures: Bool {
    pictures == .image
      || !capabilities.isDisjoint(with: ["icon-static", "icon-multi", "body-images"])
  }
}

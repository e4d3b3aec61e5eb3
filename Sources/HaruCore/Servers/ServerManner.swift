/// How a notification server behaves where servers differ.
///
/// `table` has a row for each server that was measured, in the words of docs/servers.md#manners, which are
/// written here only; what a row does not name is as on a server that nobody has met. Every rule that depends on
/// the server reads a property of its row, or of what it says that it can do.
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

  /// The button of the mouse that is heard on the body.
  public enum ClickedWith: String, Sendable {
    /// The left one.
    case left
    /// The one in the middle.
    case middle
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

  /// The reason of the closing of what the user has put away and what had not to expire.
  public enum PutAway: String, Sendable {
    /// *Dismissed*.
    case dismissed = "2"
    /// *Expired*, or 2.
    case expired = "1 or 2"
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

  /// What becomes of a bubble whose notification is closed.
  public enum ClosedBubble: String, Sendable {
    /// It goes with it.
    case goes
    /// It stays on the screen until its time is over.
    case stays
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

  /// The id that a click on a kept entry comes with.
  public enum EntryID: String, Sendable {
    /// The one that the server gave.
    case ours
    /// Any id, perhaps that of another program's notification.
    case foreign
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

  /// What becomes of a notification that says the same as one that stands there.
  public enum Equal: String, Sendable {
    /// It is another one.
    case taken
    /// It is refused, or dropped without a word.
    case refused
  }

  /// The urgency of a notification that the user has asked for.
  public enum Requested: String, Sendable {
    /// As any other.
    case normal
    /// Nothing else is drawn with its buttons at once.
    case critical
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
  /// The button of the mouse that is heard on the body.
  public var clickedWith = ClickedWith.left
  /// Whether a notification asks to stay after a click, with the hint `resident`.
  public var isResident = true
  /// What may change in place.
  public var inPlace = InPlace.text
  /// When a notification goes that asks for no time.
  public var expires = Expires.byItself
  /// The longest time that it grants, in seconds, to what asks to stay; `nil` if it has no end.
  public var longestSeconds: Int?
  /// The reason of the closing of what the user has put away.
  public var putAway = PutAway.dismissed
  /// Whether a notification takes the place of one with the same tag.
  public var replacesTag = false
  /// Where a picture is named.
  public var pictures = Pictures.everywhere
  /// What becomes of a bubble whose notification is closed.
  public var closedBubble = ClosedBubble.goes
  /// What the user finds after the popup has gone.
  public var kept = Kept.nothing
  /// Where the end of *do not disturb* is heard.
  public var quietSwitch = QuietSwitch.own
  /// The id that a click on a kept entry comes with.
  public var entryID = EntryID.ours
  /// What becomes of a notification that says the same as one that stands there.
  public var equal = Equal.taken
  /// The urgency of a notification that the user has asked for.
  public var requested = Requested.normal
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

  /// Whether the user still finds the buttons after the popup has gone.
  public var keepsButtons: Bool { kept == .buttons && entryID == .ours }
  /// Whether it takes buttons.
  public var hasButtons: Bool { capabilities.contains("actions") }
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

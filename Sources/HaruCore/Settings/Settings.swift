/// What the user has chosen, with a default for everything.
public struct Settings: Hashable, Sendable {
  /// When the open day is shown at login.
  public enum AtLogin: String, CaseIterable, Sendable {
    /// While it is open.
    case open
    /// Whether it is studied or not.
    case always
    /// Not at all.
    case never
  }

  /// Where cards are shown beside the files that `haru card` writes.
  public enum CardPlace: String, CaseIterable, Sendable {
    /// In the notification, as its picture.
    case notification
    /// In the program that the user looks at pictures with.
    case viewer
  }

  /// Whether changes of watched repositories are announced.
  public enum Announcement: String, CaseIterable, Sendable {
    /// Those that matter.
    case changes
    /// None.
    case never
  }

  /// `[Day] starts-at`: what the clock reads when a day begins, 00:00 to 12:00.
  public var dayStartsAt = TimeOfDay.midnight
  /// `[Day] first-weekday`: the weekday a week begins with; `nil` for the locale's.
  public var firstWeekday: Weekday?
  /// `[Day] rest-weekdays`: the weekdays that are free from now on, never all seven; `nil` where
  /// the file says nothing, and so for what they were.
  public var restWeekdays: Set<Weekday>?
  /// `[Notifications] remind-at`: when an open day is brought to mind.
  public var remindAt = [TimeOfDay(hour: 20, minute: 0) ?? .midnight]
  /// `[Notifications] later`: minutes until *Later* reminds, 1 to 720.
  public var laterMinutes = 60
  /// `[Notifications] at-login`: what a login shows.
  public var atLogin = AtLogin.open
  /// `[Notifications] at-day-start`: whether the start of a day is shown.
  public var atDayStart = true
  /// `[Notifications] sound`: whether a reminder may sound.
  public var sound = false
  /// `[Notifications] quiet`: the hours in which nothing appears by itself.
  public var quiet: QuietHours?
  /// `[Store] path`: where the store is; empty for the usual place.
  public var storePath = ""
  /// `[Store] backups`: how many daily backups are kept, 0 for none, to 365.
  public var backups = 7
  /// `[Cards] rendering`: what the colours of cards are.
  public var rendering = CardStyle.Rendering.fullColor
  /// `[Cards] accent`: the colour of what matters most, where cards are accented.
  public var accent = Color.orange
  /// `[Cards] contrast-floor`: whether texts on cards are moved until they can be read.
  public var hasContrastFloor = true
  /// `[Cards] picture-size`: how wide and high the notification's picture is, 64 to 256 pixels.
  public var pictureSize = 128
  /// `[Cards] hidden`: where no card is shown.
  public var hidden: Set<CardPlace> = []
  /// `[Repositories] reload-after`: seconds from a reload of a watched repository to the next, a
  /// quarter of an hour to thirty days.
  public var reloadAfter = 43_200
  /// `[Repositories] notify`: whether changes are announced.
  public var announcement = Announcement.changes
  /// `[Repositories] quiet-after-days`: after how many days without a push a repository counts as
  /// quiet, 1 to 3650.
  public var quietAfterDays = 50
  /// `[Repositories] api`: which GitHub is asked.
  public var site = GitHubSite.github

  /// The defaults.
  public init() {}
}

extension Settings {
  /// Where the store is, which is the usual place unless they name another.
  public func storePath(usual: String) -> String {
    storePath.isEmpty ? usual : storePath
  }

  /// How cards look, at their usual scale.
  public var cardStyle: CardStyle {
    var style = CardStyle()
    style.rendering = rendering
    style.accent = accent
    style.hasContrastFloor = hasContrastFloor
    return style
  }
}

/// Hours of the day, over midnight if the first is later than the second.
public struct QuietHours: Hashable, Sendable, LosslessStringConvertible {
  /// When they begin.
  public let begin: TimeOfDay
  /// When they are over.
  public let end: TimeOfDay

  /// Reads `HH:MM-HH:MM`, two different times; `nil` for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let begin = TimeOfDay(String(parts[0])),
      let end = TimeOfDay(String(parts[1])), begin != end
    else { return nil }
    (self.begin, self.end) = (begin, end)
  }

  /// The hours as `HH:MM-HH:MM`.
  public var description: String { "\(begin)-\(end)" }

  /// Whether they hold at a time.
  public func contains(_ time: TimeOfDay) -> Bool {
    begin < end ? (begin..<end).contains(time) : time >= begin || time < end
  }
}

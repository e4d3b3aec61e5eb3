/// What the user has chosen, with a default for everything.
///
/// A new setting is a property here with its default, and a row of `Settings.keys` below.
public struct Settings: SettingValues {
  /// When a login shows the notification.
  public enum AtLogin: String, CaseIterable, Sendable {
    /// While the day is not studied.
    case open
    /// On every day.
    case always
    /// Never.
    case never
  }

  /// When a new day shows its notification.
  public enum AtDayStart: Hashable, Sendable {
    /// When the user returns to a screen that was locked or idle, for the first time on that day.
    case login
    /// When the day begins.
    case begin
    /// At a time.
    case at(TimeOfDay)
    /// Never.
    case never
  }

  /// Whether today's notification stays on the screen while the day is open.
  public enum Stay: String, CaseIterable, Sendable {
    /// On servers that keep nothing of it; a reminder on all.
    case auto
    /// On all servers.
    case always
    /// On none, not even a reminder.
    case never
  }

  /// The number that today's notification says.
  public enum Number: String, CaseIterable, Sendable {
    /// The streak, and after a missed day the days of the last thirty too.
    case streak
    /// The days of the last thirty, and never the streak.
    case steady
    /// None.
    case none
  }

  /// A place beside files in which cards are shown.
  public enum CardPlace: String, CaseIterable, Sendable {
    /// The picture of the notification.
    case notification
    /// The user's picture viewer.
    case viewer
  }

  /// The time at which a day begins, 00:00 to 12:00.
  public var dayStartsAt = TimeOfDay.midnight
  /// The first weekday of a week; `nil` for the locale's.
  public var firstWeekday: Weekday?
  /// The first weekday of a week in the user's locale; no setting.
  public var firstWeekdayOfLocale = Weekday.monday
  /// The day with which the history begins; `nil` for the first mark.
  public var since: Day?
  /// The rest weekdays in the file of version 0.4, never all seven; `nil` without that line (`formerRules`).
  public var formerRestWeekdays: Set<Weekday>?
  /// How many days of a week are in reserve in the file of version 0.4, 0 to 6; `nil` without that line.
  public var formerReserve: Int?
  /// When the agent reminds of a day that is not studied.
  public var remindAt = [Reminder(TimeOfDay(hour: 20, minute: 0) ?? .midnight)]
  /// Minutes until *Later* reminds, 1 to 720.
  public var laterMinutes = 60
  /// What a login shows.
  public var atLogin = AtLogin.open
  /// When a new day shows the notification.
  public var atDayStart = AtDayStart.login
  /// Whether today's notification stays on the screen until it is answered.
  public var stay = Stay.auto
  /// The number that today's notification says.
  public var number = Number.streak
  /// Whether a reminder may sound.
  public var sound = false
  /// The hours in which nothing appears by itself.
  public var quiet: QuietHours?
  /// The path of the store; empty for the usual one.
  public var storePath = ""
  /// Whether the path of the store is known; if its line is wrong, no other store is used instead.
  public var isStoreKnown = true
  /// How many daily backups are kept, 0 for none, to 365.
  public var backups = 7
  /// How cards are coloured.
  public var rendering = CardStyle.Rendering.fullColor
  /// The colour of what matters most on accented cards.
  public var accent = Color.orange
  /// Whether the colours of texts on cards are changed until they can be read.
  public var hasContrastFloor = true
  /// The width and height of the notification's picture, 64 to 256 pixels.
  public var pictureSize = 128
  /// Where no card is shown.
  public var hidden: Set<CardPlace> = []
  /// Whether a notification says that a source has marked the day.
  public var showsSources = true

  /// The defaults.
  public init() {}
}

extension Settings {
  /// Every key, in the order of haru.conf(5): what it sets, how it is written, and what it means.
  public static let keys: [SettingKey<Settings>] = [
    SettingKey(
      "Day", "starts-at", \.dayStartsAt, .morning,
      text("When a day begins."), mayLoseReminders: true),
    SettingKey(
      "Day", "first-weekday", \.firstWeekday, .weekday(orNone: "locale"),
      text("The first day of the week.")),
    SettingKey(
      "Day", "since", \.since, .optional(.day),
      text("The day with which your history begins; empty: your first mark.")),
    SettingKey(
      "Notifications", "remind-at", \.remindAt, .reminders,
      text("When to remind you of a day that is not studied."), mayLoseReminders: true),
    SettingKey(
      "Notifications", "later", \.laterMinutes, .minutes(1...720),
      text("How many minutes after Later the reminder comes.")),
    SettingKey(
      "Notifications", "at-login", \.atLogin, .choice(),
      text("When login shows the notification."),
      effect: text("{setting} is now {value}. It takes effect at the next login.")),
    SettingKey(
      "Notifications", "at-day-start", \.atDayStart, .dayStart,
      text("When a new day shows its notification."),
      effect: text("{setting} is now {value}. It takes effect when the next day begins."),
      mayLoseReminders: true),
    SettingKey(
      "Notifications", "stay", \.stay, .choice(),
      text("Whether the notification of an open day stays on the screen.")),
    SettingKey(
      "Notifications", "number", \.number, .choice(),
      text("Which number of days the notification shows.")),
    SettingKey(
      "Notifications", "sound", \.sound, .flag, text("Whether a reminder may make a sound.")),
    SettingKey(
      "Notifications", "quiet", \.quiet, .optional(.quietHours),
      text("Hours in which no notification appears by itself."), mayLoseReminders: true),
    SettingKey("Store", "path", \.storePath, .absolutePath, text("The file that holds your days.")),
    SettingKey(
      "Store", "backups", \.backups, .number(0...365), text("How many daily backups are kept.")),
    SettingKey("Cards", "rendering", \.rendering, .choice(), text("The colours of cards.")),
    SettingKey("Cards", "accent", \.accent, .color, text("The accent colour of cards.")),
    SettingKey(
      "Cards", "contrast-floor", \.hasContrastFloor, .flag,
      text("Whether texts on cards get a colour that can be read.")),
    SettingKey(
      "Cards", "picture-size", \.pictureSize, .number(64...256),
      text("The size of the picture in the notification, in pixels.")),
    SettingKey("Cards", "hidden", \.hidden, .choices(), text("Where no card is shown.")),
    SettingKey(
      "Sources", "show", \.showsSources, .flag,
      text("Whether a notification says that a source has marked the day.")),
  ]

  /// What were settings up to version 0.4, and are days of the log since (docs/store.md#rest-days-by-rule).
  public static let formerKeys: [SettingKey<Settings>] = [
    SettingKey(
      "Day", "rest-weekdays", \.formerRestWeekdays, .weekdays,
      text("Weekdays that are always rest days.")),
    SettingKey(
      "Day", "free", \.formerReserve, .reserve,
      text("How many days of a week are in reserve, for a bad day.")),
  ]
}

extension Sentence {
  /// Most settings take effect at once.
  public static let atOnce = text("{setting} is now {value}. It takes effect at once.")
}

extension Settings {
  /// The path of the store, which is the usual one unless they name another.
  public func storePath(usual: String) -> String {
    storePath.isEmpty ? usual : storePath
  }

  /// The times of reminders that never come, because the quiet hours that put them off last until the day ends.
  public var lostReminders: [TimeOfDay] { remindAt.map(\.time).sorted().filter(isLost) }

  /// The time at which a new day never shows its notification, for the same reason.
  public var lostDayStart: TimeOfDay? {
    guard case .at(let time) = atDayStart, isLost(time) else { return nil }
    return time
  }

  /// The first weekday of a week.
  public var weekBegins: Weekday { firstWeekday ?? firstWeekdayOfLocale }

  /// What the lines of version 0.4 say of rest days by rule.
  public var formerRules: [RestRuleChange] {
    let reserve = formerReserve.map { FreeDays($0, weekBegins: weekBegins) }
    return [formerRestWeekdays.map(RestRuleChange.weekdays), reserve.map(RestRuleChange.reserve)]
      .compactMap(\.self)
  }

  /// The keys of those lines.
  public var foundFormerKeys: [SettingKey<Settings>] {
    zip(Settings.formerKeys, [formerRestWeekdays != nil, formerReserve != nil])
      .filter(\.1).map(\.0)
  }

  /// The reminders that never come, because all of their weekdays are rest days.
  public func reminders(onlyOn restWeekdays: Set<Weekday>) -> [TimeOfDay] {
    remindAt.filter { $0.weekdays.isSubset(of: restWeekdays) }.map(\.time)
  }

  private func isLost(_ time: TimeOfDay) -> Bool {
    guard let quiet else { return false }
    return quiet.contains(time) && sinceDayStart(quiet.end) <= sinceDayStart(time)
  }

  /// Minutes from the time at which a day begins.
  private func sinceDayStart(_ time: TimeOfDay) -> Int {
    (time.minutes - dayStartsAt.minutes + 1440) % 1440
  }

  /// How cards look at their usual scale.
  public var cardStyle: CardStyle {
    var style = CardStyle()
    style.rendering = rendering
    style.accent = accent
    style.hasContrastFloor = hasContrastFloor
    return style
  }
}

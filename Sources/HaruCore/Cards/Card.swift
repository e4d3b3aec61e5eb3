/// A picture of a day or of repositories, described whole: who draws it asks for nothing more, least
/// of all the time.
public struct Card: Hashable, Sendable {
  /// What is drawn.
  public enum Kind: String, CaseIterable, Sendable {
    /// The day's tile in its month's theme.
    case monthly
    /// How many days the streak counts.
    case streak
    /// The streak, and the month's days.
    case study
    /// A repository that the user watches, or two.
    case repository

    /// The sizes it is drawn in, its usual one first.
    public var sizes: [Size] {
      switch self {
      case .monthly: [.small, .icon]
      case .streak: [.small]
      case .study, .repository: [.medium, .large]
      }
    }
  }

  /// What is said something of.
  public enum Subject: Hashable, Sendable {
    /// A day.
    case day(CardEntry)
    /// A repository.
    case repository(RepositoryEntry)
    /// Two repositories.
    case pair(RepositoryEntry, RepositoryEntry)
    /// No repository, because none is watched; the picture says how to choose one.
    case noRepository

    /// The sizes in which a kind of card shows it, the usual one first; none if it is no such card.
    public func sizes(as kind: Kind) -> [Size] {
      switch self {
      case .day: kind == .repository ? [] : kind.sizes
      case .repository, .noRepository: kind == .repository ? kind.sizes : []
      case .pair: kind == .repository ? [.large] : []
      }
    }
  }

  /// What kind of file a picture is written as.
  public enum Format: String, CaseIterable, Sendable {
    /// Pixels.
    case png
    /// Outlines.
    case svg
  }

  /// How large it is, in points; a point is a pixel at scale 1.
  public enum Size: String, CaseIterable, Sendable {
    /// For a notification, which shows it no larger than a fingertip.
    case icon
    /// A square.
    case small
    /// Twice as wide as high.
    case medium
    /// A large square.
    case large

    /// How wide it is, in points.
    public var width: Int {
      switch self {
      case .icon: 64
      case .small: 160
      case .medium, .large: 336
      }
    }

    /// How high it is, in points.
    public var height: Int {
      switch self {
      case .icon: 64
      case .small, .medium: 160
      case .large: 336
      }
    }
  }

  /// What is drawn.
  public let kind: Kind
  /// How large.
  public let size: Size
  /// What there is to say.
  public let subject: Subject
  /// How it looks.
  public let style: CardStyle

  /// Describes a card; `nil` if the kind has no such size, or does not show such things.
  public init?(_ kind: Kind, size: Size, subject: Subject, style: CardStyle) {
    guard subject.sizes(as: kind).contains(size) else { return nil }
    (self.kind, self.size, self.subject, self.style) = (kind, size, subject, style)
  }

  /// Describes a card of a day; `nil` if the kind has no such size.
  public init?(_ kind: Kind, size: Size, entry: CardEntry, style: CardStyle) {
    self.init(kind, size: size, subject: .day(entry), style: style)
  }

  /// How wide the picture is, in pixels.
  public var pixelWidth: Int { Int((Double(size.width) * style.scale).rounded()) }
  /// How high the picture is, in pixels.
  public var pixelHeight: Int { Int((Double(size.height) * style.scale).rounded()) }
}

/// What a card says of its day.
public struct CardEntry: Hashable, Sendable {
  /// The month of the day, as it stands on the day.
  public let page: CalendarPage
  /// The day.
  public let day: Day
  /// Days in the streak, 0 if there is none.
  public let currentStreak: Int
  /// Days in the longest streak there was.
  public let longestStreak: Int
  /// The weekday that weeks begin with.
  public let firstWeekday: Weekday
  /// Whether it is an example, and nobody's days; the picture says so.
  public let isSample: Bool

  init(
    day: Day, record: Record, currentStreak: Int, longestStreak: Int, firstWeekday: Weekday,
    isSample: Bool
  ) {
    page = CalendarPage(of: day.month, in: record, today: day)
    self.day = day
    self.currentStreak = currentStreak
    self.longestStreak = longestStreak
    self.firstWeekday = firstWeekday
    self.isSample = isSample
  }

  /// What was said of the days up to one of them.
  public init(of record: Record, on day: Day, firstWeekday: Weekday) {
    let known = Record(days: Array(record.days.drop { $0 > day }), rest: record.rest)
    let streak = History(of: known, today: day).streak
    self.init(
      day: day, record: known, currentStreak: streak.current,
      longestStreak: streak.longest?.length ?? 0, firstWeekday: firstWeekday, isSample: false)
  }

  /// A day of which only that is known, which is all that a `monthly` card says.
  public init(of day: Day, isStudied: Bool) {
    self.init(
      day: day, record: Record(days: isStudied ? [day] : []), currentStreak: 0, longestStreak: 0,
      firstWeekday: .monday, isSample: false)
  }

  /// The same example for everybody: a streak of twelve days, with a rest day and a missed one
  /// behind it.
  public static func sample(on day: Day, firstWeekday: Weekday) -> CardEntry {
    let studied = (0...12).filter { $0 != 3 } + [14, 15, 17, 18, 19, 20]
    let record = Record(
      days: studied.compactMap { day.advanced(by: -$0) },
      rest: RestDays(single: Set([day.advanced(by: -3)].compactMap { $0 })))
    return CardEntry(
      day: day, record: record, currentStreak: 12, longestStreak: 40, firstWeekday: firstWeekday,
      isSample: true)
  }

  /// Whether the day is studied.
  public var isStudied: Bool { page.cells.contains { $0.isToday && $0.isStudied } }
  /// Whether the day was declared free.
  public var isRest: Bool { page.cells.contains { $0.isToday && $0.isRest } }
  /// The look of the month.
  public var theme: Theme { Theme(of: day.month.name) }
}

/// How a card looks.
public struct CardStyle: Hashable, Sendable {
  /// What its colours are.
  public enum Rendering: String, CaseIterable, Sendable {
    /// Those of the theme.
    case fullColor = "full-color"
    /// One for what matters most, and one for all else.
    case accented
    /// One, in several strengths.
    case monochrome
  }

  /// What lies behind the card, or would if it had no background.
  public enum Surface: String, CaseIterable, Sendable {
    /// A light one.
    case light
    /// A dark one.
    case dark
  }

  /// Pixels to a point.
  public var scale = 1.0
  /// The scales that are drawn.
  public static let scales = 0.25...8.0
  /// What its colours are.
  public var rendering = Rendering.fullColor
  /// The colour of what matters most, where it is accented.
  public var accent = Color.orange
  /// Whether the background is drawn.
  public var hasBackground = true
  /// What lies behind it.
  public var surface = Surface.light
  /// Whether texts that miss the contrast floor are moved until they meet it.
  public var hasContrastFloor = true

  /// The usual look.
  public init() {}
}

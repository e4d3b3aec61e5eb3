/// A picture of a day or of repositories, described completely.
///
/// Drawing it needs nothing else, not even the time.
public struct Card: Hashable, Sendable {
  /// What a card shows.
  public enum Kind: String, CaseIterable, Sendable {
    /// The day's tile in its month's theme.
    case monthly
    /// The length of the streak.
    case streak
    /// The streak, and the days of the month.
    case study
    /// The days of the last 53 weeks.
    case year
    /// One or two watched repositories.
    case repository

    /// Its sizes, the default first.
    public var sizes: [Size] {
      switch self {
      case .monthly: [.small, .icon]
      case .streak: [.small]
      case .study, .repository: [.medium, .large]
      case .year: [.wide, .large]
      }
    }
  }

  /// What a card is about.
  public enum Subject: Hashable, Sendable {
    /// A day.
    case day(CardDay)
    /// A repository.
    case repository(RepositoryEntry)
    /// Two repositories.
    case pair(RepositoryEntry, RepositoryEntry)
    /// No repository, because none is watched; the card explains how to watch one.
    case noRepository

    /// The sizes in which a kind of card shows it, the default first; none if the kind cannot.
    public func sizes(as kind: Kind) -> [Size] {
      switch self {
      case .day(let cardDay):
        kind == .repository || kind == .year && cardDay.year == nil ? [] : kind.sizes
      case .repository, .noRepository: kind == .repository ? kind.sizes : []
      case .pair: kind == .repository ? [.large] : []
      }
    }

    /// The same without what only the card of a year shows.
    fileprivate var withoutYear: Subject {
      guard case .day(var cardDay) = self else { return self }
      cardDay.year = nil
      return .day(cardDay)
    }
  }

  /// The format of the file.
  public enum Format: String, CaseIterable, Sendable {
    /// Pixels.
    case png
    /// Vectors.
    case svg
  }

  /// The size in points; a point is a pixel at scale 1.
  public enum Size: String, CaseIterable, Sendable {
    /// For a notification.
    case icon
    /// A square.
    case small
    /// Twice as wide as high.
    case medium
    /// A large square.
    case large
    /// Four times as wide as high, for the head of a page.
    case wide

    /// The width in points.
    public var width: Int {
      switch self {
      case .icon: 64
      case .small: 160
      case .medium, .large: 336
      case .wide: 672
      }
    }

    /// The height in points.
    public var height: Int {
      switch self {
      case .icon: 64
      case .small, .medium: 160
      case .large: 336
      case .wide: 168
      }
    }
  }

  /// What it shows.
  public let kind: Kind
  /// Its size.
  public let size: Size
  /// What it is about.
  public let subject: Subject
  /// Its look.
  public let style: CardStyle

  /// Describes a card; `nil` if the kind does not have the size, or cannot show the subject.
  public init?(_ kind: Kind, size: Size, subject: Subject, style: CardStyle) {
    guard subject.sizes(as: kind).contains(size) else { return nil }
    (self.kind, self.size, self.style) = (kind, size, style)
    self.subject = kind == .year ? subject : subject.withoutYear
  }

  /// The picture of a day in a notification.
  public static func icon(of cardDay: CardDay, style: CardStyle) -> Card {
    Card(.monthly, .icon, cardDay, style)
  }

  /// A card of a kind and size that belong together.
  init(_ kind: Kind, _ size: Size, _ cardDay: CardDay, _ style: CardStyle) {
    (self.kind, self.size, self.style) = (kind, size, style)
    subject = Subject.day(cardDay).withoutYear
  }

  /// The width in pixels.
  public var pixelWidth: Int { Int((Double(size.width) * style.scale).rounded()) }
  /// The height in pixels.
  public var pixelHeight: Int { Int((Double(size.height) * style.scale).rounded()) }
}

/// The data of a card about a day.
public struct CardDay: Hashable, Sendable {
  /// The month, as it is on the day.
  public let page: CalendarPage
  /// The day.
  public let day: Day
  /// The length of the streak in days.
  public let currentStreak: Int
  /// The length of the longest streak in days.
  public let longestStreak: Int
  /// The last thirty days that count.
  public let steady: Steady
  /// The first weekday of a week.
  public let firstWeekday: Weekday
  /// Whether it is an example; the card then shows that.
  public let isSample: Bool
  /// The weeks of a year, for a card that shows them.
  public internal(set) var year: RecentWeeks?

  init(
    day: Day, record: Record, currentStreak: Int, longestStreak: Int, steady: Steady,
    firstWeekday: Weekday, isSample: Bool
  ) {
    page = CalendarPage(of: day.month, in: record, today: day)
    self.day = day
    self.currentStreak = currentStreak
    self.longestStreak = longestStreak
    self.steady = steady
    self.firstWeekday = firstWeekday
    self.isSample = isSample
  }

  /// The data of a day, from the record up to that day.
  public init(of record: Record, on day: Day, firstWeekday: Weekday) {
    let known = Record(
      days: Array(record.days.drop { $0 > day }), rest: record.rest, begin: record.begin
    ).spendingFreeDays(before: day)
    let history = History(of: known, today: day)
    self.init(
      day: day, record: known, currentStreak: history.streak.current,
      longestStreak: history.streak.longest?.length ?? 0, steady: history.steady,
      firstWeekday: firstWeekday, isSample: false)
    year = RecentWeeks(of: known, today: day, firstWeekday: firstWeekday)
  }

  /// A day without streaks, which a `monthly` card does not show.
  public init(of day: Day, isStudied: Bool) {
    self.init(
      day: day, record: Record(days: isStudied ? [day] : []), currentStreak: 0, longestStreak: 0,
      steady: Steady(studied: 0, of: 0), firstWeekday: .monday, isSample: false)
  }

  /// An example: a streak of twelve days with a rest day in it, after a missed day.
  public static func sample(on day: Day, firstWeekday: Weekday) -> CardDay {
    // Days of other months, which only the card of a year shows.
    let before = (40..<340).filter { $0 * 37 % 11 > 3 }
    let studied = (0...12).filter { $0 != 3 } + [14, 15, 17, 18, 19, 20] + before
    let record = Record(
      days: studied.compactMap { day.advanced(by: -$0) },
      rest: RestDays(single: Set([day.advanced(by: -3)].compactMap { $0 })))
    var cardDay = CardDay(
      day: day, record: record, currentStreak: 12, longestStreak: 40,
      steady: Steady(of: record, today: day), firstWeekday: firstWeekday, isSample: true)
    cardDay.year = RecentWeeks(of: record, today: day, firstWeekday: firstWeekday)
    return cardDay
  }

  /// Whether the day is studied.
  public var isStudied: Bool { page.cells.contains { $0.isToday && $0.isStudied } }
  /// Whether the day is a rest day.
  public var isRest: Bool { page.cells.contains { $0.isToday && $0.isRest } }
  /// The theme of the month.
  public var theme: Theme { Theme(of: day.month.name) }
}

/// The look of a card.
public struct CardStyle: Hashable, Sendable {
  /// How colours are used.
  public enum Rendering: String, CaseIterable, Sendable {
    /// The colours of the theme.
    case fullColor = "full-color"
    /// An accent for what matters most, and one other colour.
    case accented
    /// One colour in several strengths.
    case monochrome
  }

  /// The surface behind the card; without a background its texts suit this one.
  public enum Surface: String, CaseIterable, Sendable {
    /// Light.
    case light
    /// Dark.
    case dark
  }

  /// Pixels per point.
  public var scale = 1.0
  /// The scales that can be drawn.
  public static let scales = 0.25...8.0
  /// How colours are used.
  public var rendering = Rendering.fullColor
  /// The colour of what matters most in accented rendering.
  public var accent = Color.orange
  /// Whether the background is drawn.
  public var hasBackground = true
  /// The surface behind the card.
  public var surface = Surface.light
  /// Whether text colours below the contrast floor are changed until they meet it.
  public var hasContrastFloor = true

  /// The usual look.
  public init() {}

  /// Reads a scale; `nil` for anything but a number within `scales`.
  public static func scale(_ text: String) -> Double? {
    Double(text).flatMap(scales.exactly)
  }
}

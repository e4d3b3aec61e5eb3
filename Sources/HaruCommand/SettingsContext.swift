public import HaruCore
public import HaruDesktop
internal import HaruSystem
public import HaruText

/// What a command works with, whatever its files are: the settings, the clock and the zone, read once.
@MainActor
open class SettingsContext {
  /// The settings, without the lines that are wrong.
  public let settings: Settings
  /// The lines of the settings file that are wrong.
  public let wrongLines: [SettingsFile.WrongLine]
  /// The zone of this machine.
  public let zone: Zone
  /// When the command began.
  public let now: Instant
  /// Works out what to show, and when days end.
  public let provider: TimelineProvider
  /// The day on which the command began.
  public let today: Day

  /// Reads the settings, the clock and the zone.
  ///
  /// - Parameters:
  ///   - warns: Whether the user is told of a wrong setting, and that it is ignored.
  ///   - take: Takes a line of a group of the program's own, and returns `false` for any other.
  /// - Throws: `Failure` if the settings cannot be used.
  public init(
    warns: Bool = true,
    taking take: (SettingLine) throws(SettingsError) -> Bool = { _ in false }
  ) throws(Failure) {
    let (settings, wrong) = try SettingsContext.readGoodSettings(taking: take)
    try SettingsContext.warn(of: wrong, isStoreKnown: settings.isStoreKnown, warns: warns)
    wrongLines = wrong
    let (now, zone) = (TimeSource.local.now(), TimeSource.local.zone())
    let provider = TimelineProvider(settings: settings, zone: zone)
    (self.settings, self.now, self.zone, self.provider) = (settings, now, zone, provider)
    today = provider.boundary.day(at: now)
  }

  /// The date, which is already that of the next day between midnight and a later start of days.
  public var date: Day { DayBoundary(startsAt: .midnight, zone: zone).day(at: now) }

  /// The first weekday of a week.
  public var firstWeekday: Weekday { settings.weekBegins }

  /// Writes instants in words, relative to now.
  public var when: MomentText { MomentText(at: now, in: zone) }

  /// Prints a warning about wrong lines, once for all contexts of a command.
  private static func warn(
    of wrong: [SettingsFile.WrongLine], isStoreKnown: Bool, warns: Bool
  ) throws(Failure) {
    guard let first = wrong.first else { return }
    guard isStoreKnown else { throw Failure(readingSettings: first) }
    guard warns else { return }
    let warning = ErrorText.ignored(
      ErrorText.line(first.error, file: first.place), others: wrong.count - 1)
    if warning != lastWarning { complain(warning) }
    lastWarning = warning
  }

  private static var lastWarning: String?

  private static func readGoodSettings(
    taking take: (SettingLine) throws(SettingsError) -> Bool
  ) throws(Failure) -> (settings: Settings, wrong: [SettingsFile.WrongLine]) {
    do {
      return try SettingsFile.readGoodLines(taking: take)
    } catch {
      throw Failure(readingSettings: error)
    }
  }
}

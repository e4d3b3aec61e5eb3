/// What a running agent has yet to do, and tells of on the bus.
public struct Agenda: Hashable, Sendable {
  /// When the oldest click was made that could not be saved, and is tried again; `nil` if all are saved.
  public let notSavedSince: Instant?
  /// Since when the daily backup could not be made, and is tried again; `nil` if it was.
  public let noBackupSince: Instant?
  /// How many changes wait because the folder of other machines cannot be used.
  public let notInFolder: Int
  /// The next notification that comes by itself; `nil` if none is known, or nothing could show it.
  public let next: NextNotification?
  /// Whether the session has no notification server, and would start none.
  public let lacksServer: Bool

  /// Makes the agenda of an agent that has saved everything, unless told otherwise.
  public init(
    notSavedSince: Instant? = nil, noBackupSince: Instant? = nil, notInFolder: Int = 0,
    next: NextNotification? = nil, lacksServer: Bool = false
  ) {
    (self.notSavedSince, self.noBackupSince) = (notSavedSince, noBackupSince)
    (self.notInFolder, self.next) = (notInFolder, lacksServer ? nil : next)
    self.lacksServer = lacksServer
  }
}

/// The next notification that comes by itself.
public struct NextNotification: Hashable, Sendable {
  /// Why it comes.
  public enum Reason: String, Sendable {
    /// A time of the settings, on a day that is open.
    case reminder
    /// The user chose *Later*.
    case later
    /// A day begins.
    case newDay = "new_day"
    /// The quiet hours end, in which something was to appear.
    case quietHoursEnd = "quiet_hours_end"
  }

  /// When it comes.
  public let at: Instant
  /// Why it comes.
  public let reason: Reason

  /// Names a notification.
  public init(at: Instant, _ reason: Reason) {
    (self.at, self.reason) = (at, reason)
  }
}

extension TimelineProvider {
  /// How many days are looked through for one that is open: more than any holiday that one would plan.
  private static let daysAhead = 100

  /// The next notification; `nil` if none comes for a long time.
  ///
  /// - Parameters:
  ///   - record: The marks and rest days.
  ///   - now: The instant it is asked for.
  ///   - later: When the user asked to be reminded, if at all.
  ///   - appears: When today's notification appears that waits for its time or for the end of the quiet hours.
  ///   - awaitsReturn: Whether a new day waits for the return of the user, if it may.
  /// - Returns: The notification.
  public func nextNotification(
    of record: Record, at now: Instant, later: Instant?, appears: NextNotification?,
    awaitsReturn: Bool = false
  ) -> NextNotification? {
    let today = boundary.day(at: now)
    var next: [NextNotification] = []
    if isOpen(today, in: record) {
      next = reminders(of: today, later: later).filter { $0.at > now }
      // What waits until the day ends goes by the settings of the next day.
      if let appears, appears.at > now, appears.at < boundary.end(of: today) {
        next.append(appears)
      }
    }
    let days = (1...Self.daysAhead).lazy.compactMap(today.advanced(by:))
    if next.isEmpty, let day = days.first(where: { isOpen($0, in: record) }) {
      next = reminders(of: day, later: nil)
      if let shows = shows(day, awaitsReturn) {
        let appears = endOfQuiet(from: shows)
        if appears < boundary.end(of: day) {
          next.append(NextNotification(at: appears, appears == shows ? .newDay : .quietHoursEnd))
        }
      }
    }
    assert(next.allSatisfy { $0.at > now }, "what comes next has not come")
    return next.min { $0.at < $1.at }
  }

  /// When a day shows its notification by itself, if nothing is quiet; `nil` if that is not known.
  private func shows(_ day: Day, _ awaitsReturn: Bool) -> Instant? {
    switch settings.atDayStart {
    case .never: nil
    case .login where awaitsReturn: nil
    case .login, .begin: boundary.start(of: day)
    case .at(let time): boundary.instant(of: time, on: day)
    }
  }

  private func isOpen(_ day: Day, in record: Record) -> Bool {
    !record.rest.contains(day) && !record.days.prefix { $0 >= day }.contains(day)
  }
}

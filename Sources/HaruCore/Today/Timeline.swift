/// What to show from an instant on; a plain value.
public struct Entry: Hashable, Sendable {
  /// From when it holds.
  public let date: Instant
  /// Which reminder of the open day is due; `nil` if it is shown for the state of the day alone.
  public let reminds: NextNotification.Reason?
  /// The marks up to the day, as streak and month.
  public let history: History
  /// When the day ends.
  public let dayEnds: Instant
  /// What the local clock reads when the day ends.
  public let dayEndsAt: TimeOfDay
  /// Whether it offers days in reserve (docs/behaviours.md#reserve-days).
  public let offersReserve: Bool

  /// Whether a reminder is due.
  public var isReminder: Bool { reminds != nil }
  /// The day it is about.
  public var day: Day { history.streak.today }
  /// The look of its month.
  public var theme: Theme { Theme(of: day.month.name) }
}

/// The entries of a day in the order of their dates, and when the day ends.
public struct Timeline: Hashable, Sendable {
  /// What to show; the first is the entry of now.
  public let entries: [Entry]
  /// When the day ends, and with it this timeline.
  public let ends: Instant

  /// What to show now.
  public var current: Entry { entries[0] }

  /// The earliest instant at which something else is shown.
  public var nextChange: Instant { entries.count > 1 ? entries[1].date : ends }
}

/// Computes a timeline from marks, an instant and a zone; a pure function of its input.
public struct TimelineProvider: Sendable {
  /// The settings that shape a day.
  public var settings: Settings
  /// The zone whose clock counts.
  public var zone: Zone

  /// Makes a provider for a zone.
  public init(settings: Settings, zone: Zone) {
    self.settings = settings
    self.zone = zone
  }

  /// When its days begin and end.
  public var boundary: DayBoundary {
    DayBoundary(startsAt: settings.dayStartsAt, zone: zone)
  }

  /// The timeline of the day that contains `now`: the entry of now, and one at each reminder to come.
  ///
  /// - Parameters:
  ///   - record: The marks, rest days and notes.
  ///   - now: The instant it is made for.
  ///   - answered: When the user last pressed a button, which settles the reminders up to then.
  ///   - later: When the user asked to be reminded, if at all.
  /// - Returns: The timeline.
  public func timeline(
    of record: Record, at now: Instant, answered: Instant, later: Instant? = nil
  ) -> Timeline {
    let day = boundary.day(at: now)
    let ends = boundary.end(of: day)
    assert(now < ends, "a day has not ended while it is the day")
    let history = History(of: record, today: day)
    func entry(_ date: Instant, reminds: NextNotification.Reason?) -> Entry {
      Entry(
        date: date, reminds: reminds, history: history, dayEnds: ends,
        dayEndsAt: boundary.timeOfDay(at: ends),
        offersReserve: offersReserve(record, history, at: date))
    }
    guard history.streak.isTodayOpen else {
      return Timeline(entries: [entry(now, reminds: nil)], ends: ends)
    }
    let reminders = self.reminders(of: day, later: later)
    let due = reminders.first { $0.at > answered && $0.at <= now }
    let upcoming = reminders.filter { $0.at > now }.map { entry($0.at, reminds: $0.reason) }
    assert(upcoming.allSatisfy { $0.date < ends }, "a reminder comes within its day")
    return Timeline(entries: [entry(now, reminds: due?.reason)] + upcoming, ends: ends)
  }

  /// Whether it is the evening of the third studied day of all, and nobody has said how many days are in reserve.
  private func offersReserve(_ record: Record, _ history: History, at date: Instant) -> Bool {
    let streak = history.streak
    return streak.isTodayStudied && history.total == FreeDays.offeredOnDay
      && record.rest.freeFrom.isEmpty
      && date >= boundary.instant(of: .evening, on: streak.today)
  }

  /// The first instant from `instant` on that is outside the quiet hours.
  public func endOfQuiet(from instant: Instant) -> Instant {
    guard let quiet = settings.quiet else { return instant }
    // Minute by minute, because the clock may change in between.
    var end = instant
    while quiet.contains(boundary.timeOfDay(at: end)) {
      let local = end.seconds + Int64(zone.utcOffset(end))
      end = Instant(end.seconds + (floorDivided(local, by: 60) + 1) * 60 - local)
    }
    assert(end >= instant, "quiet hours end later")
    return end
  }

  /// When something comes that is due at an instant of a day: when the quiet hours end.
  ///
  /// What the user has asked for comes in quiet hours that end after the day, rather than never.
  public func comes(
    _ reason: NextNotification.Reason, dueAt instant: Instant, on day: Day
  ) -> Instant {
    let quietEnds = endOfQuiet(from: instant)
    return reason == .later && quietEnds >= boundary.end(of: day) ? instant : quietEnds
  }

  /// The reminders of a day, in their order; none comes before *Later*.
  public func reminders(of day: Day, later: Instant?) -> [NextNotification] {
    let hours = boundary.start(of: day)..<boundary.end(of: day)
    let audible = settings.remindAt.filter { $0.weekdays.contains(day.weekday) }
      .map { comes(.reminder, dueAt: boundary.instant(of: $0.time, on: day), on: day) }
    var instants = Set(audible.filter(hours.contains))
    var wanted: Instant?
    if let later, hours.contains(later) {
      let at = comes(.later, dueAt: later, on: day)
      instants = instants.filter { $0 > at }.union([at])
      wanted = at
    }
    assert(instants.allSatisfy(hours.contains), "a reminder comes within its day")
    return instants.sorted().map { NextNotification(at: $0, $0 == wanted ? .later : .reminder) }
  }
}

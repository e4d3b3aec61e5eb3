internal import HaruCore

/// The clock, the zone and the settings at one event; read once and passed down.
struct Moment {
  let now: Instant
  let provider: TimelineProvider
  let today: Day

  init(now: Instant, zone: Zone, settings: Settings) {
    self.now = now
    provider = TimelineProvider(settings: settings, zone: zone)
    today = provider.boundary.day(at: now)
  }

  var zone: Zone { provider.zone }
  var settings: Settings { provider.settings }
  var dayEnds: Instant { provider.boundary.end(of: today) }

  /// When *Later* reminds: after the minutes of the settings.
  ///
  /// Where those reach past the end of the day, it reminds half-way to it, so that *Later* never costs
  /// the day.
  var later: Instant {
    let wanted = now + Int64(settings.laterMinutes * 60)
    return wanted < dayEnds ? wanted : now + (dayEnds.seconds - now.seconds) / 2
  }

  /// When *Later* reminds that was chosen for an instant of today.
  func comes(later instant: Instant) -> Instant {
    provider.comes(.later, dueAt: instant, on: today)
  }

  /// What the clock shows when it reminds.
  func clock(ofLater instant: Instant) -> TimeOfDay {
    provider.boundary.timeOfDay(at: comes(later: instant))
  }

  /// When the quiet hours end; now outside them.
  var quietEnds: Instant { provider.endOfQuiet(from: now) }

  /// Whether nothing may appear unasked.
  var isQuiet: Bool { quietEnds > now }
}

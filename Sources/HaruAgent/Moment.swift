internal import HaruCore

/// The clock, the zone and the settings as one event finds them; read once and passed down.
struct Moment {
  let now: Instant
  let provider: TimelineProvider
  /// The day it is.
  let today: Day

  init(now: Instant, zone: Zone, settings: Settings) {
    self.now = now
    provider = TimelineProvider(settings: settings, zone: zone)
    today = provider.boundary.day(at: now)
  }

  var zone: Zone { provider.zone }
  var settings: Settings { provider.settings }
  var dayEnds: Instant { provider.boundary.end(of: today) }

  /// When *Later* reminds: after the user's minutes, or, where those would reach past the end of
  /// the day, half-way to it, so that asking for later never costs the day.
  var later: Instant {
    let wanted = now + Int64(settings.laterMinutes * 60)
    return wanted < dayEnds ? wanted : now + (dayEnds.seconds - now.seconds) / 2
  }

  /// When something may appear by itself: now, or when the quiet hours are over.
  var audible: Instant { provider.endOfQuiet(from: now) }
}

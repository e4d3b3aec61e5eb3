public import HaruCore

/// Instants relative to now, such as `today at 09:30`.
///
/// A time belongs to the date on which a clock shows it, also where the user's day begins later than midnight.
public struct MomentText: Sendable {
  private let today: Day
  private let boundary: DayBoundary

  /// Describes instants as seen from another one.
  public init(at now: Instant, in zone: Zone) {
    boundary = DayBoundary(startsAt: .midnight, zone: zone)
    today = boundary.day(at: now)
  }

  /// The time of an instant, without its day.
  func time(_ instant: Instant) -> String { DateText.time(boundary.timeOfDay(at: instant)) }

  /// The day and the time of an instant.
  public func at(_ instant: Instant) -> String {
    let day = boundary.day(at: instant)
    let time = DateText.time(boundary.timeOfDay(at: instant))
    switch day.days(since: today) {
    case 0: return text("today at {time}", ["time": time])
    case -1: return text("yesterday at {time}", ["time": time])
    case 1: return text("tomorrow at {time}", ["time": time])
    default:
      return text("on {date} at {time}", ["date": DateText.date(day), "time": time])
    }
  }
}

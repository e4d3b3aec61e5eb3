public import HaruCore

/// Instants relative to today, such as `today at 09:30`.
public struct MomentText: Sendable {
  let today: Day
  let boundary: DayBoundary

  /// Describes instants relative to a day.
  public init(today: Day, boundary: DayBoundary) {
    (self.today, self.boundary) = (today, boundary)
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

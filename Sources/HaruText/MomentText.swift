public import HaruCore

/// Instants as a person reads them today.
public struct MomentText: Sendable {
  let today: Day
  let boundary: DayBoundary

  /// Reads instants as of a day.
  public init(today: Day, boundary: DayBoundary) {
    (self.today, self.boundary) = (today, boundary)
  }

  /// An instant with its day, such as `today at 09:30`.
  public func at(_ instant: Instant) -> String {
    let day = boundary.day(at: instant)
    let time = boundary.timeOfDay(at: instant).description
    switch day.days(since: today) {
    case 0: return text("today at {time}", ["time": time])
    case -1: return text("yesterday at {time}", ["time": time])
    case 1: return text("tomorrow at {time}", ["time": time])
    default:
      return text("on {date} at {time}", ["date": DateText.date(day), "time": time])
    }
  }
}

public import HaruCore

/// The months by which a folder sorts entries: those of their instants, in UTC.
public enum LogMonth {
  /// The month of an instant, such as `2026-11`.
  public static func of(_ instant: Instant) -> String {
    String(DayBoundary.utc.day(at: instant).description.prefix(7))
  }

  /// The instants of a month, in seconds since 1970; none of what is no month.
  public static func instants(of month: String) -> Range<Int64> {
    guard let days = Day(month + "-01")?.month.days else { return 0..<0 }
    let (start, end) = (
      DayBoundary.utc.start(of: days.lowerBound), DayBoundary.utc.end(of: days.upperBound)
    )
    return start.seconds..<end.seconds
  }
}

extension DayBoundary {
  static let utc = DayBoundary(startsAt: .midnight, zone: Zone(name: "UTC") { _ in 0 })
}

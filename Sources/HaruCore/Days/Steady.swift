/// How many of the last thirty days that count were studied (docs/behaviours.md#steady).
///
/// A missed day costs one of thirty, where it costs the whole of a streak.
public struct Steady: Hashable, Sendable {
  /// The most days that it looks at.
  public static let most = 30

  /// Those that were studied.
  public let studied: Int
  /// The days that count, 0 to 30; fewer in the first weeks.
  public let counted: Int

  /// Names a number of days.
  public init(studied: Int, of counted: Int) {
    assert(0 <= studied && studied <= counted && counted <= Steady.most, "of thirty days at most")
    (self.studied, self.counted) = (studied, counted)
  }

  /// Counts back from a day to the beginning of the record (docs/behaviours.md#days-that-count).
  init(of record: Record, today: Day) {
    var marks = record.days.drop { $0 > today }
    var (studied, counted) = (0, 0)
    var next: Day? = today
    while counted < Steady.most, let day = next, day >= record.begin ?? .latest {
      next = day.advanced(by: -1)
      if marks.first == day {
        marks = marks.drop { $0 == day }
        (studied, counted) = (studied + 1, counted + 1)
      } else if day != today, !record.rest.contains(day) {
        counted += 1
      }
    }
    self.init(studied: studied, of: counted)
  }

  /// Whether it says more than a streak of that length: days before a break are among its own.
  public func saysMore(thanStreak length: Int) -> Bool { studied > length }
}

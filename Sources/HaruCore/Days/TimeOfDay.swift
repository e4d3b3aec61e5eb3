/// A local time in hours and minutes, such as `20:00`.
public struct TimeOfDay: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// Minutes after midnight, 0 to 1439.
  public let minutes: Int

  /// The time 00:00.
  public static let midnight = TimeOfDay(minutes: 0)
  /// The time 18:00, when the evening begins.
  static let evening = TimeOfDay(minutes: 18 * 60)

  private init(minutes: Int) {
    assert((0..<1440).contains(minutes), "a time lies in a day")
    self.minutes = minutes
  }

  /// Makes a time from hour and minute; `nil` outside a day.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  /// Reads `HH:MM` or `H:MM`, exactly; `nil` for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.joined().allSatisfy(\.isASCIIDigit),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// Whether one time comes before another, counted from midnight.
  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.minutes < b.minutes }

  /// The time as `HH:MM`.
  public var description: String {
    padded(minutes / 60, to: 2) + ":" + padded(minutes % 60, to: 2)
  }
}

extension Character {
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// A span of the day, over midnight if its end is earlier than its begin.
public struct QuietHours: Hashable, Sendable, LosslessStringConvertible {
  /// When it begins.
  public let begin: TimeOfDay
  /// When it ends.
  public let end: TimeOfDay

  /// Reads `HH:MM-HH:MM`, two different times; `nil` for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let begin = TimeOfDay(String(parts[0])),
      let end = TimeOfDay(String(parts[1])), begin != end
    else { return nil }
    (self.begin, self.end) = (begin, end)
  }

  /// The span as `HH:MM-HH:MM`.
  public var description: String { "\(begin)-\(end)" }

  /// Whether a time is within it; its end is not.
  public func contains(_ time: TimeOfDay) -> Bool {
    begin < end ? (begin..<end).contains(time) : time >= begin || time < end
  }
}

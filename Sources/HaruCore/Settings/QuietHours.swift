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

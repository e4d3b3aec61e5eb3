/// A day of the week, with the numbers of ISO 8601.
public enum Weekday: Int, CaseIterable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The position of this day in a week that begins with `first`, 0 to 6.
  public func position(inWeekBeginning first: Weekday) -> Int {
    (rawValue - first.rawValue + 7) % 7
  }

  /// The seven days of a week that begins with `first`.
  public static func week(beginning first: Weekday) -> [Weekday] {
    allCases.sorted {
      $0.position(inWeekBeginning: first) < $1.position(inWeekBeginning: first)
    }
  }
}

extension Weekday: LosslessStringConvertible {
  /// Reads an English name in lower case, as in the settings; `nil` for anything else.
  public init?(_ description: String) {
    guard let found = Weekday.allCases.first(where: { $0.description == description })
    else { return nil }
    self = found
  }

  /// The English name in lower case.
  public var description: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }
}

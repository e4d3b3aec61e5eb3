internal import HaruCore

/// A habit of Loop Habit Tracker, in its database or its CSV.
struct LoopHabit {
  static let origin = "Loop Habit Tracker"

  let name: String
  /// The key of its rows.
  let key: String
  /// Its identity in every file.
  let id: String
  let goal: Goal

  /// The condition under which a day counts.
  enum Goal {
    case done
    case atLeast(Double)
    case atMost(Double)
  }

  /// The meaning of the number of a day; `nil` for an unknown one.
  func state(_ value: Int64) -> DayState? {
    let skipped: Int64 = 3
    if value == skipped { return .rest }
    switch goal {
    case .done:
      // 1 is a day that Loop counts by itself, because enough days around it are done.
      let (unknown, done): (Int64, Int64) = (-1, 2)
      guard (unknown...done).contains(value) else { return nil }
      return value == done ? .studied : .nothing
    case .atLeast(let target):
      return value > 0 && Double(value) / 1000 >= target ? .studied : .nothing
    case .atMost(let target):
      return value >= 0 && Double(value) / 1000 <= target ? .studied : .nothing
    }
  }

  /// The number that a cell of an export says: a number, a word, or `Entry(…, value=2, …)`.
  static func value(_ cell: String) -> Int64? {
    if let value = words[cell] ?? Int64(cell) { return value }
    guard isEntry(cell), let start = cell.firstPlace(of: "value=")?.upperBound else { return nil }
    return Int64(cell[start...].prefix { $0 == "-" || $0.isNumber })
  }

  /// Whether only Loop writes such a cell.
  static func isOwn(_ cell: String) -> Bool {
    words[cell] != nil && cell.contains("_") || isEntry(cell)
  }

  /// Whether Loop writes such a cell in place of a number.
  static func isWord(_ cell: String) -> Bool { words[cell] != nil }

  private static func isEntry(_ cell: String) -> Bool { cell.hasPrefix("Entry(") }

  private static let words: [String: Int64] = [
    "UNKNOWN": -1, "NO": 0, "YES_AUTO": 1, "YES_MANUAL": 2, "SKIP": 3,
  ]
}

internal import HaruCore

/// A habit as Loop Habit Tracker has it, in its database and in its CSV alike.
struct LoopHabit {
  static let origin = "Loop Habit Tracker"

  let name: String
  /// What its rows are found by.
  let key: String
  /// What tells it from other habits, wherever it is read.
  let id: String
  let goal: Goal

  /// What makes a day count.
  enum Goal {
    case done
    case atLeast(Double)
    case atMost(Double)
  }

  /// What a number that is kept for a day says; `nil` for one that has no meaning.
  func said(_ value: Int64) -> Said? {
    let skipped: Int64 = 3
    if value == skipped { return .rest }
    switch goal {
    case .done:
      // 1 is a day that the program counts by itself, because enough of its neighbours are done.
      let (unknown, done): (Int64, Int64) = (-1, 2)
      guard (unknown...done).contains(value) else { return nil }
      return value == done ? .studied : .nothing
    case .atLeast(let target):
      return value > 0 && Double(value) / 1000 >= target ? .studied : .nothing
    case .atMost(let target):
      return value >= 0 && Double(value) / 1000 <= target ? .studied : .nothing
    }
  }

  /// The numbers that newer exports write as words.
  static let words: [String: Int64] = [
    "UNKNOWN": -1, "NO": 0, "YES_AUTO": 1, "YES_MANUAL": 2, "SKIP": 3,
  ]
}

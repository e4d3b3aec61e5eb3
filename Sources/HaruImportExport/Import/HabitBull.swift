internal import HaruCore

/// The CSV of HabitBull, with a row for each habit and day (docs/formats.md#habitbull).
enum HabitBull: HabitTable {
  static let name = "habitbull"
  static let origin = "HabitBull"
  static let columns = (
    habit: "HabitName", date: "CalendarDate", value: "Value", notes: ["CommentText"]
  )

  /// The meaning of a quantity: 1 and more is done; a day without one has a negative number.
  static func state(_ value: String) -> DayState? {
    Double(value).map { $0 > 0 ? .studied : .nothing }
  }
}

internal import HaruCore

/// The CSV of Streaks for iOS, with a row for each task and day (docs/formats.md#streaks).
enum Streaks: HabitTable {
  static let name = "streaks"
  static let origin = "Streaks"
  static let columns = (
    habit: "title", date: "entry_date", value: "entry_type", notes: ["notes"]
  )

  static func habits(in cell: String) -> [String] { cell.isEmpty ? [] : [cell] }

  /// The meaning of a type such as `completed_manually` or `missed_auto`.
  static func state(_ type: String) -> DayState? {
    let meanings: [(String, DayState)] = [
      ("completed", .studied), ("skipped", .rest), ("missed", .nothing), ("partial", .nothing),
    ]
    return meanings.first { type.hasPrefix($0.0) }?.1
  }
}

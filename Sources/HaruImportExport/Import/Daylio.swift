internal import HaruCore

/// The CSV of Daylio, with a row for each entry of the diary; its activities are the habits
/// (docs/formats.md#daylio).
enum Daylio: HabitTable {
  static let name = "daylio"
  static let origin = "Daylio"
  static let columns = (
    habit: "activities", date: "full_date", value: "mood", notes: ["note_title", "note"]
  )

  static func habits(in cell: String) -> [String] {
    cell.split(separator: "|").map(trimmed).filter { !$0.isEmpty }
  }

  /// An activity has no value: where it is named, it was done, in whatever mood.
  static func state(_ mood: String) -> DayState? { .studied }

  static func note(_ written: String) -> String {
    written.parts(between: "<br>").joined(separator: "\n")
  }
}

public import HaruCore

/// What a store can be written as.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Everything; the only one that loses nothing.
  case json
  /// A line a day.
  case csv
  /// An all-day event for each studied day.
  case ics

  /// Writes the contents of a store as one text.
  ///
  /// - Parameters:
  ///   - contents: What it knows.
  ///   - today: The day it is.
  ///   - summary: What an event in a calendar is called.
  /// - Returns: The text, with its last line ended.
  /// - Throws: What the encoder throws, for a number that JSON has no word for.
  public func text(of contents: Contents, today: Day, summary: String) throws -> String {
    switch self {
    case .json: try StoreJSON(contents).encoded()
    case .csv: DayTable(contents, today: today).text
    case .ics: CalendarFile(contents, summary: summary).text
    }
  }
}

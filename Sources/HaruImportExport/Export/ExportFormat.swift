public import HaruCore

/// A format of exports.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// Everything; the only format that loses nothing.
  case json
  /// A line for each day.
  case csv
  /// An all-day event for each studied day.
  case ics

  /// Writes the contents of a store as one text.
  ///
  /// - Parameters:
  ///   - contents: The contents.
  ///   - today: Today.
  ///   - summary: The title of an event in a calendar.
  /// - Returns: The text, with a line end at its end.
  /// - Throws: An error of the encoder, for a number that JSON cannot express.
  public func text(of contents: Contents, today: Day, summary: String) throws -> String {
    switch self {
    case .json: try StoreJSON(contents).encoded()
    case .csv: DayTable(contents, today: today).text
    case .ics: CalendarFile(contents, summary: summary).text
    }
  }
}

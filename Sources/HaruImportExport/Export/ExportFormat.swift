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
  ///   - record: The days by the settings, with those that were in reserve.
  ///   - today: Today.
  ///   - summary: The title of an event in a calendar.
  /// - Returns: The text, with a line end at its end.
  public func text(
    of contents: Contents, _ record: Record, today: Day, summary: String
  ) -> String {
    switch self {
    case .json: StoreJSON.document(of: contents).lines
    case .csv: DayTable(contents, record, today: today).text
    case .ics: CalendarFile(contents, summary: summary).text
    }
  }
}

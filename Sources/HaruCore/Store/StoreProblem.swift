/// What a check of a store finds.
public enum StoreProblem: Hashable, Sendable {
  /// A problem of the file, in SQLite's words.
  case file(String)
  /// A row with values outside their bounds, and its table.
  case row(Int64, table: String)
  /// A day on which the log and the tables disagree.
  case disagreement(Day)
}

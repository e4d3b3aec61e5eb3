/// The reason why a file was not imported; nothing was changed.
public enum ImportError: Error, Hashable, Sendable {
  /// The file is missing or cannot be read; with the system's reason.
  case unreadable(String)
  /// It is neither a file nor a folder, but a device or a pipe.
  case notAFile
  /// It is larger than this many megabytes.
  case tooLarge(megabytes: Int)
  /// It changed while it was read.
  case changing
  /// It is damaged, or encrypted.
  case damaged
  /// A line is not UTF-8.
  case notUTF8(line: Int)
  /// A quotation mark on a line is never closed.
  case openQuote(line: Int)
  /// Its format is unknown.
  case unknownFormat
  /// It is not in the format that the user named.
  case otherFormat
  /// It is a Core Data store without studied days.
  case noDays
  /// A newer version of its program wrote it, with this schema.
  case newer(Int)
  /// It has several habits with these names, and the user named none.
  case severalHabits([String])
  /// Several of its columns may say whether a day was studied; their names.
  case severalColumns([String])
  /// It has no column of the given name, but these.
  case noSuchColumn(String, of: [String])
  /// It has a habit of Habitica with this name, whose rows do not say whether they are a plus or a minus.
  case plusOrMinus(String)
  /// It has no habit of the given name, but these.
  case noSuchHabit(String, of: [String])
  /// Several of its habits have the given name; these names tell them apart.
  case sameName(String, of: [String])
  /// It is a folder or an archive with several files that can be imported; their names.
  case severalFiles([String])
  /// It is a database without days, whose log is missing.
  case missingLog
  /// It has the scores that Loop computes, and no days.
  case scores
  /// The names of habits in its header hold separators, so that their columns cannot be told.
  case shiftedColumns
  /// It has quantities of Loop, whose target is in another file of the same export.
  case noTarget
  /// Its instants could be midnights on both sides of the date line.
  case ambiguousZone
  /// A copy could not be written; with the system's reason.
  case noRoom(String)
}

/// Why a file of another program was not read; nothing was changed.
public enum ImportError: Error, Hashable, Sendable {
  /// There is no such file, or it may not be read; the system's reason in its words.
  case unreadable(String)
  /// It is neither a file nor a folder, but a device or a pipe.
  case notAFile
  /// It is larger than this many megabytes.
  case tooLarge(megabytes: Int)
  /// It was written while it was read.
  case changing
  /// It is damaged, or encrypted.
  case damaged
  /// A line of it is not UTF-8.
  case notUTF8(line: Int)
  /// A quotation mark that opens on a line is never closed.
  case openQuote(line: Int)
  /// It is in none of the formats there are.
  case unknownFormat
  /// It is not in the format that was asked for.
  case otherFormat
  /// It is a Core Data store of something else than studied days.
  case noDays
  /// It was written by a newer version of its program, with this schema.
  case newer(Int)
  /// It holds several habits, by these names, and none was asked for.
  case severalHabits([String])
  /// It has no habit of the name asked for, but these.
  case noSuchHabit(String, of: [String])
  /// Two of its habits have the name asked for.
  case sameName(String)
  /// Its instants are the midnights of places on both sides of the date line.
  case ambiguousZone
  /// There is no room for a copy of it; the system's reason in its words.
  case noRoom(String)
}

/// Something in a folder that is not as Haru leaves it; the rest is read nevertheless.
///
/// Names are as they were found. Who shows one cleans it.
public enum SyncProblem: Error, Hashable, Sendable {
  /// So many names are not UTF-8, and can therefore not be shown.
  case notUTF8(Int)
  /// So many more are there than are read.
  case tooMany(Int)
  /// Something of this name is no regular file (or directory), such as a link or a pipe. It was not opened.
  case refused(String)
  /// A file in the inbox has the name of a day that is in no calendar.
  case notADay(String)
  /// A file in the inbox has the name of a day long before the first studied one.
  case tooOld(String)
  /// The file of this name is larger than is read.
  case tooLarge(String)
  /// The file of this name holds something else than it was written with: it is still being carried, or
  /// damaged.
  case damaged(String)
  /// The system refused to read the file of this name, with this error number.
  case system(String, Int32)
}

/// What was found in a folder.
public struct SyncListing<Item: Hashable & Sendable>: Hashable, Sendable {
  /// What is to be read, sorted by name.
  public let items: [Item]
  /// What is not.
  public let problems: [SyncProblem]

  /// Makes a listing.
  public init(items: [Item], problems: [SyncProblem] = []) {
    (self.items, self.problems) = (items, problems)
  }
}

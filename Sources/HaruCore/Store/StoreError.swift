/// Why the store failed, or was not backed up, restored or moved.
///
/// Nothing was changed, unless the case says otherwise. A case without a path is about the store itself.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process held the lock for longer than the time limit.
  case busy
  /// The disk is full.
  case full
  /// The file can be read but not written.
  case readOnly
  /// The file system has no locks.
  case noLocks
  /// A process was interrupted while it changed the file, and what it wrote cannot be taken back here, for
  /// want of the permission to write.
  case interrupted
  /// There is no file.
  case missing
  /// There is no file, or an empty one, but there are backups of it.
  case deleted
  /// The settings name no path that a store can have.
  case unknownPlace
  /// The file is damaged.
  case corrupt
  /// Rows hold invalid values, or the log and the tables disagree.
  case damagedRows
  /// The file is not a store of Haru.
  case notAStore
  /// At this path is a directory, a pipe, a socket or a device, and not a file.
  case notAFile(String)
  /// A newer version of Haru wrote the file, with this schema.
  case newerSchema(Int)
  /// A version of Haru before 0.4 wrote the file, which is not read any more.
  case olderVersion
  /// Another file has taken the place of the store since it was opened: it has to be opened again.
  case moved
  /// The store is missing at this path, where it was before, or whose directory is missing: its disk is
  /// not connected. The second path is that of the link, if one leads there.
  case absent(String, link: String?)
  /// The day is after today.
  case future(Day)
  /// The day is long before the first studied one, or before today if there is none.
  case longAgo(Day, before: Day?)
  /// A constraint of the tables failed, for this day if it is known.
  case refused(Day?)
  /// The text for a day is too long, or contains a zero.
  case refusedText(Day)
  /// The imported data is inconsistent.
  case contradiction
  /// Another failure; with the system's reason.
  case unavailable(String)
  /// The file at this path is missing.
  case noSuchFile(String)
  /// The directory at this path is missing.
  case noSuchDirectory(String)
  /// The path is taken by another file, which is left alone.
  case occupied(String)
  /// The file at this path is the store itself.
  case isStore(String)
  /// The path is reserved for the store or for unfinished files.
  case reserved(String)
  /// No symbolic link can take the place of the file at this path, so that a move would leave no way from
  /// there.
  case noLinks(String)
  /// Another process is doing the same, with the file at this path.
  case inProgress(String)
  /// Another file than the store has failed, at this path: a backup, or the directory of a copy.
  indirect case other(String, StoreError)

  /// Whether a backup can take the place of the store.
  public var asksForBackup: Bool { [.deleted, .corrupt, .notAStore].contains(self) }
}

/// What a check of a store finds.
public enum StoreProblem: Hashable, Sendable {
  /// A problem of the file, in SQLite's words.
  case file(String)
  /// A view or an index that is missing, or another than that of its name.
  case part(String)
  /// A row with values outside their bounds, or a wrong note whether it counts, and its table.
  case row(Int64, table: String)
}

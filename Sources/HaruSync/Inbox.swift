internal import Glibc
public import HaruCore
internal import HaruSystem

/// A file in the inbox that asks for a day by its name, `2026-11-21` or `today`.
///
/// Any phone can make one. What is in it does not matter, and is not read.
public struct InboxFile: Hashable, Sendable {
  /// Its name, without a directory.
  public let name: String
  /// The day that it names; `nil` if it asks for that on which it was made.
  public let day: Day?
  /// When it was written last, in seconds since 1970.
  public let seconds: Int64
  /// A text that is another one once the file was changed.
  public let stamp: String
}

extension SyncFolder {
  /// What waits in the inbox.
  ///
  /// - Returns: The files; none if there is no inbox.
  /// - Throws: `SyncError` if it cannot be read, or is a link.
  public func inbox() throws(SyncError) -> SyncListing<InboxFile> {
    try use(Self.inboxName, orMissing: SyncListing(items: [])) { (folder) throws(SystemError) in
      let inbox = try folder.directory(Self.inboxName)
      return try SyncListing(of: inbox, names: InboxNames.looksLikeDay) { name, status in
        guard status.isRegular else { return .failure(.refused(name)) }
        let day = InboxNames.day(name)
        guard day != nil || InboxNames.isToday(name) else { return .failure(.notADay(name)) }
        let seconds = Int64(status.st_mtim.tv_sec)
        return .success(InboxFile(name: name, day: day, seconds: seconds, stamp: status.stamp))
      }
    }
  }

  /// Whether files may be taken out of the inbox: one that stays asks for its day again and again.
  public var mayTakeFromInbox: Bool { access(path + "/" + Self.inboxName, W_OK | X_OK) == 0 }

  /// Makes the inbox, unless it is there.
  ///
  /// - Throws: `SyncError` if it cannot be made, or something else has its name.
  public func makeInbox() throws(SyncError) {
    try use(Self.inboxName, writing: true) { (folder) throws(SystemError) in
      try folder.makeDirectory(Self.inboxName)
      _ = try folder.directory(Self.inboxName)
    }
  }

  /// Takes a file out of the inbox.
  ///
  /// - Returns: Whether it was still as it was found. If not, it stays.
  /// - Throws: `SyncError` if it cannot be removed.
  public func removeFromInbox(_ file: InboxFile) throws(SyncError) -> Bool {
    try use(Self.inboxName, writing: true, orMissing: false) { (folder) throws(SystemError) in
      let inbox = try folder.directory(Self.inboxName)
      guard try inbox.status(of: file.name).stamp == file.stamp else { return false }
      try inbox.removeFile(file.name)
      return true
    }
  }
}

/// The names of files in the inbox: a day or `today`, in any case, with or without an ending.
enum InboxNames {
  /// The day that a file names; `nil` if none.
  static func day(_ name: String) -> Day? { word(of: name).flatMap { Day($0) } }

  /// Whether a file asks for the day on which it was made.
  static func isToday(_ name: String) -> Bool { word(of: name) == today }

  /// Whether a name in an inbox looks like a day, even if the calendar has no such date.
  static func looksLikeDay(_ name: String) -> Bool {
    guard let word = word(of: name) else { return false }
    return word == today
      || word.utf8.count == 10
        && word.utf8.enumerated().allSatisfy { place, letter in
          [4, 7].contains(place) ? letter == UInt8(ascii: "-") : letter.isDigit
        }
  }

  /// A name in an inbox in small letters and without its ending; `nil` if it has a wrong one.
  private static func word(of name: String) -> String? {
    let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let word = parts.first, parts.count == 1 || ["txt", "md"].contains(parts[1]),
      parts.count <= 2
    else { return nil }
    return String(word)
  }

  private static let today = "today"
}

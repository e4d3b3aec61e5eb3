internal import Glibc
public import HaruCore
internal import HaruSystem

/// A folder of iCalendar files with one item each, a *vdir*, as vdirsyncer and others use it
/// (docs/tasks.md#the-list).
///
/// Only names that the caller gives are read and written.
public struct TaskFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Names a folder, which may be missing.
  public init(_ path: String) {
    self.path = path
  }

  /// How long another process of Haru is waited for.
  private static let busyMilliseconds = 5000
  /// The size of the largest file that is read; an item of Haru's is much smaller.
  static let mostBytes = 256 * 1024

  /// Waits while another process of Haru works in the folder, and keeps others waiting.
  ///
  /// - Returns: The open folder, with which the lock goes.
  /// - Throws: `SyncError`, `.busy` if the other one does not end.
  func lock() throws(SyncError) -> OpenFile {
    let folder = try folder.use(path, writing: true) { (folder) throws(SystemError) in
      try folder.lock(withinMilliseconds: Self.busyMilliseconds) ? folder : nil
    }
    guard let folder else { throw .busy }
    return folder
  }

  /// The names that satisfy a condition, in order.
  ///
  /// - Throws: `SyncError` if the folder cannot be read.
  public func names(where isWanted: (String) -> Bool) throws(SyncError) -> [String] {
    try folder.use(path) { (folder) throws(SystemError) in
      try SyncListing<String>(of: folder, names: isWanted) { name, _ in .success(name) }.items
    }
  }

  /// Reads a file.
  ///
  /// - Returns: The file; `nil` if there is none.
  /// - Throws: `SyncError`, `.refused` for what is no file of text.
  public func file(_ name: String) throws(SyncError) -> TaskFile? {
    try folder.use(name, orMissing: .some(nil)) { (folder) throws(SystemError) in
      let (file, status) = try folder.regularFile(name)
      guard status.st_size <= Self.mostBytes,
        let text = String(validating: try file.bytes(Int(status.st_size)), as: UTF8.self)
      else { throw SystemError.notAFile }
      return TaskFile(name: name, text: text, stamp: status.stamp)
    }
  }

  /// Writes a file durably, whole or not at all.
  ///
  /// - Parameters:
  ///   - text: What it is to hold.
  ///   - name: Its name.
  ///   - former: The file as it was read; `nil` if there was none.
  /// - Returns: Whether it was written. If another program has changed it since, it is left as it is.
  /// - Throws: `SyncError`. Unless it is that the names could not be synced, nothing is changed.
  public func write(
    _ text: String, to name: String, replacing former: TaskFile?
  ) throws(SyncError) -> Bool {
    try folder.use(name, writing: true) { (folder) throws(SystemError) in
      // Nobody else writes this name: who writes has the lock.
      let isWritten = try folder.write(Array(text.utf8), to: name, as: ".\(name).tmp") {
        () throws(SystemError) in try folder.isUnchanged(name, former)
      }
      if isWritten { try folder.syncNames() }
      return isWritten
    }
  }

  /// Removes a file.
  ///
  /// - Returns: Whether it was removed. If another program has changed it since, it stays.
  /// - Throws: `SyncError`.
  public func remove(_ file: TaskFile) throws(SyncError) -> Bool {
    try folder.use(file.name, writing: true) { (folder) throws(SystemError) in
      guard try folder.isUnchanged(file.name, file) else { return false }
      try folder.removeFile(file.name)
      try folder.syncNames()
      return true
    }
  }

  private var folder: SyncFolder { SyncFolder(path) }
}

/// A file of a task list, as it was read.
public struct TaskFile: Hashable, Sendable {
  /// Its name, without a directory.
  public let name: String
  /// What it holds.
  public let text: String
  /// A text that is another one once the file was changed.
  let stamp: String
}

extension OpenFile {
  /// Whether a name in this directory is as it was read; `nil` stands for none.
  fileprivate func isUnchanged(_ name: String, _ former: TaskFile?) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try status(of: name).stamp == former?.stamp
    } catch  where error.number == ENOENT {
      return former == nil
    }
  }
}

/// The items in a folder, by their days.
extension TaskFolder {
  /// How often an item is looked at that another program changes meanwhile; its change leads to a next
  /// round.
  static let tries = 3

  /// The days that have a file.
  public func days() throws(SyncError) -> [Day] {
    try names { TaskItem.day(ofFile: $0) != nil }.compactMap(TaskItem.day(ofFile:))
  }

  /// The file of a day, and what it says; `nil` if there is none.
  ///
  /// - Throws: `SyncError.refused` for a file of this name that is none of Haru's.
  func item(of day: Day) throws(SyncError) -> (file: TaskFile, item: TaskItem)? {
    let name = TaskItem.name(of: day)
    guard let file = try file(name) else { return nil }
    guard let item = TaskItem(file.text, of: day) else { throw .refused(name) }
    return (file, item)
  }

  /// The names of copies of items that what carries the folder has made, because two machines had changed one.
  func copies() throws(SyncError) -> [String] {
    var copies: [String] = []
    for name in try names(where: { TaskItem.day(ofCopy: $0) != nil }) {
      guard let day = TaskItem.day(ofCopy: name), let text = try? file(name)?.text else { continue }
      if TaskItem(text, of: day) != nil { copies.append(name) }
    }
    return copies
  }

  /// Removes the items of some days, also if one of them has to stay.
  ///
  /// - Returns: Why that one stays; `nil` if none does.
  public func removeItems(of days: some Collection<Day>) -> SyncError? {
    var problem: SyncError?
    for day in days.sorted() {
      do throws(SyncError) {
        for _ in 0..<Self.tries {
          guard let found = try item(of: day), try !remove(found.file) else { break }
        }
      } catch {
        problem = problem ?? error
      }
    }
    return problem
  }
}

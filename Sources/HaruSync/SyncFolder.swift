internal import Glibc
internal import HaruCore
public import HaruLog
internal import HaruSystem

/// A folder that Syncthing, Nextcloud, git or rclone carries between the machines of one person
/// (docs/sync.md#the-folder).
///
/// It holds small files of entries that never change, and a directory for what a phone asks.
public struct SyncFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Names a folder, which may be missing.
  public init(_ path: String) {
    self.path = path
  }

  /// How much of one file is read.
  public static let mostBytes = 64 * 1024 * 1024
  /// How many files are read.
  static let mostFiles = 65_536
  /// The directory of the files.
  public static let logName = "Log"
  /// The directory in which people and their phones put names of days.
  public static let inboxName = "inbox"

  /// The directories to watch for changes, the folder itself among them.
  public func directories() -> [String] {
    [path] + [Self.logName, Self.inboxName].map { path + "/" + $0 }
  }

  /// Opens the folder, which is never made: one that is gone may be on a disk that is not there now.
  private func open() throws(SyncError) -> OpenFile {
    do throws(SystemError) {
      return try OpenFile(directory: path)
    } catch {
      throw SyncError(opening: error)
    }
  }

  /// Reads or writes something in the folder.
  ///
  /// - Parameters:
  ///   - name: The name that is read or written.
  ///   - isWriting: Whether it is written.
  ///   - missing: What a missing name stands for; `nil` if that is an error.
  ///   - body: Reads or writes it.
  /// - Returns: What the body returns.
  /// - Throws: `SyncError`, also for what the body throws.
  func use<Result>(
    _ name: String, writing isWriting: Bool = false, orMissing missing: Result? = nil,
    _ body: (OpenFile) throws(SystemError) -> Result
  ) throws(SyncError) -> Result {
    let folder = try open()
    do throws(SystemError) {
      return try body(folder)
    } catch {
      if error.number == ENOENT, let missing { return missing }
      throw isWriting ? SyncError(writing: name, error) : SyncError(reading: name, error)
    }
  }

  /// Tries whether something can be written there, and leaves nothing.
  public func tryWriting() throws(SyncError) {
    try use("", writing: true) { (folder) throws(SystemError) in try folder.tryWriting() }
  }

  /// The files of entries.
  ///
  /// - Returns: The files; none if nothing was written yet.
  /// - Throws: `SyncError` if they cannot be listed.
  public func files() throws(SyncError) -> SyncListing<LogFile> {
    try use(Self.logName, orMissing: SyncListing(items: [])) { (folder) throws(SystemError) in
      try SyncListing(
        of: folder.directory(Self.logName), atMost: Self.mostFiles,
        names: { LogFile($0) != nil }
      ) { name, status in
        guard status.isRegular, let file = LogFile(name) else { return .failure(.refused(name)) }
        return .success(file)
      }
    }
  }

  /// Reads a file whose content is what its name says.
  ///
  /// - Returns: Its bytes, or why they are not read.
  public func read(_ file: LogFile) -> Result<[UInt8], SyncProblem> {
    do throws(SystemError) {
      let directory = try OpenFile(directory: path).directory(Self.logName)
      let (open, status) = try directory.regularFile(file.name)
      guard status.st_size <= Self.mostBytes else {
        return .failure(.tooLarge(file.name))
      }
      let bytes = try open.bytes(Int(status.st_size))
      guard file.holds(bytes) else { return .failure(.damaged(file.name)) }
      return .success(bytes)
    } catch {
      return .failure(
        error.tellsOfAnotherType ? .refused(file.name) : .system(file.name, error.number))
    }
  }

  /// A text that is another one once a file was changed; `nil` if it cannot be told.
  func stamp(of file: LogFile) -> String? {
    try? OpenFile(directory: path).directory(Self.logName).status(of: file.name).stamp
  }

  /// Writes lines durably into a file of their own.
  ///
  /// - Parameters:
  ///   - lines: The lines, without their ends.
  ///   - month: The month of their instants.
  /// - Returns: The file.
  /// - Throws: `SyncError`. Unless it is that the names could not be synced, nothing is changed.
  public func write(_ lines: [[UInt8]], of month: String) throws(SyncError) -> LogFile {
    let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    let file = LogFile(of: bytes, in: month)
    try use(Self.logName, writing: true) { (folder) throws(SystemError) in
      try folder.makeDirectory(Self.logName)
      let directory = try folder.directory(Self.logName)
      try directory.removeParts()
      try directory.write(bytes, to: file.name)
      try directory.syncNames()
      try folder.syncNames()
    }
    return file
  }

  /// Removes a file of which all entries are in another one.
  ///
  /// - Throws: `SyncError` if it cannot be removed.
  public func remove(_ file: LogFile) throws(SyncError) {
    try use(Self.logName, writing: true, orMissing: ()) { (folder) throws(SystemError) in
      try folder.directory(Self.logName).removeFile(file.name)
    }
  }
}

extension OpenFile {
  /// Removes what processes that were killed have left of files.
  fileprivate func removeParts() throws(SystemError) {
    var parts: [String] = []
    try forEachName {
      if let name = $0, name.first == ".", name.hasSuffix(".tmp") { parts.append(name) }
    }
    for name in parts {
      guard let number = name.dropLast(4).split(separator: ".").last.flatMap({ pid_t($0) }),
        number > 0, kill(number, 0) != 0, errno == ESRCH
      else { continue }
      try? removeFile(name)
    }
  }
}

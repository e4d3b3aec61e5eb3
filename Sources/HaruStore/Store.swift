internal import Glibc
public import HaruCore
internal import HaruFiles

/// The one door to the SQLite file.
///
/// Each method that writes is one durable transaction which keeps marks and journal in step.
/// Several processes may have the file open.
public final class Store {
  /// What a store is opened for.
  public enum Purpose: Sendable {
    /// To write; a missing file is made.
    case writing
    /// To read; nothing is made or changed.
    case reading
  }

  /// Where the file lies within the user's data directory.
  public static let fileName = "haru/haru.sqlite"
  /// What the file is called.
  static let baseName = "haru.sqlite"

  /// Where the file is; not where it was looked for, if it has been moved.
  public let path: String
  /// Where it is unless the settings say otherwise; `nil` for one that is not the user's own.
  let usual: String?
  let database: Database
  private let version: Int64
  /// What the path led to when it was opened.
  private let identity: FileIdentity?
  /// Whether it is read under locks, and so sees what others write.
  private let isLocked: Bool

  /// Opens the store at a path.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - usual: Where it is unless the settings say otherwise, so that a store on a disk that is not
  ///     connected is not begun anew; a file that is not the user's own store has no such place.
  ///   - purpose: What it is opened for.
  ///   - busyMilliseconds: How long each step waits while another process writes.
  /// - Throws: `StoreError`, with the file left as it was.
  public init(
    path: String, usual: String? = nil, for purpose: Purpose, busyMilliseconds: Int32 = 5000
  ) throws(StoreError) {
    let place = try ForwardingAddress.place(of: path)
    (self.path, self.usual) = (place, usual)
    do throws(StoreError) {
      if let usual { try Store.requireReach(place, usual: usual) }
      guard place == path || access(place, F_OK) == 0 else { throw .moved(to: place) }
      switch purpose {
      case .writing:
        try Store.makeFile(place)
        // SQLite opens what may not be written all the same, and leaves its lock files behind.
        guard access(place, R_OK) == 0 else { throw .system(errno) }
        guard access(place, W_OK) == 0 else { throw .readOnly }
        identity = FileIdentity(place)
        database = try Database(path: place, access: .locked, busyMilliseconds: busyMilliseconds)
        try Schema.prepare(database)
        try database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        (version, isLocked) = (Schema.version, true)
      case .reading:
        guard access(place, F_OK) == 0 else {
          throw [ENOENT, ENOTDIR].contains(errno) ? .missing : .system(errno)
        }
        identity = FileIdentity(place)
        (database, version, isLocked) = try Store.openForReading(place, busyMilliseconds)
      }
      // What was read may be the file without its log.
      guard !hasMoved else { throw .moved(to: place) }
    } catch {
      // It may have gone while we came.
      let present = try ForwardingAddress.place(of: place)
      throw present == place ? error : .moved(to: present)
    }
  }

  /// Where the store is that was put at a path.
  ///
  /// - Throws: `StoreError` if an address on the way cannot be read.
  public static func place(of path: String) throws(StoreError) -> String {
    try ForwardingAddress.place(of: path)
  }

  /// Whether it has tables for rest days, notes and imports; an older one that is only read may not.
  var hasRest: Bool { version >= 2 }
  /// The same for watches.
  var hasWatches: Bool { version >= 3 }

  // MARK: Reading

  /// What is wrong with the file, in SQLite's words and ours; empty if nothing is.
  public func problems() throws(StoreError) -> [String] {
    var problems: [String] = []
    let check = try database.statement("PRAGMA integrity_check")
    defer { check.reset() }
    while try check.step() {
      if let line = check.text(0), line != "ok" { problems.append(line) }
    }
    return try problems + disagreements().map { "the journal and the tables disagree: \($0)" }
  }

  /// Days of which the last word of the journal is not what the tables say.
  func disagreements() throws(StoreError) -> [String] {
    var said = "SELECT 'study' AS kind, day, 'studied' AS said FROM mark"
    if hasRest {
      said += " UNION ALL SELECT 'rest', day, reason FROM rest"
      said += " UNION ALL SELECT 'note', day, text FROM note"
    }
    let statement = try database.statement(
      """
      WITH said AS (\(said)),
        last AS (SELECT kind, day, after, max(id) FROM journal GROUP BY kind, day)
      SELECT day FROM last LEFT JOIN said USING (kind, day) WHERE after IS NOT said
      UNION SELECT day FROM said LEFT JOIN last USING (kind, day) WHERE last.day IS NULL
      """)
    defer { statement.reset() }
    var days: [String] = []
    while try statement.step() { days.append(statement.text(0) ?? "") }
    return days
  }

  // MARK: Life of the file

  /// Makes sure that no newer program has changed the tables since the file was opened.
  ///
  /// - Throws: `StoreError.newerSchema` if one has.
  public func checkSchema() throws(StoreError) {
    guard try Schema.found(in: database) == Schema.version else { throw .notAStore }
  }

  /// Whether the file has been moved, removed or replaced since it was opened, so that what is
  /// written here would be lost.
  public var hasMoved: Bool {
    // SQLite knows the file behind a symbolic link, not where the link leads by now.
    !isInPlace || FileIdentity(path) != identity || database.hasMoved
  }

  /// Whether no address leads away from here; one that cannot be read may.
  private var isInPlace: Bool { (try? ForwardingAddress.place(of: path)) == path }

  /// Whether the next reading tells what the path holds then; if not, it has to be opened again: the
  /// file has moved, its tables have become others, or it is read without seeing who writes.
  public var isFresh: Bool {
    isLocked && !hasMoved && (try? Schema.found(in: database)) == version
  }

  /// Gives memory back that only speeds up the next query.
  public func releaseMemory() { database.releaseMemory() }

  /// Whether there is a store at a path, and nothing is wrong with it.
  static func isIntact(_ path: String) -> Bool {
    (try? Store(path: path, for: .reading).problems().isEmpty) ?? false
  }

  /// Opens a store to write, if there is one and nothing is wrong with it.
  static func openIntact(_ path: String) throws(StoreFileError) -> Store {
    try about(path) { () throws(StoreError) in
      // Opened to write it would be made.
      _ = try Store(path: path, for: .reading)
      let store = try Store(path: path, for: .writing)
      guard try store.problems().isEmpty else { throw .corrupt }
      return store
    }
  }

  // MARK: Parts

  /// Does something while nobody else can write, whole or not at all.
  func whileLocked(_ body: () throws(StoreFileError) -> Void) throws(StoreFileError) {
    var refusal: StoreFileError?
    do throws(StoreError) {
      try transaction { () throws(StoreError) in
        do throws(StoreFileError) {
          try body()
        } catch {
          refusal = error
          // Whatever it is, nothing is kept of what was done.
          throw .busy
        }
      }
    } catch {
      throw refusal ?? StoreFileError(.store(error), path)
    }
  }

  /// Does something whole or not at all, unless a newer program has changed the tables, or the file
  /// has been moved away while we waited for its lock.
  func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try database.transaction { () throws(StoreError) in
      if hasMoved { throw .moved(to: try ForwardingAddress.place(of: path)) }
      try checkSchema()
      return try body()
    }
  }

  private static func openForReading(
    _ path: String, _ busyMilliseconds: Int32
  ) throws(StoreError) -> (Database, version: Int64, isLocked: Bool) {
    // Of a file that may not be written SQLite would leave its lock files behind.
    if access(path, W_OK) == 0 || access(path + "-shm", F_OK) == 0 {
      do {
        let database = try Database(path: path, access: .locked, busyMilliseconds: busyMilliseconds)
        try database.execute("PRAGMA query_only = ON")
        return (database, try requireTables(in: database), true)
      } catch StoreError.unavailable(_), StoreError.readOnly, StoreError.full {
        // On a full disk, or in a directory that cannot be written, there is no place for them.
      }
    }
    // Without a write-ahead log the main file is all there is, and nobody can be writing it.
    var log = stat()
    guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else { throw .readOnly }
    let database = try Database(
      path: path, access: .unlocked, busyMilliseconds: busyMilliseconds)
    return (database, try requireTables(in: database), false)
  }

  /// Makes sure that there is something to read, and tells of which version.
  private static func requireTables(in database: Database) throws(StoreError) -> Int64 {
    let version = try Schema.found(in: database)
    guard version > 0 else { throw .missing }
    return version
  }

  /// Makes the file, for its owner alone, with the directories above it.
  private static func makeFile(_ path: String) throws(StoreError) {
    if access(path, F_OK) == 0 { return }
    // It is not there because it was moved away just now.
    let place = try ForwardingAddress.place(of: path)
    guard place == path else { throw .moved(to: place) }
    try Disk.makeDirectories(above: path)
    let file = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno) }
    close(file)
  }
}

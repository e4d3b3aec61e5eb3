internal import Glibc
public import HaruCore

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

  private let database: Database

  /// Opens the store at a path.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - purpose: What it is opened for.
  ///   - busyMilliseconds: How long each step waits while another process writes.
  /// - Throws: `StoreError`, with the file left as it was.
  public init(
    path: String, for purpose: Purpose, busyMilliseconds: Int32 = 5000
  ) throws(StoreError) {
    switch purpose {
    case .writing:
      try Store.makeFile(path)
      // SQLite opens what may not be written all the same, and leaves its lock files behind.
      guard access(path, R_OK) == 0 else { throw Store.refusal(errno, path) }
      guard access(path, W_OK) == 0 else { throw .readOnly }
      database = try Database(path: path, access: .write, busyMilliseconds: busyMilliseconds)
      try Schema.prepare(database)
      try database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    case .reading:
      guard access(path, F_OK) == 0 else {
        throw [ENOENT, ENOTDIR].contains(errno) ? .missing : Store.refusal(errno, path)
      }
      database = try Store.openForReading(path, busyMilliseconds)
    }
  }

  // MARK: Reading

  /// The marked days, newest first.
  public func markedDays() throws(StoreError) -> [Day] {
    let statement = try database.statement("SELECT day FROM mark ORDER BY day DESC")
    defer { statement.reset() }
    var days: [Day] = []
    while try statement.step() {
      guard let day = Day(utf8: statement.bytes(0)) else { throw .corrupt }
      days.append(day)
    }
    return days
  }

  /// Whether a day is marked.
  public func isStudied(_ day: Day) throws(StoreError) -> Bool {
    let statement = try database.statement("SELECT 1 FROM mark WHERE day = ?", .text("\(day)"))
    defer { statement.reset() }
    return try statement.step()
  }

  /// What is wrong with the file, in SQLite's words and ours; empty if nothing is.
  public func problems() throws(StoreError) -> [String] {
    var problems: [String] = []
    let check = try database.statement("PRAGMA integrity_check")
    defer { check.reset() }
    while try check.step() {
      if let line = check.text(0), line != "ok" { problems.append(line) }
    }
    // The last word of the journal on each day has to be what the marks say.
    let disagreement = try database.statement(
      """
      SELECT day FROM (SELECT day, after, max(id) FROM journal WHERE kind = 'study' GROUP BY day)
        WHERE (after IS NOT NULL) IS NOT (day IN (SELECT day FROM mark))
      UNION SELECT day FROM mark WHERE day NOT IN (SELECT day FROM journal WHERE kind = 'study')
      """)
    defer { disagreement.reset() }
    while try disagreement.step() {
      problems.append("the journal and the marks disagree: \(disagreement.text(0) ?? "")")
    }
    return problems
  }

  // MARK: Writing

  /// Marks days as studied, or clears their marks; all of them, or none.
  ///
  /// Setting what is already so changes nothing. A day after today is never marked; a mark that
  /// lies there already, left by a journey or a wrong clock, may be cleared.
  ///
  /// - Returns: The days that changed, in the order given.
  /// - Throws: `StoreError.future` for a day after today; else as the file has it.
  @discardableResult
  public func setStudied(
    _ days: [Day], _ studied: Bool, today: Day, by provenance: Provenance
  ) throws(StoreError) -> [Day] {
    try transaction { () throws(StoreError) in
      var changed: [Day] = []
      let batch = try nextBatch()
      for day in days {
        let isStudied = try isStudied(day)
        guard day <= today || (isStudied && !studied) else { throw .future(day) }
        guard isStudied != studied else { continue }
        try write(day, studied, batch: batch, by: provenance)
        changed.append(day)
      }
      return changed
    }
  }

  /// Flips the mark of a day.
  ///
  /// - Returns: Whether it is marked now.
  /// - Throws: As `setStudied`.
  public func toggle(
    _ day: Day, today: Day, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      let isStudied = try isStudied(day)
      guard day <= today || isStudied else { throw .future(day) }
      try write(day, !isStudied, batch: try nextBatch(), by: provenance)
      return !isStudied
    }
  }

  /// One change of one day.
  public struct Change: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// Whether it is marked now.
    public let studied: Bool
  }

  /// Takes back the newest batch that has not been taken back yet.
  ///
  /// - Returns: What changed by it; empty if there is nothing left to take back.
  public func undo(by provenance: Provenance) throws(StoreError) -> [Change] {
    try transaction { () throws(StoreError) in
      let last = try database.integer(
        """
        SELECT max(batch) FROM journal WHERE undoes IS NULL
          AND batch NOT IN (SELECT undoes FROM journal WHERE undoes IS NOT NULL)
        """)
      guard let last else { return [] }
      let batch = try nextBatch()
      var taken: [Change] = []
      for change in try changes(ofBatch: last) {
        try write(change.day, !change.studied, batch: batch, undoing: last, by: provenance)
        taken.append(Change(day: change.day, studied: !change.studied))
      }
      return taken
    }
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
  public var hasMoved: Bool { database.hasMoved }

  /// Gives memory back that only speeds up the next query.
  public func releaseMemory() { database.releaseMemory() }

  // MARK: Parts

  private func transaction<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
    try database.transaction { () throws(StoreError) in
      try checkSchema()
      return try body()
    }
  }

  private func nextBatch() throws(StoreError) -> Int64 {
    (try database.integer("SELECT max(batch) FROM journal") ?? 0) + 1
  }

  private func write(
    _ day: Day, _ studied: Bool, batch: Int64, undoing: Int64? = nil, by provenance: Provenance
  ) throws(StoreError) {
    let (at, offset, zone, source) = provenance.values
    let name = Value.text("\(day)")
    if studied {
      try database.run(
        "INSERT INTO mark (day, marked_at, utc_offset, zone, source) VALUES (?, ?, ?, ?, ?)",
        name, at, offset, zone, source)
    } else {
      try database.run("DELETE FROM mark WHERE day = ?", name)
    }
    let said = Value.text("studied")
    try database.run(
      """
      INSERT INTO journal (batch, undoes, kind, day, before, after, at, utc_offset, zone, source)
        VALUES (?, ?, 'study', ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(batch), undoing.map(Value.integer) ?? .null, name, studied ? .null : said,
      studied ? said : .null, at, offset, zone, source)
  }

  private func changes(ofBatch batch: Int64) throws(StoreError) -> [Change] {
    let statement = try database.statement(
      "SELECT day, after IS NOT NULL FROM journal WHERE batch = ? ORDER BY id DESC",
      .integer(batch))
    defer { statement.reset() }
    var changes: [Change] = []
    while try statement.step() {
      guard let day = Day(utf8: statement.bytes(0)) else { throw .corrupt }
      changes.append(Change(day: day, studied: statement.integer(1) == 1))
    }
    return changes
  }

  private static func openForReading(
    _ path: String, _ busyMilliseconds: Int32
  ) throws(StoreError) -> Database {
    // Of a file that may not be written SQLite would leave its lock files behind.
    if access(path, W_OK) == 0 || access(path + "-shm", F_OK) == 0 {
      do {
        let database = try Database(path: path, access: .read, busyMilliseconds: busyMilliseconds)
        try database.execute("PRAGMA query_only = ON")
        try requireTables(in: database)
        return database
      } catch StoreError.unavailable(_), StoreError.readOnly, StoreError.full {
        // On a full disk, or in a directory that cannot be written, there is no place for them.
      }
    }
    // Without a write-ahead log the main file is all there is, and nobody can be writing it.
    var log = stat()
    guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else { throw .readOnly }
    let database = try Database(
      path: path, access: .readUnlocked, busyMilliseconds: busyMilliseconds)
    try requireTables(in: database)
    return database
  }

  /// Makes sure that there is something to read.
  private static func requireTables(in database: Database) throws(StoreError) {
    guard try Schema.found(in: database) > 0 else { throw .missing }
  }

  /// Makes the file, for its owner alone, with the directories above it.
  private static func makeFile(_ path: String) throws(StoreError) {
    if access(path, F_OK) == 0 { return }
    var directory = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/").dropLast() {
      directory += "/" + name
      guard mkdir(directory, 0o700) == 0 || errno == EEXIST || isDirectory(directory) else {
        throw refusal(errno, directory)
      }
    }
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw refusal(errno, path) }
    close(file)
  }

  private static func refusal(_ systemError: Int32, _ path: String) -> StoreError {
    StoreError(code: 0, systemError: systemError, message: path)
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

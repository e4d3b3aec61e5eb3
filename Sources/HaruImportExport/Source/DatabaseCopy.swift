internal import Glibc
internal import HaruCore
internal import HaruStore
internal import HaruSystem

/// A copy of another program's SQLite file (docs/formats.md#reading-a-file).
///
/// SQLite never opens the file itself, which it would change. The log beside it, which may hold all
/// rows, is copied too. The files of the copy are removed as soon as they are open, so that nothing is
/// left however the process ends.
final class DatabaseCopy {
  private let database: Database
  /// The columns of each table, in lower case.
  private let tables: [String: Set<String>]

  /// Whether the file keeps its changes in a log, and none is beside it: perhaps its program was
  /// running when the file was copied.
  let lacksLog: Bool

  convenience init(of path: String) throws(ImportError) {
    let folder = try TemporaryDirectory()
    // SQLite keeps the log beside the file, not beside a link to it.
    try DatabaseCopy.copy(Files.resolved(path), into: folder)
    try self.init(in: folder)
    folder.remove()
  }

  /// Opens a database that is in memory, with its log if it has one.
  convenience init(of bytes: [UInt8], log: [UInt8]? = nil) throws(ImportError) {
    let folder = try TemporaryDirectory()
    try folder.write(bytes, to: "copy")
    if let log { try folder.write(log, to: "copy-wal") }
    try self.init(in: folder)
    folder.remove()
  }

  /// Opens a database that its program has packed, so that nothing is in a log.
  convenience init(packed bytes: [UInt8]) throws(ImportError) {
    let folder = try TemporaryDirectory()
    try folder.write(bytes, to: "packed")
    let (packed, path) = (folder.path + "/packed", folder.path + "/copy")
    // Anything may be packed so.
    try Zstandard.unpack(packed, to: path, most: DatabaseCopy.mark.count)
    let beginning = try RegularFile(path).bytes(DatabaseCopy.mark.count)
    guard !beginning.isEmpty else { throw .damaged }
    guard beginning == DatabaseCopy.mark else { throw .unknownFormat }
    let limit = DatabaseCopy.limit
    try Zstandard.unpack(packed, to: path, most: limit.bytes + 1)
    guard Files.size(path) ?? 0 <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    try Zstandard.check(packed)
    try self.init(in: folder, isClosed: true)
    folder.remove()
  }

  /// How a database begins.
  static let mark = Array("SQLite format 3\0".utf8)

  private init(
    in folder: TemporaryDirectory, isClosed: Bool = false
  ) throws(ImportError) {
    let path = folder.path + "/copy"
    let logSize = Files.size(path + "-wal") ?? 0
    lacksLog = logSize == 0 && !isClosed ? try DatabaseCopy.keepsLog(path) : false
    let opened = try reading { () throws(StoreError) in
      let database = try Database(path: path, busyMilliseconds: 0)
      // The file is not trusted, and a copy needs no lock file.
      try database.execute(
        "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA locking_mode = EXCLUSIVE")
      let tables = try DatabaseCopy.tables(of: database)
      return (database, tables, try DatabaseCopy.logFrames(of: database))
    }
    // SQLite passes over a log whose first frame is damaged, and with it perhaps all rows.
    guard logSize <= DatabaseCopy.logHeaderSize || opened.2 > 0 else { throw .damaged }
    (database, tables) = (opened.0, opened.1)
  }

  private static let logHeaderSize = 32

  /// Whether the header of a file says that changes are in a write-ahead log.
  private static func keepsLog(_ path: String) throws(ImportError) -> Bool {
    let header = try RegularFile(path).bytes(20)
    return header.count == 20 && header[18] == 2
  }

  /// How many frames of its log SQLite accepts.
  private static func logFrames(of database: Database) throws(StoreError) -> Int64 {
    try database.rows("PRAGMA wal_checkpoint") { $0.integer(1) ?? 0 }.first ?? 0
  }

  /// The numbers and names of the habits, as a query gives them.
  func names(_ sql: String) throws(ImportError) -> [(id: Int64, name: String)] {
    var names: [(id: Int64, name: String)] = []
    try rows(sql) { row in
      if let id = row.integer(0), let name = row.text(1) { names.append((id, name)) }
    }
    return names
  }

  /// Whether it is a store of Haru, of any version.
  var isStore: Bool {
    get throws(ImportError) { try integer("PRAGMA application_id") == Schema.applicationID }
  }

  /// Whether it has no table.
  var isEmpty: Bool { tables.isEmpty }

  /// The columns of a table, in lower case; `nil` if there is no such table.
  func columns(of table: String) -> Set<String>? {
    tables[table.lowercased()]
  }

  /// Looks for damaged pages.
  ///
  /// - Parameter table: The table to check with its indexes; `nil` for the whole database.
  /// - Throws: `ImportError.damaged` if there is one.
  func checkIntegrity(of table: String? = nil) throws(ImportError) {
    let verdict = try reading { () throws(StoreError) in
      try database.text("PRAGMA integrity_check(\(table ?? "1"))")
    }
    guard verdict == "ok" else { throw .damaged }
  }

  /// The first number of a query.
  func integer(_ sql: String) throws(ImportError) -> Int64? {
    try reading { () throws(StoreError) in try database.integer(sql) }
  }

  /// The first text of a query.
  func text(_ sql: String) throws(ImportError) -> String? {
    try reading { () throws(StoreError) in try database.text(sql) }
  }

  /// Passes each row of a query to a closure.
  func rows(_ sql: String, _ body: (Statement) -> Void) throws(ImportError) {
    _ = try reading { () throws(StoreError) in try database.rows(sql, [], body) }
  }

  // MARK: Parts

  private static func copy(_ path: String, into folder: TemporaryDirectory)
    throws(ImportError)
  {
    var stamps: [FileStamp?] = []
    for suffix in sidecars {
      guard suffix.isEmpty || access(path + suffix, F_OK) == 0 else {
        stamps.append(nil)
        continue
      }
      let file = try RegularFile(path + suffix)
      guard file.stamp.size <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
      if suffix == "-journal" { try refuseOthers(in: path + suffix) }
      stamps.append(file.stamp)
      try folder.write(file, to: "copy" + suffix)
    }
    for (suffix, stamp) in zip(sidecars, stamps) {
      let isThere = suffix.isEmpty || access(path + suffix, F_OK) == 0
      let now = isThere ? try RegularFile(path + suffix).stamp : nil
      guard now == stamp else { throw .changing }
    }
  }

  /// The file and the files that SQLite keeps beside it, except `-shm`, which it makes again.
  private static let sidecars = ["", "-wal", "-journal"]
  /// The largest size that is read.
  static let limit = Megabytes(count: 1024)

  /// Refuses a rollback journal that names a super-journal: SQLite would remove that file.
  private static func refuseOthers(in journal: String) throws(ImportError) {
    let bytes = try RegularFile.bytes(journal, limit: limit)
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    guard bytes.suffix(magic.count) != magic[...] else { throw .damaged }
  }

  /// The tables with rows of their own; views and virtual tables could run any code when they are read.
  private static func tables(of database: Database) throws(StoreError) -> [String: Set<String>] {
    var tables: [String: Set<String>] = [:]
    _ = try database.rows(
      """
      SELECT lower(s.name), lower(c.name)
        FROM sqlite_schema AS s, pragma_table_info(s.name) AS c
        WHERE s.type = 'table' AND s.rootpage > 0
      """
    ) { row in
      guard let table = row.text(0), let column = row.text(1) else { return }
      tables[table, default: []].insert(column)
    }
    return tables
  }
}

/// Converts errors of the store into errors of an import.
private func reading<Result>(
  _ body: () throws(StoreError) -> Result
) throws(ImportError) -> Result {
  do {
    return try body()
  } catch .full {
    throw .noRoom(Files.reason(ENOSPC))
  } catch {
    throw .damaged
  }
}

internal import Glibc
public import HaruCore
internal import HaruSystem

/// A file or folder to import; its content decides its kind, not its name.
public struct Source {
  /// The copy of a database; one of the three is set.
  private(set) var database: DatabaseCopy?
  private(set) var folder: Folder?
  private(set) var text: Text?
  /// The text as a table, which any text may be.
  private(set) var table: CSV?
  /// The folder in which a file lies, by which some formats tell more of it.
  private(set) var folderAround: Folder?

  /// Whether it is a database whose tables are all in a log that is missing.
  var lacksTables: Bool { database.map { $0.lacksLog && $0.isEmpty } ?? false }

  /// Opens a file or folder for reading.
  public init(path: String) throws(ImportError) {
    if Files.isDirectory(path) {
      guard access(path, R_OK | X_OK) == 0 else { throw .unreadable(Files.reason(errno)) }
      folder = .directory(path)
      return
    }
    let beginning = try RegularFile(path).bytes(16)
    if beginning == DatabaseCopy.mark {
      database = try DatabaseCopy(of: path)
    } else if beginning.starts(with: Zstandard.mark) {
      database = try DatabaseCopy(packed: RegularFile.bytes(path, limit: ZipArchive.limit))
    } else if beginning.starts(with: Source.archiveMark) {
      let archive = try RegularFile.bytes(path, limit: ZipArchive.limit)
      folder = .archive(try ZipArchive(archive))
    } else {
      take(try Text(RegularFile.bytes(path, limit: Text.limit)))
      folderAround = Folder.containing(path)
    }
  }

  /// Reads standard input to its end; it may be a pipe, and has no folder around it.
  public static func standardInput() throws(ImportError) -> Source {
    var bytes = try readInput(16)
    let limit = limit(of: bytes)
    bytes += try readInput(limit.bytes + 1 - bytes.count)
    guard bytes.count <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    return try Source(member: bytes) { () throws(ImportError) in nil }
  }

  private static func readInput(_ most: Int) throws(ImportError) -> [UInt8] {
    do throws(SystemError) {
      return try StandardStream.read(most)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  /// The largest size of what begins so.
  private static func limit(of beginning: [UInt8]) -> Megabytes {
    if beginning == DatabaseCopy.mark { return DatabaseCopy.limit }
    let isPacked = [Zstandard.mark, archiveMark].contains { beginning.starts(with: $0) }
    return isPacked ? ZipArchive.limit : Text.limit
  }

  /// Opens a member of an archive, with the log that is beside it if it is a database.
  init(
    member bytes: [UInt8], log: () throws(ImportError) -> [UInt8]?
  ) throws(ImportError) {
    if bytes.starts(with: DatabaseCopy.mark) {
      database = try DatabaseCopy(of: bytes, log: log())
    } else if bytes.starts(with: Zstandard.mark) {
      database = try DatabaseCopy(packed: bytes)
    } else if bytes.starts(with: Source.archiveMark) {
      folder = .archive(try ZipArchive(bytes))
    } else {
      take(try Text(bytes))
    }
  }

  private mutating func take(_ text: Text) {
    (self.text, table) = (text, CSV(text))
  }

  private static let archiveMark = Array("PK\u{3}\u{4}".utf8)
}

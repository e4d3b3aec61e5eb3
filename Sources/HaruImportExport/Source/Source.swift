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

  /// What a file is, by the bytes with which it begins.
  private enum Kind {
    case database, packedDatabase, archive, text

    /// How many bytes decide.
    static let length = 16

    init(_ beginning: [UInt8]) {
      let marks: [(Kind, [UInt8])] = [
        (.database, DatabaseCopy.mark), (.packedDatabase, Zstandard.mark),
        (.archive, Array("PK\u{3}\u{4}".utf8)),
      ]
      self = marks.first { beginning.starts(with: $0.1) }?.0 ?? .text
    }

    /// The largest size that is read.
    var limit: Megabytes {
      switch self {
      case .database: DatabaseCopy.limit
      case .packedDatabase, .archive: ZipArchive.limit
      case .text: Text.limit
      }
    }
  }

  /// Opens a file or folder for reading.
  public init(path: String) throws(ImportError) {
    if Files.isDirectory(path) {
      guard access(path, R_OK | X_OK) == 0 else { throw .unreadable(Files.reason(errno)) }
      folder = .directory(path)
      return
    }
    let kind = Kind(try RegularFile(path).bytes(Kind.length))
    if kind == .database {
      database = try DatabaseCopy(of: path)
    } else {
      self = try Source(RegularFile.bytes(path, limit: kind.limit))
      if kind == .text { folderAround = Folder.containing(path) }
    }
  }

  /// Reads standard input to its end; it may be a pipe, and has no folder around it.
  public static func standardInput() throws(ImportError) -> Source {
    var bytes = try readInput(Kind.length)
    let limit = Kind(bytes).limit
    bytes += try readInput(limit.bytes + 1 - bytes.count)
    guard bytes.count <= limit.bytes else { throw .tooLarge(megabytes: limit.count) }
    return try Source(bytes)
  }

  private static func readInput(_ most: Int) throws(ImportError) -> [UInt8] {
    try reading { () throws(SystemError) in try StandardStream.read(most) }
  }

  /// Opens what is in memory, with the log that is beside it if it is a database.
  package init(
    _ bytes: [UInt8], log: () throws(ImportError) -> [UInt8]? = { nil }
  ) throws(ImportError) {
    switch Kind(Array(bytes.prefix(Kind.length))) {
    case .database: database = try DatabaseCopy(of: bytes, log: log())
    case .packedDatabase: database = try DatabaseCopy(packed: bytes)
    case .archive: folder = .archive(try ZipArchive(bytes))
    case .text:
      let text = try Text(bytes)
      (self.text, table) = (text, CSV(text))
    }
  }

  /// Whether it is a database with a table of these columns, all in lower case.
  func hasTable(_ name: String, _ columns: String...) -> Bool {
    database?.columns(of: name)?.isSuperset(of: columns) == true
  }
}

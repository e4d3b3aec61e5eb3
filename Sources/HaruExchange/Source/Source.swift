internal import Glibc
public import HaruCore
internal import HaruFiles

/// A file or folder to import; its content decides its kind, not its name.
public struct Source {
  enum Content {
    case database(DatabaseCopy)
    case folder(Folder)
    case text(Text)
  }

  let content: Content

  /// Opens a file or folder for reading.
  public init(path: String) throws(ImportError) {
    if try RegularFile.type(of: path) == S_IFDIR {
      guard access(path, R_OK | X_OK) == 0 else { throw .unreadable(Files.reason(errno)) }
      content = .folder(.directory(path))
      return
    }
    let beginning = try RegularFile(path).next(16)
    if beginning == Array("SQLite format 3\0".utf8) {
      content = .database(try DatabaseCopy(of: path))
    } else if beginning.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      let archive = try RegularFile.bytes(path, limit: ZipArchive.limit)
      content = .folder(.archive(try ZipArchive(archive)))
    } else {
      content = .text(try Text(RegularFile.bytes(path, limit: Text.limit)))
    }
  }

  var database: DatabaseCopy? {
    if case .database(let database) = content { database } else { nil }
  }

  var folder: Folder? {
    if case .folder(let folder) = content { folder } else { nil }
  }

  var text: Text? {
    if case .text(let text) = content { text } else { nil }
  }
}

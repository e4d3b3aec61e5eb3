internal import Glibc
internal import HaruCore
internal import HaruSystem

/// A folder of files: a directory or a zip archive.
enum Folder {
  case directory(String)
  case archive(ZipArchive)

  /// The directory in which a file lies.
  static func containing(_ path: String) -> Folder {
    .directory(Files.directory(of: Files.resolved(path)))
  }

  /// The name of a directory; empty for an archive.
  var name: String {
    guard case .directory(let path) = self else { return "" }
    return String(path.split(separator: "/").last ?? "")
  }

  /// The directory in which a directory lies.
  var outer: Folder? {
    guard case .directory(let path) = self else { return nil }
    return Folder.containing(path)
  }

  /// The sorted names at its top.
  var names: [String] {
    switch self {
    case .directory(let path): Files.names(in: path)
    case .archive(let archive): archive.topNames
    }
  }

  /// The text of a file; `nil` if it is missing.
  func text(_ name: String) throws(ImportError) -> Text? {
    switch self {
    case .directory(let path):
      let file = path + "/" + name
      guard access(file, F_OK) == 0 else { return nil }
      return try Text(RegularFile.bytes(file, limit: Text.limit))
    case .archive(let archive):
      guard let bytes = try archive.bytes(of: name, limit: Text.limit) else { return nil }
      return try Text(bytes)
    }
  }

  /// Opens a file at its top; `nil` for a folder.
  func source(_ name: String) throws(ImportError) -> Source? {
    switch self {
    case .directory(let path):
      let file = path + "/" + name
      return Files.isRegular(file) ? try Source(path: file) : nil
    case .archive(let archive):
      guard let bytes = try archive.bytes(of: name, limit: ZipArchive.limit) else { return nil }
      return try Source(bytes) { () throws(ImportError) in
        try archive.bytes(of: name + "-wal", limit: ZipArchive.limit)
      }
    }
  }
}

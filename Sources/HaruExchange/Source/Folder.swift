internal import Glibc
internal import HaruCore
internal import HaruFiles

/// A folder of files: a directory or a zip archive.
enum Folder {
  case directory(String)
  case archive(ZipArchive)

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
}

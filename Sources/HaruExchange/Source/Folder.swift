internal import Glibc
internal import HaruCore
internal import HaruFiles

/// Several files together: a folder of the disk, or a zip archive.
enum Folder {
  case directory(String)
  case archive(ZipArchive)

  /// The names at its top, in order.
  var names: [String] {
    switch self {
    case .directory(let path): Files.names(in: path)
    case .archive(let archive): archive.topNames
    }
  }

  /// What stands in one of its files; `nil` if there is no such file.
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

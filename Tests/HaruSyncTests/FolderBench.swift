import Foundation
import HaruLog
import HaruSync
import Support

/// A folder for one test, as something else would carry it.
struct FolderBench {
  let scratch = Scratch()
  let folder: SyncFolder

  /// Makes an empty folder.
  init() {
    folder = SyncFolder(scratch("sync"))
    mkdir(folder.path, 0o777)
  }

  /// Takes a folder that another process has made.
  init(at path: String) {
    folder = SyncFolder(path)
  }

  /// The path of something in the folder.
  func path(_ name: String) -> String { folder.path + "/" + name }

  /// Makes a directory in the folder.
  func make(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  /// Writes a file in the folder, and the directories above it.
  func write(_ text: String, to name: String) throws {
    try scratch.write(text, to: "sync/" + name)
  }

  /// The text of a file in the folder.
  func text(_ name: String) throws -> String { try scratch.read("sync/" + name) }

  /// The names in a directory of the folder.
  func names(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(directory)).sorted()
  }

  /// The permissions of something in the folder.
  func mode(_ name: String) throws -> mode_t {
    var status = stat()
    guard lstat(path(name), &status) == 0 else { throw Failure.system("lstat") }
    return status.st_mode & 0o7777
  }

  /// The files of entries.
  func files() throws -> [LogFile] { try folder.files().items }

  /// Writes lines into a file of their own, with the name that it ought to have.
  @discardableResult
  func write(lines: [String], of month: String = "1970-01") throws -> String {
    let text = lines.map { $0 + "\n" }.joined()
    let name = LogFile(of: Array(text.utf8), in: month).name
    try write(text, to: "Log/" + name)
    return name
  }
}

extension SyncFolder {
  /// Writes lines into a file, in a process of the same test.
  @discardableResult
  func write(_ lines: String...) throws(SyncError) -> LogFile {
    try write(lines.map { Array($0.utf8) }, of: "2026-11")
  }
}

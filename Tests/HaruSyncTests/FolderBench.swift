import Foundation
import HaruSync
import Support

/// A folder for one test, as something else would carry it.
struct FolderBench {
  let scratch: Scratch
  let folder: SyncFolder

  /// Makes an empty folder.
  init() throws {
    scratch = try Scratch()
    folder = SyncFolder(scratch("sync"))
    try make("")
  }

  /// Takes a folder that another process has made.
  init(at path: String) throws {
    scratch = try Scratch()
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

  /// The only file of a device, or the one of a name.
  func file(_ device: String, _ name: String? = nil) throws -> SyncFile {
    let files = try folder.files(of: device).items
    guard let file = files.first(where: { name == nil || $0.name == name }) else {
      throw Failure.unexpected("no file of \(device)")
    }
    return file
  }

  /// The lines of a file, and how the reading went.
  func read(_ file: SyncFile) -> (lines: [String], reading: SyncFileReading) {
    var lines: [String] = []
    let reading = folder.read(file) { lines.append(String(decoding: $0, as: UTF8.self)) }
    return (lines, reading)
  }

  /// All lines of a device.
  func lines(of device: String) throws -> [String] {
    try folder.files(of: device).items.flatMap { read($0).lines }
  }

  /// Why an appending failed; `nil` if it did not.
  func refusal(appending lines: [String], to device: String = "desk") -> SyncFolderError? {
    do throws(SyncFolderError) {
      try folder.append(lines, to: device)
      return nil
    } catch {
      return error
    }
  }
}

extension SyncFolder {
  /// Makes a value of a folder that was made elsewhere, in a process of the same test.
  func append(_ line: String, to device: String = "desk") throws(SyncFolderError) {
    try append([line], to: device)
  }
}

internal import Glibc
internal import HaruCore
internal import HaruFiles

/// The file that records a move in progress; it is locked while the moving process lives.
final class MoveRecord {
  let path: String
  private let descriptor: Int32

  private init(_ path: String, _ descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Writes a record, durably.
  ///
  /// - Throws: `StoreFileError.inProgress` if there is a record, `.occupied` if there is another file.
  static func make(_ text: String, at path: String) throws(StoreFileError) -> MoveRecord {
    try about(path) { () throws(StoreError) in try Disk.makeDirectories(above: path) }
    let part = Disk.part(of: path)
    let descriptor = try about(part) { () throws(StoreError) in try Disk.openPart(of: path) }
    let record = MoveRecord(path, descriptor)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      FileIdentity(descriptor: descriptor) == FileIdentity(part)
    else {
      throw StoreFileError(.inProgress, path)
    }
    // With the lock held no other process writes a record.
    guard !Files.exists(path) else {
      unlink(part)
      // The process that wrote it may have removed it since.
      let isNote =
        (try? Disk.read(path)).map { StoreMove($0) != nil } ?? Files.isMissing(path)
      throw StoreFileError(isNote ? .inProgress : .occupied, path)
    }
    do throws(StoreError) {
      try Disk.replace(path, with: text, by: descriptor)
    } catch {
      unlink(path)
      throw StoreFileError(.store(error), path)
    }
    return record
  }

  /// Appends to the record, durably.
  func append(_ text: String) throws(StoreError) {
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw .systemOnWriting(errno) }
    try Disk.write(text, to: descriptor)
  }

  /// Takes over the record of a killed process; `nil` if there is none, or its process lives.
  static func takeOver(at path: String) -> MoveRecord? {
    guard Files.exists(path) else { return nil }
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let record = MoveRecord(path, descriptor)
    // Another process may have taken it over and removed it since it was opened.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      FileIdentity(descriptor: descriptor) == FileIdentity(path)
    else {
      return nil
    }
    return record
  }

  func remove() {
    unlink(path)
    try? Disk.syncDirectory(of: path)
  }
}

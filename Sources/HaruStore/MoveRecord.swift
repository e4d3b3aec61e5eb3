internal import Glibc
internal import HaruCore
internal import HaruFiles

/// The note of a move in progress, which is locked while its mover lives.
final class MoveRecord {
  let path: String
  private let descriptor: Int32

  private init(_ path: String, _ descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Writes a note, for good.
  ///
  /// - Throws: `StoreFileError.inProgress` if there is one, `.occupied` if there is something else.
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
    // With the lock nobody else writes one from here on.
    guard !Files.exists(path) else {
      unlink(part)
      let isNote = (try? Disk.read(path)).map { StoreMove($0) != nil } ?? false
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

  /// Adds to the note, for good.
  func append(_ text: String) throws(StoreError) {
    guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw .systemOnWriting(errno) }
    try Disk.write(text, to: descriptor)
  }

  /// Takes over the note of a mover that is no more; `nil` if there is none, or its mover lives.
  static func takeOver(at path: String) -> MoveRecord? {
    guard Files.exists(path) else { return nil }
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let record = MoveRecord(path, descriptor)
    // Whoever took it over before may have removed it since it was opened.
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

internal import CSQLite
internal import Glibc
internal import HaruCore
internal import HaruFiles

/// A copy of a store that is made beside its place and put there whole, or not at all.
///
/// It is locked while its maker lives. What a maker that was killed has left is taken over by the
/// next.
final class PartFile {
  let path: String
  let identity: FileIdentity
  private let descriptor: Int32
  private var isPut = false

  /// Makes an empty file for its owner alone.
  ///
  /// - Parameters:
  ///   - place: Where the copy shall be, or for what it is made.
  ///   - original: What is to be copied, which by chance may have this very name.
  /// - Throws: `StoreFileError.occupied` for a file that we have not made.
  init(for place: String, copying original: String) throws(StoreFileError) {
    let path = Disk.part(of: place)
    guard FileIdentity(original) == nil || FileIdentity(original) != FileIdentity(path) else {
      throw StoreFileError(.reserved, original)
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw PartFile.refusal(errno, path) }
    do throws(StoreFileError) {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw StoreFileError(.inProgress, path)
      }
      // Its maker may have put it in its place between our opening and our locking.
      guard let identity = FileIdentity(descriptor: descriptor), identity == FileIdentity(path)
      else {
        throw StoreFileError(.inProgress, path)
      }
      guard PartFile.isOurs(descriptor, path) else { throw StoreFileError(.occupied, path) }
      FileGroup(path).removeCompanions()
      guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 else {
        throw PartFile.refusal(errno, path)
      }
      (self.path, self.identity, self.descriptor) = (path, identity, descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    // By now another maker's may have the name.
    if !isPut, FileIdentity(path) == identity { FileGroup(path).remove() }
    close(descriptor)
  }

  /// Removes what a killed maker has left of a copy.
  static func removeLeft(of place: String, copying original: String) {
    if Files.exists(Disk.part(of: place)) { _ = try? PartFile(for: place, copying: original) }
  }

  /// Fills it with what a store holds at this moment, and makes sure of it.
  func fill(with store: Store) throws(StoreFileError) {
    try fill(with: store) { (copy) throws(StoreError) in
      try Store(path: copy, for: .reading).problems().isEmpty
    }
  }

  /// The same, where something else makes the copy at a path a good one.
  func fill(
    with store: Store, if isGood: (String) throws(StoreError) -> Bool
  ) throws(StoreFileError) {
    do throws(StoreError) {
      try store.write(into: path)
      // A copy is a store like any other, also for whoever copies it back by hand.
      try Database(path: path, access: .locked, busyMilliseconds: 0)
        .execute("PRAGMA journal_mode = WAL")
      guard try isGood(path) else { throw StoreError.corrupt }
    } catch {
      switch error {
      // What was read is at fault, not what was written.
      case .corrupt, .notAStore, .busy, .missing: throw StoreFileError(.store(error), store.path)
      default: throw StoreFileError(.store(error), Files.directory(of: path))
      }
    }
  }

  /// Makes sure that what is in it stays.
  func sync() throws(StoreFileError) {
    guard FileIdentity(path) == identity else { throw StoreFileError(.inProgress, path) }
    guard fsync(descriptor) == 0 else { throw PartFile.refusal(errno, path) }
  }

  /// Puts it in its place, for good; what stood there is gone.
  func put(at place: String) throws(StoreFileError) {
    try sync()
    guard rename(path, place) == 0 else { throw PartFile.refusal(errno, place) }
    isPut = true
    try about(place) { () throws(StoreError) in try Disk.syncDirectory(of: place) }
  }

  /// Whether a file is what a killed maker leaves: nothing yet, or a store, of which SQLite writes the
  /// first page last.
  private static func isOurs(_ descriptor: Int32, _ path: String) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    var header = [UInt8](repeating: 0, count: 72)
    let count = pread(descriptor, &header, header.count, 0)
    return count == 0
      || (count == 72
        && (header.allSatisfy { $0 == 0 } || header[68...].elementsEqual(Schema.applicationName)))
  }

  private static func refusal(_ systemError: Int32, _ path: String) -> StoreFileError {
    if systemError == ENOENT || systemError == ENOTDIR {
      return StoreFileError(.noSuchDirectory, Files.directory(of: path))
    }
    if systemError == EISDIR || systemError == ELOOP { return StoreFileError(.occupied, path) }
    return StoreFileError(.store(.systemOnWriting(systemError)), path)
  }
}

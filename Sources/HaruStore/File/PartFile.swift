internal import CSQLite
internal import Glibc
internal import HaruCore
internal import HaruSystem

/// An unfinished copy of a store, which is renamed to its place once it is whole.
///
/// It is locked while the process that makes it lives. The next process takes over the copy that a
/// killed one has left.
final class PartFile {
  let path: String
  let identity: FileIdentity
  private let file: OpenFile
  private var isPut = false

  /// Makes an empty file for its owner alone.
  ///
  /// - Parameters:
  ///   - place: The path of the finished copy, or the name of its purpose.
  ///   - original: The file to copy, which may happen to have the name of the copy.
  /// - Throws: `StoreError.occupied` for a file that Haru has not made.
  init(for place: String, copying original: String) throws(StoreError) {
    let path = Disk.part(of: place)
    guard FileIdentity(original) == nil || FileIdentity(original) != FileIdentity(path) else {
      throw .reserved(original)
    }
    let (file, isAlone) = try PartFile.trying(path) { () throws(SystemError) in
      let file = try OpenFile(making: path)
      return (file, try file.lock(withinMilliseconds: 0))
    }
    // Another process may have renamed it between the opening and the locking.
    guard isAlone, let identity = (try? file.status()).map({ FileIdentity($0) }),
      identity == FileIdentity(path)
    else { throw .inProgress(path) }
    guard PartFile.isOurs(file) else { throw .occupied(path) }
    FileGroup(path).removeCompanions()
    guard ftruncate(file.descriptor, 0) == 0, fchmod(file.descriptor, 0o600) == 0 else {
      throw PartFile.refusal(errno, path)
    }
    (self.path, self.identity, self.file) = (path, identity, file)
  }

  deinit {
    // Another process may have made a file of this name since.
    if !isPut, FileIdentity(path) == identity { FileGroup(path).remove() }
  }

  /// Copies the store, as of this moment, and verifies the copy.
  func fill(
    with store: Store,
    verifying: (String) throws(StoreError) -> Void = Store.requireIntact
  ) throws(StoreError) {
    do throws(StoreError) {
      try store.write(into: path)
      try verifying(path)
    } catch {
      switch error {
      // These errors come from the file that is read.
      case .corrupt, .damagedRows, .notAStore, .busy, .missing:
        throw .other(store.path, error)
      default: throw .other(Files.directory(of: path), error)
      }
    }
  }

  /// Makes its contents durable.
  func sync() throws(StoreError) {
    guard FileIdentity(path) == identity else { throw .inProgress(path) }
    try PartFile.trying(path) { () throws(SystemError) in try file.sync() }
  }

  /// Renames it to its place, durably; a file there is replaced.
  func put(at place: String) throws(StoreError) {
    try sync()
    guard rename(path, place) == 0 else { throw PartFile.refusal(errno, place) }
    isPut = true
    Disk.syncDirectory(of: place)
  }

  /// Whether a killed process can have left a file.
  ///
  /// Such a file is empty, or a store. SQLite writes the first
  /// page last, so that it may still be zeros.
  private static func isOurs(_ file: OpenFile) -> Bool {
    guard (try? file.status().isRegular) == true, let header = try? file.bytes(72) else {
      return false
    }
    return header.isEmpty
      || (header.count == 72
        && (header.allSatisfy { $0 == 0 } || Schema.isHarus(header)))
  }

  /// Runs a body that works on the file, with its errors as those of the store.
  private static func trying<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw refusal(error.number, path)
    }
  }

  private static func refusal(_ systemError: Int32, _ path: String) -> StoreError {
    let directory = Files.directory(of: path)
    // Some file systems, such as /proc, say so of a directory that is there, too.
    if [ENOENT, ENOTDIR].contains(systemError), !Files.isDirectory(directory) {
      return .noSuchDirectory(directory)
    }
    // A directory, a link or a socket.
    if [EISDIR, ELOOP, ENXIO].contains(systemError) { return .occupied(path) }
    return .other(path, .systemOnWriting(systemError))
  }
}

internal import Glibc
public import HaruCore
internal import HaruFiles

extension Store {
  /// Puts what a backup holds in the place of what a store holds.
  ///
  /// The backup is copied and verified first, and brought to the present schema. Then the contents
  /// change in one transaction, so that whoever has the store open sees the one or the other, and
  /// whoever is just making it writes into the same file. Only where SQLite cannot work with the file
  /// the copy takes its place.
  ///
  /// - Parameters:
  ///   - file: The backup, which is left as it is.
  ///   - path: The store.
  ///   - stamp: What makes the kept file's name one of its own, `YYYYMMDD-HHMMSS`.
  /// - Returns: Where what there was is kept; `nil` if there was nothing.
  /// - Throws: `StoreFileError`, with the store as it was.
  public static func restore(
    _ file: String, to path: String, stamp: String
  ) throws(StoreFileError) -> String? {
    let place = Files.resolved(ForwardingAddress.placeIfReadable(path))
    guard Files.exists(file) else { throw StoreFileError(.noSuchFile, file) }
    guard Files.isRegular(file) else { throw StoreFileError(.store(.notAStore), file) }
    // Where there is an address, what is opened by that name is the store.
    let address = try about(file) { () throws(StoreError) in try ForwardingAddress.read(at: file) }
    guard FileIdentity(file) != FileIdentity(place), address == nil else {
      throw StoreFileError(.isStore, file)
    }
    let kept = FileGroup.unused(place + ".before-restore-" + stamp)
    let backup = try verified(file, for: place + ".restore")
    let state = try state(of: place)
    if state == .unusable || FileGroup(place).isHeadless {
      try setAside(place, as: kept, for: backup)
      return Files.exists(kept) ? kept : nil
    }
    let store = try about(place) { () throws(StoreError) in
      try Store(path: place, for: .writing)
    }
    try store.replaceContents(with: backup.path) { () throws(StoreFileError) in
      let isEmpty = try about(place) { () throws(StoreError) in try store.isEmpty() }
      // Somebody may have been first to write what has just been made.
      if state == .usable || !isEmpty { try keep(store, as: FileGroup.unused(kept)) }
    }
    return Files.exists(kept) ? kept : nil
  }

  /// A verified copy of a backup, with the tables of the present.
  private static func verified(
    _ file: String, for place: String
  ) throws(StoreFileError) -> PartFile {
    let backup = try about(file) { () throws(StoreError) in
      do throws(StoreError) {
        return try Store(path: file, for: .reading)
      } catch .missing {
        // It is there, and empty.
        throw .notAStore
      }
    }
    try about(place) { () throws(StoreError) in try Disk.makeDirectories(above: place) }
    let copy = try PartFile(for: place, copying: file)
    try copy.fill(with: backup) { (copy) throws(StoreError) in
      try Store(path: copy, for: .writing).problems().isEmpty
    }
    return copy
  }

  private enum State {
    case missing
    case unusable
    case usable
  }

  private static func state(of path: String) throws(StoreFileError) -> State {
    do throws(StoreError) {
      // Opened to write it would be made.
      _ = try Store(path: path, for: .reading)
      let store = try Store(path: path, for: .writing)
      return try store.database.text("PRAGMA integrity_check") == "ok" ? .usable : .unusable
    } catch {
      switch error {
      case .missing: return .missing
      case .corrupt, .notAStore: return .unusable
      default: throw StoreFileError(.store(error), path)
      }
    }
  }

  /// Keeps what SQLite cannot work with, once those have ended who are writing it all the same.
  private static func setAside(
    _ path: String, as kept: String, for backup: PartFile
  ) throws(StoreFileError) {
    let database = try? Database(path: path, access: .locked, busyMilliseconds: 5000)
    try? database?.execute("BEGIN IMMEDIATE")
    defer { try? database?.execute("ROLLBACK") }
    try FileGroup(path).setAside(as: kept, for: backup)
  }

  /// Keeps what a store holds, even where that contradicts itself.
  private static func keep(_ store: Store, as kept: String) throws(StoreFileError) {
    let part = try PartFile(for: store.path + ".before-restore", copying: store.path)
    let source = try about(store.path) { () throws(StoreError) in
      try Store(path: store.path, for: .reading)
    }
    try part.fill(with: source) { (copy) throws(StoreError) in
      try source.holdsTheSame(as: copy)
    }
    try part.put(at: kept)
  }
}

internal import Glibc
public import HaruCore

extension Store {
  /// Puts what a backup holds in the place of what a store holds.
  ///
  /// The backup is copied and verified first, and brought to the present schema. A store that is
  /// sound keeps its file and changes in one transaction, so that whoever has it open sees the one
  /// or the other; one that is damaged is set aside.
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
    let place = Disk.followed(ForwardingAddress.followed(from: path))
    guard Disk.exists(file) else { throw StoreFileError(.noSuchFile, file) }
    guard Disk.isRegular(file) else { throw StoreFileError(.store(.notAStore), file) }
    guard Inode(file) != Inode(place) else { throw StoreFileError(.isStore, file) }
    let kept = FileGroup.unused(place + ".before-restore-" + stamp)
    let backup = try verified(file, at: place + ".restore.part")
    switch try present(place) {
    case .missing:
      // A log may have been left alone.
      try FileGroup(place).setAside(as: kept)
      try backup.put(at: place)
      return nil
    case .damaged:
      try FileGroup(place).setAside(as: kept)
      try backup.put(at: place)
    case .sound(let store):
      try store.replaceContents(with: backup.path) { () throws(StoreFileError) in
        try keep(store, as: kept)
      }
    }
    return kept
  }

  /// A verified copy of a backup, with the tables of the present.
  private static func verified(
    _ file: String, at part: String
  ) throws(StoreFileError) -> PartFile {
    let backup = try about(file) { () throws(StoreError) in
      do throws(StoreError) {
        return try Store(path: file, for: .reading)
      } catch .missing {
        // It is there, and empty.
        throw .notAStore
      }
    }
    try about(part) { () throws(StoreError) in try Disk.makeDirectories(above: part) }
    let copy = try PartFile(part)
    try copy.fill(with: backup)
    try about(file) { () throws(StoreError) in
      guard try Store(path: part, for: .writing).problems().isEmpty else { throw .corrupt }
    }
    return copy
  }

  private enum Present {
    case missing
    case damaged
    case sound(Store)
  }

  private static func present(_ path: String) throws(StoreFileError) -> Present {
    do {
      return .sound(try sound(path))
    } catch {
      switch error.reason {
      case .store(.missing): return .missing
      case .store(.corrupt), .store(.notAStore): return .damaged
      default: throw error
      }
    }
  }

  private static func keep(_ store: Store, as kept: String) throws(StoreFileError) {
    let part = try PartFile(store.path + ".before-restore.part")
    try part.fill(
      with: about(store.path) { () throws(StoreError) in
        try Store(path: store.path, for: .reading)
      })
    try part.put(at: kept)
  }
}

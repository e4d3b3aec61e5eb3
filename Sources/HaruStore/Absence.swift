public import HaruCore
internal import HaruFiles

extension Store {
  /// Throws if a store that should exist is missing, so that no second, empty history begins.
  ///
  /// The directory of the usual path always exists. A path that the user chose may be on a disk that
  /// is not connected: the store exists elsewhere if its directory is missing, or if the usual
  /// directory holds traces of a store.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - usual: Its path unless the settings name another.
  /// - Throws: `StoreError.absent` if the store is out of reach.
  public static func requireReach(_ path: String, usual: String) throws(StoreError) {
    guard path != usual, Files.isMissing(path) else { return }
    let isMovedThere = try ForwardingAddress.place(of: usual) == path
    guard isMovedThere || !Files.isDirectory(Files.directory(of: path)) || hasLeft(usual) else {
      return
    }
    throw .absent(path, address: isMovedThere ? ForwardingAddress.path(of: usual) : nil)
  }

  /// Throws if the store was deleted from the usual path while its backups are there, so that no empty
  /// history begins unless the user asks for it.
  ///
  /// - Throws: `StoreError.deleted`.
  public static func requireNotDeleted(_ path: String, usual: String) throws(StoreError) {
    guard path == usual, Files.isMissing(path), Backups(besideUsualStore: usual).hasAny else {
      return
    }
    throw .deleted
  }

  /// Begins an empty store.
  ///
  /// - Throws: `StoreFileError.occupied` if any of its files is there.
  public static func begin(_ path: String) throws(StoreFileError) {
    FileGroup(path).removeEmptyLog()
    try FileGroup(path).requireNothing()
    try about(path) { () throws(StoreError) in _ = try Store(path: path, for: .writing) }
  }

  /// Whether the usual directory holds the old file of a moved store, or a daily backup.
  private static func hasLeft(_ usual: String) -> Bool {
    let names = Files.names(in: Files.directory(of: usual))
    return names.contains { $0.hasPrefix(StoreMove.kept(baseName, stamp: "")) }
      || Backups(besideUsualStore: usual).hasAny
  }
}

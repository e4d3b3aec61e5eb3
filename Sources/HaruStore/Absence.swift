public import HaruCore
internal import HaruFiles

extension Store {
  /// Makes sure that a store out of reach is not taken for one that was never made.
  ///
  /// The usual place is always there. A place of the user's own may be on a disk that is not
  /// connected: where its directory is missing, or something in the usual place tells of a store
  /// that went away, there is one, and no second, empty history is begun in its stead.
  ///
  /// - Parameters:
  ///   - path: Where the store is.
  ///   - usual: Where it is unless the settings say otherwise.
  /// - Throws: `StoreError.absent` if there is nothing.
  public static func requireReach(_ path: String, usual: String) throws(StoreError) {
    guard path != usual, Files.isMissing(path) else { return }
    let isMovedThere = try ForwardingAddress.place(of: usual) == path
    guard isMovedThere || !Files.isDirectory(Files.directory(of: path)) || hasLeft(usual) else {
      return
    }
    throw .absent(path, address: isMovedThere ? ForwardingAddress.path(of: usual) : nil)
  }

  /// Whether a file that was kept when its store was moved, or a daily backup, tells of a store.
  private static func hasLeft(_ usual: String) -> Bool {
    let names = Files.names(in: Files.directory(of: usual))
    return names.contains { $0.hasPrefix(StoreMove.kept(baseName, stamp: "")) }
      || Backups(besideUsualStore: usual).tellOfAStore
  }
}

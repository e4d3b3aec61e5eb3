internal import Glibc
public import HaruCore
internal import HaruSystem

extension Store {
  /// Where the user's own store is, unless the settings name another place.
  public static var usualPath: String { UserDirectories.data + "/" + fileName }

  /// Throws if a store that should exist is missing, so that no second, empty history begins.
  ///
  /// The directory of the usual path always exists. A path that the user chose may be on a disk that
  /// is not connected: the store exists elsewhere if its directory is missing, or if the usual
  /// directory holds traces of a store. So does one to which a link leads.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - usual: Its path unless the settings name another; `nil` if it is not the user's own store.
  /// - Throws: `StoreError.absent` if the store is out of reach; `.olderVersion` of the file in which a version
  ///   before 0.4 named the place to which it had moved the store.
  public static func requireReachable(_ path: String, usual: String?) throws(StoreError) {
    guard Files.isMissing(path) else { return }
    if let link = Files.brokenLink(above: path) { throw .absent(link.target, link: link.path) }
    guard !Files.exists(address(of: path)) else { throw .other(address(of: path), .olderVersion) }
    guard let usual, path != usual else { return }
    let link = Files.isLink(usual) && Files.linkTarget(of: usual) == path ? usual : nil
    guard link != nil || !Files.isDirectory(Files.directory(of: path)) || hasTraces(usual) else {
      return
    }
    throw .absent(path, link: link)
  }

  /// Whether the user's own store can begin at a path of the settings, in a folder that is there: with a store at
  /// the usual path nothing has moved, so that the folder is none below which a disk is away.
  public static func isNewPlace(_ path: String) -> Bool {
    Files.isDirectory(Files.directory(of: path)) && !isMissingOrEmpty(usualPath)
  }

  /// The path of the file in which a version before 0.4 named the new place of a store.
  static func address(of path: String) -> String { path + ".moved" }

  /// Throws if the store was deleted or emptied while its backups are there, so that no empty history
  /// begins unless the user asks for it.
  ///
  /// - Throws: `StoreError.deleted`.
  public static func requireNotDeleted(_ path: String, usual: String) throws(StoreError) {
    guard isMissingOrEmpty(path), Backups(besideUsualStore: usual).hasAny else { return }
    throw .deleted
  }

  /// Begins an empty store.
  ///
  /// - Throws: `StoreError.occupied` if any of its files is there.
  public static func begin(_ path: String) throws(StoreError) {
    try FileGroup(path).requireNothing()
    _ = try Store(path: path, for: .writing)
  }

  /// Whether there is no file at a path, or one that SQLite takes for a new database: of a byte at most.
  package static func isMissingOrEmpty(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return [ENOENT, ENOTDIR].contains(errno) }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size <= 1
  }

  /// Whether the usual directory holds the old file of a moved store, its address, or a daily backup.
  private static func hasTraces(_ usual: String) -> Bool {
    let names = Files.names(in: Files.directory(of: usual))
    return names.contains { $0.hasPrefix(address(of: baseName)) }
      || Backups(besideUsualStore: usual).hasAny
  }
}

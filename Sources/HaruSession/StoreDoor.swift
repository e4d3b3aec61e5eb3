public import HaruCore
public import HaruStore

/// Keeps a store open between uses, and opens it again when its file has been moved or replaced.
///
/// To open and close a store for each use would make and remove files beside it, and so wake every
/// program that watches it, this one among them.
public final class StoreDoor {
  /// Where the store is; `nil` if that is not known, and it cannot be opened.
  public var path: String? {
    didSet { if path != oldValue { close() } }
  }
  private let purpose: Store.Purpose
  private let busyMilliseconds: Int32
  private let usualPath: String
  private var store: Store?
  /// How often the store was closed while its log perhaps held changes, or had been taken away.
  public private(set) var leftLogs = 0

  /// Makes a door that opens the store at its first use.
  ///
  /// - Parameters:
  ///   - path: Where the store is; `nil` if that is not known.
  ///   - usualPath: Where it is unless the settings name another place.
  ///   - purpose: What it is opened for.
  ///   - busyMilliseconds: How long each step waits while another process writes.
  public init(
    path: String?, usual usualPath: String = UserStore.usualPath, for purpose: Store.Purpose,
    busyMilliseconds: Int32
  ) {
    (self.path, self.usualPath) = (path, usualPath)
    (self.purpose, self.busyMilliseconds) = (purpose, busyMilliseconds)
  }

  /// The store that is at the path now.
  public func open() throws(StoreError) -> Store {
    // What is written to a file that was removed would be lost.
    if let store, store.isFresh { return store }
    // SQLite gives a second connection the index of the first, even if that was removed.
    close()
    let opened = try openAnother(for: purpose)
    store = opened
    return opened
  }

  /// Opens the store beside the one that stays open, for another purpose.
  public func openAnother(for purpose: Store.Purpose) throws(StoreError) -> Store {
    guard let path else { throw .unknownPlace }
    return try Store(
      path: path, usual: usualPath, for: purpose, busyMilliseconds: busyMilliseconds,
      keepsLog: true)
  }

  /// Whether the file alone holds everything, as far as this process has it open.
  public var isSettled: Bool { store?.isSettled ?? true }

  /// Closes the store until it is used again.
  public func close() {
    if !isSettled { leftLogs += 1 }
    store = nil
  }

  /// Does something with the store; in its new place if another process moved it while this one
  /// waited for its lock.
  public func with<Result>(
    _ body: (Store) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try Store.again { () throws(StoreError) in
      do throws(StoreError) {
        return try body(open())
      } catch {
        if case .moved = error { close() }
        throw error
      }
    }
  }
}

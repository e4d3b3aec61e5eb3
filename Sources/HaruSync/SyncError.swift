public import HaruCore

/// Why an exchange did not succeed.
public enum SyncError: Error, Hashable, Sendable {
  /// The store refused.
  case store(StoreError)
  /// The folder refused.
  case folder(SyncFolderError)
  /// The folder is empty, though this machine has written there: its disk is perhaps not mounted.
  case emptied
}

extension SyncError {
  /// Runs a body that works with the store.
  public static func inStore<T>(
    _ body: () throws(StoreError) -> T
  ) throws(SyncError) -> T {
    do {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// Runs a body that works with the folder.
  public static func inFolder<T: ~Copyable>(
    _ body: () throws(SyncFolderError) -> T
  ) throws(SyncError) -> T {
    do {
      return try body()
    } catch {
      throw .folder(error)
    }
  }
}

internal import HaruCore
internal import HaruStore

/// Keeps the store open, and opens it again when the file has become another.
final class StoreDoor {
  /// The agent never waits longer than this for a lock, or its loop would stand still (DESIGN §5).
  static let busyMilliseconds: Int32 = 50

  var path: String {
    didSet { if path != oldValue { store = nil } }
  }
  private var store: Store?

  init(path: String) {
    self.path = path
  }

  /// The store as it stands at the path now.
  func open() throws(StoreError) -> Store {
    // What is written to a file that was removed would be lost.
    if let store, !store.hasMoved {
      try store.checkSchema()
      return store
    }
    let opened = try Store(
      path: path, for: .writing, busyMilliseconds: StoreDoor.busyMilliseconds)
    store = opened
    return opened
  }

  /// The marked days, newest first; a store that may only be read is read all the same.
  func markedDays() throws(StoreError) -> [Day] {
    do {
      let store = try open()
      defer { store.releaseMemory() }
      return try store.markedDays()
    } catch StoreError.readOnly, StoreError.unavailable(_), StoreError.full {
      return try Store(
        path: path, for: .reading, busyMilliseconds: StoreDoor.busyMilliseconds
      ).markedDays()
    }
  }
}

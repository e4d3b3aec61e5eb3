internal import HaruCore
internal import HaruStore

/// Keeps the store open, and opens it again when the file has become another.
final class StoreDoor {
  /// The agent never waits longer than this for a lock, or its loop would stand still (DESIGN §5).
  static let busyMilliseconds: Int32 = 50

  var path: String {
    didSet { if path != oldValue { store = nil } }
  }
  /// Where the store is unless the settings say otherwise.
  private let usual: String
  private var store: Store?

  init(path: String, usual: String) {
    (self.path, self.usual) = (path, usual)
  }

  /// The store as it stands at the path now.
  func open() throws(StoreError) -> Store {
    // What is written to a file that was removed would be lost.
    if let store, !store.hasMoved {
      try store.checkSchema()
      return store
    }
    let opened = try Store(
      path: path, usual: usual, for: .writing, busyMilliseconds: StoreDoor.busyMilliseconds)
    store = opened
    return opened
  }

  /// Does something with the store; in its new place, if it is moved while we wait for its lock.
  func with<T>(_ body: (Store) throws(StoreError) -> T) throws(StoreError) -> T {
    do throws(StoreError) {
      return try body(open())
    } catch .moved {
      store = nil
      return try body(open())
    }
  }

  /// What is said of the days; a store that may only be read is read all the same.
  ///
  /// Where other weekdays have come to be free, that is written down with the day from which it
  /// holds.
  func record(restingOn weekdays: Set<Weekday>?, today: Day) throws(StoreError) -> Record {
    do {
      let store = try open()
      defer { store.releaseMemory() }
      let (record, isNews) = try store.record(restingOn: weekdays, today: today)
      // Said again at the next event if it cannot be written now.
      if isNews, let weekdays { try? store.setRestWeekdays(weekdays, today: today) }
      return record
    } catch StoreError.readOnly, StoreError.unavailable(_), StoreError.full {
      return try Store(
        path: path, usual: usual, for: .reading, busyMilliseconds: StoreDoor.busyMilliseconds
      ).record(restingOn: weekdays, today: today).record
    }
  }

  /// When a watch is due next, and the news that nobody has been told of; neither where nothing is
  /// watched.
  func watches(
    at now: Instant, by plan: ReloadPlan, on site: GitHubSite
  ) throws(StoreError) -> (due: Instant?, news: [WatchNews]) {
    try with { (store) throws(StoreError) in
      defer { store.releaseMemory() }
      guard let due = try store.nextReload(at: now, by: plan, on: site) else { return (nil, []) }
      return (due, try store.untoldNews())
    }
  }
}

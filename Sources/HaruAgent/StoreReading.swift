internal import HaruCore
internal import HaruSession
internal import HaruStore

extension StoreDoor {
  /// The agent never waits longer than this for a lock, because its loop stands still meanwhile.
  static let busyMilliseconds: Int32 = 50

  /// Reads which days are studied, rest days or have notes, even where the store is read-only.
  ///
  /// If the settings name other rest weekdays than the store, they are stored as of today.
  func record(restingOn weekdays: Set<Weekday>?, today: Day) throws(StoreError) -> Record {
    do {
      let store = try open()
      defer { store.releaseMemory() }
      let (record, isNews) = try store.record(restingOn: weekdays, today: today)
      // If this fails now, the next event tries again.
      if isNews, let weekdays { try? store.setRestWeekdays(weekdays, today: today) }
      return record
    } catch StoreError.readOnly, StoreError.unavailable(_), StoreError.full {
      return try openAnother(for: .reading).record(restingOn: weekdays, today: today).record
    }
  }

  /// Whether a day is marked, even where the store is read-only.
  func isStudied(_ day: Day) throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try openAnother(for: .reading).isStudied(day)
    } catch .missing {
      return false
    }
  }

  /// When a watch is due next, and the news not yet shown; neither where nothing is watched.
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

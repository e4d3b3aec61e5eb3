public import HaruCore
public import HaruStore
internal import HaruText

/// One look at the items of a task list: days are marked as the items say, and items written as the store says
/// (docs/tasks.md#merging).
public struct TaskListMerge {
  private let store: Store
  private let today: Day
  private let now: Instant
  private let zone: Zone
  private var list: TaskList
  private let folder: TaskFolder
  private var known: [Day: TaskDay.Known] = [:]
  private let rest: RestDays
  /// When today's reminders come, as the agent has them.
  private let reminders: Set<Instant>
  /// Whether items that somebody has deleted are made again.
  private let isAnew: Bool

  /// Whether a day has become studied, or not studied.
  public private(set) var hasChangedDays = false
  /// Why nothing of the folder can be read, or an item could not be read or written; the first of them.
  public private(set) var problem: SyncError?

  /// Prepares a look; `nil` while no list is kept.
  ///
  /// - Parameters:
  ///   - store: The store, opened for writing.
  ///   - provider: What the settings say of days and reminders.
  ///   - now: The present instant.
  ///   - later: When *Later* reminds.
  ///   - isAnew: Whether items that somebody has deleted are made again.
  /// - Throws: Errors of the store.
  public init?(
    of store: Store, provider: TimelineProvider, at now: Instant, later: Instant?,
    isAnew: Bool = false
  ) throws(StoreError) {
    guard let list = try store.taskList(), let path = list.folder else { return nil }
    today = provider.boundary.day(at: now)
    (self.store, self.list, self.isAnew) = (store, list, isAnew)
    (zone, self.now) = (provider.zone, now)
    folder = TaskFolder(path)
    rest = try store.record(by: provider.settings, today: today).rest
    reminders = Set(provider.reminders(of: today, later: later).map(\.at))
  }

  /// Looks at all items; when one cannot be read, the others are merged all the same.
  ///
  /// - Throws: `StoreError` if the store cannot be used.
  public mutating func run() throws {
    try withLock { merge in
      for day in try merge.days() {
        do {
          for _ in 0..<TaskFolder.tries where try merge.merge(day) { break }
        } catch let error as SyncError {
          merge.problem = merge.problem ?? error
        }
      }
      let copy = try merge.folder.copies().first
      merge.problem = merge.problem ?? copy.map(SyncError.copy)
    }
  }

  /// Removes all items that Haru has made, as far as it can; those of days to come too.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public mutating func removeAll() throws {
    try withLock { (merge) in
      merge.problem = merge.folder.removeItems(of: merge.known.keys)
    }
  }

  /// Runs a body while no other process of Haru looks at the list: the agent's does while a
  /// command begins, and would take what that writes for a change that somebody has made.
  private mutating func withLock(
    _ body: (inout TaskListMerge) throws -> Void
  ) throws {
    do {
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      // Another process may have ended the list, or given it another folder, before it gave the lock back.
      let present = try store.taskList()
      if let present, present.folder == list.folder {
        list = present
        known = try store.knownTasks()
        try body(&self)
      }
    } catch let error as SyncError {
      problem = error
    }
  }

  /// The days whose items concern Haru, oldest first: those of a week, and older ones that it has made.
  private func days() throws(SyncError) -> [Day] {
    let present = try folder.days()
    let made = present.filter { known[$0] != nil }
    let week = (0...TaskDay.daysBefore).compactMap { today.advanced(by: -$0) }
    return Set(made + week).filter { $0 <= today }.sorted()
  }

  /// Brings a day and its item together.
  ///
  /// - Returns: Whether that succeeded; if not, another program has changed the item meanwhile.
  private mutating func merge(_ day: Day) throws -> Bool {
    let found = try folder.item(of: day)
    let isStudied = try store.isStudied(day)
    let state = TaskDay(
      age: today.days(since: day), isStudied: isStudied, isRest: rest.isDeclared(day),
      item: found?.item.state, known: isAnew && found == nil ? nil : known[day],
      keepsWeek: list.keepsWeek, reminders: day == today ? reminders : [],
      now: now)
    if let said = state.said, let item = found?.item {
      // Before the file is touched, so that no change of another program can be lost.
      let at = said ? item.completed ?? now : now
      try save(state.knownMeanwhile, of: day, saying: said, by: provenance(at: at))
    }
    guard try perform(state.step, day, found) else { return false }
    if state.knownAfter != known[day] { try save(state.knownAfter, of: day) }
    return true
  }

  /// Does what is to be done with a file.
  ///
  /// - Returns: Whether that succeeded.
  private func perform(
    _ step: TaskDay.Step, _ day: Day, _ found: (file: TaskFile, item: TaskItem)?
  ) throws(SyncError) -> Bool {
    switch step {
    case .leave: return true
    case .remove:
      guard let found else { return true }
      return try folder.remove(found.file)
    case .write(let isDone, let revision, let alarms):
      let state = TaskDay.Item(isDone: isDone, revision: revision, alarms: alarms)
      let new = TaskItem.text(
        of: day, title: text("Study", as: "a task in a task list"), alarms: alarms)
      let item = found?.item ?? TaskItem(new, of: day)
      let written = item.map { $0.state == state ? $0.text : $0.text(in: state, at: now) }
      return try folder.write(
        written ?? new, to: TaskItem.name(of: day), replacing: found?.file)
    }
  }

  private mutating func save(
    _ known: TaskDay.Known?, of day: Day, saying studied: Bool? = nil,
    by provenance: Provenance? = nil
  ) throws(StoreError) {
    let hasChanged = try store.setTask(
      known, of: day, saying: studied,
      by: provenance ?? Provenance(at: now, in: zone, source: .command))
    self.known[day] = known
    hasChangedDays = hasChangedDays || hasChanged
  }

  /// When an item was changed, by the clock of another machine, unless it cannot be right.
  private func provenance(at said: Instant) -> Provenance {
    let at = max(min(said, now), StoredBounds.instants.lowerBound)
    return Provenance(at: at, in: zone, source: .tasks)
  }
}

import HaruCore
import HaruExchange
import HaruSession
import HaruStore
import HaruSync
import HaruText

/// One look at the items of a task list: what they say is taken, and what the store says is written
/// (docs/tasks.md#merging).
@MainActor
struct TaskRound {
  private let session: Session
  private let store: Store
  private var list: TaskList
  private let folder: TaskFolder
  private var known: [Day: TaskDay.Known] = [:]
  private let rest: RestDays
  /// When today's reminders come, as the agent has them.
  private let reminders: Set<Instant>
  /// Whether items that somebody has deleted are made again.
  private let isAnew: Bool

  /// Whether a day has become studied, or not studied.
  private(set) var hasChangedDays = false
  /// Why an item could not be read or written; the first of them.
  private(set) var problem: SyncFolderError?

  /// Prepares a look; `nil` while no list is kept.
  init?(of session: Session, with store: Store, isAnew: Bool = false) throws(StoreError) {
    guard let list = try store.taskList(), let path = list.folder else { return nil }
    (self.session, self.store, self.list, self.isAnew) = (session, store, list, isAnew)
    folder = TaskFolder(path)
    rest = try store.record(restingOn: session.settings.restWeekdays, today: session.today)
      .record.rest
    reminders = Set(
      session.provider.reminders(of: session.today, later: KeptLater.instant).map(\.at))
  }

  /// Looks at all items.
  ///
  /// - Throws: `SyncError` if nothing of the folder can be read; what one item says is taken all the same
  ///   when another cannot be read.
  mutating func run() throws(SyncError) {
    try whileAlone { (round) throws(SyncError) in
      for day in try round.days() {
        do throws(SyncError) {
          for _ in 0..<TaskFolder.tries where try round.settle(day) { break }
        } catch {
          guard case .folder(let reason) = error else { throw error }
          round.problem = round.problem ?? reason
        }
      }
    }
  }

  /// Removes all items that Haru has made, as far as it can; those of days to come too.
  mutating func removeAll() throws(SyncError) {
    try whileAlone { (round) in
      round.problem = round.folder.removeItems(of: round.known.keys)
    }
  }

  /// Runs a body while no other process of Haru looks at the list: the agent's does while a
  /// command begins, and would take what that writes for what somebody has said.
  private mutating func whileAlone(
    _ body: (inout TaskRound) throws(SyncError) -> Void
  ) throws(SyncError) {
    let lock = try SyncError.inFolder { () throws(SyncFolderError) in try folder.lock() }
    // It may have ended, or have another folder, since.
    let present = try SyncError.inStore { () throws(StoreError) in try store.taskList() }
    if let present, present.folder == list.folder {
      list = present
      known = try SyncError.inStore { () throws(StoreError) in try store.knownTasks() }
      try body(&self)
    }
    _ = consume lock
  }

  /// The days whose items concern Haru, oldest first: those of a week, and older ones that it has made.
  private func days() throws(SyncError) -> [Day] {
    let present = try SyncError.inFolder { () throws(SyncFolderError) in try folder.days() }
    let made = present.filter { known[$0] != nil }
    let week = (0...TaskDay.daysBefore).compactMap { session.today.advanced(by: -$0) }
    return Set(made + week).filter { $0 <= session.today }.sorted()
  }

  /// Brings a day and its item together.
  ///
  /// - Returns: Whether that succeeded; if not, another program has changed the item meanwhile.
  private mutating func settle(_ day: Day) throws(SyncError) -> Bool {
    let found = try SyncError.inFolder { () throws(SyncFolderError) in try folder.item(of: day) }
    let isStudied = try SyncError.inStore { () throws(StoreError) in try store.isStudied(day) }
    let state = TaskDay(
      age: session.today.days(since: day), isStudied: isStudied, isRest: rest.contains(day),
      item: found?.item.state, known: isAnew && found == nil ? nil : known[day],
      keepsWeek: list.keepsWeek, reminders: day == session.today ? reminders : [],
      now: session.now)
    if let said = state.said, let item = found?.item {
      // Before the file is touched, so that nothing that was said can be lost.
      try note(state.knownMeanwhile, of: day, saying: said, by: provenance(of: item))
    }
    guard try SyncError.inFolder({ () throws(SyncFolderError) in try take(state.step, day, found) })
    else { return false }
    if state.knownAfter != known[day] { try note(state.knownAfter, of: day) }
    return true
  }

  /// Does what is to be done with a file.
  ///
  /// - Returns: Whether that succeeded.
  private func take(
    _ step: TaskDay.Step, _ day: Day, _ found: (file: TaskFile, item: TaskItem)?
  ) throws(SyncFolderError) -> Bool {
    switch step {
    case .leave: return true
    case .remove:
      guard let found else { return true }
      return try folder.remove(found.file)
    case .write(let isDone, let revision, let alarms):
      let item = found?.item ?? TaskItem(of: day, title: TaskText.title, alarms: alarms)
      let state = TaskDay.Item(isDone: isDone, revision: revision, alarms: alarms)
      return try folder.write(
        item.state == state ? item.text : item.text(in: state, at: session.now),
        to: TaskItem.name(of: day), replacing: found?.file)
    }
  }

  private mutating func note(
    _ known: TaskDay.Known?, of day: Day, saying studied: Bool? = nil,
    by provenance: Provenance? = nil
  ) throws(SyncError) {
    let hasChanged = try SyncError.inStore { () throws(StoreError) in
      try store.note(known, of: day, saying: studied, by: provenance ?? session.provenance)
    }
    self.known[day] = known
    hasChangedDays = hasChangedDays || hasChanged
  }

  /// When an item was completed, by the clock of another machine, unless it cannot be right.
  private func provenance(of item: TaskItem) -> Provenance {
    let said = item.state.isDone ? item.completed ?? session.now : session.now
    let at = max(min(said, session.now), StoredBounds.instants.lowerBound)
    return Provenance(at: at, in: session.zone, source: .tasks)
  }
}

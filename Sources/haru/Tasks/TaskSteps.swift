import HaruCore
import HaruDesktop
import HaruStore
import HaruSync
import HaruSystem
import HaruText

/// The task list, as commands begin, keep and show it.
extension CommandContext {
  /// The task list; `nil` if none was ever kept, or there is no store.
  func taskList() throws(Failure) -> TaskList? {
    try read { try $0.taskList() } ?? nil
  }

  /// Keeps a task list from now on, in place of the one before, and looks at it once.
  ///
  /// - Returns: Why items stay in the folder before; `nil` if none does.
  /// - Throws: `Failure`, with everything as it was.
  func beginTasks(_ list: TaskList) throws(Failure) -> Failure? {
    let folder = TaskFolder(list.folder ?? "")
    let before = try keptTasks()
    let present = (try? folder.days()) ?? []
    try changeStore { store, _ in try store.setTaskList(list) }
    let problem = try withTasks { store in
      try exchangeTasks(with: store, isAnew: true)
    }
    if let problem {
      let made = try keptTasks().known.keys.filter { !present.contains($0) }
      _ = folder.removeItems(of: made)
      try changeStore { store, _ in
        try store.setTaskList(before.list, knowing: before.known)
      }
      throw Failure(tasks: problem, folder.path)
    }
    finishedExchanges.insert(.tasks)
    // One that was moved may still be reached by its former name.
    guard let former = before.list.folder, let identity = FileIdentity(former),
      identity != FileIdentity(folder.path)
    else { return nil }
    return TaskFolder(former).removeItems(of: before.known.keys)
      .map { Failure(tasks: $0, former) }
  }

  /// The task list, and what is known of its items.
  private func keptTasks() throws(Failure) -> (list: TaskList, known: [Day: TaskDay.Known]) {
    let kept = try read { store in
      (try store.taskList(), try store.knownTasks())
    }
    return (kept?.0 ?? TaskList(folder: nil, keepsWeek: false), kept?.1 ?? [:])
  }

  /// Removes the items that Haru has made.
  ///
  /// - Returns: Why some stay; `nil` if none does.
  func removeTasks() throws(Failure) -> SyncError? {
    try withTasks { store in
      guard var merge = try merge(with: store) else { return nil }
      try merge.removeAll()
      return merge.problem
    }
  }

  /// Brings the task list and the store together once.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isAnew: Whether items that somebody has deleted are made again.
  /// - Returns: Why some items could not be read or written; `nil` if all could.
  /// - Throws: `StoreError`.
  func exchangeTasks(with store: Store, isAnew: Bool = false) throws -> SyncError? {
    guard var merge = try merge(with: store, isAnew: isAnew) else { return nil }
    watchForHooks()
    defer {
      if merge.hasChangedDays { saved() }
      runHooks()
    }
    do {
      try merge.run()
      return merge.problem
    } catch let problem as SyncError {
      return problem
    }
  }

  /// Why the task list is not as it ought to be; `nil` if it is.
  func taskProblem(_ list: TaskList) -> String? {
    guard let path = list.folder, let error = list.problem.flatMap({ SyncError(code: $0) })
    else { return nil }
    return Failure(tasks: error, path).message
  }

  private func merge(
    with store: Store, isAnew: Bool = false
  ) throws(StoreError) -> TaskListMerge? {
    try TaskListMerge(
      of: store, provider: provider, at: now, later: LaterFile.instant, isAnew: isAnew)
  }

  /// Runs a body with the store, which may be moved meanwhile.
  private func withTasks(
    _ body: (Store) throws -> SyncError?
  ) throws(Failure) -> SyncError? {
    try changeStore { store, _ in
      do {
        return try body(store)
      } catch let problem as SyncError {
        return problem
      }
    }
  }
}

extension Failure {
  /// Why a task list is not as it ought to be.
  init(tasks error: SyncError, _ path: String) {
    guard case .refused(let name) = error else {
      self.init(error, folder: path)
      return
    }
    self.init(.cannotCreate, TaskText.refused(path, name))
  }
}

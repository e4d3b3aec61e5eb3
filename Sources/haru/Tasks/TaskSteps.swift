import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSync
import HaruSystem
import HaruText

/// Begins, exchanges, ends and describes the task list.
extension CommandContext {
  /// The task list; `nil` if there never was one, or there is no store.
  func taskList() throws(Failure) -> TaskList? {
    try read { try $0.taskList() } ?? nil
  }

  /// Begins a task list in place of the one before, and exchanges once.
  ///
  /// - Returns: Why items stay in the folder before; `nil` if none does.
  /// - Throws: `Failure`, with everything as it was.
  func beginTasks(_ list: TaskList) throws(Failure) -> Failure? {
    let folder = TaskFolder(list.folder ?? "")
    let before = try keptTasks()
    let present = (try? folder.days()) ?? []
    try changeStore { store, _ in try store.setTaskList(list) }
    let problem = try write { store, _ in try exchangeTasks(with: store, isAnew: true) }
    saved()
    if let problem {
      let made = try keptTasks().known.keys.filter { !present.contains($0) }
      _ = folder.removeItems(of: made)
      try changeStore { store, _ in
        try store.setTaskList(before.list, knowing: before.known)
      }
      throw Failure(tasks: problem, folder.path)
    }
    leaveOutExchange(.tasks)
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
    let problem = try write { store, _ -> SyncError? in
      guard var merge = try merge(with: store) else { return nil }
      try merge.removeAll()
      return merge.problem
    }
    saved()
    return problem
  }

  /// Exchanges the task list with the store once.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - isAnew: Whether items that somebody has deleted are made again.
  /// - Returns: Why some items could not be read or written; `nil` if all could.
  /// - Throws: `StoreError`.
  func exchangeTasks(with store: Store, isAnew: Bool = false) throws -> SyncError? {
    guard var merge = try merge(with: store, isAnew: isAnew) else { return nil }
    let wasStudied = stateForHooks()
    defer {
      if merge.hasChangedDays {
        saved()
        startHook(ifStudiedIsNot: wasStudied)
      }
    }
    try merge.run()
    return merge.problem
  }

  private func merge(
    with store: Store, isAnew: Bool = false
  ) throws(StoreError) -> TaskListMerge? {
    try TaskListMerge(
      of: store, provider: provider, at: now, later: LaterFile.instant, isAnew: isAnew)
  }
}

extension TaskList {
  /// What is wrong with it, in a sentence; `nil` if nothing is.
  var sentence: String? {
    guard let folder, let error = problem.flatMap({ SyncError(code: $0) }) else { return nil }
    return Failure(tasks: error, folder).message
  }
}

extension Failure {
  /// What is wrong with a task list.
  init(tasks error: SyncError, _ path: String) {
    guard case .refused(let name) = error else {
      self.init(error, folder: path)
      return
    }
    self.init(
      .cannotCreate,
      text(
        "{name} in {path} is not one of Haru's tasks; delete it, or move it away",
        ["name": name, "path": path]))
  }
}

public import HaruCore

/// The task list that Haru keeps (docs/tasks.md#the-list).
public struct TaskList: Hashable, Sendable {
  /// The folder of its items; `nil` while none is kept.
  public var folder: String?
  /// Whether the seven days before today have an item too.
  public var keepsWeek: Bool
  /// The word for why the last look did not succeed; `nil` if it did.
  public var problem: String?

  /// Makes a list.
  public init(folder: String?, keepsWeek: Bool) {
    (self.folder, self.keepsWeek) = (folder, keepsWeek)
  }
}

extension Store {
  /// The task list; `nil` if none was ever kept.
  public func taskList() throws(StoreError) -> TaskList? {
    try database.rows("SELECT * FROM task_list", [], taskList).first
  }

  /// Begins a task list, or ends it.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - known: What is known of its items; `nil` leaves what is known of the same list, and forgets what
  ///     is known of another one.
  /// - Throws: `StoreError`.
  public func setTaskList(
    _ list: TaskList, knowing known: [Day: TaskDay.Known]? = nil
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let former = try taskList()?.folder
      if known != nil || former != list.folder { try database.execute("DELETE FROM task") }
      try database.write(
        into: "task_list", key: "id",
        [
          "id": .integer(1), "folder": Value(list.folder), "keeps_week": Value(list.keepsWeek),
          "problem": Value(list.problem),
        ])
      for (day, known) in known ?? [:] { try write(known, of: day) }
    }
  }

  /// Writes why a look at the list did not succeed; `nil` if it did.
  public func setTaskProblem(_ problem: String?) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try database.run("UPDATE task_list SET problem = ?", Value(problem))
    }
  }

  /// What is known of the items that were made.
  public func knownTasks() throws(StoreError) -> [Day: TaskDay.Known] {
    Dictionary(try database.rows("SELECT * FROM task", [], task)) { $1 }
  }

  /// Marks a day as its item says, and writes how the item is known now; both or neither.
  ///
  /// - Parameters:
  ///   - known: How it is known; `nil` forgets it.
  ///   - day: The day, not after today.
  ///   - studied: Whether the item says that the day is studied; `nil` if it says nothing.
  ///   - provenance: When, where and how the item was changed.
  /// - Returns: Whether the day has changed.
  /// - Throws: `StoreError`.
  public func setTask(
    _ known: TaskDay.Known?, of day: Day, saying studied: Bool?, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      if let known {
        try write(known, of: day)
      } else {
        try database.run("DELETE FROM task WHERE day = ?", Value(day))
      }
      guard let studied, try isStudied(day) != studied else { return false }
      var batch = try newBatch(by: provenance)
      try apply(.study(day, studied), in: &batch)
      return true
    }
  }

  private func write(_ known: TaskDay.Known, of day: Day) throws(StoreError) {
    try database.write(
      into: "task", key: "day",
      [
        "day": Value(day), "is_done": Value(known.isDone), "revision": Value(known.revision),
        "alarms": Value(known.alarms),
      ])
  }

  // MARK: Rows

  /// Reads the row of `task_list`.
  func taskList(_ row: Statement) throws(StoreError) -> TaskList {
    guard let keepsWeek = try row.bool("keeps_week") else { throw .damagedRows }
    var list = TaskList(folder: try row.text("folder"), keepsWeek: keepsWeek)
    list.problem = try row.text("problem")
    return list
  }

  /// Reads a row of `task`.
  func task(_ row: Statement) throws(StoreError) -> (Day, TaskDay.Known) {
    guard let day = try row.day("day"), let isDone = try row.bool("is_done"),
      let revision = try row.count("revision")
    else { throw .damagedRows }
    return (
      day, TaskDay.Known(isDone: isDone, revision: revision, alarms: try row.instants("alarms"))
    )
  }
}

import HaruCore
import HaruStore
import Support
import Testing

/// What a store knows of a task list (docs/tasks.md#tables).
struct TaskListTests {
  private let bench = StoreBench()
  private let store: Store
  private let day = date("2026-11-20")

  init() throws {
    store = try bench.open()
  }

  @Test func aListIsKeptUntilItIsEnded() throws {
    #expect(try store.taskList() == nil && store.activeExchanges().isEmpty)
    var list = TaskList(folder: "/tasks", keepsWeek: true)
    try store.setTaskList(list)
    #expect(try store.taskList() == list)
    #expect(try store.activeExchanges() == [.tasks])
    try store.setTaskProblem("missing")
    list.problem = "missing"
    #expect(try store.taskList() == list)
    try store.setTaskList(TaskList(folder: nil, keepsWeek: false))
    #expect(try store.activeExchanges().isEmpty)
    #expect(try store.problems().isEmpty)
  }

  @Test func whatAnItemSaysAndThatItIsKnownAreOneChange() throws {
    try store.setTaskList(TaskList(folder: "/tasks", keepsWeek: false))
    let known = TaskDay.Known(isDone: true, revision: 1)
    #expect(try store.setTask(known, of: day, saying: true, by: said))
    #expect(try store.knownTasks() == [day: known])
    #expect(try store.marks() == ["2026-11-20"])
    #expect(try store.contents().journal.last?.provenance.source == .tasks)
    #expect(try !store.setTask(known, of: day, saying: true, by: said), "it is studied already")
    #expect(try store.setTask(nil, of: day, saying: false, by: said))
    #expect(try store.knownTasks() == [:] && store.marks() == [])
    #expect(try store.undo() == [.study(day, true)], "what a list has said can be undone")
  }

  @Test func anotherListKnowsNothing() throws {
    try store.setTaskList(TaskList(folder: "/tasks", keepsWeek: false))
    let known = TaskDay.Known(isDone: false, revision: 1)
    _ = try store.setTask(known, of: day, saying: nil, by: said)
    try store.setTaskList(TaskList(folder: "/others", keepsWeek: false))
    #expect(try store.knownTasks() == [:])
  }

  /// The items still say what they said before it.
  @Test func aRestoreLeavesWhatIsKnown() throws {
    let backup = bench.scratch("backup.sqlite")
    try store.backUp(to: backup)
    try store.setTaskList(TaskList(folder: "/tasks", keepsWeek: true))
    let known = TaskDay.Known(isDone: true, revision: 2)
    _ = try store.setTask(known, of: day, saying: true, by: said)
    _ = try Store.restore(
      backup, to: bench.path, stamp: "20261121-100000", by: StoreBench.provenance)
    let restored = try bench.open()
    #expect(try restored.marks() == [])
    #expect(try restored.knownTasks() == [day: known])
    #expect(try restored.taskList()?.folder == "/tasks")
  }

  @Test func whenAnItemRingsIsKept() throws {
    try store.setTaskList(TaskList(folder: "/tasks", keepsWeek: false))
    for alarms: Set<Instant> in [[Instant(1_795_464_000), Instant(1_795_471_200)], []] {
      let known = TaskDay.Known(isDone: false, revision: 1, alarms: alarms)
      _ = try store.setTask(known, of: day, saying: nil, by: said)
      #expect(try store.knownTasks() == [day: known])
    }
    #expect(try bench.rows("SELECT alarms IS NULL FROM task") == ["1"])
    #expect(try store.problems().isEmpty)
  }

  @Test(arguments: [
    "2, 1, NULL", "0, -1, NULL", "0, 1, 'soon'", "0, 1, '1795464000,1795471200'",
    "0, 1, '1795464000 99999999999999'", "0, 1, '1795464000 99999999999999999999'",
  ])
  func damagedRowsAreFoundAndRemoved(_ values: String) throws {
    try store.setTaskList(TaskList(folder: "/tasks", keepsWeek: false))
    _ = try bench.rows("INSERT INTO task VALUES ('2026-11-20', \(values))")
    #expect(try store.problems() == [.row(1, table: "task")])
  }

  private var said: Provenance {
    Provenance(at: StoreBench.provenance.at, utcOffset: 0, zone: "UTC", source: .tasks)
  }
}

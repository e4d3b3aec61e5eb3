import HaruCore
import HaruStore
import HaruSync

/// The exchange with a task list (docs/tasks.md#the-process).
struct TaskExchange: FolderExchange {
  func folder(in store: Store) throws(StoreError) -> String? { try store.taskList()?.folder }

  func directories(of folder: String) -> [String] { [folder] }

  /// Its few items are read as fast as their dates.
  func hasNews(in folder: String, for store: Store) -> Bool { true }

  func run(in context: CommandContext) throws -> SyncError? {
    let store = try context.openStore(for: .writing)
    guard let list = try store.taskList(), list.folder != nil else { return nil }
    let problem = try context.exchangeTasks(with: store)
    if problem?.code != list.problem {
      try store.setTaskProblem(problem?.code)
      RunningAgent.reload()
    }
    return problem
  }
}

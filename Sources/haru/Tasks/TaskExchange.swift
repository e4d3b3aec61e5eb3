import HaruStore
import HaruSync

/// The exchange with a task list (docs/tasks.md#the-process).
struct TaskExchange: FolderExchange {
  func folder(in context: CommandContext) throws(Failure) -> String? {
    try context.taskList()?.folder
  }

  func directories(of folder: String) -> [String] { [folder] }

  /// Always `true`: reading its few items takes no longer than reading their dates.
  func hasNews(in folder: String, for context: CommandContext) -> Bool { true }

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

import HaruCore
import HaruStore
import HaruSync
import HaruSystem

/// Brings a store and a folder together (docs/sync.md#the-process, docs/tasks.md#the-process).
@MainActor
extension Exchange {
  /// The folder; `nil` while nothing is exchanged.
  func folder(in session: Session) throws(Failure) -> String? {
    switch self {
    case .sync: try session.thisMachine()?.folder
    case .tasks: try session.taskList()?.folder
    }
  }

  /// The directories to watch for changes, the folder itself among them.
  func directories(of folder: String) -> [String] {
    switch self {
    case .sync: SyncFolder(folder).directories()
    case .tasks: [folder]
    }
  }

  /// Whether there is something in the folder that the store has not taken.
  func hasNews(for session: Session) -> Bool {
    switch self {
    case .sync:
      let found = try? session.read { store in try? LogExchange.hasNews(for: store) }
      return found.flatMap(\.self) == true
    // Its few items are read as fast as their dates.
    case .tasks: return true
    }
  }

  /// Exchanges once, and notes in the store why it did not succeed.
  ///
  /// - Returns: The reason; `nil` if it did.
  func run(in session: Session) throws -> SyncError? {
    let store = try session.openStore(for: .writing)
    switch self {
    case .sync:
      do {
        let report = try session.exchange(of: store)
        if let report, report.arrived.changes > 0 { RunningAgent.reload() }
        return nil
      } catch let problem as SyncError {
        return problem
      }
    case .tasks:
      guard let list = try store.taskList(), list.folder != nil else { return nil }
      let problem = try session.exchangeTasks(with: store)
      if problem?.code != list.problem {
        try store.setTaskProblem(problem?.code)
        RunningAgent.reload()
      }
      return problem
    }
  }
}

extension Session {
  /// The folder that a user has named for an exchange.
  static func folder(_ path: String) throws(Failure) -> String {
    guard Files.isDirectory(path) else {
      throw Failure(Files.exists(path) ? .notADirectory : .missing, folder: path)
    }
    return Files.resolved(path)
  }
}

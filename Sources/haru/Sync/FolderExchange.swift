import HaruCore
import HaruStore
import HaruSync
import HaruSystem

/// Brings a store and a folder together.
@MainActor
protocol FolderExchange {
  /// The folder; `nil` while nothing is exchanged.
  func folder(in session: Session) throws(Failure) -> String?

  /// The directories to watch for changes, the folder itself among them.
  func directories(of folder: String) -> [String]

  /// Whether there is something in the folder that the store has not taken.
  func hasNews(in folder: String, for session: Session) -> Bool

  /// Exchanges once, and notes in the store why it did not succeed.
  ///
  /// - Returns: The reason; `nil` if it did.
  func run(in session: Session) throws -> SyncError?
}

extension Exchange {
  /// How it is done.
  @MainActor
  var work: any FolderExchange {
    switch self {
    case .sync: MachineExchange()
    case .tasks: TaskExchange()
    }
  }
}

/// The exchange with other machines (docs/sync.md#the-process).
struct MachineExchange: FolderExchange {
  func folder(in session: Session) throws(Failure) -> String? {
    try session.thisMachine()?.folder
  }

  func directories(of folder: String) -> [String] { SyncFolder(folder).directories() }

  func hasNews(in folder: String, for session: Session) -> Bool {
    let found = try? session.read { store in
      try? LogExchange.hasNews(for: store)
    }
    return found.flatMap(\.self) == true
  }

  func run(in session: Session) throws -> SyncError? {
    let store = try session.openStore(for: .writing)
    do {
      let report = try session.exchange(of: store)
      if let report, report.arrived.changes > 0 { RunningAgent.reload() }
      return nil
    } catch let problem as SyncError {
      return problem
    }
  }
}

/// The exchange with a task list (docs/tasks.md#the-process).
struct TaskExchange: FolderExchange {
  func folder(in session: Session) throws(Failure) -> String? { try session.taskList()?.folder }

  func directories(of folder: String) -> [String] { [folder] }

  /// Its few items are read as fast as their dates.
  func hasNews(in folder: String, for session: Session) -> Bool { true }

  func run(in session: Session) throws -> SyncError? {
    let store = try session.openStore(for: .writing)
    guard let list = try store.taskList(), list.folder != nil else { return nil }
    let problem = try session.exchangeTasks(with: store)
    if problem?.code != list.problem {
      try store.setTaskProblem(problem?.code)
      RunningAgent.reload()
    }
    return problem
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

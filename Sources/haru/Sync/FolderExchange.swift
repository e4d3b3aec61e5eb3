import Glibc
import HaruCommand
import HaruCore
import HaruStore
import HaruSync
import HaruSystem
import HaruText

/// Brings a store and a folder together (docs/sync.md#the-process, docs/tasks.md#the-process).
@MainActor
extension ExchangeKind {
  /// The folder; `nil` while nothing is exchanged.
  func folder(in store: Store) throws(StoreError) -> String? {
    switch self {
    case .sync: try store.thisMachine().folder
    case .tasks: try store.taskList()?.folder
    }
  }

  /// The directories to watch for changes, the folder itself among them.
  func directories(of folder: String) -> [String] {
    switch self {
    case .sync: SyncFolder(folder).directories()
    case .tasks: [folder]
    }
  }

  /// Whether the folder has something that the store lacks.
  func hasNews(for store: Store) -> Bool {
    switch self {
    case .sync: (try? LogExchange.hasNews(for: store)) == true
    // Reading its few items takes no longer than reading their dates.
    case .tasks: true
    }
  }

  /// Whether everything else was exchanged, and only a change of the folder is a reason to try again.
  func goesOn(beside error: SyncError) -> Bool {
    switch error {
    case .refused, .copy: self == .tasks
    default: false
    }
  }

  /// Exchanges once, and keeps in the store why it did not succeed.
  ///
  /// - Returns: The reason; `nil` if it did.
  func run(in context: CommandContext) throws -> SyncError? {
    // It may have gone since its folder was asked for.
    let store = try context.openStore(for: .changing)
    switch self {
    case .sync:
      do {
        let report = try context.exchangeLog(with: store)
        if let report, report.arrived.changes > 0 { RunningAgent.reload() }
        return nil
      } catch let problem as SyncError {
        return problem
      }
    case .tasks:
      guard let list = try store.taskList(), list.folder != nil else { return nil }
      do {
        let problem = try context.exchangeTasks(with: store)
        try keepProblem(problem, of: list, in: store)
        return problem
      } catch {
        if let problem = SyncError(ending: error) { try? keepProblem(problem, of: list, in: store) }
        throw error
      }
    }
  }

  /// Keeps in the store why a look at a task list did not succeed; `nil` if it did.
  private func keepProblem(
    _ problem: SyncError?, of list: TaskList, in store: Store
  ) throws(StoreError) {
    guard problem?.code != list.problem else { return }
    try store.setTaskProblem(problem?.code)
    RunningAgent.reload()
  }
}

extension CommandContext {
  /// The folder that a user has named for an exchange.
  func folder(_ path: String) throws(Failure) -> String {
    guard Files.isDirectory(path) else {
      throw Failure(Files.exists(path) ? .notADirectory : .missing, folder: path)
    }
    let folder = Files.resolved(path)
    guard !meetsStore(folder) else {
      throw Failure(
        .refused,
        text(
          "{path} is where this machine keeps its own days; choose a folder of its own, such as ~/Haru",
          ["path": folder]))
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw Failure(.readOnly, folder: path) }
    return folder
  }

  /// Whether a folder holds the store or its backups, or is in the directory that is Haru's own.
  ///
  /// A program that carries the folder would carry the database too, which gets damaged so.
  private func meetsStore(_ folder: String) -> Bool {
    let own = Files.resolved(Files.directory(of: Store.usualPath))
    let others = [storePath, storeFile].map { Files.resolved(Files.directory(of: $0)) }
    return Files.isWithin(folder, own) || ([own] + others).contains { Files.isWithin($0, folder) }
  }
}

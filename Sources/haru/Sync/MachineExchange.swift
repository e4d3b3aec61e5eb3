import HaruCore
import HaruStore
import HaruSync
import HaruSystem

/// The exchange with other machines (docs/sync.md#the-process).
struct MachineExchange: FolderExchange {
  func folder(in store: Store) throws(StoreError) -> String? { try store.thisMachine().folder }

  func directories(of folder: String) -> [String] { SyncFolder(folder).directories() }

  func hasNews(in folder: String, for store: Store) -> Bool {
    (try? LogExchange.hasNews(for: store)) == true
  }

  func run(in context: CommandContext) throws -> SyncError? {
    let store = try context.openStore(for: .writing)
    do {
      let report = try context.exchange(of: store)
      if let report, report.arrived.changes > 0 { RunningAgent.reload() }
      return nil
    } catch let problem as SyncError {
      return problem
    }
  }
}

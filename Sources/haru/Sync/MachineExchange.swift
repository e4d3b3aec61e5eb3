import HaruCore
import HaruStore
import HaruSync
import HaruSystem

/// The exchange with other machines (docs/sync.md#the-process).
struct MachineExchange: FolderExchange {
  func folder(in session: Session) throws(Failure) -> String? {
    try session.thisMachine()?.folder
  }

  func directories(of folder: String) -> [String] { SyncFolder(folder).directories() }

  func hasNews(in folder: String, for session: Session) -> Bool {
    let found = try? session.read { (store) throws(StoreError) in
      try? LogExchange.hasNews(for: store)
    }
    return found.flatMap(\.self) == true
  }

  func run(in session: Session) throws -> SyncError? {
    let store = try session.openStore(for: .writing)
    do throws(SyncError) {
      let report = try session.exchange(of: store)
      if let report, report.arrived.changes > 0 { RunningAgent.reload() }
      return nil
    } catch {
      if case .store(let reason) = error { throw reason }
      return error
    }
  }
}

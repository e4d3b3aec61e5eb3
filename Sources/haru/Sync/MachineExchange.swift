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

import HaruCore
import HaruStore
import HaruSync

/// The exchange with other machines (docs/sync.md#the-process).
struct MachineExchange: FolderExchange {
  func folder(in session: Session) throws(Failure) -> String? { try session.syncState()?.folder }

  func directories(of folder: String) -> [String] {
    let devices = (try? SyncFolder(folder).devices().items) ?? []
    return [folder] + ([SyncFolder.inboxName] + devices).map { folder + "/" + $0 }
  }

  func run(in session: Session) throws -> SyncError? {
    let store = try session.openStore(for: .writing)
    do throws(SyncError) {
      let report = try session.exchange(of: store)
      try? note(nil, in: store)
      if let report, report.taken.changes > 0 { RunningAgent.reload() }
      return nil
    } catch {
      if case .store(let reason) = error { throw reason }
      try? note(error, in: store)
      return error
    }
  }

  private func note(_ error: SyncError?, in store: Store) throws(StoreError) {
    guard let state = try store.syncState(), state.problem != error?.code else { return }
    try store.changeSync { $0.problem = error?.code }
    RunningAgent.reload()
  }
}

import HaruCore
import HaruStore
import HaruSync
import HaruSystem

/// The exchange with other machines (docs/sync.md#the-process).
struct MachineExchange: FolderExchange {
  func folder(in session: Session) throws(Failure) -> String? { try session.syncState()?.folder }

  func directories(of folder: String) -> [String] {
    let devices = (try? SyncFolder(folder).devices().items) ?? []
    return [folder] + ([SyncFolder.inboxName] + devices).map { folder + "/" + $0 }
  }

  /// Until the second after that in which this machine wrote last.
  ///
  /// Nextcloud's client knows a file by its size and its second. What is added in the second in which it
  /// carries the file, it carries with the next change only, which may be that of another day.
  func pause(in session: Session) -> Int? {
    guard let state = try? session.syncState(), let path = state.folder,
      let seconds = try? SyncFolder(path).lastWrite(of: state.device)
    else { return nil }
    let left = 1000 * (seconds + 1) - LocalClock.milliseconds
    return (1...1000).contains(left) ? Int(left) : nil
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

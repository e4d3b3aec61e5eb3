import HaruCore
import HaruDesktop
import HaruFiles
import HaruSession
import HaruStore
import HaruSync
import HaruSystem

/// Exchanges with other machines whenever the store or the folder changes, for the agent.
///
/// It is a process of its own, because any call about a folder on a dead network may never return.
/// Between changes it sleeps.
@MainActor
final class SyncService {
  /// Programs that carry files write several at once, and a store changes twice with each click.
  private static let gatherMilliseconds = 50
  private static let againMilliseconds = 5000

  private var storeWatch: FileWatch?
  private var settingsWatch: FileWatch?
  private var folderWatch: FileWatch?
  private var watches: [String: DirectoryWatch] = [:]
  private var storePath = ""
  private var folder = ""
  private var isDue = false
  private var hasSaidReady = false

  /// Runs until nothing is exchanged any more, the agent has gone, or a signal ends it.
  ///
  /// - Parameter isOnce: Whether it only exchanges once, for a command where no agent runs.
  func run(once isOnce: Bool) {
    if isOnce { return exchangeOnce() }
    StandardStream.ignoreBrokenPipes()
    ParentProcess.onEnd { MainLoop.quit() }
    MainLoop.onTermination { MainLoop.quit() }
    settingsWatch = FileWatch(SettingsFile.path) { [self] in exchangeSoon() }
    exchangeSoon(after: 0)
    MainLoop.run()
  }

  /// Exchanges in a later turn, once for everything that happens until then.
  private func exchangeSoon(after milliseconds: Int = gatherMilliseconds) {
    guard !isDue else { return }
    isDue = true
    MainLoop.after(milliseconds: milliseconds) { [self] in
      isDue = false
      exchange()
    }
  }

  private func exchangeOnce() {
    _ = try? Session(warns: false).exchangeOnce()
  }

  private func exchange() {
    do {
      let session = try Session(warns: false)
      watch(store: session.storePath)
      guard let state = try session.syncState(), let path = state.folder else {
        return MainLoop.quit()
      }
      // Watched before it is read, so that nothing that comes meanwhile is missed.
      watch(folder: path)
      let isToRepeat = try session.exchangeOnce()
      watch(folder: path)
      if isToRepeat { exchangeSoon(after: Self.againMilliseconds) }
      sayReady()
    } catch {
      sayReady()
      // A store that is locked or was moved; the next change, or this, tries again.
      exchangeSoon(after: Self.againMilliseconds)
    }
  }

  /// Tells the agent that a login need not wait any longer.
  private func sayReady() {
    guard !hasSaidReady else { return }
    hasSaidReady = true
    StandardStream.output.write("ready\n")
  }

  // MARK: What is watched

  private func watch(store path: String) {
    guard path != storePath else { return }
    storePath = path
    storeWatch = FileWatch(path, with: [path + "-wal"]) { [self] in exchangeSoon() }
  }

  private func watch(folder path: String) {
    if path != folder {
      folder = path
      watches = [:]
      folderWatch = FileWatch(path) { [self] in
        // It may be another one by now.
        watches = [:]
        exchangeSoon()
      }
    }
    let devices = (try? SyncFolder(path).devices().items) ?? []
    let directories = [path, path + "/" + SyncFolder.inboxName] + devices.map { path + "/" + $0 }
    let wanted = Set(directories.filter(Files.isDirectory))
    watches = watches.filter { wanted.contains($0.key) }
    for path in wanted where watches[path] == nil {
      watches[path] = DirectoryWatch(path) { [self] in exchangeSoon() }
    }
  }
}

extension Session {
  /// Exchanges once, and notes in the store why it did not succeed.
  ///
  /// - Returns: Whether it has to be repeated although nothing changes.
  fileprivate func exchangeOnce() throws -> Bool {
    let store = try openStore(for: .writing)
    do throws(SyncError) {
      let report = try exchange(of: store)
      try? note(nil, in: store)
      if let report, report.taken.changes > 0 { RunningAgent.reload() }
      return false
    } catch {
      if case .store(let reason) = error { throw reason }
      try? note(error, in: store)
      return error == .folder(.busy)
    }
  }

  private func note(_ error: SyncError?, in store: Store) throws(StoreError) {
    guard var state = try store.syncState(), state.problem != error?.code else { return }
    state.problem = error?.code
    try store.setSync(state)
    RunningAgent.reload()
  }
}

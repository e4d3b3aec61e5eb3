import HaruCore
import HaruDesktop
import HaruFiles
import HaruSession
import HaruStore
import HaruSync
import HaruSystem

/// What an `ExchangeService` does again and again: it brings a store and a folder together.
@MainActor
protocol FolderExchange {
  /// The folder; `nil` while nothing is exchanged.
  func folder(in session: Session) throws(Failure) -> String?

  /// How long to wait with a run, in milliseconds; `nil` to run now.
  func pause(in session: Session) -> Int?

  /// The directories in a folder, itself among them, in which something may happen.
  func directories(of folder: String) -> [String]

  /// Exchanges once, and notes in the store why it did not succeed.
  ///
  /// - Returns: The reason; `nil` if it did.
  func run(in session: Session) throws -> SyncError?
}

/// Exchanges whenever the store or the folder changes, and when a day begins, for the agent.
///
/// It is a process of its own, because any call about a folder on a dead network may never return.
/// Between changes it sleeps.
@MainActor
final class ExchangeService {
  /// Programs that carry files write several at once, and a store changes twice with each click.
  private static let gatherMilliseconds = 50
  /// What fails would mostly fail again: each new try waits twice as long.
  private static let retryMilliseconds = 1000...60_000

  private let work: any FolderExchange
  private var nextDay: WallClockAlarm?
  private var zoneWatch: ZoneWatch?
  private var storeWatch: FileWatch?
  private var settingsWatch: FileWatch?
  private var folderWatch: FileWatch?
  private var watches: [String: (of: FileIdentity, watch: DirectoryWatch)] = [:]
  private var storePath = ""
  private var storeStamps: [FileStamp?] = []
  private var folder: (path: String, identity: FileIdentity?) = ("", nil)
  private var isDue = false
  private var retry: Wait?
  private var retryMilliseconds = ExchangeService.retryMilliseconds.lowerBound
  /// Whether a try has changed the folder and failed, so that a change of it says nothing.
  private var isStuck = false
  private var hasSaidReady = false

  init(_ work: any FolderExchange) {
    self.work = work
  }

  /// Runs until nothing is exchanged any more, the agent has gone, or a signal ends it.
  ///
  /// - Parameter isOnce: Whether it only exchanges once, for a command where no agent runs.
  func run(once isOnce: Bool) {
    if isOnce { return exchangeOnce() }
    StandardStream.ignoreBrokenPipes()
    ParentProcess.onEnd { MainLoop.quit() }
    MainLoop.onTermination { MainLoop.quit() }
    settingsWatch = FileWatch(SettingsFile.path) { [self] in exchangeSoon() }
    zoneWatch = ZoneWatch { [self] in exchangeSoon() }
    nextDay = try? WallClockAlarm { [self] in exchangeSoon() }
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
    _ = try? work.run(in: Session(warns: false))
  }

  private func exchange() {
    retry?.cancel()
    do {
      let session = try Session(warns: false)
      watch(store: session.storePath)
      // Before it is opened, so that a click beside the exchange leads to another one.
      storeStamps = stamps(ofStore: session.storePath)
      nextDay?.set(session.provider.boundary.end(of: session.today).seconds)
      guard let path = try work.folder(in: session) else { return MainLoop.quit() }
      // Watched before it is read, so that nothing that comes meanwhile is missed.
      watch(folder: path)
      if let pause = work.pause(in: session) { return exchangeSoon(after: pause) }
      let error = try work.run(in: session)
      watch(folder: path)
      sayReady()
      guard let error else {
        isStuck = false
        return retryMilliseconds = Self.retryMilliseconds.lowerBound
      }
      if case .folder(.full) = error { isStuck = true }
      if case .folder(.system) = error { isStuck = true }
      exchangeAgain()
    } catch {
      sayReady()
      // A store that is locked or was moved; the next change, or this, tries again.
      exchangeAgain()
    }
  }

  /// Tries again though nothing may tell of it when a disk has room, or is mounted.
  private func exchangeAgain() {
    retry = MainLoop.after(milliseconds: retryMilliseconds) { [self] in exchange() }
    retryMilliseconds = min(2 * retryMilliseconds, Self.retryMilliseconds.upperBound)
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
    storeWatch = FileWatch(path, with: [path + "-wal"]) { [self] in
      if stamps(ofStore: path) != storeStamps { exchangeSoon() }
    }
  }

  /// What changes with the contents of the store.
  ///
  /// Who opens it makes an empty log, and takes it away again: so does the exchange itself.
  private func stamps(ofStore path: String) -> [FileStamp?] {
    [path, path + "-wal"].map { FileStamp($0) }.map { $0?.size == 0 ? nil : $0 }
  }

  private func watch(folder path: String) {
    // With a directory far above it, it is replaced without a word.
    let identity = FileIdentity(path)
    if folder != (path, identity) {
      folder = (path, identity)
      // Two watches of one path would both be of the directory that was there first.
      (watches, folderWatch) = ([:], nil)
      folderWatch = FileWatch(path) { [self] in
        // It may be another one by now.
        watches = [:]
        exchangeSoon()
      }
    }
    let wanted = Set(work.directories(of: path).filter(Files.isDirectory))
    watches = watches.filter { wanted.contains($0.key) && FileIdentity($0.key) == $0.value.of }
    for path in wanted where watches[path] == nil {
      guard let identity = FileIdentity(path) else { continue }
      let watch = DirectoryWatch(path) { [self] in if !isStuck { exchangeSoon() } }
      watches[path] = (identity, watch)
    }
  }
}

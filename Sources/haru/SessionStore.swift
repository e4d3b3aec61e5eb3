import HaruCore
import HaruSession
import HaruStore
import HaruText

/// The file of the store and its backups.
extension Session {
  /// Finishes or undoes a move whose process was killed; done once in a process.
  static let recovery: Void = UserStore.recoverMove()

  static var backups: Backups { Backups(besideUsualStore: UserStore.usualPath) }

  /// The time as it stands in the name of a kept file, `YYYYMMDD-HHMMSS`.
  var stamp: String {
    let digits = now.rfc3339(in: zone).prefix(19).filter { $0 != "-" && $0 != ":" }
    return String(digits.map { $0 == "T" ? "-" : $0 })
  }

  /// Opens the store in its place, which is never begun anew where it is only out of reach.
  func openStore(
    for purpose: Store.Purpose, busyMilliseconds: Int32 = 5000
  ) throws(StoreError) -> Store {
    try Store(
      path: storePath, usual: UserStore.usualPath, for: purpose, busyMilliseconds: busyMilliseconds)
  }

  /// Makes sure that the store is not on a disk that is not connected.
  func requireReach() throws(Failure) {
    do {
      try Store.requireReach(storePath, usual: UserStore.usualPath)
    } catch {
      throw failure(error)
    }
  }

  /// Why a command fails; for a damaged store with the backup that can take its place.
  func failure(_ error: StoreError) -> Failure {
    failure(StoreFileError(.store(error), storePath))
  }

  /// Why a command fails; for a damaged store with the backup that can take its place.
  func failure(_ error: StoreFileError) -> Failure {
    let failure = Failure(error)
    guard error.path == storePath,
      [.store(.corrupt), .store(.notAStore)].contains(error.reason),
      let backup = Session.backups.newestGood(on: today)
    else { return failure }
    return Failure(failure.status, StoreText.withRemedy(failure.message, backup))
  }

  /// Makes today's backup, if there is something new.
  func backUpToday() throws(StoreFileError) {
    do throws(StoreFileError) {
      try Session.backups.makeDaily(of: storePath, on: today, keeping: settings.backups)
    } catch  where error.reason == .inProgress {
      // Somebody else is making it.
    }
  }

  /// The same after a change, which stands whatever comes of it.
  func makeDailyBackup() {
    do {
      try backUpToday()
    } catch {
      say("haru: " + StoreText.notBackedUp(StoreText.line(error)))
    }
  }
}

import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

/// The file of the store and its backups.
extension CommandContext {
  static var backups: Backups { Backups(besideUsualStore: Store.usualPath) }

  /// The time `YYYYMMDD-HHMMSS`, for the name of a store file that is kept.
  var stamp: String {
    let digits = now.rfc3339(in: zone).prefix(19).filter { $0 != "-" && $0 != ":" }
    return String(digits.map { $0 == "T" ? "-" : $0 })
  }

  /// The file of the store, with all links resolved.
  var storeFile: String { Files.resolved(storePath) }

  /// Opens the store; fails if its disk is not connected, and makes no new store then.
  func openStore(
    for purpose: Store.Purpose, busyMilliseconds: Int32 = 5000
  ) throws(StoreError) -> Store {
    try Store(
      path: storePath, usual: Store.usualPath, for: purpose, busyMilliseconds: busyMilliseconds)
  }

  /// Fails if the store is on a disk that is not connected.
  func requireReachable() throws(StoreError) {
    try Store.requireReachable(storePath, usual: Store.usualPath)
  }

  /// Fails if a store that begins or is restored here could be on a disk that is not connected.
  func requirePlace() throws(StoreError) {
    try Store.requireReachable(
      storePath, usual: Store.isNewPlace(storePath) ? nil : Store.usualPath)
  }

  /// Fails if the store is on a disk that is not connected, or was deleted.
  func requireStore() throws(StoreError) {
    try requireReachable()
    try Store.requireNotDeleted(storePath, usual: Store.usualPath)
  }

  /// Why a command fails, with the backup that can replace a damaged store.
  func failure(_ error: any Error) -> Failure {
    guard let error = error as? StoreError else {
      let reason = (error as? AskedProgram.NoAnswer)?.sentence
      return error as? Failure ?? Failure(.inputOutput, reason ?? "\(error)")
    }
    // A copy names the file that it is made of, which may be the store.
    let reason = if case .other(storePath, let reason) = error { reason } else { error }
    return Failure(error, path: storePath).withRemedy(
      for: reason, at: storePath, usual: Store.usualPath,
      newestGood: CommandContext.backups.newestGood(on: today),
      isNewPlace: Store.isNewPlace)
  }

  /// Makes today's backup if something has changed.
  func backUpToday() throws(StoreError) {
    do throws(StoreError) {
      try CommandContext.backups.makeDaily(of: storePath, on: today, keeping: settings.backups)
    } catch .inProgress {
      // Another process is making it.
    }
  }

  /// Makes today's backup after a change; the change stays if the backup fails.
  func makeDailyBackup() {
    do {
      try backUpToday()
    } catch {
      complain(
        text(
          "warning: no backup was made: {reason}",
          ["reason": ErrorText.line(error, path: storePath)]))
    }
  }
}

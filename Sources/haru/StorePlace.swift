import HaruCore
import HaruDesktop
import HaruStore
import HaruText

extension StorePlace {
  /// What the settings file says of the store's place.
  @MainActor
  static var ofSettings: StorePlace {
    let path = Session.settingsPath
    return StorePlace(usual: Session.usualStorePath) {
      (try? KeyFile(path: path)).map { $0.value(of: "path", in: "Store") ?? "" }
    } write: { (place) throws(StoreError) in
      do throws(GLibError) {
        try KeyFile.set(place, for: "path", in: "Store", at: path)
      } catch {
        throw .unavailable("\(error)")
      }
    }
  }
}

/// The store's file and what belongs to it.
extension Session {
  /// Where the store is unless the settings say otherwise.
  static var usualStorePath: String { UserDirectories.data + "/" + Store.fileName }

  /// Where a move is noted while it goes on.
  static var moveRecord: String { UserDirectories.data + "/" + StoreMove.recordName }

  /// Finishes or undoes a move whose mover was killed; once in a process.
  static let recovery: Void = StoreMove.recover(record: moveRecord, place: .ofSettings)

  static var backups: Backups { Backups(besideUsualStore: usualStorePath) }

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
      path: storePath, usual: Session.usualStorePath, for: purpose,
      busyMilliseconds: busyMilliseconds)
  }

  /// Makes sure that the store is not on a disk that is not connected.
  func requireReach() throws(Failure) {
    do {
      try Store.requireReach(storePath, usual: Session.usualStorePath)
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

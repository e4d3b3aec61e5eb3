import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
import HaruStore
import HaruSystem
import HaruText

/// What a command works with: the settings, the clock, the zone, and what is known of repositories.
@MainActor
final class RepositoryContext: SettingsContext {
  /// The settings of this program's own.
  private(set) var ownSettings = RepositorySettings()
  /// Where the store of days is, or would be.
  private(set) lazy var storePath = settings.storePath(usual: Store.usualPath)
  /// Whether a change was saved; the message of a later error begins with that.
  private var hasSaved = false
  /// The wrong lines of the list that was read last, each as a sentence.
  private(set) var wrongListLines: [String] = []
  /// Whether the user was told of them.
  private static var hasNamedWrongLines = false

  /// Reads the settings, the clock and the zone.
  ///
  /// - Parameter warns: Whether the user is told of a wrong setting, and that it is ignored.
  /// - Throws: `Failure` if the settings cannot be used.
  init(warns: Bool = true) throws(Failure) {
    var own = RepositorySettings()
    try super.init(warns: warns) { line throws(SettingsError) in try own.take(line) }
    ownSettings = own
  }

  /// Why the site that is asked is not known: if its line is wrong, no other site is asked instead.
  var unknownSite: Failure? {
    wrongLines.first { $0.hides("api") }.map { Failure(readingSettings: $0) }
  }

  /// Runs a command.
  ///
  /// - Throws: What the command throws; an error of the file as `Failure`, which names the file.
  nonisolated static func run(_ body: @MainActor (RepositoryContext) throws -> Void) throws {
    try onMain {
      let context = try RepositoryContext()
      do {
        try body(context)
      } catch let error as StoreError {
        throw context.failure(error)
      }
    }
  }

  /// Whether there is a file of repositories.
  var hasFile: Bool { Files.exists(Repositories.path(besideStore: storePath)) }

  /// Whether repositories may be watched: where they are not, nothing is made.
  func mayWatch() throws(Failure) -> Bool {
    guard !hasFile, !Files.exists(WatchListFile.usual.path) else { return true }
    do throws(StoreError) {
      return try Handover.isDue(from: storePath)
    } catch {
      throw failure(error)
    }
  }

  /// Reads what is known; `nil` if nothing is watched.
  ///
  /// - Parameters:
  ///   - isMade: Whether the file is made if it is missing, for what comes of the reading.
  ///   - body: What reads.
  /// - Returns: What the body returns.
  /// - Throws: Why it cannot be read.
  func read<Result>(
    making isMade: Bool = false, _ body: (Repositories) throws -> Result
  ) throws(Failure) -> Result? {
    do {
      try requireStore()
      guard try mayWatch() else { return nil }
      return try with(making: isMade, body)
    } catch {
      let failure = failure(error)
      throw hasSaved ? Failure(.saved, StatusText.savedOnly(failure.message)) : failure
    }
  }

  /// Changes what is known, and has a running agent ask for what there is to show.
  func change<Result>(_ body: (Repositories) throws -> Result) throws(Failure) -> Result {
    do {
      try requireStore()
      let result = try with(making: true, body)
      RunningAgent.reload()
      hasSaved = true
      return result
    } catch {
      throw failure(error)
    }
  }

  /// Fails if the store is on a disk that is not connected, where the file is there already; or if it was deleted,
  /// perhaps with repositories of version 0.4.
  func requireStore() throws(StoreError) {
    try Store.requireReachable(storePath, usual: Store.usualPath)
    do throws(StoreError) {
      try Store.requireNotDeleted(storePath, usual: Store.usualPath)
    } catch {
      throw .other(storePath, error)
    }
  }

  private func with<Result>(
    making isMade: Bool, _ body: (Repositories) throws -> Result
  ) throws -> Result {
    try Repositories.with(besideStore: storePath, making: isMade) { path in
      complain(WatchText.putAside(path))
    } _: { file in
      nameWrongLines(of: file.list)
      return try body(file)
    }
  }

  private func nameWrongLines(of list: WatchList) {
    wrongListLines = list.wrongLines.map { number, text in
      WatchText.wrongLine(text, place: "\(WatchListFile.usual.path):\(number)")
    }
    guard !Self.hasNamedWrongLines else { return }
    Self.hasNamedWrongLines = true
    wrongListLines.forEach(complain)
  }

  private func failure(_ error: any Error) -> Failure {
    guard let error = error as? StoreError else {
      return error as? Failure ?? Failure(.inputOutput, "\(error)")
    }
    let failure = Failure(error, path: Repositories.path(besideStore: storePath))
    switch error {
    case .other(let path, .noSuchFile(let target)) where path == WatchListFile.usual.path:
      return Failure(
        failure.status,
        text(
          "the list of repositories is not at {path}, to which {link} leads; put it there, or remove the link",
          ["path": target, "link": path]))
    case .other(storePath, let reason):
      let backups = Backups(besideUsualStore: Store.usualPath)
      return failure.withRemedy(
        for: reason, at: storePath, usual: Store.usualPath,
        newestGood: backups.newestGood(on: today), isNewPlace: Store.isNewPlace)
    default: return failure
    }
  }
}

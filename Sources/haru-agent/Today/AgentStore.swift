internal import HaruCore
internal import HaruDesktop
internal import HaruLog
internal import HaruStore
internal import HaruText

/// The store as the agent uses it: opened for each use, so that the file that is there now is read and
/// written.
@MainActor
final class AgentStore {
  /// The agent never waits longer than this for a lock, because its loop stands still meanwhile.
  private static let busyMilliseconds: Int32 = 50

  /// Where the store is; `nil` if that is not known, and it cannot be opened.
  var path: String?
  private let usualPath: String

  /// Names the store, and where it is unless the settings name another place.
  init(path: String?, usual usualPath: String) {
    (self.path, self.usualPath) = (path, usualPath)
  }

  private func open(for purpose: Store.Purpose) throws(StoreError) -> Store {
    guard let path else { throw .unknownPlace }
    return try Store(
      path: path, usual: usualPath, for: purpose, busyMilliseconds: Self.busyMilliseconds)
  }

  /// Does something with the store; again if another file took its place meanwhile.
  func with<Result>(
    _ body: (Store) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try Store.again { () throws(StoreError) in try body(open(for: .writing)) }
  }

  /// Reads which days are studied, rest days or have notes, even where the store is read-only.
  func record(_ moment: Moment) throws(StoreError) -> Record {
    let (settings, today) = (moment.settings, moment.today)
    do {
      let store = try open(for: .writing)
      moveFormerRules(moment, into: store)
      return try store.record(by: settings, today: today)
    } catch StoreError.readOnly, StoreError.unavailable(_), StoreError.full {
      return try open(for: .reading).record(by: settings, today: today)
    }
  }

  /// Writes the rest days of a settings file of version 0.4 into the log; if that fails, the next event tries again.
  ///
  /// Without days there is nothing for which they could hold, and another machine may be about to tell its own.
  private func moveFormerRules(_ moment: Moment, into store: Store) {
    let provenance = Provenance(at: moment.now, in: moment.zone, source: .command)
    guard !moment.settings.formerRules.isEmpty, (try? store.firstMarkedDay()) ?? nil != nil,
      (try? store.writeFormerRules(of: moment.settings, today: moment.today, by: provenance)) != nil
    else { return }
    SettingsFile.commentOutFormer(of: moment.settings, below: SettingText.former)
  }

  /// Whether a day is marked, even where the store is read-only.
  func isStudied(_ day: Day) throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try open(for: .reading).isStudied(day)
    } catch .missing {
      return false
    }
  }

  /// The batch that an undo takes back next, and its changes; `nil` if there is none.
  func nextUndo() throws(StoreError) -> (batch: EntryName, changes: [RegisterChange])? {
    do throws(StoreError) {
      return try open(for: .reading).nextUndo()
    } catch .missing {
      return nil
    }
  }
}

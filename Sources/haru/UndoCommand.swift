import ArgumentParser
import HaruCore
import HaruStore
import HaruText

/// The command `haru undo`.
struct UndoCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("undo", HelpText.undo) }

  @Flag(help: ArgumentHelp(HelpText.undoList))
  var list = false

  @Argument(
    help: ArgumentHelp(HelpText.undoCount, valueName: "number"),
    transform: reading(TakingBack.count, or: CommandText.notACount))
  var count: Int = 1

  func run() throws {
    try Session.run { session in
      if list {
        try UndoCommand.list(session)
      } else {
        try TakingBack(isRedo: false).run(count, session)
      }
    }
  }

  /// How many of the newest batches are listed.
  private static let listed = 20

  @MainActor
  private static func list(_ session: Session) throws {
    let batches = try session.read { (store) throws(StoreError) in
      try store.batches(limit: listed)
    }
    guard let batches, !batches.isEmpty else {
      throw Failure(.refused, StatusText.nothingToUndo)
    }
    let width = String(batches[0].number).count
    let lines = batches.map { batch in
      let number = String(batch.number)
      var columns = [
        String(repeating: " ", count: width - number.count) + number,
        batch.provenance.localTime, JournalText.source(batch.provenance.source),
        JournalText.what(batch.changes),
      ]
      if let undoes = batch.undoes { columns.append(JournalText.undoes(undoes)) }
      if batch.isUndone { columns.append(JournalText.isUndone) }
      return columns.joined(separator: " · ")
    }
    try printListed(lines)
  }
}

/// The command `haru redo`.
struct RedoCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("redo", HelpText.redo) }

  @Argument(
    help: ArgumentHelp(HelpText.redoCount, valueName: "number"),
    transform: reading(TakingBack.count, or: CommandText.notACount))
  var count: Int = 1

  func run() throws {
    try Session.run { session in try TakingBack(isRedo: true).run(count, session) }
  }
}

/// What `undo` and `redo` do: changes, and a restore where it comes next.
@MainActor
private struct TakingBack {
  let isRedo: Bool

  /// Reads how many changes are taken back.
  nonisolated static func count(_ word: String) -> Int? {
    Int(word).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
  }

  func run(_ count: Int, _ session: Session) throws {
    var lines: [String] = []
    let watched = try Watches(session).all.map(\.name)
    var taken: [HaruCore.Change] = []
    var left = count
    while left > 0 {
      if let restore = try next(session) {
        session.watchForHooks()
        try session.withFile { () throws(StoreFileError) in
          try Store.takeBack(
            restore, of: session.storePath, stamp: session.stamp,
            by: session.provenance)
        }
        session.saved()
        lines.append(StoreText.takenBack)
        left -= 1
        continue
      }
      let batches = try changes(left, session)
      taken += batches.flatMap(\.self)
      if batches.isEmpty { break }
      left -= batches.count
    }
    lines += JournalText.lines(taken)
    lines += try newsOfWatches(since: watched, session)
    guard !lines.isEmpty else {
      throw Failure(.refused, isRedo ? StatusText.nothingToRedo : StatusText.nothingToUndo)
    }
    let record = try session.record()
    let cleared = taken.filter { $0.kind == .rest && ($0.after == nil) == isRedo }.map(\.day)
    lines += RestText.still(cleared, record).map { [$0] } ?? []
    let history = History(of: record, today: session.today)
    say(isRedo ? StatusText.redone(lines, history) : StatusText.undone(lines, history))
  }

  /// What has changed in the list of watched repositories.
  private func newsOfWatches(
    since before: [RepositoryName], _ session: Session
  ) throws -> [String] {
    let after = try Watches(session).all.map(\.name)
    let (removed, added) = (
      before.filter { !after.contains($0) }, after.filter { !before.contains($0) }
    )
    return (removed.isEmpty ? [] : [WatchText.removed(removed)])
      + (added.isEmpty ? [] : [WatchText.added(added)])
  }

  /// The restore that is to be taken back, or made again, before any change.
  private func next(_ session: Session) throws -> RestoreRecord? {
    let found = try session.read { (store) throws(StoreError) in
      try store.nextRestore(isRedo: isRedo)
    }
    return found ?? nil
  }

  /// Takes changes back, down to the restore before them.
  private func changes(_ limit: Int, _ session: Session) throws -> [[HaruCore.Change]] {
    let batches = try session.changePresent { (store, provenance) throws(StoreError) in
      let floor = try store.batchOfNextRestore(isRedo: isRedo)
      return isRedo
        ? try store.redo(limit, above: floor, by: provenance)
        : try store.undo(limit, above: floor, by: provenance).map { $0.map(\.reversed) }
    }
    return batches ?? []
  }
}

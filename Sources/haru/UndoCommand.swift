import ArgumentParser
import HaruCore
import HaruStore
import HaruText

/// The command `haru undo`.
struct UndoCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("undo", HelpText.undo) }

  @Flag(help: ArgumentHelp(HelpText.undoList))
  var list = false

  func run() throws {
    try Session.run { session in
      if list {
        try UndoCommand.list(session)
      } else {
        try UndoCommand.undo(session)
      }
    }
  }

  @MainActor
  private static func undo(_ session: Session) throws {
    let changes = try session.changePresent { (store, provenance) throws(StoreError) in
      try store.undo(by: provenance)
    }
    guard let changes, !changes.isEmpty else { throw Failure(.refused, StatusText.nothingToUndo) }
    let record = try session.record()
    let lines = JournalText.parts(changes).flatMap { part in
      switch part.kind {
      case .study: [StatusText.marked(part.days, isMarked: part.isSet)]
      case .rest where part.isSet: [RestText.set(part.days)]
      case .rest: RestText.cleared(part.days, changed: part.days, record)
      case .note: [StatusText.noted(part.days, isNoted: part.isSet)]
      }
    }
    say(StatusText.undone(lines, History(of: record, today: session.today)))
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
    for batch in batches {
      let number = String(batch.number)
      var columns = [
        String(repeating: " ", count: width - number.count) + number,
        batch.provenance.localTime, JournalText.source(batch.provenance.source),
        JournalText.what(batch.changes),
      ]
      if let undoes = batch.undoes { columns.append(JournalText.undoes(undoes)) }
      if batch.isUndone { columns.append(JournalText.isUndone) }
      try printOutput(columns.joined(separator: " · "))
    }
  }
}

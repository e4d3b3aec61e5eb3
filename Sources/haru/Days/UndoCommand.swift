import ArgumentParser
import HaruCommand
import HaruCore
import HaruLog
import HaruStore
import HaruText

struct UndoCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    .init("undo", text("Undo the last change, then the one before."))
  }

  @Flag(help: .of(text("List the newest changes, newest first; undo nothing.")))
  var list = false

  @Argument(
    help: .of(text("how many changes to undo (default: 1), or to list"), valueName: "number"),
    transform: reading(UndoOperation.count, or: CommandText.notACount))
  var count: Int?

  func run(in context: CommandContext) throws {
    if list {
      try UndoCommand.list(count ?? UndoCommand.listed, context)
    } else {
      try UndoOperation(isRedo: false).run(count ?? 1, context)
    }
  }

  /// How many of the newest changes are listed, with what took them back.
  private static let listed = 20

  @MainActor
  private static func list(_ count: Int, _ context: CommandContext) throws {
    let batches = try context.read { try $0.batches(limit: count) }
    guard let batches, !batches.isEmpty else {
      throw Failure(.refused, StatusText.nothingToUndo)
    }
    let width = String(batches.compactMap(\.number).last ?? 1).count
    let lines = batches.map { batch in
      let number = batch.number.map(String.init) ?? ""
      var columns = [
        String(repeating: " ", count: width - number.count) + number,
        batch.provenance.localTime, JournalText.maker(batch.provenance, batch.reason),
        batch.changes.isEmpty ? StatusText.nothingTakenBack : JournalText.what(batch.changes),
      ]
      if batch.isUndo, !batch.changes.isEmpty { columns.append(text("takes a change back")) }
      if batch.isUndone { columns.append(text("undone")) }
      return columns.joined(separator: " · ")
    }
    try printListed(lines)
  }
}

struct RedoCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    .init("redo", text("Redo the change that was undone last."))
  }

  @Argument(
    help: .of(text("how many changes to redo; default: 1"), valueName: "number"),
    transform: reading(UndoOperation.count, or: CommandText.notACount))
  var count: Int = 1

  func run(in context: CommandContext) throws {
    try UndoOperation(isRedo: true).run(count, context)
  }
}

/// Undoes or redoes batches of changes, and prints them.
@MainActor
private struct UndoOperation {
  let isRedo: Bool

  /// Reads how many batches to undo or redo.
  nonisolated static func count(_ word: String) -> Int? {
    Int(word).flatMap((1...1_000_000).exactly)
  }

  /// The most changes that are undone without a question: a number may be meant as that of a line.
  private static let mostUnasked = 1

  func run(_ count: Int, _ context: CommandContext) throws {
    try ask(count, context)
    let batches = try changes(count, context)
    guard !batches.isEmpty else {
      throw Failure(.refused, isRedo ? text("nothing to redo") : StatusText.nothingToUndo)
    }
    let taken = batches.flatMap(\.self)
    // Who undoes in the calendar does not type days.
    let isInCalendar = context.provenance.source == .calendar
    var lines = JournalText.lines(taken, seenFrom: isInCalendar ? context.today : nil)
    guard !lines.isEmpty else {
      throw Failure(.refused, StatusText.nothingTakenBack)
    }
    let record = try context.record()
    let cleared = taken.compactMap(\.ofDay).filter {
      $0.kind == .rest && $0.before != $0.after && ($0.after == nil) == isRedo
    }.map(\.day)
    lines += RestText.still(cleared, record, today: context.today)
    let history = History(of: record, today: context.today)
    printMessage(isRedo ? StatusText.redone(lines, history) : StatusText.undone(lines, history))
  }

  /// Asks a person before many changes are undone; a redo would bring them back, who knows of it.
  private func ask(_ count: Int, _ context: CommandContext) throws {
    guard !isRedo, count > Self.mostUnasked, Question.canBeAsked else { return }
    let count = min(count, try context.read { try $0.undoableBatches() } ?? 0)
    guard count > Self.mostUnasked else { return }
    // Translators: y and N are the letters for yes and no; the capital one is the answer to an empty line.
    let question = text("Undo {count} change? [y/N]", "Undo {count} changes? [y/N]", count: count)
    if Question.isAnsweredYes(question) { return }
    printMessage(StatusText.nothingChanged)
    throw ExitCode(Failure.Status.refused.rawValue)
  }

  private func changes(_ limit: Int, _ context: CommandContext) throws -> [[RegisterChange]] {
    let batches = try context.changeStoreIfPresent { store, provenance in
      isRedo
        ? try store.redo(limit, by: provenance)
        : try store.undo(limit, by: provenance).map { $0.map(\.reversed) }
    }
    return batches ?? []
  }
}

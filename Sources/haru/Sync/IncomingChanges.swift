import HaruCommand
import HaruStore
import HaruSystem
import HaruText

/// Changes that other machines or the task list have left since the last exchange; a command merges
/// them before it answers (docs/sync.md#before-a-command).
@MainActor
enum IncomingChanges {
  /// How long a command waits for a folder, which may be on a network.
  private static let limitMilliseconds: Int32 = 500

  /// Merges the changes; if that fails, the exchange keeps the reason in the store, or says it where it cannot.
  ///
  /// - Returns: Whether there were any.
  static func merge(_ kinds: Set<ExchangeKind>, into store: Store) -> Bool {
    // A context of its own: errors of the command must not claim that this saved the user's change.
    var context: CommandContext?
    for kind in ExchangeKind.allCases where kinds.contains(kind) {
      guard let folder = try? kind.folder(in: store) else { continue }
      guard Files.answer([folder], withinMilliseconds: Self.limitMilliseconds) else {
        complain(
          text("{path} does not answer; what is new there is not counted yet", ["path": folder]))
        continue
      }
      guard kind.hasNews(for: store) else { continue }
      context = context ?? (try? CommandContext(warns: false))
      guard let context else { continue }
      do {
        _ = try kind.run(in: context)
      } catch {
        // Only the store can fail so, and cannot keep the reason.
        complain(
          text(
            "changes from elsewhere are not taken in: {reason}",
            ["reason": context.failure(error).message]))
      }
    }
    // Days that the task list has changed are exchanged with other machines too.
    if let context, context.hasSaved { context.startExchangesWithoutAgent(kinds) }
    return context != nil
  }
}

import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
import HaruStore
import HaruSystem
import HaruText

/// Reloads repositories, and shows the progress on a terminal.
@MainActor
final class Reloader {
  private let context: RepositoryContext
  private let progress: ProgressLine?
  /// The names by id, which only the progress needs.
  private lazy var names = Dictionary(
    ((try? Watches(context).all) ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })

  init(_ context: RepositoryContext, showsProgress: Bool) {
    self.context = context
    progress = showsProgress ? ProgressLine() : nil
  }

  /// Reloads until all is done, or until a signal interrupts it; what is committed by then stays, and the agent has to
  /// be told, because it changes when the next is due.
  func run(_ selection: ReloadSelection) throws(Failure) -> ReloadOutcome {
    // The usual site would be told which repositories of another one are watched.
    if let unknown = context.unknownSite { throw unknown }
    Interruption.watchForSignals()
    defer { progress?.clear() }
    let outcome = try ReloadRun.run(selection, in: context) { outcome, watch in
      self.draw(outcome, watch)
    }
    guard Interruption.isRequested else { return outcome }
    throw Failure(.tryAgain, ReloadText.brokenOff(outcome.ended.count, of: outcome.total))
  }

  /// Draws how far it is, and which watch is done; without an outcome it waits for another reload.
  private func draw(_ outcome: ReloadOutcome?, _ watch: Int64?) {
    guard let progress else { return }
    guard let outcome else { return progress.draw(ReloadText.waiting) }
    let name = watch.flatMap { names[$0] }
    progress.draw(ReloadText.progress(outcome.ended.count, of: outcome.total, name))
  }
}

/// A line on a terminal that is overwritten, and erased at the end.
@MainActor
final class ProgressLine {
  private let columns: Int
  private var isDrawn = false

  /// `nil` if standard error is no terminal.
  init?() {
    guard StandardStream.error.isTerminal else { return nil }
    // Some terminals wrap after the last column.
    columns = (StandardStream.error.columns ?? 80) - 1
  }

  func draw(_ text: String) {
    // Blanks to the end instead of an escape sequence: every terminal understands them.
    StandardStream.error.write("\r" + DisplayWidth.fitted(text, to: max(columns, 0)))
    isDrawn = true
  }

  func clear() {
    guard isDrawn else { return }
    draw("")
    StandardStream.error.write("\r")
    isDrawn = false
  }
}

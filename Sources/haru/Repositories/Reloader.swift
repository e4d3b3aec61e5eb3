import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

/// Reloads repositories by `haru-fetch`, and shows the progress on a terminal.
@MainActor
final class Reloader {
  private let context: CommandContext
  private let fetcher: Fetcher
  private let progress: ProgressLine?
  /// The names by id, which only the progress needs.
  private lazy var names = Dictionary(
    ((try? Watches(context).all) ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
  private var outcome = ReloadOutcome()
  private var status: Int32?
  private var isInterrupted = false

  init(_ context: CommandContext, _ fetcher: Fetcher, showsProgress: Bool) {
    self.context = context
    self.fetcher = fetcher
    progress = showsProgress ? ProgressLine() : nil
  }

  /// Reloads until all is done, or until a signal interrupts it; what is committed by then stays.
  func run(_ selection: ReloadRequest.Selection) throws -> ReloadOutcome {
    // The usual site would be told which repositories of another one are watched.
    if !context.settings.isSiteKnown { _ = try CommandContext.readSettings() }
    let request = ReloadRequest(
      selection, by: context.settings, usualStore: Store.usualPath)
    MainLoop.onTermination {
      self.isInterrupted = true
      self.fetcher.terminate()
    }
    try fetcher.ask(request, onLine: { self.take($0) }, onEnd: { self.end($0) })
    while status == nil { MainLoop.run() }
    progress?.clear()
    return try outcome(ofStatus: status ?? 0)
  }

  private func end(_ status: Int32) {
    guard self.status == nil else { return }
    self.status = status
    MainLoop.quit()
  }

  private func take(_ line: String) {
    guard let event = try? ReloadEvent(line: line) else { return }
    if event == .finished { return end(0) }
    outcome.take(event)
    guard let progress else { return }
    switch event {
    case .waiting: progress.draw(ReloadText.waiting)
    case .ended(let watch, _): progress.draw(progressText(names[watch]))
    case .started, .rejected, .contributorsFailed, .paused, .finished:
      progress.draw(progressText(nil))
    }
  }

  private func progressText(_ name: RepositoryName?) -> String {
    ReloadText.progress(outcome.ended.count, of: outcome.total, name)
  }

  private func outcome(ofStatus status: Int32) throws -> ReloadOutcome {
    // A terminal signals both processes, in any order.
    if isInterrupted || [SIGINT, SIGTERM, SIGHUP].contains(status - 128) {
      RunningAgent.reload()
      throw Failure(
        .tryAgain, ReloadText.brokenOff(outcome.ended.count, of: outcome.total))
    }
    guard status <= 128 else {
      throw Failure(
        .inputOutput, ReloadText.fetcherEnded(String(cString: strsignal(status - 128))))
    }
    let isPaused = status == Failure.Status.tryAgain.rawValue && outcome.pause != nil
    // Otherwise haru-fetch has written its own error.
    guard status == 0 || isPaused else { throw ExitCode(status) }
    return outcome
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

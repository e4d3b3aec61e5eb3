internal import HaruDesktop
internal import HaruStore
internal import Logging

/// A process that exchanges days with other machines or a task list, while the user wants that
/// (docs/sync.md#the-process).
@MainActor
final class ExchangeHelper {
  /// What fails at once would fail again: each new try waits twice as long.
  private static let retryMilliseconds = 10_000...600_000

  private let command: [String]
  private let log: Logger
  private let onReady: @MainActor () -> Void
  private var program: RunningProgram?
  private var retry: Wait?
  private var retryMilliseconds = ExchangeHelper.retryMilliseconds.lowerBound
  private var isWanted = false

  /// Prepares the process.
  ///
  /// - Parameters:
  ///   - path: The command line, `haru`.
  ///   - exchange: With what it exchanges.
  ///   - log: Receives why it ended.
  ///   - onReady: Runs when it has taken what was in the folder, or has failed to.
  init(
    _ path: String, _ exchange: Exchange, log: Logger, onReady: @escaping @MainActor () -> Void
  ) {
    command = [path, exchange.rawValue, "run"]
    (self.log, self.onReady) = (log, onReady)
  }

  /// Whether the process runs.
  var isRunning: Bool { program != nil }

  func start() {
    isWanted = true
    guard program == nil else { return }
    retry?.cancel()
    do {
      let program = try RunningProgram(command)
      self.program = program
      program.follow(input: []) { [weak self] _ in
        self?.retryMilliseconds = ExchangeHelper.retryMilliseconds.lowerBound
        self?.onReady()
      } onEnd: { [weak self] status in
        self?.ended(status)
      }
    } catch {
      log.warning("\(command[0]): \(error)")
      onReady()
    }
  }

  func stop() {
    isWanted = false
    retry?.cancel()
    program?.terminate()
  }

  private func ended(_ status: Int32) {
    program = nil
    onReady()
    guard isWanted else { return }
    log.warning("\(command.joined(separator: " ")): status \(status)")
    retry = MainLoop.after(milliseconds: retryMilliseconds) { [weak self] in self?.start() }
    retryMilliseconds = min(2 * retryMilliseconds, ExchangeHelper.retryMilliseconds.upperBound)
  }
}

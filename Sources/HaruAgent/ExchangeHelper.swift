internal import HaruDesktop
internal import Logging

/// The process that exchanges days with other machines, while the user wants that
/// (docs/sync.md#the-process).
@MainActor
final class SyncHelper {
  /// What fails at once would fail again: each new try waits twice as long.
  private static let retryMilliseconds = 10_000...600_000

  private let path: String
  private let log: Logger
  private let onReady: @MainActor () -> Void
  private var program: RunningProgram?
  private var retry: Wait?
  private var retryMilliseconds = SyncHelper.retryMilliseconds.lowerBound
  private var isWanted = false

  /// Prepares the process.
  ///
  /// - Parameters:
  ///   - path: The command line, `haru`.
  ///   - log: Receives why it ended.
  ///   - onReady: Runs when it has taken what was in the folder, or has failed to.
  init(_ path: String, log: Logger, onReady: @escaping @MainActor () -> Void) {
    (self.path, self.log, self.onReady) = (path, log, onReady)
  }

  func start() {
    isWanted = true
    guard program == nil else { return }
    retry?.cancel()
    do {
      let program = try RunningProgram([path, "sync", "run"])
      self.program = program
      program.follow(input: []) { [weak self] _ in
        self?.retryMilliseconds = SyncHelper.retryMilliseconds.lowerBound
        self?.onReady()
      } onEnd: { [weak self] status in
        self?.ended(status)
      }
    } catch {
      log.warning("\(path): \(error)")
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
    log.warning("\(path) sync run: status \(status)")
    retry = MainLoop.after(milliseconds: retryMilliseconds) { [weak self] in self?.start() }
    retryMilliseconds = min(2 * retryMilliseconds, SyncHelper.retryMilliseconds.upperBound)
  }
}

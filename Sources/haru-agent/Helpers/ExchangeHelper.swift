internal import HaruCore
internal import HaruDesktop
internal import HaruStore

/// Exchanges days with other machines or a task list whenever something may have changed, by a process that
/// ends (docs/sync.md#the-process).
@MainActor
final class ExchangeHelper {
  /// Programs that carry files write several at once, and a store changes twice with each click.
  private static let gatherMilliseconds = 50
  /// What fails would mostly fail again.
  private static let retryMilliseconds = Backoff(first: 1000, longest: 600_000)

  private let command: [String]
  private let log: Log
  private let onEnd: @MainActor () -> Void
  private var program: RunningProgram?
  private var wait: Wait?
  private var failures = 0
  private var isDueAgain = false
  /// Whether it exchanges.
  private(set) var isOn = false
  private lazy var watch = ExchangeWatch { [weak self] in self?.runSoon() }

  /// Prepares exchanges.
  ///
  /// - Parameters:
  ///   - path: The command line, `haru`.
  ///   - kind: With what it exchanges.
  ///   - log: Receives why one did not succeed.
  ///   - onEnd: Runs when one has ended.
  init(
    _ path: String, _ kind: ExchangeKind, log: Log, onEnd: @escaping @MainActor () -> Void
  ) {
    command = [path, "exchange", kind.rawValue]
    (self.log, self.onEnd) = (log, onEnd)
  }

  /// Exchanges in a later turn, once for everything that happens until then.
  func runSoon(after milliseconds: Int = ExchangeHelper.gatherMilliseconds) {
    isOn = true
    guard program == nil else { return isDueAgain = true }
    wait?.cancel()
    wait = MainLoop.after(milliseconds: milliseconds) { [weak self] in self?.run() }
  }

  /// Exchanges no more.
  func stop() {
    (isOn, isDueAgain) = (false, false)
    wait?.cancel()
    program?.terminate()
    _ = watch.watch([])
  }

  private func run() {
    isDueAgain = false
    do {
      program = try RunningProgram(command) { [weak self] in self?.ended($0, $1) }
    } catch {
      log.warning("\(command[0]): \(error)")
      onEnd()
    }
  }

  private func ended(_ status: Int32, _ said: String) {
    program = nil
    onEnd()
    guard isOn else { return }
    let named = try? DirectoriesToWatch(line: String(said.prefix { $0 != "\n" }))
    let isNews = watch.watch(named?.directories ?? [])
    if status == 0 {
      failures = 0
    } else {
      log.debug("\(command.joined(separator: " ")): status \(status)")
    }
    if isDueAgain || isNews {
      runSoon()
    } else if status != 0 {
      failures += 1
      runSoon(after: Int(Self.retryMilliseconds.wait(after: failures)))
    }
  }
}

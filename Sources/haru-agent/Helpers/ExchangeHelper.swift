internal import HaruCore
internal import HaruDesktop
internal import HaruStore

/// Exchanges days with other machines or a task list whenever something may have changed, by a process that
/// ends (docs/sync.md#the-process).
@MainActor
final class ExchangeHelper {
  /// Programs that carry files write several at once, and a store changes twice with each click.
  private static let gatherMilliseconds = 50
  /// A little more than `haru exchange` gives itself.
  private static let limitSeconds = 310
  /// What fails would mostly fail again.
  private static let retryMilliseconds = Backoff(first: 1000, longest: 600_000)

  private let command: [String]
  private let log: Log
  private let onEnd: @MainActor () -> Void
  private var program: AskedProgram?
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
    program?.stop()
    _ = watch.watch([])
  }

  private func run() {
    isDueAgain = false
    do {
      program = try AskedProgram(command, question: nil, limit: Self.limitSeconds) {
        [weak self] in self?.ended($0)
      }
    } catch {
      log.warning("\(command[0]): \(error)")
      onEnd()
    }
  }

  private func ended(_ answer: Result<[UInt8], AskedProgram.NoAnswer>) {
    program = nil
    onEnd()
    guard isOn else { return }
    let named = directories(in: answer)
    let isNews = watch.watch(named?.directories ?? [])
    let hasSucceeded = named?.isMissing == false
    if hasSucceeded { failures = 0 }
    if isDueAgain || isNews {
      runSoon()
    } else if !hasSucceeded {
      failures += 1
      runSoon(after: Int(Self.retryMilliseconds.wait(after: failures)))
    }
  }

  /// What an exchange has named to be watched; `nil` for one that has failed.
  private func directories(
    in answer: Result<[UInt8], AskedProgram.NoAnswer>
  ) -> DirectoriesToWatch? {
    do {
      return try DirectoriesToWatch(line: String(decoding: try answer.get(), as: UTF8.self))
    } catch {
      log.debug("\(command.joined(separator: " ")): \(error)")
      return nil
    }
  }
}

import Glibc

/// Whether a signal has asked the process to end while it waits for answers, and not in a main loop.
enum Interruption {
  /// What the handler of a signal may write.
  nonisolated(unsafe) private static var isRequestedBySignal: sig_atomic_t = 0

  /// From now on `SIGINT`, `SIGTERM` and `SIGHUP` do not end the process.
  static func watchForSignals() {
    isRequestedBySignal = 0
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in Interruption.isRequestedBySignal = 1 }
    }
  }

  static var isRequested: Bool { isRequestedBySignal != 0 }
}

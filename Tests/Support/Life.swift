internal import Foundation

/// Whether a child process runs; a thread waits for its end.
final class Life: @unchecked Sendable {
  // Unchecked: `lock` guards what changes.
  private let pid: pid_t
  private let lock = NSLock()
  private var ended: Child.Ending?
  private let pipe: PipeEnds

  /// Starts to wait for the end of a child process.
  init(_ pid: pid_t) throws {
    self.pid = pid
    pipe = try PipeEnds()
    Thread.detachNewThread { [self] in awaitEnd() }
  }

  deinit {
    close(pipe.reading)
  }

  /// A descriptor that poll(2) reports as readable when the process has ended.
  var descriptor: Int32 { pipe.reading }

  /// How the process ended; `nil` while it runs.
  var ending: Child.Ending? { lock.withLock { ended } }

  /// Sends a signal, never to another process that has the same id by now.
  func signal(_ number: Int32) {
    lock.withLock {
      if ended == nil { kill(pid, number) }
    }
  }

  private func awaitEnd() {
    // WNOWAIT keeps the process id taken until the lock is held.
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    lock.withLock {
      var status: Int32 = 0
      waitpid(pid, &status, 0)
      let signal = status & 0x7f
      ended = signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal)
    }
    close(pipe.writing)
  }
}

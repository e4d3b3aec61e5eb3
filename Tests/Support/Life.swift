internal import Foundation

/// Whether a process lives; knows of its end without asking again and again.
final class Life: @unchecked Sendable {
  // Unchecked: what changes is guarded by `lock`.
  private let pid: pid_t
  private let lock = NSLock()
  private var ended: Child.Ending?
  private let pipe: PipeEnds

  /// Watches over a child of this process.
  init(_ pid: pid_t) throws {
    self.pid = pid
    pipe = try PipeEnds()
    Thread.detachNewThread { [self] in awaitEnd() }
  }

  deinit {
    close(pipe.reading)
  }

  /// Can be read, in the sense of poll(2), from the end of the process on.
  var descriptor: Int32 { pipe.reading }

  /// How it ended; `nil` while it lives.
  var ending: Child.Ending? { lock.withLock { ended } }

  /// Sends a signal, never to another process that has got the same number since.
  func signal(_ number: Int32) {
    lock.withLock {
      if ended == nil { kill(pid, number) }
    }
  }

  private func awaitEnd() {
    // Only looked at here, so that its number stays taken until the lock is held.
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

internal import Glibc

extension Files {
  /// Whether the file systems of some directories answer in time.
  ///
  /// A call about a dead network may never return, so a thread of its own makes it, and is left alone if it
  /// does not.
  ///
  /// - Parameters:
  ///   - directories: The directories, which may be missing.
  ///   - milliseconds: How long to wait.
  /// - Returns: Whether they did.
  public static func answer(_ directories: [String], withinMilliseconds milliseconds: Int32) -> Bool
  {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let question = Question(directories, answering: ends[1])
    var thread = pthread_t()
    let context = Unmanaged.passRetained(question)
    let problem = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Question>.fromOpaque(context).takeRetainedValue().ask()
        return nil
      }, context.toOpaque())
    guard problem == 0 else {
      context.release()
      close(ends[1])
      return false
    }
    pthread_detach(thread)
    var answer = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    return poll(&answer, 1, milliseconds) == 1
  }

  /// What the thread asks.
  private final class Question: Sendable {
    private let directories: [String]
    private let descriptor: Int32

    init(_ directories: [String], answering descriptor: Int32) {
      (self.directories, self.descriptor) = (directories, descriptor)
    }

    func ask() {
      for directory in directories { _ = Files.exists(directory) }
      // The end of the pipe is the answer.
      close(descriptor)
    }
  }
}

internal import Foundation

/// Both ends of a pipe; no child process inherits them by accident.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try PipeEnds.betweenSpawns {
      guard pipe(&ends) == 0 else { throw Failure.system("pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Opens files while no child process is started, or starts one while no such file is open.
  static func betweenSpawns<T>(_ body: () throws -> T) rethrows -> T {
    try lock.withLock(body)
  }

  private static let lock = NSLock()
}

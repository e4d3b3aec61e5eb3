internal import Foundation

/// Both ends of a pipe, neither of which a child inherits by accident.
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

  /// Does something while no child is started, or starts one while nothing is open that it should
  /// not inherit.
  static func betweenSpawns<T>(_ body: () throws -> T) rethrows -> T {
    try lock.withLock(body)
  }

  private static let lock = NSLock()
}

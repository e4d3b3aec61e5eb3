import Glibc
import HaruCore
import HaruSystem

/// The lock that lets one reload run at a time; the system frees it when the process ends.
struct ReloadLock {
  /// Whether another reload held the lock when this one asked for it.
  let hasWaited: Bool
  private let file: Int32

  /// Waits for the lock.
  ///
  /// Without a directory for the lock file, the reload runs without a lock: the store stays
  /// consistent, and only requests are made twice.
  init() {
    let directory = PrivateDirectory(UserDirectories.cache + "/haru")
    try? directory.create()
    file = open(directory.file("reload.lock"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 else {
      hasWaited = false
      return
    }
    report(.waiting)
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
    hasWaited = true
  }

  func release() {
    close(file)
  }
}

/// Writes an event to standard output.
func report(_ events: ReloadEvent...) { report(events) }

/// Reports events at once, so that their reader is woken once.
func report(_ events: [ReloadEvent]) {
  StandardStream.output.write(events.map { "\($0)\n" }.joined())
}

import HaruCore
import HaruSystem

/// The lock that lets one reload run at a time; the system frees it when the process ends.
struct ReloadLock {
  /// Whether another reload held the lock when this one asked for it.
  let hasWaited: Bool
  private var file: OpenFile?

  /// Waits for the lock.
  ///
  /// Without a directory for the lock file, the reload runs without a lock: the store stays
  /// consistent, and only requests are made twice.
  init() {
    let directory = PrivateDirectory(UserDirectories.cache + "/haru")
    try? directory.create()
    file = try? OpenFile(making: directory.file("reload.lock"))
    hasWaited = (try? file?.lock(withinMilliseconds: 0)) == false
    guard hasWaited else { return }
    report(.waiting)
    _ = try? file?.lock()
  }

  mutating func release() {
    file = nil
  }
}

/// Writes an event to standard output.
func report(_ events: ReloadEvent...) { report(events) }

/// Reports events at once, so that their reader is woken once.
func report(_ events: [ReloadEvent]) {
  StandardStream.output.write(events.map { $0.line + "\n" }.joined())
}

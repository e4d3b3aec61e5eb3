import HaruCore
import HaruSystem

/// The lock that lets one reload run at a time; the system frees it when the process ends.
struct ReloadLock {
  /// How soon a signal is noticed while another reload runs.
  private static let patienceMilliseconds = 200

  /// Whether another reload held the lock when this one asked for it.
  private(set) var hasWaited = false
  private var file: OpenFile?

  /// Waits for the lock, or until a signal interrupts that.
  ///
  /// Without a directory for the lock file, the reload runs without a lock: the store stays
  /// consistent, and only requests are made twice.
  ///
  /// - Parameter onWaiting: Runs if another reload holds it.
  init(onWaiting: () -> Void) {
    let directory = PrivateDirectory(UserDirectories.cache + "/haru")
    try? directory.create()
    file = try? OpenFile(making: directory.file("reload.lock"))
    guard !isFree(within: 0) else { return }
    hasWaited = true
    onWaiting()
    while !Interruption.isRequested, !isFree(within: Self.patienceMilliseconds) {}
  }

  /// Whether it has the lock, or there is none.
  private func isFree(within milliseconds: Int) -> Bool {
    (try? file?.lock(withinMilliseconds: milliseconds)) != false
  }

  mutating func release() {
    file = nil
  }
}

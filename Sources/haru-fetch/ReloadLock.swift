import Glibc
import HaruDesktop

/// The turn of one reload at a time; it ends with the process, however that ends.
struct Turn {
  /// Whether another had to end first.
  let hasWaited: Bool

  /// Waits for the others to end.
  ///
  /// Where there is no place for the lock it goes on without: the store keeps itself whole.
  init() {
    let directory = PrivateDirectory(UserDirectories.cache + "/haru")
    try? directory.make()
    // Never closed: that would end the turn.
    let file = open(directory.file("reload.lock"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 else {
      hasWaited = false
      return
    }
    // For whoever looks on.
    StandardStream.output.write("waiting\n")
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
    hasWaited = true
  }
}

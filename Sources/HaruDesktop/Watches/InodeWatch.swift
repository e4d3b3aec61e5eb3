internal import Glibc

/// Hears of one file alone, whatever happens beside it (docs/desktop.md#file-monitors).
@MainActor
public enum InodeWatch {
  /// Runs a closure, as long as the process lives, when the file that is at a path now may have lost its place:
  /// it was replaced, moved or removed.
  ///
  /// Nothing is heard where a file system tells nothing.
  public static func onLoss(of path: String, _ body: @escaping @MainActor () -> Void) {
    let descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    // The link that is lost changes the number of links, which is an attribute; the program that runs keeps the file.
    let events = IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
    guard inotify_add_watch(descriptor, path, UInt32(events)) >= 0 else {
      close(descriptor)
      return
    }
    MainLoop.onReadable(descriptor) {
      var told = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &told, told.count) > 0 {}
      body()
      return true
    }
  }
}

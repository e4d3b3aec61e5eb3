internal import CDesktop

/// Reports what happens to a directory that exists, and in it.
@MainActor
public final class DirectoryWatch {
  /// Something that happened.
  struct Change {
    /// What it happened to: the directory, or something in it.
    let path: String
    /// Where that went.
    let newPath: String?
    /// Whether a file is made or written just now, so that its end will be reported too.
    let isBeingWritten: Bool
  }

  private let cleanup: Cleanup?

  /// Watches a directory; nothing is reported of one that cannot be watched.
  public convenience init(_ path: String, onChange: @escaping @MainActor () -> Void) {
    self.init(path) { _ in onChange() }
  }

  init(_ path: String, onChange: @escaping @MainActor (Change) -> Void) {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(file.map(UnsafeMutableRawPointer.init)) }
    let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
    cleanup = monitor.map { monitor in
      Cleanup {
        g_file_monitor_cancel(monitor)
        g_object_unref(monitor)
      }
    }
    guard let monitor else { return }
    typealias Callback =
      @convention(c) (
        gpointer?, OpaquePointer?, OpaquePointer?, GFileMonitorEvent, gpointer?
      ) -> Void
    let callback: Callback = { _, file, other, event, data in
      let change = Change(
        path: pathOf(file) ?? "", newPath: pathOf(other),
        isBeingWritten: event == G_FILE_MONITOR_EVENT_CHANGED
          || event == G_FILE_MONITOR_EVENT_CREATED)
      runBox(data, with: change)
    }
    connect(
      monitor, "changed", unsafeBitCast(callback, to: GCallback.self),
      Box<MainHandler<Change>>(onChange).retained())
  }
}

private func pathOf(_ file: OpaquePointer?) -> String? {
  guard let file, let path = g_file_get_path(file) else { return nil }
  defer { g_free(path) }
  return String(cString: path)
}

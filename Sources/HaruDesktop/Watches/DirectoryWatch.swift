internal import CDesktop

/// Reports when something happens to a directory that exists, or in it.
@MainActor
public final class DirectoryWatch {
  private let monitor: UnsafeMutablePointer<GFileMonitor>?

  /// Watches a directory; nothing is reported of one that cannot be watched.
  public init(_ path: String, onChange: @escaping @MainActor () -> Void) {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(file.map(UnsafeMutableRawPointer.init)) }
    monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
    guard let monitor else { return }
    typealias Callback =
      @convention(c) (
        gpointer?, OpaquePointer?, OpaquePointer?, GFileMonitorEvent, gpointer?
      ) -> Void
    let callback: Callback = { _, _, _, _, data in runBox(data) }
    connect(
      monitor, "changed", unsafeBitCast(callback, to: GCallback.self),
      Box<MainClosure>(onChange).retained())
  }

  isolated deinit {
    guard let monitor else { return }
    g_file_monitor_cancel(monitor)
    g_object_unref(monitor)
  }
}

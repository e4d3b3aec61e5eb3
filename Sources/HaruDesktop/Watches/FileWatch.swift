internal import CDesktop
internal import HaruSystem

/// Reports when a file is made, replaced, written or removed.
///
/// A file that is being written is reported when the writer has closed it, or has written nothing for
/// two seconds: an editor empties a file before it writes it (docs/desktop.md#file-monitors).
///
/// GLib polls a path whose directory is missing (docs/desktop.md#file-monitors), so the nearest
/// existing directory is watched instead, and the watch moves as directories come and go.
@MainActor
public final class FileWatch {
  private let path: String
  private let companions: Set<String>
  private let onChange: @MainActor () -> Void
  private var watched = ""
  private var monitor: UnsafeMutablePointer<GFileMonitor>?

  /// Watches the file at an absolute path, whether it exists or not.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - companions: Files beside it that are watched too. With two watches on one directory both can
  ///     go silent when it is replaced.
  ///   - onChange: Runs after a change.
  public init(
    _ path: String, with companions: [String] = [], onChange: @escaping @MainActor () -> Void
  ) {
    self.path = path
    self.companions = Set(companions)
    self.onChange = onChange
    watchNearestDirectory()
  }

  isolated deinit {
    stop()
  }

  private func watchNearestDirectory() {
    // A nearer directory may have been made before the watch began.
    while true {
      let nearest = ancestors().first(where: Files.isDirectory) ?? "/"
      if nearest == watched, monitor != nil { return }
      watch(nearest)
      if monitor == nil { return }
    }
  }

  private func watch(_ directory: String) {
    stop()
    watched = directory
    let file = g_file_new_for_path(directory)
    defer { g_object_unref(file.map(UnsafeMutableRawPointer.init)) }
    monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil)
    guard let monitor else { return }
    typealias Paths = (changed: String, renamedTo: String?)
    let handler = Box<MainHandler<Paths>> { [weak self] in
      self?.changed($0.changed, renamedTo: $0.renamedTo)
    }
    typealias Callback =
      @convention(c) (
        gpointer?, OpaquePointer?, OpaquePointer?, GFileMonitorEvent, gpointer?
      ) -> Void
    let callback: Callback = { _, file, other, event, data in
      guard event != G_FILE_MONITOR_EVENT_CHANGED, event != G_FILE_MONITOR_EVENT_CREATED else {
        return
      }
      let paths: Paths = (pathOf(file) ?? "", pathOf(other))
      runBox(data, with: paths)
    }
    connect(
      monitor, "changed", unsafeBitCast(callback, to: GCallback.self), handler.retained())
  }

  private func changed(_ changed: String, renamedTo other: String?) {
    let concerned = [changed, other ?? changed].contains {
      path == $0 || companions.contains($0) || path.hasPrefix($0 + "/")
    }
    guard concerned || changed == watched else { return }
    // A directory may have come, gone or been replaced under the same name.
    if changed == watched { stop() }
    watchNearestDirectory()
    onChange()
  }

  private func stop() {
    guard let monitor else { return }
    g_file_monitor_cancel(monitor)
    g_object_unref(monitor)
    self.monitor = nil
  }

  /// The directories above the file, nearest first.
  private func ancestors() -> [String] {
    var ancestors: [String] = []
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      ancestors.append(rest.isEmpty ? "/" : String(rest))
    }
    return ancestors
  }
}

private func pathOf(_ file: OpaquePointer?) -> String? {
  guard let file, let path = g_file_get_path(file) else { return nil }
  defer { g_free(path) }
  return String(cString: path)
}

internal import HaruSystem

/// Watches the files that define the local time zone.
@MainActor
public final class ZoneWatch {
  private var watches: [FileWatch] = []
  private let onChange: @MainActor () -> Void

  /// Watches until it is released; `onChange` runs after the zone has been read again.
  public init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
    watch()
  }

  private func watch() {
    watches = LocalZone.files.map { file in
      FileWatch(file) { [weak self] in
        LocalZone.reload()
        // The link may point to another file now. It is watched from the next turn of the loop on,
        // because this watch must not be released while it calls.
        MainLoop.later { self?.watch() }
        self?.onChange()
      }
    }
  }
}

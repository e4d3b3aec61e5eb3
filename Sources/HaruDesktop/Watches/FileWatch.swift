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
  private let wanted: @MainActor () -> [String]
  private let onChange: @MainActor (String) -> Void
  private var files: [String] = []
  /// One for each directory: of two, both can go silent when it is replaced.
  private var directories: [String: DirectoryWatch] = [:]

  /// Watches files, whether they exist or not.
  ///
  /// - Parameters:
  ///   - files: Their absolute paths, which are asked for again after each change.
  ///   - onChange: Receives the path of the file after a change.
  public init(
    _ files: @escaping @MainActor () -> [String], onChange: @escaping @MainActor (String) -> Void
  ) {
    (wanted, self.onChange) = (files, onChange)
    look()
  }

  /// Watches the file at an absolute path.
  public convenience init(_ path: String, onChange: @escaping @MainActor () -> Void) {
    self.init({ [path] }) { _ in onChange() }
  }

  /// Watches the files that are wanted now, and no others.
  public func look() {
    // A nearer directory may have been made before the watch began.
    while true {
      files = wanted()
      let nearest = Set(files.map { nearestDirectory(of: $0) })
      directories = directories.filter { nearest.contains($0.key) }
      let new = nearest.subtracting(directories.keys)
      if new.isEmpty { return }
      for directory in new {
        directories[directory] = DirectoryWatch(directory) { [weak self] in
          self?.changed($0, in: directory)
        }
      }
    }
  }

  private func changed(_ change: DirectoryWatch.Change, in directory: String) {
    guard !change.isBeingWritten else { return }
    let paths = [change.path, change.newPath].compactMap(\.self)
    let changed = files.filter { file in
      paths.contains { file == $0 || file.hasPrefix($0 + "/") }
    }
    guard !changed.isEmpty else { return }
    // A directory may have come, gone or been replaced under the same name.
    if change.path == directory { directories[directory] = nil }
    look()
    for file in changed { onChange(file) }
  }

  private func nearestDirectory(of file: String) -> String {
    var directory = Files.directory(of: file)
    while directory != "/", !Files.isDirectory(directory) {
      directory = Files.directory(of: directory)
    }
    return directory
  }
}

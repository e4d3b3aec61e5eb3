import HaruSystem

/// Recognises a folder that another program carries between machines, by files that the program leaves there.
enum CarriedFolder {
  /// The carried folder at a path or above it, and the file that shows it; `nil` if there is none.
  static func above(_ path: String) -> (folder: String, mark: String)? {
    var folder = Files.resolved(path)
    while folder != "/", folder != "." {
      if let mark = Files.names(in: folder).first(where: isMark) { return (folder, mark) }
      folder = Files.directory(of: folder)
    }
    return nil
  }

  /// Whether Syncthing, Nextcloud, ownCloud or Dropbox has left a file.
  private static func isMark(_ name: String) -> Bool {
    [".stfolder", ".stignore", ".nextcloudsync.log", ".owncloudsync.log", ".dropbox"].contains(name)
      || ["._sync_", ".sync_"].contains { name.hasPrefix($0) && name.hasSuffix(".db") }
  }
}

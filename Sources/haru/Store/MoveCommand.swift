import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

extension StoreCommand {
  /// The command `haru store move`.
  struct Move: ParsableCommand {
    static var configuration: CommandConfiguration { .init("move", HelpText.storeMove) }

    @Argument(help: ArgumentHelp(HelpText.moveDirectory), completion: .directory)
    var directory: String

    func validate() throws {
      if directory.isEmpty { throw ValidationError(StoreText.moveNeedsDirectory) }
    }

    func run() throws {
      try Session.run(looking: false) { session in
        try session.requireStore()
        let directory = try absolutePath(directory)
        if let (folder, mark) = CarriedFolder.above(directory) {
          complain(SyncText.carried(folder, by: mark))
        }
        let (new, kept) = try Store.move(
          session.storePath, into: directory, stamp: session.stamp)
        session.saved()
        say(StoreText.moved(new, count: try session.history().total))
        if let kept { say(StoreText.kept(kept)) }
      }
    }
  }
}

/// A folder that another program carries between machines, as the files say that it leaves there.
enum CarriedFolder {
  /// The folder at a path or above it, and what shows it; `nil` if there is none.
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

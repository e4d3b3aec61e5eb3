import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

extension StoreCommand {
  struct Move: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("move", text("Move the store to another directory."))
    }

    @Argument(help: .of(text("an existing directory")), completion: .directory)
    var directory: String

    func validate() throws {
      if directory.isEmpty {
        throw ValidationError(text("no directory given; write: haru store move DIR"))
      }
    }

    func run(in context: CommandContext) throws {
      try context.requireStore()
      let directory = try absolutePath(directory)
      if let (folder, mark) = Move.carriedFolder(at: directory) {
        complain(
          text(
            "{path} is carried between machines ({mark}). A database that is carried while it is in use gets damaged; to share your days, use haru sync on FOLDER",
            ["path": folder, "mark": mark]))
      }
      let (new, kept) = try Store.move(
        context.storePath, into: directory, stamp: context.stamp)
      context.saved()
      printMessage(
        text(
          "Moved {count} day: {path}", "Moved {count} days: {path}",
          count: try context.record().days.count, ["path": new]))
      if let kept { printMessage(StoreText.kept(kept)) }
    }

    /// The folder at a path or above it that another program carries between machines, and the file that shows
    /// it; `nil` if there is none.
    private static func carriedFolder(at path: String) -> (folder: String, mark: String)? {
      var folder = Files.resolved(path)
      while folder != "/", folder != "." {
        if let mark = Files.names(in: folder).first(where: isMark) { return (folder, mark) }
        folder = Files.directory(of: folder)
      }
      return nil
    }

    /// Whether Syncthing, Nextcloud, ownCloud or Dropbox has left a file.
    private static func isMark(_ name: String) -> Bool {
      let names = [
        ".stfolder", ".stignore", ".nextcloudsync.log", ".owncloudsync.log", ".dropbox",
      ]
      return names.contains(name)
        || ["._sync_", ".sync_"].contains { name.hasPrefix($0) && name.hasSuffix(".db") }
    }
  }
}

import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruFiles
import HaruSession
import HaruStore
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
      try Session.run { session in
        try session.requireStore()
        try Move.requireWritableSettings()
        let directory = try absolutePath(directory)
        if let (folder, mark) = CarriedFolder.above(directory) {
          complain(SyncText.carried(folder, by: mark))
        }
        let move = try session.withFile { () throws(StoreFileError) in
          try StoreMove.perform(
            from: session.storePath, into: directory, stamp: session.stamp,
            record: UserStore.moveRecord, place: UserStore.place)
        }
        session.saved()
        say(StoreText.moved(move.new, count: try session.history().total))
        say(
          move.isFinished ? StoreText.kept(move.kept) : StoreText.moveIsUnfinished(move.address))
      }
    }

    /// Fails before anything is moved if the settings file cannot be written.
    @MainActor
    private static func requireWritableSettings() throws(Failure) {
      let path = Files.linkTarget(of: SettingsFile.path) ?? SettingsFile.path
      var directory = path[...]
      repeat {
        directory = directory.prefix(upTo: directory.lastIndex(of: "/") ?? directory.startIndex)
      } while !directory.isEmpty && access(String(directory), F_OK) != 0
      guard directory.isEmpty || access(String(directory), W_OK) == 0 else {
        throw Failure(
          .cannotCreate, CommandText.cannotWrite(path, String(cString: strerror(errno))))
      }
    }
  }
}

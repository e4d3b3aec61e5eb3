import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

extension StoreCommand {
  /// The command `haru store move`.
  struct Move: ParsableCommand {
    static var configuration: CommandConfiguration {
      .init("move", text("Move the store to another directory."))
    }

    @Argument(help: Haru.help(text("an existing directory")), completion: .directory)
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

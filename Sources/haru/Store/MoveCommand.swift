import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

extension StoreCommand {
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
      try CommandContext.run(takesIncoming: false) { context in
        try context.requireStore()
        let directory = try absolutePath(directory)
        if let (folder, mark) = CarriedFolder.above(directory) {
          complain(SyncText.carried(folder, by: mark))
        }
        let (new, kept) = try Store.move(
          context.storePath, into: directory, stamp: context.stamp)
        context.saved()
        say(StoreText.moved(new, count: try context.history().total))
        if let kept { say(StoreText.kept(kept)) }
      }
    }
  }
}

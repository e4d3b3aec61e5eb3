import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruStore
import HaruText

extension StoreCommand {
  struct Backup: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("backup", text("Back up the store, even while it is in use."))
    }

    @Flag(
      help: .of(
        text("Make today's backup if anything has changed, as the agent does each day.")))
    var daily = false

    @Argument(
      help: .of(text("file to write; an older backup there is replaced")),
      completion: .file())
    var file: String?

    func validate() throws {
      if daily, file != nil {
        throw ValidationError(CommandText.notTogether("--daily", "FILE"))
      }
      if !daily, file ?? "" == "" {
        throw ValidationError(text("no file given; write: haru store backup FILE"))
      }
    }

    func run(in context: CommandContext) throws {
      if let file {
        try Backup.backUp(to: try absolutePath(file), context)
      } else {
        try context.backUpToday()
      }
    }

    @MainActor
    private static func backUp(to file: String, _ context: CommandContext) throws {
      let store = try Store.again { try context.openStore(for: .reading) }
      let count = try store.backUp(to: file)
      printMessage(
        text(
          "Backed up {count} day: {path}", "Backed up {count} days: {path}", count: count,
          ["path": file]))
    }
  }

  struct Restore: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("restore", text("Restore a backup, and keep the old store."))
    }

    @Argument(help: .of(text("a backup, or any other Haru store")), completion: .file())
    var file: String

    func run(in context: CommandContext) throws {
      try context.requirePlace()
      let backup = try absolutePath(file)
      let wasStudied = context.stateForHooks()
      let before = try? context.history().streak.current
      let restored: Restored
      do throws(StoreError) {
        restored = try Store.restore(
          backup, to: context.storePath, stamp: context.stamp, by: context.provenance)
      } catch {
        guard error == .other(backup, .notAStore) else { throw error }
        throw Failure(
          .badData,
          text(
            "not a Haru store: {path}; haru import takes in days of other files",
            ["path": backup]))
      }
      context.restored()
      defer { context.startHook(ifStudiedIsNot: wasStudied) }
      let history = try context.history()
      let ofOthers = restored.staying[.study] ?? []
      let days = try context.record().days.filter { !ofOthers.contains($0) }
      printMessage(
        StoreText.restored(
          backup, count: days.count, before: before,
          after: history.streak.current))
      if !restored.staying.isEmpty {
        printMessage(
          text(
            "Kept as other machines have said: {count} day",
            "Kept as other machines have said: {count} days",
            count: Set(restored.staying.values.joined()).count))
      }
      if let kept = restored.kept { printMessage(StoreText.kept(kept)) }
    }
  }
}

/// The absolute path of a path on the command line.
func absolutePath(_ word: String) throws(Failure) -> String {
  guard !word.hasPrefix("/"), let directory = getcwd(nil, 0) else { return word }
  defer { free(directory) }
  guard let path = String(validatingCString: directory) else {
    throw Failure(
      .usage,
      text(
        "the current directory is not valid UTF-8: {directory}; write an absolute path",
        ["directory": String(cString: directory)]))
  }
  return path + "/" + word
}

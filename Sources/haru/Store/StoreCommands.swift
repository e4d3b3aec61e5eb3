import ArgumentParser
import HaruCommand
import HaruCore
import HaruStore
import HaruText

struct StoreCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "store", abstract: text("Manage the store, the file that holds your days."),
      subcommands: [Path.self, Check.self, New.self, Backup.self, Restore.self, Move.self])
  }

  struct Path: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("path", text("Print the path of the store."))
    }

    func run(in context: CommandContext) throws { try printOutput(context.storeFile) }
  }

  struct New: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("new", text("Begin a new, empty store where there is none."))
    }

    func run(in context: CommandContext) throws {
      try context.requirePlace()
      try Store.begin(context.storePath)
      RunningAgent.reload()
      printMessage(text("New store: {path}", ["path": context.storePath]))
    }
  }

  struct Check: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("check", text("Check the store for problems."))
    }

    @Flag(help: .of(text("Repair damaged rows from the log, and keep the old store.")))
    var repair = false

    func run(in context: CommandContext) throws {
      let problems = try Check.problems(context)
      guard let (lines, error) = problems else {
        return try printOutput(text("no problems found: {path}", ["path": context.storeFile]))
      }
      try printOutput(lines.joined(separator: "\n"))
      guard repair else { throw error }
      try Check.repair(context)
    }

    /// The problems in sentences, and the error for them all; `nil` if there are none.
    @MainActor
    private static func problems(
      _ context: CommandContext
    ) throws(StoreError) -> (lines: [String], error: StoreError)? {
      let store = try context.openStore(for: .reading)
      let lines = try store.problems().map(StoreText.problem)
      return lines.isEmpty ? nil : (lines, try store.isRepairable() ? .damagedRows : .corrupt)
    }

    @MainActor
    private static func repair(_ context: CommandContext) throws(StoreError) {
      let kept = try Store.repair(
        context.storePath, from: CommandContext.backups.newestGood(on: context.today),
        by: context.provenance, stamp: context.stamp)
      RunningAgent.reload()
      printMessage(StoreText.repaired(context.storeFile))
      printMessage(StoreText.kept(kept))
    }
  }
}

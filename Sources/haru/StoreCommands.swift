import ArgumentParser
import HaruCore
import HaruStore
import HaruText

/// The command `haru store`.
struct StoreCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "store", abstract: HelpText.store,
      subcommands: [Path.self, Check.self, Backup.self, Restore.self, Move.self])
  }

  /// The command `haru store path`.
  struct Path: ParsableCommand {
    static var configuration: CommandConfiguration { .init("path", HelpText.storePath) }

    func run() throws {
      try Session.run { session in try printOutput(session.storePath) }
    }
  }

  /// The command `haru store check`.
  struct Check: ParsableCommand {
    static var configuration: CommandConfiguration { .init("check", HelpText.storeCheck) }

    func run() throws {
      try Session.run { session in
        let path = session.storePath
        let problems: [String]
        do throws(StoreError) {
          problems = try session.openStore(for: .reading).problems()
        } catch {
          throw session.failure(error)
        }
        guard problems.isEmpty else {
          try printOutput(problems.joined(separator: "\n"))
          throw session.failure(.corrupt)
        }
        try printOutput(CommandText.noProblems(path))
      }
    }
  }
}

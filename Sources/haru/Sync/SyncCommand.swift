import ArgumentParser
import HaruCore
import HaruStore
import HaruSync
import HaruText

/// The command `haru sync`.
struct SyncCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sync", abstract: HelpText.sync, discussion: HelpText.syncDiscussion,
      subcommands: [On.self, Off.self, Status.self, Check.self])
  }

  /// The command `haru sync on`.
  struct On: ParsableCommand {
    static var configuration: CommandConfiguration { .init("on", HelpText.syncOn) }

    @Argument(help: ArgumentHelp(HelpText.syncFolder, valueName: "folder"), completion: .directory)
    var folder: String

    @Flag(name: .customLong("no-notes"), help: ArgumentHelp(HelpText.noNotes))
    var leavesOutNotes = false

    @Flag(help: ArgumentHelp(HelpText.join))
    var join = false

    func run() throws {
      try Session.run(looking: false) { session in
        let path = try Session.folder(folder)
        if !join { try session.requireSameHistory(in: path) }
        let report = try session.beginSync(in: path, leavesOutNotes: leavesOutNotes)
        try session.show(report, of: path)
      }
    }
  }

  /// The command `haru sync off`.
  struct Off: ParsableCommand {
    static var configuration: CommandConfiguration { .init("off", HelpText.syncOff) }

    func run() throws {
      try Session.run(looking: false) { session in
        guard let path = try session.thisMachine()?.folder else { return say(SyncText.isOff) }
        try session.endSync()
        say(SyncText.ended(path))
      }
    }
  }

  /// The command `haru sync status`.
  struct Status: ParsableCommand {
    static var configuration: CommandConfiguration { .init("status", HelpText.syncStatus) }

    func run() throws {
      try Session.run(looking: false) { session in
        guard let machine = try session.thisMachine(), let path = machine.folder else {
          return try printText(SyncText.isOff)
        }
        let lines = try session.syncLines(machine, path)
        try printText(lines.joined(separator: "\n"))
      }
    }
  }

  /// The command `haru sync check`.
  struct Check: ParsableCommand {
    static var configuration: CommandConfiguration { .init("check", HelpText.syncCheck) }

    func run() throws {
      try Session.run(looking: false) { session in
        guard let path = try session.thisMachine()?.folder,
          let report = try session.exchange(isThorough: true)
        else { throw Failure(.refused, SyncText.isOff) }
        RunningAgent.reload()
        let lines = try session.syncProblems(report, in: path)
        if report.arrived.changes > 0 { say(SyncText.taken(count: report.arrived.changes)) }
        let answer = (lines.isEmpty ? [SyncText.sound] : lines) + [try session.digestLine()]
        try printText(answer.joined(separator: "\n"))
        if !lines.isEmpty { throw ExitCode(Failure.Status.badData.rawValue) }
      }
    }
  }
}

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
      subcommands: [
        On.self, Off.self, Status.self, Check.self, Rebuild.self, Forget.self, Run.self,
      ])
  }

  /// The command `haru sync on`.
  struct On: ParsableCommand {
    static var configuration: CommandConfiguration { .init("on", HelpText.syncOn) }

    @Argument(help: ArgumentHelp(HelpText.syncFolder, valueName: "folder"), completion: .directory)
    var folder: String

    @Flag(name: .customLong("no-notes"), help: ArgumentHelp(HelpText.noNotes))
    var leavesOutNotes = false

    func run() throws {
      try Session.run { session in
        let path = try Session.folder(folder)
        let report = try session.beginSync(in: path, leavesOutNotes: leavesOutNotes)
        try session.show(report, of: path)
      }
    }
  }

  /// The command `haru sync off`.
  struct Off: ParsableCommand {
    static var configuration: CommandConfiguration { .init("off", HelpText.syncOff) }

    func run() throws {
      try Session.run { session in
        guard let path = try session.syncState()?.folder else { return say(SyncText.isOff) }
        try session.endSync()
        say(SyncText.ended(path))
      }
    }
  }

  /// The command `haru sync status`.
  struct Status: ParsableCommand {
    static var configuration: CommandConfiguration { .init("status", HelpText.syncStatus) }

    func run() throws {
      try Session.run { session in
        guard let state = try session.syncState(), let path = state.folder else {
          return try printText(SyncText.isOff)
        }
        let lines = try session.syncLines(state, path)
        try printText(lines.joined(separator: "\n"))
      }
    }
  }

  /// The command `haru sync check`.
  struct Check: ParsableCommand {
    static var configuration: CommandConfiguration { .init("check", HelpText.syncCheck) }

    func run() throws {
      try Session.run { session in
        guard let path = try session.syncState()?.folder,
          let report = try session.exchange(isThorough: true)
        else { throw Failure(.refused, SyncText.isOff) }
        RunningAgent.reload()
        let lines = try session.syncProblems(report, in: path)
        if report.taken.changes > 0 { say(SyncText.taken(count: report.taken.changes)) }
        try printText((lines.isEmpty ? [SyncText.sound] : lines).joined(separator: "\n"))
        if !lines.isEmpty { throw ExitCode(Failure.Status.badData.rawValue) }
      }
    }
  }

  /// The command `haru sync rebuild`.
  struct Rebuild: ParsableCommand {
    static var configuration: CommandConfiguration { .init("rebuild", HelpText.syncRebuild) }

    func run() throws {
      try Session.run { session in
        // What is only here would be lost.
        guard try session.exchange(isThorough: true) != nil else {
          throw Failure(.refused, SyncText.isOff)
        }
        let kept = session.storePath + ".before-rebuild-" + session.stamp
        try session.withFile { () throws(StoreFileError) in
          try session.openForRebuild().rebuild(keeping: kept, by: session.provenance)
        }
        session.saved()
        say(SyncText.rebuilt(count: try session.history().total))
        say(StoreText.kept(kept))
      }
    }
  }

  /// The command `haru sync forget`.
  struct Forget: ParsableCommand {
    static var configuration: CommandConfiguration { .init("forget", HelpText.syncForget) }

    @Argument(help: ArgumentHelp(HelpText.syncMachine, valueName: "name"))
    var name: String

    func run() throws {
      try Session.run { session in
        let devices = try session.read { (store) throws(StoreError) in try store.syncDevices() }
        guard let state = try session.syncState(),
          devices?.contains(where: { $0.device == name }) == true
        else { throw Failure(.refused, SyncText.unknownMachine(name)) }
        guard name != state.device else { throw Failure(.refused, SyncText.cannotForgetItself) }
        try session.change { (store, provenance) throws(StoreError) in
          try store.forget(name, by: provenance)
        }
        say(SyncText.forgotten(name))
      }
    }
  }

  /// The command `haru sync run`, which the agent starts: it exchanges whenever something changes.
  struct Run: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "run", abstract: HelpText.sync, shouldDisplay: false)
    }

    @Flag
    var once = false

    func run() throws {
      try onMain { ExchangeService(MachineExchange()).run(once: once) }
    }
  }
}

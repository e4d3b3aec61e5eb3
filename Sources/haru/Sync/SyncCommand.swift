import ArgumentParser
import HaruCommand
import HaruCore
import HaruStore
import HaruSync
import HaruText

struct SyncCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sync", abstract: HelpText.sync,
      discussion: text(
        """
        The folder is one that another program carries between your machines: Syncthing, Nextcloud, \
        git, rclone or a USB stick. What is in it is plain text, notes included.
        """),
      subcommands: [On.self, Off.self, Status.self, Check.self])
  }

  struct On: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("on", text("Begin, or use another folder."))
    }

    @Argument(
      help: .of(text("The folder, which exists."), valueName: "folder"),
      completion: .directory)
    var folder: String

    @Flag(
      name: .customLong("no-notes"),
      help: .of(text("Keep notes on this machine, and take none.")))
    var leavesOutNotes = false

    @Flag(help: .of(text("Exchange notes again, after --no-notes.")))
    var notes = false

    @Flag(
      help: .of(
        text(
          "Bring the days of this machine and those of the folder together, though they share none."
        )))
    var join = false

    func validate() throws {
      guard !notes || !leavesOutNotes else {
        throw ValidationError(CommandText.notTogether("--no-notes", "--notes"))
      }
    }

    func run(in context: CommandContext) throws {
      let path = try context.folder(folder)
      // Notes that somebody has kept at home go nowhere unasked.
      let isPrivate = try context.thisMachine()?.leavesOutNotes ?? false
      let leavesOutNotes = leavesOutNotes || isPrivate && !notes
      let flags = leavesOutNotes ? ["--no-notes"] : notes ? ["--notes"] : []
      if !join { try context.requireSameHistory(in: path, flags) }
      let report = try context.beginSync(in: path, leavesOutNotes: leavesOutNotes)
      try context.show(report, of: path)
    }
  }

  struct Off: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("off", text("End; the files in the folder stay."))
    }

    func run(in context: CommandContext) throws {
      guard let path = try context.thisMachine()?.folder else {
        return printMessage(SyncText.isOff)
      }
      try context.endSync()
      printMessage(text("Nothing is exchanged any more. The files in {path} stay.", ["path": path]))
    }
  }

  struct Status: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("status", text("Show the machines, and what waits."))
    }

    func run(in context: CommandContext) throws {
      guard let machine = try context.thisMachine(), let path = machine.folder else {
        return try printText(SyncText.isOff)
      }
      let lines = try context.syncLines(machine, path)
      try printText(lines.joined(separator: "\n"))
    }
  }

  struct Check: LocalCommand {
    static var configuration: CommandConfiguration {
      .init("check", text("Exchange now, and read every file again."))
    }

    func run(in context: CommandContext) throws {
      guard let path = try context.thisMachine()?.folder,
        let report = try context.exchangeLog()
      else { throw Failure(.refused, SyncText.isOff) }
      let lines = try context.syncProblems(report, in: path)
      if report.arrived.changes > 0 { printMessage(SyncText.taken(count: report.arrived.changes)) }
      let answer = (lines.isEmpty ? [SyncText.sound] : lines) + (try context.digestLine())
      try printText(answer.joined(separator: "\n"))
      if !lines.isEmpty { throw ExitCode(Failure.Status.badData.rawValue) }
    }
  }
}

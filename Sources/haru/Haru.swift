import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

/// `haru`: today, or, where nothing has been marked yet, what to do first.
struct Haru: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "haru", abstract: HelpText.haru, version: "haru \(Identity.version)",
      subcommands: [
        StatusCommand.self, MarkCommand.self, UnmarkCommand.self, ToggleCommand.self,
        UndoCommand.self, RestCommand.self, NoteCommand.self, ExplainCommand.self,
        ExportCommand.self, NotifyCommand.self,
        AutostartCommand.self, ConfigCommand.self,
        StoreCommand.self, DoctorCommand.self,
      ])
  }

  func run() throws {
    try onMain {
      let session = try Session()
      let timeline = try session.timeline()
      let isNew = timeline.current.history.total == 0
      try printOutput(isNew ? StatusText.firstRun : StatusCommand.text(timeline, session))
    }
  }
}

import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// `haru` without a command: shows today, or, if nothing was ever marked, how to begin.
struct Haru: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "haru", abstract: text("Keep a daily study streak."),
      version: "haru \(Identity.version)",
      groupedSubcommands: [
        CommandGroup(
          name: text("Every day"),
          subcommands: [
            StatusCommand.self, MarkCommand.self, UnmarkCommand.self, ToggleCommand.self,
            UndoCommand.self, RedoCommand.self, LaterCommand.self, NotifyCommand.self,
          ]),
        CommandGroup(
          name: text("Look"),
          subcommands: [
            CalendarCommand.self, StreakCommand.self, ExplainCommand.self, OpenCommand.self,
            CardCommand.self,
          ]),
        CommandGroup(
          name: text("Days off and notes"), subcommands: [RestCommand.self, NoteCommand.self]),
        CommandGroup(
          name: text("Set up"),
          subcommands: [
            AgentCommand.self, AutostartCommand.self, ShortcutCommand.self, ConfigCommand.self,
            DoctorCommand.self, SourcesCommand.self,
          ]),
        CommandGroup(
          name: text("Your data"),
          subcommands: [
            ImportCommand.self, ExportCommand.self, StoreCommand.self, SyncCommand.self,
            TasksCommand.self, HookCommand.self, ExchangeCommand.self,
          ]),
        CommandGroup(name: "GitHub", subcommands: [RepoCommand.self]),
      ])
  }

  static let program = CommandProgram(Haru.self, synonyms: .haru)

  /// Parses the words of a command; words for a day alone ask what is known of it.
  static func read(_ words: [String]) throws -> any ParsableCommand {
    try program.read(words) { words in
      guard !words.isEmpty, (try? [DayRange](words)) != nil else { return nil }
      return try parseAsRoot(["explain"] + words)
    }
  }

  func run(in context: CommandContext) throws {
    let report = try context.todayReport(RunningAgent.agenda)
    let isNew = report.entry.history.total == 0 && report.agenda == nil
    guard isNew else { return try printText(StatusFormat.lines.output(for: report)) }
    try printText(StatusText.firstRun(startsAtLogin: Autostart().isEnabled == true))
    if let offer = sourceOffer { try printText(offer) }
  }
}

/// That a program in this home could be a source, where there is none yet; `nil` if none was found.
var sourceOffer: String? {
  FoundSource.offered.map { SourceText.offer($0.program) }
}

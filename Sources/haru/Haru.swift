import ArgumentParser
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
            DoctorCommand.self,
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

  /// Parses the words of a command; words for a day alone ask what is known of it.
  ///
  /// - Parameter words: The words, with commands in the place of their synonyms.
  /// - Returns: The command.
  /// - Throws: `Failure` if there is no such command; errors of the parser, and the help that it shows.
  static func read(_ words: [String]) throws -> any ParsableCommand {
    // The parser would show the help of all commands.
    if words.first == "help", let error = ParserMessage.unknownCommand(words) {
      throw Failure(.usage, error)
    }
    do {
      return try parseAsRoot(words)
    } catch {
      if !words.isEmpty, (try? [DayRange](words)) != nil {
        return try parseAsRoot(["explain"] + words)
      }
      guard exitCode(for: error) != .success, let unknown = ParserMessage.unknownCommand(words)
      else { throw error }
      throw Failure(.usage, unknown)
    }
  }

  /// Whether a completion for a shell is made.
  private static let isForShell =
    ProgramArguments.words?.contains { $0.hasPrefix("--generate-completion-script") } ?? false

  /// The help of an option or argument.
  ///
  /// A shell shows it beside every value, so that a long list of them is left out there.
  static func help(_ help: String, valueName: String? = nil) -> ArgumentHelp {
    let isLong = isForShell && help.count > 100
    return ArgumentHelp(isLong ? String(help.prefix { $0 != ":" }) : help, valueName: valueName)
  }

  func run(in context: CommandContext) throws {
    let report = try context.todayReport(RunningAgent.agenda)
    let isNew = report.entry.history.total == 0 && report.agenda == nil
    try printText(
      isNew
        ? StatusText.firstRun(startsAtLogin: Autostart().isEnabled == true)
        : LinesFormat().text(of: report))
  }
}

import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

extension RepoCommand {
  struct Refresh: RepositoryCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "refresh", abstract: text("Load repositories now."),
        discussion: text(
          """
          If the rate limit of GitHub is reached, the remaining repositories stay due and are loaded first \
          the next time.
          """))
    }

    @Flag(help: .of(text("Only repositories that are due.")))
    var due = false

    @OptionGroup
    var output: JSONOption

    @Argument(
      help: .of(RepoHelp.namesOrAll, valueName: "name"),
      completion: .watch)
    var names: [String] = []

    func validate() throws {
      if due, let name = names.first {
        throw ValidationError(CommandText.notTogether("--due", name))
      }
    }

    func run(in context: RepositoryContext) throws {
      let json = output.json
      let isWatching = try context.read { try !$0.watches().isEmpty } ?? false
      guard isWatching || json || !names.isEmpty else { return printMessage(WatchText.none) }
      let selection: ReloadSelection =
        if due { .due } else if names.isEmpty { .all } else {
          .watches(try Watches(context).named(names).map(\.name))
        }
      // Last, so that it does not show the news that are printed here; and after a failure too.
      defer { RunningAgent.reload() }
      let outcome =
        isWatching
        ? try Reloader(context, showsProgress: !json).run(selection) : ReloadOutcome()
      // The reload took a while: the clock is read again.
      try RepositoryContext.run { context in
        try Self.printNews(outcome, isDue: due, asJSON: json, context)
      }
      if let status = outcome.status { throw ExitCode(status.rawValue) }
    }

    @MainActor
    private static func printNews(
      _ outcome: ReloadOutcome, isDue: Bool, asJSON: Bool, _ context: RepositoryContext
    ) throws {
      let news =
        try context.read { try $0.unannouncedNews() } ?? []
      guard !asJSON else {
        return try printOutput("\(JSON.refresh(outcome, news, context))")
      }
      for line in outcome.lines(context) { printMessage(line) }
      if isDue, outcome.total == 0 { printMessage(try nothingDue(context)) }
      guard !news.isEmpty else { return }
      try printText(news.map(NewsText.sentence).joined(separator: "\n"))
      // The user has seen it now.
      try context.change { file in
        try file.keep(news, announcedAt: context.now)
      }
    }

    @MainActor
    private static func nothingDue(_ context: RepositoryContext) throws -> String {
      let next = try context.read { file in
        try file.nextReload(
          at: context.now, by: context.reloadPlan, on: context.ownSettings.site)
      }
      return ReloadText.nothingDue(next ?? nil, context.when)
    }
  }
}

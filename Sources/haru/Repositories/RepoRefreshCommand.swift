import ArgumentParser
import HaruCore
import HaruStore
import HaruText

extension RepoCommand {
  struct Refresh: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "refresh", abstract: text("Load repositories now."),
        discussion: text(
          """
          If the rate limit of GitHub is reached, the remaining repositories stay due and are loaded first \
          the next time.
          """))
    }

    @Flag(help: Haru.help(text("Only repositories that are due.")))
    var due = false

    @OptionGroup
    var output: JSONOption

    @Argument(
      help: Haru.help(HelpText.repoNamesOrAll, valueName: "name"),
      completion: .watch)
    var names: [String] = []

    func validate() throws {
      if due, let name = names.first {
        throw ValidationError(CommandText.notTogether("--due", name))
      }
    }

    func run() throws {
      let json = output.json
      let fetcher = MainActor.assumeIsolated { Fetcher() }
      try CommandContext.run { context in
        let isWatching =
          try context.read { try $0.isWatching() } ?? false
        guard isWatching || json || !names.isEmpty else { return say(WatchText.none) }
        let selection: ReloadRequest.Selection =
          if due { .due } else if names.isEmpty { .all } else {
            .watches(try Watches(context).named(names).map(\.id))
          }
        let outcome =
          isWatching
          ? try Reloader(context, fetcher, showsProgress: !json).run(selection) : ReloadOutcome()
        // The reload took a while: the clock is read again.
        try CommandContext.run { context in
          try Self.printNews(outcome, isDue: due, asJSON: json, context)
        }
        if let status = outcome.status { throw ExitCode(status.rawValue) }
      }
    }

    @MainActor
    private static func printNews(
      _ outcome: ReloadOutcome, isDue: Bool, asJSON: Bool, _ context: CommandContext
    ) throws {
      let news =
        try context.read { try $0.unannouncedNews() } ?? []
      guard !asJSON else {
        RunningAgent.reload()
        return try printOutput("\(JSON.refresh(outcome, news, context))")
      }
      for line in outcome.lines(context) { say(line) }
      if isDue, outcome.total == 0 { say(try nothingDue(context)) }
      guard !news.isEmpty else { return RunningAgent.reload() }
      try printText(news.map(NewsText.sentence).joined(separator: "\n"))
      // The user has seen it now.
      try context.changeStore { store, provenance in
        try store.keep(news, announcedAt: provenance.at)
      }
    }

    @MainActor
    private static func nothingDue(_ context: CommandContext) throws -> String {
      let next = try context.read { store in
        try store.nextReload(
          at: context.now, by: context.reloadPlan, on: context.settings.site)
      }
      return ReloadText.nothingDue(next ?? nil, context.when)
    }
  }
}

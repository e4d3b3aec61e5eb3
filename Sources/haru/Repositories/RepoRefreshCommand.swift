import ArgumentParser
import HaruCore
import HaruStore
import HaruText

extension RepoCommand {
  /// The command `haru repo refresh`.
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

    @Flag(help: Haru.help(HelpText.json))
    var json = false

    @Argument(
      help: Haru.help(HelpText.repoNamesOrAll, valueName: "name"),
      completion: .watch)
    var names: [String] = []

    func validate() throws {
      if due, let name = names.first {
        throw ValidationError(CommandText.notTogether("--due", name))
      }
    }

    func run() throws { try Self.run(due: due, json: json, names) }

    /// Runs the command, also without the parser, which takes a third of what `haru` itself takes here.
    static func run(due: Bool = false, json: Bool = false, _ names: [String] = []) throws {
      let fetcher = MainActor.assumeIsolated { Fetcher() }
      try Session.run { session in
        let isWatching =
          try session.read { try $0.isWatching() } ?? false
        guard isWatching || json || !names.isEmpty else { return say(WatchText.none) }
        let selection: ReloadRequest.Selection =
          if due { .due } else if names.isEmpty { .all } else {
            .watches(try Watches(session).named(names).map(\.id))
          }
        let outcome =
          isWatching
          ? try Reloader(session, fetcher, showsProgress: !json).run(selection) : ReloadOutcome()
        // The reload took a while: the clock is read again.
        try Session.run { session in try printNews(outcome, isDue: due, asJSON: json, session) }
        if let status = outcome.status { throw ExitCode(status.rawValue) }
      }
    }

    @MainActor
    private static func printNews(
      _ outcome: ReloadOutcome, isDue: Bool, asJSON: Bool, _ session: Session
    ) throws {
      let news =
        try session.read { try $0.unannouncedNews() } ?? []
      guard !asJSON else {
        RunningAgent.reload()
        return try printOutput("\(JSON.refresh(outcome, news, session))")
      }
      for line in outcome.lines(session) { say(line) }
      if isDue, outcome.total == 0 { say(try nothingDue(session)) }
      guard !news.isEmpty else { return RunningAgent.reload() }
      try printText(news.map(NewsText.sentence).joined(separator: "\n"))
      // The user has seen it now.
      try session.changeStore { store, provenance in
        try store.keep(news, announcedAt: provenance.at)
      }
    }

    @MainActor
    private static func nothingDue(_ session: Session) throws -> String {
      let next = try session.read { store in
        try store.nextReload(
          at: session.now, by: session.reloadPlan, on: session.settings.site)
      }
      return ReloadText.nothingDue(next ?? nil, session.when)
    }
  }
}

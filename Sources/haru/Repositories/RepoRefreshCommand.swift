import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

extension RepoCommand {
  /// The command `haru repo refresh`.
  struct Refresh: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "refresh", abstract: HelpText.repoRefresh,
        discussion: HelpText.repoRefreshDiscussion)
    }

    @Flag(help: Haru.help(HelpText.repoDue))
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

    func run() throws {
      try Session.run { session in
        let watches = try Watches(session).named(names)
        guard !watches.isEmpty || json else { return say(WatchText.none) }
        let selection: ReloadRequest.Selection =
          due ? .due : names.isEmpty ? .all : .watches(watches.map(\.id))
        let outcome =
          watches.isEmpty
          ? ReloadOutcome() : try Reloading(session, showsProgress: !json).run(selection)
        // The reload took a while: the clock is read again.
        try Session.run { session in try tell(outcome, session) }
        if let status = outcome.status { throw ExitCode(status.rawValue) }
      }
    }

    @MainActor
    private func tell(_ outcome: ReloadOutcome, _ session: Session) throws {
      let news =
        try session.read { (store) throws(StoreError) in try store.untoldNews() } ?? []
      guard !json else {
        RunningAgent.reload()
        return try printOutput("\(JSON.refresh(outcome, news, session))")
      }
      for line in outcome.lines(session) { say(line) }
      if due, outcome.total == 0 { say(try Refresh.nothingDue(session)) }
      guard !news.isEmpty else { return RunningAgent.reload() }
      try printText(news.map(NewsText.sentence).joined(separator: "\n"))
      // The user has seen it now.
      try session.change { (store, provenance) throws(StoreError) in
        try store.keep(news, toldAt: provenance.at)
      }
    }

    @MainActor
    private static func nothingDue(_ session: Session) throws -> String {
      let next = try session.read { (store) throws(StoreError) in
        try store.nextReload(
          at: session.now, by: session.reloadPlan, on: session.settings.site)
      }
      return ReloadText.nothingDue(next ?? nil, session.when)
    }
  }
}

import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruTerminal
import HaruText

extension RepoCommand {
  struct Show: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "show", abstract: text("Show the state of repositories."),
        discussion: text(
          """
          Haru shows the last good response of GitHub and its age. A number in brackets is the change since \
          you last looked; --json and --format do not count as a look.
          """))
    }

    @Flag(
      help: .of(text("Also show the top contributors; load them now if they are unknown.")))
    var contributors = false

    @OptionGroup
    var output: JSONOption

    @Option(
      help: .of(
        text(
          "Print for a bar or a prompt: {formats}.",
          ["formats": ListText.words(BarFormatName.all)])),
      completion: .list(BarFormatName.all),
      transform: BarFormatName.read)
    var format: BarFormatName?

    @Argument(
      help: .of(RepoHelp.namesOrAll, valueName: "name"),
      completion: .watch)
    var names: [String] = []

    func validate() throws {
      try BarFormatName.requireAlone(format != nil, json: output.json)
      if contributors, format != nil {
        throw ValidationError(CommandText.notTogether("--contributors", "--format"))
      }
    }

    func run() throws {
      if let format {
        try onMain { try show(format) }
      } else {
        try RepositoryContext.run(showAll)
      }
    }

    // MARK: For bars

    @MainActor
    private func show(_ format: BarFormatName) throws {
      guard names.count <= 1 || format != .waybar else {
        throw Failure(.usage, text("--format waybar takes one repository"))
      }
      do throws(Failure) {
        let context = try RepositoryContext()
        let bars = try Watches(context).named(names).map { RepositoryBar(of: $0, context) }
        if let text = format.text(of: bars) { try printOutput(text) }
      } catch {
        guard format == .waybar else { throw error }
        try printOutput(WaybarModule.json(error))
      }
    }

    // MARK: For people and programs

    @MainActor
    private func showAll(_ opened: RepositoryContext) throws {
      var context = opened
      var watches = try Watches(context).named(names)
      var failure: (any Error)?
      var outcome = ReloadOutcome()
      if contributors, !watches.isEmpty {
        do {
          outcome = try Show.loadContributors(of: watches, context, showsProgress: !output.json)
        } catch {
          // Known data is shown all the same.
          failure = error
        }
        context = try RepositoryContext()
        let known = try Watches(context).all
        // Without a row it has no number, and with one another name since, if it was renamed.
        watches = watches.compactMap { old in
          known.first { old.id == 0 ? $0.name == old.name : $0.id == old.id }
        }
      }
      if output.json {
        try printOutput("\(JSON.show(watches, pause: context.pause(), context))")
      } else {
        try show(watches, context)
      }
      for line in outcome.contributorLines(context) { printMessage(line) }
      if let failure { throw failure }
      if outcome.status != nil { throw ExitCode(Failure.Status.tryAgain.rawValue) }
    }

    /// Makes reloads ask for contributors from now on, and loads those that are unknown.
    @MainActor
    private static func loadContributors(
      of watches: [Watch], _ context: RepositoryContext, showsProgress: Bool
    ) throws -> ReloadOutcome {
      if watches.contains(where: { !$0.wantsContributors(at: context.now) }) {
        try context.change { file in
          try file.wantContributors(of: watches, at: context.now)
        }
      }
      let unknown = watches.filter { !$0.knowsContributors }
      guard !unknown.isEmpty else { return ReloadOutcome() }
      defer { RunningAgent.reload() }
      let reloading = Reloader(context, showsProgress: showsProgress)
      return try reloading.run(.watches(unknown.map(\.name)))
    }

    @MainActor
    private func show(_ watches: [Watch], _ context: RepositoryContext) throws {
      guard !watches.isEmpty else { return try printOutput(WatchText.none) }
      let pause = try context.pause()
      let parts = watches.map {
        WatchDescription(of: $0, context).lines(pause: pause, withContributors: contributors)
      }
      var lines = Array(parts.joined(separator: [StyledLine()]))
      if let remark = remark(on: watches, pause, context) {
        lines += [StyledLine(), StyledLine(remark)]
      }
      try printOutput(lines)
      // Showing does not wait for a lock: without it, the next one counts as the look.
      _ = try? context.read { try $0.look(at: watches, now: context.now) }
    }

    /// Why none of the due watches is loaded, if there is one reason for all.
    @MainActor
    private func remark(
      on watches: [Watch], _ pause: Pause?, _ context: RepositoryContext
    ) -> String? {
      let isDue = watches.contains { $0.dueAt <= context.now }
      let hasReason = pause != nil && watches.contains { $0.problem?.isSiteWide == true }
      let isWanting = contributors && watches.contains { !$0.knowsContributors }
      guard isDue || hasReason || isWanting && pause != nil else { return nil }
      if let pause {
        return ReloadText.paused(
          until: pause.until, pause.problem, context.ownSettings.site, context.when)
      }
      return RunningAgent.isRunning ? nil : WatchText.loadThem
    }
  }
}

extension Watch {
  /// Whether its contributors are known.
  fileprivate var knowsContributors: Bool {
    snapshot.map { $0.contributors != .unknown } ?? false
  }
}

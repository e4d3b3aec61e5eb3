import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruTerminal
import HaruText

extension RepoCommand {
  struct List: RepositoryCommand {
    static var configuration: CommandConfiguration {
      .init("list", text("List the watched repositories and their last push."))
    }

    @OptionGroup
    var output: JSONOption

    @Flag(help: .of(text("Print only the names, one a line.")))
    var names = false

    func validate() throws {
      if output.json, names {
        throw ValidationError(CommandText.notTogether("--json", "--names"))
      }
    }

    func run(in context: RepositoryContext) throws {
      let watches = try Watches(context).all
      if output.json { return try printOutput("\(JSON.list(watches, context))") }
      if names {
        return watches.isEmpty
          ? () : try printOutput(watches.map(\.name.description).joined(separator: "\n"))
      }
      guard !watches.isEmpty else { return try printOutput(WatchText.none) }
      try printOutput(
        numberedTable(
          watches.map { (text: $0.name.description, more: List.state(of: $0, context)) }))
    }

    @MainActor
    private static func state(of watch: Watch, _ context: RepositoryContext) -> StyledLine {
      var line = WatchDescription(of: watch, context).life
      if watch.isQuiet { line.append(" · " + WatchText.isMuted) }
      if let problem = watch.problem {
        let day = watch.snapshot.map { context.provider.boundary.day(at: $0.fetchedAt) }
        line.append(" · " + WatchText.problem(problem, lastAnswer: day))
      }
      return line
    }
  }
}

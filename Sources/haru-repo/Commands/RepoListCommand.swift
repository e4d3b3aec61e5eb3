import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
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
      try printOutput(WatchTable(watches, context).lines)
    }
  }
}

/// The list of watches as a table: number, name and state.
@MainActor
private struct WatchTable {
  let lines: [StyledLine]

  init(_ watches: [Watch], _ context: RepositoryContext) {
    let names = watches.map(\.name.description)
    let numberWidth = String(watches.count).count
    let state = numberWidth + 2 + (names.map(DisplayWidth.columns).max() ?? 0) + 2
    lines = watches.enumerated().map { index, watch in
      let number = String(index + 1)
      var line = StyledLine(String(repeating: " ", count: numberWidth - number.count) + number)
      line.append("  " + names[index])
      line.append(WatchTable.state(of: watch, context), at: state)
      return line
    }
  }

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

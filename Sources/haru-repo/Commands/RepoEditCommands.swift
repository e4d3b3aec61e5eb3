import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

extension RepoCommand {
  struct Add: RepositoryCommand {
    static var configuration: CommandConfiguration { .init("add", text("Watch repositories.")) }

    @Argument(
      help: .of(
        text("OWNER/NAME, or an address such as https://github.com/apple/swift"), valueName: "name")
    )
    var names: [String]

    func run(in context: RepositoryContext) throws {
      var met: Set<RepositoryName> = []
      let asked = try names.map { try Add.name($0, on: context.ownSettings.site) }
        .filter { met.insert($0).inserted }
      let present = try context.change { file in try file.add(asked) }
      let old = Set(present)
      let added = asked.filter { !old.contains($0) }
      if !added.isEmpty {
        printMessage(WatchText.added(added))
        if !RunningAgent.isRunning { printMessage(WatchText.loadThem) }
      }
      try Add.refuse(present, try Watches(context))
    }

    private static func name(
      _ word: String, on site: GitHubSite
    ) throws(Failure) -> RepositoryName {
      do throws(RepositoryNameError) {
        return try RepositoryName(written: word, on: site)
      } catch {
        throw Failure(.usage, WatchText.line(error))
      }
    }

    /// Fails for repositories that were watched already, after the others were added.
    @MainActor
    private static func refuse(_ names: [RepositoryName], _ watches: Watches) throws(Failure) {
      let lines = watches.places(of: names).map { name, position in
        text(
          "already watched: {name} (number {position} in the list)",
          ["name": name.description, "position": String(position)])
      }
      guard let last = lines.last else { return }
      lines.dropLast().forEach(complain)
      throw Failure(.refused, last)
    }
  }

  struct Remove: RepositoryCommand {
    static var configuration: CommandConfiguration {
      .init("remove", text("Stop watching repositories."))
    }

    @Argument(
      help: .of(RepoHelp.name, valueName: "name"), completion: .watch)
    var names: [String]

    func run(in context: RepositoryContext) throws {
      let watches = try Watches(context).named(names)
      _ = try context.change { file in try file.remove(watches.map(\.name)) }
      printMessage(
        WatchText.removed(watches.map { WatchedRepository($0.name, isQuiet: $0.isQuiet) }))
      Avatars.prune(for: try Watches(context).all, at: context.now)
    }
  }

  struct Move: RepositoryCommand {
    static var configuration: CommandConfiguration {
      .init("move", text("Move a repository in the list."))
    }

    @Argument(help: .of(RepoHelp.name), completion: .watch)
    var name: String

    @Argument(
      help: .of(text("new position in the list; 1 is the first")),
      transform: reading({ Int($0).flatMap { $0 > 0 ? $0 : nil } }, or: WatchText.notAPosition))
    var position: Int

    func run(in context: RepositoryContext) throws {
      let watches = try Watches(context)
      let name = try watches.named(name).name
      let reached = try context.change { file in try file.move(name, to: position) }
      guard let reached else {
        throw Failure(.noInput, WatchText.notWatched(name.description, near: []))
      }
      printMessage(
        text(
          "{name} is number {position} of {count}.",
          [
            "name": name.description, "position": String(reached),
            "count": String(try Watches(context).all.count),
          ]))
    }
  }

  struct Quiet: RepositoryCommand {
    static var configuration: CommandConfiguration {
      .init("quiet", text("Mute repositories: show no notifications about them."))
    }

    @Flag(help: .of(text("Unmute repositories.")))
    var off = false

    @Argument(
      help: .of(RepoHelp.name, valueName: "name"), completion: .watch)
    var names: [String]

    func run(in context: RepositoryContext) throws {
      try Quiet.set(!off, try Watches(context).named(names), context)
    }

    /// Mutes watches, or stops muting them.
    @MainActor
    static func set(_ isQuiet: Bool, _ watches: [Watch], _ context: RepositoryContext) throws {
      let others = watches.filter { $0.isQuiet != isQuiet }.map(\.name)
      if !others.isEmpty {
        _ = try context.change { file in try file.setQuiet(isQuiet, others) }
      }
      printMessage(WatchText.announced(others, isQuiet: isQuiet))
    }
  }
}

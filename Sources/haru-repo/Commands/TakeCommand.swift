import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

/// What `haru import` has found in an export of version 0.4: lines for an empty list.
struct TakeCommand: RepositoryCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "take", shouldDisplay: false)
  }

  @Argument
  var lines: [String]

  func run(in context: RepositoryContext) throws {
    let watched = lines.compactMap { WatchedRepository($0) }
    let isEmpty = try context.read { try $0.watches().isEmpty } ?? true
    guard isEmpty, !watched.isEmpty else { return }
    let names = try context.change { file in
      _ = try file.add(watched.map(\.name))
      try file.setQuiet(true, watched.filter(\.isQuiet).map(\.name))
      return file.list.watched.map(\.name)
    }
    try printOutput(WatchText.added(names))
  }
}

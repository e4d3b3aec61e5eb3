import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

/// What `haru import` has found in an export of version 0.4: lines for an empty list.
///
/// It prints what became of them, or why they were not taken.
struct TakeCommand: RepositoryCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "take", shouldDisplay: false)
  }

  @Argument
  var lines: [String]

  func run(in context: RepositoryContext) throws {
    do {
      if let sentence = try take(lines.compactMap { WatchedRepository($0) }, context) {
        try printOutput(sentence)
      }
    } catch let failure as Failure where failure.status != .readerGone {
      try printOutput(failure.message)
      throw ExitCode(failure.status.rawValue)
    }
  }

  @MainActor
  private func take(
    _ watched: [WatchedRepository], _ context: RepositoryContext
  ) throws -> String? {
    let known = try context.read { Set(try $0.watchesByName().keys) } ?? []
    let missing = watched.filter { !known.contains($0.name) }
    guard !missing.isEmpty else { return nil }
    guard known.isEmpty else { return WatchText.leftOut(missing) }
    let names = try context.change { file in
      _ = try file.add(watched.map(\.name))
      try file.setQuiet(true, watched.filter(\.isQuiet).map(\.name))
      return file.list.watched.map(\.name)
    }
    return WatchText.added(names)
  }
}

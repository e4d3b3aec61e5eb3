import ArgumentParser
import HaruCommand

/// A command that works with the settings, the clock and the store, once changes of other machines and of the task list
/// are merged.
protocol ContextCommand: ParsableCommand, Sendable {
  @MainActor func run(in context: CommandContext) throws
}

extension ContextCommand {
  func run() throws {
    try CommandContext.run { try run(in: $0) }
  }
}

/// One that takes the store as it is, without such changes.
protocol LocalCommand: ContextCommand {}

extension LocalCommand {
  func run() throws {
    try CommandContext.run(mergesIncoming: false) { try run(in: $0) }
  }
}

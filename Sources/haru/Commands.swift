import ArgumentParser
import HaruCommand

/// A command that works with the settings, the clock and the store.
protocol ContextCommand: ParsableCommand, Sendable {
  /// Whether changes of other machines and of the task list are merged first.
  static var mergesIncoming: Bool { get }

  @MainActor func run(in context: CommandContext) throws
}

extension ContextCommand {
  static var mergesIncoming: Bool { true }

  func run() throws {
    try CommandContext.run(mergesIncoming: Self.mergesIncoming) { try run(in: $0) }
  }
}

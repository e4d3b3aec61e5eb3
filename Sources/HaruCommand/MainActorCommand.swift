public import ArgumentParser

/// A command that needs no store, or looks for it by itself.
public protocol MainActorCommand: ParsableCommand, Sendable {
  /// Runs it.
  @MainActor func runOnMain() throws
}

extension MainActorCommand {
  /// Runs it on the main actor.
  public func run() throws { try onMain { try runOnMain() } }
}

/// Runs a body on the main actor; every command runs on the main thread.
public func onMain(_ body: @MainActor () throws -> Void) throws {
  try MainActor.assumeIsolated(body)
}

import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSync
import HaruSystem
import HaruText

/// The agent starts `haru exchange` when something may have changed: it exchanges once, prints what to watch,
/// and ends (docs/sync.md#the-process).
///
/// It is a process of its own, because a call about a folder on a network that is down may never return.
struct ExchangeCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "exchange", abstract: HelpText.sync, shouldDisplay: false)
  }

  /// After these seconds the kernel ends it; a first exchange of a hundred years takes two.
  private static let limitSeconds: UInt32 = 300

  @Argument(transform: reading(ExchangeKind.init(rawValue:), or: { $0 }))
  var exchange: ExchangeKind

  func run() throws {
    StandardStream.ignoreBrokenPipes()
    alarm(Self.limitSeconds)
    try CommandContext.run(warns: false, mergesIncoming: false) { context in
      guard let folder = try context.read({ try exchange.folder(in: $0) }) ?? nil else {
        return try printOutput(DirectoriesToWatch([]).line)
      }
      // As they are before it is read, so that what comes meanwhile leads to another exchange.
      let directories = DirectoriesToWatch(exchange.directories(of: folder))
      let error = try exchange.run(in: context)
      if let error, !exchange.goesOn(beside: error) {
        if error == .missing { return try printOutput(DirectoriesToWatch(missing: folder).line) }
        throw ExitCode(Failure.Status.tryAgain.rawValue)
      }
      try printOutput(directories.line)
    }
  }
}

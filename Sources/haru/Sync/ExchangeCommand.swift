import ArgumentParser
import Glibc
import HaruDesktop
import HaruStore
import HaruSync
import HaruSystem
import HaruText

/// The command `haru exchange`, which the agent starts when something may have changed: it exchanges once,
/// says what to watch, and ends (docs/sync.md#the-process).
///
/// It is a process of its own, because any call about a folder on a dead network may never return.
struct ExchangeCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "exchange", abstract: HelpText.sync, shouldDisplay: false)
  }

  /// When the kernel ends it; a first exchange of a hundred years takes two seconds.
  private static let limitSeconds: UInt32 = 300

  @Argument(transform: reading(Exchange.init(rawValue:), or: { $0 }))
  var exchange: Exchange

  func run() throws {
    StandardStream.ignoreBrokenPipes()
    alarm(Self.limitSeconds)
    try onMain {
      let session = try Session(warns: false)
      guard let folder = try exchange.folder(in: session) else { return }
      // As they are before it is read, so that what comes meanwhile leads to another exchange.
      let watched = ExchangeWatch.lines(of: exchange.directories(of: folder))
      if let error = try exchange.run(in: session) {
        if error == .missing { try printText(ExchangeWatch.line(missing: folder)) }
        throw ExitCode(Failure.Status.tryAgain.rawValue)
      }
      try printText(watched.joined(separator: "\n"))
    }
  }
}

import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

/// The command `haru status`.
struct StatusCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "status", abstract: HelpText.status)
  }

  @OptionGroup
  var output: OutputOptions

  @Flag(help: ArgumentHelp(HelpText.follow))
  var follow = false

  func run() throws {
    try onMain {
      let bar = output.format?.format
      let format: (any StatusFormat)? = output.json ? JSONFormat() : bar
      if follow {
        return try Follower(format: format ?? LineFormat()).run()
      }
      do {
        try StatusCommand.show(format ?? LinesFormat())
      } catch let failure as Failure {
        guard let bar, bar.printsFailures else { throw failure }
        try printOutput(bar.failure(failure))
      }
    }
  }

  @MainActor
  private static func show(_ format: any StatusFormat) throws {
    let session = try Session()
    let timeline = try session.timeline()
    try printOutput(format.today(timeline, session, agentRuns: RunningAgent.isRunning))
  }
}

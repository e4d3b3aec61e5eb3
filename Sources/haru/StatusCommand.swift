import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

/// The command `haru status`.
struct StatusCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "status", abstract: HelpText.status)
  }

  @Flag(help: ArgumentHelp(HelpText.json))
  var json = false

  @Option(help: ArgumentHelp(HelpText.format), completion: .list(["line", "waybar"]))
  var format: String?

  @Flag(help: ArgumentHelp(HelpText.follow))
  var follow = false

  func run() throws {
    try onMain {
      let format = try StatusFormat.wanted(format, json: json)
      if follow {
        try Follower(format: format == .lines ? .line : format).run()
      } else {
        try printOutput(try StatusCommand.today(format))
      }
    }
  }

  @MainActor
  private static func today(_ format: StatusFormat) throws -> String {
    do {
      let session = try Session()
      let timeline = try session.timeline()
      return try format.written(timeline, session, agentRuns: RunningAgent.isRunning)
    } catch let failure as Failure where format == .waybar {
      // A bar that runs it again and again makes what ends with an error vanish.
      return try format.written(failure)
    }
  }
}

import ArgumentParser
import HaruCore
import HaruStore
import HaruText

/// The command `haru rest`.
struct RestCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rest", abstract: HelpText.rest, discussion: HelpText.restDiscussion)
  }

  @Option(help: ArgumentHelp(HelpText.restReason))
  var reason = ""

  @Flag(help: ArgumentHelp(HelpText.restClear))
  var clear = false

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp(HelpText.days, valueName: "day"))
  var days: [String] = []

  func run() throws {
    try onMain {
      if clear, !reason.isEmpty {
        throw Failure(.usage, CommandText.notTogether("--clear", "--reason"))
      }
      let session = try Session()
      let days = try DayArgument(today: session.today).days(days, mayLieAhead: true)
      let changed = try session.change { (store, provenance) throws(StoreError) in
        try store.setRest(days, reason: clear ? nil : reason, by: provenance)
      }
      say(StatusText.rested(changed, isRest: !clear, try session.history()))
    }
  }
}

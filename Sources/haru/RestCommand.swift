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
  var reason: String?

  @Flag(help: ArgumentHelp(HelpText.restClear))
  var clear = false

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp(HelpText.days, valueName: "day"))
  var days: [String] = []

  func run() throws {
    try onMain {
      if clear, reason != nil {
        throw Failure(.usage, CommandText.notTogether("--clear", "--reason"))
      }
      let session = try Session()
      let days = try DayArgument(today: session.today).days(days, mayLieAhead: true)
      if clear {
        try RestCommand.clear(days, session)
      } else {
        try declare(days, session)
      }
    }
  }

  @MainActor
  private func declare(_ days: [Day], _ session: Session) throws {
    let changed = try session.change { (store, provenance) throws(StoreError) in
      // A reason that was given stays until another is.
      try store.setRest(
        days, reason: reason ?? "", keepingReasons: reason == nil, by: provenance)
    }
    say(RestText.declared(changed, try session.history()))
  }

  @MainActor
  private static func clear(_ days: [Day], _ session: Session) throws {
    let changed = try session.changePresent { (store, provenance) throws(StoreError) in
      try store.setRest(days, reason: nil, by: provenance)
    }
    let record = try session.record()
    say(RestText.cleared(days, changed: changed ?? [], record, today: session.today))
  }
}

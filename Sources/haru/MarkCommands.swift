import ArgumentParser
import HaruCore
import HaruStore
import HaruText

/// The command `haru mark`.
struct MarkCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "mark", abstract: HelpText.mark)
  }

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp(HelpText.days, valueName: "day"))
  var days: [String] = []

  func run() throws {
    try onMain {
      let session = try Session()
      let days = try DayArgument(today: session.today).days(days)
      let changed = try session.change { (store, provenance) throws(StoreError) in
        try store.setStudied(days, true, today: session.today, by: provenance)
      }
      say(StatusText.changed(changed, studied: true, try session.history()))
    }
  }
}

/// The command `haru unmark`.
struct UnmarkCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "unmark", abstract: HelpText.unmark)
  }

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp(HelpText.days, valueName: "day"))
  var days: [String] = []

  func run() throws {
    try onMain {
      let session = try Session()
      let days = try DayArgument(today: session.today).days(days)
      let changed = try session.changePresent { (store, provenance) throws(StoreError) in
        try store.setStudied(days, false, today: session.today, by: provenance)
      }
      say(StatusText.changed(changed ?? [], studied: false, try session.history()))
    }
  }
}

/// The command `haru toggle`.
struct ToggleCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "toggle", abstract: HelpText.toggle, usage: "haru toggle [<day>]")
  }

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp(HelpText.day, valueName: "day"))
  var day: [String] = []

  func run() throws {
    try onMain {
      let session = try Session()
      let day = try DayArgument(today: session.today).day(day)
      let studied = try session.change { (store, provenance) throws(StoreError) in
        try store.toggle(day, today: session.today, by: provenance)
      }
      say(StatusText.changed([day], studied: studied, try session.history()))
    }
  }
}

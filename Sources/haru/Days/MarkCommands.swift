import ArgumentParser
import HaruCore
import HaruStore
import HaruText

struct MarkCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("mark", text("Mark days as studied.")) }

  // All unrecognised words, because a day may be `-1`, which the parser takes for an option.
  @Argument(
    parsing: .allUnrecognized, help: Haru.help(HelpText.days, valueName: "day"),
    completion: .dayUpToToday)
  var days: [String] = []

  func validate() throws { _ = try [DayRange](days) }

  func run() throws {
    try CommandContext.run { context in
      let days = try [DayRange](days).days(today: context.today)
      let changed = try context.changeStore { store, provenance in
        try store.setStudied(days, true, today: context.today, by: provenance)
      }
      say(StatusText.changed(changed, studied: true, try context.history()))
    }
  }
}

struct UnmarkCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("unmark", text("Clear the marks of days."))
  }

  // All unrecognised words, because a day may be `-1`, which the parser takes for an option.
  @Argument(
    parsing: .allUnrecognized, help: Haru.help(HelpText.days, valueName: "day"),
    completion: .dayUpToToday)
  var days: [String] = []

  func validate() throws { _ = try [DayRange](days) }

  func run() throws {
    try CommandContext.run { context in
      let days = try [DayRange](days).days(today: context.today)
      let changed = try context.changeStoreIfPresent { store, provenance in
        try store.setStudied(days, false, today: context.today, by: provenance)
      }
      say(StatusText.changed(changed ?? [], studied: false, try context.history()))
    }
  }
}

struct ToggleCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "toggle", abstract: text("Mark a day, or clear its mark."),
      usage: "haru toggle [<day>]")
  }

  @Argument(
    parsing: .allUnrecognized, help: Haru.help(HelpText.day, valueName: "day"),
    completion: .dayUpToToday)
  var day: [String] = []

  func validate() throws { _ = try [DayRange](day) }

  func run() throws {
    try CommandContext.run { context in
      let day = try [DayRange](day).day(today: context.today)
      let studied = try context.changeStore { store, provenance in
        try store.toggle(day, today: context.today, by: provenance)
      }
      say(StatusText.changed([day], studied: studied, try context.history()))
    }
  }
}

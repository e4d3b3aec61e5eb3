import ArgumentParser
import HaruCommand
import HaruCore
import HaruStore
import HaruText

struct MarkCommand: ContextCommand {
  static var configuration: CommandConfiguration { .init("mark", text("Mark days as studied.")) }

  @Argument(
    parsing: .allUnrecognized, help: .of(HelpText.days, valueName: "day"),
    completion: .dayUpToToday)
  var days: [String] = []

  @Flag(help: .of(HelpText.force))
  var force = false

  func validate() throws { _ = try [DayRange](days, options: ["--force"]) }

  func run(in context: CommandContext) throws {
    let days = try [DayRange](days).days(context)
    try context.requireNear(days, unless: force)
    let changed = try context.changeStore { store, provenance in
      try store.setStudied(days, true, today: context.today, by: provenance)
    }
    let history = try context.history()
    printMessage(StatusText.changed(changed, studied: true, history))
    // Who comes back a second day may want fewer clicks.
    if !changed.isEmpty, history.total == 2, let sourceOffer { printMessage(sourceOffer) }
  }
}

struct UnmarkCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    .init("unmark", text("Clear the marks of days."))
  }

  @Argument(
    parsing: .allUnrecognized, help: .of(HelpText.days, valueName: "day"),
    completion: .dayUpToToday)
  var days: [String] = []

  func validate() throws { _ = try [DayRange](days) }

  func run(in context: CommandContext) throws {
    let days = try [DayRange](days).days(context, mayLieAhead: true)
    let changed = try context.changeStoreIfPresent { store, provenance in
      try store.setStudied(days, false, today: context.today, by: provenance)
    }
    printMessage(StatusText.changed(changed ?? [], studied: false, try context.history()))
  }
}

struct ToggleCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "toggle", abstract: text("Mark a day, or clear its mark."),
      usage: "haru toggle [<day>] [--force]")
  }

  @Argument(
    parsing: .allUnrecognized, help: .of(HelpText.day, valueName: "day"),
    completion: .dayUpToToday)
  var day: [String] = []

  @Flag(help: .of(HelpText.force))
  var force = false

  func validate() throws { _ = try [DayRange](day, options: ["--force"]) }

  func run(in context: CommandContext) throws {
    let day = try [DayRange](day).day(context)
    try context.requireNear([day], unless: force)
    let studied = try context.changeStore { store, provenance in
      try store.toggle(day, today: context.today, by: provenance)
    }
    printMessage(StatusText.changed([day], studied: studied, try context.history()))
  }
}

extension CommandContext {
  /// Refuses a mark long before the first one, which is rather a slip in the year.
  fileprivate func requireNear(_ days: [Day], unless isForced: Bool) throws(Failure) {
    // What is near today is near an earlier first day, too: the store is not read for it.
    guard !isForced, !LongAgo.named.days(among: days, before: nil, today: today).isEmpty else {
      return
    }
    let first = try record().days.last
    let longAgo = LongAgo.named.days(among: days, before: first, today: today)
    if let day = longAgo.first { throw Failure(.refused, CommandText.longAgo(day, before: first)) }
  }
}

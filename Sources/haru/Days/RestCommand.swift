import ArgumentParser
import HaruCore
import HaruStore
import HaruText

struct RestCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rest",
      abstract: text("Set rest days, which do not count and do not break a streak."),
      discussion: text(
        """
        Days in the future are allowed. For weekdays that are always rest days: \
        haru config set Day.rest-weekdays.
        """))
  }

  @Option(help: Haru.help(text("The reason, such as holiday.")))
  var reason: String?

  @Flag(help: Haru.help(text("Clear rest days.")))
  var clear = false

  @Flag(help: Haru.help(text("Clear the marks of these days, too.")))
  var unmark = false

  @Flag(help: Haru.help(text("List the rest days and their reasons, newest first.")))
  var list = false

  // All unrecognised words, because a day may be `-1`, which the parser takes for an option.
  @Argument(
    parsing: .allUnrecognized, help: Haru.help(HelpText.days, valueName: "day"),
    completion: .day)
  var days: [String] = []

  func validate() throws {
    _ = try [DayRange](days, options: ["--reason", "--clear", "--unmark", "--list"])
    let setting = reason != nil ? "--reason" : unmark ? "--unmark" : nil
    if list, let other = clear ? "--clear" : setting {
      throw ValidationError(CommandText.notTogether("--list", other))
    }
    if clear, let setting {
      throw ValidationError(CommandText.notTogether("--clear", setting))
    }
  }

  func run() throws {
    try CommandContext.run { context in
      if list { return try printList(context) }
      let days = try [DayRange](days).days(context, .future, mayLieAhead: true)
      if clear {
        try RestCommand.clear(days, context)
      } else {
        try declare(days, context)
      }
    }
  }

  @MainActor
  private func printList(_ context: CommandContext) throws {
    let rules = try context.record().rest.rules
    let reasons = try context.read { try $0.restReasons() } ?? [:]
    let wanted = try Set([DayRange](days).days(context, .future, mayLieAhead: true))
    let found = days.isEmpty ? reasons : reasons.filter { wanted.contains($0.key) }
    let lines =
      (days.isEmpty ? rules.filter { $0.to == nil }.map(RestText.rule) : [])
      + RestText.list(found)
    guard !lines.isEmpty else { throw Failure(.refused, CommandText.noRest) }
    try printListed(lines)
  }

  @MainActor
  private func declare(_ days: [Day], _ context: CommandContext) throws {
    let changed = try context.changeStore { store, provenance in
      // Without a new reason a day keeps the one it has.
      try store.setRest(
        days, reason: reason ?? "", keepingReasons: reason == nil, clearingMarks: unmark,
        by: provenance)
    }
    say(RestText.changed(changed, try context.history()))
  }

  @MainActor
  private static func clear(_ days: [Day], _ context: CommandContext) throws {
    let changed = try context.changeStoreIfPresent { store, provenance in
      try store.setRest(days, reason: nil, by: provenance)
    }
    let record = try context.record()
    say(RestText.cleared(days, changed: changed ?? [], record, today: context.today))
  }
}

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
    if weekdays == nil {
      _ = try [DayRange](days, options: ["--reason", "--clear", "--unmark", "--list"])
    }
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
      if let weekdays { throw try RestCommand.everyWeek(weekdays, days, context) }
      if list { return try printList(context) }
      let days = try [DayRange](days).days(context, .future, mayLieAhead: true)
      if clear {
        try RestCommand.clear(days, context)
      } else {
        try declare(days, context)
      }
    }
  }

  /// The weekdays of words for every week, such as `every sunday` or `weekends`; `nil` for days.
  private var weekdays: Set<Weekday>? {
    let words = days.map { $0.lowercased() }
    if ["weekends", "every weekend"].contains(words.joined(separator: " ")) {
      return [.saturday, .sunday]
    }
    guard words.first == "every" || words.first.flatMap(Weekday.init(plural:)) != nil else {
      return nil
    }
    let named = words.drop { $0 == "every" }.filter { $0 != "and" }
      .flatMap { $0.split(separator: ",").map(String.init) }
    let weekdays = named.compactMap { Weekday(plural: $0) ?? Weekday(typed: $0) }
    return weekdays.isEmpty || weekdays.count < named.count ? nil : Set(weekdays)
  }

  /// The error for words for every week, with the command that sets these weekdays beside those that are set.
  @MainActor
  private static func everyWeek(
    _ weekdays: Set<Weekday>, _ words: [String], _ context: CommandContext
  ) throws -> Failure {
    let known = try context.record().rest.rules.filter { $0.to == nil }.map(\.weekday)
    let all = Weekday.allCases.filter { weekdays.contains($0) || known.contains($0) }
      .map(\.description)
    return Failure(
      .usage,
      CommandText.notADay(
        words.joined(separator: " "),
        near: "haru config set Day.rest-weekdays " + all.joined(separator: ",")))
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

extension Weekday {
  /// A weekday in one of the user's languages.
  fileprivate init?(typed word: String) {
    guard case .nearest(let weekday)? = DayWords.meaning(of: word) else { return nil }
    self = weekday
  }

  /// The weekday in an English plural, such as `sundays`.
  fileprivate init?(plural word: String) {
    guard word.hasSuffix("days"), let weekday = Weekday(typed: String(word.dropLast())) else {
      return nil
    }
    self = weekday
  }
}

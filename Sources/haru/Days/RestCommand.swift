import ArgumentParser
import HaruCommand
import HaruCore
import HaruStore
import HaruText

struct RestCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rest",
      abstract: text("Set rest days, which do not count and do not break a streak."),
      discussion: text(
        """
        Days in the future are allowed. For weekdays that are always rest days: haru rest --weekdays.
        """))
  }

  @Option(help: .of(text("The reason, such as holiday.")))
  var reason: String?

  @Flag(help: .of(text("Clear rest days.")))
  var clear = false

  @Flag(help: .of(text("Clear the marks of these days, too.")))
  var unmark = false

  @Flag(help: .of(text("List the rest days and their reasons, newest first.")))
  var list = false

  @Option(
    help: .of(
      text("Weekdays that are always rest days."), valueName: "sat,sun|none"),
    completion: .list(Weekday.allCases.map(\.description) + [RestCommand.none]),
    transform: reading(RestCommand.weekdays, or: CommandText.badWeekdays))
  var weekdays: Set<Weekday>?

  // A number below 0 is no option, and named as a wrong one.
  @Option(
    parsing: .unconditional,
    help: .of(
      text("How many days of a week are in reserve, for a bad day."), valueName: "number"),
    completion: .list((0...FreeDays.offered).map(\.description)),
    transform: number(0...FreeDays.most, for: "--reserve", offering: 0...FreeDays.offered))
  var reserve: Int?

  // A day may be `-1`, which is no option.
  @Option(
    parsing: .unconditional,
    help: .of(
      text("--weekdays, --reserve: the day from which they hold; default: today"),
      valueName: "day"),
    completion: .day, transform: reading(DayRange.init, or: DayRange.refusal))
  var from: DayRange?

  @Argument(
    parsing: .allUnrecognized, help: .of(HelpText.days, valueName: "day"),
    completion: .day)
  var days: [String] = []

  func validate() throws {
    if everyWeek == nil {
      _ = try [DayRange](
        days,
        options: [
          "--reason", "--clear", "--unmark", "--list", "--weekdays", "--reserve", "--from",
        ])
    }
    let rule = weekdays != nil ? "--weekdays" : reserve != nil ? "--reserve" : nil
    let setting = reason != nil ? "--reason" : unmark ? "--unmark" : nil
    let other = days.first ?? (list ? "--list" : clear ? "--clear" : setting)
    if let rule = rule ?? from.map({ _ in "--from" }), let other {
      throw ValidationError(CommandText.notTogether(rule, other))
    }
    if from != nil, rule == nil { throw ValidationError(ParserText.missingArgument("--weekdays")) }
    if list, let other = clear ? "--clear" : setting {
      throw ValidationError(CommandText.notTogether("--list", other))
    }
    if clear, let setting {
      throw ValidationError(CommandText.notTogether("--clear", setting))
    }
  }

  func run(in context: CommandContext) throws {
    if let everyWeek { throw try RestCommand.refusal(of: everyWeek, days, context) }
    if weekdays != nil || reserve != nil { return try setRules(context) }
    if list { return try printList(context) }
    let days = try [DayRange](days).days(context, .future, mayLieAhead: true)
    if clear {
      try RestCommand.clear(days, context)
    } else {
      try declare(days, context)
    }
  }

  /// The weekdays of words for every week, such as `every sunday` or `weekends`; `nil` for days.
  private var everyWeek: Set<Weekday>? {
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
  private static func refusal(
    of weekdays: Set<Weekday>, _ words: [String], _ context: CommandContext
  ) throws -> Failure {
    let known = try context.record().rest.weekdays(on: context.today)
    let all = Weekday.allCases.filter { weekdays.contains($0) || known.contains($0) }
      .map(\.description)
    return Failure(
      .usage,
      CommandText.notADay(
        words.joined(separator: " "),
        near: "haru rest --weekdays " + all.joined(separator: ",")))
  }

  @MainActor
  private func printList(_ context: CommandContext) throws {
    let (record, reasons) = try context.record { try $0.restReasons() }
    let wanted = try Set([DayRange](days).days(context, .future, mayLieAhead: true))
    let listed = (reasons ?? [:]).filter { days.isEmpty || wanted.contains($0.key) }
    let rules =
      days.isEmpty
      ? RestText.rules(record.rest, since: context.today)
      : RestText.rules(record.rest, of: wanted)
    let lines = rules + RestText.list(listed)
    guard !lines.isEmpty else { throw Failure(.refused, text("no rest days found")) }
    try printListed(lines)
  }

  /// Changes rest days by rule.
  ///
  /// A rule that holds already is written again: another machine may have written another
  /// one that has not arrived yet.
  @MainActor
  private func setRules(_ context: CommandContext) throws {
    let reserve = reserve.map { FreeDays($0, weekBegins: context.firstWeekday) }
    let rules = [weekdays.map(RestRuleChange.weekdays), reserve.map(RestRuleChange.reserve)]
      .compactMap(\.self)
    let begin = try from.map { try [$0].day(context) }
    // Also without a store, or the days until the first mark would not be rest days afterwards.
    try context.changeStore { store, provenance in
      try context.moveFormerRules(into: store)
      try store.setRestRules(
        rules, from: begin, today: context.today, startsAt: context.settings.dayStartsAt,
        by: provenance)
    }
    let rest = try context.record().rest
    let lines = RestText.rules(rest, since: context.today)
    let none = [
      weekdays.map { _ in JournalText.noRestWeekdays },
      reserve.map { JournalText.reserve($0.count) },
    ]
    printMessage((lines.isEmpty ? none.compactMap(\.self) : lines).joined(separator: "\n"))
    context.lostReminders(rest).forEach(printMessage)
  }

  /// The word for no weekdays.
  private static let none = "none"

  /// Weekdays in one of the user's languages, such as `sat,sun`; `nil` for anything else, and for all seven.
  private static func weekdays(_ words: String) -> Set<Weekday>? {
    if words.lowercased() == none { return [] }
    // A period belongs to a range or to an abbreviation.
    let names = words.split { Weekday.separators.contains($0) && $0 != "." }
    let weekdays = WeekdayList.weekdays(names) { Weekday(typed: $0) } ?? []
    return (1..<7).contains(weekdays.count) ? weekdays : nil
  }

  @MainActor
  private func declare(_ days: [Day], _ context: CommandContext) throws {
    let marks = unmark ? try context.read { try $0.markedDays() } ?? [] : []
    let changed = try context.changeStore { store, provenance in
      // Without a new reason a day keeps the one it has.
      try store.setRest(
        days, reason: reason ?? "", keepingReasons: reason == nil, clearingMarks: unmark,
        by: provenance)
    }
    let clearsMarks = marks.contains(where: days.contains)
    printMessage(
      RestText.changed(changed, clearingMarks: clearsMarks, try context.history()))
  }

  @MainActor
  private static func clear(_ days: [Day], _ context: CommandContext) throws {
    let changed = try context.changeStoreIfPresent { store, provenance in
      try store.setRest(days, reason: nil, by: provenance)
    }
    let record = try context.record()
    printMessage(RestText.cleared(days, changed: changed ?? [], record, today: context.today))
  }
}

extension Weekday {
  /// What stands between weekdays that a person types.
  static let separators = ";,、. "

  /// A weekday in one of the user's languages.
  init?(typed word: String) {
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

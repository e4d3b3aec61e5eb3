import ArgumentParser
import HaruCore
import HaruStore
import HaruSystem
import HaruText

struct CalendarCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("calendar", text("Show a month or a year."))
  }

  @OptionGroup
  var output: JSONOption

  @Flag(help: Haru.help(text("Show the whole year, a column for each week.")))
  var year = false

  @Argument(
    help: Haru.help(text("YYYY-MM, or YYYY for a year; default: this month"), valueName: "month"),
    transform: reading(Period.init, or: CalendarText.notAPeriod))
  var period: Period?

  func run() throws {
    try CommandContext.run { context in
      let calendar = StudyCalendar(
        record: try context.record(), today: context.today,
        firstWeekday: context.firstWeekday)
      let columns = StandardStream.output.columns ?? 80
      switch chosen(context.today) {
      case .month(let month) where output.json:
        try printOutput("\(calendar.report(month, notes: CalendarCommand.notes(context)))")
      case .year(let year) where output.json:
        try printOutput("\(calendar.report(year, notes: CalendarCommand.notes(context)))")
      case .month(let month):
        try printOutput(
          calendar.drawing(month, notes: CalendarCommand.notes(context), columns: columns))
      case .year(let year): try printOutput(calendar.drawing(year, columns: columns))
      }
    }
  }

  private func chosen(_ today: Day) -> Period {
    let period = period ?? .month(today.month)
    guard year, case .month(let month) = period else { return period }
    return .year(CalendarYear(of: month.days.lowerBound))
  }

  /// A month `YYYY-MM`, or a year `YYYY`.
  enum Period: Sendable {
    case month(Month)
    case year(CalendarYear)

    init?(_ word: String) {
      if let first = Day(word + "-01") {
        self = .month(first.month)
      } else if let year = Day(word + "-01-01").map(CalendarYear.init) {
        self = .year(year)
      } else {
        return nil
      }
    }
  }

  @MainActor
  private static func notes(_ context: CommandContext) throws -> [Day: String] {
    try context.read { try $0.notes() } ?? [:]
  }
}

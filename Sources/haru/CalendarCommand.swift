import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

/// The command `haru calendar`.
struct CalendarCommand: ParsableCommand {
  static var configuration: CommandConfiguration { .init("calendar", HelpText.calendar) }

  @OptionGroup
  var output: JSONOption

  @Argument(
    help: ArgumentHelp(HelpText.period, valueName: "month"),
    transform: reading(Period.init, or: CalendarText.notAPeriod))
  var period: Period?

  func run() throws {
    try Session.run { session in
      let calendar = StudyCalendar(
        record: try session.record(), today: session.today,
        firstWeekday: session.firstWeekday)
      switch period ?? .month(session.today.month) {
      case .month(let month) where output.json:
        try printOutput("\(calendar.report(month, notes: CalendarCommand.notes(session)))")
      case .year(let year) where output.json:
        try printOutput("\(calendar.report(year, notes: CalendarCommand.notes(session)))")
      case .month(let month): try printOutput(calendar.drawing(month))
      case .year(let year):
        let columns = StandardStream.output.columns ?? 80
        try printOutput(calendar.drawing(year, columns: columns))
      }
    }
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
  private static func notes(_ session: Session) throws -> [Day: String] {
    try session.read { (store) throws(StoreError) in try store.notes() } ?? [:]
  }
}

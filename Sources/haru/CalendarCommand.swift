import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

/// The command `haru calendar`.
struct CalendarCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "calendar", abstract: HelpText.calendar)
  }

  @Flag(help: ArgumentHelp(HelpText.json))
  var json = false

  @Argument(help: ArgumentHelp(HelpText.period, valueName: "month"))
  var period: String?

  func run() throws {
    try onMain {
      let session = try Session()
      let calendar = StudyCalendar(
        record: try session.record(), today: session.today,
        firstWeekday: session.firstWeekday)
      switch try wanted(today: session.today) {
      case .month(let month) where json:
        try printOutput(calendar.report(month, notes: try CalendarCommand.notes(session)).json())
      case .year(let year) where json:
        try printOutput(calendar.report(year, notes: try CalendarCommand.notes(session)).json())
      case .month(let month): try CalendarCommand.show(calendar.drawing(month))
      case .year(let year):
        let columns = StandardStream.output.columns ?? 80
        try CalendarCommand.show(calendar.drawing(year, columns: columns))
      }
    }
  }

  private enum Period {
    case month(Month)
    case year(CalendarYear)
  }

  /// The month or year that is asked for; this month if none is.
  private func wanted(today: Day) throws(Failure) -> Period {
    guard let period else { return .month(today.month) }
    if let first = Day(period + "-01") { return .month(first.month) }
    if let year = Day(period + "-01-01").flatMap({ CalendarYear(number: $0.year) }) {
      return .year(year)
    }
    throw Failure(.usage, CalendarText.notAPeriod(period))
  }

  @MainActor
  private static func notes(_ session: Session) throws -> [Day: String] {
    try session.read { (store) throws(StoreError) in try store.notes() } ?? [:]
  }

  @MainActor
  private static func show(_ lines: [StyledLine]) throws {
    let depth = ColorDepth.output
    try printOutput(lines.map { $0.rendered(depth) }.joined(separator: "\n"))
  }
}

import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

struct CalendarCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    .init("calendar", text("Show a month or a year."))
  }

  @OptionGroup
  var output: JSONOption

  @Flag(
    help: .of(
      text(
        """
        Show a column for each week: the last 53 weeks, or the year of the month that is named.
        """)))
  var year = false

  @Flag(help: .of(text("Change days in the terminal, with keys and the mouse.")))
  var edit = false

  @Flag(help: .of(text("With --edit: answer words line by line, as for a screen reader.")))
  var plain = false

  @Argument(
    parsing: .allUnrecognized,
    help: .of(
      text(
        "YYYY-MM, december, last month, -1 for the month before this, or YYYY; default: this month"),
      valueName: "month"))
  var month: [String] = []

  func validate() throws {
    _ = try Operands.of(month, options: ["--json", "--year", "--edit", "--plain"])
    let other = output.json ? "--json" : year ? "--year" : nil
    if edit || plain, let other {
      throw ValidationError(CommandText.notTogether("--edit", other))
    }
  }

  func run(in context: CommandContext) throws {
    if edit || plain { return try becomeEditor(context) }
    let calendar = StudyCalendar(
      record: try context.record(), today: context.today,
      firstWeekday: context.firstWeekday)
    let columns = StandardStream.output.columns ?? 80
    switch try chosen(context.today) {
    case nil where output.json:
      try printOutput("\(calendar.recentWeeksReport(notes: CalendarCommand.notes(context)))")
    case nil: try printOutput(calendar.recentWeeks(columns: columns))
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

  /// Becomes the editor, once the store can be read and has what arrived from other machines.
  @MainActor
  private func becomeEditor(_ context: CommandContext) throws {
    _ = try context.record()
    let first =
      switch try chosen(context.today) {
      case .month(let month): month.days
      case .year(let year): year.days
      case nil: context.today...context.today
      }
    let day = first.contains(context.today) ? context.today : first.lowerBound
    let editor = CalendarWindow.editor
    ProgramFile.become(
      [editor, ProgramFile().path, day.description] + (plain ? ["--plain"] : []),
      withholding: GuestProgram.allSecrets)
    throw Failure(.unavailable, ErrorText.cannotRun(editor, String(cString: strerror(errno))))
  }

  /// What is named; `nil` for the weeks that end with this one.
  private func chosen(_ today: Day) throws -> Period? {
    let words = try Operands.of(month).joined(separator: " ")
    if year, month.isEmpty { return nil }
    let period = month.isEmpty ? .month(today.month) : Period(words, today: today)
    guard let period else {
      throw Failure(
        .usage,
        text(
          "not a month or a year: {word}; write 2026-11, december, last month, -1 or 2026",
          ["word": SafeText.value(words)]))
    }
    guard year, case .month(let month) = period else { return period }
    return .year(CalendarYear(of: month.days.lowerBound))
  }

  @MainActor
  private static func notes(_ context: CommandContext) throws -> [Day: String] {
    try context.read { try $0.notes() } ?? [:]
  }
}

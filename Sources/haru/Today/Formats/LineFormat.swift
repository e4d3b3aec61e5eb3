import HaruCommand
import HaruCore
import HaruText

/// One line, for a bar or a prompt.
struct LineFormat: BarFormat {
  let isShort = true

  func text(of report: TodayReport) -> String {
    StatusText.line(report.entry.history, report.agenda, report.context.when)
  }
}

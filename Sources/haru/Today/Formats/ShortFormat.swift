import HaruCore
import HaruText

/// At most twelve columns, for a narrow bar: emoji, streak, and a sign for today.
struct ShortFormat: BarFormat {
  let isShort = true

  func text(of report: TodayReport) -> String {
    BarText.short(report.entry, report.agenda)
  }
}

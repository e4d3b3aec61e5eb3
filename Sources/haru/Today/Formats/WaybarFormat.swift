import HaruCommand
import HaruCore
import HaruText

/// A JSON object for Waybar, and for bars that read its format: waybar-custom(5).
struct WaybarFormat: BarFormat {
  let printsFailures = true

  func text(of report: TodayReport) -> String {
    let (entry, agenda) = (report.entry, report.agenda)
    // A bar reads the store without an agent, so the tooltip does not mention that none runs.
    var tooltip = report
    tooltip.agenda = agenda ?? Agenda()
    let (streak, month) = (entry.history.streak, entry.history.month)
    let state = streak.isTodayStudied ? "studied" : streak.isTodayRest ? "rest" : "open"
    return WaybarModule(
      text: BarText.short(entry, agenda), state: state,
      tooltip: LinesFormat().text(of: tooltip),
      marks: [
        streak.endsToday ? "at-risk" : nil, agenda?.notSavedSince == nil ? nil : "not-saved",
      ],
      percentage: (month.studied * 100 + month.counted / 2) / max(1, month.counted)
    ).json
  }

  func failure(_ failure: Failure) -> String { WaybarModule(failure).json }
}

import HaruCore
import HaruText

/// A JSON object for Waybar, and for bars that read its format: waybar-custom(5).
struct WaybarFormat: BarFormat {
  let isForOneRepository = true
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

  func repositories(_ bars: [RepositoryBar]) -> String? {
    let hint = [RepositoryCardText.choose, RepositoryCardText.choosingCommand]
    let bar = bars.first
    return WaybarModule(
      text: BarText.days(bar?.daysSincePush), state: bar?.state ?? RepositoryBar.unknown,
      tooltip: (bar?.tooltip ?? hint).joined(separator: "\n"),
      marks: [bar?.isStale == true ? "stale" : nil]
    ).json
  }

  func failure(_ failure: Failure) -> String {
    WaybarModule(
      text: BarText.unreadable, state: "error", tooltip: failure.message, percentage: 0
    ).json
  }
}

/// The object that Waybar reads; texts are Pango markup.
private struct WaybarModule {
  let text: String
  let state: String
  let tooltip: String
  var marks: [String?] = []
  var percentage: Int?

  var json: String {
    var members: [String: JSON] = [
      "text": .string(escaped(text)), "alt": .string(state), "tooltip": .string(escaped(tooltip)),
      "class": .array(([state] + marks).compactMap(\.self).map(JSON.string)),
    ]
    members["percentage"] = percentage.map(JSON.integer)
    return "\(JSON.object(members))"
  }

  private func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }
}

import HaruCore
import HaruText

/// A JSON object for Waybar, and for bars that read its format: waybar-custom(5).
struct WaybarFormat: BarFormat {
  let isForOneRepository = true
  let printsFailures = true

  func today(
    _ timeline: Timeline, _ session: Session, agentRuns: @autoclosure () -> Bool
  ) throws -> String {
    let entry = timeline.current
    let (streak, month) = (entry.history.streak, entry.history.month)
    let state = streak.isTodayStudied ? "studied" : streak.isTodayRest ? "rest" : "open"
    return try WaybarModule(
      text: BarText.short(entry), state: state,
      // A bar reads the store without an agent, so the tooltip does not mention one.
      tooltip: LinesFormat().today(timeline, session, agentRuns: true),
      mark: streak.endsToday ? "at-risk" : nil,
      percentage: (month.studied * 100 + month.days / 2) / month.days
    ).json()
  }

  func repositories(_ bars: [RepositoryBar]) throws -> String? {
    let hint = [RepositoryCardText.choose, RepositoryCardText.choosingCommand]
    let bar = bars.first
    return try WaybarModule(
      text: BarText.days(bar?.daysSincePush), state: bar?.state ?? RepositoryBar.unknown,
      tooltip: (bar?.tooltip ?? hint).joined(separator: "\n"),
      mark: bar?.isStale == true ? "stale" : nil
    ).json()
  }

  func failure(_ failure: Failure) throws -> String {
    try WaybarModule(
      text: BarText.unreadable, state: "error", tooltip: failure.message, percentage: 0
    ).json()
  }
}

private struct WaybarModule: Encodable {
  let text: String
  let alt: String
  let tooltip: String
  let `class`: [String]
  let percentage: Int?

  init(
    text: String, state: String, tooltip: String, mark: String? = nil, percentage: Int? = nil
  ) {
    (self.text, alt, self.percentage) = (WaybarModule.escaped(text), state, percentage)
    self.tooltip = WaybarModule.escaped(tooltip)
    self.class = [state] + (mark.map { [$0] } ?? [])
  }

  /// Text as Pango markup.
  private static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }
}

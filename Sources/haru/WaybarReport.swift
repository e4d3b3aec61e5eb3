import HaruCore
import HaruText

/// Today, or a repository, as Waybar takes it: waybar-custom(5).
struct WaybarReport: Encodable {
  let text: String
  let alt: String
  let tooltip: String
  let `class`: [String]
  /// Of the month; there is none of a repository.
  let percentage: Int?

  init(_ entry: Entry, tooltip: [String]) {
    let (streak, month) = (entry.history.streak, entry.history.month)
    let state = streak.isTodayStudied ? "studied" : streak.isTodayRest ? "rest" : "open"
    text = WaybarReport.escaped(BarText.short(entry))
    alt = state
    self.tooltip = WaybarReport.escaped(tooltip.joined(separator: "\n"))
    self.class = streak.endsToday ? [state, "at-risk"] : [state]
    percentage = (month.studied * 100 + month.days / 2) / month.days
  }

  /// Days since the last push; without a repository, how one is watched.
  init(_ facts: RepositoryBar?) {
    let tooltip =
      facts?.tooltip ?? [RepositoryCardText.choose, RepositoryCardText.choosingCommand]
    let state = facts?.state ?? RepositoryBar.unknown
    text = BarText.days(facts?.daysSincePush)
    alt = state
    self.tooltip = WaybarReport.escaped(tooltip.joined(separator: "\n"))
    self.class = facts?.isStale == true ? [state, "stale"] : [state]
    percentage = nil
  }

  init(_ failure: Failure) {
    text = BarText.unreadable
    alt = "error"
    tooltip = WaybarReport.escaped(failure.message)
    self.class = [alt]
    percentage = 0
  }

  /// Text as Pango's markup has it.
  private static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }
}

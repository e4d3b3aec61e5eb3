import HaruCore

/// A JSON object, for programs.
struct JSONFormat: StatusFormat {
  let showsAgent = true

  func today(
    _ timeline: Timeline, _ session: Session, agentRuns: @autoclosure () -> Bool
  ) throws -> String {
    try StatusReport(timeline, in: session.zone, agentRuns: agentRuns()).json()
  }

  func failure(_ failure: Failure) throws -> String {
    try ErrorReport(error: failure.message).json()
  }
}

private struct ErrorReport: Encodable {
  let error: String
}

/// Today for programs.
///
/// The names are the interface; they do not change.
struct StatusReport: Encodable {
  struct Streak: Encodable {
    let current: Int
    let longest: Int

    init(_ streak: HaruCore.Streak) {
      current = streak.current
      longest = streak.longest?.length ?? 0
    }
  }
  struct Month: Encodable {
    let studied: Int
    let days: Int
    let elapsed: Int

    init(_ month: MonthProgress) {
      studied = month.studied
      days = month.days
      elapsed = month.elapsed
    }
  }
  struct Theme: Encodable {
    let month: Int
    let emoji: String
    let background: String

    init(of month: HaruCore.Month) {
      let theme = HaruCore.Theme(of: month.name)
      self.month = month.name.rawValue
      emoji = theme.emoji
      background = theme.background.hex
    }
  }
  struct Agent: Encodable {
    let running: Bool
  }

  let date: String
  let studied: Bool
  let rest: Bool
  let dayEndsAt: String
  let streak: Streak
  let month: Month
  let theme: Theme
  let nextReload: String
  let agent: Agent

  init(_ timeline: Timeline, in zone: Zone, agentRuns: Bool) {
    let entry = timeline.current
    let history = entry.history
    date = entry.day.description
    studied = history.streak.isTodayStudied
    rest = history.streak.isTodayRest
    dayEndsAt = entry.dayEnds.rfc3339(in: zone)
    streak = Streak(history.streak)
    month = Month(history.month)
    theme = Theme(of: entry.day.month)
    nextReload = timeline.nextChange.rfc3339(in: zone)
    agent = Agent(running: agentRuns)
  }
}

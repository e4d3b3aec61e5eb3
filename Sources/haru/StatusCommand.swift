import ArgumentParser
import HaruCore
import HaruDesktop
import HaruText

/// The command `haru status`.
struct StatusCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "status", abstract: HelpText.status)
  }

  @Flag(help: ArgumentHelp(HelpText.json))
  var json = false

  @Option(help: ArgumentHelp(HelpText.format), completion: .list(["line"]))
  var format: String?

  func run() throws {
    try onMain {
      if let format, format != "line" {
        throw Failure(.usage, CommandText.noSuchFormat(format))
      }
      if json, format != nil {
        throw Failure(.usage, CommandText.notTogether("--json", "--format"))
      }
      let session = try Session()
      let timeline = try session.timeline()
      if json {
        try printOutput(try StatusReport(timeline, session).json())
      } else if format == "line" {
        try printOutput(StatusText.line(timeline.current.history))
      } else {
        try printOutput(StatusCommand.text(timeline, session))
      }
    }
  }

  @MainActor
  static func text(_ timeline: Timeline, _ session: Session) -> String {
    let entry = timeline.current
    let next = session.provider.boundary.timeOfDay(at: timeline.nextChange ?? entry.dayEnds)
    return StatusText.lines(entry, nextReload: next, agentRuns: Session.agentIsRunning)
      .joined(separator: "\n")
  }
}

/// Today for programs (DESIGN §9).
///
/// The names are the interface; they do not change.
struct StatusReport: Encodable {
  struct Streak: Encodable {
    let current: Int
    let longest: Int
  }
  struct Month: Encodable {
    let studied: Int
    let days: Int
    let elapsed: Int
  }
  struct Theme: Encodable {
    let month: Int
    let emoji: String
    let background: String
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

  @MainActor
  init(_ timeline: Timeline, _ session: Session) {
    let entry = timeline.current
    let history = entry.history
    date = entry.day.description
    studied = history.streak.isTodayStudied
    rest = history.streak.isTodayRest
    dayEndsAt = entry.dayEnds.rfc3339(in: session.zone)
    streak = Streak(
      current: history.streak.current, longest: history.streak.longest?.length ?? 0)
    month = Month(
      studied: history.month.studied, days: history.month.days, elapsed: history.month.elapsed)
    theme = Theme(
      month: entry.day.month.name.rawValue, emoji: entry.theme.emoji,
      background: entry.theme.background.hex)
    nextReload = (timeline.nextChange ?? entry.dayEnds).rfc3339(in: session.zone)
    agent = Agent(running: Session.agentIsRunning)
  }
}

import Foundation
import HaruCore
import Testing

@testable import haru_agent

/// All that the agent remembers, compared as a whole: what no event needs any more has to be gone.
@MainActor
@Suite struct StateTests {
  @Test func anAgentWithoutAServerHasOnlyPublished() throws {
    let rig = try Rig(serverIsThere: false)
    #expect(
      rig.agent.state.remembered == """
        answered: 2026-11-20 09:00:00
        published: Friday 20 November 🦃
        publishedDay: 2026-11-20
        announcedNumbers: (today: 2026-11-20, nextReload: 2026-11-20 20:00:00)
        announcedAgenda: (next: (at: 2026-11-20 20:00:00, reason: reminder))
        """)
  }

  @Test func aPostponedDayWithARemark() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    rig.agent.handle(.settingsAreWrong(["Wrong."]))
    rig.click(.later(day("2026-11-20")))
    rig.agent.handle(.viewFailed("no viewer"))
    #expect(
      rig.agent.state.remembered == """
        hasSeenServer: true
        hasBegun: true
        clicks: (pressedAt: 1002000, laterAt: 1002000)
        sources: (askedOn: 2026-11-20)
        answered: 2026-11-20 09:00:02
        later: (at: 2026-11-20 10:00:02, wait: 3600)
        published: Friday 20 November 🦃
        publishedDay: 2026-11-20
        comingBack: once
        remark: (line: Could not open: no viewer)
        announcedNumbers: (today: 2026-11-20, currentStreak: 2, longestStreak: 2, studiedThisMonth: 2, nextReload: 2026-11-20 10:00:02)
        announcedAgenda: (next: (at: 2026-11-20 10:00:02, reason: later))
        keptLater: 2026-11-20 10:00:02
        """)
  }

  @Test func aStudiedDay() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    rig.click(.later(day("2026-11-20")))
    rig.agent.handle(.viewFailed("no viewer"))
    rig.click(.study(day("2026-11-20")))
    #expect(
      rig.agent.state.remembered == """
        hasSeenServer: true
        hasBegun: true
        clicks: (pressedAt: 1004000, changedAt: 1004000, studiedDay: 2026-11-20, laterAt: 1002000)
        sources: (askedOn: 2026-11-20)
        answered: 2026-11-20 09:00:04
        later: (at: 2026-11-20 10:00:02, wait: 3600)
        published: Studied: Friday 20 November 🦃
        publishedDay: 2026-11-20
        comingBack: once
        hasSaidDone: true
        announcedNumbers: (today: 2026-11-20, isStudied: true, currentStreak: 3, longestStreak: 3, studiedThisMonth: 3, nextReload: 2026-11-21 00:00:00)
        announcedAgenda: (next: (at: 2026-11-21 00:00:00, reason: newDay))
        keptLater: 2026-11-20 10:00:02
        """)
  }

  @Test func aNewDayInQuietHours() throws {
    var settings = Settings.quiet("22:00-07:00")
    settings.atDayStart = .begin
    let rig = try Rig(settings: settings)
    rig.agent.handle(.settingsAreWrong(["Wrong."]))
    rig.click(.study(day("2026-11-20")))
    rig.click(.unstudy(day("2026-11-20")))
    rig.move(to: "2026-11-21 00:00")
    #expect(
      rig.agent.state.remembered == """
        hasSeenServer: true
        hasBegun: true
        clicks: (pressedAt: 1004000, changedAt: 1004000, studiedDay: 2026-11-20)
        sources: (askedOn: 2026-11-21)
        answered: 2026-11-20 09:00:04
        published: Saturday 21 November 🦃
        publishedDay: 2026-11-21
        wantedAt: 2026-11-21 00:00:00
        announcedNumbers: (today: 2026-11-21, nextReload: 2026-11-21 20:00:00)
        announcedAgenda: (next: (at: 2026-11-21 07:00:00, reason: quietHoursEnd))
        """)
  }

  @Test func aQuestionInAStoreThatCannotBeRead() throws {
    let rig = try Rig()
    rig.publisher.asksOnBodyClick = true
    rig.click(.ask(DayQuestion(day("2026-11-20"), studied: true)))
    try rig.replaceStoreByGarbage()
    rig.agent.handle(.timeMoved)
    #expect(
      rig.agent.state.remembered == """
        hasSeenServer: true
        hasBegun: true
        clicks: (bodyAt: 1002000)
        sources: (askedOn: 2026-11-20)
        answered: 2026-11-20 09:00:00
        published: Cannot read your days: Friday 20 November 🦃
        publishedDay: 2026-11-20
        comingBack: once
        question: (day: 2026-11-20, studied: true)
        announcedNumbers: (today: 2026-11-20, nextReload: 2026-11-20 20:00:00)
        """)
  }
}

extension AgentState {
  /// A line for each field that is not as at the start.
  fileprivate var remembered: String {
    let fresh = AgentState(startedAt: answered, later: nil).lines
    return lines.filter { !fresh.contains($0) || $0.hasPrefix("answered") }.joined(separator: "\n")
  }

  private var lines: [String] { fields(of: self).map { "\($0): \($1)" } }
}

private func fields(of value: Any) -> [(String, String)] {
  Mirror(reflecting: value).children.map { ($0 ?? "", text($1)) }
}

/// A value as a person reads it.
private func text(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch value {
  case let content as Content: return content.title
  case let instant as Instant:
    let written = Date(timeIntervalSince1970: TimeInterval(instant.seconds)).description
    return written.replacingOccurrences(of: " +0000", with: "")
  case is any CustomStringConvertible where mirror.displayStyle != .optional: return "\(value)"
  default: break
  }
  switch mirror.displayStyle {
  case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
  case .struct:
    let known = fields(of: value).filter { !["nil", "0", "false", "[:]", "[]"].contains($0.1) }
    return "(" + known.map { "\($0): \($1)" }.joined(separator: ", ") + ")"
  default: return "\(value)"
  }
}

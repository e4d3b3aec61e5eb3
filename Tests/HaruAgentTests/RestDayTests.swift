import HaruCore
import HaruStore
import Testing

@testable import haru_agent

/// Rest days and the notification.
@MainActor
struct RestDayTests {
  /// *Rest today* of the launcher, on a day that counts: a rest day would come to light by *Undo*.
  @Test func aStudiedDayStaysWhatItIs() throws {
    let rig = try Rig()
    let today = day("2026-11-20")
    for intent in [Intent.study(today), .rest(today), .unstudy(today)] { rig.click(intent) }
    #expect(rig.publisher.living?.title == "Friday 20 November 🦃")
  }

  private func rest(_ rig: Rig, _ days: Day..., clear: Bool = false) throws {
    try rig.store.setRest(days, reason: clear ? nil : "", by: rig.said)
    rig.agent.handle(.storeChanged)
  }

  @Test func noReminderComesOnARestDay() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    try rest(rig, day("2026-11-20"))
    let published = rig.newlyPublished()
    #expect(published.map(\.isShow) == [false])
    #expect(published.first?.title == "Rest day: Friday 20 November 🦃")
    #expect(published.first?.body == "2-day streak, rest day today\n2 of 2 days this month")
    #expect(published.first?.keys == ["study:2026-11-20", "calendar:2026-11-20"])
    #expect(rig.alarm.instant == instant("2026-11-21 00:00"))
    rig.move(to: "2026-11-20 20:00")
    rig.move(to: "2026-11-20 23:59")
    #expect(rig.newlyPublished() == [])
  }

  @Test func aReminderEndsWhenTheDayBecomesARestDay() throws {
    let rig = try Rig(marks: ["2026-11-19"])
    rig.move(to: "2026-11-20 20:00")
    rig.newlyPublished()
    try rest(rig, day("2026-11-20"))
    #expect(rig.newlyPublished().map(\.title) == ["Rest day: Friday 20 November 🦃"])
    try rest(rig, day("2026-11-20"), clear: true)
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
  }

  /// A rest day asks for nothing: yesterday's notification goes, and none appears.
  ///
  /// On the day after it one does, and the streak has continued.
  @Test func aRestDayStartsWithoutANotification() throws {
    let rig = try Rig(marks: ["2026-11-19", "2026-11-20"])
    try rest(rig, day("2026-11-21"), day("2026-11-22"))
    rig.newlyPublished()
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.newlyPublished() == [.withdraw])
    rig.move(to: "2026-11-22 00:00")
    rig.newlyPublished()
    rig.move(to: "2026-11-23 00:00")
    let published = rig.newlyPublished()
    #expect(published.map(\.isShow) == [true])
    #expect(published.first?.body.hasPrefix("2-day streak, today is open") == true)
  }

  /// It is shown on request, and a click on Study counts.
  @Test func aRestDayMayBeStudied() throws {
    let rig = try Rig(marks: ["2026-11-19"])
    try rest(rig, day("2026-11-20"))
    rig.newlyPublished()
    rig.agent.handle(.presentRequested)
    #expect(rig.newlyPublished().map(\.title) == ["Rest day: Friday 20 November 🦃"])
    rig.click(.study(day("2026-11-20")))
    #expect(rig.newlyPublished().first?.body == "2-day streak, your longest")
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
  }

  @Test func aLoginOnARestDayShowsNothing() throws {
    let rig = try Rig(marks: ["2026-11-19"], serverIsThere: false)
    try rest(rig, day("2026-11-20"))
    rig.newlyPublished()
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().allSatisfy { !$0.isShow })
  }

  /// Lines of version 0.4 hold from the studied day on before the one on which the agent reads them, once: later
  /// lines say nothing.
  @Test func linesOfVersion04AreTakenOnce() throws {
    var settings = Settings()
    settings.formerRestWeekdays = [.saturday, .sunday]
    let rig = try Rig(settings: settings, marks: ["2026-11-19", "2026-11-20"])
    rig.move(to: "2026-11-21 09:00")
    rig.move(to: "2026-11-22 09:00")
    settings.formerRestWeekdays = []
    settings.formerReserve = 1
    rig.move(to: "2026-11-23 09:00")
    rig.agent.handle(.settingsChanged(settings))
    let store = try Store(path: rig.storePath, for: .reading)
    let weekend: [Weekday] = [.saturday, .sunday]
    #expect(try store.restDays().rules == weekend.map { RestRule($0, from: day("2026-11-19")) })
    #expect(try store.restDays().freeFrom.mapValues(\.count) == [day("2026-11-20"): 1])
    #expect(rig.agent.numbers?.currentStreak == 2)
  }

  /// They held before, so that no undo takes them back.
  @Test func whatIsTakenFromVersion04IsNotToBeUndone() throws {
    let rig = try Rig(settings: Settings { $0.formerReserve = 2 })
    rig.click(.study(day("2026-11-20")))
    let store = try rig.store
    for _ in 0..<2 { _ = try store.undo(by: rig.said) }
    #expect(rig.marks == [])
    #expect(try store.restDays().freeFrom.mapValues(\.count) == [day("2026-11-20"): 2])
  }
}

import Foundation
import HaruCore
import HaruStore
import Support
import Testing

@testable import haru_agent

/// A click that could not be saved is kept, and tried again until its day ends.
@MainActor
struct KeptClickTests {
  let today = day("2026-11-20")
  let notSaved = "Not saved: Friday 20 November 🦃"
  let studied = "Studied: Friday 20 November 🦃"

  /// An agent with a click that the lock of another process has kept from being saved.
  private func rigWithKeptClick(
    at time: String = "2026-11-20 09:00", settings: Settings = Settings(),
    marks: [String] = ["2026-11-19"], _ intent: Intent? = nil
  ) throws -> (Rig, HeldLock) {
    let rig = try Rig(at: time, settings: settings, marks: marks)
    let lock = try HeldLock(rig.storePath)
    rig.click(intent ?? .study(today))
    rig.pass(milliseconds: 5001)
    #expect(rig.newlyPublished().map { $0.title.hasPrefix("Not saved:") } == [true])
    return (rig, lock)
  }

  @Test func itIsTriedAgainAfterGrowingTimesAndTurnsToStudied() throws {
    let (rig, lock) = try rigWithKeptClick()
    #expect(rig.publisher.living?.stay == .untilAnswered)
    var waits: [Int64] = []
    for _ in 0..<8 {
      let wait = try #require(rig.alarm.firstJob) - rig.clock.uptime
      waits.append(wait)
      rig.pass(milliseconds: wait)
    }
    #expect(waits == [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    // What is shown already is not shown again.
    #expect(rig.newlyPublished() == [])
    lock.release()
    rig.pass(milliseconds: 60_000)
    #expect(rig.newlyPublished().map(\.title) == [studied])
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
    // The record has the moment of the click.
    let mark = try Store(path: rig.storePath, for: .reading).journal(of: today...today).last
    #expect(mark?.provenance.at == instant("2026-11-20 09:00:02"))
    #expect(mark?.provenance.source == .button)
  }

  @Test func theBusTellsThatItWaitsAndSinceWhen() throws {
    let (rig, lock) = try rigWithKeptClick()
    #expect(rig.agendas.last?.notSavedSince == instant("2026-11-20 09:00:02"))
    lock.release()
    rig.pass(milliseconds: 60_000)
    #expect(rig.agendas.last?.notSavedSince == nil)
  }

  @Test func ofSeveralThatWaitTheOldestCounts() throws {
    let (rig, lock) = try rigWithKeptClick(marks: ["2026-11-18"])
    rig.click(.study(day("2026-11-19")))
    rig.pass(milliseconds: 5001)
    #expect(rig.agendas.last?.notSavedSince == instant("2026-11-20 09:00:02"))
    lock.release()
    rig.pass(milliseconds: 60_000)
    #expect(rig.marks == ["2026-11-20", "2026-11-19", "2026-11-18"])
  }

  @Test func undoTakesItBack() throws {
    let (rig, lock) = try rigWithKeptClick()
    #expect(
      rig.publisher.living?.actions.map(\.intent) == [.study(today), .unstudy(today)])
    rig.click(.unstudy(today))
    // Nothing has to be written, so it does not wait for the lock.
    #expect(rig.newlyPublished().map(\.title) == ["Friday 20 November 🦃"])
    #expect(rig.agendas.last?.notSavedSince == nil)
    lock.release()
    rig.pass(milliseconds: 120_000)
    #expect(rig.marks == ["2026-11-19"])
  }

  @Test func studyTakesBackAnUndo() throws {
    let (rig, lock) = try rigWithKeptClick(marks: ["2026-11-20"], .unstudy(today))
    #expect(
      rig.publisher.living?.actions.map(\.intent) == [.unstudy(today), .study(today)])
    rig.click(.study(today))
    #expect(rig.newlyPublished().map(\.title) == [studied])
    lock.release()
    rig.pass(milliseconds: 120_000)
    #expect(rig.marks == ["2026-11-20"])
  }

  @Test func aClickTriesAtOnceAndIsAnswered() throws {
    let (rig, lock) = try rigWithKeptClick()
    rig.pass(milliseconds: 50_000)
    rig.click(.study(today))
    // Servers close what was clicked.
    #expect(rig.newlyPublished().map(\.title) == [notSaved])
    lock.release()
    rig.click(.study(today))
    #expect(rig.newlyPublished().map(\.title) == [studied])
    #expect(
      try Store(path: rig.storePath, for: .reading).journal(of: today...today).last?
        .provenance.at == instant("2026-11-20 09:00:02"))
  }

  @Test func aChangeOfTheStoreTriesAtOnce() throws {
    let (rig, lock) = try rigWithKeptClick()
    rig.pass(milliseconds: 50_000)
    // Its own tries are no such change.
    rig.agent.storeMayHaveChanged()
    lock.release()
    #expect(rig.marks == ["2026-11-19"])
    try rig.store.setStudied([day("2026-11-18")], true, today: .latest, by: rig.said)
    rig.agent.storeMayHaveChanged()
    #expect(rig.marks == ["2026-11-20", "2026-11-19", "2026-11-18"])
    #expect(rig.publisher.living?.title == studied)
  }

  @Test func anotherProgramMaySaveTheDayMeanwhile() throws {
    let (rig, lock) = try rigWithKeptClick()
    lock.release()
    try rig.mark([today])
    #expect(rig.newlyPublished().map(\.title) == [studied])
    #expect(rig.agendas.last?.notSavedSince == nil)
  }

  @Test func twoDaysCanWait() throws {
    let (rig, lock) = try rigWithKeptClick(marks: ["2026-11-18"], .study(day("2026-11-19")))
    rig.click(.study(today))
    rig.pass(milliseconds: 5001)
    #expect(rig.publisher.living?.title == notSaved)
    lock.release()
    rig.pass(milliseconds: 60_000)
    #expect(rig.marks == ["2026-11-20", "2026-11-19", "2026-11-18"])
  }

  /// A program that asks over the bus gets its own answer, and never before the click.
  @Test func aRequestBehindItIsAnswered() throws {
    let (rig, lock) = try rigWithKeptClick()
    var answers: [Result<Bool, StoreError>] = []
    rig.agent.handle(.asked(.unstudy(today), { answers.append($0) }))
    rig.pass(milliseconds: 5001)
    #expect(answers == [.failure(.busy)])
    rig.agent.handle(.asked(.unstudy(today), { answers.append($0) }))
    lock.release()
    rig.pass(milliseconds: 1000)
    #expect(answers == [.failure(.busy), .success(true)])
    #expect(rig.marks == ["2026-11-19"])
  }

  @Test func itIsGivenUpAtTheEndOfItsDayAndSaysSo() throws {
    let (rig, lock) = try rigWithKeptClick(at: "2026-11-20 23:50")
    rig.move(to: "2026-11-21 00:00")
    let shown = try #require(rig.publisher.living)
    #expect(shown.title == "Saturday 21 November 🦃")
    #expect(
      shown.lines.first == """
        Not saved: Friday 20 November
        Studied? haru mark 2026-11-20
        """)
    #expect(rig.agendas.last?.notSavedSince == nil)
    lock.release()
    rig.pass(milliseconds: 120_000)
    #expect(rig.marks == ["2026-11-19"])
  }

  @Test func whatIsGivenUpInQuietHoursIsSaidAfterThem() throws {
    let (rig, lock) = try rigWithKeptClick(at: "2026-11-20 23:50", settings: .quiet("22:00-07:00"))
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.newlyPublished() == [.withdraw])
    rig.move(to: "2026-11-21 07:00")
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    #expect(
      rig.publisher.living?.lines.first?.hasPrefix("Not saved: Friday 20 November") == true)
    lock.release()
  }

  @Test func theEndOfTheDayIsALastTry() throws {
    let (rig, lock) = try rigWithKeptClick(at: "2026-11-20 23:50")
    lock.release()
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
    #expect(rig.publisher.living?.lines.first == "Marked as studied: Friday 20 November")
  }

  @Test func theAgentsEndIsALastTry() throws {
    let (rig, lock) = try rigWithKeptClick()
    lock.release()
    #expect(rig.agent.end() == false)
    #expect(rig.marks == ["2026-11-20", "2026-11-19"])
    #expect(rig.publisher.living == nil)
  }

  @Test(arguments: [0, 5001])
  func theAgentsEndSaysThatItIsNotSaved(waited: Int64) throws {
    let rig = try Rig(marks: ["2026-11-19"])
    let lock = try HeldLock(rig.storePath)
    rig.click(.study(today))
    rig.pass(milliseconds: waited)
    #expect(rig.agent.end() == true)
    // An alarm may ring while the server takes it.
    rig.agent.handle(.due([]))
    let shown = try #require(rig.publisher.living)
    #expect(shown.title == notSaved)
    #expect(
      shown.lines == [
        "Another program has locked the store.", "Haru has ended, and does not try again.",
        "Studied? haru mark 2026-11-20",
      ])
    #expect(shown.actions == [])
    lock.release()
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// The end of the day, with the agent and its timer, in a time zone where midnight is seconds away.
@Suite(.serialized)
struct EndOfDayTests {
  /// A session whose notification of the day was shown shortly before its end.
  private func evening(
    _ options: [String] = []
  ) throws -> (desk: Desk, day: Day, shown: Console.Shown) {
    try MadeZone.beforeMidnight(in: 5) { zone in
      let desk = try Desk(options, zone: zone, marks: [1])
      return (desk, zone.today, try desk.console.shown())
    }
  }

  @Test func midnightIsOneCloseAndOneNotify() throws {
    let (desk, yesterday, old) = try evening()
    #expect(old.keys == ["study:\(yesterday)", "later:\(yesterday)", "calendar:\(yesterday)"])

    let new = try desk.console.shown(within: .seconds(60))
    let today = try #require(yesterday.advanced(by: 1))
    #expect(new.keys.contains("study:\(today)"))
    #expect(new.replaces == 0)
    let after = try desk.console.eventsSoFar()
    let all = desk.console.history
    #expect(all.filter(\.isNotify).count == 2)
    #expect(all.filter(\.isClose).count == 1)
    #expect(after.filter(\.isNotify).isEmpty)
    // The timer did not fire too early, again and again.
    try desk.agent.terminate()
    let log = try desk.agent.rest(of: .errors)
    #expect(log.filter { $0.contains("event: timeMoved") }.count <= 3)
  }

  @Test func aClickAfterMidnightMarksItsOwnDayAndSaysSo() throws {
    let (desk, yesterday, old) = try evening(["--hold-close", "30000"])
    let new = try desk.console.shown(within: .seconds(60))
    #expect(new.id != old.id)
    // The server delays the close, so the old notification can still be clicked.
    try desk.console.click(old.id, "study:\(yesterday)")
    let after = try desk.console.shown()
    #expect(try desk.marks.first == yesterday)
    #expect(after.body.contains("Marked as studied: "))
    #expect(after.body.contains("2-day streak"))
    #expect(after.keys.first == "study:\(desk.today)")
  }
}

import HaruCore
import HaruGitHub
import Testing

/// When a watch is due.
@Suite struct ReloadPlanTests {
  private let now = Instant(1_800_000_000)
  private let plan = ReloadPlan(interval: 43_200)

  private func pause(failures: Int, spread: Double = 0, interval: Int = 43_200) -> Int {
    let next = ReloadPlan(interval: interval).next(after: now, failures: failures, spread: spread)
    return Int(next.seconds - now.seconds)
  }

  @Test func reloadsEveryTwelveHours() {
    #expect(pause(failures: 0) == 43_200)
    #expect(pause(failures: 0, interval: 3600) == 3600)
  }

  @Test(arguments: [
    (1, 900), (2, 1800), (3, 3600), (4, 7200), (5, 14_400), (6, 28_800), (7, 43_200), (8, 43_200),
    (64, 43_200), (Int.max, 43_200),
  ])
  func waitsLongerAfterEachFailure(failures: Int, seconds: Int) {
    #expect(pause(failures: failures) == seconds)
  }

  @Test func waitsNoLongerAfterAFailureThanAfterASuccess() {
    for failures in 1...10 { #expect(pause(failures: failures, interval: 600) == 600) }
  }

  @Test(arguments: [(0.0, 43_200), (0.5, 45_360), (1.0, 47_520), (-3.0, 43_200), (7.0, 47_520)])
  func spreadsWatchesThatWereAddedTogether(spread: Double, seconds: Int) {
    #expect(pause(failures: 0, spread: spread) == seconds)
    #expect(plan.latest(after: now) >= plan.next(after: now, failures: 0, spread: spread))
  }

  @Test func asksASiteAgainWithinTwoHours() {
    let pauses = (1...6).map { plan.retry(after: now, failures: $0).seconds - now.seconds }
    #expect(pauses == [900, 1800, 3600, 7200, 7200, 7200])
  }
}

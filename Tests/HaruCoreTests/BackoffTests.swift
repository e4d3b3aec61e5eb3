import HaruCore
import Testing

@Suite struct BackoffTests {
  @Test func waitsDoubleUpToTheLongest() {
    let backoff = Backoff(first: 1000, longest: 60_000)
    #expect((1...8).map(backoff.wait) == [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    #expect(backoff.wait(after: .max) == 60_000)
    #expect(backoff.wait(after: 0) == 1000)
  }

  @Test func theLongestCountsFromTheFirstOn() {
    #expect(Backoff(first: 900, longest: 600).wait(after: 1) == 600)
  }
}

import HaruCore
import Support
import Testing

/// Explanations of the streak, for today and past days.
@Suite struct ExplanationTests {
  private let today = date("2026-11-20")
  private let record = Record(
    days: (days("2026-10-21", "2026-11-15") + days("2026-11-17", "2026-11-18")).reversed(),
    rest: RestDays(single: [date("2026-11-10"), date("2026-11-19")]))

  private func explained(_ day: String) -> Explanation {
    Explanation(of: record, on: date(day), today: today)
  }

  @Test func explainsAnOpenDay() {
    let now = explained("2026-11-20")
    #expect((now.current, now.role, now.isOver) == (2, .isOpen, false))
    #expect(now.run.map { "\($0.first) \($0.last) \($0.length)" } == "2026-11-17 2026-11-18 2")
    #expect(now.parting == date("2026-11-16"))
    #expect(now.days.map(\.role) == [.isOpen, .rests, .counts, .counts])
  }

  /// A past day that was not studied is not open: it broke the streak.
  @Test func aMissedDayBreaksTheStreak() {
    let broken = explained("2026-11-16")
    #expect((broken.current, broken.role, broken.isOver) == (0, .breaks, true))
    #expect(broken.missed == date("2026-11-16"))
    #expect(broken.run?.last == date("2026-11-15"))
    #expect(broken.days.first?.day == date("2026-11-15"))
  }

  @Test func aStudiedDayInThePastCounts() {
    let past = explained("2026-11-12")
    #expect((past.current, past.role, past.missed) == (23, .counts, nil))
    #expect(past.days.filter { $0.role == .rests }.map(\.day) == [])
  }

  /// A past rest day neither counted nor broke.
  @Test func aPastRestDayNeitherCountsNorBreaks() {
    let record = Record(
      days: days("2026-11-01", "2026-11-05").reversed(),
      rest: RestDays(single: [date("2026-11-06")]))
    let rest = Explanation(of: record, on: date("2026-11-06"), today: today)
    #expect((rest.current, rest.role, rest.missed) == (5, .rests, nil))
    let after = Explanation(of: record, on: date("2026-11-07"), today: today)
    #expect((after.current, after.role, after.missed) == (0, .breaks, date("2026-11-07")))
  }

  /// The last streak is listed, however long ago, not the days after it.
  @Test func aLongBreakIsNotListedDayByDay() {
    let record = Record(days: days("0003-01-01", "0003-01-03").reversed())
    let now = Explanation(of: record, on: today, today: today)
    #expect(now.days.map(\.day) == days("0003-01-01", "0003-01-03").reversed())
    #expect(now.missed == date("0003-01-04"))
  }

  @Test func explainsAnEmptyStore() {
    let never = Explanation(of: Record(days: []), on: date("2026-11-10"), today: today)
    #expect((never.current, never.run, never.days.isEmpty) == (0, nil, true))
  }

  @Test func explainsTheLatestPossibleDay() {
    let end = Explanation(of: Record(days: [.latest]), on: .latest, today: .latest)
    #expect(end.current == 1)
  }
}

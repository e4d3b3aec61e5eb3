import HaruCore
import Support
import Testing

/// Rest days neither count in a streak nor break it.
@Suite struct RestDaysTests {
  private func streak(_ marks: [Day], rest: RestDays, today: String) -> Streak {
    History(of: Record(days: marks.sorted(by: >), rest: rest), today: date(today)).streak
  }

  /// A holiday in the middle is skipped, and not counted.
  @Test func aStreakContinuesOverRestDays() {
    let marks = days("2026-11-01", "2026-11-05") + days("2026-11-10", "2026-11-20")
    let rest = RestDays(single: Set(days("2026-11-06", "2026-11-09")))
    let streak = streak(marks, rest: rest, today: "2026-11-20")
    #expect(streak.current == 16)
    #expect(streak.alive?.first == date("2026-11-01"))
    #expect(streak.longest?.length == 16)
  }

  /// One missed day in the holiday breaks the streak.
  @Test func aMissedDayAmongRestDaysBreaksAStreak() {
    let marks = days("2026-11-01", "2026-11-05") + days("2026-11-10", "2026-11-20")
    for missing in days("2026-11-06", "2026-11-09") {
      let rest = RestDays(single: Set(days("2026-11-06", "2026-11-09")).subtracting([missing]))
      #expect(streak(marks, rest: rest, today: "2026-11-20").current == 11, "\(missing)")
    }
  }

  /// A rest day that was studied counts.
  @Test func aStudiedRestDayCounts() {
    let rest = RestDays(single: Set(days("2026-11-18", "2026-11-19")))
    let marks = days("2026-11-15", "2026-11-18") + [date("2026-11-20")]
    #expect(streak(marks, rest: rest, today: "2026-11-20").current == 5)
  }

  /// While today is a rest day the streak is alive, and does not end today.
  @Test func aStreakIsAliveWhileTodayIsARestDay() {
    let rest = RestDays(single: Set(days("2026-11-18", "2026-11-25")))
    for today in days("2026-11-18", "2026-11-26") {
      let streak = streak(days("2026-11-10", "2026-11-17"), rest: rest, today: "\(today)")
      #expect(streak.current == 8)
      #expect(streak.isTodayRest == (today <= date("2026-11-25")))
      #expect(streak.isTodayOpen == (today == date("2026-11-26")))
      #expect(streak.endsToday == (today == date("2026-11-26")))
      #expect(streak.endedYesterday == nil)
    }
    let after = streak(days("2026-11-10", "2026-11-17"), rest: rest, today: "2026-11-27")
    #expect(after.current == 0)
    #expect(after.missed == date("2026-11-26"))
    #expect(after.endedYesterday?.length == 8)
  }

  /// Rest weekdays hold from their first day on.
  @Test func aRuleAppliesFromItsFirstDay() {
    // Saturdays: 7 and 14 November.
    let marks = days("2026-11-01", "2026-11-20").filter { $0.weekday != .saturday }
    let since = { RestDays(rules: [RestRule(.saturday, from: date($0))]) }
    #expect(streak(marks, rest: since("2026-11-01"), today: "2026-11-20").current == 18)
    #expect(streak(marks, rest: since("2026-11-08"), today: "2026-11-20").current == 12)
    #expect(streak(marks, rest: since("2026-11-15"), today: "2026-11-20").current == 6)
  }

  /// Changing the weekdays on a day never changes a day before it.
  @Test func changingRestWeekdaysNeverChangesThePast() {
    var random = Seeded(7)
    for _ in 0..<200 {
      var rules: [RestRule] = []
      var day = date("2026-11-01")
      for _ in 0..<6 {
        day = day.advanced(by: Int.random(in: 0..<10, using: &random)) ?? day
        let weekdays = Set(Weekday.allCases.filter { _ in Bool.random(using: &random) })
        let before = RestDays(rules: rules)
        let changed = before.changed(to: weekdays, from: day)
        for past in days("2026-10-01", "2026-12-31") {
          #expect(
            changed.contains(past)
              == (past < day ? before.contains(past) : weekdays.contains(past.weekday)))
        }
        // The same weekdays again change nothing, on that day or later.
        #expect(changed.changed(to: weekdays, from: day).rules == changed.rules)
        // The key of the table: one rule for a weekday and its first day.
        #expect(Set(changed.rules.map { "\($0.weekday) \($0.from)" }).count == changed.rules.count)
        rules = changed.rules
      }
    }
  }

  /// The last day of a rule is changed too, when the weekdays change on that day.
  @Test func aRuleWhoseLastDayIsTodayEndsBefore() {
    let (first, last) = (date("2026-11-01"), date("2026-11-15"))
    let rule = RestRule(.sunday, from: first, to: last)
    let rest = RestDays(rules: [rule])
    #expect(
      rest.changed(to: [], from: last).rules
        == [RestRule(.sunday, from: first, to: date("2026-11-14"))])
    #expect(rest.changed(to: [.sunday], from: last).rules == [RestRule(.sunday, from: first)])
  }

  /// Weekdays that were set while the clock was years ahead hold once it is right again.
  @Test func aRuleDatedAfterTodayAppliesFromToday() {
    let rest = RestDays.none.changed(to: [.saturday], from: date("2030-01-01"))
    let mended = rest.changed(to: [.saturday], from: date("2026-11-20"))
    #expect(mended.rules == [RestRule(.saturday, from: date("2026-11-20"))])
  }

  /// The pass over the marks agrees with a walk day by day.
  @Test func agreesWithACountDayByDay() {
    var random = Seeded(11)
    let all = days("2026-10-01", "2026-11-20")
    for _ in 0..<500 {
      let marked = Set(all.filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
      let rest = RestDays(
        single: Set(all.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }),
        rules: [RestRule(.sunday, from: all[Int.random(in: 0..<all.count, using: &random)])])
      let today = date("2026-11-20")
      var (count, day) = (0, today)
      if !marked.contains(today) { day = day.advanced(by: -1) ?? day }
      while marked.contains(day) || rest.contains(day) {
        if marked.contains(day) { count += 1 }
        guard let earlier = day.advanced(by: -1), earlier >= all[0] else { break }
        day = earlier
      }
      #expect(streak(Array(marked), rest: rest, today: "2026-11-20").current == count)
    }
  }

  /// A rest day has no reminder.
  @Test func noReminderOnARestDay() {
    let provider = TimelineProvider(settings: Settings(), zone: MadeZone(0).zone)
    let record = Record(
      days: days("2026-11-10", "2026-11-19").reversed(),
      rest: RestDays(single: [date("2026-11-20")]))
    let timeline = provider.timeline(
      of: record, at: utc("2026-11-20", "08:00"), answered: Instant(.min))
    #expect(timeline.entries.map(\.isReminder) == [false])
    #expect(timeline.ends == utc("2026-11-21", "00:00"))
  }
}

extension RestDays {
  /// The same with other rest weekdays from a day on.
  func changed(to weekdays: Set<Weekday>, from day: Day) -> RestDays {
    var rest = self
    rest.change(.weekdays(weekdays), from: day)
    return rest
  }
}

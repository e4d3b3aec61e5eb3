import Support
import Testing

@testable import HaruCore

/// What is shown from when, and when it is worked out again.
@Suite struct TimelineTests {
  /// A timeline of 20 November 2026 in a zone at UTC.
  private func timeline(
    at clock: String, on day: String = "2026-11-20", marks: [Day] = [],
    rest: RestDays = .none, answered: Instant = Instant(.min), later: Instant? = nil,
    _ change: (inout Settings) -> Void = { _ in }
  ) -> Timeline {
    var settings = Settings()
    change(&settings)
    let provider = TimelineProvider(settings: settings, zone: MadeZone(0).zone)
    return provider.timeline(
      of: Record(days: marks, rest: rest), at: utc(day, clock), answered: answered, later: later)
  }

  private func shown(_ timeline: Timeline) -> [String] {
    timeline.entries.map { entry in
      let clock = entry.date.rfc3339(in: MadeZone(0).zone).dropFirst(8).prefix(8)
      return "\(clock) \(entry.isReminder ? "reminder" : "glance")"
    }
  }

  // MARK: The day

  @Test func aDayHasOneEntryNowAReminderAndAReload() {
    let timeline = timeline(at: "08:00")
    #expect(shown(timeline) == ["20T08:00 glance", "20T20:00 reminder"])
    #expect(timeline.ends == utc("2026-11-21", "00:00"))
    #expect(timeline.nextChange == utc("2026-11-20", "20:00"))
  }

  /// No row has to be there before: with nothing ever marked, today is a day like any other.
  @Test func anEmptyStoreHasAnOpenToday() throws {
    let entry = try #require(timeline(at: "00:00:00", on: "2027-01-01").entries.first)
    #expect(entry.day == date("2027-01-01"))
    #expect(entry.history.total == 0)
    #expect(!entry.history.streak.isTodayStudied)
    #expect(entry.dayEnds == utc("2027-01-02", "00:00"))
  }

  @Test func aStudiedDayHasNoReminders() {
    let timeline = timeline(at: "08:00", marks: [date("2026-11-20")]) {
      $0.remindAt = [time("12:00"), time("20:00")].map { Reminder($0) }
    }
    #expect(shown(timeline) == ["20T08:00 glance"])
    #expect(timeline.nextChange == utc("2026-11-21", "00:00"))
  }

  /// Correcting another day does not touch today's reminder.
  @Test func aMarkOfAnotherDayKeepsTheReminder() {
    let timeline = timeline(at: "08:00", marks: [date("2026-11-21"), date("2026-11-19")])
    #expect(shown(timeline) == ["20T08:00 glance", "20T20:00 reminder"])
    #expect(timeline.entries.allSatisfy { $0.history.streak.current == 1 })
  }

  @Test func theEndOfADayStartsTheNext() {
    let last = timeline(at: "23:59:59")
    #expect(last.entries[0].day == date("2026-11-20"))
    #expect(last.nextChange == utc("2026-11-21", "00:00"))
    let next = timeline(at: "00:00", on: "2026-11-21")
    #expect(next.entries[0].day == date("2026-11-21"))
    #expect(next.ends == utc("2026-11-22", "00:00"))
  }

  @Test func theEntryNamesTheHourOfTheBoundary() {
    let timeline = timeline(at: "02:00") { $0.dayStartsAt = time("03:00") }
    #expect(timeline.entries[0].day == date("2026-11-19"))
    #expect(timeline.entries[0].dayEnds == utc("2026-11-20", "03:00"))
    #expect(timeline.entries[0].dayEndsAt == time("03:00"))
  }

  /// Where there is no midnight the day before ends at 01:00, and that is what has to be named.
  @Test func theEntryNamesTheHourThatClocksShow() {
    let change = utc("2026-09-06", "04:00")
    let zone = MadeZone(-4 * 3600, [(change.seconds, -3 * 3600)]).zone
    let timeline = TimelineProvider(settings: Settings(), zone: zone)
      .timeline(of: Record(days: []), at: change - 3600, answered: Instant(.min))
    #expect(timeline.entries[0].day == date("2026-09-05"))
    #expect(timeline.entries[0].dayEnds == change)
    #expect(timeline.entries[0].dayEndsAt == time("01:00"))
  }

  // MARK: Reminders

  @Test func everyReminderAheadIsAnEntry() {
    let wanted = { (settings: inout Settings) in
      settings.remindAt = [time("07:00"), time("12:30"), time("20:00")].map { Reminder($0) }
    }
    #expect(
      shown(timeline(at: "06:00", wanted))
        == ["20T06:00 glance", "20T07:00 reminder", "20T12:30 reminder", "20T20:00 reminder"])
    #expect(
      shown(timeline(at: "12:30", answered: utc("2026-11-20", "08:00"), wanted))
        == ["20T12:30 reminder", "20T20:00 reminder"])
    #expect(
      shown(timeline(at: "12:29:59", answered: utc("2026-11-20", "08:00"), wanted))
        == ["20T12:29 glance", "20T12:30 reminder", "20T20:00 reminder"])
  }

  @Test func withoutRemindersThereIsNoReminder() {
    let timeline = timeline(at: "21:00") { $0.remindAt = [] }
    #expect(shown(timeline) == ["20T21:00 glance"])
  }

  /// A reminder holds until a button is pressed, and not a second longer.
  @Test(arguments: [
    ("19:59:59", "20:00:00", true), ("20:00:00", "20:00:00", false),
    ("19:59:59", "23:59:59", true), ("20:00:01", "20:30:00", false),
    ("08:00:00", "19:59:59", false),
  ])
  func aReminderHoldsUntilItIsAnswered(answered: String, now: String, holds: Bool) {
    let timeline = timeline(at: now, answered: utc("2026-11-20", answered))
    #expect(timeline.entries[0].isReminder == holds)
  }

  @Test func aReminderEndsWithItsDay() {
    let timeline = timeline(
      at: "00:00:01", on: "2026-11-21", answered: utc("2026-11-20", "08:00"))
    #expect(!timeline.entries[0].isReminder)
  }

  @Test func laterAddsAReminder() {
    let timeline = timeline(
      at: "20:05", answered: utc("2026-11-20", "20:05"), later: utc("2026-11-20", "21:05"))
    #expect(shown(timeline) == ["20T20:05 glance", "20T21:05 reminder"])
  }

  @Test func twoRemindersAtOnceAreOne() {
    let timeline = timeline(at: "08:00", later: utc("2026-11-20", "20:00"))
    #expect(shown(timeline) == ["20T08:00 glance", "20T20:00 reminder"])
  }

  /// *Later* never reaches past the end of the day, nor into it from the day before.
  @Test(arguments: [
    ("2026-11-21", "00:00"), ("2026-11-21", "00:25"), ("2026-11-19", "23:59"),
    ("2027-01-01", "10:00"),
  ])
  func laterNeverRemindsOnAnotherDay(day: String, clock: String) {
    let timeline = timeline(
      at: "23:25", answered: utc("2026-11-20", "23:25"), later: utc(day, clock))
    #expect(shown(timeline) == ["20T23:25 glance"])
    #expect(timeline.nextChange == utc("2026-11-21", "00:00"))
  }

  @Test func laterInTheLastSecondOfADayStillReminds() {
    let timeline = timeline(
      at: "23:00", answered: utc("2026-11-20", "23:00"), later: utc("2026-11-20", "23:59:59"))
    #expect(shown(timeline) == ["20T23:00 glance", "20T23:59 reminder"])
  }

  @Test func remindersAfterMidnightBelongToTheDayThatEndsLater() {
    let wanted = { (settings: inout Settings) in
      settings.dayStartsAt = time("03:00")
      settings.remindAt = [time("01:00"), time("20:00")].map { Reminder($0) }
    }
    #expect(
      shown(timeline(at: "08:00", wanted))
        == ["20T08:00 glance", "20T20:00 reminder", "21T01:00 reminder"])
    let night = timeline(
      at: "01:30", on: "2026-11-21", answered: utc("2026-11-20", "21:00"), wanted)
    #expect(night.entries[0].day == date("2026-11-20"))
    #expect(shown(night) == ["21T01:30 reminder"])
    #expect(night.ends == utc("2026-11-21", "03:00"))
  }

  // MARK: Quiet hours

  @Test(arguments: [
    // A reminder in quiet hours waits for their end.
    ("19:00-21:00", ["20:00"], ["20T21:00 reminder"]),
    ("20:00-20:01", ["20:00"], ["20T20:01 reminder"]),
    ("19:00-20:00", ["20:00"], ["20T20:00 reminder"]),
    // The end lies on the next day: there is none on this one.
    ("19:00-07:00", ["20:00"], []), ("19:00-00:00", ["20:00"], []),
    // Two that wait for the same end are one.
    ("06:00-09:00", ["06:30", "08:00", "09:00"], ["20T09:00 reminder"]),
    ("22:00-07:00", ["06:00", "20:00", "23:00"], ["20T07:00 reminder", "20T20:00 reminder"]),
  ])
  func quietHoursDelayReminders(quiet: String, remindAt: [String], expected: [String]) {
    let timeline = timeline(at: "00:00") {
      $0.quiet = QuietHours(quiet)
      $0.remindAt = remindAt.map { Reminder(time($0)) }
    }
    #expect(shown(timeline) == ["20T00:00 glance"] + expected)
  }

  /// A reminder that is said never to come is in no day, and any other is in each.
  @Test func lostRemindersAreThoseOfNoDay() throws {
    var random = Seeded(41)
    func anyTime(_ hours: Range<Int>) -> TimeOfDay {
      TimeOfDay(
        hour: .random(in: hours, using: &random), minute: .random(in: 0...3, using: &random))
        ?? .midnight
    }
    var lost = 0
    for _ in 0..<2000 {
      var settings = Settings()
      settings.dayStartsAt = anyTime(0..<12)
      settings.quiet = QuietHours("\(anyTime(0..<24))-\(anyTime(0..<24))")
      settings.remindAt = [anyTime(0..<24)].map { Reminder($0) }
      let provider = TimelineProvider(settings: settings, zone: MadeZone(0, []).zone)
      let comes = !provider.reminders(of: date("2026-11-20"), later: nil).isEmpty
      #expect(settings.lostReminders == (comes ? [] : settings.remindAt.map(\.time)), "\(settings)")
      lost += comes ? 0 : 1
    }
    #expect(lost > 100)
  }

  @Test func quietHoursDelayLater() {
    let timeline = timeline(
      at: "21:30", answered: utc("2026-11-20", "21:30"), later: utc("2026-11-20", "22:30")
    ) { $0.quiet = QuietHours("22:00-23:00") }
    #expect(shown(timeline) == ["20T21:30 glance", "20T23:00 reminder"])
  }

  /// A day that begins to show itself in quiet hours which last beyond its end shows nothing by itself.
  @Test func whatComesNextComesBeforeItsDayEnds() {
    var settings = Settings()
    settings.remindAt = []
    settings.quiet = QuietHours("22:00-07:00")
    func next(shownFrom clock: String) -> NextNotification? {
      settings.atDayStart = .at(time(clock))
      return TimelineProvider(settings: settings, zone: MadeZone(0).zone).nextNotification(
        of: Record(days: []), at: utc("2026-11-20", "12:00"), later: nil, appears: nil)
    }
    #expect(next(shownFrom: "21:00") == NextNotification(at: utc("2026-11-21", "21:00"), .newDay))
    #expect(
      next(shownFrom: "06:00")
        == NextNotification(at: utc("2026-11-21", "07:00"), .quietHoursEnd))
    #expect(next(shownFrom: "23:00") == nil)
  }

  @Test func quietHoursMayEndWithinADayThatStartsLate() {
    let timeline = timeline(at: "08:00") {
      $0.dayStartsAt = time("03:00")
      $0.remindAt = [time("23:30")].map { Reminder($0) }
      $0.quiet = QuietHours("23:00-02:00")
    }
    #expect(shown(timeline) == ["20T08:00 glance", "21T02:00 reminder"])
  }

  /// Minute by minute through days on which the clock is changed, for hours of every kind: the end
  /// is the first minute from then on that is not quiet.
  @Test(
    arguments: [
      "22:00-07:00", "02:00-03:00", "01:30-02:30", "02:30-01:30", "03:00-02:30", "00:00-01:00",
      "02:15-02:45", "23:00-00:00", "02:30-03:30",
    ],
    [("2026-03-29", 3600, 7200), ("2026-10-25", 7200, 3600), ("2026-11-20", 0, 0)])
  func quietEndsAtTheFirstMinuteThatIsNotQuiet(
    hours: String, zone: (day: String, before: Int, after: Int)
  ) throws {
    let quiet = try #require(QuietHours(hours))
    let change = utc(zone.day, "01:00").seconds
    let made = MadeZone(zone.before, [(change, zone.after)])
    var settings = Settings()
    settings.quiet = quiet
    let provider = TimelineProvider(settings: settings, zone: made.zone)
    let first = utc(zone.day, "00:00") - 30 * 3600
    // Told backwards, the next minute's answer is this one's too while it is quiet.
    var expected = Instant(.max)
    for minute in stride(from: Int64(96 * 60), through: 0, by: -1) {
      let instant = first + minute * 60
      if !quiet.contains(provider.boundary.timeOfDay(at: instant)) { expected = instant }
      // The last day has no end to look at; the minutes around the change are all looked at.
      let isNear = abs((first + minute * 60).seconds - change) < 5400
      guard minute < 60 * 60, isNear || minute.isMultiple(of: 13) else { continue }
      guard provider.endOfQuiet(from: instant) == expected else {
        let found = provider.endOfQuiet(from: instant).rfc3339(in: made.zone)
        Issue.record("\(instant.rfc3339(in: made.zone)): \(found)")
        return
      }
    }
  }

  @Test func withoutQuietHoursNothingIsDelayed() {
    let provider = TimelineProvider(settings: Settings(), zone: MadeZone(0).zone)
    #expect(provider.endOfQuiet(from: utc("2026-11-20", "03:00")) == utc("2026-11-20", "03:00"))
  }

  // MARK: Properties

  /// Whatever the settings, the entries are in order, the first is now, all lie in the day, and
  /// the next change is ahead.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func entriesAreInOrder(seed: UInt64) throws {
    var random = Seeded(seed)
    let someTime = { (random: inout Seeded, latest: Int) in
      TimeOfDay(hour: .random(in: 0...latest, using: &random), minute: 15) ?? .midnight
    }
    var settings = Settings()
    settings.dayStartsAt = someTime(&random, 11)
    settings.remindAt = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Reminder(someTime(&random, 23))
    }
    settings.quiet = QuietHours("\(someTime(&random, 23))-\(someTime(&random, 23))")
    let change = utc("2026-03-29", "01:00").seconds
    let zone = MadeZone(3600, [(change, .random(in: -43_200...50_400, using: &random))]).zone
    let provider = TimelineProvider(settings: settings, zone: zone)
    let now = Instant(change + .random(in: -100_000...100_000, using: &random))
    let today = provider.boundary.day(at: now)
    let marks = Bool.random(using: &random) ? [today] : []
    let later = now + .random(in: -50_000...50_000, using: &random)
    let timeline = provider.timeline(of: Record(days: marks), at: now, answered: now, later: later)

    let dates = timeline.entries.map(\.date)
    #expect(dates.first == now)
    #expect(dates == Set(dates).sorted())
    #expect(timeline.entries.allSatisfy { $0.day == today })
    let ends = provider.boundary.end(of: today)
    #expect(dates.allSatisfy { $0 < ends && provider.boundary.day(at: $0) == today })
    #expect(timeline.entries.dropFirst().allSatisfy { $0.isReminder })
    #expect(timeline.ends == ends)
    #expect(timeline.nextChange > now)
    #expect(marks.isEmpty || timeline.entries.count == 1)
    // A timeline is a plain value: the same question has the same answer.
    #expect(
      timeline == provider.timeline(of: Record(days: marks), at: now, answered: now, later: later))
  }
}

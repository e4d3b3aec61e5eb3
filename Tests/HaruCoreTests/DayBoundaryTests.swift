import HaruCore
import Support
import Testing

/// Boundaries of days in made-up zones; `ZoneTests` does the same in real ones.
@Suite struct DayBoundaryTests {
  private static let hour = 3600

  @Test(arguments: [0, 9 * hour, -3 * hour - 1800, 14 * hour, -12 * hour, 20_211, -20_221])
  func withoutClockChangesADayHas24Hours(offset: Int) {
    let boundary = DayBoundary(startsAt: .midnight, zone: MadeZone(offset).zone)
    let start = utc("2026-11-20", "00:00") - Int64(offset)
    #expect(boundary.start(of: date("2026-11-20")) == start)
    #expect(boundary.end(of: date("2026-11-20")) == start + 86_400)
    #expect(boundary.day(at: start) == date("2026-11-20"))
    #expect(boundary.day(at: start - 1) == date("2026-11-19"))
    #expect(boundary.day(at: start + 86_399) == date("2026-11-20"))
    #expect(boundary.day(at: start + 86_400) == date("2026-11-21"))
  }

  @Test(arguments: [("00:00", 0), ("03:00", 3 * hour), ("12:00", 12 * hour), ("00:01", 60)])
  func aDayStartsAtTheConfiguredTime(startsAt: String, shift: Int) {
    let boundary = DayBoundary(startsAt: time(startsAt), zone: MadeZone(0).zone)
    let start = utc("2026-11-20", "00:00") + Int64(shift)
    #expect(boundary.start(of: date("2026-11-20")) == start)
    #expect(boundary.end(of: date("2026-11-20")) == start + 86_400)
    #expect(boundary.day(at: start - 1) == date("2026-11-19"))
    #expect(boundary.day(at: start) == date("2026-11-20"))
    #expect(boundary.timeOfDay(at: start) == time(startsAt))
  }

  /// A zone file can hold any offset of 32 bits; those that no zone may have cost no search of hours.
  @Test func impossibleOffsetsAreBounded() {
    let largest = Int(Int32.max)
    let now = utc("2026-11-20", "09:00")
    var random = Seeded(7)
    for _ in 0..<200 {
      let changes = (0..<4).map { index in
        (
          now.seconds + Int64.random(in: -200_000...200_000, using: &random) + Int64(index),
          Int.random(in: -largest...largest, using: &random)
        )
      }
      let calls = Calls()
      let made = MadeZone(largest, changes.sorted { $0.0 < $1.0 }).zone
      let counted = Zone(name: "Made/Up") { instant in
        calls.count += 1
        return made.utcOffset(instant)
      }
      let boundary = DayBoundary(startsAt: time("03:00"), zone: counted)
      let day = boundary.day(at: now)
      // Otherwise the agent would wait for a moment that has passed.
      #expect(boundary.end(of: day) > now)
      #expect(boundary.timeOfDay(at: now) >= .midnight)
      #expect(calls.count < 1000)
    }
  }

  private final class Calls: @unchecked Sendable {
    var count = 0
  }

  /// The clock jumps over midnight: the day starts at 01:00 and has 23 hours.
  @Test func aDayWithoutMidnightStartsAtOneOClock() {
    let change = utc("2026-09-06", "04:00")
    let made = MadeZone(-4 * 3600, [(change.seconds, -3 * 3600)])
    let boundary = DayBoundary(startsAt: .midnight, zone: made.zone)
    #expect(boundary.start(of: date("2026-09-06")) == change)
    #expect(boundary.timeOfDay(at: change) == time("01:00"))
    #expect(boundary.day(at: change - 1) == date("2026-09-05"))
    #expect(boundary.end(of: date("2026-09-06")) == change + 23 * 3600)
  }

  /// Midnight comes twice: the day starts with the first one, and has 25 hours.
  @Test func aDayWithTwoMidnightsStartsAtTheFirst() {
    let change = utc("2026-11-01", "05:00")
    let made = MadeZone(-4 * 3600, [(change.seconds, -5 * 3600)])
    let boundary = DayBoundary(startsAt: .midnight, zone: made.zone)
    let first = utc("2026-11-01", "04:00")
    #expect(boundary.start(of: date("2026-11-01")) == first)
    #expect(boundary.timeOfDay(at: change) == .midnight)
    #expect(boundary.day(at: change) == date("2026-11-01"))
    #expect(boundary.end(of: date("2026-11-01")) == first + 25 * 3600)
  }

  /// At one minute past midnight the clock goes back to 23:01 of the day that has just ended.
  @Test func aDayThatHasEndedDoesNotComeBack() {
    let midnight = utc("2010-11-07", "02:30")
    let made = MadeZone(-9000, [(midnight.seconds + 60, -12_600)])
    let boundary = DayBoundary(startsAt: .midnight, zone: made.zone)
    #expect(boundary.start(of: date("2010-11-07")) == midnight)
    for second in stride(from: Int64(0), to: 7300, by: 7) {
      #expect(boundary.day(at: midnight + second) == date("2010-11-07"))
    }
    #expect(boundary.end(of: date("2010-11-07")) == midnight + 25 * 3600)
  }

  /// The clock crosses the date line: a day has no instant, and the days around it stay whole.
  @Test func aSkippedDateHasNoInstant() {
    let change = utc("2011-12-30", "10:00")
    let made = MadeZone(-10 * 3600, [(change.seconds, 14 * 3600)])
    let boundary = DayBoundary(startsAt: .midnight, zone: made.zone)
    #expect(boundary.day(at: change - 1) == date("2011-12-29"))
    #expect(boundary.day(at: change) == date("2011-12-31"))
    #expect(boundary.end(of: date("2011-12-29")) == change)
    #expect(boundary.start(of: date("2011-12-30")) == change)
    #expect(boundary.end(of: date("2011-12-30")) == change)
    #expect(boundary.start(of: date("2011-12-31")) == change)
    #expect(boundary.end(of: date("2011-12-31")) == change + 86_400)
  }

  /// The clock crosses the date line the other way: one day has 47 hours.
  @Test func aRepeatedDateIsOneDayOf47Hours() {
    let change = utc("1969-09-30", "13:00")
    let made = MadeZone(11 * 3600, [(change.seconds, -12 * 3600)])
    let boundary = DayBoundary(startsAt: .midnight, zone: made.zone)
    let start = change - 86_400
    #expect(boundary.start(of: date("1969-09-30")) == start)
    #expect(boundary.day(at: change) == date("1969-09-30"))
    #expect(boundary.end(of: date("1969-09-30")) == start + 47 * 3600)
    let late = DayBoundary(startsAt: time("03:00"), zone: made.zone)
    #expect(late.day(at: change) == date("1969-09-30"))
  }

  @Test(arguments: [
    ("20:00", "2026-11-20T20:00"), ("03:00", "2026-11-20T03:00"), ("02:59", "2026-11-21T02:59"),
    ("00:00", "2026-11-21T00:00"), ("23:59", "2026-11-20T23:59"),
  ])
  func aTimeBeforeTheStartOfTheDayIsAfterMidnight(clock: String, expected: String) {
    let boundary = DayBoundary(startsAt: time("03:00"), zone: MadeZone(0).zone)
    let instant = boundary.instant(of: time(clock), on: date("2026-11-20"))
    #expect(instant == utc(String(expected.prefix(10)), String(expected.suffix(5))))
    #expect(boundary.day(at: instant) == date("2026-11-20"))
  }

  /// Random zones, against boundaries computed segment by segment.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func agreesWithRandomZones(seed: UInt64) throws {
    var random = Seeded(seed)
    let made = someZone(&random)
    let startsAt = try #require(
      TimeOfDay(
        hour: .random(in: 0...11, using: &random), minute: .random(in: 0...59, using: &random)))
    let boundary = DayBoundary(startsAt: startsAt, zone: made.zone)
    for day in days("2026-01-01", "2026-02-10") {
      let target = utc(day.description, startsAt.description).seconds
      let start = try #require(made.firstInstant(whenLocalClockReaches: target))
      let end = try #require(made.firstInstant(whenLocalClockReaches: target + 86_400))
      #expect(boundary.start(of: day) == start)
      #expect(boundary.end(of: day) == end)
      guard start < end else { continue }
      let within = Instant(.random(in: start.seconds..<end.seconds, using: &random))
      for instant in [start, end - 1, within] { #expect(boundary.day(at: instant) == day) }
      #expect(boundary.day(at: start - 1) < day)
    }
  }

  /// Up to four changes, days apart, of up to a whole day.
  private func someZone(_ random: inout Seeded) -> MadeZone {
    var instant = utc("2026-01-03", "00:00").seconds
    let offset = { (random: inout Seeded) in Int.random(in: -43_200...50_400, using: &random) }
    let first = offset(&random)
    let changes = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      instant += Int64.random(in: 260_000...900_000, using: &random)
      let whole = Bool.random(using: &random)
      return (instant, whole ? offset(&random) / 3600 * 3600 : offset(&random))
    }
    return MadeZone(first, changes)
  }

  // MARK: RFC 3339

  private static let offsets: [(Int, String)] = [
    (0, "2026-11-20T12:34:56+00:00"), (9 * hour, "2026-11-20T21:34:56+09:00"),
    (-3 * hour - 1800, "2026-11-20T09:04:56-03:30"), (-1800, "2026-11-20T12:04:56-00:30"),
    (14 * hour, "2026-11-21T02:34:56+14:00"), (-13 * hour, "2026-11-19T23:34:56-13:00"),
    // RFC 3339 cannot express 5:37:11; the offset is cut and the instant kept.
    (5 * hour + 37 * 60 + 11, "2026-11-20T18:11:56+05:37"),
    (-(5 * hour + 37 * 60 + 11), "2026-11-20T06:57:56-05:37"),
  ]

  @Test(arguments: offsets)
  func writesAnInstantWithItsOffset(offset: Int, text: String) {
    #expect(utc("2026-11-20", "12:34:56").rfc3339(in: MadeZone(offset).zone) == text)
  }

  @Test func writesInstantsBefore1970() {
    #expect(Instant(-1).rfc3339(in: MadeZone(0).zone) == "1969-12-31T23:59:59+00:00")
    #expect(Instant(-86_401).rfc3339(in: MadeZone(3600).zone) == "1969-12-31T00:59:59+01:00")
  }

  @Test func theEarliestAndLatestInstantsDoNotOverflow() {
    #expect(Instant(.max) + 1 == Instant(.max))
    #expect(Instant(.min) - 1 == Instant(.min))
    #expect(Instant(.max) - .min == Instant(.max))
    #expect(Instant(5) - 10 == Instant(-5))
  }

  @Test(arguments: [.min, .min + 1, -1, .max - 1, .max] as [Int64], [-93_600, 0, 93_600])
  func everyInstantHasADayATimeAndAText(seconds: Int64, offset: Int) {
    let (instant, zone) = (Instant(seconds), MadeZone(offset).zone)
    let boundary = DayBoundary(startsAt: .midnight, zone: zone)
    let day = boundary.day(at: instant)
    if seconds < -1 { #expect(day == .earliest) }
    if seconds > 0 { #expect(day == .latest) }
    #expect((0..<1440).contains(boundary.timeOfDay(at: instant).minutes))
    let text = instant.rfc3339(in: zone)
    #expect(text.hasPrefix("\(day)T") && text.count == 25, "\(text)")
  }
}

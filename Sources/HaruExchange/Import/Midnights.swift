internal import HaruCore

/// Finds the days of instants, each of which was midnight where it was written down (behaviours
/// §5.4).
struct Midnights {
  /// A place, as far as it is known by the midnights it has.
  private struct Place {
    let remark: (Int) -> Import.Remark
    let boundary: DayBoundary
    var rows = 0

    init(zone: Zone) {
      boundary = DayBoundary(startsAt: .midnight, zone: zone)
      remark = { .zone(zone.name, rows: $0) }
    }

    init(utcOffset: Int) {
      boundary = DayBoundary(
        startsAt: .midnight, zone: Zone(name: "") { _ in utcOffset })
      remark = { .offset(utcOffset, rows: $0) }
    }

    /// The day that begins at an instant or near it, and how many seconds apart they are.
    func nearest(to instant: Instant) -> (day: Day, distance: Int64) {
      let day = boundary.day(at: instant)
      let since = instant.seconds - boundary.start(of: day).seconds
      let until = boundary.end(of: day).seconds - instant.seconds
      guard until < since, let next = day.advanced(by: 1) else { return (day, since) }
      return (next, until)
    }
  }

  /// How far from midnight an instant may lie: more than summer time moves it.
  private static let tolerance: Int64 = 3 * 3600
  /// Zones are a multiple of this ahead of UTC, or behind it.
  private static let step: Int64 = 15 * 60

  /// The places, those with most rows first; never none.
  private var places: [Place]

  /// Finds out where instants were midnights.
  ///
  /// - Throws: `ImportError.ambiguousZone` where that could be on both sides of the date line.
  init(of instants: [Instant], _ wish: Wish) throws(ImportError) {
    let own = Place(zone: wish.zone)
    let others = instants.filter { own.nearest(to: $0).distance != 0 }
    var rows: [Int: Int] = [:]
    for instant in others {
      guard let offset = try Midnights.utcOffset(ofMidnight: instant, wish) else { continue }
      rows[offset, default: 0] += 1
    }
    let isOwn = wish.isZoneNamed || others.count * 2 <= instants.count
    // A single instant may be anything; whoever travelled has left more than one.
    let groups = rows.filter { $0.value > 1 || (!isOwn && rows.count == 1) }
      .sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { Place(utcOffset: $0.key) }
    places =
      isOwn || others.count < instants.count || groups.isEmpty
      ? (isOwn ? [own] + groups : groups + [own]) : groups
  }

  /// The day that an instant stands for; `nil` if it is near no midnight.
  mutating func day(of instant: Instant) -> Day? {
    let nearest = places.map { $0.nearest(to: instant) }
    let best = nearest.indices.min { nearest[$0].distance < nearest[$1].distance }
    guard let best, nearest[best].distance <= Midnights.tolerance else { return nil }
    places[best].rows += 1
    return nearest[best].day
  }

  /// The day in which an instant lies, where most of the others were midnights.
  func dayHolding(_ instant: Instant) -> Day {
    places[0].boundary.day(at: instant)
  }

  /// Where the instants were found to be midnights.
  var remarks: [Import.Remark] {
    places.filter { $0.rows > 0 }.map { $0.remark($0.rows) }
  }

  /// How far ahead of UTC a place is in which an instant is midnight; `nil` if there is none.
  private static func utcOffset(ofMidnight instant: Instant, _ wish: Wish) throws(ImportError)
    -> Int?
  {
    let day = utc.day(at: instant)
    let since = instant.seconds - utc.start(of: day).seconds
    guard since % step == 0 else { return nil }
    let (west, east) = (Int(-since), Int(utc.end(of: day).seconds - instant.seconds))
    // No place is more than 12 hours behind, or more than 14 ahead.
    guard east <= 14 * 3600 else { return west }
    guard west >= -12 * 3600 else { return east }
    guard wish.isZoneNamed else { throw .ambiguousZone }
    let own = wish.zone.utcOffset(instant)
    return abs(west - own) < abs(east - own) ? west : east
  }

  private static let utc = DayBoundary(startsAt: .midnight, zone: .utc)
}

extension Zone {
  /// The zone of instants that stand for days wherever they are read.
  static let utc = Zone(name: "UTC") { _ in 0 }
}

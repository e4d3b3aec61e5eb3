internal import HaruCore

/// Finds the days of instants that were midnights in the zone of their writer
/// (docs/formats.md#midnights).
struct Midnights {
  /// A zone or an offset in which instants are midnights.
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

    /// The day whose beginning is nearest to an instant, and the distance in seconds.
    func nearest(to instant: Instant) -> (day: Day, distance: Int64) {
      let day = boundary.day(at: instant)
      let since = instant.seconds - boundary.start(of: day).seconds
      let until = boundary.end(of: day).seconds - instant.seconds
      guard until < since, let next = day.advanced(by: 1) else { return (day, since) }
      return (next, until)
    }
  }

  /// The largest distance of an instant from midnight, in seconds; summer time moves it less.
  private static let tolerance: Int64 = 3 * 3600
  /// Offsets from UTC are multiples of this, in seconds.
  private static let step: Int64 = 15 * 60

  /// The places, the most frequent first; never empty.
  private var places: [Place]

  /// Finds the places in which instants were midnights.
  ///
  /// - Throws: `ImportError.ambiguousZone` if they could be on both sides of the date line.
  init(of instants: [Instant], _ options: ImportOptions) throws(ImportError) {
    let own = Place(zone: options.zone)
    let others = instants.filter { own.nearest(to: $0).distance != 0 }
    let isOwn = options.isZoneNamed || others.count * 2 <= instants.count
    let groups = try Midnights.groups(of: others, isOwn: isOwn, options)
    if isOwn {
      places = [own] + groups
    } else if groups.isEmpty || others.count < instants.count {
      places = groups + [own]
    } else {
      places = groups
    }
  }

  /// The day of an instant; `nil` if it is not near a midnight.
  mutating func day(of instant: Instant) -> Day? {
    let nearest = places.map { $0.nearest(to: instant) }
    let best = nearest.indices.min { nearest[$0].distance < nearest[$1].distance }
    guard let best, nearest[best].distance <= Midnights.tolerance else { return nil }
    places[best].rows += 1
    return nearest[best].day
  }

  /// The day of an instant at any time, in the most frequent place.
  func dayHolding(_ instant: Instant) -> Day {
    places[0].boundary.day(at: instant)
  }

  /// The places that were found, with their numbers of rows.
  var remarks: [Import.Remark] {
    places.filter { $0.rows > 0 }.map { $0.remark($0.rows) }
  }

  /// The places of instants, grouped by their time in UTC, the most frequent first.
  private static func groups(
    of instants: [Instant], isOwn: Bool, _ options: ImportOptions
  ) throws(ImportError) -> [Place] {
    var groups: [Int64: (first: Instant, rows: Int)] = [:]
    for instant in instants {
      let day = DayBoundary.utc.day(at: instant)
      let time = instant.seconds - DayBoundary.utc.start(of: day).seconds
      if time % step == 0 { groups[time, default: (instant, 0)].rows += 1 }
    }
    // A single instant may be an error; a journey leaves more than one.
    let frequent = groups.filter { $0.value.rows > 1 }
    let meant = frequent.isEmpty && !isOwn ? groups : frequent
    let sorted = meant.sorted { ($1.value.rows, $0.key) < ($0.value.rows, $1.key) }
    return try sorted.map { (group) throws(ImportError) in
      Place(utcOffset: try utcOffset(ofMidnight: group.value.first, options))
    }
  }

  /// The offset from UTC with which an instant is midnight.
  private static func utcOffset(
    ofMidnight instant: Instant, _ options: ImportOptions
  ) throws(ImportError) -> Int {
    let day = DayBoundary.utc.day(at: instant)
    let west = Int(DayBoundary.utc.start(of: day).seconds - instant.seconds)
    let east = Int(DayBoundary.utc.end(of: day).seconds - instant.seconds)
    // Offsets are between -12 and +14 hours.
    guard east <= 14 * 3600 else { return west }
    guard west >= -12 * 3600 else { return east }
    guard options.isZoneNamed else { throw .ambiguousZone }
    let own = options.zone.utcOffset(instant)
    return abs(west - own) < abs(east - own) ? west : east
  }
}

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

  /// The places in which instants are midnights at the same time of UTC, the most frequent first.
  private static func groups(
    of instants: [Instant], isOwn: Bool, _ options: ImportOptions
  ) throws(ImportError) -> [Place] {
    var groups: [Int64: (first: Instant, rows: Int)] = [:]
    for instant in instants {
      let time = instant.seconds - utc.start(of: utc.day(at: instant)).seconds
      if time % step == 0 { groups[time, default: (instant, 0)].rows += 1 }
    }
    // A single instant may be anything; whoever travelled has left more than one.
    let frequent = groups.filter { $0.value.rows > 1 }
    let meant = frequent.isEmpty && !isOwn ? groups : frequent
    let sorted = meant.sorted { ($1.value.rows, $0.key) < ($0.value.rows, $1.key) }
    var places: [Place] = []
    for group in sorted {
      places.append(Place(utcOffset: try utcOffset(ofMidnight: group.value.first, options)))
    }
    return places
  }

  /// How far ahead of UTC a place is in which an instant is midnight.
  private static func utcOffset(
    ofMidnight instant: Instant, _ options: ImportOptions
  ) throws(ImportError) -> Int {
    let day = utc.day(at: instant)
    let west = Int(utc.start(of: day).seconds - instant.seconds)
    let east = Int(utc.end(of: day).seconds - instant.seconds)
    // No place is more than 12 hours behind, or more than 14 ahead.
    guard east <= 14 * 3600 else { return west }
    guard west >= -12 * 3600 else { return east }
    guard options.isZoneNamed else { throw .ambiguousZone }
    let own = options.zone.utcOffset(instant)
    return abs(west - own) < abs(east - own) ? west : east
  }

  private static let utc = DayBoundary(startsAt: .midnight, zone: .utc)
}

extension Zone {
  /// The zone of instants that stand for days wherever they are read.
  static let utc = Zone(name: "UTC") { _ in 0 }
}

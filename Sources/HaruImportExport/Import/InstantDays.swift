internal import HaruCore

/// Tells the days of the instants in a source: of each by the zone in which it was read first, so that no day
/// is decided twice (docs/sync.md#imports).
///
/// A class, because the zones of all rows are known after the last one.
final class InstantDays {
  /// A zone, and the newest instant that is read in it; the last zone is the present one, without an end.
  private struct Span {
    let until: Instant?
    let boundary: DayBoundary
    /// Whether the source has it from now on.
    var isNew = true
    var rows = 0

    /// The zone, up to a newest instant.
    func zone(until: Instant) -> SourceZone {
      SourceZone(until: until, startsAt: boundary.startsAt, zone: boundary.zone.name)
    }
  }

  /// A day in a span, and the instants that belong to it.
  private struct Stretch {
    let instants: Range<Instant>
    let day: Day
    let span: Int
  }

  private let known: [SourceZone]
  private let hasOwnStart: Bool
  private let today: Day
  private let (writtenAt, lastDate): (Instant?, Day)
  private var spans: [Span] = []
  /// Where the last instant was: most rows of a file are near each other.
  private var last: Stretch?
  /// The newest instant up to today that was read in the present zone.
  private var newest: Instant?
  /// The days after the last date whose instants had passed when the file was changed, which are no plans.
  private var happened: Set<Day> = []
  /// The spans whose zones this system does not have.
  private var unknown: [Int: String] = [:]

  /// Prepares for the instants of a source.
  ///
  /// - Parameters:
  ///   - sourceID: The source.
  ///   - options: What the user chose, and what is known of sources.
  ///   - ownStart: When days begin in a zone, if the source says so; else they begin as those of Haru, but what was
  ///     noted at midnight is meant for the date.
  /// - Throws: What `ownStart` throws.
  init(
    of sourceID: String, _ options: ImportOptions,
    ownStart: ((Zone) throws(ImportError) -> TimeOfDay)? = nil
  ) throws(ImportError) {
    (known, today) = (options.sourceZones[sourceID] ?? [], options.today)
    (writtenAt, lastDate) = (options.writtenAt, options.lastDate)
    hasOwnStart = ownStart != nil
    func startsAt(_ zone: Zone) throws(ImportError) -> TimeOfDay {
      if let ownStart { try ownStart(zone) } else { options.dayStartsAt }
    }
    // A zone whose start of the day an earlier version did not store is a guess; one that the user names replaces it.
    for each in known where each.startsAt != nil || !options.isZoneNamed {
      let zone = each.zone == options.zone.name ? options.zone : options.zoneNamed(each.zone)
      if zone == nil, !options.isZoneNamed { unknown[spans.count] = each.zone }
      let present = zone ?? options.zone
      let start = if let noted = each.startsAt { noted } else { try startsAt(present) }
      spans.append(
        Span(
          until: each.until, boundary: DayBoundary(startsAt: start, zone: present),
          isNew: each.startsAt == nil))
    }
    spans.append(
      Span(
        until: nil,
        boundary: DayBoundary(startsAt: try startsAt(options.zone), zone: options.zone)))
  }

  /// The day of an instant.
  func day(at instant: Instant) -> Day {
    let stretch = last.flatMap { $0.instants.contains(instant) ? $0 : nil } ?? stretch(of: instant)
    last = stretch
    spans[stretch.span].rows += 1
    note(stretch.day, at: instant)
    if stretch.span == spans.count - 1, stretch.day <= today {
      newest = max(newest ?? instant, instant)
    }
    return stretch.day
  }

  /// The day at a time of a day in UTC, in seconds since its midnight.
  func day(at seconds: Int, of day: Day) -> Day {
    self.day(at: DayBoundary.utc.start(of: day) + Int64(seconds))
  }

  /// Notes that a day is no plan if an instant of it had passed when the file was changed.
  func note(_ day: Day, at instant: Instant) {
    if day > lastDate, let writtenAt, instant <= writtenAt { happened.insert(day) }
  }

  /// The same at a time of a day in UTC, in seconds since its midnight.
  ///
  /// - Returns: The day.
  func note(_ day: Day, at seconds: Int) -> Day {
    note(day, at: DayBoundary.utc.start(of: day) + Int64(seconds))
    return day
  }

  /// Adds to what was found the zones in which its instants were read, and takes from its plans what has happened.
  ///
  /// - Throws: `ImportError.unknownZone` if this system does not have the zone of one of them.
  func addingZones(to found: Import.Found) throws(ImportError) -> Import.Found {
    var found = found
    found.ahead.subtract(happened)
    let read = spans.indices.filter { spans[$0].rows > 0 }
    guard !read.isEmpty else { return found }
    if let name = read.lazy.compactMap({ self.unknown[$0] }).first { throw .unknownZone(name) }
    let names = unique(read.map { spans[$0].boundary.zone.name })
    let remarks = names.map { name in
      let spans = spans.filter { $0.boundary.zone.name == name }
      return Import.Remark.zone(name, rows: spans.reduce(0) { $0 + $1.rows })
    }
    let new = spans.filter(\.isNew).compactMap { span in
      (span.until ?? newest).map { span.zone(until: $0) }
    }
    (found.knownZones, found.newZones) = (known, new)
    found.remarks += remarks
    return found
  }

  private func stretch(of instant: Instant) -> Stretch {
    let index = spans.firstIndex { $0.until.map { instant <= $0 } ?? true } ?? spans.count - 1
    let span = spans[index]
    if !hasOwnStart, let date = span.boundary.dateOfMidnight(instant) {
      return Stretch(instants: instant..<instant + 1, day: date, span: index)
    }
    let day = span.boundary.day(at: instant)
    var (start, end) = (span.boundary.start(of: day), span.boundary.end(of: day))
    // What was noted at the midnight within it may be of another day.
    if !hasOwnStart, let midnight = span.boundary.midnight(within: day) {
      if instant < midnight { end = min(end, midnight) } else { start = max(start, midnight + 1) }
    }
    if index > 0, let before = spans[index - 1].until { start = max(start, before + 1) }
    if let until = span.until { end = min(end, until + 1) }
    // A day that begins in the evening is that of the next date.
    let isOfNextDate = span.boundary.startsAt.minutes > 12 * 60
    return Stretch(
      instants: min(start, instant)..<max(end, instant + 1),
      day: isOfNextDate ? day.advanced(by: 1) ?? day : day, span: index)
  }
}

extension DayBoundary {
  /// The dates of its zone; `nil` if its days are these.
  private var dates: DayBoundary? {
    startsAt == .midnight ? nil : DayBoundary(startsAt: .midnight, zone: zone)
  }

  /// The midnight at which a date begins within a day; `nil` if days begin there anyway.
  fileprivate func midnight(within day: Day) -> Instant? {
    dates.flatMap { dates in day.advanced(by: 1).map(dates.start) }
  }

  /// The date that begins at an instant; `nil` if none does, or days begin there anyway.
  fileprivate func dateOfMidnight(_ instant: Instant) -> Day? {
    guard let dates else { return nil }
    let date = dates.day(at: instant)
    return dates.start(of: date) == instant ? date : nil
  }
}

extension Instant {
  /// The instant of seconds since 1970 in a file, without their fraction; `nil` before 1970 and after 9999.
  init?(recorded seconds: Double) {
    guard seconds >= 0, seconds < 253_402_300_800 else { return nil }
    self.init(Int64(seconds))
  }
}

/// A time zone.
public struct Zone: Sendable {
  /// The system's name of it; empty if it has none, or none that is short enough to be one.
  public let name: String
  /// The offset of local time from UTC in seconds, at an instant; one of `offsets`.
  public let utcOffset: @Sendable (Instant) -> Int

  /// The zone of universal time.
  public static let utc = Zone(name: "UTC") { _ in 0 }

  /// The offsets that a zone can have: those of RFC 8536, section 3.2.
  ///
  /// A file can hold others, which would make the search for the start of a day long. POSIX allows up
  /// to 24:59:59 as well, and no real zone has been more than 15:13:42 away from UTC.
  static let offsets = -89_999...93_599

  /// The most bytes of a name; a machine with version 0.4 takes no mark with a longer one.
  private static let mostNameBytes = 255

  /// Makes a zone from its name and its offsets; one that no zone can have becomes the nearest.
  public init(name: String, utcOffset: @escaping @Sendable (Instant) -> Int) {
    self.name = name.utf8.count <= Zone.mostNameBytes ? name : ""
    self.utcOffset = { min(max(utcOffset($0), Zone.offsets.lowerBound), Zone.offsets.upperBound) }
  }
}

extension Instant {
  /// The instant by RFC 3339, in the local time of `zone`.
  ///
  /// RFC 3339 has no seconds in an offset: an offset with seconds is cut to the minute, and the local
  /// time is that of the cut offset, so that the instant stays the same.
  public func rfc3339(in zone: Zone) -> String {
    let offset = zone.utcOffset(self) / 60 * 60
    let local = (self + Int64(offset)).seconds
    let day = Day.nearest(daysSince1970: floorDivided(local, by: 86_400))
    // Beyond the range of days the nearest second of that range.
    let second = Int(min(max(local - day.daysSince1970 * 86_400, 0), 86_399))
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }
    let hours = padded(abs(offset) / 3600, to: 2)
    let minutes = padded(abs(offset) / 60 % 60, to: 2)
    assert((0...86_399).contains(second), "a time lies in its day")
    let sign = offset < 0 ? "-" : "+"
    return "\(day)T\(time.joined(separator: ":"))\(sign)\(hours):\(minutes)"
  }

  /// Reads an instant as `rfc3339(in:)` writes it; `nil` for anything else.
  public init?(rfc3339 text: String) {
    let parts = Array(text.utf8)
    guard parts.count == 25 || (parts.count == 20 && parts[19] == UInt8(ascii: "Z")),
      let day = Day(String(text.prefix(10))), parts[10] == UInt8(ascii: "T"),
      let seconds = Instant.seconds(parts[11..<19])
    else { return nil }
    var offset = 0
    if parts.count == 25 {
      guard [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(parts[19]),
        let size = Instant.seconds(parts[20..<25] + Array(":00".utf8))
      else { return nil }
      offset = parts[19] == UInt8(ascii: "-") ? -size : size
    }
    self.init(day.daysSince1970 * 86_400 + Int64(seconds - offset))
  }

  /// The seconds of `HH:MM:SS`.
  private static func seconds(_ clock: ArraySlice<UInt8>) -> Int? {
    let parts = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      guard part.count == 2, part.allSatisfy(\.isDigit) else { return nil }
      return Int(part[part.startIndex] - 48) * 10 + Int(part[part.startIndex + 1] - 48)
    }
    guard parts.count == 3, numbers.count == 3, numbers[0] < 25, numbers[1] < 60, numbers[2] < 61
    else { return nil }
    // A leap second is the last of its minute, and so of its day.
    return numbers[0] * 3600 + numbers[1] * 60 + min(numbers[2], 59)
  }
}

extension Provenance {
  /// The instant in the local time of the entry, such as `2026-11-20T21:30:00+09:00`.
  public var localRFC3339: String { at.rfc3339(in: localZone) }

  /// The day of the entry, where days start at a time.
  public func day(startingAt startsAt: TimeOfDay) -> Day {
    DayBoundary(startsAt: startsAt, zone: localZone).day(at: at)
  }

  /// The zone of the entry, of which no other offset is known.
  private var localZone: Zone {
    let offset = utcOffset
    return Zone(name: zone) { _ in offset }
  }

  /// The local date and time of the entry, such as `2026-11-20 21:30`.
  public var localTime: String {
    localRFC3339.prefix(16).split(separator: "T").joined(separator: " ")
  }
}

/// Division that rounds down.
func floorDivided(_ a: Int64, by b: Int64) -> Int64 {
  assert(b > 0, "only a positive divisor rounds so")
  let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
  return remainder < 0 ? quotient - 1 : quotient
}

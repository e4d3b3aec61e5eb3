import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

/// Boundaries of days in real zones by libc, against Python, which reads the same files.
///
/// libc has one zone in a process, so that every test has a process of its own.
@Suite struct ZoneTests {
  private static let parts = 4

  /// What is longer is no name; machines with version 0.4 take no mark with it.
  @Test(arguments: [0, 1, 254, 255, 256, 4096])
  func aNameOfAZoneIsShort(length: Int) {
    let name = String(repeating: "Z", count: length)
    #expect(Zone(name: name) { _ in 0 }.name == (length <= 255 ? name : ""))
    let said = Provenance(at: Instant(0), in: Zone(name: name) { _ in 0 }, source: .command)
    #expect(said.isStorable)
  }

  /// Every zone of the system and every day of 2026 to 2028, against Python.
  @Test(arguments: 0..<parts)
  func everyDayOfEveryZoneAgreesWithPython(part: Int) async throws {
    await inOwnProcess(given: part) {
      let part = try Given.value(of: Int.self)
      let folder = ZoneFiles.system
      let zones = try ZoneFiles.different(in: folder)
        .enumerated().filter { $0.offset % ZoneTests.parts == part }.map(\.element)
      #expect(zones.count > 50, "too few zones in \(folder)")
      let all = days("2026-01-01", "2029-01-01")
      let starts = try OtherReader.starts(of: all, in: zones, of: folder)
      #expect(starts.count == zones.count * all.count)
      for (index, zone) in zones.enumerated() {
        LibcZone.set(zone)
        let boundary = DayBoundary(startsAt: .midnight, zone: LibcZone.zone)
        let starts = starts[index * all.count..<(index + 1) * all.count]
        for ((day, start), end) in zip(zip(all, starts), starts.dropFirst()) {
          guard boundary.start(of: day) == start, boundary.end(of: day) == end,
            start == end || (boundary.day(at: start) == day && boundary.day(at: end - 1) == day)
          else {
            Issue.record("\(day) in \(zone) should run from \(start) to \(end)")
            break
          }
        }
      }
    }
  }

  /// Days computed by hand, in UTC.
  private static let hardCases:
    [(zone: String, day: String, startsAt: String, start: String, end: String)] = [
      // No midnight: the clock jumps from 23:59:59 to 01:00.
      ("America/Santiago", "2026-09-06", "00:00", "2026-09-06 04:00", "2026-09-07 03:00"),
      ("Africa/Cairo", "2026-04-24", "00:00", "2026-04-23 22:00", "2026-04-24 21:00"),
      ("Asia/Beirut", "2026-03-29", "00:00", "2026-03-28 22:00", "2026-03-29 21:00"),
      ("America/Havana", "2026-03-08", "00:00", "2026-03-08 05:00", "2026-03-09 04:00"),
      ("America/Asuncion", "2024-10-06", "00:00", "2024-10-06 04:00", "2024-10-07 03:00"),
      ("Atlantic/Azores", "2026-03-29", "00:00", "2026-03-29 01:00", "2026-03-30 00:00"),
      // Two midnights: the first counts.
      ("America/Havana", "2025-11-02", "00:00", "2025-11-02 04:00", "2025-11-03 05:00"),
      ("Atlantic/Azores", "2026-10-25", "00:00", "2026-10-25 00:00", "2026-10-26 01:00"),
      // At 00:01 the clock goes back to 23:01; the day that has ended does not begin again.
      ("America/St_Johns", "2010-11-06", "00:00", "2010-11-06 02:30", "2010-11-07 02:30"),
      ("America/St_Johns", "2010-11-07", "00:00", "2010-11-07 02:30", "2010-11-08 03:30"),
      // The clock goes from 23:00 to midnight: the day before ends an hour early.
      ("America/Nuuk", "2024-03-30", "00:00", "2024-03-30 02:00", "2024-03-31 01:00"),
      ("America/Nuuk", "2024-03-31", "00:00", "2024-03-31 01:00", "2024-04-01 01:00"),
      // Missing days.
      ("Pacific/Apia", "2011-12-29", "00:00", "2011-12-29 10:00", "2011-12-30 10:00"),
      ("Pacific/Apia", "2011-12-30", "00:00", "2011-12-30 10:00", "2011-12-30 10:00"),
      ("Pacific/Apia", "2011-12-31", "00:00", "2011-12-30 10:00", "2011-12-31 10:00"),
      ("Pacific/Kiritimati", "1994-12-31", "00:00", "1994-12-31 10:00", "1994-12-31 10:00"),
      ("Pacific/Kiritimati", "1995-01-01", "00:00", "1994-12-31 10:00", "1995-01-01 10:00"),
      // Changes of half an hour and two hours, and extreme offsets.
      ("Australia/Lord_Howe", "2026-04-05", "00:00", "2026-04-04 13:00", "2026-04-05 13:30"),
      ("Australia/Lord_Howe", "2026-10-04", "00:00", "2026-10-03 13:30", "2026-10-04 13:00"),
      ("Antarctica/Troll", "2026-03-29", "00:00", "2026-03-29 00:00", "2026-03-29 22:00"),
      ("Antarctica/Troll", "2026-10-25", "00:00", "2026-10-24 22:00", "2026-10-26 00:00"),
      ("Pacific/Kiritimati", "2026-06-15", "00:00", "2026-06-14 10:00", "2026-06-15 10:00"),
      // The start of the day is skipped, comes twice, or is far from midnight.
      ("Europe/Berlin", "2026-03-28", "02:30", "2026-03-28 01:30", "2026-03-29 01:00"),
      ("Europe/Berlin", "2026-03-29", "02:30", "2026-03-29 01:00", "2026-03-30 00:30"),
      ("Europe/Berlin", "2026-10-24", "02:30", "2026-10-24 00:30", "2026-10-25 00:30"),
      ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25 00:30", "2026-10-26 01:30"),
      ("Europe/Berlin", "2026-03-28", "12:00", "2026-03-28 11:00", "2026-03-29 10:00"),
      ("Europe/Berlin", "2026-03-29", "12:00", "2026-03-29 10:00", "2026-03-30 10:00"),
      ("Europe/Berlin", "2026-10-24", "12:00", "2026-10-24 10:00", "2026-10-25 11:00"),
    ]

  @Test func hardCasesMatchTheTable() async {
    await inOwnProcess {
      for hard in ZoneTests.hardCases {
        LibcZone.set(hard.zone)
        let boundary = DayBoundary(startsAt: time(hard.startsAt), zone: LibcZone.zone)
        let day = date(hard.day)
        let which = "\(hard.zone) \(hard.day) \(hard.startsAt)"
        let instants = [hard.start, hard.end].map {
          utc(String($0.prefix(10)), String($0.suffix(5)))
        }
        let found = [boundary.start(of: day), boundary.end(of: day)]
        #expect(found == instants, "\(which): \(found.map { $0.rfc3339(in: .utc) })")
        guard instants[0] < instants[1] else { continue }
        // The day contains exactly its own seconds.
        for instant in stride(from: instants[0].seconds, to: instants[1].seconds, by: 59) {
          let holding = boundary.day(at: Instant(instant))
          #expect(holding == day, "\(which) at \(instant): \(holding)")
          guard holding == day else { break }
        }
        #expect(boundary.day(at: instants[0] - 1) < day, "\(which), before")
        #expect(boundary.day(at: instants[1]) > day, "\(which), after")
      }
    }
  }

  /// A click on each day, at a random hour, keeps the streak through every change of the clock.
  @Test(arguments: [
    ("America/Santiago", "2026-08-20", "2026-09-20"), ("Africa/Cairo", "2026-04-10", "2026-05-10"),
    ("Asia/Beirut", "2026-03-15", "2026-11-10"), ("Pacific/Kiritimati", "2024-02-20", "2024-03-10"),
    ("Pacific/Apia", "2021-03-20", "2021-04-20"), ("Antarctica/Troll", "2026-03-20", "2026-04-05"),
    ("America/St_Johns", "2010-11-01", "2010-11-15"), ("Europe/Berlin", "2024-02-01", "2024-11-01"),
  ])
  func oneClickADayKeepsTheStreak(zone: String, first: String, last: String) async throws {
    await inOwnProcess(given: zone, first, last) {
      let (zone, first, last) = try Given.value(of: String.self, String.self, String.self)
      LibcZone.set(zone)
      let provider = TimelineProvider(settings: Settings(), zone: LibcZone.zone)
      let boundary = provider.boundary
      var random = Seeded(7)
      var marks: [Day] = []
      for day in days(first, last) {
        let (start, end) = (boundary.start(of: day), boundary.end(of: day))
        let click = Instant(.random(in: start.seconds..<end.seconds, using: &random))
        marks.insert(boundary.day(at: click), at: 0)
        let shown = provider.timeline(of: Record(days: marks), at: end - 1, answered: click)
          .entries[0]
        #expect(shown.history.streak.current == marks.count, "\(zone), \(day)")
        #expect(shown.history.streak.isTodayStudied, "\(zone), \(day)")
        // A day later the streak is alive, and ends that day.
        let next = provider.timeline(of: Record(days: marks), at: end, answered: click).entries[0]
        #expect(next.history.streak.current == marks.count, "\(zone), after \(day)")
        #expect(next.history.streak.endsToday, "\(zone), after \(day)")
      }
    }
  }

  /// A skipped day of a zone breaks a streak, but can be marked.
  @Test func aSkippedDateCanBeMarked() async {
    await inOwnProcess {
      LibcZone.set("Pacific/Apia")
      let provider = TimelineProvider(settings: Settings(), zone: LibcZone.zone)
      let now = provider.boundary.start(of: date("2011-12-31"))
      let marks = days("2011-12-20", "2011-12-29").reversed() as [Day]
      let entry = { (marks: [Day]) in
        provider.timeline(of: Record(days: marks), at: now, answered: now).entries[0]
      }
      #expect(entry(marks).day == date("2011-12-31"))
      #expect(entry(marks).history.streak.endedYesterday?.length == 10)
      #expect(entry([date("2011-12-30")] + marks).history.streak.current == 11)
    }
  }

  /// The days around every change of every clock from 1900 to 2037.
  @Test(arguments: 0..<parts)
  func daysAreWholeAroundEveryClockChange(part: Int) async throws {
    await inOwnProcess(given: part) {
      let part = try Given.value(of: Int.self)
      let zones = try ZoneFiles.different(in: ZoneFiles.system)
      let epoch = date("1970-01-01")
      let begins = Int64(date("1900-01-01").days(since: epoch)) * 86_400
      let ends = Int64(date("2038-01-01").days(since: epoch)) * 86_400
      let step = Int64(4 * 86_400)
      var changes = 0
      for (index, zone) in zones.enumerated() where index % ZoneTests.parts == part {
        LibcZone.set(zone)
        let starts = ["00:00", "02:30", "12:00"].map(time)
        let boundary = DayBoundary(startsAt: starts[index % 3], zone: LibcZone.zone)
        var before = LibcZone.zone.utcOffset(Instant(begins))
        for instant in stride(from: begins, to: ends, by: Int(step)) {
          let offset = LibcZone.zone.utcOffset(Instant(instant))
          guard offset != before else { continue }
          before = offset
          changes += 1
          var day = boundary.day(at: Instant(instant - step)).advanced(by: -1)
          for _ in 0..<6 {
            guard let current = day, isWhole(current, boundary) else {
              Issue.record("\(day.map(\.description) ?? "") from \(boundary.startsAt) in \(zone)")
              return
            }
            day = current.advanced(by: 1)
          }
        }
      }
      #expect(changes > 5000, "only \(changes) changes were found")
    }
  }
}

/// Whether a day holds exactly the instants from its start to its end, which is where the next day
/// that exists begins; or none, if it does not exist.
private func isWhole(_ day: Day, _ boundary: DayBoundary) -> Bool {
  let (start, end) = (boundary.start(of: day), boundary.end(of: day))
  guard boundary.day(at: start - 1) < day, boundary.day(at: end) > day else { return false }
  guard start < end else { return start == end && boundary.day(at: start) > day }
  var next = day.advanced(by: 1)
  while let missing = next, boundary.day(at: boundary.start(of: missing)) != missing {
    next = missing.advanced(by: 1)
  }
  return boundary.day(at: start) == day && boundary.day(at: end - 1) == day
    && next.map(boundary.start(of:)) == end
}

/// The zone of this process by libc.
private enum LibcZone {
  static func set(_ name: String) {
    // These tests are long, and must not slow down tests that measure time.
    setpriority(.init(PRIO_PROCESS.rawValue), 0, 15)
    setenv("TZ", name, 1)
    tzset()
  }

  static let zone = Zone(name: "") { instant in
    var (time, parts) = (time_t(instant.seconds), tm())
    localtime_r(&time, &parts)
    return parts.tm_gmtoff
  }
}

/// The zone files of a folder.
private enum ZoneFiles {
  static var system: String {
    ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
  }

  /// The names of all different zones, without links and copies.
  static func different(in folder: String) throws -> [String] {
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    var names: [Data: String] = [:]
    for case let name as String in files {
      // Copies of all zones, the second with leap seconds.
      guard !name.hasPrefix("posix/"), !name.hasPrefix("right/"),
        let content = FileManager.default.contents(atPath: folder + "/" + name),
        content.starts(with: Data("TZif".utf8))
      else { continue }
      names[content] = min(name, names[content] ?? name)
    }
    return names.values.sorted()
  }
}

/// Python, which reads zone files without libc.
private enum OtherReader {
  /// The first instants of days, zone after zone.
  static func starts(of days: [Day], in zones: [String], of folder: String) throws -> [Instant] {
    let epoch = date("1970-01-01")
    let range = [days.first, days.last].map { String($0?.days(since: epoch) ?? 0) }
    let bytes = try run(
      ["python3", "-c", program, folder] + range, input: zones.joined(separator: "\n"))
    return bytes.withUnsafeBytes { bytes in
      bytes.bindMemory(to: Int64.self).map { Instant(Int64(littleEndian: $0)) }
    }
  }

  /// Finds the changes of each zone, and the midnights in each interval between them; prints 64-bit
  /// numbers.
  private static let program = """
    import sys, zoneinfo
    from array import array
    from datetime import datetime, timedelta, timezone

    folder, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    zoneinfo.reset_tzpath([folder])
    epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
    begin, end = (first - 3) * 86400, (last + 3) * 86400
    step = 6 * 3600

    def offset(zone, instant):
        local = (epoch + timedelta(seconds=instant)).astimezone(zone)
        return round(local.utcoffset().total_seconds())

    def stretches(zone):
        found = [(begin, offset(zone, begin))]
        for high in range(begin + step, end, step):
            while offset(zone, high) != found[-1][1]:
                low, right = max(high - step, found[-1][0]), high
                while right - low > 1:
                    middle = (low + right) // 2
                    if offset(zone, middle) == found[-1][1]:
                        low = middle
                    else:
                        right = middle
                found.append((right, offset(zone, right)))
        return found

    for name in sys.stdin.read().split("\\n"):
        known = stretches(zoneinfo.ZoneInfo(name))
        ends = [start for start, _ in known[1:]] + [end]
        starts, at = array("q"), 0
        for day in range(first, last + 1):
            for (start, ahead), stop in zip(known[at:], ends[at:]):
                instant = max(start, day * 86400 - ahead)
                if instant < stop:
                    starts.append(instant)
                    break
                # A stretch that ended before this midnight ends before the next ones too.
                at += 1
        if sys.byteorder == "big":
            starts.byteswap()
        sys.stdout.buffer.write(starts.tobytes())
    """
}

/// Runs a program to its end.
///
/// - Returns: Its output.
private func run(_ command: [String], input: String = "") throws -> Data {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  // A file, not a pipe: the program writes before it has read everything.
  let questions = FileManager.default.temporaryDirectory
    .appendingPathComponent("haru-\(UUID().uuidString)")
  try Data(input.utf8).write(to: questions)
  defer { try? FileManager.default.removeItem(at: questions) }
  process.standardInput = try FileHandle(forReadingFrom: questions)
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let printed = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0, "\(command.first ?? "") failed")
  return printed
}

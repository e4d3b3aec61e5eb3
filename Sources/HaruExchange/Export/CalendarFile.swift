internal import HaruCore

/// Studied days as an iCalendar file (RFC 5545), with an all-day event for each day
/// (docs/formats.md#icalendar).
///
/// The UID is made from the day alone, so that a calendar that imports a newer file updates its events
/// and makes no duplicates.
struct CalendarFile {
  private var lines: [String] = []

  /// Writes the calendar.
  ///
  /// - Parameters:
  ///   - contents: The marks and notes.
  ///   - summary: The title of each event.
  init(_ contents: Contents, summary: String) {
    add("BEGIN:VCALENDAR")
    add("VERSION:2.0")
    add("PRODID:-//Haru//haru \(Identity.version)//EN")
    add("CALSCALE:GREGORIAN")
    // A calendar without events needs another component (RFC 5545 §3.6).
    if contents.marks.isEmpty { addTimeZone() }
    for mark in contents.marks {
      add("BEGIN:VEVENT")
      add("UID:\(mark.day)@\(Identity.application)")
      add("DTSTAMP:\(CalendarFile.utc(mark.provenance.at))")
      add("DTSTART;VALUE=DATE:\(CalendarFile.compact(mark.day.description))")
      add("SUMMARY:\(CalendarFile.escaped(summary))")
      if let note = contents.notes[mark.day] { add("DESCRIPTION:\(CalendarFile.escaped(note))") }
      add("TRANSP:TRANSPARENT")
      add("END:VEVENT")
    }
    add("END:VCALENDAR")
  }

  /// The text of the file.
  var text: String { lines.map { $0 + "\r\n" }.joined() }

  private mutating func addTimeZone() {
    add("BEGIN:VTIMEZONE")
    add("TZID:Etc/UTC")
    add("BEGIN:STANDARD")
    add("DTSTART:19700101T000000")
    add("TZOFFSETFROM:+0000")
    add("TZOFFSETTO:+0000")
    add("END:STANDARD")
    add("END:VTIMEZONE")
  }

  /// Adds a line, folded after at most 75 octets and never within a character (RFC 5545 §3.1).
  private mutating func add(_ line: String) {
    var folded = ""
    for character in line.unicodeScalars {
      if folded.utf8.count + String(character).utf8.count > 75 {
        lines.append(folded)
        folded = " "
      }
      folded.unicodeScalars.append(character)
    }
    lines.append(folded)
  }

  /// The escaped text (RFC 5545 §3.3.11) without other control characters.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\", ";", ",": escaped += "\\" + String(character)
      case "\n": escaped += "\\n"
      case "\t": escaped += "\t"
      case let other where other.value < 0x20 || other.value == 0x7f: continue
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  private static func utc(_ instant: Instant) -> String {
    let written = instant.rfc3339(in: Zone(name: "UTC") { _ in 0 })
    return compact(String(written.prefix(19))) + "Z"
  }

  /// A date, or a date and time, without its hyphens and colons.
  private static func compact(_ text: String) -> String {
    String(text.filter { $0 != "-" && $0 != ":" })
  }
}

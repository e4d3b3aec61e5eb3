internal import HaruCore

/// Studied days as an iCalendar file (RFC 5545), with an all-day event for each day
/// (docs/formats.md#icalendar).
///
/// The UID is made from the day alone, so that a calendar that imports a newer file updates its events
/// and makes no duplicates.
struct CalendarFile {
  private var lines = CalendarLines()

  /// Writes the calendar.
  ///
  /// - Parameters:
  ///   - contents: The marks and notes.
  ///   - summary: The title of each event.
  init(_ contents: Contents, summary: String) {
    lines.add("BEGIN:VCALENDAR")
    lines.add("VERSION:2.0")
    lines.add("PRODID:-//Haru//haru \(Identity.version)//EN")
    lines.add("CALSCALE:GREGORIAN")
    // A calendar without events needs another component (RFC 5545 §3.6).
    if contents.marks.isEmpty { addTimeZone() }
    for mark in contents.marks {
      lines.add("BEGIN:VEVENT")
      lines.add("UID:\(mark.day)@\(Identity.application)")
      lines.add("DTSTAMP:\(CalendarLines.utc(mark.provenance.at))")
      lines.add("DTSTART;VALUE=DATE:\(CalendarLines.date(mark.day))")
      lines.add("SUMMARY:\(CalendarLines.escaped(summary))")
      if let note = contents.notes[mark.day] {
        lines.add("DESCRIPTION:\(CalendarLines.escaped(note))")
      }
      lines.add("TRANSP:TRANSPARENT")
      lines.add("END:VEVENT")
    }
    lines.add("END:VCALENDAR")
  }

  /// The text of the file.
  var text: String { lines.text }

  private mutating func addTimeZone() {
    lines.add("BEGIN:VTIMEZONE")
    lines.add("TZID:Etc/UTC")
    lines.add("BEGIN:STANDARD")
    lines.add("DTSTART:19700101T000000")
    lines.add("TZOFFSETFROM:+0000")
    lines.add("TZOFFSETTO:+0000")
    lines.add("END:STANDARD")
    lines.add("END:VTIMEZONE")
  }
}

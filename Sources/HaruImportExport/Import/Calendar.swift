internal import HaruCore

/// The events of an iCalendar file (RFC 5545): those of one title are the studied days
/// (docs/formats.md#icalendar-file).
enum Calendar: ImportFormat {
  static let name = "ics"

  static func recognizes(_ source: Source) -> Bool {
    source.text?.bytes.starts(with: "BEGIN:VCALENDAR".utf8) == true
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let items = try items(of: text)
    let titles = unique(items.map(\.title))
    let title = try options.choose(from: titles, name: { $0 })
    var builder = ImportBuilder(today: options.today)
    for item in items where item.title == title {
      add(item, in: options.zone, to: &builder)
    }
    return builder.found("iCalendar", sourceID: "ics:" + title, habit: title)
  }

  private static func add(_ item: Item, in zone: Zone, to builder: inout ImportBuilder) {
    let place = Import.Place.line(item.line)
    guard !item.isRepeated else { return builder.skip(place, .repeated) }
    guard !item.date.isEmpty else { return builder.skip(place, item.isTask ? .notDone : .noDate) }
    guard let first = item.day(item.date, zone) else {
      return builder.skip(place, .notADate(item.date))
    }
    // An event of whole days ends with the day before the one that it names.
    let end = item.isWholeDay ? item.day(item.end, zone) : nil
    let days = end?.days(since: first) ?? (item.isWholeDay ? item.days : nil)
    for index in 0..<min(max(1, days ?? 1), 366) {
      guard let day = first.advanced(by: index) else { break }
      let state: DayState = item.isCancelled ? .nothing : .studied
      builder.add(state, of: day, note: index == 0 ? item.note : "", at: place)
    }
  }

  /// An event, or a task that is done.
  fileprivate struct Item {
    let line: Int
    var isTask = false
    var title = ""
    var note = ""
    var date = ""
    var end = ""
    /// How many days it takes, if it says so in place of its end.
    var days: Int?
    var isWholeDay = false
    var isCancelled = false
    var isRepeated = false

    /// The day of a date such as `20261120`, `20261120T213000` or `20261120T213000Z`.
    func day(_ text: String, _ zone: Zone) -> Day? {
      guard let day = Day.compact(String(text.prefix(8))) else { return nil }
      guard text.hasSuffix("Z") else { return day }
      let digits = text.dropFirst(9).prefix(6).compactMap(\.wholeNumberValue)
      guard digits.count == 6 else { return nil }
      let seconds =
        (digits[0] * 10 + digits[1]) * 3600 + (digits[2] * 10 + digits[3]) * 60 + digits[4] * 10
        + digits[5]
      return zone.day(at: seconds, of: day)
    }
  }

  /// Reads the components; those within them, such as alarms, are passed over.
  private static func items(of text: Text) throws(ImportError) -> [Item] {
    var items: [Item] = []
    var item: Item?
    var inner = 0
    for (number, line) in unfolded(text) {
      guard let property = CalendarProperty(line) else { continue }
      switch (property.name, property.value.uppercased()) {
      case ("BEGIN", "VEVENT"), ("BEGIN", "VTODO"):
        item = Item(line: number, isTask: property.value.uppercased() == "VTODO")
      case ("END", "VEVENT"), ("END", "VTODO"):
        if let item { items.append(item) }
        item = nil
      case ("BEGIN", _): inner += item == nil ? 0 : 1
      case ("END", _): inner -= item == nil ? 0 : 1
      default: if inner == 0 { item?.take(property) }
      }
    }
    // A component without its end is the rest of a file that was cut.
    guard item == nil else { throw .damaged }
    return items
  }

  /// The days of a duration such as `P3D` or `P1W`; `nil` for one of hours.
  fileprivate static func days(_ duration: String) -> Int? {
    guard duration.first == "P", let unit = duration.last, "DW".contains(unit) else { return nil }
    return Int(duration.dropFirst().dropLast()).map { unit == "W" ? 7 * $0 : $0 }
  }

  /// Its lines, with those joined that were folded.
  private static func unfolded(_ text: Text) -> [(number: Int, line: String)] {
    var lines: [(number: Int, line: String)] = []
    for (number, line) in text.lines {
      if line.hasPrefix(" ") || line.hasPrefix("\t"), !lines.isEmpty {
        lines[lines.count - 1].line += line.dropFirst()
      } else {
        lines.append((number, line))
      }
    }
    return lines
  }
}

extension Calendar.Item {
  fileprivate mutating func take(_ property: CalendarProperty) {
    switch property.name {
    case "SUMMARY": title = property.text
    case "DESCRIPTION": note = property.text
    case "DTSTART" where !isTask:
      date = property.value
      isWholeDay = property.value.utf8.count == 8
    case "DTEND": end = property.value
    case "DURATION": days = Calendar.days(property.value)
    case "STATUS": isCancelled = property.value.uppercased() == "CANCELLED"
    case "COMPLETED": date = property.value
    case "RRULE", "RDATE": isRepeated = true
    default: break
    }
  }
}

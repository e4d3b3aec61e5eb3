internal import HaruCore

/// The events of an iCalendar file (RFC 5545): those of one title are the studied days
/// (docs/formats.md#icalendar-file).
enum Calendar: ImportFormat {
  static let name = "ics"

  static func recognizes(_ source: Source) -> Bool {
    source.text?.isCalendar == true
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let items = try items(of: text)
    let titles = unique(items.map(\.title))
    let title = try options.choose(from: titles, name: { $0 })
    var builder = ImportBuilder(options)
    let sourceID = "ics:" + title
    let instants = try InstantDays(of: sourceID, options)
    for item in items where item.title == title {
      if options.isOfSource, !item.isTask {
        builder.skip(.line(item.line), .event)
      } else {
        add(item, by: instants, to: &builder)
      }
    }
    return try instants.addingZones(
      to: builder.found("iCalendar", sourceID: sourceID, habit: title))
  }

  private static func add(_ item: Item, by instants: InstantDays, to builder: inout ImportBuilder) {
    let place = Import.Place.line(item.line)
    guard !item.isRepeated else { return builder.skip(place, .repeated) }
    guard !item.isTask || item.isDone || item.isCancelled && !item.date.isEmpty else {
      return builder.skip(place, .notDone)
    }
    guard !item.date.isEmpty else { return builder.skip(place, .noDate) }
    guard let first = item.day(item.date, instants) else {
      return builder.skip(place, .notADate(item.date))
    }
    // An event of whole days ends with the day before the one that it names.
    let end = item.isWholeDay ? item.day(item.end, instants) : nil
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
    /// What it says of its state; empty if nothing.
    var status = ""
    /// Whether something else says that it was done, perhaps without its date.
    var wasDone = false
    var isRepeated = false

    var isCancelled: Bool { status == "CANCELLED" }
    /// Whether it is a task that is done; one that was opened again keeps the time at which it was done before.
    var isDone: Bool { status.isEmpty ? wasDone : status == "COMPLETED" }

    /// The day of a date such as `20261120`, `20261120T213000` or `20261120T213000Z`.
    func day(_ text: String, _ instants: InstantDays) -> Day? {
      guard let day = Day.compact(String(text.prefix(8))) else { return nil }
      let time = text.dropFirst(8)
      if time.isEmpty { return day }
      guard let seconds = Calendar.seconds(time) else { return nil }
      return time.hasSuffix("Z") ? instants.day(at: seconds, of: day) : day
    }
  }

  /// The seconds since midnight of a time such as `T213000` or `T213000Z`.
  private static func seconds(_ time: Substring) -> Int? {
    let digits = time.dropFirst().prefix(6).compactMap(\.wholeNumberValue)
    guard time.first == "T", digits.count == 6, ["", "Z"].contains(time.dropFirst(7)) else {
      return nil
    }
    let parts = stride(from: 0, to: 6, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    guard parts[0] < 24, parts[1] < 60, parts[2] <= 60 else { return nil }
    // A leap second is the last of its minute.
    return parts[0] * 3600 + parts[1] * 60 + min(parts[2], 59)
  }

  /// Reads the components; those within them, such as alarms, are passed over.
  private static func items(of text: Text) throws(ImportError) -> [Item] {
    var items: [Item] = []
    var item: Item?
    // The names of the components around a line, from the outermost on.
    var open: [String] = []
    for (number, line) in text.wholeLines {
      guard let property = CalendarProperty(String(decoding: line, as: UTF8.self)) else {
        continue
      }
      let isOfItem = itemNames.contains(open.last ?? "")
      switch property.name {
      case "BEGIN":
        let name = trimmed(property.value).uppercased()
        open.append(name)
        // An item in an item is a part of a file that was cut and goes on.
        guard !itemNames.contains(name) || item == nil else { throw .damaged }
        if itemNames.contains(name) { item = Item(line: number, isTask: name == "VTODO") }
      case "END":
        guard open.popLast() == trimmed(property.value).uppercased() else { throw .damaged }
        if isOfItem, let ended = item {
          items.append(ended)
          item = nil
        }
      default: if isOfItem { item?.set(property) }
      }
    }
    // A component without its end is the rest of a file that was cut.
    guard open.isEmpty else { throw .damaged }
    return items
  }

  private static let itemNames = ["VEVENT", "VTODO"]

  /// The days of a duration such as `P3D` or `P1W`; `nil` for one of hours.
  fileprivate static func days(_ duration: String) -> Int? {
    guard duration.first == "P", let unit = duration.last, "DW".contains(unit) else { return nil }
    return Int(duration.dropFirst().dropLast()).map { unit == "W" ? 7 * $0 : $0 }
  }
}

extension Calendar.Item {
  fileprivate mutating func set(_ property: CalendarProperty) {
    switch property.name {
    case "SUMMARY": title = property.text
    case "DESCRIPTION": note = property.text
    case "DTSTART" where !isTask:
      date = property.value
      isWholeDay = property.value.utf8.count == 8
    case "DTEND": end = property.value
    case "DURATION": days = Calendar.days(property.value)
    case "STATUS": status = trimmed(property.value).uppercased()
    case "PERCENT-COMPLETE": wasDone = wasDone || property.value == "100"
    case "COMPLETED": (date, wasDone) = (property.value, true)
    case "RRULE", "RDATE": isRepeated = true
    default: break
    }
  }
}

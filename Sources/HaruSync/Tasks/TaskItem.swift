public import HaruCore

/// The item of a task list that stands for a day: an iCalendar file with one VTODO
/// (docs/tasks.md#an-item).
///
/// Other programs change it too, so that all but its state and Haru's own alarms stays as they wrote it.
public struct TaskItem: Hashable, Sendable {
  /// What Haru reads of it.
  public let state: TaskDay.Item
  /// When it was completed; `nil` if it does not say so.
  public let completed: Instant?
  /// Its text, as the file has it.
  public let text: String

  private let todo: Component

  /// The name of the file for a day.
  public static func name(of day: Day) -> String { uid(of: day) + ".ics" }

  /// The day of a file; `nil` for any other name.
  public static func day(ofFile name: String) -> Day? {
    let text = name.dropFirst("haru-".count).dropLast(".ics".count)
    return Day(String(text)).flatMap { self.name(of: $0) == name ? $0 : nil }
  }

  /// The day of a file that has the name of an item with something added, as what carries folders names the copies
  /// that it makes when two machines have changed one file; `nil` for any other name.
  static func day(ofCopy name: String) -> Day? {
    let added = name.dropFirst(uid(of: .earliest).count)
    guard day(ofFile: name) == nil,
      added.hasSuffix(".ics") || added.lowercased().includes("conflict"),
      let day = Day(String(name.dropLast(added.count).dropFirst("haru-".count))),
      name.hasPrefix(uid(of: day))
    else { return nil }
    return day
  }

  // Made of the day alone, so that every machine gives it the same.
  private static func uid(of day: Day) -> String { "haru-\(day)" }

  /// The text of a new item of a day, which rings at some instants.
  ///
  /// Machines that make it apart write the same bytes.
  public static func text(of day: Day, title: String, alarms: Set<Instant> = []) -> String {
    var lines = CalendarLines()
    lines.add("BEGIN:VCALENDAR")
    lines.add("VERSION:2.0")
    lines.add("PRODID:-//Haru//haru//EN")
    lines.add("BEGIN:VTODO")
    lines.add("\(Name.uid):\(TaskItem.uid(of: day))")
    lines.add("DTSTAMP:\(CalendarLines.date(day))T000000Z")
    lines.add("\(Name.summary):\(CalendarLines.escaped(title))")
    lines.add("DUE;VALUE=DATE:\(CalendarLines.date(day))")
    lines.add("STATUS:NEEDS-ACTION")
    lines.add("\(Name.revision):1")
    lines.add(alarms: alarms, saying: CalendarLines.escaped(title))
    lines.add("END:VTODO")
    lines.add("END:VCALENDAR")
    return lines.text
  }

  /// Reads the item of a day; `nil` if a file holds anything else.
  public init?(_ text: String, of day: Day) {
    let lines = text.logicalLines
    let calendars = Component.all(in: lines).filter { $0.name == "VCALENDAR" }
    let todos = calendars.flatMap(\.parts).filter {
      $0.name == "VTODO" && $0.value(of: Name.uid) == TaskItem.uid(of: day)
        && $0.value(of: "RECURRENCE-ID") == nil
    }
    guard todos.count == 1, let todo = todos.first else { return nil }
    self.init(text, todo)
  }

  private init(_ text: String, _ todo: Component) {
    (self.text, self.todo) = (text, todo)
    completed = todo.value(of: Name.completed).flatMap(Instant.init(calendar:))
    state = TaskDay.Item(
      isDone: todo.isDone, revision: todo.revision,
      alarms: Set(todo.alarms.compactMap(\.ownInstant)))
  }

  /// The same item in another state.
  ///
  /// - Parameters:
  ///   - state: That state, which has a revision.
  ///   - now: When it is written.
  /// - Returns: The text of the file.
  public func text(in state: TaskDay.Item, at now: Instant) -> String {
    let isDone = state.isDone == true
    let changesState = state.isDone != self.state.isDone
    let time = CalendarLines.utc(now)
    // One that was completed by half keeps when that was.
    let end = self.state.isDone == nil ? completed.map(CalendarLines.utc) ?? time : time
    var lines = CalendarLines()
    lines.add("\(Name.modified):\(time)")
    if changesState {
      lines.add("\(Name.status):\(isDone ? "COMPLETED" : "NEEDS-ACTION")")
      if isDone {
        lines.add("\(Name.completed):\(end)")
        lines.add("\(Name.percent):100")
      }
    }
    if let revision = state.revision { lines.add("\(Name.revision):\(revision)") }
    lines.add(
      alarms: state.alarms.subtracting(self.state.alarms),
      saying: todo.value(of: Name.summary) ?? "Haru")
    return todo.text(
      without: Name.ofWriting + (changesState ? Name.ofState : []),
      and: todo.alarms.filter { $0.ownInstant.map(state.alarms.contains) == false },
      adding: lines.text)
  }
}

extension CalendarLines {
  /// Adds alarms, of which other programs show a text.
  fileprivate mutating func add(alarms: Set<Instant>, saying escaped: String) {
    for alarm in alarms.sorted() {
      let trigger = CalendarLines.utc(alarm)
      add("BEGIN:\(Name.alarm)")
      add("\(Name.uid):\(Name.ownAlarm)\(trigger)")
      add("ACTION:DISPLAY")
      add("\(Name.trigger);\(Name.dateTime):\(trigger)")
      add("DESCRIPTION:\(escaped)")
      add("END:\(Name.alarm)")
    }
  }
}

/// The names of what Haru writes.
private enum Name {
  static let summary = "SUMMARY"
  static let status = "STATUS"
  static let completed = "COMPLETED"
  static let percent = "PERCENT-COMPLETE"
  static let ofState = [status, completed, percent]

  static let modified = "LAST-MODIFIED"
  static let revision = "X-HARU-REVISION"
  static let ofWriting = [modified, revision]

  static let alarm = "VALARM"
  static let uid = "UID"
  static let trigger = "TRIGGER"
  static let dateTime = "VALUE=DATE-TIME"
  /// What the UID of an alarm of Haru's begins with; its trigger follows.
  static let ownAlarm = "haru-"
}

extension Component {
  /// Whether a task is completed; `nil` if the status that Haru gives an open one denies what the rest says.
  fileprivate var isDone: Bool? {
    let isCompleted = value(of: Name.completed) != nil || value(of: Name.percent) == "100"
    switch value(of: Name.status)?.uppercased() {
    case nil: return isCompleted
    case "COMPLETED": return true
    case "NEEDS-ACTION": return isCompleted ? nil : false
    default: return false
    }
  }

  /// How often Haru had changed the state of a task; `nil` if a program has dropped the number.
  fileprivate var revision: Int? {
    value(of: Name.revision).flatMap { Int64($0) }.flatMap(StoredBounds.counts.exactly)
      .map { Int($0) }
  }

  /// The alarms of a task.
  fileprivate var alarms: [Component] { parts.filter { $0.name == Name.alarm } }

  /// When an alarm of Haru's rings; `nil` for one of others, and for one that others have moved.
  fileprivate var ownInstant: Instant? {
    guard let trigger = property(Name.trigger),
      value(of: Name.uid) == Name.ownAlarm + trigger.value,
      trigger.parameters.split(separator: ";").contains(Name.dateTime[...]),
      let instant = Instant(calendar: trigger.value)
    else { return nil }
    return StoredBounds.instants.exactly(instant)
  }
}

/// A component of an iCalendar file, from `BEGIN` to `END`.
private struct Component: Hashable {
  /// Its name, in capital letters.
  let name: String
  /// The lines of the file, with their ends.
  private let lines: [String]
  /// Where it is among them.
  private var range: Range<Int>
  /// The indices of its properties, without those of components within it.
  private var properties: [Int] = []
  /// The components within it.
  private(set) var parts: [Component] = []

  /// An alarm is in a task in a calendar; a file whose parts are nested deeper by thousands costs no stack.
  private static let mostDepth = 3

  private init(_ name: String, in lines: [String], at index: Int) {
    (self.name, self.lines, range) = (name, lines, index..<index)
  }

  /// The components of a file; none if it was cut or is damaged.
  static func all(in lines: [String]) -> [Component] {
    var file = Component("", in: lines, at: 0)
    var open: [Component] = []
    for (index, line) in lines.enumerated() {
      guard let property = line.property else { continue }
      switch property.name {
      case "BEGIN": open.append(Component(property.value.uppercased(), in: lines, at: index))
      case "END":
        guard var ended = open.popLast(), ended.name == property.value.uppercased() else {
          return []
        }
        ended.range = ended.range.lowerBound..<index + 1
        switch open.count {
        case 0: file.parts.append(ended)
        case 1..<mostDepth: open[open.count - 1].parts.append(ended)
        default: break
        }
      default: if !open.isEmpty { open[open.count - 1].properties.append(index) }
      }
    }
    return open.isEmpty ? file.parts : []
  }

  /// The first property of a name.
  func property(_ name: String) -> CalendarProperty? {
    properties.lazy.compactMap { lines[$0].property }.first { $0.name == name }
  }

  /// The value of the first property of a name.
  func value(of name: String) -> String? { property(name)?.value }

  /// The file without some properties and parts of the component, and with lines after its other properties.
  func text(without names: [String], and gone: [Component], adding added: String) -> String {
    var dropped = Set(properties.filter { names.contains(lines[$0].property?.name ?? "") })
    for part in gone { dropped.formUnion(part.range) }
    // Before its first part, or its `END`.
    let place = parts.first?.range.lowerBound ?? range.upperBound - 1
    let isOfUnix = !lines[place].utf8.contains(UInt8(ascii: "\r"))
    func kept(_ range: Range<Int>) -> String {
      range.filter { !dropped.contains($0) }.map { lines[$0] }.joined()
    }
    return kept(0..<place)
      + (isOfUnix ? String(added.unicodeScalars.filter { $0 != "\r" }) : added)
      + kept(place..<lines.count)
  }
}

extension String {
  /// Its lines with their ends; a folded one is one line.
  fileprivate var logicalLines: [String] {
    var lines: [String] = []
    for line in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isFold = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
      let whole = Substring(line) + (line.endIndex == endIndex ? "" : "\n")
      if isFold, !lines.isEmpty {
        lines[lines.count - 1] += whole
      } else {
        lines.append(String(whole))
      }
    }
    return lines
  }

  /// What a line says, unfolded and without its end, or the byte order mark before the first one.
  fileprivate var property: CalendarProperty? {
    var unfolded: [UInt8] = []
    var isAfterEnd = false
    let mark = "\u{feff}".utf8
    for byte in utf8.dropFirst(utf8.starts(with: mark) ? mark.count : 0) {
      let isFold = isAfterEnd && (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"))
      isAfterEnd = byte == UInt8(ascii: "\n")
      if !isFold, !isAfterEnd, byte != UInt8(ascii: "\r") { unfolded.append(byte) }
    }
    return CalendarProperty(String(decoding: unfolded, as: UTF8.self))
  }
}

extension Instant {
  /// Reads an instant in UTC, `20261120T213000Z`.
  fileprivate init?(calendar text: String) {
    let digits = Array(text)
    guard digits.count == 16, digits[8] == "T" else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    self.init(
      rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
        + "\(part(9..<11)):\(part(11..<13)):\(part(13..<16))")
  }
}

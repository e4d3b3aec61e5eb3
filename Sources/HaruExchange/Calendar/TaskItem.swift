public import HaruCore

/// The item of a task list that stands for a day: an iCalendar file with one VTODO
/// (docs/tasks.md#an-item).
///
/// Other programs change it too, so that all that is not about its state stays as they wrote it.
public struct TaskItem: Hashable, Sendable {
  /// Whether it is completed.
  public let isDone: Bool
  /// When it was completed; `nil` if it does not say so.
  public let completed: Instant?
  /// How many times Haru had written it when the program read it that wrote it last; `nil` if that has
  /// dropped the number.
  public let revision: Int?
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

  // Made of the day alone, so that every machine gives it the same.
  private static func uid(of day: Day) -> String { "haru-\(day)" }

  /// Makes the item of a day.
  ///
  /// Machines that make it apart write the same bytes.
  public init(of day: Day, title: String) {
    var lines = CalendarLines()
    lines.add("BEGIN:VCALENDAR")
    lines.add("VERSION:2.0")
    lines.add("PRODID:-//Haru//haru//EN")
    lines.add("BEGIN:VTODO")
    lines.add("UID:\(TaskItem.uid(of: day))")
    lines.add("DTSTAMP:\(CalendarLines.date(day))T000000Z")
    lines.add("SUMMARY:\(CalendarLines.escaped(title))")
    lines.add("DUE;VALUE=DATE:\(CalendarLines.date(day))")
    lines.add("STATUS:NEEDS-ACTION")
    lines.add("\(Name.revision):1")
    lines.add("END:VTODO")
    lines.add("END:VCALENDAR")
    // Read again, so that there is one way to make one.
    guard let item = TaskItem(lines.text, of: day) else { preconditionFailure(lines.text) }
    self = item
  }

  /// Reads the item of a day; `nil` if a file holds anything else.
  public init?(_ text: String, of day: Day) {
    let lines = text.logicalLines
    let todos = Component.all("VTODO", in: lines).filter {
      $0.value(of: "UID") == TaskItem.uid(of: day) && $0.value(of: "RECURRENCE-ID") == nil
    }
    guard todos.count == 1, let todo = todos.first else { return nil }
    self.init(text, todo)
  }

  private init(_ text: String, _ todo: Component) {
    (self.text, self.todo) = (text, todo)
    completed = todo.value(of: Name.completed).flatMap(Instant.init(calendar:))
    revision = todo.value(of: Name.revision).flatMap { Int($0) }
      .flatMap { StoredBounds.counts.contains(Int64($0)) ? $0 : nil }
    if let status = todo.value(of: Name.status) {
      isDone = status.uppercased() == "COMPLETED"
    } else {
      isDone = todo.value(of: Name.completed) != nil || todo.value(of: Name.percent) == "100"
    }
  }

  /// The same item in another state.
  ///
  /// - Parameters:
  ///   - isDone: Whether it is completed.
  ///   - revision: How many times Haru has written it.
  ///   - now: When that is.
  /// - Returns: The text of the file.
  public func text(isDone: Bool, revision: Int, at now: Instant) -> String {
    let time = CalendarLines.utc(now)
    var lines = CalendarLines()
    lines.add("\(Name.modified):\(time)")
    lines.add("\(Name.status):\(isDone ? "COMPLETED" : "NEEDS-ACTION")")
    if isDone {
      lines.add("\(Name.completed):\(time)")
      lines.add("\(Name.percent):100")
    }
    lines.add("\(Name.revision):\(revision)")
    return todo.text(without: Name.ofState, adding: lines.text)
  }

  /// The properties that Haru writes.
  private enum Name {
    static let status = "STATUS"
    static let completed = "COMPLETED"
    static let percent = "PERCENT-COMPLETE"
    static let modified = "LAST-MODIFIED"
    static let revision = "X-HARU-REVISION"
    static let ofState = [status, completed, percent, modified, revision]
  }
}

/// A component of an iCalendar file, from `BEGIN` to `END`.
private struct Component: Hashable {
  /// The lines of the file, with their ends.
  private let lines: [String]
  /// The index of the line after its properties: of its first alarm, or its `END`.
  private let end: Int
  /// The indices of its properties, without those of components within it.
  private let properties: [Int]

  /// The components of a name that are in the calendar itself.
  static func all(_ name: String, in lines: [String]) -> [Component] {
    var found: [Component] = []
    var open: [String] = []
    var properties: [Int] = []
    var end: Int?
    for (index, line) in lines.enumerated() {
      guard let property = line.property else { continue }
      switch property.name {
      case "BEGIN":
        if open == ["VCALENDAR", name] { end = end ?? index }
        open.append(property.value.uppercased())
        if open == ["VCALENDAR", name] { (properties, end) = ([], nil) }
      case "END":
        if open == ["VCALENDAR", name] {
          found.append(Component(lines: lines, end: end ?? index, properties: properties))
        }
        guard open.popLast() == property.value.uppercased() else { return [] }
      default:
        if open == ["VCALENDAR", name] { properties.append(index) }
      }
    }
    // One without its end is the rest of a file that was cut.
    return open.isEmpty ? found : []
  }

  /// The value of the first property of a name.
  func value(of name: String) -> String? {
    properties.lazy.compactMap { lines[$0].property }.first { $0.name == name }?.value
  }

  /// The file without some properties of the component, and with lines after the others.
  func text(without names: [String], adding added: String) -> String {
    let dropped = Set(properties.filter { names.contains(lines[$0].property?.name ?? "") })
    let above = dropped.count { $0 < end }
    var kept = lines.indices.filter { !dropped.contains($0) }.map { lines[$0] }
    let isOfUnix = !lines[end].utf8.contains(UInt8(ascii: "\r"))
    kept.insert(
      isOfUnix ? String(added.unicodeScalars.filter { $0 != "\r" }) : added, at: end - above)
    return kept.joined()
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
    guard digits.count == 16 else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    self.init(
      rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
        + "\(part(9..<11)):\(part(11..<13)):\(part(13..<16))")
  }
}

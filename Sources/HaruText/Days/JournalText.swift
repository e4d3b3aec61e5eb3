public import HaruCore
public import HaruLog

/// Changes, as `haru undo --list` shows them.
public enum JournalText {
  /// The changes of one command, such as `marked: 2026-11-01 to 2026-11-07 (7 days)`.
  ///
  /// A person who does not type days reads them seen from today: `marked: Friday 20 November`.
  public static func what(_ changes: [RegisterChange], seenFrom today: Day? = nil) -> String {
    lines(changes, seenFrom: today).joined(separator: "; ")
  }

  /// The changes, a line for each kind; what an undo leaves as another machine has said it comes last.
  public static func lines(_ changes: [RegisterChange], seenFrom today: Day? = nil) -> [String] {
    let staying = changes.filter { $0.before == $0.after }
    let lines = kinds(changes.filter { $0.before != $0.after }, today)
    guard !staying.isEmpty else { return lines }
    let what = kinds(staying, today).joined(separator: "; ")
    return lines + [text("stays as another machine has said: {what}", ["what": what])]
  }

  private static func kinds(_ changes: [RegisterChange], _ today: Day?) -> [String] {
    ofDays(changes.compactMap(\.ofDay), today) + ofRestWeekdays(changes) + ofFreeDays(changes)
  }

  private static func ofDays(_ changes: [DayChange], _ today: Day?) -> [String] {
    parts(changes).map { part in
      let days =
        today.map { DateText.days(part.days, seenFrom: $0) } ?? DateText.dates(part.days)
      switch (part.kind, part.isSet) {
      case (.study, true): return text("marked: {days}", ["days": days])
      case (.study, false): return text("cleared: {days}", ["days": days])
      case (.rest, true): return text("rest: {days}", ["days": days])
      case (.rest, false): return text("rest cleared: {days}", ["days": days])
      case (.note, true): return text("note saved: {days}", ["days": days])
      case (.note, false): return text("note removed: {days}", ["days": days])
      }
    }
  }

  private static func ofRestWeekdays(_ changes: [RegisterChange]) -> [String] {
    guard let last = newest(.weekdays, of: changes) else { return [] }
    guard let weekdays = last.after.flatMap({ Set<Weekday>(numbers: $0) }) else {
      return [text("rest weekdays as before")]
    }
    return [
      weekdays.isEmpty
        ? noRestWeekdays
        : text(
          "rest weekdays: {days}",
          ["days": ListText.words(Weekday.allCases.filter(weekdays.contains).map(DateText.named))])
    ]
  }

  private static func ofFreeDays(_ changes: [RegisterChange]) -> [String] {
    guard let last = newest(.free, of: changes) else { return [] }
    guard let free = last.after.flatMap({ FreeDays($0) }) else {
      return [text("reserve days as before")]
    }
    return [reserve(free.count)]
  }

  /// No weekday is always a rest day.
  public static var noRestWeekdays: String { text("no rest weekdays") }

  /// How many days of a week are in reserve.
  public static func reserve(_ count: Int) -> String {
    text("{count} reserve day a week", "{count} reserve days a week", count: count)
  }

  /// The change whose day is the newest, which holds now; one that clears a day leaves what was said before it.
  private static func newest(
    _ kind: Register.Kind, of changes: [RegisterChange]
  ) -> RegisterChange? {
    changes.filter { $0.register.kind == kind }.max {
      ($0.after != nil ? 1 : 0, $0.register.key) < ($1.after != nil ? 1 : 0, $1.register.key)
    }
  }

  /// What made a change: a button, a command, the calendar or an import.
  public static func source(_ source: Provenance.Source) -> String {
    switch source {
    case .button: text("button")
    case .command: text("command line")
    // Translators: that in a terminal, in the list of changes.
    case .calendar: text("calendar", as: "what made a change")
    case .bus: text("D-Bus")
    case .import: text("import")
    case .inbox: text("inbox")
    case .tasks: text("task list")
    }
  }

  /// What made a change: the source that said why, else its place.
  public static func maker(_ provenance: Provenance, _ reason: SourceReason?) -> String {
    guard let reason else { return source(provenance.source) }
    // Translators: what made a change: a file or a program that tells which days were studied.
    let name = text("source {name}", ["name": reason.source])
    return reason.words.isEmpty ? name : name + ": " + SafeText.line(reason.words)
  }

  /// Changes of the same kind and direction, with their days in order.
  private static func parts(
    _ changes: [DayChange]
  ) -> [(kind: DayChange.Kind, isSet: Bool, days: [Day])] {
    DayChange.Kind.allCases.flatMap { kind in
      [true, false].compactMap { isSet in
        let days = changes.filter { $0.kind == kind && ($0.after != nil) == isSet }.map(\.day)
        return days.isEmpty ? nil : (kind, isSet, Set(days).sorted())
      }
    }
  }
}

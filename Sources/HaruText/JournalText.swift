public import HaruCore

/// Changes of days, as `haru undo --list` shows them.
public enum JournalText {
  /// The changes of one command, such as `marked: 2026-11-01 to 2026-11-07 (7 days)`.
  public static func what(_ changes: [Change]) -> String {
    lines(changes).joined(separator: "; ")
  }

  /// The changes, a line for each kind.
  public static func lines(_ changes: [Change]) -> [String] {
    parts(changes).map { part in
      let days = days(part.days)
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

  /// What made a change.
  public static func source(_ source: Provenance.Source) -> String {
    switch source {
    case .button: text("button")
    case .command: text("command line")
    case .bus: text("D-Bus")
    case .import: text("import")
    case .inbox: text("inbox")
    case .tasks: text("task list")
    }
  }

  /// The changes were undone later.
  public static var isUndone: String { text("undone") }

  /// The changes that these changes undid.
  public static func undoes(_ batch: Int64) -> String {
    text("undoes {number}", ["number": String(batch)])
  }

  /// Changes of the same kind and direction, with their days in order.
  private static func parts(
    _ changes: [Change]
  ) -> [(kind: Change.Kind, isSet: Bool, days: [Day])] {
    Change.Kind.allCases.flatMap { kind in
      [true, false].compactMap { isSet in
        let days = changes.filter { $0.kind == kind && ($0.after != nil) == isSet }.map(\.day)
        return days.isEmpty ? nil : (kind, isSet, Set(days).sorted())
      }
    }
  }

  private static func days(_ days: [Day]) -> String {
    guard let first = days.first, let last = days.last else { return "" }
    if days.count <= 3 { return ListText.words(days.map(\.description)) }
    return text(
      "{first} to {last} ({count} day)", "{first} to {last} ({count} days)", count: days.count,
      ["first": first.description, "last": last.description])
  }
}

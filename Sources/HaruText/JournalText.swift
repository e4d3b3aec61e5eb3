public import HaruCore

/// Puts what was changed into words, as `haru undo --list` and `haru explain` say it.
public enum JournalText {
  /// What a batch changed, such as `studied: 2026-11-01 to 2026-11-07 (7 days)`.
  public static func what(_ changes: [Change]) -> String {
    parts(changes).map { part in
      let days = days(part.days)
      switch (part.kind, part.isSet) {
      case (.study, true): return text("studied: {days}", ["days": days])
      case (.study, false): return text("not studied: {days}", ["days": days])
      case (.rest, true): return text("rest: {days}", ["days": days])
      case (.rest, false): return text("no rest: {days}", ["days": days])
      case (.note, true): return text("noted: {days}", ["days": days])
      case (.note, false): return text("note removed: {days}", ["days": days])
      }
    }.joined(separator: "; ")
  }

  /// What was done with a change.
  public static func source(_ source: Provenance.Source) -> String {
    switch source {
    case .button: text("button")
    case .command: text("command line")
    case .bus: text("bus")
    case .import: text("import")
    }
  }

  /// That a batch has been taken back.
  public static var isUndone: String { text("taken back") }

  /// Which batch a batch took back.
  public static func undoes(_ batch: Int64) -> String {
    text("takes back {number}", ["number": String(batch)])
  }

  /// Changes of the same kind and direction, with their days in order.
  public static func parts(
    _ changes: [Change]
  ) -> [(kind: Change.Kind, isSet: Bool, days: [Day])] {
    Change.Kind.allCases.flatMap { kind in
      [true, false].compactMap { isSet in
        let days = changes.filter { $0.kind == kind && ($0.after != nil) == isSet }.map(\.day)
        return days.isEmpty ? nil : (kind, isSet, days.sorted())
      }
    }
  }

  private static func days(_ days: [Day]) -> String {
    guard let first = days.first, let last = days.last else { return "" }
    if days.count <= 3 { return days.map(\.description).joined(separator: ", ") }
    return text(
      "{first} to {last} ({count} day)", "{first} to {last} ({count} days)", count: days.count,
      ["first": first.description, "last": last.description])
  }
}

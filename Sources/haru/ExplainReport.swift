import HaruCore
import HaruText

/// Why the streak is what it is, for programs.
struct ExplainReport: Encodable {
  struct Stretch: Encodable {
    let first: String
    let last: String
    let length: Int

    init(_ run: Run) {
      (first, last, length) = (run.first.description, run.last.description, run.length)
    }
  }
  struct Origin: Encodable {
    let at: String
    let utcOffset: Int
    let zone: String
    let source: String

    init(_ provenance: Provenance) {
      (at, utcOffset) = (provenance.localRFC3339, provenance.utcOffset)
      (zone, source) = (provenance.zone, provenance.source.rawValue)
    }
  }
  struct Each: Encodable {
    let date: String
    let state: String
    let marked: Origin?
    let restReason: String?
    let restRule: Rule?
    let note: String?
  }
  struct Rule: Encodable {
    let weekday: String
    let from: String
    let to: Nullable<String>

    init(_ rule: RestRule) {
      (weekday, from) = (rule.weekday.description, rule.from.description)
      to = Nullable(rule.to?.description)
    }
  }
  struct Line: Encodable {
    let batch: Int64
    let undoes: Int64?
    let kind: String
    let before: String?
    let after: String?
    let said: Origin
  }

  let date: String
  let state: String
  let current: Int
  let run: Nullable<Stretch>
  let previous: Nullable<Stretch>
  let partedBy: Nullable<String>
  let endedBy: Nullable<String>
  let days: [Each]
  let journal: [Line]

  @MainActor
  init(_ evidence: Evidence) {
    let explanation = evidence.explanation
    date = explanation.day.description
    state = ExplainReport.name(explanation.role)
    current = explanation.current
    run = Nullable(explanation.run.map(Stretch.init))
    previous = Nullable(explanation.previous.map(Stretch.init))
    partedBy = Nullable(explanation.parting?.description)
    endedBy = Nullable(explanation.missed?.description)
    days = explanation.days.map { day, role in
      Each(
        date: day.description, state: ExplainReport.name(role),
        marked: role == .counts ? evidence.marked[day].map(Origin.init) : nil,
        restReason: evidence.restReasons[day],
        restRule: role == .rests ? evidence.restRule(day).map(Rule.init) : nil,
        note: evidence.notes[day])
    }
    journal = evidence.changes.map { entry in
      Line(
        batch: entry.batch, undoes: entry.undoes, kind: entry.change.kind.rawValue,
        before: entry.change.before, after: entry.change.after, said: Origin(entry.provenance))
    }
  }

  private static func name(_ role: Explanation.Role) -> String {
    switch role {
    case .counts: "studied"
    case .rests: "rest"
    case .isOpen: "open"
    case .breaks: "missed"
    }
  }
}

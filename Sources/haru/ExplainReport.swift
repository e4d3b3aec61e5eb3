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
  struct Said: Encodable {
    let at: String
    let utcOffset: Int
    let zone: String
    let source: String

    init(_ provenance: Provenance) {
      let offset = provenance.utcOffset
      at = provenance.at.rfc3339(in: Zone(name: provenance.zone) { _ in offset })
      (utcOffset, zone, source) = (offset, provenance.zone, provenance.source.rawValue)
    }
  }
  struct Each: Encodable {
    let date: String
    let state: String
    let marked: Said?
    let rest: String?
    let note: String?
  }
  struct Line: Encodable {
    let batch: Int64
    let undoes: Int64?
    let kind: String
    let before: String?
    let after: String?
    let said: Said
  }

  let date: String
  let current: Int
  let studied: Bool
  let rest: Bool
  let run: Stretch?
  let previous: Stretch?
  let partedBy: String?
  let endedBy: String?
  let days: [Each]
  let journal: [Line]

  @MainActor
  init(_ evidence: Evidence) {
    let explanation = evidence.explanation
    let streak = explanation.streak
    date = streak.today.description
    current = streak.current
    (studied, rest) = (streak.isTodayStudied, streak.isTodayRest)
    run = explanation.run.map(Stretch.init)
    previous = explanation.previous.map(Stretch.init)
    partedBy = explanation.parting?.description
    endedBy = streak.missed?.description
    days = explanation.days.map { day, role in
      Each(
        date: day.description, state: ExplainReport.name(role),
        marked: role == .counts ? evidence.marked[day].map(Said.init) : nil,
        rest: role == .rests ? evidence.restReason(day) : nil, note: evidence.notes[day])
    }
    journal = evidence.said.map { entry in
      Line(
        batch: entry.batch, undoes: entry.undoes, kind: entry.change.kind.rawValue,
        before: entry.change.before, after: entry.change.after, said: Said(entry.provenance))
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

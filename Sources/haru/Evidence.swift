import HaruCore
import HaruStore
import HaruText

/// An explanation of a streak, with the journal entries that prove it.
@MainActor
struct Evidence {
  let explanation: Explanation
  let session: Session
  /// When, where and how each day of the run was last marked.
  private(set) var marked: [Day: Provenance] = [:]
  private(set) var notes: [Day: String] = [:]
  private(set) var restReasons: [Day: String] = [:]
  private(set) var restRules: [RestRule] = []
  /// Every change of the day itself.
  private(set) var changes: [JournalEntry] = []

  init(of day: Day, _ session: Session) throws(Failure) {
    let record = try session.record()
    explanation = Explanation(of: record, on: day, today: session.today)
    self.session = session
    restRules = record.rest.rules
    let first = explanation.run?.first ?? day
    let found = try session.read { (store) throws(StoreError) in
      (
        journal: try store.journal(of: min(first, day)...day), notes: try store.notes(),
        reasons: try store.restReasons()
      )
    }
    guard let found else { return }
    (notes, restReasons) = (found.notes, found.reasons)
    for entry in found.journal where entry.change.kind == .study {
      marked[entry.change.day] = entry.change.after == nil ? nil : entry.provenance
    }
    changes = found.journal.filter { $0.change.day == day }
  }

  var day: Day { explanation.day }

  /// The rule that makes a day free, unless the day itself was declared free.
  func restRule(_ day: Day) -> RestRule? {
    restReasons[day] == nil ? restRules.first { $0.covers(day) } : nil
  }

  /// The explanation for a person.
  func lines(listed: Int) -> [String] {
    let boundary = session.provider.boundary
    var lines = ExplainText.sentences(
      explanation, dayEnds: boundary.timeOfDay(at: boundary.end(of: day)))
    let days = explanation.days
    if !days.isEmpty { lines.append("") }
    lines += days.prefix(listed).map(line)
    if days.count > listed {
      let words = explanation.isOver ? "\(day) --all" : "--all"
      lines.append(ExplainText.more(days.count - listed, command: "haru explain " + words))
    }
    // A single mark is in the list of days already.
    if changes.count > 1 || (changes.count == 1 && marked[day] == nil) {
      lines += ["", ExplainText.changes(of: day)]
      lines += changes.map { entry in
        joined(
          [entry.provenance.localTime] + place(entry.provenance) + [
            ExplainText.change(entry.change)
          ])
      }
    }
    return lines
  }

  private func line(_ day: Day, _ role: Explanation.Role) -> String {
    var columns = [day.description, ExplainText.role(role)]
    if role == .counts, let provenance = marked[day] {
      columns += [provenance.localTime] + place(provenance)
    }
    if role == .rests, let reason = restReasons[day] ?? restRule(day).map(ExplainText.rule) {
      columns.append(SafeText.line(reason))
    }
    if let note = notes[day] { columns.append(ExplainText.note(note)) }
    return joined(columns)
  }

  private func place(_ provenance: Provenance) -> [String] {
    [SafeText.line(provenance.zone), JournalText.source(provenance.source)]
  }

  private func joined(_ columns: [String]) -> String {
    columns.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

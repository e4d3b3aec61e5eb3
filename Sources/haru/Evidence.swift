import HaruCore
import HaruStore
import HaruText

/// An explanation, and what the journal has to say for it.
@MainActor
struct Evidence {
  let explanation: Explanation
  let session: Session
  /// When, where and how each marked day of the run was marked last.
  private(set) var marked: [Day: Provenance] = [:]
  private(set) var notes: [Day: String] = [:]
  private(set) var restReasons: [Day: String] = [:]
  private(set) var restRules: [RestRule] = []
  /// Everything that was ever said of the day itself.
  private(set) var said: [JournalEntry] = []

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
    said = found.journal.filter { $0.change.day == day }
  }

  var day: Day { explanation.day }

  /// The rule that makes a day free, where it was not declared free itself.
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
    // Of one marking the list has said it all.
    if said.count > 1 || (said.count == 1 && marked[day] == nil) {
      lines += ["", ExplainText.changes(of: day)]
      lines += said.map { entry in
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
    if let note = notes[day] { columns.append("“\(SafeText.line(note))”") }
    return joined(columns)
  }

  private func place(_ provenance: Provenance) -> [String] {
    [SafeText.line(provenance.zone), JournalText.source(provenance.source)]
  }

  private func joined(_ columns: [String]) -> String {
    columns.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

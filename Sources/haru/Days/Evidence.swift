import HaruCommand
import HaruCore
import HaruLog
import HaruStore
import HaruText

/// The explanation of a streak, and the journal entries that prove it.
@MainActor
struct Evidence {
  let explanation: Explanation
  let context: CommandContext
  /// A journal entry, the other machine on which it was made, and the source that said it.
  typealias Change = (entry: JournalEntry, maker: String?, reason: SourceReason?)

  /// When, where and how each day of the run was last marked.
  private(set) var marked: [Day: Change] = [:]
  private(set) var notes: [Day: String] = [:]
  private(set) var restReasons: [Day: String] = [:]
  private(set) var restRules: [RestRule] = []
  /// Every change of the day itself.
  private(set) var changes: [Change] = []
  /// Entries about the day that several machines made before they exchanged them.
  private(set) var apart: [(entry: LogEntry, reason: SourceReason?)] = []

  init(of day: Day, _ context: CommandContext) throws(Failure) {
    let record = try context.record()
    explanation = Explanation(of: record, on: day, today: context.today)
    self.context = context
    restRules = record.rest.rules
    let first = explanation.run?.first ?? day
    let found = try context.read { store in
      (
        history: try store.history(of: min(first, day)...day), notes: try store.notes(),
        reasons: try store.restReasons(), apart: try store.concurrentEntries(of: day)
      )
    }
    guard let found else { return }
    (notes, restReasons, apart) = (found.notes, found.reasons, found.apart)
    for each in found.history where each.entry.change.kind == .study {
      marked[each.entry.change.day] = each.entry.change.after == nil ? nil : each
    }
    changes = found.history.filter { $0.entry.change.day == day }
  }

  var day: Day { explanation.day }

  /// The rule that makes a day free, unless the day itself was declared free.
  func restRule(_ day: Day) -> RestRule? {
    restReasons[day] == nil ? restRules.first { $0.covers(day) } : nil
  }

  /// The explanation for a person.
  func lines(listed: Int) -> [String] {
    var lines = ExplainText.sentences(explanation, seenFrom: context.today)
    let days = explanation.days
    if !days.isEmpty { lines.append("") }
    lines += days.prefix(listed).map(line)
    if days.count > listed {
      let words = explanation.isOver ? "\(day) --all" : "--all"
      lines.append(
        text(
          "… and {count} earlier day; to list all: {command}",
          "… and {count} earlier days; to list all: {command}", count: days.count - listed,
          ["command": "haru explain " + words]))
    }
    // A single mark is in the list of days already.
    if changes.count > 1 || (changes.count == 1 && marked[day] == nil) {
      lines += ["", text("Changes of {day}, oldest first:", ["day": day.description])]
      lines += changes.map { joined(place($0) + [ExplainText.change($0.entry.change)]) }
    }
    if !apart.isEmpty {
      lines += ["", text("Written on several machines before they exchanged:")]
      lines += apart.map { entry, reason in
        let change = entry.register.change(from: nil, to: entry.value).map(ExplainText.change)
        return joined(place(entry.provenance, reason, on: entry.machine ?? "") + [change ?? ""])
      }
    }
    return lines
  }

  private func line(_ day: Day, _ role: Explanation.Role) -> String {
    var columns = [day.description, ExplainText.role(role)]
    if role == .counts, let entry = marked[day] { columns += place(entry) }
    if role == .rests, let reason = restReasons[day] ?? restRule(day).map(ExplainText.rule) {
      columns.append(SafeText.line(reason))
    }
    if let note = notes[day] { columns.append(ExplainText.note(note)) }
    return joined(columns)
  }

  private func place(_ change: Change) -> [String] {
    place(change.entry.provenance, change.reason, on: change.maker ?? "")
  }

  private func place(
    _ provenance: Provenance, _ reason: SourceReason?, on machine: String
  ) -> [String] {
    [
      provenance.localTime, SafeText.line(provenance.zone), JournalText.maker(provenance, reason),
      machine,
    ]
  }

  private func joined(_ columns: [String]) -> String {
    columns.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

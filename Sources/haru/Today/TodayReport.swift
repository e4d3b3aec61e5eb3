import HaruCommand
import HaruCore
import HaruStore

/// What a format shows of today.
@MainActor
struct TodayReport {
  /// The settings, the clock and the zone by which it was read.
  let context: CommandContext
  let timeline: Timeline
  /// The rest days.
  let rest: RestDays
  /// This machine, and how many of its changes the folder of other machines lacks.
  var sync: (machine: ThisMachine, waiting: Int)?
  var tasks: TaskList?
  /// What a running agent has yet to do; `nil` if none runs.
  var agenda: Agenda?

  var entry: Entry { timeline.current }
}

extension CommandContext {
  /// Today as the store has it, and then what the agent has yet to do.
  func todayReport(_ agenda: @autoclosure () -> Agenda?) throws(Failure) -> TodayReport {
    let (record, others) = try record { store in
      (try store.thisMachine(), try store.countOfWaitingEntries(), try store.taskList())
    }
    return TodayReport(
      context: self, timeline: provider.timeline(of: record, at: now, answered: now),
      rest: record.rest, sync: others.map { ($0.0, $0.1) }, tasks: others?.2,
      agenda: agenda())
  }
}

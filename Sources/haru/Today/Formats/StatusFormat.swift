import HaruCore
import HaruSystem
import HaruText

/// How `haru status` prints today.
@MainActor
protocol StatusFormat {
  /// Prints today, and what a running agent has yet to do; `nil` if none runs.
  func today(_ timeline: Timeline, _ context: CommandContext, _ agenda: Agenda?) -> String

  /// What `--follow` prints while today cannot be read.
  func failure(_ failure: Failure) -> String

  /// Whether the output has no place for the reason of a failure, which then goes to standard error.
  var isShort: Bool { get }

  /// Whether the output depends on an agent, so that `--follow` prints again when one starts or ends.
  var showsAgent: Bool { get }
}

extension StatusFormat {
  var isShort: Bool { false }
  var showsAgent: Bool { false }
}

/// A few lines for a person.
struct LinesFormat: StatusFormat {
  let showsAgent = true

  func today(_ timeline: Timeline, _ context: CommandContext, _ agenda: Agenda?) -> String {
    var lines = StatusText.lines(timeline.current, agenda, context.when)
    if let zone = LocalZone.unknownName { lines.append(DoctorText.unknownZone(zone)) }
    lines += SettingText.lostReminders(context.settings, restWeekdays: timeline.restWeekdays)
    if let (machine, count) = context.sync,
      let waiting = context.waitingForSync(machine, count)
    {
      lines.append(waiting)
    }
    if let problem = context.tasks.flatMap({ context.taskProblem($0) }) {
      lines.append(DoctorText.tasks(because: problem))
    }
    return lines.joined(separator: "\n")
  }

  func failure(_ failure: Failure) -> String { failure.message }
}

import HaruCommand
import HaruCore
import HaruSystem
import HaruText

/// How `haru status` prints today.
@MainActor
protocol StatusFormat {
  /// Today as it is printed.
  func text(of report: TodayReport) -> String

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

  func text(of report: TodayReport) -> String {
    var lines = StatusText.lines(report.entry, report.agenda, report.context.when)
    if let zone = LocalZone.unknownName { lines.append(DoctorText.unknownZone(zone)) }
    lines += report.context.lostReminders(report.rest)
    if let (machine, count) = report.sync, let waiting = machine.waiting(count) {
      lines.append(waiting)
    }
    if let problem = report.tasks?.sentence { lines.append(DoctorText.tasks(because: problem)) }
    return lines.joined(separator: "\n")
  }

  func failure(_ failure: Failure) -> String { failure.message }
}

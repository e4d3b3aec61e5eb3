import HaruCommand
import HaruCore
import HaruStore

extension JSON {
  /// Today as JSON; programs depend on the names, so that they do not change.
  @MainActor
  static func today(_ report: TodayReport) -> JSON {
    let (entry, zone) = (report.entry, report.context.zone)
    let (streak, month) = (entry.history.streak, entry.history.month)
    var members: [String: JSON] = [
      "date": .string(entry.day.description),
      "studied": .bool(streak.isTodayStudied),
      "rest": .bool(streak.isTodayRest),
      "free_left": .integer(streak.freeLeft),
      "day_ends_at": .string(entry.dayEnds.rfc3339(in: zone)),
      "streak": .lengths(of: streak),
      "steady": .steady(entry.history.steady),
      "month": .progress(month.studied, month.counted, of: month.days),
      "theme": .theme(of: entry.day.month),
      "next_reload": .string(report.timeline.nextChange.rfc3339(in: zone)),
      "agent": .agent(report.agenda, in: zone),
    ]
    if let sync = report.sync, let folder = sync.machine.folder {
      members["sync"] = .object([
        "folder": .string(folder), "machine": .string(sync.machine.name),
        "waiting": .integer(sync.waiting), "problem": .string(sync.machine.problem),
      ])
    }
    if let tasks = report.tasks, let folder = tasks.folder {
      members["tasks"] = .object(["folder": .string(folder), "problem": .string(tasks.problem)])
    }
    return .object(members)
  }

  /// Whether an agent runs, and what it has yet to do.
  private static func agent(_ agenda: Agenda?, in zone: Zone) -> JSON {
    .object([
      "running": .bool(agenda != nil),
      "next_notification": .object(
        agenda?.next.map {
          ["at": .string($0.at.rfc3339(in: zone)), "reason": .string($0.reason.rawValue)]
        }),
      "not_saved_since": .string(agenda?.notSavedSince?.rfc3339(in: zone)),
      "no_backup_since": .string(agenda?.noBackupSince?.rfc3339(in: zone)),
    ])
  }

  /// The lengths of the current and the longest streak.
  static func lengths(of streak: Streak) -> JSON {
    .object([
      "current": .integer(streak.current), "longest": .integer(streak.longest?.length ?? 0),
    ])
  }

  /// The theme of a month.
  static func theme(of month: Month) -> JSON {
    let theme = Theme(of: month.name)
    return .object([
      "month": .integer(month.name.rawValue), "emoji": .string(theme.emoji),
      "background": .string(theme.background.hex),
    ])
  }
}

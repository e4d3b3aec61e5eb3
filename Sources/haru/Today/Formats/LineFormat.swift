import HaruCore
import HaruText

/// One line, for a bar or a prompt.
struct LineFormat: BarFormat {
  let isShort = true

  func today(_ timeline: Timeline, _ context: CommandContext, _ agenda: Agenda?) -> String {
    StatusText.line(timeline.current.history, agenda, context.when)
  }
}

import HaruCore
import HaruText

/// One line, for a bar or a prompt.
struct LineFormat: BarFormat {
  let isShort = true

  func today(_ timeline: Timeline, _ session: Session, _ agenda: Agenda?) -> String {
    StatusText.line(timeline.current.history, agenda, session.when)
  }

  func past(_ history: History) -> String { StatusText.past(history) }
}

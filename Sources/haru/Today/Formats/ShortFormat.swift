import HaruCore
import HaruText

/// At most twelve columns, for a narrow bar: emoji, streak, and a sign for today.
struct ShortFormat: BarFormat {
  let isShort = true

  func today(_ timeline: Timeline, _ context: CommandContext, _ agenda: Agenda?) -> String {
    BarText.short(timeline.current, agenda)
  }
}

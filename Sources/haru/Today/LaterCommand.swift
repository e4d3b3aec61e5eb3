import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruText

struct LaterCommand: MainActorCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "later", abstract: text("Remind later today, and not before."),
      discussion: text(
        """
        As the button Later does. Without TIME, after the minutes of the setting Notifications.later. \
        haru status shows when the next notification comes.
        """))
  }

  @Argument(
    help: .of(text("A time such as 30m, 1h30m or 19:30.")),
    transform: reading({ LaterTime($0) }, or: CommandText.noLaterTime))
  var time: LaterTime?

  func runOnMain() throws {
    let context = try CommandContext()
    let instant = try time?.instant(context)
    let bus = try RunningAgent.bus()
    guard bus.isOwned(AgentInterface.busName) else {
      throw Failure(.unavailable, CommandText.agentNotRunning)
    }
    let history = try context.history()
    guard history.streak.isTodayOpen else {
      throw Failure(
        .refused,
        history.streak.isTodayStudied
          ? text("nothing to remind of: today is studied")
          : text("nothing to remind of: today is a rest day"))
    }
    do {
      let at = try RunningAgent.later(at: instant, on: bus)
      printMessage(StatusText.next(NextNotification(at: at, .later), context.when))
    } catch {
      throw Failure(.unavailable, CommandText.noAgent("\(error)"))
    }
  }
}

/// When to remind, as the user types it: `30m`, `2h`, `1h30m`, or a time of today such as `19:30`.
enum LaterTime: Sendable {
  case after(minutes: Int)
  case at(TimeOfDay)

  init?(_ word: String) {
    if let time = TimeOfDay(word) {
      self = .at(time)
    } else if let minutes = LaterTime.minutes(word), minutes > 0 {
      self = .after(minutes: minutes)
    } else {
      return nil
    }
  }

  private static func minutes(_ word: String) -> Int? {
    let parts = word.split(separator: "h", maxSplits: 1, omittingEmptySubsequences: false)
    func number(_ text: Substring) -> Int? {
      text.count <= 4 && text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
    }
    let rest = parts[parts.count - 1]
    let minutes =
      rest.isEmpty && parts.count == 2 ? 0 : rest.last == "m" ? number(rest.dropLast()) : nil
    guard let minutes else { return nil }
    guard parts.count == 2 else { return minutes }
    return number(parts[0]).map { $0 * 60 + minutes }
  }

  @MainActor
  func instant(_ context: CommandContext) throws(Failure) -> Instant {
    let boundary = context.provider.boundary
    let instant =
      switch self {
      case .after(let minutes): context.now + Int64(minutes * 60)
      case .at(let time): boundary.instant(of: time, on: context.today)
      }
    guard instant > context.now, instant < boundary.end(of: context.today) else {
      throw Failure(
        .refused,
        text(
          "a reminder comes later today; this time is over, or after the end of the day: {time}",
          ["time": context.when.at(instant)]))
    }
    return instant
  }
}

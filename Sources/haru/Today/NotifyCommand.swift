import ArgumentParser
import HaruCommand
import HaruSystem
import HaruText

struct NotifyCommand: MainActorCommand {
  static var configuration: CommandConfiguration {
    .init("notify", text("Show today's notification again."))
  }

  func runOnMain() throws {
    let bus = try RunningAgent.bus()
    let server = NotificationService(bus: bus)
    guard server.isThere || server.canStart else {
      throw Failure(
        .unavailable, text("no notification server; install one, such as dunst or mako"))
    }
    do {
      try RunningAgent.present(on: bus)
    } catch  where error.isUnknownService {
      throw Failure(.unavailable, CommandText.agentNotRunning)
    } catch {
      throw Failure(.unavailable, CommandText.noAgent("\(error)"))
    }
  }
}

import ArgumentParser
import HaruSystem
import HaruText

struct NotifyCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("notify", text("Show today's notification again."))
  }

  func run() throws {
    try onMain {
      let bus = try RunningAgent.bus()
      let server = NotificationService(bus: bus)
      guard server.isThere || server.canStart else {
        throw Failure(.unavailable, CommandText.noServer)
      }
      do {
        try RunningAgent.present(on: bus)
      } catch let error as GLibError where error.isUnknownService {
        throw Failure(.unavailable, CommandText.agentNotRunning)
      } catch {
        throw Failure(.unavailable, CommandText.noAgent("\(error)"))
      }
    }
  }
}

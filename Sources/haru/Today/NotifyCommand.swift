import ArgumentParser
import HaruSystem
import HaruText

struct NotifyCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("notify", text("Show today's notification again."))
  }

  @Flag(
    name: .customLong("try"),
    help: Haru.help(text("Ask what your notification server shows, and print a report of it.")))
  var isTrial = false

  func run() throws {
    if isTrial, !Question.canBeAsked { throw Failure(.usage, TrialText.noTerminal) }
    try onMain {
      let bus = try RunningAgent.bus()
      let server = NotificationService(bus: bus)
      guard server.isThere || server.canStart else {
        throw Failure(.unavailable, CommandText.noServer)
      }
      guard !isTrial else { return try ServerTrial(server).run() }
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

import ArgumentParser
import HaruDesktop
import HaruText

/// The command `haru notify`.
struct NotifyCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "notify", abstract: HelpText.notify)
  }

  func run() throws {
    try onMain {
      let bus: Bus
      do {
        bus = try Bus.session()
      } catch {
        throw Failure(.unavailable, CommandText.noBus("\(error)"))
      }
      do {
        // The user asks to see something, so this one call may start the agent.
        _ = try bus.callAndWait(Session.agentMethod("Present"), mayStart: true)
      } catch {
        throw Failure(.unavailable, CommandText.noAgent("\(error)"))
      }
    }
  }
}

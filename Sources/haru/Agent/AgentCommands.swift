import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruText

struct AgentCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "agent", abstract: text("Start or end the agent, which shows the notification."),
      subcommands: [Start.self, Stop.self, Restart.self, Status.self])
  }

  struct Start: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("start", text("Start the agent. It goes on when the terminal is closed."))
    }

    func runOnMain() throws {
      let agent = AgentProcess(bus: try RunningAgent.bus())
      guard !agent.isRunning else { return printMessage(text("The agent runs already.")) }
      try agent.start()
      printMessage(AgentText.started)
    }
  }

  struct Stop: MainActorCommand {
    static var configuration: CommandConfiguration { .init("stop", text("End the agent.")) }

    func runOnMain() throws {
      let agent = AgentProcess(bus: try RunningAgent.bus())
      guard agent.isRunning else { return printMessage(AgentText.runsNot) }
      try agent.stop()
      printMessage(text("The agent has ended."))
    }
  }

  struct Restart: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("restart", text("End the agent and start it again."))
    }

    func runOnMain() throws {
      let agent = AgentProcess(bus: try RunningAgent.bus())
      if agent.isRunning { try agent.stop() }
      try agent.start()
      printMessage(AgentText.started)
    }
  }

  struct Status: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("status", text("Show whether the agent runs."))
    }

    func runOnMain() throws {
      let agent = AgentProcess(bus: try RunningAgent.bus())
      guard let process = agent.process else {
        try printOutput(AgentText.runsNot)
        throw ExitCode(Failure.Status.unavailable.rawValue)
      }
      let version = RunningAgent.version(on: agent.bus) ?? "?"
      try printOutput(
        AgentText.runs(version: version, process: process, bySystemd: AgentUnit.isActive))
    }
  }
}

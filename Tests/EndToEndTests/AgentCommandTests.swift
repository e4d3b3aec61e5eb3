import Foundation
import HaruCore
import Support
import Testing

/// `haru agent`: it starts an agent that outlives the terminal, and ends it.
@Suite(.serialized)
struct AgentCommandTests {
  private let home = Scratch()

  /// Where neither systemd nor the bus can start the agent.
  @Test func itStartsAProcessOfItsOwnAndEndsIt() throws {
    let bus = try PrivateBus()
    let environment = Support.environment(
      home: home.path, bus: bus.address, zone: MadeZone.morning.name)
    let console = try Console(environment: environment)
    let none = try environment.haru("agent", "status")
    #expect(none.status == 69)
    #expect(none.output == "The agent is not running. To start it: haru agent start\n")

    #expect(try environment.haru("agent", "start").errors == "The agent has started.\n")
    #expect(try console.shown().labels.first == "Study")
    let again = try environment.haru("agent", "start")
    #expect(again.status == 0)
    #expect(again.errors == "The agent runs already.\n")
    let first = try process(environment)
    #expect(try environment.haru("agent", "restart").status == 0)
    #expect(try process(environment) != first)
    #expect(try environment.haru("status", "--json").output.contains(#""running":true"#))

    #expect(try environment.haru("agent", "stop").errors == "The agent has ended.\n")
    #expect(try environment.haru("agent", "status").status == 69)
    let stopped = try environment.haru("agent", "stop")
    #expect(stopped.status == 0)
    #expect(stopped.errors.hasPrefix("The agent is not running."))
  }

  /// A shell that ends kills what it has started in its terminal.
  @Test func itOutlivesTheTerminal() throws {
    let bus = try PrivateBus()
    let environment = Support.environment(
      home: home.path, bus: bus.address, zone: MadeZone.morning.name)
    // script(1) makes a terminal, and hangs up when its command ends.
    let run = try Child.run(
      "script", ["-qec", "\(Built.word("haru")) agent start", "/dev/null"],
      environment: environment)
    #expect(run.status == 0)
    #expect(run.output.contains("The agent has started."))
    let process = try process(environment)
    // It has no terminal, and leads a session of its own.
    let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    #expect(fields[4] == "\(process)")
    #expect(fields[5] == "0")
    #expect(try environment.haru("agent", "stop").status == 0)
  }

  @Test func theBusStartsItWhereItCan() throws {
    var environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    let bus = try PrivateBus(
      services: ["io.github.haru.Haru": Built.word("haru-agent") + " --gapplication-service"],
      environment: environment)
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    #expect(try environment.haru("agent", "start").status == 0)
    #expect(try environment.haru("agent", "status").status == 0)
    #expect(try environment.haru("agent", "stop").status == 0)
  }

  /// systemctl as a script that notes what it is asked for, and starts the agent.
  @Test func theUnitStartsItWhereSystemdKnowsIt() throws {
    let bus = try PrivateBus()
    let calls = home("calls")
    try home.write(
      program: """
        #!/bin/sh
        echo "$3 $4" >>\(calls)
        case $3 in
          cat) ;;
          start) setsid \(Built.word("haru-agent")) --gapplication-service >/dev/null 2>&1 & ;;
          *) exit 3 ;;
        esac

        """, to: "bin/systemctl")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let environment = Support.environment(
      home: home.path, bus: bus.address, zone: MadeZone.morning.name,
      ["PATH": home("bin") + ":" + path])
    #expect(try environment.haru("agent", "start").status == 0)
    #expect(try home.read("calls").contains("start haru.service"))
    #expect(try environment.haru("agent", "stop").status == 0)
  }

  @Test func withoutABusItSaysSo() throws {
    for verb in ["start", "stop", "restart", "status"] {
      let run = try home.haru("agent", verb)
      #expect(run.status == 69)
      #expect(run.errors.hasPrefix("haru: no session bus: "))
    }
  }

  /// No text tells to start the agent so that it ends with the terminal.
  @Test func noTextRecommendsAnAgentOfTheTerminal() throws {
    let files = [
      "README.md", "share/man/haru.1", "share/man/haru-agent.1", "share/locale/haru.pot",
      "share/locale/ko.po",
    ]
    for file in files { #expect(try !SourceTree.read(file).contains("haru-agent &")) }
  }

  private func process(_ environment: [String: String]) throws -> Int {
    let output = try environment.haru("agent", "status").output
    let number = output.split(separator: " ").last?.dropLast(2)
    return try #require(number.flatMap { Int($0) }, "\(output)")
  }
}

import Foundation
import HaruDesktop
import OwnProcess
import Support
import Testing

/// haru-console as a program in a terminal.
@Suite struct ConsoleProgramTests {
  private static let program = Built.product("haru-console")

  @Test func aPersonSeesACardAndTypesCommands() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try Child(
        Built.product("haru-console"), ["--studied-word", "x"],
        environment: scene.environment)
      var seen = [try console.line()]
      let client = try Client(scene)
      let resident = try client.notify(
        "🦃 Friday 20 November",
        body: "<b>12-day</b> streak &amp; more\n1 &lt; 2 &#39;quoted&#39; <3\n\u{1b}[31mred",
        actions: ["study", "Study", "later", "Later", "default", "Haru"], resident: true)
      try console.send("2")
      #expect(client.signals.next() == .invoked(resident, "later"))
      try console.send("d")
      #expect(client.signals.next() == .invoked(resident, "default"))
      _ = try client.notify("Studied", replacing: resident)
      try console.send("x")
      #expect(client.signals.next() == .closed(resident, 2))
      let second = try client.notify("second", actions: [])
      try client.close(second)
      try console.send("q")
      #expect(try console.wait() == .exited(0))
      seen += try console.rest()
      #expect(
        seen == [
          "Notifications appear here.",
          "╭─ Test",
          "│ 🦃 Friday 20 November",
          "│ 12-day streak & more",
          "│ 1 < 2 'quoted' <3",
          "│ [31mred",
          "│ [1] Study  [2] Later",
          "╰─",
          "type a number to click, x to dismiss, q to end",
          "· replaced: 🦃 Friday 20 November",
          "╭─ Test",
          "│ Studied",
          "│ [1] A  [2] B",
          "╰─",
          "· dismissed: Studied",
          "╭─ Test",
          "│ second",
          "╰─",
          "· closed: second",
        ])
      #expect(try console.rest(of: .errors) == [])
    }
  }

  @Test func aCommandThatCannotBeDoneIsRefused() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try Child(
        Built.product("haru-console"), ["--capabilities", "body"],
        environment: scene.environment)
      _ = try console.line()
      for line in ["1", "x", "d", "7up", "click 1", "dismiss x", "delay -1", ""] {
        try console.send(line)
      }
      for _ in 1...3 { #expect(try console.line(from: .errors) == "nothing is shown") }
      for line in ["7up", "click 1", "dismiss x", "delay -1"] {
        #expect(try console.line(from: .errors) == "not a command: \(line)")
      }
      // Without buttons none can be pressed, and markup is printed as it is.
      _ = try Client(scene).notify("title", body: "<b>bold</b>")
      #expect(try console.line { $0.contains("bold") } == "│ <b>bold</b>")
      try console.send("1")
      #expect(try console.line(from: .errors) == "no such button: 1")
      try console.send("d")
      let refusal = "nothing happens on a click on the body"
      #expect(try console.line(from: .errors) == refusal)
      console.closeInput()
      #expect(try console.wait() == .exited(0))
    }
  }

  @Test(arguments: [2, 15])
  func aSignalEndsItAndReleasesItsName(_ signal: Int32) async throws {
    await inOwnProcess(given: signal) {
      let signal = try Given.value(of: Int32.self)
      let scene = try Scene()
      for _ in 1...3 {
        let console = try scene.console()
        console.child.signal(signal)
        #expect(try console.child.wait() == .exited(0))
      }
      for _ in 1...3 { try scene.console().quit() }
    }
  }

  /// With one line of error.
  @Test func aNameThatIsTakenIsStatus69() throws {
    let scratch = Scratch()
    let bus = try PrivateBus()
    let environment = environment(home: scratch.path, bus: bus.address)
    let console = try Console(environment: environment)
    let second = try Child.run(Self.program, ["--lines"], environment: environment)
    let line = "org.freedesktop.Notifications is taken by process \(console.child.pid)"
    #expect(second.errors == "haru-console: \(line)\n")
    #expect(second.status == 69 && second.output == "")
    try console.quit()
  }

  /// With one line of error, also when the bus ends later.
  @Test func withoutABusItEndsWithStatus69() throws {
    let scratch = Scratch()
    for options in [[], ["--ping", "haru.test.Name"]] {
      let outcome = try Child.run(
        Self.program, options, environment: environment(home: scratch.path))
      #expect(outcome.status == 69 && outcome.output == "")
      #expect(outcome.errors.hasPrefix("haru-console: no session bus: "))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    let bus = try PrivateBus()
    let console = try Console(environment: environment(home: scratch.path, bus: bus.address))
    try bus.stop()
    #expect(try console.child.wait() == .exited(69))
    #expect(
      try console.child.rest(of: .errors) == ["haru-console: the session bus has gone"])
  }

  /// One line of error names the value.
  @Test(arguments: [
    (["--frobnicate"], "--frobnicate"), (["--after-action", "explode"], "explode"),
    (["--delay", "soon"], "soon"), (["--delay=-1"], "-1"), (["--hold-close", "1.5"], "1.5"),
    (["--store"], "--store"), (["extra"], "extra"), (["--every", ""], "--every"),
    (["--ping", "a.b", "--property", "odd"], "odd"),
  ])
  func anInvalidOptionIsStatus64(_ options: [String], _ named: String) throws {
    let scratch = Scratch()
    let outcome = try Child.run(
      Self.program, options, environment: environment(home: scratch.path))
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("haru-console: ") && outcome.errors.contains(named))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func helpAndVersionNeedNoBus() throws {
    let scratch = Scratch()
    let environment = environment(home: scratch.path)
    let help = try Child.run(Self.program, ["--help"], environment: environment)
    #expect(help.status == 0 && help.output.contains("--after-action <manner>"))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let version = try Child.run(Self.program, ["--version"], environment: environment)
    #expect(version.status == 0 && version.output.hasPrefix("haru-console "))
  }

  @Test func slowAnswersAreMeasured() async {
    await inOwnProcess {
      let scene = try Scene()
      _ = try BusObject(Loop(), Loop.interface, on: scene.bus, at: "/haru/test")
      #expect(try scene.bus.own("haru.test.Name"))
      let property = "/haru/test:haru.test.Face.Ready"
      @MainActor func measure(
        _ property: String?, _ meanwhile: () throws -> Void
      ) throws -> BusPing.Report {
        let ping = try BusPing(
          "haru.test.Name", property: property, environment: scene.environment)
        try meanwhile()
        return try ping.finish()
      }
      // A running loop answers quickly.
      let idle = Mailbox<Void>()
      let good = try measure(property) { _ = idle.all(within: .milliseconds(500)) }
      #expect(good.count >= 5 && good.errors == 0)
      #expect(good.longestMicroseconds < 500_000)
      // A blocked main loop, which Ping does not notice.
      let blocked = try measure(property) { _ = try Child.run("sleep", ["0.9"]) }
      #expect(blocked.longestMicroseconds > 700_000)
      let ping = try measure(nil) { _ = try Child.run("sleep", ["0.9"]) }
      #expect(ping.count >= 5 && ping.errors == 0)
      #expect(ping.longestMicroseconds < 500_000)

      let nobody = try BusPing("haru.test.Nobody", environment: scene.environment)
      _ = idle.all(within: .milliseconds(100))
      let report = try nobody.finish()
      #expect(report.errors > 0)
    }
  }
}

/// A program whose loop runs.
@MainActor
private final class Loop {
  static let interface = BusInterface<Loop>(
    "haru.test.Face", properties: [.init("Ready", "b") { _ in .bool(true) }])
}

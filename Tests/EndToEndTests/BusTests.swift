import Foundation
import FoundationXML
import HaruCore
import Support
import Testing

/// The agent as other programs on the bus see it, and as the desktop starts it.
@Suite(.serialized)
struct BusTests {
  @Test func theInstalledInterfaceMatchesTheRunningOne() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    let running = try Child.run(
      "gdbus",
      [
        "introspect", "--xml", "--session", "--dest", "io.github.haru.Haru", "--object-path",
        "/io/github/haru/Haru",
      ], environment: desk.environment)
    let installed = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../share/dbus-1/interfaces/io.github.haru.Haru1.xml")
    let described = try InterfaceReader.members(of: Data(contentsOf: installed))
    #expect(try InterfaceReader.members(of: Data(running.output.utf8)) == described)
    #expect(described.count == 25)
  }

  /// Who has an agent needs no welcome, even before the first mark.
  @Test func theWelcomeIsForNewUsersOnly() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    let run = try desk.haru()
    #expect(run.output.contains("not studied yet") && !run.output.contains("haru --help"))
    try desk.agent.terminate()
    #expect(try desk.haru().output.contains("haru --help"))
    #expect(try desk.haru("mark").status == 0)
    #expect(try desk.haru().output.contains("· studied"))
  }

  @Test func programsReadAndSetTheDay() throws {
    let desk = try Desk(marks: [1, 2])
    let open = try desk.console.shown()
    let monitor = try Child(
      "gdbus",
      [
        "monitor", "--session", "--dest", "io.github.haru.Haru", "--object-path",
        "/io/github/haru/Haru",
      ], environment: desk.environment)
    _ = try monitor.line { $0.contains("is owned by") }

    let set = try desk.call("io.github.haru.Haru1.SetStudied", "\(desk.today)", "true")
    #expect(set.output == "(true,)\n")
    let changed = try monitor.line { $0.contains("PropertiesChanged") }
    #expect(changed.contains("'Studied': <true>"))
    #expect(changed.contains("'CurrentStreak': <uint32 3>"))
    #expect(!changed.contains("Today"))
    // What it makes of the notification that was shown is the same as a click's.
    let studied = try desk.console.shown()
    #expect(studied.summary == "Studied: " + open.summary)
    #expect(studied.mark == true)

    let again = try desk.call("io.github.haru.Haru1.SetStudied", "\(desk.today)", "true")
    #expect(again.output == "(false,)\n")
    let tomorrow = try #require(desk.today.advanced(by: 1))
    let future = try desk.call("io.github.haru.Haru1.SetStudied", "\(tomorrow)", "true")
    #expect(future.errors.contains("io.github.haru.Haru1.Error.Future"))
    for day in ["0001-01-01", "1970-01-01", "1604-05-02"] {
      let longAgo = try desk.call("io.github.haru.Haru1.SetStudied", day, "true")
      #expect(longAgo.errors.contains("io.github.haru.Haru1.Error.LongAgo"), "\(longAgo)")
    }
    let nonsense = try desk.call("io.github.haru.Haru1.SetStudied", "2026-02-30", "true")
    #expect(nonsense.errors.contains("io.github.haru.Haru1.Error.NoSuchDay"))

    let all = try desk.call(
      "org.freedesktop.DBus.Properties.GetAll", "io.github.haru.Haru1")
    for property in ["'Today': <'\(desk.today)'>", "'LongestStreak': <uint32 3>", "'Version': <'"] {
      #expect(all.output.contains(property))
    }
  }

  @Test func theDesktopActionMarksToday() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    let run = try Child.run(
      "gapplication", ["action", "io.github.haru.Haru", "study"], environment: desk.environment)
    #expect(run.status == 0)
    #expect(try desk.console.shown().mark == true)
    #expect(try desk.isStudied)
  }

  /// A launcher that does not call the agent shows as much: what the user had dismissed comes again.
  @Test func theDesktopActionWithoutActivationShowsThatItMarked() throws {
    let desk = try Desk()
    let open = try desk.console.shown()
    try desk.console.dismiss(open.id)
    let lines = try SourceTree.read("share/applications/io.github.haru.Haru.desktop")
      .split(separator: "\n")
    let action = lines.drop { $0 != "[Desktop Action study]" }
    let line = try #require(action.first { $0.hasPrefix("Exec=") }).dropFirst("Exec=".count)
    let programs = (Built.product("haru") as NSString).deletingLastPathComponent
    // Where nothing but quotation marks is special, a shell reads the line as a launcher does.
    let run = try Child.run(
      "sh", ["-c", "PATH=\"\(programs):$PATH\"; \(line)"], environment: desk.environment)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try desk.console.shown().mark == true)
    #expect(try desk.isStudied)
  }

  /// The call that starts the agent finds its object, because that is there before its name is.
  @Test(arguments: ["notify", "launch", "SetStudied"])
  func theBusStartsTheAgentForACall(how: String) throws {
    let home = Scratch()
    let zone = MadeZone.morning
    let yesterday = try #require(zone.today.advanced(by: -1))
    var environment = Support.environment(home: home.path, zone: zone.name)
    let bus = try PrivateBus(
      services: [
        "io.github.haru.Haru": Built.word("haru-agent") + " --gapplication-service"
      ], environment: environment)
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let console = try Console(environment: environment)
    switch how {
    case "notify":
      #expect(try environment.haru("notify").status == 0)
    case "launch":
      try Child.run("gapplication", ["launch", "io.github.haru.Haru"], environment: environment)
        .succeeded()
    default:
      // Not today: that would no longer be open.
      let run = try Child.call(
        "io.github.haru.Haru1.SetStudied", of: "io.github.haru.Haru", ["\(yesterday)", "true"],
        environment: environment)
      #expect(run.output == "(true,)\n", "\(run.errors)")
    }
    // However it is started, a login shows the day while it is open.
    _ = try console.shown()
    let doctor = try environment.haru("doctor").output
    #expect(doctor.contains(", started because a program called it\n"), "\(doctor)")
  }

  /// Only `haru notify` starts it, and only if there is a notification server.
  @Test func aCommandNeverStartsTheAgent() throws {
    let home = Scratch()
    let started = home("started")
    let service = try home.write(program: "#!/bin/sh\n: >'\(started)'\nexit 1\n", to: "service")
    var environment = Support.environment(home: home.path)
    let bus = try PrivateBus(
      services: ["io.github.haru.Haru": service], environment: environment)
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    func isStarted() -> Bool { FileManager.default.fileExists(atPath: started) }

    for words in ["mark", "status", "undo"] { #expect(try environment.haru(words).status == 0) }
    #expect(try environment.haru("status", "--json").output.contains("\"running\":false"))
    #expect(try environment.haru("doctor").status == 1)
    let nothingToSee = try environment.haru("notify")
    #expect(nothingToSee.status == 69)
    #expect(
      nothingToSee.errors == "haru: no notification server; install one, such as dunst or mako\n")
    #expect(!isStarted())

    // The control: the service can be started.
    let console = try Console(environment: environment)
    let noAgent = try environment.haru("notify")
    #expect(noAgent.status == 69)
    #expect(noAgent.errors.hasPrefix("haru: agent not running: "))
    #expect(isStarted())
    try console.quit()
  }
}

/// Collects what an interface promises from its XML, without its documentation.
private final class InterfaceReader: NSObject, XMLParserDelegate {
  private var members: [String] = []
  private var path: [String] = []
  private var isOurs = false

  static func members(of data: Data) throws -> [String] {
    let reader = InterfaceReader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse() else { throw Failure.unexpected("XML: \(parser.parserError as Any)") }
    return reader.members
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if element == "interface" { isOurs = attributes["name"] == "io.github.haru.Haru1" }
    path.append(attributes["name"] ?? element)
    guard isOurs, element != "interface" else { return }
    let details = attributes.filter { $0.key != "name" }.sorted { $0.key < $1.key }
    members.append("\(element) \(path.joined(separator: "/")) \(details.map { "\($0)=\($1)" })")
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    path.removeLast()
    if element == "interface" { isOurs = false }
  }
}

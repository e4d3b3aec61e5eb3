import Foundation
import HaruCore
import Support
import Testing

/// Zone, clock, server and bus change while the agent runs.
@Suite(.serialized)
struct WorldTests {
  private let home = Scratch()

  @Test func aReplacedZoneFileChangesTheDay() throws {
    let desk = try Desk(zone: .afternoon, marks: [1])
    _ = try desk.console.shown()
    try desk.agent.terminate()
    let file = desk.home("zone")
    try compileZone(desk.zone, file)
    let agent = try Desk.startAgent(desk.environment.merging(["TZ": ":" + file]) { $1 })
    #expect(try desk.console.shown().keys.first == "study:\(desk.today)")

    // The same path, now with a zone in which it is already tomorrow.
    let ahead = MadeZone(offset: desk.zone.offset + 9 * 3600)
    try compileZone(ahead, file + ".new")
    rename(file + ".new", file)
    let tomorrow = try desk.console.shown()
    let next = try #require(desk.today.advanced(by: 1))
    #expect(tomorrow.keys.first == "study:\(next)")
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    try agent.terminate()
  }

  @Test(.enabled(if: mayMount, "needs the right to mount"))
  func anotherZoneOfTheSystemChangesTheDay() throws {
    // In its own mount namespace the agent sees a copy of /etc, in which the link is replaced.
    let etc = Scratch()
    #expect(try Child.run("/bin/cp", ["-a", "/etc/.", etc.path]).status == 0)
    let afternoon = MadeZone.afternoon
    try? FileManager.default.removeItem(atPath: etc("localtime"))
    try compileZone(afternoon, etc("localtime"))

    let bus = try PrivateBus()
    let environment = Support.environment(home: home.path, bus: bus.address, zone: nil)
    let console = try Console(environment: environment)
    let agent = try Child(
      "unshare",
      [
        "--mount", "sh", "-c", "mount --bind \(etc.path) /etc && exec \"$0\" \"$@\"",
        Built.product("haru-agent"), "--gapplication-service",
      ], environment: environment)
    let open = try console.shown()
    #expect(open.keys.first == "study:\(afternoon.today)")

    try compileZone(MadeZone(offset: afternoon.offset + 9 * 3600), etc("localtime.new"))
    rename(etc("localtime.new"), etc("localtime"))
    let tomorrow = try console.shown()
    let next = try #require(afternoon.today.advanced(by: 1))
    #expect(tomorrow.keys.first == "study:\(next)")
    try agent.terminate()
  }

  @Test(arguments: [
    // Forward over midnight, and back over it.
    (from: "2026-11-20 23:00:00", to: "2026-11-21 08:00:00", day: "2026-11-21"),
    (from: "2026-11-20 08:00:00", to: "2026-11-18 09:00:00", day: "2026-11-18"),
  ])
  func aSetClockChangesTheDayOnce(from: String, to: String, day: String) throws {
    let bus = try PrivateBus()
    let environment = Support.environment(home: home.path, bus: bus.address)
    // The agent writes nothing at its start, so no job of it reads the clock.
    try environment.haru("mark", "2026-01-01").succeeded()
    let console = try Console(environment: environment)
    let clock = home("clock")
    try #require(mkfifo(clock, 0o600) == 0)
    let words = FakeTime.words(at: from)
    let agent = try Child(
      words + [Built.product("haru-agent"), "--gapplication-service"],
      environment: environment.merging(["HARU_TEST_CLOCK": clock]) { $1 })
    #expect(try console.shown().keys.first == "study:\(from.prefix(10))")
    #expect(try console.eventsSoFar().filter(\.isNotify).isEmpty)
    let bell = try #require(FileHandle(forWritingAtPath: clock))
    try bell.write(contentsOf: withUnsafeBytes(of: offset(of: to)) { Array($0) })
    #expect(try console.shown().keys.first == "study:\(day)")
    #expect(try console.eventsSoFar().filter(\.isNotify).isEmpty)
    withExtendedLifetime(agent) {}
  }

  /// How many nanoseconds a time lies ahead, in the zone that tests have without another.
  private func offset(of time: String) throws -> Int64 {
    let run = try Child.run(
      "date", ["-d", time, "+%s"], environment: Support.environment(home: "/"))
    let there = try #require(Int64(run.output.dropLast()))
    return (there - Int64(Date().timeIntervalSince1970)) * 1_000_000_000
  }

  @Test func aRestartedServerShowsTheDayAgain() throws {
    let desk = try Desk(marks: [1])
    let first = try desk.console.shown()
    let ping = try Pings(desk)
    try desk.console.child.kill()
    try desk.startConsole()
    let again = try desk.console.shown()
    #expect(again.summary == first.summary)
    // Ids start again with the server, so an old id may be another program's notification.
    #expect(again.replaces == 0)
    let studied = try desk.console.shown(afterPressing: "Study", on: again)
    #expect(studied.mark == true)
    #expect(studied.replaces == 0)
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    try ping.expectShort("a server killed and started again")
  }

  @Test func aClickBeforeTheServerIsKilledIsKept() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    try desk.console.press("Study", on: open)
    _ = try desk.agent.line(from: .errors) { $0.contains("event: clicked") }
    try desk.console.child.kill()
    try desk.startConsole()
    #expect(try desk.console.shown().summary.hasPrefix("Studied:"))
    #expect(try desk.isStudied)
  }

  @Test func aDismissedNotificationIsNotShownByTheNextServer() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    try desk.console.dismiss(open.id)
    // The agent has heard of it.
    try desk.reload()
    // What a server closes just before its end is no wish of the user.
    try desk.console.waitForDoubleClick()
    try desk.console.child.kill()
    try desk.startConsole()
    _ = try desk.agent.line(from: .errors) { $0.contains("event: serverAppeared") }
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
  }

  /// fnott and Enlightenment say so of all that stands there.
  @Test(arguments: ["dismiss", "expire"])
  func whatAServerClosesAtItsEndIsShownByTheNextOne(how: String) throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    try desk.console.command("\(how) \(open.id)")
    try desk.console.child.kill()
    try desk.startConsole()
    #expect(try desk.console.shown().summary == open.summary)
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
  }

  /// Most servers replace no notification by its tag: it would stay, and a click on it be lost.
  @Test func whatAKilledAgentHasShownIsClosed() throws {
    let desk = try Desk()
    func shown() throws -> UInt32 {
      let shown = try desk.console.shown()
      #expect(shown.labels == ["Study", "Later", "Calendar"])
      // By then it knows the id.
      _ = try desk.agent.line(from: .errors) { $0.contains("shown: \(shown.id)") }
      return shown.id
    }
    let left = try shown()
    #expect(FileManager.default.fileExists(atPath: desk.home("run/haru")))
    try desk.agent.kill()
    try desk.startAgent()
    try desk.console.closeAsked(left)
    let own = try shown()
    // What was closed as usual is not closed again, and nothing of it stays.
    try desk.agent.terminate()
    try desk.console.closeAsked(own)
    #expect(!FileManager.default.fileExists(atPath: desk.home("run/haru")))
    try desk.startAgent()
    _ = try shown()
    #expect(desk.console.closesAsked == [left, own])
    // Another server may have given the same id to another program.
    try desk.agent.kill()
    try desk.console.child.kill()
    try desk.startConsole()
    try desk.startAgent()
    _ = try shown()
    #expect(desk.console.closesAsked == [])
  }

  @Test func aLateServerShowsTheDayOnce() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    try desk.agent.terminate()
    try desk.console.quit()
    try desk.startAgent()
    _ = try desk.agent.line(from: .errors) { $0.contains("event: timeMoved") }
    let ping = try Pings(desk)
    #expect(try desk.haru("status").status == 0)
    try desk.startConsole()
    let shown = try desk.console.shown()
    #expect(shown.labels == ["Study", "Later", "Calendar"])
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    try ping.expectShort("a server that comes late")
  }

  @Test func aServerThatHangsAtItsStartDelaysNothing() throws {
    // The bus starts a program for the name that never takes it.
    let zone = MadeZone.morning
    let starts = try NamedPipe(at: home("starts"))
    let server = try home.write(
      program: "#!/bin/sh\necho $$ >'\(starts.path)'\nexec sleep infinity\n", to: "server")
    let bus = try PrivateBus(services: ["org.freedesktop.Notifications": server])
    let environment = Support.environment(home: home.path, bus: bus.address, zone: zone.name)
    let agent = try Desk.startAgent(environment)
    _ = try agent.line(from: .errors) { $0.contains("event: timeMoved") }
    let ping = try Pings(environment)
    // After waiting at login, the agent asks the bus to start the server.
    let hanging = try #require(Int32(try starts.line(within: .seconds(15))))
    defer { kill(hanging, SIGKILL) }
    try Desk.mark([zone.today], in: home)
    #expect(
      try Child.call(
        "io.github.haru.Haru1.SetStudied", of: "io.github.haru.Haru", ["\(zone.today)", "false"],
        environment: environment
      ).output.contains("true"))
    let console = try Console(environment: environment)
    #expect(try console.shown().labels == ["Study", "Later", "Calendar"])
    try ping.expectShort("a server that starts and hangs")
    try agent.terminate()
  }

  @Test func aServerThatOnlyTheBusStartsShowsTheDayOnce() throws {
    // MATE's server and some others end when they have nothing to show.
    var environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    let log = home("console.log")
    let server = try home.write(
      program: "#!/bin/sh\nexec '\(Built.product("haru-console"))' --lines </dev/zero >'\(log)'\n",
      to: "server")
    let bus = try PrivateBus(
      services: ["org.freedesktop.Notifications": server], environment: environment)
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let agent = try Desk.startAgent(environment)
    // The agent waits for a server, then asks the bus to start one, and shows the day once.
    _ = try agent.line(from: .errors, within: .seconds(15)) { $0.contains("shown: ") }
    try agent.terminate()
    let shown = try home.read("console.log").split(separator: "\n").filter {
      $0.contains(#""event":"notify""#)
    }
    #expect(shown.count == 1)
  }

  @Test func anInvalidSettingDoesNotChangeTheStore() throws {
    let store = home("elsewhere/mine.sqlite")
    // Haru creates a store only in a directory that exists; a missing one may be on another disk.
    try home.write("", to: "elsewhere/other")
    let desk = try Desk { made in
      try made.write(
        "[Notifications]\nlater=sixty\n[Store]\npath=\(store)\n", to: ".config/haru/haru.conf")
    }
    let open = try desk.console.shown()
    _ = try desk.console.shown(afterPressing: "Study", on: open)
    #expect(FileManager.default.fileExists(atPath: store))
    #expect(!FileManager.default.fileExists(atPath: desk.home(Desk.storePath)))
  }

  @Test func aClickIsKeptWhileTheServerHangs() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    let ping = try Pings(desk)
    try desk.console.command("hang")
    // The click still reaches the agent and is stored.
    try desk.console.press("Study", on: open)
    _ = try desk.agent.line(from: .errors) { $0.contains("studied: ") }
    #expect(try desk.isStudied)
    try desk.console.command("resume")
    #expect(try desk.console.shown().summary.hasPrefix("Studied:"))
    try ping.expectShort("a server that stops answering")
  }

  @Test func theEndOfTheBusEndsTheAgentWithStatus75() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    try desk.bus.stop()
    #expect(try desk.agent.wait() == .exited(75))
  }

  @Test func withoutABusTheAgentEndsWithAnError() throws {
    let began = ContinuousClock.now
    let run = try Child.run(
      Built.product("haru-agent"), environment: Support.environment(home: home.path))
    #expect(run.status == 69)
    #expect(run.errors.contains("no session bus"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(ContinuousClock.now - began < .seconds(1))
  }

  @Test func aSecondAgentEndsInFavourOfTheFirst() throws {
    let desk = try Desk()
    let open = try desk.console.shown()
    let service = try Child.run(
      Built.product("haru-agent"), ["--gapplication-service"], environment: desk.environment)
    #expect(service.status == 0)
    #expect(service.errors.split(separator: "\n").count == 1)
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    // Started by hand it shows the notification again.
    try Child.run(Built.product("haru-agent"), environment: desk.environment).succeeded()
    #expect(try desk.console.shown().summary == open.summary)
  }

  /// After an upgrade the agent ends with status 75, for which systemd starts it again; without
  /// systemd it executes the new program itself.
  @Test(arguments: [true, false])
  func anUpgradedProgramIsStartedInstead(underSystemd: Bool) throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    try desk.agent.terminate()
    let program = try desk.home.copy(Built.product("haru-agent"), to: "bin/haru-agent")
    let newer = try desk.home.write(program: "#!/bin/sh\necho the newer one: $*\n", to: "bin/newer")
    let start = underSystemd ? "SYSTEMD_EXEC_PID=$$ exec" : "exec"
    let agent = try Child(
      "sh", ["-c", "\(start) '\(program)' --gapplication-service"],
      environment: desk.environment)
    _ = try desk.console.shown()
    rename(newer, program)
    if underSystemd {
      #expect(try agent.wait() == .exited(75))
    } else {
      #expect(try agent.line() == "the newer one: --gapplication-service")
    }
  }

  @Test func anAgentWhoseProgramWasRemovedEnds() throws {
    let desk = try Desk(agent: { try $0.copy(Built.product("haru-agent"), to: "bin/haru-agent") })
    let shown = try desk.console.shown()
    unlink(desk.home("bin/haru-agent"))
    try desk.console.closed(shown.id)
    #expect(try desk.agent.wait() == .exited(0))
  }

  /// A package manager unpacks hundreds of files beside the program.
  @Test func filesBesideTheProgramDoNotWakeTheAgent() throws {
    let desk = try Desk(agent: { try $0.copy(Built.product("haru-agent"), to: "bin/haru-agent") })
    _ = try desk.console.shown()
    // What follows a start is done by then, and the memory of its code given back.
    _ = try desk.console.events(during: .seconds(10))
    let before = try desk.switchesOfAgent
    for number in 0..<300 { try desk.home.write("x", to: "bin/\(number)") }
    _ = try desk.console.events(during: .seconds(2))
    #expect(try desk.switchesOfAgent == before && before > 0)
  }

  /// The agent sees the click and the request to end at the same time.
  @Test func theLastClickIsSaved() throws {
    let desk = try Desk()
    let shown = try desk.console.shown()
    desk.agent.signal(SIGSTOP)
    _ = try desk.console.click(shown.id, shown.key(of: "Study"))
    desk.agent.signal(SIGTERM)
    desk.agent.signal(SIGCONT)
    #expect(try desk.agent.wait() == .exited(0))
    #expect(try desk.isStudied)
    try desk.console.settle()
    #expect(try desk.console.events(during: .zero).filter(\.isNotify).isEmpty)
  }
}

/// Measures how long the agent takes to answer, all the time, and how long the bus itself takes, so
/// that a busy machine is not mistaken for a busy agent.
struct Pings {
  private let agent: BusPing
  private let loop: BusPing
  private let bystander: BusPing

  init(_ desk: Desk) throws {
    try self.init(desk.environment)
  }

  init(_ environment: [String: String]) throws {
    let name = "io.github.haru.Haru"
    agent = try BusPing(name, environment: environment)
    // GLib answers a ping in another thread; a property is read by the main loop.
    loop = try BusPing(
      name, property: "/io/github/haru/Haru:io.github.haru.Haru1.Version",
      environment: environment)
    bystander = try BusPing("org.freedesktop.DBus", environment: environment)
  }

  func expectShort(_ occasion: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let (agent, loop, machine) = (
      try agent.finish(), try loop.finish(), try bystander.finish()
    )
    print(
      """
      longest answer, \(occasion): ping \(agent.longestMicroseconds / 1000) ms, main loop \
      \(loop.longestMicroseconds / 1000) ms of \(loop.count); the bus itself \
      \(machine.longestMicroseconds / 1000) ms
      """)
    #expect(agent.errors == 0 && loop.errors == 0, sourceLocation: sourceLocation)
    // Question and answer both go through the bus.
    let limit = 100_000 + 2 * machine.longestMicroseconds
    #expect(agent.longestMicroseconds <= limit, sourceLocation: sourceLocation)
    #expect(loop.longestMicroseconds <= limit, sourceLocation: sourceLocation)
  }
}

/// Whether this user may mount in a namespace.
let mayMount: Bool = {
  let run = try? Child.run("unshare", ["--mount", "sh", "-c", "mount --bind /tmp /tmp"])
  return run?.status == 0
}()

/// Writes the file of a zone with one offset, as `zic` does.
func compileZone(_ zone: MadeZone, _ file: String) throws {
  let offset = withUnsafeBytes(of: Int32(zone.offset).bigEndian) { Array($0) }
  // RFC 8536: six counts (one type, four characters), and that type.
  var block = Data("TZif2".utf8)
  block += [UInt8](repeating: 0, count: 15 + 19) + [1, 0, 0, 0, 4]
  block += offset + [0, 0]
  block += Data("XXX\0".utf8)
  try (block + block + Data("\n\(zone.name)\n".utf8)).write(to: URL(fileURLWithPath: file))
}

extension MadeZone {
  /// The zone in which it is now five in the afternoon: nine hours more are tomorrow, and no zone's
  /// offset is too large for that (docs/design.md#time).
  fileprivate static var afternoon: MadeZone { MadeZone(secondsAfterMidnight: 17 * 3600) }
}

import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// A time zone made for a test, in which it is now the time of day that the test needs.
struct MadeZone {
  /// The value of `TZ`.
  ///
  /// Its abbreviation has three letters: with fewer, libc takes UTC without an error.
  let name: String
  /// Seconds ahead of UTC.
  let offset: Int

  /// The zone in which it is now a number of seconds after midnight.
  init(secondsAfterMidnight wanted: Int) {
    let now = Int(Date().timeIntervalSince1970) % 86_400
    let ahead = (wanted - now + 86_400) % 86_400
    self.init(offset: ahead > 43_200 ? ahead - 86_400 : ahead)
  }

  init(offset: Int) {
    self.offset = offset
    let clock = [abs(offset) / 3600, abs(offset) / 60 % 60, abs(offset) % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    // In POSIX the sign is the other way round: what is added to local time gives UTC.
    name = "XXX" + (offset < 0 ? "" : "-") + clock
  }

  /// A zone in which it is nine in the morning: far from midnight, and from reminders.
  ///
  /// Its offset has no seconds, so that times in JSON are those on the clock: RFC 3339 cuts the offset to
  /// the minute.
  static var morning: MadeZone {
    let offset = MadeZone(secondsAfterMidnight: 9 * 3600).offset
    return MadeZone(offset: offset + 60 - (offset % 60 + 60) % 60)
  }

  /// Today in this zone.
  var today: Day {
    let epoch = Day(year: 1970, month: 1, day: 1)
    let local = Int(Date().timeIntervalSince1970) + offset
    return epoch?.advanced(by: local / 86_400) ?? .earliest
  }
}

/// A user's session: a home, a bus, a notification server if wanted, and the real agent.
final class Desk {
  let home: Scratch
  let bus: PrivateBus
  let zone: MadeZone
  let environment: [String: String]
  private(set) var console: Console
  private(set) var agent: Child

  /// Starts a session with a server and the agent.
  ///
  /// `marks` are days to mark, as numbers of days before today; `more` are further variables;
  /// `prepare` runs before the agent starts, and `agent` returns the path of its program.
  init(
    _ options: [String] = [], zone: MadeZone = .morning, marks: [Int] = [],
    _ more: [String: String] = [:], prepare: (Scratch) throws -> Void = { _ in },
    agent program: (Scratch) throws -> String = { _ in Built.product("haru-agent") }
  ) throws {
    home = try Scratch()
    self.zone = zone
    bus = try PrivateBus()
    environment = Support.environment(
      home: home.path, bus: bus.address, zone: zone.name, more)
    // Every desktop has a directory of the session.
    mkdir(home("run"), 0o700)
    let program = try program(home)
    try prepare(home)
    let days = marks.compactMap { zone.today.advanced(by: -$0) }
    if !days.isEmpty { try Desk.mark(days, in: home) }
    console = try Console(
      environment: environment, options + ["--store", home(Desk.storePath)])
    agent = try Child(program, Desk.agentArguments, environment: environment)
  }

  deinit {
    // Neither the agent nor what it has started may write into the home while that is removed.
    try? agent.killWithChildren()
  }

  static let storeFolder = ".local/share/haru"
  static let storePath = storeFolder + "/haru.sqlite"

  static let agentArguments = ["--gapplication-service", "--verbose"]

  static func startAgent(_ environment: [String: String]) throws -> Child {
    try Child(Built.product("haru-agent"), agentArguments, environment: environment)
  }

  var today: Day { zone.today }

  /// Runs `haru` in the session.
  func haru(_ arguments: String...) throws -> Child.Outcome {
    try Child.run(Built.product("haru"), arguments, environment: environment)
  }

  /// Waits until a command says something, as it does after a change of the store.
  func waitUntil(_ words: String..., say isWanted: (String) -> Bool) throws {
    try eventually(watching: home(Desk.storeFolder)) {
      isWanted(
        try Child.run(Built.product("haru"), words, environment: environment).output)
    }
  }

  /// The marked days in the file, newest first.
  var marks: [Day] {
    get throws { try Store(path: home(Desk.storePath), for: .reading).markedDays() }
  }

  /// Whether today is marked in the file.
  var isStudied: Bool { get throws { try marks.contains(today) } }

  func startAgent() throws {
    agent = try Desk.startAgent(environment)
  }

  func startConsole(_ options: [String] = []) throws {
    console = try Console(
      environment: environment, options + ["--store", home(Desk.storePath)])
  }

  /// Makes the agent read the store, and waits until it has.
  func reload() throws {
    _ = try call("io.github.haru.Haru1.Reload")
  }

  /// Waits until an agent is on the bus.
  func waitForAgent() throws { try waitForOwner(of: "io.github.haru.Haru", environment) }

  /// Calls a method of the agent with gdbus.
  func call(_ method: String, _ arguments: String...) throws -> Child.Outcome {
    try Child.run(
      "gdbus",
      [
        "call", "--session", "--dest", "io.github.haru.Haru", "--object-path",
        "/io/github/haru/Haru", "--method", method,
      ] + arguments, environment: environment)
  }

  static func mark(_ days: [Day], _ studied: Bool = true, in home: Scratch) throws {
    let zone = HaruCore.Zone(name: "test") { _ in 0 }
    try Store(path: home(storePath), for: .writing).setStudied(
      days, studied, today: .latest,
      by: Provenance(at: Instant(0), in: zone, source: .command))
  }
}

extension Scratch {
  /// Runs `haru` in a home without an agent, which this directory is.
  func haru(_ words: String...) throws -> Child.Outcome {
    try Child.run(Built.product("haru"), words, environment: Support.environment(home: path))
  }
}

extension Console.Event {
  var isNotify: Bool { if case .notify = self { true } else { false } }
  var isClose: Bool { if case .close = self { true } else { false } }
}

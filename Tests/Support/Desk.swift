import Foundation
package import HaruCore
import HaruStore

/// A time zone made for a test, in which it is now the time of day that the test needs.
package struct MadeZone {
  /// The value of `TZ`.
  ///
  /// Its abbreviation has three letters: with fewer, libc takes UTC without an error.
  package let name: String
  /// Seconds ahead of UTC.
  package let offset: Int

  /// The zone in which it is now a number of seconds after midnight.
  package init(secondsAfterMidnight wanted: Int) {
    let now = Int(Date().timeIntervalSince1970) % 86_400
    let ahead = (wanted - now + 86_400) % 86_400
    self.init(offset: ahead > 43_200 ? ahead - 86_400 : ahead)
  }

  package init(offset: Int) {
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
  package static var morning: MadeZone {
    let offset = MadeZone(secondsAfterMidnight: 9 * 3600).offset
    return MadeZone(offset: offset + 60 - (offset % 60 + 60) % 60)
  }

  /// What begins in a zone shortly before midnight, and before it: on a slow machine midnight comes later.
  package static func beforeMidnight<Result>(
    in seconds: Int, _ begin: (MadeZone) throws -> Result
  ) throws -> Result {
    for seconds in [seconds, 3 * seconds, 10 * seconds] {
      let zone = MadeZone(secondsAfterMidnight: 86_400 - seconds)
      let day = zone.today
      let result = try begin(zone)
      if zone.today == day { return result }
    }
    throw Failure.unexpected("it does not begin within \(10 * seconds) seconds")
  }

  /// Today in this zone.
  package var today: Day {
    let epoch = Day(year: 1970, month: 1, day: 1)
    let local = Int(Date().timeIntervalSince1970) + offset
    return epoch?.advanced(by: local / 86_400) ?? .earliest
  }
}

/// A user's session: a home, a bus, a notification server if wanted, and the real agent.
package final class Desk {
  package let home = Scratch()
  package let bus: PrivateBus
  package let zone: MadeZone
  package let environment: [String: String]
  package private(set) var console: Console
  package private(set) var agent: Child

  /// Starts a session with a server and the agent.
  ///
  /// `marks` are days to mark, as numbers of days before today; `more` are further variables;
  /// `prepare` runs before the agent starts, and `agent` returns the path of its program.
  package init(
    _ options: [String] = [], zone: MadeZone = .morning, marks: [Int] = [],
    _ more: [String: String] = [:], prepare: (Scratch) throws -> Void = { _ in },
    agent program: (Scratch) throws -> String = { _ in Built.product("haru-agent") }
  ) throws {
    self.zone = zone
    bus = try PrivateBus()
    // No guest but those beside the agent, unless a test names the folder where others are registered.
    environment = Support.environment(
      home: home.path, bus: bus.address, zone: zone.name,
      ["HARU_SHARE": ""].merging(more) { $1 })
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

  package static let storeFolder = ".local/share/haru"
  package static let storePath = storeFolder + "/haru.sqlite"

  package static let agentArguments = ["--gapplication-service", "--verbose"]

  package static func startAgent(_ environment: [String: String]) throws -> Child {
    try Child(Built.product("haru-agent"), agentArguments, environment: environment)
  }

  package var today: Day { zone.today }

  /// Runs `haru` in the session.
  package func haru(_ arguments: String...) throws -> Child.Outcome {
    try environment.haru(arguments)
  }

  /// Waits until a command says something, as it does after a change of the store.
  package func waitUntil(_ words: String..., say isWanted: (String) -> Bool) throws {
    try eventually(watching: home(Desk.storeFolder)) {
      isWanted(try environment.haru(words).output)
    }
  }

  /// The marked days in the file, newest first.
  package var marks: [Day] {
    get throws { try Store(path: home(Desk.storePath), for: .reading).markedDays() }
  }

  /// Whether today is marked in the file.
  package var isStudied: Bool { get throws { try marks.contains(today) } }

  package func startAgent() throws {
    agent = try Desk.startAgent(environment)
  }

  package func startConsole(_ options: [String] = []) throws {
    console = try Console(
      environment: environment, options + ["--store", home(Desk.storePath)])
  }

  /// Makes the agent read the store, and waits until it has.
  package func reload() throws {
    _ = try call("io.github.haru.Haru1.Reload")
  }

  /// How often the threads of the agent have been woken or stopped.
  package var switchesOfAgent: Int {
    get throws {
      let tasks = "/proc/\(agent.pid)/task"
      let lines = try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap {
        try String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8).split(separator: "\n")
      }
      return lines.filter { $0.contains("ctxt_switches") }.reduce(0) {
        $0 + (Int($1.split(separator: "\t").last ?? "") ?? 0)
      }
    }
  }

  /// Waits until an agent is on the bus.
  package func waitForAgent() throws { try waitForOwner(of: "io.github.haru.Haru", environment) }

  /// Calls a method of the agent with gdbus.
  package func call(_ method: String, _ arguments: String...) throws -> Child.Outcome {
    try Child.call(method, of: "io.github.haru.Haru", arguments, environment: environment)
  }

  package static func mark(_ days: [Day], _ studied: Bool = true, in home: Scratch) throws {
    let zone = Zone(name: "test") { _ in 0 }
    try Store(path: home(storePath), for: .writing).setStudied(
      days, studied, today: .latest,
      by: Provenance(at: Instant(0), in: zone, source: .command))
  }
}

extension Scratch {
  /// Runs `haru` in a home without an agent, which this directory is.
  package func haru(_ words: String...) throws -> Child.Outcome { try haru(words) }

  /// Runs it with words that were put together.
  package func haru(_ words: [String]) throws -> Child.Outcome {
    try Support.environment(home: path).haru(words)
  }
}

extension Scratch {
  /// Copies a helper program into `programs`; the loader finds none of its libraries of a name, but one of the same
  /// length.
  package func copyOfHelper(_ name: String, without library: String) throws {
    var file = try Data(contentsOf: URL(fileURLWithPath: Built.product(name)))
    while let place = file.range(of: Data(library.utf8)) {
      file[place.lowerBound] = UInt8(ascii: "x")
    }
    let path = self(name)
    try file.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try copy(path, to: "programs/" + name)
  }
}

extension Console.Event {
  package var isNotify: Bool { if case .notify = self { true } else { false } }
  package var isClose: Bool { if case .close = self { true } else { false } }
}

import Foundation
import HaruCore
import Support
import Testing

@testable import HaruStore

/// `haru status --follow`, with real changes, readers, parent processes and clocks.
@Suite(.serialized)
struct FollowTests {
  private let home = Scratch()

  /// A home directory, and a follower of its store.
  private struct Bar {
    let home = Scratch()
    let environment: [String: String]
    let follower: Child

    init(
      _ options: [String] = [], zone: MadeZone = .morning, bus: PrivateBus? = nil,
      under: [String] = [], prepare: (Scratch) throws -> Void = { _ in }
    ) throws {
      environment = Support.environment(home: home.path, bus: bus?.address, zone: zone.name)
      try prepare(home)
      let words = under + [Built.product("haru"), "status", "--follow"] + options
      follower = try Child(words, environment: environment)
    }

    func haru(_ words: String...) throws {
      try environment.haru(words).succeeded()
    }

    func next() throws -> String { try follower.line() }
  }

  @Test func printsALineForEachChange() throws {
    let bar = try Bar()
    #expect(try bar.next() == "no streak · not studied yet")
    try bar.haru("mark")
    #expect(try bar.next() == "1-day streak · studied today")
    try bar.haru("mark", "-1")
    #expect(try bar.next() == "2-day streak · studied today")
    // A change that the line does not show prints nothing.
    try bar.haru("note", "today", "chapter 3")
    try bar.haru("unmark")
    #expect(try bar.next() == "1-day streak · not studied yet")
    try bar.haru("rest", "today")
    #expect(try bar.next() == "1-day streak · rest day")
    #expect(try bar.follower.terminate() == .exited(0))
    #expect(try bar.follower.rest(of: .output) == [])
    #expect(try bar.follower.rest(of: .errors) == [])
  }

  /// Also of other machines and the task list.
  @Test func printsWhatStatusPrints() throws {
    let bar = try Bar(["--json"]) { home in
      let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
      for (list, folder) in [("sync", "carried"), ("tasks", "list")] {
        try environment.haru(list, "on", home.makeFolder(folder)).succeeded()
      }
    }
    let status = try bar.environment.haru("status", "--json").succeeded()
    #expect(status.contains("\"sync\":") && status.contains("\"tasks\":"))
    #expect(try bar.next() + "\n" == status)
    #expect(try bar.follower.terminate() == .exited(0))
  }

  @Test func aHistoryBeginsWithTheDayOfTheSettings() throws {
    let today = MadeZone.morning.today
    let bar = try Bar { home in
      try Desk.mark((1...5).compactMap { today.advanced(by: -$0) }, in: home)
      let yesterday = try #require(today.advanced(by: -1))
      try home.write("[Day]\nsince=\(yesterday)\n", to: ".config/haru/haru.conf")
    }
    #expect(try bar.next() == "1-day streak · not studied yet")
  }

  /// The file may be replaced or removed.
  @Test func followsThePathAndNotTheFile() throws {
    let bar = try Bar { try Desk.mark([MadeZone.morning.today], in: $0) }
    #expect(try bar.next() == "1-day streak · studied today")
    let directory = bar.home(".local/share/haru")
    try FileManager.default.moveItem(atPath: directory, toPath: directory + ".away")
    #expect(try bar.next() == "no streak · not studied yet")
    try bar.haru("mark", "-1")
    #expect(try bar.next() == "1-day streak · not studied yet")
    try FileManager.default.removeItem(atPath: directory)
    #expect(try bar.next() == "no streak · not studied yet")
    try FileManager.default.moveItem(atPath: directory + ".away", toPath: directory)
    #expect(try bar.next() == "1-day streak · studied today")
    // It also follows a new path in the settings.
    try bar.haru("config", "set", "Store.path", bar.home("elsewhere.sqlite"))
    #expect(try bar.next() == "no streak · not studied yet")
    try bar.haru("mark", "-1..today")
    #expect(try bar.next() == "2-day streak · studied today")
    #expect(try bar.follower.terminate() == .exited(0))
  }

  @Test func printsTheNextDayAtMidnight() throws {
    let (bar, first) = try MadeZone.beforeMidnight(in: 3) { zone in
      let bar = try Bar(zone: zone) { try Desk.mark([zone.today], in: $0) }
      return (bar, try bar.next())
    }
    #expect(first == "1-day streak · studied today")
    #expect(try bar.follower.line(within: .seconds(60)) == "1-day streak · not studied yet")
    #expect(try bar.follower.terminate() == .exited(0))
    #expect(try bar.follower.rest(of: .output) == [])
  }

  /// The two zones are so far apart that their days always differ.
  @Test func printsTheDayOfAnotherTimeZone() throws {
    func settle(in zone: String) throws {
      let file = try home.copy("/usr/share/zoneinfo/Etc/" + zone, to: "zone.new")
      rename(file, home("zone"))
    }
    try settle(in: "GMT-14")
    let environment = Support.environment(home: home.path, zone: ":" + home("zone"))
    let program = Built.product("haru")
    _ = try Child.run(program, ["mark"], environment: environment)
    let follower = try Child(program, ["status", "--follow"], environment: environment)
    #expect(try follower.line() == "1-day streak · studied today")
    // In this zone the marked day is in the future.
    try settle(in: "GMT+12")
    #expect(try follower.line() == "no streak · not studied yet")
    #expect(try follower.terminate() == .exited(0))
  }

  // MARK: Trouble

  /// Without a line a bar would keep an outdated one, and it hides a command that ends.
  @Test(arguments: [["--format", "waybar"], ["--json"]])
  func saysThatTheDaysCannotBeRead(options: [String]) throws {
    let bar = try Bar(options) { try Desk.mark([MadeZone.morning.today], in: $0) }
    let good = try bar.next()
    let broken = options == ["--json"] ? "{\"error\":" : "\"class\":[\"error\"]"

    try bar.home.write("[Store]\npath=<here>\n", to: ".config/haru/haru.conf")
    let settings = try bar.next()
    // Waybar reads markup.
    let path = options == ["--json"] ? "path: <here>" : "path: &lt;here&gt;"
    #expect(settings.contains(broken) && settings.contains(path))
    try FileManager.default.removeItem(atPath: bar.home(".config/haru/haru.conf"))
    #expect(try bar.next() == good)

    let store = bar.home(Desk.storePath)
    let version = "PRAGMA user_version = "
    try execute(version + "99", on: store)
    let newer = try bar.next()
    #expect(newer.contains(broken) && newer.contains("schema 99"))
    try execute(version + "\(Schema.present.version)", on: store)
    #expect(try bar.next() == good)

    #expect(try bar.follower.terminate() == .exited(0))
  }

  /// Another program reads or writes for longer than it waits, and changes nothing.
  @Test func looksAgainAfterALock() throws {
    let bar = try Bar { try Desk.mark([MadeZone.morning.today], in: $0) }
    let good = try bar.next()
    let lock = try HeldLock(bar.home(Desk.storePath), fromReaders: true)
    try bar.home.write("[Day]\n", to: ".config/haru/haru.conf")
    #expect(try bar.next() == "⚠")
    lock.release()
    #expect(try bar.next() == good)
    #expect(try bar.follower.terminate() == .exited(0))
  }

  /// The line has no room for the reason, but shows at once that the days cannot be read.
  @Test func warnsInTheLineFormat() throws {
    let bar = try Bar { try Desk.mark([MadeZone.morning.today], in: $0) }
    #expect(try bar.next() == "1-day streak · studied today")
    try bar.home.write("[Store]\npath=here\n", to: ".config/haru/haru.conf")
    #expect(try bar.next() == "⚠")
    #expect(try bar.follower.line(from: .errors).contains("path: here"))
    try bar.home.write("[Day]\nstarts-at=01:00\n", to: ".config/haru/haru.conf")
    #expect(try bar.next() == "1-day streak · studied today")
    let store = bar.home(Desk.storePath)
    try execute("PRAGMA user_version = 99", on: store)
    #expect(try bar.next() == "⚠")
    #expect(try bar.follower.line(from: .errors).contains("schema 99"))
    #expect(try bar.follower.terminate() == .exited(0))
  }

  /// The same holds before the first line: a bar would hide the command.
  @Test func beginsWithAWarning() throws {
    let bar = try Bar { try $0.write("[Store]\npath=here\n", to: ".config/haru/haru.conf") }
    #expect(try bar.next() == "⚠")
    #expect(try bar.follower.line(from: .errors).contains("path: here"))
    try FileManager.default.removeItem(atPath: bar.home(".config/haru/haru.conf"))
    #expect(try bar.next() == "no streak · not studied yet")

    let other = try Bar { try $0.write("no store", to: Desk.storePath) }
    #expect(try other.next() == "⚠")
    #expect(try other.follower.line(from: .errors).contains("not a Haru store"))
    try FileManager.default.removeItem(atPath: other.home(Desk.storePath))
    #expect(try other.next() == "no streak · not studied yet")
  }

  /// With a bus, the line follows the agent's start and end; without one no agent runs.
  @Test func printsTheStartAndEndOfTheAgent() throws {
    let bus = try PrivateBus()
    let bar = try Bar(["--json"], bus: bus)
    #expect(try bar.next().contains("\"running\":false"))
    let agent = try Desk.startAgent(bar.environment)
    #expect(try bar.next().contains("\"running\":true"))
    // It may tell what comes next after it has its name.
    try agent.terminate()
    _ = try bar.follower.line { $0.contains("\"running\":false") }
    #expect(try bar.follower.terminate() == .exited(0))
  }

  // MARK: Its end

  @Test func endsWithItsReader() throws {
    // The follower's exit status goes to a file; the reader ends after one line.
    let shell = try Child(
      "sh",
      ["-c", "{ \"$0\" status --follow; echo $? >&2; } | head -n 1", Built.product("haru")],
      environment: Support.environment(home: home.path))
    #expect(try shell.line() == "no streak · not studied yet")
    #expect(try shell.line(from: .errors) == "0")
    #expect(try shell.wait() == .exited(0))
  }

  @Test func endsWithItsTerminal() throws {
    let terminal = try Child(
      "script",
      [
        "--quiet", "--echo", "never", "--command",
        "trap : HUP; '\(Built.product("haru"))' status --follow; echo $? >'\(home("status"))'",
        "/dev/null",
      ], environment: Support.environment(home: home.path, ["SHELL": "/bin/sh"]))
    #expect(try terminal.line().hasPrefix("no streak · not studied yet"))
    let watch = try Child("tail", ["--follow=name", "--retry", "--quiet", home("status")])
    try terminal.kill()
    #expect(try watch.line() == "0")
  }

  /// Its reader still runs, as with a bar that gives its pipe to every program that it starts.
  @Test func endsWithItsParent() throws {
    let parent = try Child(
      "sh", ["-c", "\"$0\" status --follow & wait", Built.product("haru")],
      environment: Support.environment(home: home.path))
    #expect(try parent.line() == "no streak · not studied yet")
    try parent.kill()
    // Only the follower holds the other end of the pipe now, so the pipe ends with it.
    #expect(try parent.rest(of: .output) == [])
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func endsQuietlyWhenAsked(signal: Int32) throws {
    let bar = try Bar()
    _ = try bar.next()
    bar.follower.signal(signal)
    #expect(try bar.follower.wait() == .exited(0))
    #expect(try bar.follower.rest(of: .errors) == [])
  }

  @Test func aFullDiskIsAnError() throws {
    let run = try Child.run(
      "sh", ["-c", "exec \"$0\" status --follow >/dev/full", Built.product("haru")],
      environment: Support.environment(home: home.path))
    #expect(run.status == 74)
  }

  // MARK: In between

  /// Between events it makes no system call, not even because it has read the store itself.
  @Test func makesNoSystemCallBetweenEvents() throws {
    let elsewhere = Scratch()
    let calls = elsewhere("calls")
    let bar = try Bar(
      ["--format", "waybar"], under: ["strace", "-f", "-ttt", "-o", calls]
    ) { try Desk.mark([MadeZone.morning.today], in: $0) }
    _ = try bar.next()
    try bar.haru("mark", "-1")
    _ = try bar.next()
    // GLib reports the last change of a file some time after it, so only the last seconds count. A
    // day that ends in another zone ends on the hour.
    let begin = Date().timeIntervalSince1970 + 3
    let late = MadeZone(secondsAfterMidnight: 86_400 - 7)
    let bell = try Bar(zone: late) { try Desk.mark([late.today], in: $0) }
    _ = try bell.next()
    _ = try bell.next()
    let end = Date().timeIntervalSince1970
    #expect(end - begin > 2)
    try bar.haru("unmark")
    #expect(try bar.next().contains("\"open\""))
    let lines = try elsewhere.read("calls").split(separator: "\n")
    // A line is the thread's number, the time, and the call.
    func made(_ isThen: (Double) -> Bool) -> [Substring] {
      lines.filter {
        $0.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map(isThen) ?? false
      }
    }
    #expect(made { (begin...end).contains($0) } == [])
    // The trace is complete: it has the changes before and after.
    #expect(!made { $0 < begin }.isEmpty)
    #expect(!made { $0 > end }.isEmpty)
  }
}

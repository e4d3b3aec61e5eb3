import Foundation
import HaruCore
import Support
import Testing

/// *Later* from the command line, and what comes next, with the real agent.
@Suite(.serialized)
struct LaterTests {
  @Test func aCommandRemindsLaterAndStatusSaysSo() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    #expect(try desk.haru("status").output.contains("Next: a reminder, today at 20:00\n"))
    let later = try desk.haru("later", "20:30")
    #expect(later.errors == "Next: a reminder, today at 20:30, as you chose\n")
    #expect(later.status == 0)
    // What is shown goes until then.
    _ = try desk.console.closed(open.id)
    #expect(
      try desk.haru("status").output.contains("Next: a reminder, today at 20:30, as you chose\n"))
    let json = try desk.haru("status", "--json").output
    #expect(json.contains(#/"next_notification":{"at":"[^"]*T20:30:[^"]*","reason":"later"}/#))
    let bus = try desk.call("org.freedesktop.DBus.Properties.GetAll", "io.github.haru.Haru1")
    #expect(bus.output.contains("'NextReason': <'later'>"))

    // An agent that starts again knows it.
    try desk.agent.terminate()
    try desk.startAgent()
    try desk.waitForAgent()
    #expect(
      try desk.haru("status").output.contains("Next: a reminder, today at 20:30, as you chose\n"))

    for (word, time) in [("30m", "09:3"), ("1h30m", "10:3"), ("2h", "11:0")] {
      #expect(try desk.haru("later", word).errors.contains("today at \(time)"), "\(word)")
    }
    #expect(try desk.haru("status").output.contains(/Next: a reminder, today at 11:0\d, as you/))
    #expect(try desk.haru("later").errors.contains(/today at 10:0\d, as you chose/))
  }

  @Test func itSaysWhenItReallyComes() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    #expect(try desk.haru("config", "set", "quiet", "21:00-23:30").status == 0)
    let next = "Next: a reminder, today at 23:30, as you chose\n"
    #expect(try desk.haru("later", "23:00").errors == next)
    #expect(try desk.haru("status").output.contains(next))
  }

  /// Quiet hours that end after the day put nothing off that the user has asked for.
  @Test func whatItPromisesInQuietHoursComes() throws {
    let desk = try Desk(zone: MadeZone(secondsAfterMidnight: 22 * 3600 - 20), marks: [1]) {
      try $0.write("[Notifications]\nquiet=22:00-07:00\n", to: ".config/haru/haru.conf")
    }
    let open = try desk.console.shown()
    let later = try desk.haru("later", "22:00")
    #expect(later.errors == "Next: a reminder, today at 22:00, as you chose\n")
    _ = try desk.console.closed(open.id)
    #expect(try desk.console.shown(within: .seconds(30)).summary == "Still open today")
    #expect(
      try desk.haru("status").output.contains("Next: tomorrow at 07:00, when the quiet hours end\n")
    )
  }

  @Test func impossibleTimesAreRefused() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    for (word, status) in [
      ("8:00", 1), ("20h", 1), ("soon", 64), ("0m", 64), ("m", 64), ("h", 64), ("25:00", 64),
      ("99999m", 64), ("-5m", 64), ("1h5", 64), ("", 64),
    ] {
      let run = try desk.haru("later", word)
      #expect(run.status == Int32(status), "\(word): \(run.status) \(run.errors)")
    }
    #expect(try desk.haru("mark").status == 0)
    let studied = try desk.haru("later", "20:30")
    #expect(studied.status == 1)
    #expect(studied.errors == "haru: nothing to remind of: today is studied\n")
    #expect(try desk.haru("status").output.contains("Next: the new day, tomorrow at 00:00\n"))
  }

  @Test func withoutAnAgentItSaysHowToStartOne() throws {
    let home = Scratch()
    let bus = try PrivateBus()
    let run = try Support.environment(home: home.path, bus: bus.address).haru("later")
    #expect(run.status == 69)
    #expect(run.errors == "haru: agent not running; to start it: haru agent start\n")
  }

  @Test func aFollowerShowsWhatComesNext() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    let bar = try Child(
      Built.product("haru"), ["status", "--follow", "--json"], environment: desk.environment)
    #expect(try bar.line().contains(#""reason":"reminder""#))
    try desk.console.press("Later", on: open)
    #expect(try bar.line().contains(#""reason":"later""#))
    _ = try bar.terminate()
  }
}

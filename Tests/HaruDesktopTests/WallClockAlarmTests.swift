import Foundation
import HaruDesktop
import HaruSystem
import Support
import Testing

@MainActor
@Suite(.serialized) struct WallClockAlarmTests {
  private var now: Int64 { LocalClock.now }

  @Test func ringsOnceAtItsTime() throws {
    let mail = Mailbox<Double>()
    let alarm = try WallClockAlarm { mail.put(Date().timeIntervalSince1970) }
    let time = now + 2
    alarm.set(time)
    let rang = try #require(mail.next())
    #expect(rang >= Double(time) && rang < Double(time) + 2)
    #expect(mail.all(within: .milliseconds(100)) == [])
    withExtendedLifetime(alarm) {}
  }

  @Test(arguments: [-1, 0, 1, 1000])
  func aPastInstantRingsAtOnce(_ instant: Int64) throws {
    let mail = Mailbox<Void>()
    let alarm = try WallClockAlarm { mail.put() }
    alarm.set(instant)
    #expect(mail.hasMail(within: .seconds(1)))
    withExtendedLifetime(alarm) {}
  }

  /// Set to no time, it stays silent.
  @Test func settingItAgainReplacesTheTime() throws {
    let mail = Mailbox<Void>()
    let alarm = try WallClockAlarm { mail.put() }
    alarm.set(now + 1)
    alarm.set(nil)
    #expect(!mail.hasMail(within: .milliseconds(1300)))
    alarm.set(.max)
    #expect(!mail.hasMail(within: .milliseconds(100)))
    alarm.set(1)
    #expect(mail.hasMail(within: .seconds(1)))
    withExtendedLifetime(alarm) {}
  }

  @Test func aReleasedAlarmDoesNotRing() throws {
    let mail = Mailbox<Void>()
    do {
      let alarm = try WallClockAlarm { mail.put() }
      alarm.set(1)
    }
    #expect(!mail.hasMail(within: .milliseconds(100)))
  }
}

/// A test cannot set the clock of the machine; strace(1) injects `ECANCELED`, the kernel's answer after
/// the clock was set.
@Suite(.serialized) struct ClockSetTests {
  private static let asked = "HARU_ALARM_PROBE"

  /// The traced process: an alarm that is set twice and reports each ring.
  @MainActor
  @Test(.enabled(if: ProcessInfo.processInfo.environment[asked] != nil))
  func alarmProbe() throws {
    let mail = Mailbox<Void>()
    let alarm = try WallClockAlarm { mail.put() }
    alarm.set(nil)
    alarm.set(LocalClock.now + 1)
    var rings = 0
    while mail.hasMail(within: .milliseconds(2000)) { rings += 1 }
    print("rings: \(rings)")
    withExtendedLifetime(alarm) {}
  }

  @Test func theTimerIsAbsoluteAndCancelledWhenTheClockIsSet() throws {
    let trace = try probe(["-e", "trace=timerfd_create,timerfd_settime"])
    #expect(trace.rings == 1)
    // The testing library has timers too.
    let creation = "timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC|TFD_NONBLOCK) = "
    let created = try #require(trace.calls.first { $0.contains(creation) })
    let descriptor = try #require(created.split(separator: " ").last)
    let settings = trace.calls.filter { $0.contains("timerfd_settime(\(descriptor),") }
    #expect(settings.count == 2)
    let flags = "TFD_TIMER_ABSTIME|TFD_TIMER_CANCEL_ON_SET"
    #expect(settings.allSatisfy { $0.contains(flags) })
  }

  @Test func ringsWhenTheClockIsSet() throws {
    // The timer is due after a second; its first read returns ECANCELED.
    let trace = try probe([
      "-P", "anon_inode:[timerfd]", "-e", "trace=read", "-e", "inject=read:error=ECANCELED:when=1",
    ])
    #expect(trace.calls.contains { $0.contains("ECANCELED") })
    #expect(trace.rings == 2)
  }

  @Test func ringsWhenTheClockWasSetJustBefore() throws {
    // The kernel returns it once, from setting the timer, which it sets too.
    let trace = try probe([
      "-e", "trace=timerfd_settime", "-e", "inject=timerfd_settime:error=ECANCELED:when=2+",
    ])
    #expect(trace.calls.contains { $0.contains("ECANCELED") })
    #expect(trace.rings >= 1)
  }

  /// Runs the probe, in this test program, under strace.
  private func probe(_ options: [String]) throws -> (rings: Int, calls: [String]) {
    let scratch = Scratch()
    var environment = ProcessInfo.processInfo.environment
    environment[Self.asked] = "1"
    let outcome = try Child.run(
      "strace",
      ["-f", "-qq", "-o", scratch("calls")] + options + [
        Built.tests, "--testing-library", "swift-testing", "--filter", "alarmProbe",
      ], environment: environment)
    let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("rings: ") }
    let rings = try #require(line.flatMap { Int($0.dropFirst(7)) }, "\(outcome)")
    return (rings, try scratch.read("calls").split(separator: "\n").map(String.init))
  }
}

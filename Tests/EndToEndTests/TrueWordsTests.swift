import Foundation
import HaruCore
import Support
import Testing

/// A sentence that a person reads is true, and leaves nobody without a next step.
struct TrueWordsTests {
  private let session = Transcript()

  private static let never = "The reminder at 20:00 never comes: the quiet hours 19:30-08:00"

  @Test func aReminderThatQuietHoursSwallowIsSaidNeverToCome() throws {
    try session.type("haru", "mark", "-1")
    let set = try session.type("haru", "config", "set", "Notifications.quiet", "19:30-08:00")
    #expect(set.errors.contains(TrueWordsTests.never))
    #expect(try session.type("haru", "config", "list").output.contains("# The reminder at 20:00"))
    #expect(try session.type("haru", "doctor").output.contains(TrueWordsTests.never))
    #expect(try session.type("haru", "status").output.contains(TrueWordsTests.never))
    // One that comes when the quiet hours end is only late.
    let late = try session.type("haru", "config", "set", "Notifications.quiet", "19:30-21:00")
    #expect(!late.errors.contains("never comes"))
    #expect(try !session.type("haru", "status").output.contains("never comes"))
  }

  @Test func withoutANotificationServerNoReminderIsAnnounced() throws {
    let bus = try PrivateBus()
    let session = Transcript(bus: bus)
    let agent = try session.startAgent()
    try waitForOwner(of: "io.github.haru.Haru", session.environment)
    let status = try session.type("haru", "status").output
    #expect(!status.contains("Next:"))
    #expect(status.contains("Nothing can appear: no notification server"))
    #expect(try session.type("haru", "status", "--json").output.contains("\"running\":true"))
    try agent.terminate()
  }

  @Test func aRestDayOfACommandIsNotBlamedOnWeekdays() throws {
    try session.type("haru", "rest", "today", "--reason", "a cold")
    try session.type("haru", "rest", "today", "--reason", "a journey")
    let undo = try session.type("haru", "undo").errors
    #expect(!undo.contains("--weekdays"))
    #expect(undo.contains("Still rest because of an earlier haru rest: Friday 20 November"))
  }

  @Test func marksBeforeTheFirstDayThatCountsAreNotDenied() throws {
    try session.type("haru", "mark", "-30..-10")
    try session.type("haru", "mark", "-5..-1")
    try session.type("haru", "config", "set", "Day.since", "2026-11-13")
    let explained = try session.type("haru", "explain").output
    #expect(explained.contains("Before it, Saturday 14 November was not studied."), "\(explained)")
    #expect(!explained.contains("No day was studied"))
    #expect(
      try session.type("haru", "explain", "-12").output.hasPrefix(
        "No streak on Sunday 8 November: days count from Friday 13 November on.\n"))
    try session.type("haru", "config", "set", "Day.since", "2026-11-15")
    let first = try session.type("haru", "explain").output
    #expect(first.contains("Days before Sunday 15 November do not count."), "\(first)")
    try session.type("haru", "config", "set", "Day.since", "2026-11-20")
    let none = try session.type("haru", "explain", "yesterday").output
    #expect(none.hasPrefix("No streak on Thursday 19 November: days count from"), "\(none)")
  }

  @Test func aMistypedDateIsNoNote() throws {
    try session.type("haru", "note", "mine")
    for date in ["2026-11-32", "31.11.", "31.11.2026"] {
      let run = try session.type("haru", "note", date, "chapter")
      #expect(run.status == 64 && run.errors.contains("not a day: \(date)"), "\(run)")
    }
    #expect(try session.type("haru", "note", "today").output == "mine\n")
    try session.type("haru", "note", "3.5", "hours")
    #expect(try session.type("haru", "note", "today").output == "3.5 hours\n")
  }

  @Test func whatListsAllDaysOfAStreakNamesItsDay() throws {
    try session.type("haru", "mark", "-60..-2")
    let explained = try session.type("haru", "explain", "-2").output
    let command = "haru explain 2026-11-18 --all"
    #expect(explained.contains("to list all: " + command), "\(explained)")
    let words = command.split(separator: " ").map(String.init)
    #expect(try session.type(words[0], Array(words[1...])).output.contains("\n2026-09-21 · "))
  }

  @Test func aDayThatEndsInTheNightEndsTonight() throws {
    try session.type("haru", "mark", "-1")
    try session.type("haru", "config", "set", "Day.starts-at", "03:00")
    for (time, end) in [
      ("03:00", "03:00 tonight"), ("05:59", "05:59 tonight"), ("06:00", "06:00 on Saturday"),
      ("09:00", "09:00 on Saturday"),
    ] {
      try session.type("haru", "config", "set", "Day.starts-at", time)
      #expect(try session.type("haru", "streak").output.contains("ends at \(end)"))
    }
  }

  /// What is shown unasked names no hour until which to study, and after a break no streak that was lost.
  @Test func noWordOfADayThreatens() throws {
    try session.type("haru", "mark", "-9..-1")
    for command in [["status"], ["streak"], ["explain"]] {
      let open = try session.type("haru", command).output
      #expect(
        open.contains(command == ["explain"] ? "Today is open." : "9-day streak, today is open"))
      #expect(!open.contains("study by") && !open.contains("to keep"), "\(open)")
    }
    let edited = try session.type("haru", "calendar", "--edit").output
    #expect(!edited.contains("midnight"), "\(edited)")
    try session.type("haru", "unmark", "-3..-1")
    try session.type("haru", "mark", "yesterday", "today")
    let back = try session.type("haru", "status").output
    #expect(back.contains("\n2-day streak\n") && !back.contains("ongest"), "\(back)")
  }

  @Test func theVeryFirstDayBeginsNoNewStreak() throws {
    try session.type("haru", "mark")
    let first = try session.type("haru", "status").output
    #expect(!first.contains("new streak"))
    #expect(first.contains("The first day of your streak"))
    try session.type("haru", "mark", "-5")
    let back = try session.type("haru", "status").output
    #expect(back.contains("Welcome back: first day of a new streak"))
  }

  /// Whoever has no notification reads what its button would say.
  @Test func aMissedYesterdayNamesTheCommandThatMendsIt() throws {
    let offer = "Studied yesterday? haru mark yesterday"
    try session.type("haru", "mark", "-2")
    #expect(try session.type("haru", "status").output.contains(offer + "\n"))
    #expect(try session.type("haru", "streak").output.contains(offer + "\n"))
    try session.type("haru", "mark")
    #expect(try !session.type("haru", "status").output.contains(offer))
    try session.type("haru", "unmark")
    try session.type("haru", "mark", "yesterday")
    #expect(try !session.type("haru", "status").output.contains(offer))
    try session.type("haru", "unmark", "-2..-1")
    #expect(try !session.type("haru", "status").output.contains(offer))
  }

  /// Rest days neither count nor break, so the day before them can be mended as long as they last.
  @Test func aMissedDayBeforeRestDaysNamesTheCommandThatMendsIt() throws {
    try session.type("haru", "mark", "-6..-4")
    try session.type("haru", "rest", "-2..-1")
    let open = try session.type("haru", "status").output
    #expect(!open.contains("3-day streak"), "\(open)")
    #expect(open.contains("Studied on Tuesday? haru mark 2026-11-17\n"), "\(open)")
    try session.type("haru", "rest", "today")
    #expect(try session.type("haru", "status").output.contains("haru mark 2026-11-17\n"))
    try session.type("haru", "mark", "2026-11-17")
    let whole = try session.type("haru", "status").output
    #expect(whole.contains("4-day streak") && !whole.contains("Studied on"), "\(whole)")
  }

  /// The day before a streak was missed, however long nothing had been studied.
  @Test func theDayBeforeAStreakIsTheOneThatWasMissed() throws {
    try session.type("haru", "mark", "-15", "-1..today")
    let explained = try session.type("haru", "explain").output
    #expect(explained.contains("Before it, Wednesday 18 November was not studied."))
  }

  /// Today, while it is open, is no missed day of the average.
  @Test func anOpenTodayLowersNoAverage() throws {
    try session.type("haru", "mark", "-8..-1")
    #expect(try session.type("haru", "streak").output.contains("Average: 7.0 days a week\n"))
  }

  /// A journey leaves marks after today, which every command can clear.
  @Test func aMarkAfterTodayCanBeToggledAway() throws {
    try session.type("haru", "mark")
    try session.environment.haru(at: "2026-11-19 09:30:00", "toggle", "tomorrow").succeeded()
    #expect(try !session.type("haru", "export", "--format", "csv").output.contains("2026-11-20"))
  }

  /// A step back of the clock in the night starts no later day.
  @Test func restWeekdaysBeginWithHarusDay() throws {
    try session.type("haru", "config", "set", "starts-at", "03:00")
    func haru(_ time: String, _ words: String...) throws -> Child.Outcome {
      try session.environment.haru(at: time, words)
    }
    _ = try haru("2026-11-20 01:00:00", "note", "today", "late")
    _ = try haru("2026-11-20 00:55:00", "rest", "--weekdays", "thursday")
    let status = try haru("2026-11-20 01:05:00", "status", "--json").output
    #expect(status.contains("\"rest\":true"), "\(status)")
    try haru("2026-11-20 12:00:00", "rest", "--weekdays", "fri", "--from", "-3").succeeded()
  }
}

import Foundation
import HaruCore
import HaruDesktop
import Support
import Testing

@testable import haru_agent

/// After *Later* nothing comes before its time, and what comes next is told.
@MainActor
struct LaterTests {
  let today = day("2026-11-20")

  @Test func noReminderComesBeforeLater() throws {
    let rig = try Rig(at: "2026-11-20 19:33", marks: ["2026-11-19"])
    rig.click(.later(today), after: 0)
    rig.newlyPublished()
    #expect(rig.alarm.instant == instant("2026-11-20 20:33"))
    #expect(rig.next == NextNotification(at: instant("2026-11-20 20:33"), .later))
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.newlyPublished() == [])
    rig.move(to: "2026-11-20 20:33")
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
  }

  /// What is done meanwhile is shown, and not when it would have come back.
  @Test(arguments: ["mark", "study", "notify", "body"])
  func whatComesWhileItSaysWhenItComesBackIsShown(deed: String) throws {
    let rig = try Rig()
    rig.click(.later(today))
    #expect(rig.publisher.living?.title == "Back at 10:00")
    switch deed {
    case "mark": try rig.mark([today])
    case "study": rig.click(.study(today))
    case "notify": rig.agent.handle(.presentRequested)
    default: rig.click(.ask(DayQuestion(today, studied: true)))
    }
    let title = rig.publisher.living?.title
    #expect(title?.hasSuffix("Friday 20 November 🦃") == true)
    rig.pass(milliseconds: 5000)
    #expect(rig.publisher.living?.title == title)
  }

  /// A clock that is set back forgets it, and what is shown then stays.
  @Test func whatComesWithAnEarlierClockStays() throws {
    let rig = try Rig(at: "2026-11-20 09:00")
    rig.click(.later(today))
    rig.move(to: "2026-11-20 07:00")
    let title = try #require(rig.publisher.living?.title)
    rig.pass(milliseconds: 5000)
    #expect(rig.publisher.living?.title == title && title != "Back at 10:00")
  }

  /// In quiet hours it comes when they end.
  @Test func itSaysWhenItReallyComesBack() throws {
    let rig = try Rig(at: "2026-11-20 19:33", settings: .quiet("20:00-21:15"))
    rig.click(.later(today))
    #expect(rig.publisher.living?.title == "Back at 21:15")
    #expect(rig.publisher.living?.actions == [])
  }

  @Test(arguments: [nil, "20:33", "21:14"])
  func aProgramHearsWhenItReallyComes(asked: String?) throws {
    let rig = try Rig(at: "2026-11-20 19:33", settings: .quiet("20:00-21:15"))
    let comes = instant("2026-11-20 21:15")
    rig.agent.handle(
      .laterAsked(asked.map { instant("2026-11-20 " + $0) }, { #expect($0 == .success(comes)) }))
    #expect(rig.next == NextNotification(at: comes, .later))
  }

  /// In an agent that starts again in those hours, and when there are none any more.
  @Test func whatWasPromisedInQuietHoursHolds() throws {
    let rig = try Rig(at: "2026-11-20 19:33", settings: .quiet("20:00-21:15"))
    rig.click(.later(today), after: 0)
    let comes = instant("2026-11-20 21:15")
    rig.clock.now = instant("2026-11-20 20:40")
    rig.restart()
    rig.newlyPublished()
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().allSatisfy { !$0.isShow })
    #expect(rig.next == NextNotification(at: comes, .later))
    rig.agent.handle(.settingsChanged(.quiet("20:00-22:15")))
    #expect(rig.next == NextNotification(at: comes + 3600, .later))
    rig.agent.handle(.settingsChanged(Settings()))
    #expect(rig.next == NextNotification(at: comes, .later))
    rig.move(to: "2026-11-20 21:15")
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
  }

  /// Whatever the settings, and what is chosen: at its time, and at none before it.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func whatIsPromisedComesAndNothingBefore(seed: UInt64) throws {
    var random = Seeded(seed)
    func time() -> TimeOfDay {
      TimeOfDay(
        hour: .random(in: 0...23, using: &random), minute: .random(in: 0...3, using: &random) * 15)
        ?? .midnight
    }
    var settings = Settings()
    settings.quiet = QuietHours("\(time())-\(time())")
    settings.remindAt = (0..<Int.random(in: 0...2, using: &random)).map { _ in Reminder(time()) }
    settings.atDayStart = [.never, .begin, .at(time())].randomElement(using: &random) ?? .never
    let rig = try Rig(at: "2026-11-20 \(time())", settings: settings)
    for _ in 0..<12 {
      if Bool.random(using: &random) {
        let wanted = rig.clock.now + .random(in: 1...40_000, using: &random)
        var answer: Instant?
        rig.agent.handle(.laterAsked(wanted) { answer = try? $0.get() })
        if let answer { #expect(rig.next == NextNotification(at: answer, .later), "\(settings)") }
      }
      rig.newlyPublished()
      guard let next = rig.next else { continue }
      let isBefore = Bool.random(using: &random)
      rig.clock.now =
        isBefore
        ? Instant(.random(in: rig.clock.now.seconds..<next.at.seconds, using: &random)) : next.at
      rig.agent.handle(.timeMoved)
      #expect(
        rig.newlyPublished().contains(where: \.isShow) == !isBefore,
        "\(next) at \(rig.clock.now): \(settings)")
    }
  }

  /// It comes in them rather than never, also on a machine that slept then, or when they began.
  @Test(
    arguments: [("22:00", "22:00"), ("22:00", "22:30"), ("21:58", "22:01")],
    ["program", "button", "search"])
  func laterComesInQuietHoursThatEndAfterTheDay(
    time: (chosen: String, wakes: String), asker: String
  ) throws {
    var settings = Settings.quiet("21:59-07:00")
    settings.laterMinutes = 2
    let chosen = instant("2026-11-20 " + time.chosen)
    let rig = try Rig(at: "2026-11-20 21:55", settings: settings)
    rig.clock.now = chosen + -120
    switch asker {
    case "program": rig.agent.handle(.laterAsked(chosen, { #expect($0 == .success(chosen)) }))
    case "button": rig.click(.later(today), after: 0)
    default: rig.click(.remind(chosen), after: 0)
    }
    #expect(rig.next == NextNotification(at: chosen, .later))
    rig.publisher.withdraw()
    rig.newlyPublished()
    rig.move(to: "2026-11-20 " + time.wakes)
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
    #expect(rig.hooks.last == .reminder)
    // That is all that comes in them.
    rig.move(to: "2026-11-20 23:00")
    #expect(rig.newlyPublished() == [])
    #expect(rig.next == NextNotification(at: instant("2026-11-21 07:00"), .quietHoursEnd))
  }

  /// On a machine that slept when it was due.
  @Test func aReminderThatNobodyChoseWaitsForTheEndOfQuietHours() throws {
    let rig = try Rig(at: "2026-11-20 19:00", settings: .quiet("21:59-07:00"))
    rig.move(to: "2026-11-20 22:30")
    #expect(rig.newlyPublished().allSatisfy { !$0.isShow })
  }

  /// What waits for the end of quiet hours that end after the day goes by the settings of the next day.
  @Test func whatEndsAfterTheDayIsNotPromised() throws {
    var settings = Settings.quiet("21:59-07:00")
    settings.atDayStart = .never
    let rig = try Rig(at: "2026-11-20 19:00", settings: settings)
    rig.move(to: "2026-11-20 22:30")
    #expect(rig.next == NextNotification(at: instant("2026-11-21 20:00"), .reminder))
  }

  /// What is shown is yesterday's, because nothing was shown in the quiet hours.
  @Test func laterOfAnotherDayPostponesNothing() throws {
    let rig = try Rig(at: "2026-11-20 19:00")
    rig.click(.later(day("2026-11-19")), after: 0)
    #expect(rig.next == NextNotification(at: instant("2026-11-20 20:00"), .reminder))
    #expect(rig.publisher.isShowing)
  }

  /// By an hour, as in autumn by a wrong zone: nobody waits for longer than was asked for.
  @Test func aClockThatIsSetBackEndsLater() throws {
    let rig = try Rig(at: "2026-11-20 20:30")
    rig.click(.later(today), after: 0)
    #expect(rig.next == NextNotification(at: instant("2026-11-20 21:30"), .later))
    rig.move(to: "2026-11-20 19:30")
    #expect(rig.next == NextNotification(at: instant("2026-11-20 20:00"), .reminder))
  }

  @Test func remindersAfterLaterStay() throws {
    var settings = Settings()
    settings.remindAt = ["20:00", "22:00"].compactMap { TimeOfDay($0) }.map { Reminder($0) }
    let rig = try Rig(at: "2026-11-20 19:33", settings: settings)
    rig.click(.later(today), after: 0)
    rig.move(to: "2026-11-20 20:33")
    #expect(rig.next == NextNotification(at: instant("2026-11-20 22:00"), .reminder))
  }

  /// What waits for the end of the quiet hours goes by those that are set now.
  @Test func quietHoursThatAreChangedHoldBackWhatWaits() throws {
    var settings = Settings.quiet("22:00-07:00")
    settings.remindAt = []
    let rig = try Rig(at: "2026-11-20 23:59", settings: settings)
    rig.move(to: "2026-11-21 00:00")
    rig.newlyPublished()
    settings.quiet = QuietHours("22:00-09:00")
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.next == NextNotification(at: instant("2026-11-21 09:00"), .quietHoursEnd))
    rig.move(to: "2026-11-21 07:00")
    #expect(rig.newlyPublished().filter(\.isShow).isEmpty)
    settings.quiet = nil
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }

  /// The end of the quiet hours was to show today again, and the user has said later.
  @Test func theEndOfQuietHoursDoesNotComeBeforeLater() throws {
    let rig = try Rig(at: "2026-11-20 23:59", settings: .quiet("22:00-07:00"))
    rig.move(to: "2026-11-21 00:00")
    #expect(rig.next == NextNotification(at: instant("2026-11-21 07:00"), .quietHoursEnd))
    rig.agent.handle(.presentRequested)
    rig.move(to: "2026-11-21 06:30")
    rig.click(.later(day("2026-11-21")), after: 0)
    rig.newlyPublished()
    rig.move(to: "2026-11-21 07:00")
    #expect(rig.newlyPublished() == [])
    rig.move(to: "2026-11-21 07:30")
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }

  @Test func anAgentThatStartsAgainKnowsIt() throws {
    let rig = try Rig(at: "2026-11-20 19:33")
    rig.click(.later(today), after: 0)
    rig.newlyPublished()
    func restart(at time: String) {
      rig.clock.now = instant("2026-11-" + time)
      rig.restart()
      rig.agent.handle(.serverAppeared(lostSomething: false))
    }
    restart(at: "20 19:40")
    #expect(rig.newlyPublished().allSatisfy { !$0.isShow })
    #expect(rig.next == NextNotification(at: instant("2026-11-20 20:33"), .later))
    // What the user asks for is shown.
    rig.agent.handle(.presentRequested)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    // What is over, or of another day than today, is forgotten.
    restart(at: "20 20:34")
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    rig.click(.later(today))
    rig.pass(milliseconds: 3000)
    rig.newlyPublished()
    restart(at: "19 19:40")
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }

  @Test func aProgramAsksForIt() throws {
    let rig = try Rig(at: "2026-11-20 19:00")
    rig.publisher.living = nil
    var answers: [Result<Instant, LaterError>] = []
    func ask(_ time: String?) {
      rig.agent.handle(
        .laterAsked(
          time.map { $0 == "24:00" ? instant("2026-11-21 00:00") : instant("2026-11-20 " + $0) },
          { answers.append($0) }))
    }
    ask("22:10")
    #expect(rig.next == NextNotification(at: instant("2026-11-20 22:10"), .later))
    // Longer than the setting allows, it still holds at the next event.
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.next == NextNotification(at: instant("2026-11-20 22:10"), .later))
    ask("18:59")
    ask("24:00")
    ask("23:59")
    ask(nil)
    #expect(
      answers == [
        .success(instant("2026-11-20 22:10")), .failure(.notToday), .failure(.notToday),
        .success(instant("2026-11-20 23:59")), .success(instant("2026-11-20 21:00")),
      ])
    rig.click(.study(today))
    ask("23:00")
    #expect(answers.last == .failure(.notOpen))
  }

  @Test func whatComesNextIsTold() throws {
    let rig = try Rig(at: "2026-11-20 19:00")
    #expect(rig.next == NextNotification(at: instant("2026-11-20 20:00"), .reminder))
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.next == NextNotification(at: instant("2026-11-21 00:00"), .newDay))
    rig.click(.study(today))
    #expect(rig.next == NextNotification(at: instant("2026-11-21 00:00"), .newDay))
    var settings = Settings()
    settings.atDayStart = .never
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.next == NextNotification(at: instant("2026-11-21 20:00"), .reminder))
    settings.atDayStart = .begin
    settings.quiet = QuietHours("23:00-06:00")
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.next == NextNotification(at: instant("2026-11-21 06:00"), .quietHoursEnd))
    // Nothing comes on a free Saturday and Sunday.
    settings.formerRestWeekdays = [.saturday, .sunday]
    rig.agent.handle(.settingsChanged(settings))
    #expect(rig.next == NextNotification(at: instant("2026-11-23 06:00"), .quietHoursEnd))
  }

  /// What is announced is what happens, over days.
  @Test func whatIsToldIsWhatHappens() throws {
    for (remindAt, quiet, atDayStart) in [
      ("20:00", "", true), ("08:00;23:00", "22:00-07:00", true), ("12:00", "11:00-13:00", false),
      ("", "00:00-06:00", true),
    ] {
      var settings = Settings()
      settings.remindAt = remindAt.split(separator: ";").compactMap { TimeOfDay(String($0)) }.map {
        Reminder($0)
      }
      settings.quiet = QuietHours(quiet)
      settings.atDayStart = atDayStart ? .begin : .never
      let rig = try Rig(at: "2026-11-20 09:30", settings: settings)
      for _ in 0..<6 {
        let next = try #require(rig.next)
        rig.newlyPublished()
        // At each alarm before, nothing is shown.
        while let alarm = rig.alarm.instant, alarm < next.at {
          rig.clock.now = alarm
          rig.agent.handle(.timeMoved)
          #expect(rig.newlyPublished().allSatisfy { !$0.isShow })
        }
        rig.clock.now = next.at
        rig.agent.handle(.timeMoved)
        #expect(rig.newlyPublished().map(\.isShow) == [true], "\(remindAt) \(quiet) \(next)")
      }
    }
  }
}

extension Rig {
  /// What the agent has last told to come next.
  fileprivate var next: NextNotification? { agendas.last?.next }
}

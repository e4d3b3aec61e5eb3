import HaruCore
import HaruStore
import Testing

@testable import haru_agent

/// What a press on a button does.
@MainActor
struct ClickTests {
  let today = day("2026-11-20")
  let yesterday = day("2026-11-19")
  private let rig: Rig

  init() throws { rig = try Rig() }

  @Test func studyIsOnDiskBeforeItIsShown() throws {
    var onDisk: [String] = []
    rig.publisher.onShow = { [unowned rig] in onDisk = rig.marks }
    rig.click(.study(today))
    #expect(onDisk == ["2026-11-20"])
    let published = rig.newlyPublished()
    #expect(published.count == 1)
    #expect(published.first?.isShow == true)
    #expect(published.first?.title == "Studied: Friday 20 November 🦃")
    #expect(published.first?.body == "The first day of your streak")
    #expect(published.first?.keys == ["calendar:2026-11-20", "unstudy:2026-11-20"])
  }

  @Test func undoClearsTheMark() throws {
    rig.click(.study(today))
    rig.click(.unstudy(today))
    #expect(rig.marks == [])
    #expect(rig.publisher.living?.title == "Friday 20 November 🦃")
    #expect(rig.publisher.living?.withButtons == "Press Study when you have studied today.")
  }

  @Test func aRepeatedStudyChangesNothing() throws {
    for _ in 0..<3 { rig.click(.study(today)) }
    #expect(rig.marks == ["2026-11-20"])
    #expect(rig.publisher.living?.title == "Studied: Friday 20 November 🦃")
    #expect(rig.announced.filter(\.isStudied).count == 1)
  }

  @Test(arguments: [(100, true), (700, true), (1000, false)])
  func theSecondHalfOfASlowDoubleClickDoesNotUndo(after: Int64, staysStudied: Bool) throws {
    rig.click(.study(today))
    rig.click(.unstudy(today), after: after)
    #expect(rig.marks == (staysStudied ? ["2026-11-20"] : []))
    // The server may have closed what was clicked, so today is shown in either case.
    #expect(rig.newlyPublished().last?.isShow == true)
  }

  /// The button of the next missed day comes in the place of that of the first one.
  @Test(arguments: [(700, 1), (1000, 2)])
  func theSecondHalfOfADoubleClickStudiesNoOtherDay(after: Int64, count: Int) throws {
    rig.click(.study(yesterday))
    rig.click(.study(day("2026-11-18")), after: after)
    #expect(rig.marks.count == count)
  }

  /// What comes in the place of the button that was clicked is hit by its second half.
  @Test(arguments: [(900, 0), (1000, 1)])
  func theSecondHalfOfADoubleClickOpensAndPostponesNothing(after: Int64, count: Int) throws {
    let rig = try Rig(marks: ["2026-11-18"])
    rig.click(.study(today))
    rig.click(.calendar(today), after: after)
    #expect(rig.viewer.opened.count == count)
    rig.click(.unstudy(today))
    rig.newlyPublished()
    rig.click(.later(today), after: after)
    #expect(rig.newlyPublished().map { $0.title.hasPrefix("Back at") } == [count == 1])
  }

  @Test func twentyAlternatingClicksAllCount() throws {
    for number in 0..<20 {
      rig.click(number.isMultiple(of: 2) ? .study(today) : .unstudy(today), after: 1000)
      #expect(rig.marks.isEmpty == !number.isMultiple(of: 2))
    }
    #expect(rig.newlyPublished().filter(\.isShow).count == 20)
  }

  @Test func aRepeatedClickOnTheBodyShowsTodayOnce() throws {
    rig.click(.show)
    rig.agent.handle(.clicked(.show, onLiving: false))
    rig.agent.handle(.clicked(.show, onLiving: false))
    #expect(rig.newlyPublished().count == 1)
    // The second half of a double click hits the one that has just appeared, and may close it.
    rig.click(.show, after: 300)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    rig.click(.show, after: 1100)
    #expect(rig.newlyPublished().count == 1)
    #expect(rig.marks == [])
  }

  /// Budgie sends `default` after each button, on what is shown or on what the click has closed.
  @Test(arguments: [
    ("study", true), ("unstudy", true), ("calendar", true), ("calendar", false), ("later", false),
    ("close", false),
  ])
  func whatAServerSendsAfterAButtonIsNoClickOnTheBody(key: String, onLiving: Bool) throws {
    let body = Intent.ask(DayQuestion(today, studied: true))
    rig.click(try #require(Intent(actionKey: "\(key):\(today)")))
    let (marks, opened) = (rig.marks, rig.viewer.opened.count)
    let answer = rig.newlyPublished().last
    for pause: Int64 in [0, 400, 599] {
      rig.clock.uptime += pause
      rig.agent.handle(.clicked(body, onLiving: onLiving))
    }
    // What stands there may have been closed with it, and is shown as it was.
    #expect(rig.newlyPublished().allSatisfy { onLiving && $0.content == answer?.content })
    #expect(rig.marks == marks && rig.viewer.opened.count == opened)
    rig.click(body, after: 1000)
    #expect(rig.newlyPublished().last?.title.hasSuffix("Friday 20 November 🦃") == true)
  }

  @Test func aClickOnTheBodyAsksNothingAfterAButton() throws {
    rig.publisher.asksOnBodyClick = true
    rig.click(.ask(study))
    rig.click(.calendar(today))
    rig.click(.confirm(study), after: 999)
    #expect(rig.marks == [])
    rig.click(.confirm(study))
    #expect(rig.marks == ["2026-11-20"])
  }

  @Test func aClickAfterMidnightMarksItsOwnDay() throws {
    let rig = try Rig(at: "2026-11-19 23:59", marks: ["2026-11-18"])
    rig.move(to: "2026-11-20 00:00")
    rig.newlyPublished()
    rig.click(.study(yesterday))
    #expect(rig.marks == ["2026-11-19", "2026-11-18"])
    let published = rig.newlyPublished()
    #expect(published.count == 1)
    #expect(published.first?.title == "Friday 20 November 🦃")
    #expect(published.first?.content?.lines.first == "Marked as studied: Thursday 19 November")
    #expect(published.first?.body.contains("2-day streak, today is open") == true)
  }

  @Test func anOutdatedRemarkIsNotRepeated() throws {
    let rig = try Rig(marks: ["2026-11-17", "2026-11-18"])
    rig.click(.study(yesterday))
    #expect(rig.publisher.living?.lines.first == "Marked as studied: Thursday 19 November")
    try rig.mark([yesterday], false)
    #expect(
      rig.publisher.living?.lines.first
        == "2 of the last 3 days. Study today to begin again.")
  }

  @Test func studiedYesterdayIsOfferedIfItRepairsAStreak() throws {
    let rig = try Rig(marks: ["2026-11-16", "2026-11-17", "2026-11-18"], serverIsThere: false)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    let shown = try #require(rig.newlyPublished().first)
    #expect(shown.body.hasPrefix("3 of the last 4 days. Study today to begin again."))
    #expect(shown.keys == ["study:2026-11-20", "study:2026-11-19", "calendar:2026-11-20"])
    rig.click(.study(yesterday))
    #expect(rig.publisher.living?.lines.contains("4-day streak, today is open") == true)
  }

  /// Who studies until midnight presses *Study* for the day that has just ended.
  @Test func afterMidnightYesterdayIsStillWithinReach() throws {
    let rig = try Rig(at: "2026-11-20 00:04", marks: ["2026-11-17", "2026-11-18"])
    rig.click(.study(today))
    let labels = ["Calendar", "Undo", "Yesterday: studied"]
    #expect(rig.publisher.living?.actions.map(\.label) == labels)
    rig.click(.study(yesterday))
    #expect(rig.marks == ["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17"])
    #expect(rig.publisher.living?.title == "Studied: Friday 20 November 🦃")
    #expect(rig.publisher.living?.lines.first == "Marked as studied: Thursday 19 November")
    #expect(rig.publisher.living?.actions.map(\.label) == Array(labels.prefix(2)))
  }

  @Test func aClosedNotificationStaysClosed() throws {
    rig.click(.study(today))
    rig.newlyPublished()
    // That of another day, which a server may have kept, has its own button.
    rig.click(.close(day("2026-11-19")))
    #expect(rig.newlyPublished() == [])
    rig.click(.close(today))
    #expect(rig.newlyPublished() == [.withdraw])
    rig.agent.handle(.storeChanged)
    rig.move(to: "2026-11-20 21:00")
    #expect(rig.newlyPublished() == [])
  }

  @Test func laterRemindsAfterTheConfiguredMinutes() throws {
    rig.click(.later(today), after: 0)
    #expect(rig.newlyPublished().map(\.title) == ["Back at 10:00"])
    rig.pass(milliseconds: 2999)
    #expect(rig.newlyPublished() == [])
    rig.pass(milliseconds: 1)
    #expect(rig.newlyPublished() == [.withdraw])
    #expect(rig.alarm.instant == instant("2026-11-20 10:00"))
    rig.move(to: "2026-11-20 10:00")
    let published = rig.newlyPublished()
    #expect(published.count == 1)
    #expect(published.first?.title == "Still open today")
    #expect(published.first?.content?.stay == .untilAnswered)
  }

  /// An hour before the end is as late as the end.
  @Test(arguments: [("23:30", "23:45"), ("23:00", "23:30"), ("22:59", "23:59")])
  func laterNeverRemindsAfterTheEndOfTheDay(time: String, reminds: String) throws {
    let rig = try Rig(at: "2026-11-20 " + time)
    rig.click(.later(today), after: 0)
    #expect(rig.alarm.instant == instant("2026-11-20 " + reminds))
  }

  @Test func laterDoesNotRemindOnAStudiedDay() throws {
    rig.click(.later(today), after: 0)
    try rig.mark([today])
    rig.newlyPublished()
    rig.move(to: "2026-11-20 10:00")
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.newlyPublished() == [])
  }

  @Test func aBusCallSetsAStateAndIsAnswered() throws {
    var answers: [Result<Bool, StoreError>] = []
    for day in [today, today, day("2026-11-21")] {
      rig.agent.handle(.asked(.study(day), { answers.append($0) }))
    }
    #expect(answers == [.success(true), .success(false), .failure(.future(day("2026-11-21")))])
    #expect(rig.marks == ["2026-11-20"])
    // A program changes what is shown, and makes nothing appear.
    #expect(rig.newlyPublished().allSatisfy { !$0.isShow })
  }

  @Test func aBusCallShowsNoNewNotification() throws {
    rig.publisher.living = nil
    rig.agent.handle(.asked(.study(today), { _ in }))
    #expect(rig.newlyPublished() == [])
  }

  // MARK: Where only the body can be clicked

  private let study = DayQuestion(day("2026-11-20"), studied: true)

  @Test func theQuestionGoesAwayByItself() throws {
    rig.publisher.asksOnBodyClick = true
    rig.click(.ask(study))
    #expect(rig.publisher.living?.title == "Click again if you have studied today")
    #expect(rig.publisher.living?.bodyClick == .confirm(study))
    rig.newlyPublished()
    rig.pass(milliseconds: 59_000)
    #expect(rig.newlyPublished() == [])
    rig.pass(milliseconds: 2_000)
    let published = rig.newlyPublished()
    #expect(published.map(\.isShow) == [false])
    #expect(published.first?.title == "Friday 20 November 🦃")
    #expect(published.first?.content?.bodyClick == .ask(study))
    #expect(rig.alarm.firstJob == nil)
    #expect(rig.marks == [])
  }

  @Test(arguments: [(300, false), (999, false), (1000, true)])
  func onlyASecondClickAfterASecondIsAnAnswer(after: Int64, studies: Bool) throws {
    rig.publisher.asksOnBodyClick = true
    rig.click(.ask(study))
    rig.click(.confirm(study), after: after)
    #expect(rig.marks == (studies ? ["2026-11-20"] : []))
  }

  @Test func aQuestionIsOfItsDay() throws {
    let rig = try Rig(at: "2026-11-19 23:59", marks: ["2026-11-18"])
    rig.publisher.asksOnBodyClick = true
    rig.click(.ask(DayQuestion(yesterday, studied: true)), after: 0)
    rig.move(to: "2026-11-20 00:00")
    #expect(rig.publisher.living?.title == "Friday 20 November 🦃")
    // Made just before midnight, it comes just after.
    rig.click(.confirm(DayQuestion(yesterday, studied: true)))
    #expect(rig.marks == ["2026-11-19", "2026-11-18"])
    #expect(rig.publisher.living?.lines.first == "Marked as studied: Thursday 19 November")
  }

  /// The agent may have been stopped over midnight, so that yesterday is still shown.
  @Test func aClickOnYesterdaysNotificationAsksAboutYesterday() throws {
    let rig = try Rig(at: "2026-11-19 23:59", marks: ["2026-11-17"])
    rig.publisher.asksOnBodyClick = true
    let clicked = try #require(rig.publisher.living?.bodyClick)
    rig.move(to: "2026-11-20 08:00")
    rig.click(clicked)
    let asked = try #require(rig.publisher.living)
    #expect(asked.title == "Click again if you have studied that day")
    #expect(asked.lines.first == "Thursday 19 November 🦃")
    rig.click(asked.bodyClick)
    #expect(rig.marks == ["2026-11-19", "2026-11-17"])
    #expect(rig.publisher.living?.lines.first == "Marked as studied: Thursday 19 November")
  }

  @Test func twoClicksOnAStudiedDayUndoIt() throws {
    let rig = try Rig(marks: ["2026-11-20"])
    rig.publisher.asksOnBodyClick = true
    rig.agent.handle(.presentRequested)
    let studied = try #require(rig.publisher.living?.bodyClick)
    rig.click(studied)
    let asked = try #require(rig.publisher.living)
    #expect(asked.title == "Click again to undo")
    #expect(asked.lines.first == "Friday 20 November 🦃")
    rig.click(asked.bodyClick, after: 999)
    #expect(rig.marks == ["2026-11-20"])
    rig.click(asked.bodyClick)
    #expect(rig.marks == [])
    #expect(rig.publisher.living?.title == "Friday 20 November 🦃")
  }

  @Test(arguments: [true, false])
  func aQuestionIsOverWithTheFirstOtherAnswer(byCommand: Bool) throws {
    rig.publisher.asksOnBodyClick = true
    rig.click(.ask(study))
    if byCommand {
      try rig.mark([today])
      try rig.mark([today], false)
    } else {
      rig.agent.handle(.presentRequested)
    }
    #expect(rig.publisher.living?.title == "Friday 20 November 🦃")
    #expect(rig.publisher.living?.bodyClick == .ask(study))
  }
}

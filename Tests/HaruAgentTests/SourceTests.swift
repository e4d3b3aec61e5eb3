import HaruCore
import HaruDesktop
import HaruStore
import Testing

@testable import haru_agent

/// When the agent asks sources, what waits for them, and what it says (docs/sources.md#when-they-are-asked).
@MainActor
struct SourceTests {
  let today = day("2026-11-20")

  /// A rig with sources that answer when the test says so.
  private func rig(
    at time: String = "2026-11-20 09:00", marks: [String] = [], settings: Settings = Settings(),
    serverIsThere: Bool = true
  ) throws -> (Rig, Asked) {
    let asked = Asked()
    let rig = try Rig(
      at: time, settings: settings, marks: marks, serverIsThere: serverIsThere,
      prepare: { rig in
        rig.agent.onAskSources = {
          asked.count += 1
          return true
        }
      })
    return (rig, asked)
  }

  /// How often they were asked.
  private final class Asked {
    var count = 0
  }

  /// Marks days as a source does.
  ///
  /// - Returns: Its answer, which has yet to come.
  private func mark(
    _ rig: Rig, _ days: [Day], words: String = "43 reviews"
  ) throws -> SourceAnswer {
    var answer = SourceAnswer("anki")
    answer.said = Dictionary(uniqueKeysWithValues: days.map { ($0, words) })
    answer.marked = try rig.store.mark(answer.said, saidBy: "anki", of: nil, by: rig.said) ?? []
    rig.agent.handle(.storeChanged)
    return answer
  }

  /// Marks a day as a source does, and answers.
  private func answer(
    _ rig: Rig, _ marked: [Day] = [], words: String = "43 reviews", failures: Int = 0
  ) throws {
    var answer = try marked.isEmpty ? SourceAnswer("anki") : mark(rig, marked, words: words)
    answer.failures = failures
    if failures > 0 { answer.problem = "status 3" }
    rig.agent.handle(.sourcesAnswered([answer]))
  }

  @Test func aLoginWaitsForThem() throws {
    let (rig, asked) = try rig()
    #expect(asked.count == 1)
    #expect(rig.publisher.shown == [])
    try answer(rig, [today])
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
    // Once.
    rig.move(to: "2026-11-20 20:00")
    rig.agent.handle(.userReturned)
    #expect(rig.publisher.newlyShown() == [])
  }

  @Test func withoutAnAnswerItAsksAfterHalfASecond() throws {
    let (rig, _) = try rig()
    rig.pass(milliseconds: 499)
    #expect(rig.publisher.newlyShown() == [])
    rig.pass(milliseconds: 1)
    #expect(rig.publisher.newlyShown().map(\.keys.first) == ["study:2026-11-20"])
    // A late answer corrects it.
    try answer(rig, [today])
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
  }

  /// One that hangs holds back what another has said for no longer than that.
  @Test func oneThatHangsHoldsBackNoOther() throws {
    let (rig, _) = try rig()
    let late = try mark(rig, [today])
    rig.pass(milliseconds: 499)
    #expect(rig.publisher.newlyShown() == [])
    rig.pass(milliseconds: 1)
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
    // Once, and not again after an Undo.
    let undo = try #require(rig.publisher.living?.actions.last?.intent)
    rig.pass(milliseconds: 1500)
    rig.click(undo)
    #expect(rig.marks == [])
    rig.publisher.newlyShown()
    rig.agent.handle(.sourcesAnswered([late]))
    #expect(rig.publisher.newlyShown() == [])
  }

  /// Nor where nothing would have asked yet, as at a login whose picture is still drawn.
  @Test func oneThatHangsHoldsBackNoNewsBeforeAnyQuestion() throws {
    let (rig, asked) = try rig(settings: Settings { $0.atDayStart = .never })
    try answer(rig)
    rig.publisher.newlyShown()
    asked.count = 0
    rig.move(to: "2026-11-21 00:00")
    #expect(asked.count == 1)
    _ = try mark(rig, [day("2026-11-21")])
    rig.pass(milliseconds: 500)
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
  }

  /// Nor on the day after a studied one, whose notification still stands.
  @Test func aMarkOfTheNextDayWaitsForItsReason() throws {
    let (rig, _) = try rig(marks: ["2026-11-20"], settings: Settings { $0.atLogin = .always })
    try answer(rig)
    rig.publisher.newlyShown()
    rig.move(to: "2026-11-21 07:00")
    _ = try mark(rig, [day("2026-11-21")])
    #expect(rig.publisher.newlyShown() == [])
    rig.pass(milliseconds: 500)
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
  }

  /// A login that asks always, and waits for its picture first.
  @Test func aLoginThatAlwaysShowsTodayWaitsForThem() throws {
    let drawer = SpyDrawer()
    let rig = try Rig(
      at: "2026-11-20 09:00", settings: Settings { $0.atLogin = .always }, drawer: drawer,
      prepare: { $0.agent.onAskSources = { true } })
    drawer.end()
    #expect(rig.publisher.newlyShown() == [])
    try answer(rig, [today])
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
  }

  /// What is asked before midnight tells nothing of the new day.
  @Test func aRoundOverMidnightIsFollowedByAnother() throws {
    let (rig, asked) = try rig(at: "2026-11-20 23:59")
    rig.move(to: "2026-11-21 00:00")
    asked.count = 0
    try answer(rig)
    #expect(asked.count == 1)
    try answer(rig, [day("2026-11-21")])
    #expect(asked.count == 1)
    #expect(rig.publisher.newlyShown().last?.title == "Studied · Anki: 43 reviews")
  }

  /// A mark that no source has made is no news of one.
  @Test func aMarkByHandIsShownAfterHalfASecond() throws {
    let (rig, _) = try rig(settings: Settings { $0.atLogin = .always })
    try rig.mark([today])
    rig.pass(milliseconds: 500)
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied: Friday 20 November 🦃"])
  }

  @Test func thatTheySayNothingAsksAtOnce() throws {
    let (rig, _) = try rig()
    try answer(rig)
    #expect(rig.publisher.newlyShown().map(\.keys.first) == ["study:2026-11-20"])
    rig.pass(milliseconds: 600)
    #expect(rig.publisher.newlyShown() == [])
  }

  @Test func undoTakesItBackForGood() throws {
    let (rig, _) = try rig()
    try answer(rig, [today])
    let shown = try #require(rig.publisher.newlyShown().first)
    let undo = try #require(shown.actions.last).intent
    rig.click(undo)
    #expect(rig.marks == [])
    try answer(rig, [today])
    #expect(rig.marks == [])
    #expect(rig.publisher.living?.title.contains("Anki") == false)
  }

  /// A reminder waits as a login does.
  @Test func aReminderAsksThemFirst() throws {
    let (rig, asked) = try rig()
    try answer(rig)
    rig.publisher.newlyShown()
    asked.count = 0
    rig.move(to: "2026-11-20 20:00")
    #expect(asked.count == 1)
    #expect(rig.publisher.newlyShown() == [])
    try answer(rig, [today])
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
  }

  /// Who asks by hand is there.
  @Test func nothingThatTheUserAsksForWaits() throws {
    let (rig, asked) = try rig()
    asked.count = 0
    rig.agent.handle(.presentRequested)
    rig.click(.study(today))
    #expect(rig.publisher.newlyShown().count == 2)
    #expect(asked.count == 0)
    // What was held back does not come any more.
    rig.pass(milliseconds: 600)
    #expect(rig.publisher.newlyShown() == [])
  }

  /// Only what shows or settles today is an answer to what was held back.
  @Test func whatIsNotAboutTodayLeavesTheQuestion() throws {
    let refused = Event.laterAsked(instant("2026-11-22 10:00"), { _ in })
    let other = Event.asked(.study(day("2026-11-10")), { _ in })
    for event in [refused, other, .viewRequested(.calendar, nil)] {
      let (rig, _) = try rig()
      rig.agent.handle(event)
      rig.pass(milliseconds: 600)
      #expect(rig.publisher.newlyShown().map(\.keys.first) == ["study:2026-11-20"], "\(event)")
    }
    for event in [Event.asked(.study(today), { _ in }), .laterAsked(nil, { _ in })] {
      let (rig, _) = try rig()
      rig.agent.handle(event)
      rig.pass(milliseconds: 600)
      #expect(rig.publisher.newlyShown() == [], "\(event)")
    }
  }

  /// The day before is asked for at each start, also where a server starts only with a notification.
  @Test func theyAreAskedWithoutAServer() throws {
    let (rig, asked) = try rig(marks: ["2026-11-20"], serverIsThere: false)
    #expect(asked.count == 0)
    rig.agent.handle(.serverIsMissing)
    #expect(asked.count == 1)
    try answer(rig, [day("2026-11-19")])
    #expect(rig.publisher.newlyShown() == [])
    rig.move(to: "2026-11-21 00:00")
    #expect(asked.count == 2)
  }

  /// A mark that was taken back while others had yet to answer is no news.
  @Test func whatWasTakenBackMeanwhileIsNotShown() throws {
    let (rig, _) = try rig()
    let late = try mark(rig, [today])
    rig.click(.calendar(today))
    rig.click(.unstudy(today))
    #expect(rig.marks == [])
    rig.publisher.newlyShown()
    rig.agent.handle(.sourcesAnswered([late]))
    #expect(rig.publisher.newlyShown() == [])
  }

  @Test func aStudiedDayIsNotAsked() throws {
    let (rig, asked) = try rig(marks: ["2026-11-20"])
    // For yesterday, at the start.
    #expect(asked.count == 1)
    try answer(rig)
    rig.move(to: "2026-11-20 20:00")
    #expect(asked.count == 1)
  }

  /// On a new day they are asked for the one before, and hooks hear of the streak after that.
  @Test func theDayThatIsOverMayBeMarked() throws {
    let (rig, asked) = try rig(marks: ["2026-11-19"])
    try answer(rig)
    asked.count = 0
    rig.move(to: "2026-11-21 00:00")
    #expect(asked.count == 1)
    #expect(rig.hooks == [])
    try answer(rig, [today])
    #expect(rig.hooks == [.dayStarted])
    #expect(rig.publisher.living?.lines.contains("Yesterday: Anki: 43 reviews") != false)
  }

  @Test func aMissedDayEndsTheStreakOnceTheyHaveAnswered() throws {
    let (rig, _) = try rig(marks: ["2026-11-18", "2026-11-19"])
    try answer(rig)
    rig.move(to: "2026-11-21 00:00")
    try answer(rig)
    #expect(rig.hooks == [.dayStarted, .streakEnded])
  }

  @Test func silenceIsASetting() throws {
    let (rig, _) = try rig(settings: Settings { $0.showsSources = false })
    try answer(rig, [today])
    rig.pass(milliseconds: 600)
    #expect(rig.publisher.newlyShown() == [])
    #expect(rig.marks == ["2026-11-20"])
  }

  @Test func quietHoursHold() throws {
    let (rig, _) = try rig(settings: .quiet("08:00-10:00"))
    try answer(rig, [today])
    rig.move(to: "2026-11-20 10:00")
    #expect(rig.publisher.newlyShown() == [])
  }

  /// From the second failure in a row on a source is named until the user has seen it, or it works again.
  @Test(arguments: [[1, 2], [1, 3]])
  func aSourceThatFailsTwiceIsNamed(counts: [Int]) throws {
    let (rig, _) = try rig()
    for failures in counts {
      try answer(rig, failures: failures)
      #expect(named(in: rig) == (failures > 1 ? ["anki"] : []))
    }
    rig.click(.later(today))
    rig.pass(milliseconds: 4000)
    try answer(rig, failures: 4)
    #expect(named(in: rig) == [])
    for (failures, names) in [(0, []), (1, []), (2, ["anki"]), (0, [])] {
      try answer(rig, failures: failures)
      #expect(named(in: rig) == names)
    }
  }

  @Test func eachSourceThatFailsIsNamed() throws {
    let (rig, _) = try rig()
    let answers = ["anki", "git"].map { name in
      var answer = SourceAnswer(name)
      (answer.failures, answer.problem) = (2, "status 3")
      return answer
    }
    rig.agent.handle(.sourcesAnswered(answers))
    #expect(named(in: rig) == ["anki", "git"])
  }

  /// What is noted tells of a round only if that could be noted.
  @Test func oneThatFailsIsNamedThoughThatIsNotNoted() throws {
    let (rig, _) = try rig()
    var noted = instant("2026-11-20 08:00")
    rig.agent.lastAnswers = { asked in noted < asked ? nil : [SourceAnswer("anki")] }
    try answer(rig, failures: 1000)
    #expect(named(in: rig) == ["anki"])
    noted = instant("2026-11-20 09:00")
    #expect(named(in: rig) == [])
  }

  /// The sources that today's notification says to fail, once the user asks for it.
  private func named(in rig: Rig) -> [String] {
    rig.agent.handle(.presentRequested)
    return ["anki", "git"].filter { name in
      rig.publisher.living?.lines.contains("The source \(name) fails: status 3") == true
    }
  }

  /// What other machines have cleared may be on its way.
  @Test func theFirstExchangeComesBeforeThem() throws {
    let (rig, asked) = try rig(serverIsThere: false)
    rig.agent.isExchangeAwaited = true
    rig.agent.handle(.serverAppeared(lostSomething: false))
    rig.agent.handle(.timeMoved)
    #expect(asked.count == 0)
    rig.agent.isExchangeAwaited = false
    rig.agent.handle(.exchangesEnded)
    #expect(asked.count == 1)
    #expect(rig.publisher.newlyShown() == [])
    try answer(rig)
    #expect(rig.publisher.newlyShown().count == 1)
  }

  @Test func aMarkOfYesterdayHasUndo() throws {
    let yesterday = day("2026-11-19")
    let (rig, _) = try rig()
    try answer(rig, [yesterday])
    let shown = try #require(rig.publisher.newlyShown().first)
    #expect(shown.actions.map(\.label).contains("Undo"))
    rig.click(.unstudy(yesterday))
    #expect(!rig.marks.contains("2026-11-19"))
  }

  /// Its first line tells of yesterday: that is what *Undo* takes back, also where today was studied meanwhile.
  @Test func undoBesideAMarkOfYesterdayIsNotThatOfToday() throws {
    let (rig, _) = try rig()
    try rig.mark([today])
    rig.agent.handle(.storeChanged)
    try answer(rig, [day("2026-11-19")])
    rig.agent.handle(.presentRequested)
    let shown = try #require(rig.publisher.living)
    #expect(shown.lines.first == "Yesterday: Anki: 43 reviews")
    #expect(
      shown.actions.filter { $0.label == "Undo" }.map(\.intent)
        == [.unstudy(day("2026-11-19"))])
  }

  /// A new day is no sign that somebody has read it, nor is an asking that could not begin.
  @Test func oneThatFailsIsNamedUntilSomebodyHasSeenIt() throws {
    let (rig, _) = try rig()
    try answer(rig, failures: 2)
    #expect(named(in: rig) == ["anki"])
    rig.agent.handle(.sourcesAnswered(nil))
    #expect(named(in: rig) == ["anki"])
    rig.move(to: "2026-11-21 09:00")
    rig.agent.handle(.timeMoved)
    #expect(named(in: rig) == ["anki"])
  }

  // MARK: What is no longer so

  @Test func aMarkThatWasTakenBackIsToldNoMore() throws {
    let yesterday = day("2026-11-19")
    let (rig, _) = try rig()
    try answer(rig, [yesterday])
    let reason = "Yesterday: Anki: 43 reviews"
    #expect(rig.publisher.newlyShown().first?.lines.contains(reason) == true)
    _ = try rig.store.undo(by: rig.said)
    rig.agent.handle(.storeChanged)
    rig.agent.handle(.presentRequested)
    #expect(rig.publisher.living?.lines.contains(reason) == false)
  }

  @Test func aMarkThatSomebodyElseHasMadeSinceIsNotOfTheSource() throws {
    let (rig, _) = try rig()
    try answer(rig, [today])
    #expect(rig.publisher.newlyShown().map(\.title) == ["Studied · Anki: 43 reviews"])
    _ = try rig.store.undo(by: rig.said)
    try rig.mark([today])
    rig.agent.handle(.presentRequested)
    #expect(rig.publisher.living?.title.contains("Anki") == false)
  }

  @Test func oneThatWorksAgainIsNotSaidToFail() throws {
    let (rig, _) = try rig()
    var last = SourceAnswer("anki")
    (last.failures, last.problem) = (2, "status 3")
    rig.agent.lastAnswers = { _ in [last] }
    try answer(rig, failures: 2)
    let sentence = "The source anki fails: status 3"
    #expect(rig.publisher.newlyShown().first?.lines.contains(sentence) == true)
    last = SourceAnswer("anki")
    rig.agent.handle(.presentRequested)
    #expect(rig.publisher.living?.lines.contains(sentence) == false)
  }
}

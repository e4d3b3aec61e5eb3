import Foundation
import HaruCore
import HaruDesktop
import HaruStore
import Support
import Testing

@testable import haru_agent

/// Haru in the search of a desktop.
@MainActor
@Suite struct SearchTests {
  private func search(_ rig: Rig) -> TodaySearch {
    TodaySearch(of: { rig.agent.searchAnswers }, onEvent: { rig.agent.handle($0) })
  }

  /// What words find first.
  private func find(_ words: String, _ rig: Rig) throws -> SearchResult {
    let found = search(rig).find(words.split(separator: " ").map(String.init))
    let result = try #require(found.first?.result)
    // A desktop asks for the words of a result by its id.
    #expect(search(rig).describe(result.id) == result)
    return result
  }

  @Test func anOpenDayIsFoundWithItsNameAndMarkedOnlyWhenItIsChosen() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    let found = try find("study", rig)
    #expect(found.id == "study:2026-11-20")
    #expect(found.title == "Not studied yet today")
    #expect(found.line == "Mark Friday 20 November as studied")
    #expect(rig.marks == ["2026-11-19", "2026-11-18"])
    #expect(rig.newlyPublished().isEmpty)

    search(rig).choose(found.id)
    #expect(rig.marks.first == "2026-11-20")
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
  }

  @Test func aStudiedDayIsShownAndNeverCleared() throws {
    let rig = try Rig(marks: ["2026-11-20"])
    let found = try find("study", rig)
    #expect(found.id == "day:2026-11-20")
    #expect(found.title == "Studied today")
    #expect(found.line == "The first day of your streak")

    for id in [found.id, "unstudy:2026-11-20", "close:2026-11-20", "", "study"] {
      search(rig).choose(id)
    }
    #expect(rig.marks == ["2026-11-20"])
    // Only its own id does something.
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
  }

  @Test func aResultOfYesterdayMarksYesterdayAndSaysSo() throws {
    let rig = try Rig(at: "2026-11-20 23:59")
    let found = try find("study", rig)
    rig.move(to: "2026-11-21 00:01")
    rig.newlyPublished()

    search(rig).choose(found.id)
    #expect(rig.marks == ["2026-11-20"])
    let shown = try #require(rig.newlyPublished().last)
    #expect(shown.title == "Saturday 21 November 🦃")
    #expect(shown.body.hasPrefix("Marked as studied: Friday 20 November\n"))
    #expect(try find("study", rig).id == "study:2026-11-21")
  }

  @Test func aResultOfAFutureDayIsRefused() throws {
    let rig = try Rig()
    search(rig).choose("study:2026-11-21")
    #expect(rig.marks.isEmpty)
    #expect(rig.newlyPublished().last?.title == "Not saved: Friday 20 November 🦃")
  }

  @Test func aRestDayCanBeMarked() throws {
    let rig = try Rig(settings: Settings { $0.formerRestWeekdays = [.friday] })
    let found = try find("study", rig)
    #expect(found.title == "Rest day today")
    #expect(found.line == "Mark Friday 20 November as studied")
    #expect(found.id == "study:2026-11-20")
  }

  // MARK: Other words

  @Test(arguments: [
    ("yesterday", "2026-11-19", "Thursday 19 November"),
    ("tuesday", "2026-11-17", "Tuesday 17 November"),
    ("haru Saturday", "2026-11-14", "Saturday 14 November"),
    ("friday", "2026-11-20", "Friday 20 November"),
  ])
  func aDayOfTheLastWeekIsMarked(words: String, marked: String, name: String) throws {
    let rig = try Rig()
    let found = try find(words, rig)
    #expect(found.id == "study:" + marked)
    #expect(found.line == "Mark \(name) as studied")
    #expect(rig.marks == [])
    search(rig).choose(found.id)
    #expect(rig.marks == [marked])
    let shown = try #require(rig.newlyPublished().last)
    #expect((shown.title + "\n" + shown.body).contains("tudied: " + name))

    // Choosing it again would change nothing, and it says so.
    let again = try find(words, rig)
    #expect(again.id == "day:" + marked)
    #expect(again.title.hasPrefix("Studied"))
    search(rig).choose(again.id)
    #expect(rig.marks == [marked])
    #expect(rig.newlyPublished().count { $0.isShow } == 1)
  }

  @Test func todayBecomesARestDay() throws {
    let rig = try Rig(marks: ["2026-11-19"])
    let found = try find("rest", rig)
    #expect(found.id == "rest:2026-11-20")
    #expect(found.title == "Plan today as a rest day")
    #expect(found.line == "Friday 20 November")
    #expect(rig.newlyPublished().isEmpty)
    search(rig).choose(found.id)
    let shown = try #require(rig.newlyPublished().last)
    #expect(shown.isShow)
    #expect(shown.title == "Rest day: Friday 20 November 🦃")
    #expect(shown.body == "1-day streak, rest day today\n1 of 1 day this month")

    let again = try find("rest", rig)
    #expect(again.id == "rest")
    #expect(again.title == "Rest day today")
    #expect(again.line == "Show today's notification")
    #expect(try find("later", rig) == again.about(.later))
    search(rig).choose(again.id)
    #expect(rig.newlyPublished().map(\.title) == [shown.title])
  }

  @Test func aRestDayOfYesterdayIsYesterdayAfterMidnight() throws {
    let rig = try Rig(at: "2026-11-20 23:59", marks: ["2026-11-19"])
    let found = try find("rest", rig)
    rig.move(to: "2026-11-21 00:01")
    rig.newlyPublished()
    // It is found no more, but does what it promised.
    #expect(search(rig).describe(found.id) == nil)
    search(rig).choose(found.id)
    let shown = try #require(rig.newlyPublished().last)
    #expect(shown.title == "Saturday 21 November 🦃")
    #expect(shown.body.hasPrefix("Rest day: Friday 20 November\n1-day streak, today is open"))
  }

  @Test func theLastChangeIsTakenBack() throws {
    let rig = try Rig()
    #expect(try find("undo", rig).id == "undo")
    #expect(try find("undo", rig).title == "Nothing to undo")
    rig.click(.study(day("2026-11-20")))
    let store = try Data(contentsOf: URL(fileURLWithPath: rig.storePath))
    rig.newlyPublished()
    let found = try find("haru undo", rig)
    #expect(found.title == "Undo the last change")
    #expect(found.line == "Marked: Friday 20 November")
    // A search writes and shows nothing.
    #expect(try Data(contentsOf: URL(fileURLWithPath: rig.storePath)) == store)
    #expect(rig.newlyPublished().isEmpty)

    // Sooner it would be the second half of a double click.
    rig.pass(milliseconds: 1000)
    search(rig).choose(found.id)
    #expect(rig.marks == [])
    #expect(rig.hooks == [.studied, .unstudied])
    let shown = try #require(rig.newlyPublished().last)
    #expect(shown.isShow)
    #expect(shown.title == "Friday 20 November 🦃")
    #expect(shown.body.hasPrefix("Undone: marked: Friday 20 November"))
    #expect(try find("undo", rig).title == "Nothing to undo")
  }

  @Test func whatWasPromisedIsTakenBackOrNothing() throws {
    let rig = try Rig(marks: ["2026-11-18"])
    let found = try find("undo", rig)
    try rig.mark([day("2026-11-19")])
    for _ in 1...2 { search(rig).choose(found.id) }
    #expect(rig.marks == ["2026-11-19", "2026-11-18"])
    #expect(
      try #require(rig.newlyPublished().last).body
        .hasPrefix("Nothing undone: something else has changed since"))
  }

  @Test func aReminderComesWhenTheResultHasSaid() throws {
    let rig = try Rig(at: "2026-11-20 20:30:40")
    let found = try find("later", rig)
    #expect(found.title == "Remind me at 21:30")
    #expect(found.line == "No reminder comes before")
    // The user thinks about it.
    rig.move(to: "2026-11-20 20:33")
    rig.newlyPublished()
    search(rig).choose(found.id)
    #expect(rig.newlyPublished() == [.withdraw])
    rig.move(to: "2026-11-20 21:30:39")
    #expect(rig.newlyPublished().isEmpty)
    rig.move(to: "2026-11-20 21:30:40")
    #expect(rig.newlyPublished().count { $0.isShow } == 1)

    // It is past, or today is done: neither postpones anything.
    search(rig).choose(found.id)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    #expect(search(rig).describe(found.id) == nil)
    let next = try find("later", rig)
    rig.click(.study(day("2026-11-20")))
    rig.newlyPublished()
    search(rig).choose(next.id)
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
    #expect(try find("later", rig).title == "Studied today")
  }

  @Test func aReminderThatFallsIntoQuietHoursIsNamedByTheirEnd() throws {
    let rig = try Rig(at: "2026-11-20 20:30", settings: .quiet("21:00-22:15"))
    #expect(try find("later", rig).title == "Remind me at 22:15")
  }

  @Test func theCalendarOpensWithoutANotification() throws {
    let rig = try Rig(marks: ["2026-11-19"])
    let found = try find("calendar", rig)
    #expect(found.title == "Open the calendar")
    #expect(found.line == "1 of 1 day this month")
    #expect(rig.viewer.opened == [])
    search(rig).choose(found.id)
    #expect(rig.viewer.opened == [.calendar])
    #expect(rig.newlyPublished().isEmpty)
    // A failure is told where it can be seen.
    rig.viewer.ends[0]("no image viewer")
    #expect(rig.newlyPublished().last?.body.hasPrefix("Could not open: no image viewer") == true)

    rig.viewer.canOpen = false
    #expect(search(rig).find(["calendar"]).isEmpty)
  }

  @Test func theStreakIsNamedAndTodayIsShown() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    let found = try find("streak", rig)
    #expect(found.title == "2-day streak")
    #expect(found.line == "Show today's notification")
    search(rig).choose(found.id)
    #expect(rig.newlyPublished().map(\.title) == ["Friday 20 November 🦃"])
    #expect(rig.marks.count == 2)
    #expect(try find("streak", Rig()).title == "No streak")
  }

  @Test func aChangeThatIsNotSavedIsTold() throws {
    let rig = try Rig(marks: ["2026-11-19"])
    let (rest, undo) = (try find("rest", rig), try find("undo", rig))
    try rig.replaceStoreByGarbage()
    for result in [rest, undo] {
      rig.newlyPublished()
      search(rig).choose(result.id)
      #expect(rig.newlyPublished().last?.title == "Not saved: Friday 20 November 🦃")
    }
    for word in ["yesterday", "rest", "undo", "later", "calendar", "streak"] {
      #expect(try find(word, rig).title == "Cannot read your days")
    }
  }

  @Test func aStoreThatCannotBeReadIsFoundAsSuch() throws {
    let rig = try Rig(prepare: { try $0.replaceStoreByGarbage() })
    let found = try find("study", rig)
    #expect(found.title == "Cannot read your days")
    #expect(found.line == "The store is damaged, or it is not a Haru store.")
    #expect(found.id == "day:2026-11-20")
  }

  /// A desktop asks at each word that a user types, and starts the agent for that.
  @Test func anAgentThatASearchHasStartedShowsNothing() throws {
    let rig = try Rig(serverIsThere: false)
    rig.agent.searchBegan()
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().isEmpty)

    // The control: a reminder comes all the same.
    rig.move(to: "2026-11-20 20:00")
    #expect(rig.newlyPublished().count { $0.isShow } == 1)
  }

  @Test func aSearchAfterTheLoginChangesNothing() throws {
    let rig = try Rig(serverIsThere: false)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().count { $0.isShow } == 1)
    rig.agent.searchBegan()
    rig.agent.handle(.serverAppeared(lostSomething: true))
    #expect(rig.newlyPublished().count { $0.isShow } == 1)
  }
}

extension SearchResult {
  /// The same words about something else.
  fileprivate func about(_ topic: SearchTopic) -> SearchResult {
    SearchResult(showingFor: topic, title: title, line: line)
  }
}

import HaruCore
import HaruStore
import Support
import Testing

@testable import haru_agent

/// Today in the search of a desktop.
@MainActor
@Suite struct SearchTests {
  private func search(_ rig: Rig) -> TodaySearch {
    TodaySearch(of: { rig.agent.searchResult }, onEvent: { rig.agent.handle($0) })
  }

  @Test func anOpenDayIsFoundWithItsNameAndMarkedOnlyWhenItIsChosen() throws {
    let rig = try Rig(marks: ["2026-11-18", "2026-11-19"])
    let found = rig.agent.searchResult
    #expect(found.intent == .study(day("2026-11-20")))
    #expect(found.title == "Not studied yet today")
    #expect(found.line == "Mark Friday 20 November as studied, 2-day streak")
    #expect(rig.marks == ["2026-11-19", "2026-11-18"])
    #expect(rig.newlyPublished().isEmpty)

    search(rig).choose(found.intent.actionKey)
    #expect(rig.marks.first == "2026-11-20")
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
  }

  @Test func aStudiedDayIsShownAndNeverCleared() throws {
    let rig = try Rig(marks: ["2026-11-20"])
    let found = rig.agent.searchResult
    #expect(found.intent == .show)
    #expect(found.title == "Studied today")
    #expect(found.line == "The first day of your streak")

    for id in [found.intent.actionKey, "unstudy:2026-11-20", "close:2026-11-20", "", "study"] {
      search(rig).choose(id)
    }
    #expect(rig.marks == ["2026-11-20"])
    // Only its own id does something.
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
  }

  @Test func aResultOfYesterdayMarksYesterdayAndSaysSo() throws {
    let rig = try Rig(at: "2026-11-20 23:59")
    let found = rig.agent.searchResult
    rig.move(to: "2026-11-21 00:01")
    rig.newlyPublished()

    search(rig).choose(found.intent.actionKey)
    #expect(rig.marks == ["2026-11-20"])
    let shown = try #require(rig.newlyPublished().last)
    #expect(shown.title == "Saturday 21 November 🦃")
    #expect(shown.body.hasPrefix("Marked as studied: Friday 20 November\n"))
    #expect(rig.agent.searchResult.intent == .study(day("2026-11-21")))
  }

  @Test func aResultOfAFutureDayIsRefused() throws {
    let rig = try Rig()
    search(rig).choose("study:2026-11-21")
    #expect(rig.marks.isEmpty)
    #expect(rig.newlyPublished().last?.title == "Not saved: Friday 20 November 🦃")
  }

  @Test func aRestDayCanBeMarked() throws {
    var settings = Settings()
    settings.restWeekdays = [.friday]
    let rig = try Rig(settings: settings)
    let found = rig.agent.searchResult
    #expect(found.title == "Rest day today")
    #expect(found.line == "Mark Friday 20 November as studied")
    #expect(found.intent == .study(day("2026-11-20")))
  }

  @Test func aStoreThatCannotBeReadIsFoundAsSuch() throws {
    let rig = try Rig(prepare: { try $0.replaceStoreByGarbage() })
    let found = rig.agent.searchResult
    #expect(found.title == "Cannot read your days")
    #expect(found.line == "The store is damaged, or it is not a Haru store.")
    #expect(found.intent == .show)
  }

  /// A desktop asks at each word that a user types, and starts the agent for that.
  @Test func anAgentThatASearchHasStartedShowsNothing() throws {
    let rig = try Rig(serverIsThere: false)
    rig.agent.noteSearch()
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
    rig.agent.noteSearch()
    rig.agent.handle(.serverAppeared(lostSomething: true))
    #expect(rig.newlyPublished().count { $0.isShow } == 1)
  }
}

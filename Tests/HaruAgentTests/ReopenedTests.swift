import HaruCore
import HaruDesktop
import HaruLog
import HaruNotify
import HaruStore
import Support
import Testing

@testable import haru_agent

/// Another machine opens the day again that this one has shown as studied.
@MainActor
struct ReopenedTests {
  private let today = day("2026-11-20")

  /// The user was told that the day is done, and nothing on the screen says otherwise.
  @Test func whatWasLastShownAsStudiedComesBack() throws {
    let rig = try Rig()
    let lap = try OtherMachine(of: rig)
    try lap.mark(today)
    #expect(rig.publisher.living?.title.hasPrefix("Studied") == true)
    rig.publisher.living = nil
    rig.publisher.wasDismissed = true
    rig.newlyPublished()
    try lap.mark(today, false)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    #expect(rig.publisher.attention.last == .news(mayBeHeard: false))
    #expect(rig.publisher.living?.actions.map(\.intent).contains(.study(today)) == true)
    #expect(rig.alarm.instant == instant("2026-11-20 20:00"))
  }

  @Test func whatIsAliveIsOnlyChanged() throws {
    let rig = try Rig()
    let lap = try OtherMachine(of: rig)
    rig.newlyPublished()
    try lap.mark(today)
    try lap.mark(today, false)
    #expect(rig.newlyPublished().map(\.isShow) == [false, false])
  }

  /// Who has put away an open day, and was told nothing else since, is told nothing now.
  @Test func whatWasLastShownAsOpenStaysAway() throws {
    let rig = try Rig()
    let lap = try OtherMachine(of: rig)
    rig.publisher.living = nil
    rig.newlyPublished()
    try lap.mark(today)
    try lap.mark(today, false)
    #expect(rig.newlyPublished() == [])
    // What was shown yesterday counts no more.
    rig.move(to: "2026-11-20 20:00")
    try lap.mark(today)
    rig.move(to: "2026-11-21 09:00")
    rig.publisher.living = nil
    rig.newlyPublished()
    try lap.mark(day("2026-11-21"))
    try lap.mark(day("2026-11-21"), false)
    #expect(rig.newlyPublished() == [])
  }

  /// The reminder has fallen into the time in which the day was studied.
  @Test func aReminderThatWasLeftOutComes() throws {
    let rig = try Rig(settings: Settings { $0.sound = true })
    let lap = try OtherMachine(of: rig)
    rig.publisher.living = nil
    try lap.mark(today)
    rig.move(to: "2026-11-20 21:00")
    rig.newlyPublished()
    try lap.mark(today, false)
    #expect(rig.newlyPublished().map(\.title) == ["Still open today"])
    #expect(rig.publisher.attention.last == .news(mayBeHeard: true))
    #expect(rig.hooks.last == .reminder)
  }

  @Test func inQuietHoursItComesAfterThem() throws {
    let rig = try Rig(settings: .quiet("09:30-10:30"))
    let lap = try OtherMachine(of: rig)
    try lap.mark(today)
    rig.publisher.living = nil
    rig.newlyPublished()
    rig.move(to: "2026-11-20 10:00")
    try lap.mark(today, false)
    #expect(rig.newlyPublished() == [])
    rig.move(to: "2026-11-20 10:30")
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }

  /// Who opens the day again here, knows.
  @Test func anOwnCommandShowsNothing() throws {
    let rig = try Rig()
    let lap = try OtherMachine(of: rig)
    try lap.mark(today)
    rig.publisher.living = nil
    rig.newlyPublished()
    try rig.mark([today], false)
    #expect(rig.newlyPublished() == [])
  }
}

/// A machine that exchanges entries with the store of a rig.
@MainActor
private final class OtherMachine {
  private let rig: Rig
  private let own: Store
  private let scratch = Scratch()

  init(of rig: Rig) throws {
    self.rig = rig
    own = try Store(path: scratch("haru.sqlite"), for: .writing)
    for (store, name) in [(own, "lap"), (try rig.store, "desk")] {
      try store.changeThisMachine { ($0.name, $0.folder) = (name, "/folder") }
    }
  }

  /// Marks a day, which arrives at once.
  func mark(_ day: Day, _ studied: Bool = true) throws {
    try own.setStudied([day], studied, today: .latest, by: rig.said)
    try exchange(from: own, to: try rig.store)
    rig.agent.handle(.storeChanged)
    try exchange(from: try rig.store, to: own)
  }

  private func exchange(from store: Store, to other: Store) throws {
    for (month, names) in try store.lacking() {
      let lines = try store.lines(names, of: month)
      var incoming = IncomingEntries()
      let chunk = LogChunk(lines.map { $0[...] }, of: month, in: "a", isLast: false)
      _ = try other.merge([chunk], &incoming)
    }
  }
}

import HaruCore
import HaruStore
import Support
import Testing

@testable import haru_agent

private let today = day("2026-11-20")

/// The offer of two days in reserve, on the evening of the third studied day
/// (docs/behaviours.md#reserve-days).
@MainActor
@Suite struct ReserveTests {
  private let offer = Intent.reserve(today)
  private let rig: Rig

  init() throws { rig = try Rig(at: "2026-11-20 20:00", marks: ["2026-11-18", "2026-11-19"]) }

  @Test func theThirdEveningOffersTwoDays() throws {
    rig.click(.study(today))
    let shown = try #require(rig.publisher.living)
    #expect(shown.actions.map(\.label) == ["Calendar", "Undo", "Keep two in reserve"])
    #expect(
      shown.withButtons == "A bad day need not end it: two days a week can be in reserve.")
    rig.click(offer)
    #expect(try rig.freeDays.mapValues(\.count) == [today: 2])
    let after = try #require(rig.publisher.living)
    #expect(after.title == "Studied: Friday 20 November 🦃")
    #expect(after.lines.first == "2 days a week in reserve. To undo: haru undo")
    #expect(after.actions.map(\.label) == ["Calendar", "Undo"])
    #expect(rig.marks.count == 3)
  }

  /// The button takes back what the first line tells, and not the mark of today.
  @Test func undoBesideItTakesItBack() throws {
    rig.click(.study(today))
    rig.click(offer)
    // It stands where the offer stood: the second half of a double click means nothing.
    rig.click(try #require(rig.undo), after: 300)
    #expect(try rig.freeDays.count == 1)
    rig.click(try #require(rig.undo))
    #expect(try rig.freeDays == [:])
    #expect(rig.marks.count == 3)
    // Beside the line that tells it, the button is again for today.
    #expect(rig.undo == .unstudy(today))
  }

  /// The same beside a day that was added to today's.
  @Test func undoBesideAnotherDayTakesThatBack() throws {
    let yesterday = day("2026-11-19")
    let rig = try Rig(at: "2026-11-20 20:00", marks: ["2026-11-18"])
    rig.click(.study(today))
    rig.click(.study(yesterday))
    #expect(rig.publisher.living?.lines.first == "Marked as studied: Thursday 19 November")
    rig.click(try #require(rig.undo))
    #expect(rig.marks.sorted() == ["2026-11-18", "2026-11-20"])
    #expect(rig.undo == .unstudy(today))
  }

  @Test func undoTakesItBack() throws {
    rig.click(.study(today))
    rig.click(offer)
    _ = try rig.store.undo(by: rig.said)
    #expect(try rig.freeDays == [:])
    #expect(rig.marks.count == 3)
  }

  /// A clock that was set back makes no past day a reserve day, as with a command.
  @Test func itHoldsFromNoDayBeforeTheLastChange() throws {
    rig.click(.study(today))
    try rig.store.setNote(
      "later", on: today,
      by: Provenance(at: instant("2026-11-22 09:00"), utcOffset: 0, zone: "UTC", source: .command))
    rig.click(offer)
    #expect(try rig.freeDays.mapValues(\.count) == [day("2026-11-22"): 2])
  }

  /// It is offered once, and to nobody who has said how many.
  @Test(arguments: [
    ("2026-11-20 17:59", ["2026-11-18", "2026-11-19"], nil),
    ("2026-11-20 20:00", ["2026-11-19"], nil),
    ("2026-11-20 20:00", ["2026-11-17", "2026-11-18", "2026-11-19"], nil),
    ("2026-11-20 20:00", ["2026-11-18", "2026-11-19"], 0),
    ("2026-11-20 20:00", ["2026-11-18", "2026-11-19"], 1),
  ])
  func noOtherDayOffersThem(time: String, marks: [String], free: Int?) throws {
    let rig = try Rig(at: time, settings: Settings { $0.formerReserve = free }, marks: marks)
    rig.click(.study(today))
    let shown = try #require(rig.publisher.living)
    #expect(!shown.actions.map(\.intent).contains(offer))
    #expect(shown.withButtons == "")
  }

  /// A day that ends after midnight has its evening before.
  @Test func afterMidnightIsTheSameEvening() throws {
    var settings = Settings()
    settings.dayStartsAt = try #require(TimeOfDay(hour: 4, minute: 0))
    let rig = try Rig(
      at: "2026-11-21 01:00", settings: settings, marks: ["2026-11-18", "2026-11-19"])
    rig.click(.study(today))
    #expect(rig.publisher.living?.actions.map(\.intent).contains(offer) == true)
  }

  @Test func whatCannotBeSavedSaysSo() throws {
    rig.click(.study(today))
    try rig.replaceStoreByGarbage()
    rig.click(offer)
    #expect(rig.publisher.living?.title.hasPrefix("Not saved") == true)
  }

  /// *Undo* would clear the mark of today, which is saved.
  @Test func whatIsNotSavedIsTriedAgainByItsButton() throws {
    rig.click(.study(today))
    let lock = try HeldLock(rig.storePath)
    rig.click(offer)
    rig.pass(milliseconds: 5001)
    let shown = try #require(rig.publisher.living)
    #expect(shown.actions.map(\.label) == ["Try again", "Close"])
    lock.release()
    rig.click(try #require(shown.actions.first).intent)
    #expect(try rig.freeDays.mapValues(\.count) == [today: 2])
    #expect(rig.marks.count == 3)
  }

  @Test func anUndoThatIsNotSavedIsTriedAgainByItsButton() throws {
    rig.click(.study(today))
    rig.click(.rest(day("2026-11-17")))
    let undo = try #require(rig.undo)
    let lock = try HeldLock(rig.storePath)
    rig.click(undo)
    rig.pass(milliseconds: 5001)
    let shown = try #require(rig.publisher.living)
    #expect(shown.actions.first.map(\.intent) == undo)
    lock.release()
    rig.click(undo)
    #expect(try rig.store.restDays().single == [] && rig.marks.count == 3)
  }
}

extension Rig {
  /// What the button *Undo* asks for.
  fileprivate var undo: Intent? {
    publisher.living?.actions.first { $0.label == "Undo" }?.intent
  }

  fileprivate var freeDays: [Day: FreeDays] {
    get throws { try Store(path: storePath, for: .reading).restDays().freeFrom }
  }
}

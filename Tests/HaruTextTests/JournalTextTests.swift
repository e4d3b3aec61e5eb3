import HaruCore
import HaruLog
import HaruText
import Testing

/// Changes as `haru undo` and its list tell them.
@Suite struct JournalTextTests {
  private func day(_ text: String) throws -> Day { try #require(Day(text)) }

  @Test func daysOfAKindAreToldTogether() throws {
    let days = try ["2026-11-19", "2026-11-18"].map(day)
    let changes =
      days.map { RegisterChange(Register(.study, $0), from: nil, to: "studied") }
      + [RegisterChange(Register(.note, days[0]), from: "word", to: nil)]
    #expect(
      JournalText.what(changes)
        == "marked: 2026-11-18, 2026-11-19; note removed: 2026-11-19")
  }

  /// Two machines have said the same, and one takes it back.
  @Test func whatAnotherMachineHasSaidStays() throws {
    let same = RegisterChange(
      Register(.study, try day("2026-11-19")), from: "studied", to: "studied")
    #expect(
      JournalText.lines([same]) == ["stays as another machine has said: marked: 2026-11-19"])
  }

  @Test func manyDaysAreTheFirstAndTheLast() throws {
    let changes = try (1...7).map {
      RegisterChange(Register(.study, try day("2026-11-0\($0)")), from: "studied", to: nil)
    }
    #expect(JournalText.what(changes) == "cleared: 2026-11-01 to 2026-11-07 (7 days)")
  }

  /// Of several days the newest says what holds now.
  @Test func restWeekdaysAreThoseThatHoldNow() throws {
    let (first, second) = (try day("2026-11-02"), try day("2026-11-20"))
    func change(_ day: Day, _ value: String?) -> RegisterChange {
      RegisterChange(Register(.weekdays, from: day), from: "2", to: value)
    }
    #expect(
      JournalText.lines([change(second, "6,7"), change(first, "1")])
        == ["rest weekdays: Saturday, Sunday"])
    #expect(JournalText.lines([change(first, "")]) == ["no rest weekdays"])
    #expect(JournalText.lines([change(first, nil)]) == ["rest weekdays as before"])
    // What is cleared says nothing of what holds.
    #expect(
      JournalText.lines([change(first, "1"), change(second, nil)]) == ["rest weekdays: Monday"])
  }

  @Test func reserveDaysLikewise() throws {
    let (first, second) = (try day("2026-11-02"), try day("2026-11-20"))
    func change(_ day: Day, _ value: String?) -> RegisterChange {
      RegisterChange(Register(.free, from: day), from: "3,1", to: value)
    }
    #expect(
      JournalText.lines([change(first, "1,1"), change(second, nil)]) == ["1 reserve day a week"])
    #expect(JournalText.lines([change(first, "0,1")]) == ["0 reserve days a week"])
    #expect(JournalText.lines([change(first, nil)]) == ["reserve days as before"])
  }
}

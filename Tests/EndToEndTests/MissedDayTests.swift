import HaruCore
import Support
import Testing

/// Days that were studied, and only not marked, are marked by their buttons one after the other.
struct MissedDayTests {
  @Test func twoMissedDaysAreMarkedByTheirButtons() throws {
    let desk = try Desk(marks: [3, 4, 5])
    let days = try (1...2).map { try #require(desk.today.advanced(by: -$0)) }
    var shown = try desk.console.shown()
    #expect(shown.keys == ["study:\(desk.today)", "study:\(days[1])", "calendar:\(desk.today)"])
    try desk.console.click(shown.id, shown.keys[1])
    shown = try desk.console.shown()
    #expect(shown.labels[1] == "Yesterday: studied")
    #expect(shown.keys[1] == "study:\(days[0])")
    // Within a second it would be the second half of a double click.
    _ = try desk.console.events(during: .seconds(1))
    try desk.console.click(shown.id, shown.keys[1])
    shown = try desk.console.shown()
    #expect(shown.body.contains("5-day streak"))
    #expect(shown.keys.first == "study:\(desk.today)" && shown.labels.last == "Undo")
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// A click on *Study*, from the server to the file and back, on servers of three manners.
@Suite(.serialized)
struct RealClickTests {
  static let manners = ["keep", "new-id", "same-id"]

  @Test(arguments: manners)
  func studyIsOnDiskBeforeTheNotificationSaysSo(manner: String) throws {
    let desk = try Desk(["--after-action", manner], marks: [1, 2])
    let open = try desk.console.shown()
    #expect(open.labels == ["Study", "Later", "Calendar"])
    #expect(open.body.hasPrefix("2-day streak, today is open"))
    try desk.console.press("Study", on: open)

    // The server has opened the file itself, in its own process, before it answered.
    let studied = try desk.console.shown()
    #expect(studied.mark == true)
    #expect(studied.summary.hasPrefix("Studied:"))
    #expect(studied.body == "3-day streak, your longest")
    #expect(studied.labels == ["Calendar", "Undo"])
    #expect(try desk.isStudied)

    try desk.console.waitForDoubleClick()
    let again = try desk.console.shown(afterPressing: "Undo", on: studied)
    #expect(again.labels == open.labels)
    #expect(try !desk.isStudied)
  }

  @Test(arguments: manners)
  func alternatingClicksAllArrive(manner: String) throws {
    let desk = try Desk(["--after-action", manner], marks: [1])
    var shown = try desk.console.shown()
    for number in 0..<6 {
      let isStudy = number.isMultiple(of: 2)
      try desk.console.click(shown.id, try shown.key(of: isStudy ? "Study" : "Undo"))
      shown = try desk.console.shown()
      #expect(shown.summary.hasPrefix("Studied:") == isStudy)
      #expect(try desk.isStudied == isStudy)
      try desk.console.waitForDoubleClick()
    }
  }

  @Test(arguments: manners)
  func aDoubleClickOnStudyLeavesTheDayStudied(manner: String) throws {
    let desk = try Desk(["--after-action", manner])
    let open = try desk.console.shown()
    // The second half hits the same button, or the button that has come under the pointer.
    try desk.console.press("Study", on: open)
    let studied = try desk.console.shown(afterPressing: "Study", on: open)
    try desk.console.press("Undo", on: studied)
    let last = try desk.console.eventsSoFar().compactMap { event in
      if case .notify(let shown) = event { shown } else { nil }
    }.last
    #expect(try desk.isStudied)
    #expect((last ?? studied).summary.hasPrefix("Studied:"))
  }

  @Test func laterClosesTheNotification() throws {
    let desk = try Desk(["--after-action", "keep"])
    let open = try desk.console.shown()
    try desk.console.press("Later", on: open)
    try desk.console.closed(open.id)
    let back = try desk.console.shown()
    #expect(back.summary.hasPrefix("Back at "))
    #expect(back.labels == [])
    try desk.console.closed(back.id)
    // A launcher's start brings it back.
    #expect(try desk.haru("notify").status == 0)
    #expect(try desk.console.shown().summary == open.summary)
  }

  @Test func aClickOnTheBodyShowsTheNotificationAgainOnce() throws {
    let desk = try Desk(["--after-action", "new-id"])
    let open = try desk.console.shown()
    for _ in 0..<4 { try desk.console.click(open.id, "default") }
    let again = try desk.console.shown()
    #expect(again.summary == open.summary)
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    #expect(try !desk.marks.contains(desk.today))
  }

  @Test func aCommandUpdatesAVisibleNotificationButNotADismissedOne() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    #expect(try desk.haru("mark").status == 0)
    let studied = try desk.console.shown()
    #expect(studied.summary.hasPrefix("Studied:"))
    #expect(studied.id != open.id)
    try desk.console.dismiss(studied.id)
    #expect(try desk.haru("unmark").status == 0)
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
  }

  @Test func aNotificationIsReplacedInPlaceIfOnlyItsTextChanges() throws {
    let desk = try Desk(marks: [1, 3])
    let open = try desk.console.shown()
    #expect(try desk.haru("mark", "-2").status == 0)
    let longer = try desk.console.shown()
    #expect(longer.replaces == open.id)
    #expect(longer.body.hasPrefix("3-day streak"))
  }

  @Test func hintsHaveTheirExactTypes() throws {
    let desk = try Desk()
    let open = try desk.console.shown()
    #expect(open.hints["urgency"] == "0x01")
    #expect(open.hints["resident"] == "true")
    #expect(open.hints["suppress-sound"] == "true")
    #expect(open.hints["desktop-entry"] == "'io.github.haru.Haru'")
    #expect(open.hints["category"] == "'x-haru.day'")
    #expect(open.expire == 0)
    #expect(open.actions.count == 4)
  }
}

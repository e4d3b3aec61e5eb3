import HaruCore
import Support
import Testing

/// What can be opened, and by which words.
@Suite struct ViewTests {
  @Test(arguments: [
    ("calendar", View.calendar), ("streak", .streak), ("haru:calendar", .calendar),
    ("haru:streak", .streak), ("haru:calendar/", .calendar), ("haru:/streak", .streak),
    ("haru://calendar", .calendar), ("haru://streak/", .streak), ("haru:///calendar", .calendar),
    ("HARU:calendar", .calendar), ("Haru://Calendar", .calendar), ("haru://STREAK/", .streak),
  ])
  func isReadFromWordsAndAddresses(word: String, view: View) {
    #expect(View(word) == view)
  }

  /// SwiftCal opened the streak for each of these.
  @Test(arguments: [
    "", ":", "haru", "haru:", "haru:/", "haru://", "haru:///", "Calendar", "STREAK", "calendar/",
    "/calendar", " calendar", "calendar ", "haru:Calendar", "haru:///Calendar", "haru:calendar//",
    "haru:////calendar", "haru:calendar?day=1", "haru:calendar#1", "haru:streak/calendar",
    "haru: calendar", "haru :calendar", "haru:haru:calendar", "http:calendar", "http://calendar",
    "file:///calendar", "haru:%63alendar", "haru\u{FF1A}calendar", "haru:\u{301}calendar",
    "ha\u{301}ru:calendar", "haru:settings", "monthly", "haru:calendar\0", "haru:calendar\n",
  ])
  func everythingElseIsUnknown(word: String) {
    #expect(View(word) == nil)
  }

  /// Each is a card there is, some 650 pixels wide, and twice that at scale 2.
  @Test(arguments: View.allCases)
  func isACardAboutAsWideAsAWindow(view: View) throws {
    let cardDay = CardDay.sample(on: date("2026-11-20"), firstWeekday: .monday)
    var style = CardStyle()
    let card = view.card(of: cardDay, style: style)
    #expect((600...700).contains(card.pixelWidth))
    #expect(card.pixelHeight == card.pixelWidth)
    #expect(
      card.subject == Card(.study, size: .large, subject: .day(cardDay), style: style)?.subject)
    style.scale = 2
    style.rendering = .monochrome
    let larger = view.card(of: cardDay, style: style)
    #expect(larger.pixelWidth == 2 * card.pixelWidth)
    #expect(larger.style.rendering == .monochrome)
  }
}

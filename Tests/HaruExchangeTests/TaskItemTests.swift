import HaruCore
import HaruExchange
import Support
import Testing

/// The files of a task list (docs/tasks.md#an-item).
struct TaskItemTests {
  private let day = date("2026-11-23")
  private let now = Instant(1_795_464_900)

  @Test func aNewItemIsOpenAndMadeOfItsDay() throws {
    let item = TaskItem(of: day, title: "Lernen, täglich; immer")
    #expect(
      item.text
        == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Haru//haru//EN
        BEGIN:VTODO
        UID:haru-2026-11-23
        DTSTAMP:20261123T000000Z
        SUMMARY:Lernen\\, täglich\\; immer
        DUE;VALUE=DATE:20261123
        STATUS:NEEDS-ACTION
        X-HARU-REVISION:1
        END:VTODO
        END:VCALENDAR

        """.replacing("\n", with: "\r\n"))
    #expect(!item.isDone && item.revision == 1 && item.completed == nil)
    #expect(TaskItem.name(of: day) == "haru-2026-11-23.ics")
    #expect(TaskItem.day(ofFile: "haru-2026-11-23.ics") == day)
    for name in ["haru-2026-11-31.ics", "haru-2026-11-23.ICS", "2026-11-23.ics", "", "haru-.ics"] {
      #expect(TaskItem.day(ofFile: name) == nil)
    }
  }

  @Test func completingItAndOpeningItAgain() throws {
    let item = TaskItem(of: day, title: "Study")
    let done = try #require(TaskItem(item.text(isDone: true, revision: 2, at: now), of: day))
    #expect(done.isDone && done.revision == 2 && done.completed == now)
    #expect(done.text.contains("\r\nPERCENT-COMPLETE:100\r\n"))
    #expect(done.text.contains("\r\nLAST-MODIFIED:20261123T201500Z\r\n"))
    let open = try #require(TaskItem(done.text(isDone: false, revision: 3, at: now), of: day))
    #expect(!open.isDone && open.completed == nil && open.revision == 3)
    #expect(!open.text.contains("PERCENT-COMPLETE"))
    let again = open.text(isDone: true, revision: 2, at: now)
    #expect(again == done.text, "no line is left of the way")
  }

  /// As Tasks.org, Evolution, KOrganizer and todoman write it.
  @Test(arguments: [
    ("STATUS:COMPLETED\nCOMPLETED:20261123T201500Z\nPERCENT-COMPLETE:100", true),
    ("STATUS:COMPLETED", true), ("status:completed", true), ("COMPLETED:20261123T201500Z", true),
    ("PERCENT-COMPLETE:100", true), ("PERCENT-COMPLETE:50", false), ("STATUS:IN-PROCESS", false),
    ("STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:100", false), ("STATUS:CANCELLED", false), ("", false),
  ])
  func completedAsProgramsSay(_ lines: String, _ isDone: Bool) throws {
    let item = try #require(TaskItem(todo(lines), of: day))
    #expect(item.isDone == isDone)
    let other = try #require(TaskItem(item.text(isDone: !isDone, revision: 7, at: now), of: day))
    #expect(other.isDone == !isDone && other.revision == 7)
  }

  @Test func whatOthersHaveWrittenStays() throws {
    let theirs = """
      DESCRIPTION:of the phone: with a colon\\n
       and a folded line
      X-APPLE-SORT-ORDER:12
      STATUS;X-NOTE=\"a:b\":NEEDS-
       ACTION
      SEQUENCE:3
      BEGIN:VALARM
      ACTION:DISPLAY
      STATUS:COMPLETED
      TRIGGER:-PT30M
      END:VALARM
      """
    let item = try #require(TaskItem(todo(theirs), of: day))
    #expect(!item.isDone && item.revision == nil)
    let done = item.text(isDone: true, revision: 1, at: now)
    let expected = todo(theirs).replacing("STATUS;X-NOTE=\"a:b\":NEEDS-\n ACTION\n", with: "")
      .replacing(
        "BEGIN:VALARM",
        with: """
          LAST-MODIFIED:20261123T201500Z
          STATUS:COMPLETED
          COMPLETED:20261123T201500Z
          PERCENT-COMPLETE:100
          X-HARU-REVISION:1
          BEGIN:VALARM
          """)
    #expect(done == expected)
  }

  @Test func otherItemsInTheFileStay() throws {
    let text = todo("").replacing(
      "BEGIN:VTODO",
      with: """
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        END:VTIMEZONE
        BEGIN:VTODO
        UID:another
        STATUS:COMPLETED
        END:VTODO
        BEGIN:VTODO
        """)
    let item = try #require(TaskItem(text, of: day))
    #expect(!item.isDone)
    let done = item.text(isDone: true, revision: 1, at: now)
    #expect(done.contains("UID:another\nSTATUS:COMPLETED\n"))
  }

  @Test func whatIsNoItemOfTheDayIsNotOne() {
    let one = todo("")
    #expect(TaskItem(one, of: date("2026-11-22")) == nil)
    #expect(TaskItem("", of: day) == nil)
    #expect(TaskItem("END:VTODO\nEND:VCALENDAR\n", of: day) == nil)
    #expect(TaskItem(String(one.dropLast(20)), of: day) == nil, "it was cut")
    #expect(TaskItem(one.replacing("VTODO", with: "VEVENT"), of: day) == nil)
    #expect(TaskItem(one.replacing("UID:", with: "RECURRENCE-ID:20261123\nUID:"), of: day) == nil)
    let twice =
      one.replacing("END:VCALENDAR\n", with: "") + one.replacing("BEGIN:VCALENDAR\n", with: "")
    #expect(TaskItem(twice, of: day) == nil, "which of them counts?")
  }

  @Test func absurdValuesAreNoValues() throws {
    for number in ["-1", "99999999999999999999", "9007199254740993", "one"] {
      #expect(try #require(TaskItem(todo("X-HARU-REVISION:\(number)"), of: day)).revision == nil)
    }
    for time in ["2026", "20261323T201500Z", "20261123T201500", "\u{1b}[2J"] {
      #expect(try #require(TaskItem(todo("COMPLETED:\(time)"), of: day)).completed == nil)
    }
  }

  /// As some editors write a file.
  @Test func aMarkOfTheByteOrderIsNoPartOfIt() throws {
    let text = "\u{feff}" + todo("STATUS:COMPLETED")
    let item = try #require(TaskItem(text, of: day))
    #expect(item.isDone)
    let open = try #require(TaskItem(item.text(isDone: false, revision: 2, at: now), of: day))
    #expect(!open.isDone && open.text.utf8.starts(with: text.utf8.prefix(20)))
  }

  @Test func aFileWithoutALastEndIsRead() throws {
    let text = String(todo("").dropLast())
    let item = try #require(TaskItem(text, of: day))
    #expect(item.text(isDone: false, revision: 2, at: now).hasSuffix("\nEND:VCALENDAR"))
  }

  /// A file whose lines end as those of Unix do.
  private func todo(_ lines: String) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VTODO
    UID:haru-2026-11-23
    SUMMARY:Study
    \(lines)
    END:VTODO
    END:VCALENDAR

    """.replacing("\n\n", with: "\n")
  }
}

import HaruCore
import HaruSync
import Support
import Testing

/// The files of a task list (docs/tasks.md#an-item).
struct TaskItemTests {
  private let day = date("2026-11-23")
  private let now = Instant(1_795_464_900)

  private func newItem(_ title: String, alarms: Set<Instant> = []) throws -> TaskItem {
    try #require(TaskItem(TaskItem.text(of: day, title: title, alarms: alarms), of: day))
  }

  @Test func aNewItemIsOpenAndMadeOfItsDay() throws {
    let item = try newItem("Lernen, täglich; immer")
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
    #expect(item.state.isDone == false && item.state.revision == 1 && item.completed == nil)
    #expect(TaskItem.name(of: day) == "haru-2026-11-23.ics")
    #expect(TaskItem.day(ofFile: "haru-2026-11-23.ics") == day)
    for name in ["haru-2026-11-31.ics", "haru-2026-11-23.ICS", "2026-11-23.ics", "", "haru-.ics"] {
      #expect(TaskItem.day(ofFile: name) == nil)
    }
  }

  @Test func completingItAndOpeningItAgain() throws {
    let item = try newItem("Study")
    let done = try #require(TaskItem(item.text(in: state(true, 2), at: now), of: day))
    #expect(done.state.isDone == true && done.state.revision == 2 && done.completed == now)
    #expect(done.text.contains("\r\nPERCENT-COMPLETE:100\r\n"))
    #expect(done.text.contains("\r\nLAST-MODIFIED:20261123T201500Z\r\n"))
    let open = try #require(TaskItem(done.text(in: state(false, 3), at: now), of: day))
    #expect(open.state.isDone == false && open.completed == nil && open.state.revision == 3)
    #expect(!open.text.contains("PERCENT-COMPLETE"))
    let again = open.text(in: state(true, 2), at: now)
    #expect(again == done.text, "no line is left of the way")
  }

  /// As Tasks.org, Evolution, KOrganizer and todoman write it.
  @Test(arguments: [
    ("STATUS:COMPLETED\nCOMPLETED:20261123T201500Z\nPERCENT-COMPLETE:100", true),
    ("STATUS:COMPLETED", true), ("status:completed", true), ("COMPLETED:20261123T201500Z", true),
    ("PERCENT-COMPLETE:100", true), ("PERCENT-COMPLETE:50", false), ("STATUS:IN-PROCESS", false),
    ("STATUS:CANCELLED\nPERCENT-COMPLETE:100", false), ("STATUS:CANCELLED", false), ("", false),
  ])
  func completedAsProgramsSay(_ lines: String, _ isDone: Bool) throws {
    let item = try #require(TaskItem(todo(lines), of: day))
    #expect(item.state.isDone == isDone)
    let other = try #require(TaskItem(item.text(in: state(!isDone, 7), at: now), of: day))
    #expect(other.state.isDone == !isDone && other.state.revision == 7)
  }

  /// The status is the one that Haru gives an open task, and the rest says that it is completed.
  @Test(arguments: ["PERCENT-COMPLETE:100", "COMPLETED:20261123T201500Z"])
  func aFileThatSaysBothIsReadAsSuch(_ line: String) throws {
    let item = try #require(TaskItem(todo("STATUS:NEEDS-ACTION\n" + line), of: day))
    #expect(item.state.isDone == nil)
    for isDone in [true, false] {
      let other = try #require(TaskItem(item.text(in: state(isDone, 7), at: now + 60), of: day))
      #expect(other.state.isDone == isDone)
      #expect(other.completed == (isDone ? item.completed ?? now + 60 : nil))
    }
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
    #expect(item.state.isDone == false && item.state.revision == nil)
    let done = item.text(in: state(true, 1), at: now)
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
    #expect(item.state.isDone == false)
    let done = item.text(in: state(true, 1), at: now)
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
      #expect(
        try #require(TaskItem(todo("X-HARU-REVISION:\(number)"), of: day)).state.revision == nil)
    }
    for number in [0, 1, (1 << 53) - 1, 1 << 53] {
      #expect(
        try #require(TaskItem(todo("X-HARU-REVISION:\(number)"), of: day)).state.revision
          == number)
    }
    for time in ["2026", "20261323T201500Z", "20261123T201500", "\u{1b}[2J"] {
      #expect(try #require(TaskItem(todo("COMPLETED:\(time)"), of: day)).completed == nil)
    }
  }

  /// As some editors write a file.
  @Test func aMarkOfTheByteOrderIsNoPartOfIt() throws {
    let text = "\u{feff}" + todo("STATUS:COMPLETED")
    let item = try #require(TaskItem(text, of: day))
    #expect(item.state.isDone == true)
    let open = try #require(TaskItem(item.text(in: state(false, 2), at: now), of: day))
    #expect(open.state.isDone == false && open.text.utf8.starts(with: text.utf8.prefix(20)))
  }

  @Test func aFileWithoutALastEndIsRead() throws {
    let text = String(todo("").dropLast())
    let item = try #require(TaskItem(text, of: day))
    #expect(item.text(in: state(false, 2), at: now).hasSuffix("\nEND:VCALENDAR"))
  }

  // MARK: Alarms

  private let eight = Instant(1_795_464_000)
  private let ten = Instant(1_795_471_200)

  @Test func aTaskRingsAtItsInstants() throws {
    let item = try newItem("Lernen; immer", alarms: [ten, eight])
    let alarms = """
      BEGIN:VALARM
      UID:haru-20261123T200000Z
      ACTION:DISPLAY
      TRIGGER;VALUE=DATE-TIME:20261123T200000Z
      DESCRIPTION:Lernen\\; immer
      END:VALARM
      BEGIN:VALARM
      UID:haru-20261123T220000Z
      ACTION:DISPLAY
      TRIGGER;VALUE=DATE-TIME:20261123T220000Z
      DESCRIPTION:Lernen\\; immer
      END:VALARM

      """.replacing("\n", with: "\r\n")
    #expect(item.text.contains("\r\nX-HARU-REVISION:1\r\n\(alarms)END:VTODO\r\n"))
    #expect(item.state == state(false, 1, eight, ten))
    let plain = TaskItem.text(of: day, title: "Lernen; immer")
    #expect(item.text.replacing(alarms, with: "") == plain)
  }

  @Test func alarmsComeAndGoAndTheRestStays() throws {
    let item = try newItem("Study", alarms: [eight])
    let both = item.text(in: state(false, 1, eight, ten), at: now)
    let twice = try #require(TaskItem(both, of: day))
    #expect(twice.state == state(false, 1, eight, ten))
    let one = try #require(TaskItem(twice.text(in: state(false, 1, ten), at: now), of: day))
    #expect(one.state == state(false, 1, ten))
    let none = one.text(in: state(false, 1), at: now)
    let expected = TaskItem.text(of: day, title: "Study")
      .replacing("X-HARU", with: "LAST-MODIFIED:20261123T201500Z\r\nX-HARU")
    #expect(none == expected)
  }

  @Test func aCompletedTaskKeepsWhenThatWasAndRingsNoMore() throws {
    let done = "STATUS:COMPLETED\nCOMPLETED:20261123T090000Z\nPERCENT-COMPLETE:100\n"
    let item = try #require(TaskItem(todo(done + ours()), of: day))
    #expect(item.state == TaskDay.Item(isDone: true, revision: nil, alarms: [eight]))
    let written = "LAST-MODIFIED:20261123T201500Z\nX-HARU-REVISION:1"
    #expect(item.text(in: state(true, 1), at: now) == todo(done + written))
  }

  /// The text may be one that another program has given it, in a line of any length.
  @Test func anAlarmSaysWhatTheTaskIsCalled() throws {
    let title =
      "Ein sehr langer Titel, den ein anderes Programm\\, wie es darf\\, gefaltet hat – täglich"
    let text = todo("").replacing(
      "SUMMARY:Study", with: "SUMMARY;LANGUAGE=de:\(title.prefix(40))\n \(title.dropFirst(40))")
    let item = try #require(TaskItem(text, of: day))
    let written = item.text(in: state(false, 1, eight), at: now)
    #expect(written.split(separator: "\n").allSatisfy { $0.utf8.count <= 75 }, "\(written)")
    #expect(
      written.replacing("\n ", with: "").contains("\nDESCRIPTION:\(title)\nEND:VALARM\nEND:VTODO\n")
    )
    let plain = try #require(TaskItem(todo("").replacing("SUMMARY:Study\n", with: ""), of: day))
    #expect(plain.text(in: state(false, 1, eight), at: now).contains("\nDESCRIPTION:Haru\n"))
  }

  /// Each is that of another program, or was moved by one.
  @Test(arguments: [
    ours(uid: "theirs"), ours(uid: "haru-20261123T200001Z"),
    ours(trigger: "TRIGGER:-PT30M"), ours(trigger: "TRIGGER;VALUE=DATE-TIME:20261123T210000Z"),
    ours(trigger: "TRIGGER:20261123T200000Z"), ours(uid: "haru--PT30M", trigger: "TRIGGER:-PT30M"),
    ours(uid: "haru-20261123T200000", trigger: "TRIGGER;VALUE=DATE-TIME:20261123T200000"),
    ours(uid: "haru-00010101T000000Z", trigger: "TRIGGER;VALUE=DATE-TIME:00010101T000000Z"),
    ours(uid: "haru-20261123X200000Z", trigger: "TRIGGER;VALUE=DATE-TIME:20261123X200000Z"),
    "BEGIN:X-ALARM\n" + ours() + "\nEND:X-ALARM", ours().replacing("VALARM", with: "X-ALARM"),
  ])
  func alarmsOfOthersStay(_ alarm: String) throws {
    let item = try #require(
      TaskItem(todo("X-HARU-REVISION:1\n\(alarm)\n\(ours())\n\(alarm)"), of: day))
    #expect(item.state.alarms == [eight])
    let none = item.text(in: state(false, 1), at: now)
    let written = "LAST-MODIFIED:20261123T201500Z\nX-HARU-REVISION:1\n"
    #expect(none == todo("\(written)\(alarm)\n\(alarm)"))
  }

  /// As when it has rung, or was put off, and in any order and case.
  @Test func whatOthersAddToAnAlarmOfHarusStaysWhileItIsToRing() throws {
    let lines = """
      begin:valarm
      trigger;x-note=1;value=date-time:20261123T2000
       00Z
      X-MOZ-LASTACK:20261123T200100Z
      uid:haru-20261123T200000Z
      END:VALARM
      """
    let item = try #require(TaskItem(todo(lines), of: day))
    #expect(item.state.alarms == [eight])
    #expect(item.text(in: state(false, 1, eight, ten), at: now).contains(lines + "\nEND:VTODO"))
    #expect(!item.text(in: state(true, 1), at: now).contains("X-MOZ-LASTACK"))
  }

  @Test func partsOfPartsByThousandsAreRead() throws {
    let depth = 10_000
    let nested =
      String(repeating: "BEGIN:A\n", count: depth) + String(repeating: "END:A\n", count: depth)
    let item = try #require(TaskItem(todo(nested + ours()), of: day))
    #expect(item.state.alarms == [eight])
  }

  private func state(_ isDone: Bool, _ revision: Int, _ alarms: Instant...) -> TaskDay.Item {
    TaskDay.Item(isDone: isDone, revision: revision, alarms: Set(alarms))
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

/// An alarm as Haru writes it.
private func ours(
  uid: String = "haru-20261123T200000Z",
  trigger: String = "TRIGGER;VALUE=DATE-TIME:20261123T200000Z"
) -> String {
  "BEGIN:VALARM\nUID:\(uid)\nACTION:DISPLAY\n\(trigger)\nDESCRIPTION:Study\nEND:VALARM"
}

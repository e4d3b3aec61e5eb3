import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import HaruText

/// What every content has in common, in every language.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct ContentTests {
  private static var entries: [(String, Entry)] {
    Sheet.openEntries + Sheet.studiedEntries + Sheet.reminderEntries
  }

  /// Every content that a notification can have.
  private static var contents: [(String, Content)] {
    entries.map { ($0.0, ContentText.content(of: $0.1)) }
      + Sheet.storeErrors.flatMap { error in
        [
          (
            "not saved",
            ContentText.notSaved(
              entries[1].1.day, isStudied: false, .rest(Sheet.today), because: error)
          ),
          ("unreadable", ContentText.unreadable(Sheet.today, because: error)),
        ]
      }
  }

  /// All that holds in every language, in one process for each, whose start costs the most.
  @Test(arguments: TestLanguage.all)
  func everyContentIsAsItHasToBe(language: TestLanguage) async throws {
    await inOwnProcess(in: language) {
      try ContentTests.offersTwoOrThreeActionsThatBeginDifferently()
      try ContentTests.hasALineBesideTheTitle()
      try ContentTests.theEmojiReplacesAMissingPicture()
      try ContentTests.titlesAndLinesAreSingleLines()
      try ContentTests.noSignIsReadAloud()
      try ContentTests.theStateIsTheFirstWord()
      try ContentTests.everyPlaceholderIsFilled()
    }
  }

  /// Two or three actions, each with its day; some servers draw seven letters of a button, and those of two differ.
  private static func offersTwoOrThreeActionsThatBeginDifferently() throws {
    for (name, content) in ContentTests.contents {
      let labels = content.actions.map(\.label)
      #expect((2...3).contains(labels.count), "\(name): \(labels)")
      #expect(Set(labels.map { $0.prefix(3) }).count == labels.count, "\(name): \(labels)")
      #expect(labels.allSatisfy { !$0.isEmpty && $0.count <= 20 }, "\(name): \(labels)")
      let keys = content.actions.map(\.intent.actionKey)
      #expect(Set(keys).count == keys.count, "\(name): \(keys)")
      #expect(keys.allSatisfy { Intent(actionKey: $0) != nil }, "\(name): \(keys)")
    }
  }

  /// Cinnamon ends in the middle of an update that takes the last line away (docs/servers.md#body-text).
  private static func hasALineBesideTheTitle() throws {
    let back = ContentText.back(Sheet.today, at: .midnight)
    for (name, content) in ContentTests.contents + [("a click on Later", back)] {
      let body = content.lines.joined() + content.withButtons
      #expect(!body.isEmpty, "\(name)")
    }
  }

  /// Without a picture the month's emoji is shown once; beside a picture it is left out.
  private static func theEmojiReplacesAMissingPicture() throws {
    for (name, content) in ContentTests.contents {
      let day = try #require(content.picture?.day)
      let emoji = Theme(of: day.month.name).pictureEmoji
      let beside = content.besidePicture
      #expect(([content.title] + content.lines).count { $0.contains(emoji) } == 1, "\(name)")
      let words = [beside.title] + beside.lines
      #expect(words.allSatisfy { !$0.contains(emoji) && !$0.hasPrefix(" ") }, "\(name)")
      var whole = beside
      (whole.title, whole.lines) = (content.title, content.lines)
      #expect(!(content.narrow?.line.contains(emoji) ?? false), "\(name)")
      #expect(whole == content, "\(name)")
    }
  }

  /// The picture shows the same state as the words.
  @Test func pictureAndTextShowTheSameState() {
    for (name, entry) in ContentTests.entries {
      let isStudied = entry.history.streak.isTodayStudied
      #expect(ContentText.content(of: entry).picture?.isStudied == isStudied, "\(name)")
    }
    let notSaved = ContentText.notSaved(
      Sheet.today, isStudied: true, .unstudy(Sheet.today), because: .full)
    #expect(notSaved.picture?.isStudied == true)
  }

  /// An open day offers *Study*, a studied day *Undo*; no button would change nothing.
  @Test func everyButtonChangesSomething() {
    for (name, entry) in ContentTests.entries {
      let intents = ContentText.content(of: entry).actions.map(\.intent)
      let isStudied = entry.history.streak.isTodayStudied
      #expect(intents.contains(.study(entry.day)) == !isStudied, "\(name)")
      #expect(intents.contains(.unstudy(entry.day)) == isStudied, "\(name)")
      // After a break the calendar takes its place.
      let isWhole = isStudied || entry.history.streak.missedDays.isEmpty
      let canPostpone = intents.contains(.later(entry.day))
      #expect(canPostpone == (!isStudied && (isWhole || entry.isReminder)), "\(name)")
    }
  }

  /// Yesterday is offered on the day after a lost streak of any length, and only then, between the two
  /// others.
  @Test func offersYesterdayAfterALostStreak() {
    let lost = ContentText.content(of: Sheet.entry([("2026-11-07", "2026-11-18")]))
    #expect(
      lost.actions.map(\.intent) == [
        .study(date("2026-11-20")), .study(date("2026-11-19")), .calendar(date("2026-11-20")),
      ])
    // Who began on Wednesday wants to keep that too.
    let single = ContentText.content(of: Sheet.entry([("2026-11-18", "2026-11-18")]))
    #expect(
      single.actions.map(\.intent) == [
        .study(Sheet.today), .study(date("2026-11-19")), .calendar(Sheet.today),
      ])
    for others in [[], [("2026-11-19", "2026-11-19")], [("2026-11-17", "2026-11-17")]] {
      let content = ContentText.content(of: Sheet.entry(others))
      #expect(content.actions.map(\.intent).contains(.study(date("2026-11-19"))) == false)
    }
  }

  /// *Calendar* is offered if it can be opened: as the third button, or in the place of *Close* or *Later*.
  @Test func offersTheCalendarIfThereIsRoom() {
    for (name, entry) in ContentTests.entries {
      let with = ContentText.content(of: entry).actions.map(\.intent)
      let without = ContentText.content(of: entry, canOpen: false).actions.map(\.intent)
      #expect((2...3).contains(without.count), "\(name)")
      let fillers: [Intent] =
        without.count == 3 ? [.close(entry.day), .later(entry.day)] : [.close(entry.day)]
      let others = without.filter { !fillers.contains($0) }
      #expect(with.filter { $0 != .calendar(entry.day) } == others, "\(name)")
      #expect(with.count { $0 == .calendar(entry.day) } == 1, "\(name)")
    }
  }

  /// Titles and lines are single lines, have no empty placeholder, and name the day.
  private static func titlesAndLinesAreSingleLines() throws {
    let weekday = DateText.weekday(Sheet.today)
    for (name, content) in ContentTests.contents {
      let always = [content.title, content.insteadOfButtons.command]
      let perhaps = [content.detail, content.narrow?.title, content.narrow?.line]
      let withButtons = content.withButtons.isEmpty ? [] : [content.withButtons]
      let lines =
        always + content.lines + content.remedy + withButtons + perhaps.compactMap(\.self)
      for line in lines {
        #expect(!line.isEmpty && !line.contains("\n"), "\(name): \(line)")
        #expect(!line.contains("{") && !line.contains("}"), "\(name): \(line)")
      }
      #expect(
        lines.contains { $0.filter { !Direction.isIsolate($0) }.hasSuffix(" 🦃") },
        "\(name): \(lines)")
      guard content.picture?.day == Sheet.today else { continue }
      // A line that begins with it begins with a capital letter.
      #expect(
        lines.contains { $0.lowercased().contains(weekday.lowercased()) }, "\(name): \(lines)")
    }
  }

  /// Orca reads the middle dot aloud (docs/servers.md#screen-readers).
  private static func noSignIsReadAloud() throws {
    for (name, content) in ContentTests.contents {
      let lines =
        [
          content.title, content.withButtons, content.insteadOfButtons.command,
          content.detail ?? "",
        ]
        + content.lines + content.actions.map(\.label)
      #expect(!lines.contains { $0.contains("·") }, "\(name): \(lines)")
    }
  }

  /// A narrow title is the state, which is the first word of the whole one.
  private static func theStateIsTheFirstWord() throws {
    for (name, content) in ContentTests.contents {
      guard let narrow = content.narrow else { continue }
      let title = content.title.filter { !Direction.isIsolate($0) }
      #expect(title.hasPrefix(narrow.title), "\(name): \(title)")
      #expect(title.lowercased().contains(narrow.line.lowercased()), "\(name): \(title)")
    }
  }

  /// An open day stays within reach, a reminder until it is answered, a day that is settled briefly.
  @Test func anOpenDayStaysAndASettledOneGoes() {
    for (name, entry) in ContentTests.entries {
      let isOpen = entry.history.streak.isTodayOpen
      let stay: Content.Stay =
        entry.isReminder ? .untilAnswered : isOpen ? .withinReach : .briefly
      #expect(ContentText.content(of: entry).stay == stay, "\(name)")
    }
    let today = Sheet.today
    #expect(ContentText.unreadable(today, because: .corrupt).stay == .withinReach)
    #expect(
      ContentText.notSaved(today, isStudied: true, .unstudy(today), because: .busy).stay
        == .withinReach)
  }

  @Test func theSettingDecidesHowLongAnOpenDayStays() {
    let stays: [Content.Stay] = [.untilAnswered, .withinReach, .asUsual, .briefly]
    #expect(stays.map(Settings.Stay.auto.applied) == stays)
    #expect(
      stays.map(Settings.Stay.always.applied)
        == [.untilAnswered, .untilAnswered, .asUsual, .briefly])
    #expect(
      stays.map(Settings.Stay.never.applied) == [.briefly, .briefly, .asUsual, .briefly])
  }

  /// No sheet has an empty placeholder.
  private static func everyPlaceholderIsFilled() throws {
    for sheet in Sheet.allCases {
      for line in sheet.text.split(separator: "\n") where line.contains("{") {
        Issue.record("\(sheet): \(line)")
      }
    }
  }

  /// Braces in a value are not placeholders.
  @Test func bracesInValuesAreNoPlaceholders() {
    #expect(
      CommandText.cannotWrite("/tmp/{reason}/{path}", "{path}")
        == "cannot write /tmp/{reason}/{path}: {path}")
    #expect(
      CommandText.notADay("{word}{")
        == "not a day: {word}{; write today, yesterday, friday, 3 days ago, last week, -1, 2026-11-20, 2026-11 or a range A..B"
    )
    #expect(
      CommandText.badValue("{expected}", for: "{value}", expected: .oneOf(["{name}"]))
        == "invalid value for {value}: {expected}; expected one of {name}")
    #expect(DoctorText.store("/{count}", count: 2) == "store: /{count} · 2 days")
  }
}

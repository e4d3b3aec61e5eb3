import Foundation
import HaruCore
import HaruImportExport
import Support
import Testing

/// Importing the files of other trackers, of which docs/formats.md tells what was read.
struct TrackerTests {
  private let bench = ImportBench()

  private func days(_ names: String...) -> Set<Day> { Set(names.map(date)) }

  // MARK: Databases

  @Test func tickmateCountsMonthsFromZero() throws {
    let path = try bench.database(
      """
      CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT, description TEXT, enabled INTEGER);
      CREATE TABLE track2groups (_id INTEGER PRIMARY KEY, _track_id INTEGER, _group_id INTEGER);
      CREATE TABLE ticks (_id INTEGER PRIMARY KEY, _track_id INTEGER, year INTEGER, month INTEGER,
        day INTEGER, hour INTEGER, minute INTEGER, second INTEGER, has_time_info INTEGER);
      INSERT INTO tracks (name) VALUES ('Study'), ('Vegan'), ('Vegan');
      INSERT INTO ticks (_track_id, year, month, day) VALUES
        (1, 2026, 0, 31), (1, 2026, 10, 1), (1, 2026, 10, 1), (1, 2026, 11, 1), (1, 2026, 12, 1),
        (1, 2026, 1, 30), (1, NULL, 1, 1), (1, 9223372036854775807, 9223372036854775807, 1),
        (3, 2026, 10, 5);
      """)
    let found = try bench.read(path, habit: "Study")
    #expect(found.origin == "Tickmate")
    #expect(found.studied == days("2026-01-31", "2026-11-01"))
    #expect(found.duplicates == 1)
    #expect(found.skipped.count == 5)
    #expect(found.skipped.contains { $0.reason == .afterToday(date("2026-12-01")) })
    // Two tracks of one name.
    #expect(try bench.read(path, habit: "Vegan#2").studied == days("2026-11-05"))
    #expect(throws: ImportError.sameName("Vegan", of: ["Vegan#1", "Vegan#2"])) {
      try bench.read(path, habit: "Vegan")
    }
  }

  @Test func rewireHasTypesOfCheckins() throws {
    let path = try bench.database(
      """
      CREATE TABLE UNIT (_id INTEGER PRIMARY KEY);
      CREATE TABLE habits (_id INTEGER PRIMARY KEY, name TEXT, schedule INTEGER);
      CREATE TABLE CHECKINS (_id INTEGER PRIMARY KEY, habit_id INTEGER, date TEXT, type INTEGER);
      INSERT INTO habits (name) VALUES ('Study'), ('Run');
      INSERT INTO CHECKINS (habit_id, date, type) VALUES
        (1, '20261101', 2), (1, '20261102', 1), (1, '20261103', 2), (1, '20261103', 2),
        (1, '2026-11-04', 2), (1, NULL, 2), (2, '20261105', 2);
      """)
    let found = try bench.read(path, habit: "Study")
    #expect(found.origin == "Rewire")
    #expect(found.studied == days("2026-11-01", "2026-11-03"))
    #expect(found.skipped.map(\.reason) == [.notADate("2026-11-04"), .noDate])
  }

  // MARK: JSON

  @Test func beaverHabitsIsRead() throws {
    let text = """
      {"habits": [
        {"name": "Study", "id": "a1b2c3", "tags": [], "star": true, "status": "active",
         "period": null, "records": [
          {"day": "2026-11-01", "done": true}, {"day": "2026-11-02", "done": false},
          {"day": "2026-11-03", "done": true, "text": "chapter 3"}, {"day": "soon", "done": true}]},
        {"name": "Run", "id": "d4e5f6", "records": []}],
       "order": ["a1b2c3", "d4e5f6"]}
      """
    // What the program exports itself has no order.
    let exported = text.replacing(
      "\"order\": [\"a1b2c3\", \"d4e5f6\"]",
      with: "\"user_email\": \"a@b.c\", \"exported_at\": \"2026-11-20T08:00:00\"")
    for text in [text, exported] {
      let found = try bench.read(text: text, habit: "Study")
      #expect(found.origin == "Beaver Habits")
      #expect(found.sourceID == "beaver:a1b2c3")
      #expect(found.studied == days("2026-11-01", "2026-11-03"))
      #expect(found.notes == [date("2026-11-03"): "chapter 3"])
      #expect(found.skipped.map(\.reason) == [.notADate("soon")])
    }
  }

  @Test func tableHabitCountsFromItsGoal() throws {
    // 20758 is 2026-11-01.
    let text = """
      {"habits": [
        {"name": "Study", "type": 1, "daily_goal": 30, "freq_type": 1, "records": [
          {"record_date": 20758, "record_type": 1, "record_value": 30, "reason": "chapter 3"},
          {"record_date": 20759, "record_type": 1, "record_value": 29.5},
          {"record_date": 20760, "record_type": 2, "record_value": 0},
          {"record_date": 20761, "record_type": 0}, {"record_date": 20762, "record_type": 7},
          {"record_date": 9223372036854775807, "record_type": 1}]},
        {"name": "Sugar", "type": 2, "daily_goal": 2, "records": [
          {"record_date": 20758, "record_type": 1, "record_value": 3},
          {"record_date": 20759, "record_type": 1, "record_value": 2}]},
        {"name": "Empty"}],
       "groups": []}
      """
    let found = try bench.read(text: text, habit: "Study")
    #expect(found.origin == "Table Habit")
    #expect(found.studied == days("2026-11-01"))
    #expect(found.rest == [date("2026-11-03"): ""])
    #expect(found.notes == [date("2026-11-01"): "chapter 3"])
    #expect(found.skipped.count == 2)
    #expect(try bench.read(text: text, habit: "Sugar").studied == days("2026-11-02"))
    #expect(try bench.read(text: text, habit: "Empty").isEmpty)
  }

  private static let habitKit = """
    {"habits": [
      {"id": "h1", "name": "Study", "description": "", "icon": "book", "color": "lime",
       "archived": false, "orderIndex": 0, "createdAt": "2026-10-30T13:24:04.346511Z",
       "isInverse": false, "emoji": null},
      {"id": "h2", "name": "Sweets", "icon": "candy", "color": "red", "archived": true,
       "orderIndex": 1, "createdAt": "2026-10-30T13:24:04.346511Z", "isInverse": true}],
     "completions": [
      {"id": "c1", "date": "2026-10-31T15:00:00.000Z", "habitId": "h1",
       "timezoneOffsetInMinutes": 540, "amountOfCompletions": 1, "note": "chapter 3"},
      {"id": "c2", "date": "2026-11-02T08:00:00.000Z", "habitId": "h1",
       "timezoneOffsetInMinutes": -480, "amountOfCompletions": 1},
      {"id": "c3", "date": "2026-11-02T15:00:00.000Z", "habitId": "h1",
       "timezoneOffsetInMinutes": 540, "amountOfCompletions": 0},
      {"id": "c4", "date": "2026-11-09T15:00:00.000Z", "habitId": "h1",
       "timezoneOffsetInMinutes": 540, "amountOfCompletions": 1},
      {"id": "c5", "date": "2026-11-10T15:00:00.000Z", "habitId": "h1",
       "timezoneOffsetInMinutes": 540, "amountOfCompletions": 2},
      {"id": "c6", "date": "2026-13-10T15:00:00.000Z", "habitId": "h1",
       "timezoneOffsetInMinutes": 540, "amountOfCompletions": 2},
      {"id": "c7", "date": "2026-11-10T15:00:00.000Z", "habitId": "h2",
       "timezoneOffsetInMinutes": 540, "amountOfCompletions": 1}],
     "intervals": [
      {"id": "i2", "habitId": "h1", "startDate": "2026-11-09T14:59:59.000Z", "endDate": null,
       "type": "week", "requiredNumberOfCompletions": 3, "requiredNumberOfCompletionsPerDay": 2,
       "unitType": "manual", "streakType": "week"},
      {"id": "i1", "habitId": "h1", "startDate": "2026-11-01T15:00:00.000Z",
       "endDate": "2026-11-09T14:59:59.000Z", "type": "none", "requiredNumberOfCompletions": null,
       "requiredNumberOfCompletionsPerDay": 1, "unitType": "incremental", "streakType": "day"}],
     "categories": [], "categoryMappings": [], "reminders": []}
    """

  /// It writes the instant at which a day began where the phone was, and how far that is from UTC.
  @Test func habitKitCountsWhatReachesTheGoalOfItsTime() throws {
    let found = try bench.read(text: Self.habitKit, habit: "Study")
    #expect(found.origin == "HabitKit")
    #expect(found.sourceID == "habitkit:h1")
    #expect(found.studied == days("2026-11-01", "2026-11-02", "2026-11-11"))
    #expect(found.notes == [date("2026-11-01"): "chapter 3"])
    #expect(found.skipped.map(\.reason) == [.notADate("2026-13-10T15:00:00.000Z")])
    #expect(throws: ImportError.severalHabits(["Study", "Sweets"])) {
      try bench.read(text: Self.habitKit)
    }
    // The rows of a habit to give up are its failures.
    #expect(try bench.read(text: Self.habitKit, habit: "Sweets").isEmpty)
  }

  // MARK: Texts

  @Test func habitctlIsRead() throws {
    let text = """
      2026-11-01\tStudy\ty
      2026-11-01\tRun\tn

      2026-11-02\tStudy\ts
      2026-11-03\tStudy\tn
      2026-11-03\tStudy\ty
      2026-11-04\tStudy
      2026-11-05\tStudy\tmaybe

      """
    try bench.scratch.write(text, to: "habitctl/log")
    for path in ["habitctl", "habitctl/log"] {
      let found = try bench.read(bench.scratch(path), habit: "Study")
      #expect(found.origin == "habitctl")
      #expect(found.studied == days("2026-11-01", "2026-11-03"))
      #expect(found.rest == [date("2026-11-02"): ""])
      #expect(found.skipped.map(\.reason) == [.cells(2, of: 3), .unknownValue("maybe")])
    }
  }

  /// Its first versions wrote the offset of the place behind the date.
  @Test func habitctlHadOffsets() throws {
    let text =
      "2026-11-01+02:00\tStudy\ty\n2026-11-02-08:00\tStudy\ts\n2026-11-03Z\tStudy\ty\n"
      + "2026-11-04 soon\tStudy\ty\n2026-11-05+0200\tStudy\ty\n2026-11-06\tStudy\ty\n"
    let found = try bench.read(text: text)
    #expect(found.origin == "habitctl")
    #expect(found.studied == days("2026-11-01", "2026-11-03", "2026-11-05", "2026-11-06"))
    #expect(found.rest == [date("2026-11-02"): ""])
    #expect(found.skipped.map(\.reason) == [.notADate("2026-11-04 soon")])
  }

  @Test func streaksIsRead() throws {
    let text = """
      task_id,title,icon,page,entry_type,entry_date,entry_timestamp,entry_timezone,quantity,notes
      A1,Study,ic_pen,0,completed_manually,20261101,2026-11-01T20:00:00Z,Europe/Berlin,1,chapter 3
      A1,Study,ic_pen,0,missed_auto,20261102,2026-11-02T22:59:59Z,Europe/Berlin,0,
      A1,Study,ic_pen,0,completed_auto,20261103,2026-11-03T20:00:00Z,Europe/Berlin,1,
      A1,Study,ic_pen,0,skipped_manually,20261104,2026-11-04T20:00:00Z,Europe/Berlin,0,
      A1,Study,ic_pen,0,paused,20261105,2026-11-05T20:00:00Z,Europe/Berlin,0,
      A1,Study,ic_pen,0,partially_completed,20261106,2026-11-06T20:00:00Z,Europe/Berlin,1,
      B2,Run,ic_run,0,completed_manually,20261106,2026-11-06T20:00:00Z,Europe/Berlin,1,

      """
    let found = try bench.read(text: text, habit: "Study")
    #expect(found.origin == "Streaks")
    #expect(found.studied == days("2026-11-01", "2026-11-03"))
    #expect(found.rest == [date("2026-11-04"): ""])
    #expect(found.notes == [date("2026-11-01"): "chapter 3"])
    #expect(found.skipped.map(\.reason) == [.unknownValue("paused")])
  }

  private static let diary = """
    full_date,date,weekday,time,mood,activities,scales,note_title,note
    2026-11-21,21 November,Saturday,8:30 am,good,"Study","","",""
    2026-11-04,4 November,Wednesday,10:00 pm,sad,"movies / tv | Study hard ","","",""
    2026-11-03,3 November,Tuesday,11:00 pm,average,"Study  | nature / walk","Energy: 4","Chapter 3","the ""first"" half<br>and more"
    2026-11-03,3 November,Tuesday,8:30 am,rad,"Study","","",""
    2026-11-02,2 November,Monday,11:00 pm,good,"","","","no activity"
    2026-11-01,1 November,Sunday,00:05,meh,"🙂 | Study | Study hard","","",""

    """

  /// An entry names what was done; a day may have several entries.
  @Test func theActivitiesOfDaylioAreHabits() throws {
    // Its file has a byte order mark, in older versions no scales.
    for text in [
      "\u{feff}" + Self.diary,
      Self.diary.replacing(",scales", with: "").replacing(",\"\",\"\",", with: ",\"\",").replacing(
        "\"Energy: 4\",", with: ""),
    ] {
      let found = try bench.read(text: text, habit: "Study")
      #expect(found.origin == "Daylio")
      #expect(found.sourceID == "daylio:Study")
      #expect(found.studied == days("2026-11-01", "2026-11-03"))
      #expect(found.notes == [date("2026-11-03"): "Chapter 3\nthe \"first\" half\nand more"])
      #expect(found.duplicates == 1)
      #expect(found.skipped.map(\.reason) == [.afterToday(date("2026-11-21"))])
      let names = ["Study", "movies / tv", "Study hard", "nature / walk", "🙂"]
      #expect(throws: ImportError.severalHabits(names)) { try bench.read(text: text) }
    }
  }

  /// The only activity need not be named; a name that was cut is not another one.
  @Test func aCutNameOfDaylioIsNoHabit() throws {
    let header = "full_date,date,weekday,time,mood,activities,note_title,note\n"
    let whole = header + "2026-11-01,x,x,x,x,Study,,\n2026-11-02,x,x,x,x,Study hard,,\n"
    let cut = String(whole.prefix(whole.count - 8))
    let found = try bench.read(text: cut)
    #expect(found.studied == days("2026-11-01"))
    #expect(found.skipped.map(\.reason) == [.cells(6, of: 8)])
  }

  /// The value tells how a task stands: it rises when it is done, and falls when it is missed.
  @Test func habiticaCountsWhatRises() throws {
    let text = """
      Task Name,Task ID,Task Type,Date,Value
      Study,e826,daily,2026-11-01 09:26:05,1
      Study,e826,daily,2026-11-02 05:06:55,-0.027
      Study,e826,daily,2026-11-02 16:00:00,0.99
      Study,e826,daily,2026-11-04 05:06:55,-0.2
      "Run, fast",f937,habit,2026-11-05 05:06:55,1
      Study,e826,daily,2026-11-06 05:06:55,-0.1
      Study,e826,daily,2026-11-07 05:06:55,much

      """
    let found = try bench.read(text: text, habit: "Study")
    #expect(found.origin == "Habitica")
    #expect(found.sourceID == "habitica:e826")
    // In Seoul 16:00 of UTC is the next day.
    #expect(found.studied == days("2026-11-01", "2026-11-03", "2026-11-06"))
    #expect(found.skipped.map(\.reason) == [.unknownValue("much")])
  }

  /// As a spreadsheet sorts them.
  @Test func habiticaIsReadInTheOrderOfTime() throws {
    let text = """
      Task Name,Task ID,Task Type,Date,Value
      Study,e826,daily,2026-11-04 05:06:55,1.5
      Study,e826,daily,2026-11-03 05:06:55,2
      Study,e826,daily,2026-11-02 16:00:00,1
      Study,e826,daily,2026-11-02 09:00:00,-1

      """
    let found = try bench.read(text: text, habit: "Study")
    #expect(found.studied == days("2026-11-03"))
  }

  /// How a habit stands fades from day to day, so that its rows do not tell a plus from a minus.
  @Test func aHabitOfHabiticaIsAskedAbout() throws {
    let text = """
      Task Name,Task ID,Task Type,Date,Value
      Read,f937,habit,2026-11-05 05:06:55,3
      Read,f937,habit,2026-11-06 05:06:55,2.5
      Read,f937,habit,2026-11-07 05:06:55,3.1

      """
    #expect(throws: ImportError.plusOrMinus("Read")) { try bench.read(text: text) }
    #expect(
      try bench.read(text: text, rows: .all).studied
        == days("2026-11-05", "2026-11-06", "2026-11-07"))
    #expect(try bench.read(text: text, rows: .rising).studied == days("2026-11-05", "2026-11-07"))
    // What has no such rows does not pass over the choice.
    let daily = text.replacing(",habit,", with: ",daily,")
    for other in [daily, "2026-11-01,1\n"] {
      #expect(throws: ImportError.noRows) { try bench.read(text: other, rows: .all) }
    }
  }

  @Test func orgHabitIsRead() throws {
    let text = """
      #+TODO: TODO(t) NEXT(n) | FINISHED(f) CANCELLED(c)
      * TODO Write a report
        - State "FINISHED"   from "TODO"       [2026-11-09 Mon 10:00]
      ** NEXT [#A] Study Korean :daily:language:
         SCHEDULED: <2026-11-20 Fri .+1d/3d>
         :PROPERTIES:
         :STYLE:    habit
         :LAST_REPEAT: [2026-11-03 Tue 21:30]
         :END:
         :LOGBOOK:
         - State "FINISHED"   from "TODO"       [2026-11-03 Tue 21:30]
         - State "CANCELLED"  from "TODO"       [2026-11-02 Mon 21:30] \\\\
           ill
         - State "FINISHED"   from "NEXT"       [2026-11-01 Sun]
         - State "FINISHED"   from "NEXT"       [2026-13-01 Sun]
         :END:

      """
    let found = try bench.read(text: text)
    #expect(found.origin == "Org")
    #expect(found.habit == "Study Korean")
    #expect(found.studied == days("2026-11-01", "2026-11-03"))
    #expect(found.skipped.map(\.reason) == [.notADate("2026-13-01")])
    let plain = text.replacing("   :STYLE:    habit\n", with: "").replacing(
      "FINISHED", with: "DONE")
    #expect(try bench.read(text: plain, habit: "Write a report").studied == days("2026-11-09"))
  }

  /// What Org keeps beside the name of a headline changes, and the name is the identity of the habit.
  @Test func theNameOfAHeadlineIsWithoutWhatChanges() throws {
    let log = "\n  - State \"DONE\"       from \"HABIT\"      [2026-11-03 Tue 21:30]\n"
    for headline in [
      "* Study Korean", "* TODO Study Korean", "* NEXT Study Korean [1/3]",
      "* DONE [33%] Study Korean",
      "* WAITING [#A] Study [/] Korean :daily:", "* Study Korean[2/3]", "* Study Korean [%]\t:a:b:",
      "* HOLD Study Korean [100%] :a:", "* HABIT Study Korean", "* STARTED\tStudy Korean [10/10]",
    ] {
      let found = try bench.read(text: headline + log)
      #expect(found.sourceID == "org:Study Korean", "\(headline)")
      #expect(found.studied == days("2026-11-03"))
    }
    // What only looks like it is a part of the name; so is another word than the file's own.
    for name in ["GRE [words]", "Read [a/b]", "Half [1/2", "TOEFL 50%"] {
      #expect(try bench.read(text: "* " + name + log).habit == name)
    }
    let own = "#+TODO: OPEN | DONE\n* NEXT week"
    #expect(try bench.read(text: own + log).habit == "NEXT week")
    #expect(try bench.read(text: "* OPEN Study" + log + "#+TODO: OPEN | DONE\n").habit == "Study")
    // Each line of words has a word for what is done.
    let several = "#+TODO: TODO | DONE\n#+TODO: READ | FINISHED\n* TODO Study"
    #expect(try bench.read(text: several + log).studied == days("2026-11-03"))
  }

  // MARK: iCalendar

  private static let calendar = """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    DTSTART;VALUE=DATE:20261101
    DTEND;VALUE=DATE:20261103
    SUMMARY:Study\\, slowly
    DESCRIPTION:first line\\nsecond
      line
    BEGIN:VALARM
    DESCRIPTION:an alarm
    TRIGGER:-PT15M
    END:VALARM
    END:VEVENT
    BEGIN:VEVENT
    DTSTART:20261104T153000Z
    DTEND:20261104T163000Z
    SUMMARY:Study\\, slowly
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;TZID="America/Los_Angeles":20261107T233000
    DTEND;TZID="America/Los_Angeles":20261109T013000
    SUMMARY:Study\\, slowly
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;VALUE=DATE:20261109
    RRULE:FREQ=DAILY
    SUMMARY:Study\\, slowly
    END:VEVENT
    BEGIN:VTODO
    DTSTART:20261110T090000
    COMPLETED:20261110T200000Z
    SUMMARY:Study\\, slowly
    END:VTODO
    BEGIN:VTODO
    SUMMARY:Study\\, slowly
    END:VTODO
    BEGIN:VEVENT
    DTSTART;VALUE=DATE:20261113
    DURATION:P3D
    SUMMARY:Study\\, slowly
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;VALUE=DATE:20261117
    STATUS:CANCELLED
    SUMMARY:Study\\, slowly
    END:VEVENT
    BEGIN:VEVENT
    DTSTART;VALUE=DATE:20261112
    SUMMARY:Birthday
    END:VEVENT
    END:VCALENDAR

    """

  @Test func anyCalendarIsRead() throws {
    let text = Self.calendar.replacing("\n", with: "\r\n")
    let found = try bench.read(text: text, habit: "Study, slowly")
    #expect(found.origin == "iCalendar")
    // In Seoul 15:30 of UTC is the next day, and 20:00 too.
    #expect(
      found.studied
        == days(
          "2026-11-01", "2026-11-02", "2026-11-05", "2026-11-07", "2026-11-11", "2026-11-13",
          "2026-11-14", "2026-11-15"))
    #expect(found.notes == [date("2026-11-01"): "first line\nsecond line"])
    #expect(found.skipped.map(\.reason) == [.repeated, .notDone])
    #expect(throws: ImportError.severalHabits(["Study, slowly", "Birthday"])) {
      try bench.read(text: text)
    }
    let cut = String(text.prefix(text.count - 40))
    let path = try bench.scratch.write(cut, to: "cut.ics")
    #expect(throws: ImportError.damaged) { try bench.read(path, habit: "Study, slowly") }
  }

  private func calendar(_ lines: String...) -> String {
    (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
  }

  /// What lacks its end would swallow what comes behind it, or be lost itself.
  @Test func aCalendarWhosePartsDoNotEndIsRefused() throws {
    let event = "BEGIN:VEVENT\r\nSUMMARY:Study\r\nDTSTART:20261101T090000"
    let end = "\r\nEND:VEVENT"
    let alarm = "\r\nBEGIN:VALARM\r\nTRIGGER:-PT15M"
    #expect(
      try bench.read(text: calendar(event + alarm + "\r\nEND:VALARM" + end)).studied.count == 1)
    for text in [
      calendar(event, event + end), calendar(event + end, event), calendar(event + alarm + end),
      calendar(event + end, event + alarm + end, event + end), calendar(event + end + end),
      "BEGIN:VCALENDAR\r\n" + event + end, calendar(event + "\r\nEND:VTODO"),
    ] {
      #expect(throws: ImportError.damaged, "\(text)") { try bench.read(text: text) }
    }
  }

  /// Some programs fold after 75 bytes, whatever they are.
  @Test func aLetterMayBeFolded() throws {
    let (title, note) = ("오늘도 한국어 공부를 했어요", "🙂 é")
    let lines = [
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:" + title, "DESCRIPTION:" + note,
      "DTSTART;VALUE=DATE:20261101", "END:VEVENT", "END:VCALENDAR",
    ]
    for length in 1...4 {
      let bytes: [UInt8] = lines.flatMap { line -> [UInt8] in
        let bytes = Array(line.utf8)
        // A property begins with its name, which no program folds.
        let (name, rest) = (bytes.prefix(16), bytes.dropFirst(16))
        let parts = stride(from: rest.startIndex, to: rest.endIndex, by: length).map {
          Array("\r\n ".utf8) + rest[$0..<min($0 + length, rest.endIndex)]
        }
        return name + parts.joined() + Array("\r\n".utf8)
      }
      let path = bench.scratch("folded.ics")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let found = try bench.read(path)
      #expect(found.habit == title)
      #expect(found.notes == [date("2026-11-01"): note])
    }
    // What is no letter after all is told by the line on which it begins.
    let path = bench.scratch("latin1.ics")
    try Data(
      calendar("BEGIN:VEVENT", "SUMMARY:caf\u{e9}", "END:VEVENT").unicodeScalars.map {
        UInt8($0.value)
      }
    ).write(to: URL(fileURLWithPath: path))
    #expect(throws: ImportError.notUTF8(line: 3)) { try bench.read(path) }
  }

  /// A task may be done without a word about when.
  @Test(arguments: ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:"])
  func aTaskThatIsDoneLacksItsDate(property: String) throws {
    let found = try bench.read(
      text: calendar("BEGIN:VTODO", "SUMMARY:Study", "DTSTART:20261101", property, "END:VTODO"))
    #expect(found.skipped.map(\.reason) == [.noDate])
    let open = try bench.read(
      text: calendar("BEGIN:VTODO", "SUMMARY:Study", "PERCENT-COMPLETE:99", "END:VTODO"))
    #expect(open.skipped.map(\.reason) == [.notDone])
  }

  /// Its status tells whether it is done, whatever was left behind when it was opened again.
  @Test(arguments: ["NEEDS-ACTION", "IN-PROCESS", "needs-action"])
  func anOpenTaskThatWasDoneOnceIsNotDone(status: String) throws {
    let found = try bench.read(
      text: calendar(
        "BEGIN:VTODO", "SUMMARY:Study", "COMPLETED:20261101T100000Z", "PERCENT-COMPLETE:100",
        "STATUS:" + status, "END:VTODO"))
    #expect(found.studied == [] && found.skipped.map(\.reason) == [.notDone])
    // One that was given up has no date.
    let givenUp = try bench.read(
      text: calendar("BEGIN:VTODO", "SUMMARY:Study", "STATUS:CANCELLED", "END:VTODO"))
    #expect(givenUp.skipped.map(\.reason) == [.notDone])
  }

  /// With another offset than that of UTC the date is the one at its place, however the offset is written.
  @Test(arguments: ["+09:00", "+09:00:00", "+0900", "+09", "-3", "-03:30", " (GMT+9)"])
  func anOffsetChangesNoDate(offset: String) throws {
    let found = try bench.read(text: "date\n2026-11-01T04:00:00\(offset)\n")
    #expect(found.studied == days("2026-11-01") && found.skipped.isEmpty)
  }

  /// A leap second is the last of its day; what is no time is not a date.
  @Test func aLeapSecondBelongsToItsDay() throws {
    func task(_ date: String) -> String {
      calendar("BEGIN:VTODO", "SUMMARY:Study", "COMPLETED:" + date, "END:VTODO")
    }
    for zone in [Zone(name: "UTC") { _ in 0 }, .seoul] {
      let seoul = zone.utcOffset(Instant(0)) > 0
      let time = seoul ? "20261101T145960Z" : "20261101T235960Z"
      let path = try bench.scratch.write(task(time), to: "leap.ics")
      #expect(try bench.read(path, zone: zone).studied == days("2026-11-01"))
      let written = seoul ? "2026-11-01T14:59:60Z" : "2026-11-01 23:59:60Z"
      let table = try bench.scratch.write(written + "\n", to: "leap.csv")
      #expect(try bench.read(table, zone: zone).studied == days("2026-11-01"))
    }
    let kit = Self.habitKit.replacing("2026-10-31T15:00:00.000Z", with: "2026-11-01T14:59:60.000Z")
    #expect(try bench.read(text: kit, habit: "Study").studied.contains(date("2026-11-01")))
    for time in [
      "20261101T240000Z", "20261101T236000Z", "20261101T235961Z", "20261101T2359Z",
      "20261101TZ", "20261101Z", "20261101soon", "20261101T990000",
    ] {
      let found = try bench.read(text: task(time))
      #expect(found.skipped.map(\.reason) == [.notADate(time)], "\(time)")
    }
  }

  // MARK: Folders and archives

  @Test func theOneFileInAFolderOrArchiveIsRead() throws {
    try bench.scratch.write("date,value\n2026-11-01,1\n", to: "folder/days.csv")
    try bench.scratch.write("# Read me\n", to: "folder/README.md")
    try bench.scratch.write("not for us\n", to: "folder/.hidden")
    for path in try [bench.scratch("folder"), bench.zip("folder", to: "folder.zip")] {
      #expect(try bench.read(path).studied == days("2026-11-01"))
    }
    try bench.database(
      """
      CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE ticks (_track_id INTEGER, year INTEGER, month INTEGER, day INTEGER);
      INSERT INTO tracks (name) VALUES ('Study');
      INSERT INTO ticks VALUES (1, 2026, 10, 2);
      """, to: "folder/tickmate.db")
    for path in try [bench.scratch("folder"), bench.zip("folder", to: "two.zip")] {
      #expect(throws: ImportError.severalFiles(["days.csv", "tickmate.db"])) {
        try bench.read(path)
      }
    }
    try FileManager.default.removeItem(atPath: bench.scratch("folder/days.csv"))
    for path in try [bench.scratch("folder"), bench.zip("folder", to: "database.zip")] {
      #expect(try bench.read(path).studied == days("2026-11-02"))
    }
  }

  /// What systems add to an archive is none of it, nor is the way in which they write its names.
  @Test(arguments: [
    ["Export/days.csv", "__MACOSX/Export/._days.csv", "__MACOSX/._Export"],
    ["Export/days.csv", "Export/", "__MACOSX/", "__MACOSX/Export/"],
    ["Export/days.csv", "Export/desktop.ini", "desktop.ini", ".DS_Store", "Thumbs.db"],
    ["Export/days.csv", "Export/.DS_Store", "Export/Desktop.ini"],
    ["Export\\days.csv", "Export\\pictures\\a.png"], ["./Export/days.csv", "./Export/a.png"],
    ["a/b/c/days.csv"], ["/Export/days.csv"],
  ])
  func whatSystemsAddToAnArchiveIsPassedOver(names: [String]) throws {
    let members = names.map { ($0, $0.hasSuffix("days.csv") ? "date,value\n2026-11-01,1\n" : "x") }
    #expect(try bench.read(bench.zip(members)).studied == days("2026-11-01"))
  }

  /// The folder of an export of Loop beside what macOS adds, and as Windows writes it.
  @Test(arguments: ["/", "\\"]) func anExportOfLoopMayBePackedAnywhere(separator: String) throws {
    let members = [
      ("Loop/Habits.csv", "Position,Name\n001,Study\n002,Run\n"),
      ("Loop/001 Study/Checkmarks.csv", "Date,Value\n2026-11-03,2\n2026-11-02,1\n"),
      ("Loop/002 Run/Checkmarks.csv", "Date,Value\n2026-11-02,2\n"),
      ("__MACOSX/Loop/._Habits.csv", "x"), ("desktop.ini", "[.ShellClassInfo]"),
    ].map { ($0.0.replacing("/", with: separator), $0.1) }
    #expect(try bench.read(bench.zip(members), habit: "Study").studied == days("2026-11-03"))
  }
}

import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// A task list that other programs change, as their files say (docs/tasks.md).
@Suite(.serialized)
struct TasksTests {
  private let home: TaskHome

  init() throws { home = try TaskHome() }

  private var list: Scratch { home.list }

  // MARK: With an agent

  @Test func completingATaskTurnsTheNotificationToStudied() throws {
    let desk = try Desk()
    #expect(try desk.console.shown().labels.contains("Study"))
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    let today = list.task(desk.today)
    try today.complete()
    #expect(try desk.console.shown().mark == true)
    #expect(try desk.isStudied)
    #expect(try desk.haru("explain").output.contains(" · task list"))
    try today.open()
    #expect(try desk.console.shown().labels.contains("Study"))
    #expect(try !desk.isStudied)
  }

  @Test func aClickCompletesTheTaskAndUndoOpensIt() throws {
    let desk = try Desk()
    let shown = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    let today = list.task(desk.today)
    try desk.console.press("Study", on: shown)
    try today.wait { $0.contains("STATUS:COMPLETED\r\n") }
    #expect(try desk.haru("undo").status == 0)
    try today.wait { $0.contains("STATUS:NEEDS-ACTION\r\n") }
  }

  /// A program that knows nothing of the status leaves it as Haru wrote it.
  @Test(arguments: ["COMPLETED:20261120T101500Z", "PERCENT-COMPLETE:100"])
  func aTaskThatIsCompletedWithoutItsStatusIsDone(line: String) throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let today = home.list.task(home.today)
    for _ in 0..<2 {
      try today.write(today.text.replacing("STATUS:", with: line + "\r\nSTATUS:"))
      #expect(try home.haru("status").status == 0)
      #expect(try home.marks == [home.today])
      #expect(try today.text.contains("STATUS:COMPLETED\r\n"))
      // Nor does one that knows nothing of the rest.
      try today.open()
      for _ in 0..<2 {
        #expect(try home.haru("status").status == 0)
        #expect(try home.marks == [])
      }
      #expect(try !today.text.contains(line))
    }
  }

  /// Syncthing, Nextcloud, Dropbox, Seafile and rclone keep both, when a file was changed on two machines.
  @Test(arguments: [
    "haru-DAY.sync-conflict-20261120-101010-ABCDEFG.ics",
    "haru-DAY (conflicted copy 2026-11-20 101010).ics",
    "haru-DAY (Kim's conflicted copy 2026-11-20).ics",
    "haru-DAY (SFConflict kim@example.org 2026-11-20-10-10-10).ics", "haru-DAY.ics.conflict1",
  ])
  func aConflictCopyIsNamed(name: String) throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let name = name.replacing("DAY", with: "\(home.today)")
    let others = ["haru-\(home.today) holidays.ics", "haru-\(home.today).ics.1234.partial"]
    for other in others { try home.list.write("none of Haru's", to: other) }
    #expect(try home.haru("tasks", "check").status == 0)
    try home.list.write(TaskFile.text(home.today, completed: true), to: name)
    let check = try home.haru("tasks", "check")
    let problem = "\(name) in \(home.list.path) is a conflict copy of one of Haru's tasks"
    #expect(check.status == 73 && check.errors.contains(problem), "\(check)")
    #expect(try home.haru("tasks", "status").output.contains(problem))
    // What the task itself says is taken all the same.
    try home.list.task(home.today).complete()
    #expect(try home.haru("tasks", "check").status == 73)
    #expect(try home.marks == [home.today])
    unlink(home.list(name))
    #expect(try home.haru("tasks", "check").status == 0)
    #expect(try !home.haru("tasks", "status").output.contains(problem))
  }

  /// A file that is left alone is no reason to look again and again, or to hear of no change.
  @Test func besideAConflictCopyTheListIsFollowed() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let sound = try home.haru("exchange", "tasks")
    #expect(sound.status == 0 && sound.output.contains(home.list.path))
    for (name, text) in [
      ("haru-\(home.today).sync-conflict-1.ics", TaskFile.text(home.today, completed: false)),
      ("haru-\(home.today).ics", "no task"),
    ] {
      try home.list.write(text, to: name)
      #expect(try home.haru("exchange", "tasks").output == sound.output)
    }
  }

  /// What was shown last said *Studied*, and has gone from the screen.
  @Test func aTaskThatIsOpenedAgainBringsTheNotificationBack() throws {
    let desk = try Desk()
    let shown = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    let today = list.task(desk.today)
    let studied = try desk.console.shown(afterPressing: "Study", on: shown)
    try today.wait { $0.contains("STATUS:COMPLETED\r\n") }
    try desk.console.command("expire \(studied.id)")
    try desk.reload()
    try today.open()
    #expect(try desk.console.shown().labels.contains("Study"))
  }

  /// At midnight the new day gets its task, and the notification is not the only one who knows.
  @Test func aNewDayGetsItsTask() throws {
    let desk = try Desk(zone: MadeZone(secondsAfterMidnight: 86_400 - 15))
    let (today, tomorrow) = (desk.today, try #require(desk.today.advanced(by: 1)))
    try desk.haru("tasks", "on", list.path).succeeded()
    #expect(try list.tasks() == [today])
    try list.task(tomorrow).wait { $0.contains("STATUS:NEEDS-ACTION") }
    #expect(try list.tasks() == [today, tomorrow])
  }

  @Test func aTaskThatIsCompletedHereIsStudiedOnAnotherMachine() throws {
    let folder = Scratch()
    let (desk, lap) = (try Desk(), try Desk())
    _ = (try desk.console.shown(), try lap.console.shown())
    for each in [desk, lap] { #expect(try each.haru("sync", "on", folder.path).status == 0) }
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    try list.task(desk.today).complete()
    #expect(try lap.console.shown().mark == true)
    #expect(try lap.haru("unmark").status == 0)
    try list.task(desk.today).wait { $0.contains("STATUS:NEEDS-ACTION\r\n") }
  }

  /// Whoever has ended first does not speak for the other.
  @Test func anAgentThatStartsHearsTheFolderAndTheListBeforeItSpeaks() throws {
    let folder = Scratch()
    let held = open(list.path, O_RDONLY | O_DIRECTORY)
    let zone = MadeZone.morning
    let desk = try Desk(
      zone: zone,
      prepare: { home in
        let environment = Support.environment(home: home.path, zone: zone.name)
        for words in [["sync", "on", folder.path], ["tasks", "on", list.path]] {
          try environment.haru(words).succeeded()
        }
        try list.task(zone.today).complete()
        try #require(flock(held, LOCK_EX) == 0)
      }, agent: ExchangeDiary.agent)
    try ExchangeDiary(of: desk).wait { entries in
      entries.contains { $0.exchange == "sync" && !$0.isBegin }
    }
    close(held)
    try eventually(watching: desk.home(Desk.storeFolder)) { try desk.isStudied }
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
  }

  /// Nobody else has written the mark; and once.
  @Test func aTaskThatIsCompletedRunsTheHook() throws {
    let desk = try Desk(prepare: { home in
      for name in ["studied", "unstudied"] {
        let path = ".config/haru/hooks/" + name
        try home.write(program: "#!/bin/sh\necho \(name) >>\(home("told"))\n", to: path)
      }
    })
    _ = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    func told() -> String { (try? desk.home.read("told")) ?? "" }
    try list.task(desk.today).complete()
    try eventually(watching: desk.home("told")) { told() == "studied\n" }
    try list.task(desk.today).open()
    try eventually(watching: desk.home("told")) { told() == "studied\nunstudied\n" }
    // What was told twice would be there before what comes now.
    try list.task(desk.today).complete()
    try eventually(watching: desk.home("told")) { told().split(separator: "\n").count > 2 }
    #expect(told() == "studied\nunstudied\nstudied\n")
  }

  /// On the phone too nothing comes before the instant that the user has chosen.
  @Test func aTaskRingsWhenLaterReminds() throws {
    let desk = try Desk(agent: ExchangeDiary.agent)
    _ = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    let today = list.task(desk.today)
    #expect(try today.alarms == [desk.alarm(20)])
    // A look that began before would take it, too.
    try ExchangeDiary(of: desk).settle("tasks")
    #expect(try desk.haru("later", "20:30").status == 0)
    try today.wait { $0.contains(desk.alarm(20, 30)) }
    #expect(try today.alarms == [desk.alarm(20, 30)])
    try ExchangeDiary(of: desk).settle("tasks")
    #expect(try desk.haru("later", "12:15").status == 0)
    try today.wait { $0.contains(desk.alarm(12, 15)) }
    #expect(try today.alarms == [desk.alarm(12, 15), desk.alarm(20)])
  }

  /// The agent takes what the phone says and what the settings say, and its own writing comes to an end.
  @Test func theTaskRingsAsLongAsItIsOpen() throws {
    let desk = try Desk(agent: ExchangeDiary.agent)
    _ = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    let today = list.task(desk.today)
    #expect(try desk.haru("config", "set", "Notifications.remind-at", "21:00").status == 0)
    try today.wait { $0.contains(desk.alarm(21)) && !$0.contains(desk.alarm(20)) }
    try today.complete()
    #expect(try desk.console.shown().mark == true)
    try today.wait { $0.contains("STATUS:COMPLETED") && !$0.contains("VALARM") }
    // Its own writing leads to one more look.
    try ExchangeDiary(of: desk).settle("tasks")
    let before = try today.text
    #expect(before.contains("\r\nCOMPLETED:20261120T101500Z\r\n"), "\(before)")
    try ExchangeDiary(of: desk).settle("tasks")
    #expect(try today.text == before)
    try today.open()
    try today.wait { $0.contains("STATUS:NEEDS-ACTION") && $0.contains(desk.alarm(21)) }
    #expect(try desk.console.shown().labels.contains("Study"))
  }

  // MARK: Without an agent

  @Test func theTaskRingsForEachReminderThatIsLeft() throws {
    try home.remind("08:00", "20:00", "22:00")
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    let today = home.list.task(home.today)
    #expect(try today.alarms == [home.alarm(20), home.alarm(22)])
    for days in 1...7 { #expect(try home.list.task(home.day(-days)).alarms == []) }
    try home.look(daysLater: 1)
    let tomorrow = home.list.task(try home.day(1))
    #expect(try tomorrow.alarms == [home.alarm(20, daysLater: 1), home.alarm(22, daysLater: 1)])
    // What rang has not changed.
    #expect(try today.alarms == [home.alarm(20), home.alarm(22)])
  }

  @Test func aTaskThatIsCompletedRingsNoMore() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let today = home.list.task(home.today)
    #expect(try today.alarms == [home.alarm(20)])
    #expect(try home.haru("mark").status == 0)
    try today.wait { $0.contains("STATUS:COMPLETED") }
    #expect(try today.alarms == [])
    #expect(try home.haru("unmark").status == 0)
    try today.wait { $0.contains("STATUS:NEEDS-ACTION") }
    #expect(try today.alarms == [home.alarm(20)])
    try today.complete()
    try home.look()
    #expect(try today.alarms == [])
    #expect(try home.haru("rest", "today").status == 0)
    #expect(try home.haru("unmark").status == 0)
    try home.look()
    #expect(try home.list.tasks() == [], "a rest day has nothing that could ring")
  }

  @Test func otherSettingsAreOtherAlarms() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let today = home.list.task(home.today)
    try home.remind("21:15", "22:00")
    try home.look()
    #expect(try today.alarms == [home.alarm(21, 15), home.alarm(22)])
    // One is removed on the phone, and stays so.
    let all = try today.text
    let end = try #require(all.range(of: "END:VALARM\r\n"))
    let begin = try #require(all.range(of: "BEGIN:VALARM"))
    try today.write(all.replacingCharacters(in: begin.lowerBound..<end.upperBound, with: ""))
    try home.look()
    #expect(try today.alarms == [home.alarm(22)])
    try home.remind("21:15", "23:00")
    try home.look()
    #expect(try today.alarms == [home.alarm(23)])
    try home.remind()
    try home.look()
    #expect(try today.alarms == [])
  }

  /// As a phone gives it, with what it has written into those of Haru.
  @Test func alarmsOfOthersStay() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let today = home.list.task(home.today)
    let theirs = "BEGIN:VALARM\r\nUID:theirs\r\nACTION:AUDIO\r\nTRIGGER:-PT1H\r\nEND:VALARM\r\n"
    let noted = "ACTION:DISPLAY\r\nX-MOZ-LASTACK:20261123T200000Z\r\n"
    try today.write(
      today.text.replacing("ACTION:DISPLAY\r\n", with: noted)
        .replacing("END:VTODO", with: theirs + "END:VTODO"))
    let before = try today.text
    try home.look()
    #expect(try today.text == before)
    try home.remind("20:00", "21:00")
    try home.look()
    #expect(try today.alarms == [home.alarm(21), home.alarm(20)])
    #expect(try today.text.contains(noted) && today.text.contains(theirs))
    try today.complete()
    try home.look()
    #expect(try today.alarms == [] && today.text.contains(theirs))
  }

  /// A list of a version that made no alarms.
  @Test func aTaskThatWasMadeWithoutAlarmsGetsThem() throws {
    try home.remind()
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let today = home.list.task(home.today)
    #expect(try today.alarms == [])
    try home.remind("20:00")
    try home.look()
    #expect(try today.alarms == [home.alarm(20)])
  }

  /// Read and written by todoman, which has its own way with all that is in a file.
  @Test func anotherProgramReadsWhenATaskRings() throws {
    try home.remind("20:00", "22:00")
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let today = home.list.task(home.today)
    let listed = try home.todoman("--porcelain", "list")
    #expect(listed.contains("\"summary\": \"Study\""), "\(listed)")
    _ = try home.todoman("edit", "--location", "here", "1")
    #expect(try today.text.contains("LOCATION:here"))
    let before = try today.text
    try home.look()
    #expect(try today.text == before, "its alarms are still those of Haru")
    _ = try home.todoman("done", "1")
    try home.look()
    #expect(try home.marks == [home.today])
    #expect(try !today.text.contains("VALARM") && today.text.contains("LOCATION:here"))
  }

  /// What the list has said is news for other machines too.
  @Test func aTaskThatACommandFindsCompletedIsTakenToOtherMachines() throws {
    let folder = Scratch()
    #expect(try home.haru("sync", "on", folder.path).status == 0)
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    try home.list.task(home.today).complete()
    #expect(try home.haru("status", "--format", "{studied}").output == "✓\n")
    try eventually(watching: folder("Log")) {
      (try? FileManager.default.contentsOfDirectory(atPath: folder("Log")))?.isEmpty == false
    }
  }

  @Test func aCommandCompletesTheTaskBehindItself() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.haru("mark").status == 0)
    try home.list.task(home.today).wait { $0.contains("STATUS:COMPLETED\r\n") }
    #expect(
      try home.haru("tasks", "status").output
        == "Folder: \(home.list.path)\nA task is kept for today.\n")
    let status = try home.haru("status", "--json").output
    #expect(status.contains("\"tasks\":{\"folder\":\"\(home.list.path)\",\"problem\":null}"))
    #expect(try home.haru("doctor").output.contains("✓ tasks: in \(home.list.path)\n"))
  }

  @Test func theWeekBeforeHasTasksIfAsked() throws {
    let home = try TaskHome(marks: [2])
    #expect(try home.haru("rest", "yesterday").status == 0)
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    let days = try (0...7).map { try home.day(-$0) }
    #expect(try home.list.tasks() == [7, 6, 5, 4, 3, 2, 0].map { days[$0] })
    #expect(try home.list.task(days[2]).text.contains("STATUS:COMPLETED"))
    try home.list.task(days[4]).complete()
    try home.look()
    #expect(try Set(home.marks) == [days[2], days[4]])
    #expect(try home.haru("tasks", "status").output.contains("the seven days before"))
  }

  /// The command that makes missing tasks again, or takes another folder, keeps the week.
  @Test func theWeekStaysUntilItIsGivenUp() throws {
    let home = try TaskHome()
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    let days = try home.list.tasks()
    try FileManager.default.removeItem(atPath: home.list.task(days[0]).path)
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.list.tasks() == days)
    #expect(try home.haru("tasks", "off").status == 0)
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.haru("tasks", "status").output.contains("the seven days before"))
    #expect(try home.haru("tasks", "on", "--no-week", home.list.path).status == 0)
    #expect(try home.haru("tasks", "status").output.contains("A task is kept for today."))
  }

  /// A phone that had no network for days still counts; what is older is removed.
  @Test func tasksStayForAWeek() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    try home.look(daysLater: 7)
    #expect(try home.list.tasks() == [home.day(0), home.day(7)])
    try home.list.task(home.day(0)).complete()
    try home.look(daysLater: 8)
    #expect(try home.marks == [home.day(0)])
    #expect(try home.list.tasks() == [home.day(7), home.day(8)])
    // It comes back once more, and goes.
    #expect(try home.haru("unmark", "\(home.day(0))").status == 0)
    try home.list.task(home.day(0)).write(completed: true)
    try home.look(daysLater: 8)
    #expect(try home.list.tasks() == [home.day(7), home.day(8)])
    #expect(try home.marks == [], "it says what it said before")
  }

  /// The clock of the phone may be wrong.
  @Test func nothingIsSaidLaterThanNow() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    try home.list.task(home.today).complete(at: "20991231T235900Z")
    try home.look()
    #expect(try home.marks == [home.today])
    #expect(try !home.haru("explain", "--json").output.contains("2099"))
  }

  /// The look may come long after it.
  @Test func itIsSaidWhenTheTaskWasCompleted() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    try home.list.task(home.today).complete(at: "20200102T120000Z")
    try home.look()
    #expect(try home.haru("explain", "--json").output.contains("2020-01-02T"))
  }

  /// A clock that was ahead has left it.
  @Test func aTaskOfADayToComeMarksNothing() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    try home.look(daysLater: 1)
    try home.list.task(home.day(1)).complete()
    try home.look()
    #expect(try home.marks == [])
  }

  @Test func aTaskThatIsDeletedStaysDeleted() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.haru("mark").status == 0)
    try home.list.task(home.today).wait { $0.contains("STATUS:COMPLETED") }
    unlink(home.list.task(home.today).path)
    try home.look()
    #expect(try home.list.tasks() == [])
    #expect(try home.marks == [home.today], "to delete a task clears nothing")
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.list.task(home.today).text.contains("STATUS:COMPLETED"))
  }

  @Test func aRestDayHasNoTask() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.haru("rest", "today").status == 0)
    try home.look()
    #expect(try home.list.tasks() == [])
    #expect(try home.haru("rest", "--clear", "today").status == 0)
    try home.look()
    #expect(try home.list.tasks() == [home.today])
  }

  @Test func onlyItsOwnFilesAreTouched() throws {
    let others = [
      "shopping.ics": "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:shopping\nEND:VTODO\nEND:VCALENDAR\n",
      "haru-2026-99-99.ics": "no day", "color": "#ff0000", "haru-\(try home.day(-1)).ics": "mine",
      "haru-2019-03-02.ics": TaskFile.text(try #require(Day("2019-03-02")), completed: true),
      "haru-\(try home.day(1)).ics": TaskFile.text(try home.day(1), completed: true),
    ]
    for (name, text) in others { try home.list.write(text, to: name) }
    let on = try home.haru("tasks", "on", "--week", home.list.path)
    #expect(on.status == 73)
    let yesterday = "haru-\(try home.day(-1)).ics"
    let problem =
      "\(yesterday) in \(home.list.path) is not one of Haru's tasks; delete it, or move it away"
    #expect(on.errors.contains(problem), "\(on.errors)")
    #expect(try home.haru("tasks", "status").output.contains("No tasks are kept"))
    #expect(try home.haru("tasks", "on", home.list.path).status == 73)
    unlink(home.list(yesterday))
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    try home.list.write("mine", to: yesterday)
    #expect(try home.haru("mark").status == 0)
    try home.list.task(home.today).wait { $0.contains("STATUS:COMPLETED") }
    #expect(try home.status { $0.contains(problem) }.contains(problem))
    #expect(try home.haru("status").output.contains("\ntasks: \(problem)\n"))
    #expect(try home.haru("doctor").output.contains("✗ tasks: \(problem)"))
    #expect(try home.haru("tasks", "off").status == 0)
    for (name, text) in others { #expect(try home.list.read(name) == text, "\(name)") }
    #expect(
      try home.marks == [home.today], "neither a day to come nor one that Haru never asked for")
  }

  @Test func aFolderThatIsGoneIsSaidAndUsedWhenItIsBack() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    rename(list.path, list.path + ".away")
    #expect(try desk.haru("mark").status == 0)
    let missing = "there is no folder \(list.path); make it, or connect its disk"
    try desk.waitUntil("status") { $0.contains(missing) }
    rename(list.path + ".away", list.path)
    try list.task(desk.today).wait { $0.contains("STATUS:COMPLETED") }
    try desk.waitUntil("status") { !$0.contains(missing) }
  }

  /// With or without an agent; what the list says is taken at once.
  @Test func aCheckLooksAtOnceAndSaysWhatIsWrong() throws {
    #expect(try home.haru("tasks", "check").status == 1)
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    try home.list.task(home.today).complete()
    let check = try home.haru("tasks", "check")
    #expect(check.output == "Everything in the folder could be read.\n")
    #expect(try home.marks == [home.today])
    rename(home.list.path, home.list.path + ".away")
    let missing = try home.haru("tasks", "check")
    #expect(missing.status == 66 && missing.errors.contains(home.list.path), "\(missing)")
    #expect(try home.haru("tasks", "status").output.contains("there is no folder"))
    rename(home.list.path + ".away", home.list.path)
    #expect(try home.haru("tasks", "check").status == 0)
    try home.list.write("no task", to: "haru-\(home.today).ics")
    let refused = try home.haru("tasks", "check")
    #expect(refused.status == 73 && refused.errors.contains("is not one of Haru's tasks"))
  }

  @Test func whatCannotBeAFolderIsRefused() throws {
    let none = try home.haru("tasks", "on", home.list("none"))
    #expect(none.status == 66 && none.errors.contains("there is no folder"))
    let file = try home.list.write("", to: "file")
    for command in ["tasks", "sync"] {
      #expect(try home.haru(command, "on", file).errors == "haru: not a folder: \(file)\n")
    }
    #expect(try home.haru("tasks", "off").errors.contains("No tasks are kept. To begin"))
  }

  @Test func anotherFolderIsUsedInItsPlace() throws {
    let other = Scratch()
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.haru("tasks", "on", other.path).status == 0)
    #expect(try home.list.tasks() == [])
    #expect(try other.tasks() == [home.today])
  }

  /// After a journey to the west, today's task is one of tomorrow.
  @Test func tasksOfDaysToComeAreRemovedToo() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    try home.look(daysLater: 1)
    #expect(try home.list.tasks() == [home.today, home.day(1)])
    #expect(try home.haru("tasks", "off").status == 0)
    #expect(try home.list.tasks() == [])
  }

  @Test func aFileThatIsNotItsOwnKeepsNoOtherFromBeingRemoved() throws {
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    let oldest = "haru-\(try home.day(-7)).ics"
    try home.list.write("mine", to: oldest)
    let off = try home.haru("tasks", "off")
    #expect(off.status == 0 && off.errors.contains("could not remove all"), "\(off.errors)")
    #expect(off.errors.contains(oldest), "\(off.errors)")
    #expect(try home.list.tasks() == [home.day(-7)])
    #expect(try home.list.read(oldest) == "mine")
  }

  /// A look that began before, and waited for its turn.
  @Test func aLookThatComesLateMakesNoTaskAgain() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    let folder = open(home.list.path, O_RDONLY | O_DIRECTORY)
    try #require(flock(folder, LOCK_EX) == 0)
    var started: Child?
    // It has opened the folder when it waits.
    try eventually(watching: home.list.path, opening: true) {
      defer { if started == nil { started = try? home.start(["exchange", "tasks"]) } }
      return started != nil
    }
    let look = try #require(started)
    unlink(home.list.task(home.today).path)
    try home.forgetList()
    close(folder)
    #expect(try look.wait() == .exited(0))
    #expect(try home.list.tasks() == [])
  }

  /// What was done while its disk was away counts more than what its tasks said before.
  @Test func toBeginAgainTakesNothingBack() throws {
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.haru("mark").status == 0)
    try home.list.task(home.today).wait { $0.contains("STATUS:COMPLETED") }
    rename(home.list.path, home.list.path + ".away")
    #expect(try home.haru("unmark").status == 0)
    #expect(try home.status { $0.contains("there is no folder") }.contains("there is no folder"))
    rename(home.list.path + ".away", home.list.path)
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    #expect(try home.marks == [])
    #expect(try home.list.task(home.today).text.contains("STATUS:NEEDS-ACTION"))
    #expect(try home.list.tasks().count == 8)
  }

  @Test func aFolderThatCannotBeUsedLeavesTheOneBefore() throws {
    let other = Scratch()
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    let before = try home.list.texts()
    let (mine, theirs) = ("haru-\(try home.day(-3)).ics", "haru-\(try home.day(-5)).ics")
    try other.write("mine", to: mine)
    try other.write(TaskFile.text(home.day(-5), completed: false), to: theirs)
    let there = try other.texts()
    let on = try home.haru("tasks", "on", "--week", other.path)
    #expect(on.status == 73 && on.errors.contains(mine), "\(on.errors)")
    #expect(try home.list.texts() == before)
    #expect(try other.texts() == there)
    let status = "Folder: \(home.list.path)\nTasks are kept for today and the seven days before.\n"
    #expect(try home.haru("tasks", "status").output == status)
    try home.list.task(home.day(-6)).complete()
    try home.look()
    #expect(try home.marks == [home.day(-6)])
  }

  /// As when a program that carries files has put everything in place anew.
  @Test func aFolderThatCameWithThatAboveItIsFollowed() throws {
    let desk = try Desk(agent: ExchangeDiary.agent)
    let folder = try list.makeFolder("above/middle/list")
    let open = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", folder).status == 0)
    rename(list("above"), list("before"))
    try FileManager.default.copyItem(atPath: list("before"), toPath: list("above"))
    try desk.console.press("Study", on: open)
    let today = TaskFile(day: desk.today, path: folder + "/haru-\(desk.today).ics")
    try today.wait { $0.contains("STATUS:COMPLETED") }
    // Its own writing leads to one more look.
    try ExchangeDiary(of: desk).settle("tasks")
    try today.open()
    try eventually(watching: desk.home(Desk.storeFolder)) { try !desk.isStudied }
  }

  @Test func aFolderThatWasMovedIsTheSame() throws {
    let place = Scratch()
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    rename(home.list.path, place("list"))
    let on = try home.haru("tasks", "on", "--week", place("list"))
    #expect(on.status == 0 && !on.errors.contains("stay in the folder"), "\(on.errors)")
    rename(place("list"), home.list.path)
    // As when the old path leads to the new place.
    try #require(symlink(home.list.path, place("list")) == 0)
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    #expect(try home.list.tasks().count == 8)
  }

  /// The title is in the user's language, and stays as it was made.
  @Test(arguments: [("de_DE", "Lernen"), ("ko_KR", "공부")])
  func theTitleIsInTheUsersLanguage(_ language: String, _ title: String) throws {
    let home = try TaskHome(["LANG": language + ".UTF-8", "LC_ALL": ""])
    #expect(try home.haru("tasks", "on", home.list.path).status == 0)
    #expect(try home.list.task(home.today).text.contains("\r\nSUMMARY:\(title)\r\n"))
  }

  /// The agent's process looks while a command does: they write one file after the other.
  @Test func looksAtTheSameTimeDoNotDisturbEachOther() throws {
    for round in 0..<15 {
      #expect(try home.haru("tasks", "on", home.list.path).status == 0)
      unlink(home.list.task(home.today).path)
      let commands = [["tasks", "on", home.list.path], ["mark"], ["unmark"]]
      let looks = try (commands + (0..<4).map { _ in ["exchange", "tasks"] }).map(home.start)
      for look in looks { #expect(try look.wait() == .exited(0), "round \(round)") }
      try home.look()
      let status = try home.haru("tasks", "status").output
      #expect(status == "Folder: \(home.list.path)\nA task is kept for today.\n", "round \(round)")
      let isDone = try home.list.task(home.today).text.contains("STATUS:COMPLETED")
      #expect(try home.marks.contains(home.today) == isDone, "round \(round)")
      _ = try home.haru("unmark")
      try home.look()
    }
  }

  /// Commands and looks are killed at any moment: what was said on either side is on both.
  @Test func whatWasSaidOutlivesKills() throws {
    var random = Seeded()
    #expect(try home.haru("tasks", "on", "--week", home.list.path).status == 0)
    var killed = 0
    for round in 0..<40 {
      let day = try home.day(-(round % 8))
      let studied = try home.marks.contains(day)
      let isInList = Bool.random(using: &random)
      if isInList {
        try home.list.task(day).write(completed: !studied)
      } else {
        _ = try home.haru("later", "off")
        #expect(try home.start([studied ? "unmark" : "mark", "\(day)"]).wait() == .exited(0))
      }
      let look = try home.start(["exchange", "tasks"])
      let time = Duration.microseconds(Int.random(in: 0...30_000, using: &random))
      if try look.kill(after: time) { killed += 1 }
      try home.look()
      #expect(try home.marks.contains(day) == !studied, "round \(round), in the list: \(isInList)")
      #expect(try home.list.task(day).text.contains("STATUS:COMPLETED") == !studied)
    }
    #expect(killed > 5, "\(killed)")
    #expect(try home.list.tasks().count == 8)
    #expect(try home.haru("store", "check").status == 0)
  }
}

/// A user's files and a task list, without a session.
private final class TaskHome {
  let list = Scratch()
  private let home = Scratch()
  private let zone = MadeZone.morning
  private let environment: [String: String]

  init(_ more: [String: String] = [:], marks: [Int] = []) throws {
    environment = Support.environment(home: home.path, zone: zone.name, more)
    let days = marks.compactMap { zone.today.advanced(by: -$0) }
    if !days.isEmpty { try Desk.mark(days, in: home) }
  }

  var today: Day { zone.today }

  func day(_ after: Int) throws -> Day { try #require(today.advanced(by: after)) }

  var marks: [Day] {
    get throws { try Store(path: home(Desk.storePath), for: .reading).markedDays() }
  }

  /// Marks today; a command would look at the list behind itself.
  func mark() throws { try makeStore(at: home(Desk.storePath), marking: [today]) }

  /// Ends the list as a command does, without a look.
  func forgetList() throws {
    try Store(path: home(Desk.storePath), for: .writing)
      .setTaskList(TaskList(folder: nil, keepsWeek: false))
  }

  /// The trigger of an alarm of today, or of some days later.
  func alarm(_ hour: Int, _ minute: Int = 0, daysLater days: Int = 0) throws -> String {
    zone.alarm(hour, minute, on: try day(days))
  }

  /// Sets the times of reminders.
  func remind(_ times: String...) throws {
    try haru("config", "set", "Notifications.remind-at", times.joined(separator: ";")).succeeded()
  }

  /// Runs todoman with the list.
  func todoman(_ words: String...) throws -> String {
    let settings = try home.write(
      "path = '\(list.path)'\ncache_path = '\(home("todoman.sqlite"))'\n", to: "todoman.py")
    return try Child.run(
      "todoman", ["--config", settings] + words, environment: environment
    ).succeeded()
  }

  func start(_ words: [String]) throws -> Child {
    try Child(Built.product("haru"), words, environment: environment)
  }

  func haru(_ words: String...) throws -> Child.Outcome {
    try environment.haru(words)
  }

  /// Looks at the list as the agent does, some days later.
  func look(daysLater days: Int = 0) throws {
    try environment.haru(at: "+\(days * 86_400) seconds", "exchange", "tasks").succeeded()
  }

  /// Waits for what `haru tasks status` says.
  func status(_ isWanted: (String) -> Bool) throws -> String {
    var status = ""
    try eventually(watching: home(Desk.storeFolder)) {
      status = try haru("tasks", "status").output
      return isWanted(status)
    }
    return status
  }
}

extension MadeZone {
  fileprivate static let trigger = "TRIGGER;VALUE=DATE-TIME:"

  /// The trigger of an alarm on a day.
  fileprivate func alarm(_ hour: Int, _ minute: Int = 0, on day: Day) -> String {
    let days = day.days(since: Day(year: 1970, month: 1, day: 1) ?? .earliest)
    let instant = Date(
      timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 - offset))
    let digits = instant.ISO8601Format().filter { $0 != "-" && $0 != ":" }
    return MadeZone.trigger + digits
  }
}

extension Desk {
  /// The trigger of an alarm of today.
  fileprivate func alarm(_ hour: Int, _ minute: Int = 0) -> String {
    zone.alarm(hour, minute, on: today)
  }

}

/// The file of a day, as other programs see it.
private struct TaskFile {
  let day: Day
  let path: String

  var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  /// The triggers of the alarms that are Haru's.
  var alarms: [String] {
    get throws {
      let lines = try text.components(separatedBy: "\r\n")
      return lines.filter { $0.hasPrefix(MadeZone.trigger) }
    }
  }

  func write(_ text: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Writes it as a program does that has read it.
  func complete(at time: String = "20261120T101500Z") throws {
    try replace(
      "STATUS:NEEDS-ACTION",
      "STATUS:COMPLETED\r\nCOMPLETED:\(time)\r\nPERCENT-COMPLETE:100")
  }

  func open() throws { try replace("STATUS:COMPLETED", "STATUS:NEEDS-ACTION") }

  private func replace(_ old: String, _ new: String) throws {
    let text = try text
    #expect(text.contains(old), "\(text)")
    try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Writes it as a program does that has dropped what it does not know.
  func write(completed: Bool) throws {
    try TaskFile.text(day, completed: completed)
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  static func text(_ day: Day, completed: Bool) -> String {
    """
    BEGIN:VCALENDAR
    BEGIN:VTODO
    UID:haru-\(day)
    STATUS:\(completed ? "COMPLETED" : "NEEDS-ACTION")
    END:VTODO
    END:VCALENDAR

    """
  }

  func wait(until isWanted: (String) -> Bool) throws {
    do {
      try eventually(watching: path) { (try? text).map(isWanted) ?? false }
    } catch Failure.late(let place) {
      throw Failure.late("\(place), \((try? text) ?? "no file")")
    }
  }
}

extension Scratch {
  fileprivate func task(_ day: Day) -> TaskFile {
    TaskFile(day: day, path: self("haru-\(day).ics"))
  }

  /// All files, by their names.
  fileprivate func texts() throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try read($0)) })
  }

  /// The days that have a task, oldest first.
  fileprivate func tasks() throws -> [Day] {
    try FileManager.default.contentsOfDirectory(atPath: path)
      .compactMap { Day(String($0.dropFirst(5).dropLast(4))) }.sorted()
  }
}

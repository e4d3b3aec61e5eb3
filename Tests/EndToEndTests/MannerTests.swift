import Foundation
import HaruCore
import Support
import Testing

/// What each server gets, by the name that it answers (docs/servers.md#manners).
@Suite(.serialized)
struct MannerTests {
  static let dunst = ["--name", "dunst"]
  static let mako = ["--name", "mako"]
  static let notificationDaemon = ["--name", "Notification Daemon", "--vendor", "GNOME"]
  static let xfce = ["--name", "Xfce Notify Daemon"]
  static let lxqt = ["--name", "lxqt-notificationd"]
  static let gnome = ["--name", "gnome-shell", "--server-version", "43.9"]
  static let swaync = ["--name", "SwayNotificationCenter"]
  static let plasma = ["--name", "Plasma", "--server-version", "5.27.5"]

  /// These draw `default` as a button, or do something better with a click on the body.
  @Test(arguments: [xfce, gnome, plasma])
  func noDefaultWhereItHarms(server: [String]) throws {
    let desk = try Desk(server, marks: [1])
    #expect(try desk.console.shown().actions.map(\.last) == ["Study", "Later", "Calendar"])
    // The next server has another manner.
    try desk.console.child.kill()
    try desk.startConsole()
    #expect(
      try desk.console.shown().actions.map(\.last) == ["Study", "Later", "Calendar", "Show again"])
  }

  /// Where nobody knows what is drawn, `default` may be a button, and two presses of it study: at most three
  /// are offered, and none that promises a look writes.
  @Test(arguments: ["Nobody's", "quickshell"])
  func noButtonThatPromisesALookWrites(server: String) throws {
    let desk = try Desk(["--name", server], marks: [1])
    let open = try desk.console.shown()
    #expect(open.actions.count == 3)
    #expect(open.actions.last == ["default", "Studied?"])
    #expect(try desk.haru("mark").status == 0)
    let studied = try desk.console.shown { $0.summary.hasPrefix("Studied") }
    #expect(studied.actions.count == 3)
    #expect(studied.actions.last == ["default", "Not studied?"])
  }

  /// Budgie sends `default` after each button, which brought today straight back.
  @Test func laterStaysAwayOnBudgie() throws {
    let desk = try Desk(
      ["--name", "Budgie Notification Server", "--after-action", "new-id"], marks: [1])
    let open = try desk.console.shown()
    try desk.console.press("Later", on: open)
    try desk.console.click(open.id, "default")
    _ = try desk.console.events(during: .seconds(5))
    let titles = desk.console.history.compactMap { event in
      if case .notify(let shown) = event { shown.summary } else { nil }
    }
    #expect(titles.count > 1 && titles.dropFirst().allSatisfy { $0.hasPrefix("Back at ") })
    let last = try #require(desk.console.newest)
    #expect(desk.console.closesAsked.contains(last.id))
  }

  /// LXQt cuts seven letters of a button that has two others beside it.
  @Test func twoButtonsAreWholeOnLXQt() throws {
    let desk = try Desk(Self.lxqt, marks: [1])
    #expect(try desk.console.shown().actions.map(\.last) == ["Study", "Later"])
    #expect(try desk.haru("mark").status == 0)
    let studied = try desk.console.shown { $0.summary.hasPrefix("Studied") }
    #expect(studied.actions.map(\.last) == ["Calendar", "Undo"])
  }

  /// A phone: buttons are drawn, and nobody has a command line at hand.
  @Test func phoshNamesNoCommand() throws {
    let desk = try Desk(["--name", "Phosh Notify Daemon", "--vendor", "Phosh"])
    let open = try desk.console.shown()
    #expect(open.body == "Press Study when you have studied today.")
    #expect(open.actions.map(\.last) == ["Study", "Later", "Calendar", "Show again"])
  }

  /// Their buttons change where they stand, and nothing moves.
  @Test(arguments: [dunst, notificationDaemon, plasma])
  func newButtonsTakeTheOldOnesPlace(server: [String]) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(try desk.haru("mark").status == 0)
    let studied = try desk.console.shown()
    #expect(studied.replaces == open.id)
    #expect(studied.labels == ["Calendar", "Undo"])
    // mako died of this hint on a replacement.
    #expect(studied.hints["x-canonical-private-synchronous"] == nil)
    #expect(try desk.haru("unmark").status == 0)
    #expect(try desk.console.shown().replaces == open.id)
  }

  /// A click is answered in place where the notification stays, and the old bubble of
  /// notification-daemon goes with the click.
  @Test(arguments: [(plasma, true), (notificationDaemon, false)])
  func aClickIsAnsweredWhereItWasMade(server: [String], stays: Bool) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(open.hints["resident"] == (stays ? "true" : nil))
    let studied = try desk.console.shown(afterPressing: "Study", on: open)
    #expect(studied.replaces == (stays ? open.id : 0))
    #expect(studied.mark == true)
    #expect(!desk.console.history.contains { $0.isClose })
  }

  /// Another day, and a reminder, is something new.
  @Test func whatComesByItselfIsNewOnEveryServer() throws {
    let (desk, open) = try MadeZone.beforeMidnight(in: 6) { zone in
      let desk = try Desk(Self.plasma, zone: zone, marks: [1])
      return (desk, try desk.console.shown())
    }
    let next = try desk.console.shown(within: .seconds(90))
    #expect(next.replaces == 0)
    #expect(try desk.console.closed(open.id) == 3)
  }

  /// GNOME 43 drops the buttons of what is replaced while its banner is up.
  @Test func gnomeGetsANewNotificationForANewText() throws {
    let desk = try Desk(Self.gnome, marks: [1, 3])
    let open = try desk.console.shown()
    #expect(try desk.haru("mark", "-2").status == 0)
    let longer = try desk.console.shown()
    #expect(longer.replaces == 0)
    #expect(longer.labels == ["Study", "Later", "Calendar"])
    #expect(try desk.console.closed(open.id) == 3)
  }

  /// Plasma refuses what says the same as something of the last second, and LXQt drops it.
  @Test(arguments: [plasma, lxqt])
  func whatStandsThereIsNotShownTwice(server: [String]) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(try desk.haru("notify").status == 0)
    let events = try desk.console.eventsSoFar()
    #expect(events.filter { $0.isNotify || $0.isClose } == [])
    try desk.console.dismiss(open.id)
    #expect(try desk.haru("notify").status == 0)
    #expect(try desk.console.shown().summary == open.summary)
  }

  /// GNOME draws the buttons of a critical notification at once, and keeps it on the screen.
  @Test(arguments: [(gnome, "0x02"), (plasma, "0x01")])
  func whatTheUserAskedForHasItsButtonsAtOnce(server: [String], urgency: String) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(open.hints["urgency"] == "0x01")
    try desk.console.dismiss(open.id)
    #expect(try desk.haru("notify").status == 0)
    let asked = try desk.console.shown()
    #expect(asked.hints["urgency"] == urgency)
    let studied = try desk.console.shown(afterPressing: "Study", on: asked)
    #expect(studied.hints["urgency"] == "0x01")
    // A studied day asks for nothing.
    try desk.console.dismiss(studied.id)
    #expect(try desk.haru("notify").status == 0)
    #expect(try desk.console.shown().hints["urgency"] == "0x01")
  }

  /// LXQt shows an entry of its tray with a new id.
  @Test func aClickInTheTrayOfLXQtCountsForTheDayOfItsKey() throws {
    let desk = try Desk(Self.lxqt, marks: [2])
    let open = try desk.console.shown()
    try desk.console.command("expire \(open.id)")
    try desk.console.closed(open.id)
    try desk.console.click(77, try open.key(of: "Study"))
    #expect(try desk.console.shown().mark == true)
    let yesterday = try #require(desk.today.advanced(by: -1))
    // Within a second it would be the second half of a double click.
    _ = try desk.console.events(during: .seconds(1))
    try desk.console.click(78, "study:\(yesterday)")
    let both = try desk.console.shown()
    #expect(both.body.hasPrefix("Marked as studied: "))
    #expect(try desk.marks.prefix(2) == [desk.today, yesterday])
    // The entry would stay on the screen.
    try desk.console.closeAsked(78)
    // Without a day, or with the key of another program, it is not ours.
    _ = try desk.console.eventsSoFar()
    for key in ["default", "study", "open", "study:\(yesterday)x"] {
      try desk.console.click(79, key)
    }
    let events = try desk.console.eventsSoFar()
    #expect(events.filter { $0.isNotify || $0.isClose } == [])
  }

  /// Its id may be the one that the server has given, and not told yet.
  @Test func aClickInTheTrayOfLXQtCountsWhileAnIDIsOwed() throws {
    let desk = try Desk(Self.lxqt + ["--delay", "500"], marks: [1])
    let open = try desk.console.shown()
    try desk.console.click(77, try open.key(of: "Study"))
    #expect(try desk.console.shown().mark == true)
  }

  /// Some servers keep what they show over their restart, and nobody knows which.
  @Test func aKeyThatNamesItsDayCountsOnAnyID() throws {
    let desk = try Desk(Self.plasma, marks: [1])
    let open = try desk.console.shown()
    for key in ["default", "study", "study:2026-02-30"] { try desk.console.click(77, key) }
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect(try !desk.isStudied)
    try desk.console.click(77, try open.key(of: "Study"))
    #expect(try desk.console.shown { $0.summary.hasPrefix("Studied") }.mark == true)
    try desk.console.closeAsked(77)
  }

  /// No button can be reached there: a click on the body asks, and a second one studies.
  @Test func aSecondClickOnTheBodyStudies() throws {
    let desk = try Desk(Self.mako + ["--after-action", "new-id"], marks: [1])
    let open = try desk.console.shown()
    #expect(open.body.hasSuffix("Studied? Click here twice"))
    try desk.console.click(open.id, "default")
    let question = try desk.console.shown()
    #expect(question.summary == "Click again if you have studied today")
    #expect(question.expire == 0)
    // The second half of a double click, on either of them, is no answer.
    try desk.console.click(open.id, "default")
    try desk.console.click(question.id, "default")
    let still = try desk.console.shown()
    #expect(still.summary == question.summary)
    try desk.console.waitForDoubleClick()
    #expect(try !desk.isStudied)
    let last = try #require(desk.console.newest)
    try desk.console.click(last.id, "default")
    let studied = try desk.console.shown { $0.summary.hasPrefix("Studied") }
    #expect(studied.mark == true)
    // The same undoes it.
    try desk.console.waitForDoubleClick()
    try desk.console.click(studied.id, "default")
    let undo = try desk.console.shown()
    #expect(undo.summary == "Click again to undo")
    try desk.console.waitForDoubleClick()
    #expect(try desk.isStudied)
    try desk.console.click(undo.id, "default")
    #expect(try desk.console.shown().summary == open.summary)
    #expect(try !desk.isStudied)
  }

  /// Only a middle click is heard there.
  ///
  /// No button is drawn, whatever program for menus is there: dunst's menu takes no pointer, and keeps the keyboard.
  @Test(arguments: ["true -p dunst", "/no/such/menu"])
  func dunstSaysWhichButtonOfTheMouse(menu: String) throws {
    let desk = try Desk(Self.dunst) {
      try $0.write("[global]\n    dmenu = \(menu)\n", to: ".config/dunst/dunstrc")
    }
    let open = try desk.console.shown()
    #expect(open.body == "Studied? Middle-click here twice, or haru mark")
    #expect(open.actions.last == ["default", "Studied?"])
    #expect(try desk.haru("mark").status == 0)
    let studied = try desk.console.shown { $0.summary.hasPrefix("Studied") }
    #expect(studied.body.hasSuffix("To undo: middle-click here twice, or haru unmark"))
  }

  /// elementary OS shows a bar of progress for a notification with a tag.
  @Test(arguments: [(dunst, true), (mako, true), (swaync, true), (plasma, false), ([], false)])
  func onlySomeServersGetATag(server: [String], gets: Bool) throws {
    let desk = try Desk(server, marks: [1])
    #expect(try desk.console.shown().hints.keys.contains("x-canonical-private-synchronous") == gets)
  }

  /// Most draw either of them; LXQt only the icon, which the hint hides, and Budgie only the hint.
  @Test(arguments: [
    ([], true, true), (lxqt, true, false), (["--name", "Budgie Notification Server"], false, true),
  ])
  func thePictureIsWhereItIsDrawn(server: [String], asIcon: Bool, asImage: Bool) throws {
    let desk = try Desk(server, marks: [1])
    let open = try desk.console.shown()
    #expect(open.icon.contains("/monthly-") == asIcon)
    #expect(open.hints["image-path"]?.contains("/monthly-") ?? false == asImage)
  }

  /// Enlightenment up to 0.25 calls itself e17, and draws a picture without saying so.
  @Test func enlightenmentGetsATitleThatItDraws() throws {
    let desk = try Desk(
      ["--name", "e17", "--vendor", "enlightenment.org", "--capabilities", "body,body-markup"],
      marks: [1])
    let open = try desk.console.shown()
    #expect(open.summary.utf8.count == open.summary.count)
    #expect(open.hints["image-path"]?.contains("/monthly-") == true)
    #expect(open.body.hasSuffix("Studied? haru mark"))
    #expect(try desk.haru("mark").status == 0)
    #expect(try desk.console.shown().summary.count <= 29)
  }

  /// COSMIC takes a path for the name of an icon.
  @Test func thePictureOfCOSMICIsAnAddress() throws {
    let desk = try Desk(["--name", "cosmic-notifications"], marks: [1])
    let open = try desk.console.shown()
    #expect(open.icon.hasPrefix("file:///") && open.icon.contains("/monthly-"))
    #expect(open.hints["image-path"] == "'\(open.icon)'")
  }

  /// notify-osd makes a dialog of what has no end, whose button says `default`, and gives it no id.
  @Test func withoutButtonsNothingComesAgainForAClick() throws {
    let desk = try Desk(["--name", "notify-osd", "--capabilities", "body,icon-static"], marks: [1])
    let open = try desk.console.shown()
    #expect(open.expire == -1 && open.actions == [])
    #expect(open.body.hasSuffix("Studied? haru mark"))
    try desk.console.click(open.id, "default")
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
  }

  @Test func anIDOfNothingIsNone() throws {
    let desk = try Desk(["--name", "notify-osd", "--capabilities", "body", "--no-id"], marks: [1])
    _ = try desk.console.shown()
    #expect(try desk.haru("mark").status == 0)
    let events = try desk.console.eventsSoFar()
    #expect(events.filter { $0.isNotify || $0.isClose } == [])
    #expect(try desk.haru("notify").status == 0)
    #expect(try desk.console.shown().summary.hasPrefix("Studied"))
  }

  /// The popup of Plasma has gone, and an update makes no new one.
  @Test func aSilentUpdateDoesNotMakeItSeen() throws {
    let desk = try Desk(Self.plasma, marks: [1, 3])
    _ = try desk.console.shown()
    _ = try desk.console.events(during: .milliseconds(5200))
    #expect(try desk.haru("mark", "-2").status == 0)
    let longer = try desk.console.shown()
    #expect(longer.replaces != 0)
    #expect(try desk.haru("notify").status == 0)
    #expect(try desk.console.shown().replaces == 0)
  }

  /// A title begins with the state; where it would be cut, the date has a line of its own.
  @Test(arguments: [(plasma, false), (swaync, true)])
  func aTitleIsNotCut(server: [String], isNarrow: Bool) throws {
    let desk = try Desk(server) { try $0.write("no store", to: Desk.storePath) }
    let shown = try desk.console.shown()
    let state = "Cannot read your days"
    #expect(isNarrow ? shown.summary == state : shown.summary.hasPrefix(state + ": "))
    let lines = shown.body.split(separator: "\n")
    #expect(lines.count == (isNarrow ? 2 : 1))
    #expect((isNarrow ? String(lines[1]) : shown.summary).contains("\(desk.today.dayOfMonth) "))
  }

  /// mako draws five lines, GNOME one until the pointer is on it; the last one is left out there.
  ///
  /// No day of a month counts on its first morning.
  @Test(arguments: [(plasma, true), (mako, false), (gnome, false)])
  func noLineIsCut(server: [String], hasMonth: Bool) throws {
    let desk = try Desk(server, marks: [1])
    #expect(
      try desk.console.shown().body.contains(" this month")
        == (hasMonth && desk.today.dayOfMonth > 1))
  }

  /// A button that cannot be reached is not named, and where there is little room `haru doctor` stands
  /// for the lines that it prints too.
  @Test(arguments: [(plasma, true), (gnome, true), (mako, false)])
  func theTextSaysWhatCanBeDoneThere(server: [String], hasButtons: Bool) throws {
    let desk = try Desk(server)
    let first = try desk.console.shown()
    #expect(first.body.contains("Press Study") == hasButtons)
    #expect(first.body.hasSuffix("Studied? Click here twice") != hasButtons)
    #expect(!first.body.contains("haru mark"))
    #expect(try desk.haru("mark").status == 0)
    _ = try desk.console.shown { $0.summary.hasPrefix("Studied") }
    try desk.agent.terminate()
    try "no store".write(toFile: desk.home(Desk.storePath), atomically: false, encoding: .utf8)
    try desk.startAgent()
    let blind = try desk.console.shown { $0.summary.hasPrefix("Cannot read your days") }
    #expect(blind.body.contains("\nharu store restore ") == hasButtons)
    #expect(blind.body.contains("What to do: haru doctor") != hasButtons)
  }

  /// For a report, and before anything is shown: a studied day shows nothing at a login.
  @Test(arguments: [
    (plasma, "known as Plasma · buttons are drawn, Study is one click · pictures are drawn"),
    (gnome, "known as gnome-shell · buttons are in the banner only, Study is one click there"),
    (mako, "known as mako · buttons are nowhere, a second click on the text studies"),
    (
      ["--name", "Nobody's"],
      "unknown to Haru · buttons may be drawn, and a second click on the text studies"
    ),
  ])
  func doctorTellsWhatTheServerWasFoundToBe(server: [String], found: String) throws {
    let desk = try Desk(server, marks: [0])
    try desk.waitForAgent()
    try desk.waitUntil("doctor") { $0.contains("notification server: \(found)") }
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    // A server may take its buttons away, as one does in its *do not disturb*, or go.
    try desk.console.command("capabilities body")
    #expect(try desk.haru("doctor").output.contains("haru mark studies · pictures"))
    try desk.console.child.kill()
    #expect(try !desk.haru("doctor").output.contains("pictures are"))
  }

  @Test func doctorNamesAServerThatDoesNotAnswer() throws {
    let desk = try Desk(Self.plasma, marks: [0])
    try desk.console.command("hang")
    let report = try desk.haru("doctor").output
    #expect(report.contains("notification server: does not answer"))
    #expect(!report.contains("shows no buttons") && !report.contains("pictures are"))
  }

  /// The popup of Plasma goes after five seconds, and the entry in its list is changed without a sight:
  /// what the user asks for is shown as something new.
  @Test func whatTheUserAsksForIsSeenAfterThePopupHasGone() throws {
    let desk = try Desk(Self.plasma, marks: [1])
    let open = try desk.console.shown()
    _ = try desk.console.events(during: .milliseconds(5200))
    #expect(try desk.haru("notify").status == 0)
    let again = try desk.console.shown()
    #expect(again.summary == open.summary && again.replaces == 0)
    // The popup is there: the answer takes its place.
    let studied = try desk.console.shown(afterPressing: "Study", on: again)
    #expect(studied.summary.hasPrefix("Studied") && studied.replaces == again.id)
  }

  /// A closed bubble stays on the screen there until its time is over, and one that waits for its
  /// answer has no end.
  @Test func theBubbleOfNotificationDaemonGoesWithItsNotification() throws {
    let desk = try Desk(Self.notificationDaemon, marks: [1])
    let open = try desk.console.shown()
    #expect(open.expire == 0)
    _ = try desk.agent.line(from: .errors) { $0.hasSuffix("shown: \(open.id)") }
    try desk.agent.terminate()
    let last = try desk.console.shown()
    #expect(last.replaces == open.id)
    #expect(last.expire == 1)
    // Its time can be over before the server reads that the agent closes it.
    #expect([1, 3].contains(try desk.console.closed(open.id)))
  }
}

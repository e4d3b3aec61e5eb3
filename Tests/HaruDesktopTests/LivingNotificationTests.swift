import HaruCore
import HaruDesktop
import HaruNotify
import OwnProcess
import Support
import Testing

/// One living notification on a server that answers later than newer content waits.
@Suite struct LivingNotificationTests {
  /// The older notification is closed when the answer arrives.
  @Test func newerContentIsSentWithoutAnOverdueAnswer() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--delay", "1000"])
      let living = Living(scene, answerLimitMilliseconds: 300)
      living.notification.show(content("older"), .answer)
      let older = try living.shown(by: console)
      living.notification.update(content("newer"))
      let newer = try living.shown(by: console)
      #expect(newer.summary == "newer" && newer.replaces == 0)
      #expect(newer.atMicroseconds - older.atMicroseconds < 900_000)
      #expect(living.ids.next() == newer.id)
      #expect(try console.closed(older.id) == 3)
      try console.settle()
      #expect(!console.history.contains(.closed(newer.id, reason: 3)))
    }
  }

  @Test func anOverdueAnswerStillBringsTheID() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--delay", "700"])
      let living = Living(scene, answerLimitMilliseconds: 100)
      living.notification.show(content("first"), .answer)
      let first = try living.shown(by: console)
      #expect(living.problems.next() == "the notification server owes an answer for too long")
      try console.click(first.id, Intent.study(day).actionKey)
      #expect(living.ids.next() == first.id)
      let click = living.clicks.next()
      #expect(click?.intent == .study(day) && click?.isOnLiving == true)
      try console.command("delay 0")
      living.notification.update(content("second"))
      let second = try living.shown(by: console)
      #expect(second.replaces == first.id && second.id == first.id)
    }
  }

  /// Both texts were for the one that the user has put away meanwhile, and the server shows the newer again.
  @Test func anOverdueAnswerDoesNotCloseWhatIsReplaced() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let living = Living(scene, answerLimitMilliseconds: 100)
      living.notification.show(content("first"), .answer)
      let first = try living.shown(by: console)
      #expect(living.ids.next() == first.id)
      try console.command("delay 500")
      living.notification.update(content("second"))
      #expect(try living.shown(by: console).replaces == first.id)
      living.notification.update(content("third"))
      #expect(try living.shown(by: console).replaces == first.id)
      try console.command("dismiss \(first.id)")
      _ = living.ids.next()
      try console.settle()
      _ = try console.events(during: .zero)
      #expect(console.closesAsked == [])
    }
  }

  @Test func aNotificationWithdrawnBeforeItsIDArrivesIsClosed() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--delay", "500"])
      let living = Living(scene, answerLimitMilliseconds: 10_000)
      living.notification.show(content("title"), .answer)
      let shown = try living.shown(by: console)
      living.notification.withdraw()
      #expect(!living.notification.isShowing)
      living.notification.update(content("nothing is shown"))
      _ = living.ids.next()
      #expect(try console.closed(shown.id) == 3)
      #expect(console.history.count { if case .notify = $0 { true } else { false } } == 1)
    }
  }

  /// A process that ends at once takes what its worker has not sent with it.
  @Test func theEndWaitsForTheNotificationThatStandsInForAClosing() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--no-close", "--delay", "1000"])
      let living = Living(scene, answerLimitMilliseconds: 10_000)
      living.notification.show(content("title"), .answer)
      _ = living.ids.next()
      let heard = Mailbox<ContinuousClock.Instant>()
      let begin = ContinuousClock.now
      living.notification.withdraw()
      living.server.whenHeard(withinMilliseconds: 60_000) { heard.put(.now) }
      let end = try #require(heard.next(within: .seconds(60)))
      #expect(end - begin >= .seconds(1), "the server has not answered yet")
      _ = try console.shown()
      #expect(try console.shown().expire == 1)
    }
  }

  /// The end of what stands in for a closing is not that of the next notification, which may get its id.
  @Test func theIDOfAnEndedNotificationMayBeGivenAgain() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console([
        "--no-close", "--renumber", "--after-action", "same-id", "--delay", "300", "--delayed",
        "GetCapabilities,Notify",
      ])
      let living = Living(scene, answerLimitMilliseconds: 10_000)
      living.notification.show(content("one"), .request)
      _ = living.ids.next()
      living.notification.show(content("two"), .request)
      let second = living.ids.next()
      living.turn(for: .milliseconds(100))
      try console.settle()
      _ = try console.events(during: .zero)
      let ids = console.history.compactMap {
        if case .notify(let shown) = $0 { shown.id } else { nil }
      }
      #expect(ids == [1, 2, 2] && second == 2)
      #expect(living.notification.isShowing)
    }
  }

  @Test func aClickOnAnotherProgramsNotificationIsIgnored() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--delay", "500", "--broadcast"])
      let living = Living(scene, answerLimitMilliseconds: 10_000)
      living.notification.show(content("ours"), .answer)
      let ours = try living.shown(by: console)
      try console.click(ours.id + 1, Intent.study(day).actionKey)
      try console.click(ours.id, Intent.calendar(day).actionKey)
      #expect(living.ids.next() == ours.id)
      #expect(living.clicks.all().map(\.intent) == [.calendar(day)])
      // Not even if its id is ours later.
      living.notification.show(content("ours again"), .answer)
      #expect(try living.shown(by: console).id == ours.id + 1)
      #expect(living.ids.next() == ours.id + 1)
      #expect(living.clicks.all() == [])
    }
  }

  /// The next server may give our notification the id that was another program's.
  @Test func aClickOfAnEarlierServerIsForgotten() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--delay", "60000", "--broadcast"])
      let living = Living(scene, answerLimitMilliseconds: 60_000)
      living.notification.show(content("ours"), .answer)
      let ours = try living.shown(by: console)
      try console.click(ours.id + 1, Intent.study(day).actionKey)
      living.turn(for: .milliseconds(100))
      try console.child.kill()
      let next = try scene.console()
      let name = "org.freedesktop.Notifications"
      let stranger = try Child.call(
        name + ".Notify", of: name, ["Stranger", "0", "", "theirs", "", "[]", "{}", "0"],
        environment: scene.environment)
      #expect(stranger.output == "(uint32 \(ours.id),)\n", "\(stranger.errors)")
      #expect(try next.shown().summary == "theirs")
      #expect(try living.shown(by: next).id == ours.id + 1)
      #expect(living.ids.next() == ours.id + 1)
      #expect(living.clicks.all() == [])
    }
  }

  /// Many servers close all that they show when they end, and say so first.
  @Test func whatAServerClosesAtItsEndIsLost() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let living = Living(scene, answerLimitMilliseconds: 1000)
      let losses = Mailbox<Bool>()
      living.notification.onServer = { losses.put($0) }
      living.notification.show(content("ours"), .answer)
      let ours = try living.shown(by: console)
      #expect(living.ids.next() == ours.id)
      #expect(losses.next() == false)
      try console.command("expire \(ours.id)")
      #expect(try console.closed(ours.id) == 1)
      living.turn(for: .milliseconds(50))
      try console.child.kill()
      let next = try scene.console()
      #expect(losses.next() == true)
      try next.settle()
    }
  }

  /// HyprPanel and other shells of Astal keep what they show; elsewhere the id may be another program's by then.
  @Test(arguments: [["notifd", "astal"], ["Nobody's", "Nobody"], ["dunst", "knopwob"]])
  func whatAServerKeepsOverItsRestartIsClosed(server: [String]) async throws {
    await inOwnProcess(given: server) {
      let server = try Given.value(of: [String].self)
      let options = ["--name", server[0], "--vendor", server[1]]
      let scene = try Scene()
      let console = try scene.console(options)
      let living = Living(scene, answerLimitMilliseconds: 1000)
      living.notification.show(content("ours"), .answer)
      let ours = try living.shown(by: console)
      #expect(living.ids.next() == ours.id)
      try console.child.kill()
      living.turn(for: .milliseconds(50))
      let next = try scene.console(options)
      let wanted = server[0] == "dunst" ? [] : [ours.id]
      living.turn(for: .milliseconds(300))
      for _ in 0..<500 {
        _ = try next.events(during: .zero)
        if next.closesAsked == wanted { break }
        living.turn(for: .milliseconds(20))
      }
      #expect(next.closesAsked == wanted)
    }
  }

  /// The second half of a double click on a button closes on some servers what has come in its place.
  @Test func whatIsClosedWithinASecondOfItsAnswerIsShownOnceMore() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let living = Living(scene, answerLimitMilliseconds: 1000)
      @MainActor func isShownAgain(
        _ shown: Console.Shown, within limit: Duration = .milliseconds(300)
      ) throws -> Bool {
        #expect(living.ids.next() == shown.id)
        try console.command("dismiss \(shown.id)")
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
          living.turn(for: .milliseconds(20))
          if try console.events(during: .zero).contains(where: \.isNotify) { return true }
        }
        return false
      }
      // What came by itself, or was changed by a command, may be put away at once.
      living.notification.show(content("open"), .news(mayBeHeard: false))
      #expect(try !isShownAgain(try living.shown(by: console)))
      living.notification.show(content("open"), .news(mayBeHeard: false))
      let open = try living.shown(by: console)
      #expect(living.ids.next() == open.id)
      living.notification.update(content("changed", offering: .unstudy(day)))
      #expect(try !isShownAgain(try living.shown(by: console)))

      living.notification.show(content("studied"), .answer)
      #expect(try isShownAgain(try living.shown(by: console), within: .seconds(10)))
      let again = try #require(console.newest)
      #expect(again.summary == "studied")
      #expect(try !isShownAgain(again))
      #expect(living.notification.wasDismissed)
    }
  }

  @Test(arguments: ["any other", "Plasma", "gnome-shell"])
  func oneNotificationIsLeftInEveryOrderOfEvents(server: String) async throws {
    await inOwnProcess(given: server) {
      let server = try Given.value(of: String.self)
      let scene = try Scene()
      var generator = Seeded()
      let console = try scene.console(["--name", server])
      let living = Living(scene, answerLimitMilliseconds: 60)
      for step in 0..<200 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: try console.command("delay \(Int.random(in: 0...200, using: &generator))")
        case 1: try console.command(Bool.random(using: &generator) ? "hang" : "resume")
        case 2: living.notification.withdraw()
        case 3:
          if let id = standing(on: console).min() { try console.command("dismiss \(id)") }
        case 4, 5: living.notification.show(content("\(step)"), .answer)
        default:
          let intent = Bool.random(using: &generator) ? Intent.study(day) : .unstudy(day)
          living.notification.update(content("\(step)", offering: intent))
        }
        living.turn(for: .milliseconds(Int.random(in: 0...40, using: &generator)))
      }
      try console.command("delay 0")
      try console.command("resume")
      living.turn(for: .milliseconds(500))
      _ = try console.events(during: .zero)
      living.notification.show(content("last"), .answer)
      var last = try living.shown(by: console)
      while last.summary != "last" { last = try living.shown(by: console) }
      #expect(living.ids.all(within: .milliseconds(300)).last == last.id)
      try console.settle()
      #expect(standing(on: console) == [last.id])
    }
  }
}

/// The notifications that are on the screen.
private func standing(on console: Console) -> Set<UInt32> {
  console.history.reduce(into: []) { ids, event in
    switch event {
    case .notify(let shown): ids.insert(shown.id)
    case .closed(let id, _): ids.remove(id)
    default: break
    }
  }
}

private let day = Day.latest

private func content(_ title: String, offering intent: Intent = .study(day)) -> Content {
  Content(
    title: title, lines: ["line"],
    actions: [.init(intent, label: "Study"), .init(.calendar(day), label: "Open")],
    insteadOfButtons: .nothing)
}

/// A living notification of this process, and what it reports.
@MainActor
private final class Living {
  let server: NotificationServer
  let notification: LivingNotification
  let ids = Mailbox<UInt32>()
  let clicks = Mailbox<LivingNotification.Click>()
  let problems = Mailbox<String>()

  init(_ scene: Scene, answerLimitMilliseconds: Int) {
    server = NotificationServer(
      bus: scene.bus, applicationName: "Test", answerLimitMilliseconds: answerLimitMilliseconds)
    notification = server.makeNotification(
      from: Sender(id: "test", category: "x-test", tag: "test", icon: nil) { _ in "Show again" })
    notification.onShown = { [ids] in ids.put($0) }
    notification.onClick = { [clicks] in clicks.put($0) }
    server.onProblem = { [problems] in problems.put($0) }
  }

  /// What the server shows next, while the loop of this process runs.
  func shown(by console: Console) throws -> Console.Shown {
    for _ in 0..<500 {
      turn(for: .milliseconds(10))
      if let shown = try? console.shown(within: .zero) { return shown }
    }
    return try console.shown(within: .zero)
  }

  /// Runs the loop of this process for a while.
  func turn(for time: Duration) {
    _ = Mailbox<Void>().all(within: time)
  }
}

import HaruDesktop
import HaruNotify
import Support
import Testing

/// One living notification on a server that answers later than newer content waits.
@Suite struct LivingNotificationTests {
  @Test("newer content is sent without the overdue answer, which then closes the older one")
  func newerContent() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let console = try Console(environment: scene.environment, ["--delay", "1000"])
        let living = Living(scene, answerLimitMilliseconds: 300)
        living.notification.show(content("older"))
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
  }

  @Test("an overdue answer without newer content brings the id all the same")
  func lateID() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let console = try Console(environment: scene.environment, ["--delay", "700"])
        let living = Living(scene, answerLimitMilliseconds: 100)
        living.notification.show(content("first"))
        let first = try living.shown(by: console)
        #expect(living.problems.next() == "the notification server owes an answer for too long")
        try console.click(first.id, "study")
        #expect(living.ids.next() == first.id)
        let click = living.clicks.next()
        #expect(click?.key == "study" && click?.isOnLiving == true)
        try console.command("delay 0")
        living.notification.update(content("second"))
        let second = try living.shown(by: console)
        #expect(second.replaces == first.id && second.id == first.id)
      }
    }
  }

  @Test("what is withdrawn before its id is known is closed once it is")
  func withdrawn() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let console = try Console(environment: scene.environment, ["--delay", "500"])
        let living = Living(scene, answerLimitMilliseconds: 10_000)
        living.notification.show(content("title"))
        let shown = try living.shown(by: console)
        living.notification.withdraw()
        #expect(!living.notification.isShowing)
        living.notification.update(content("nothing is shown"))
        _ = living.ids.next()
        #expect(try console.closed(shown.id) == 3)
        #expect(console.history.count { if case .notify = $0 { true } else { false } } == 1)
      }
    }
  }

  @Test("a click on another program's notification is not taken for one on ours")
  func otherPrograms() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        let console = try Console(
          environment: scene.environment, ["--delay", "500", "--broadcast"])
        let living = Living(scene, answerLimitMilliseconds: 10_000)
        living.notification.show(content("ours"))
        let ours = try living.shown(by: console)
        try console.click(ours.id + 1, "study")
        try console.click(ours.id, "open")
        #expect(living.ids.next() == ours.id)
        #expect(living.clicks.all().map(\.key) == ["open"])
        // Not even if its id is ours later.
        living.notification.show(content("ours again"))
        #expect(try living.shown(by: console).id == ours.id + 1)
        #expect(living.ids.next() == ours.id + 1)
        #expect(living.clicks.all() == [])
      }
    }
  }
}

private func content(_ title: String) -> HaruNotify.Notification {
  HaruNotify.Notification(
    title: title, lines: ["line"],
    actions: [.init(key: "study", label: "Study"), .init(key: "open", label: "Open")],
    bodyLabel: "Show again", withoutActions: "", staysUntilAnswered: false, mayBeHeard: false)
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
      from: Sender(id: "test", category: "x-test", tag: "test", icon: nil))
    notification.onShown = { [ids] in ids.put($0) }
    notification.onClick = { [clicks] in clicks.put($0) }
    server.onProblem = { [problems] in problems.put($0) }
  }

  /// What the server shows next, while the loop of this process runs.
  func shown(by console: Console) throws -> Console.Shown {
    let turns = Mailbox<Void>()
    for _ in 0..<500 {
      _ = turns.next(within: .milliseconds(10))
      if let shown = try? console.shown(within: .zero) { return shown }
    }
    return try console.shown(within: .zero)
  }
}

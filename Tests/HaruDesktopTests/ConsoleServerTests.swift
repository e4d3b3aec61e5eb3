import Foundation
import HaruCore
import HaruDesktop
import HaruSystem
import OwnProcess
import Support
import Testing

/// haru-console as a notification server.
@Suite struct ConsoleServerTests {
  @Test func describesItselfAndItsCapabilities() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let client = try Client(scene)
      let information = try client.call("GetServerInformation").map(\.string)
      #expect(information.first == "haru-console")
      #expect(information.count == 4 && information.last == "1.2")
      let standard = "['actions', 'body', 'body-markup', 'icon-static', 'persistence']"
      #expect(try client.call("GetCapabilities").first?.printed == standard)
      try console.command("capabilities body")
      #expect(try client.call("GetCapabilities").first?.printed == "['body']")
      try console.command("capabilities actions,body")
      #expect(try client.call("GetCapabilities").first?.printed == "['actions', 'body']")
      let asked = console.history.filter { if case .capabilities = $0 { true } else { false } }
      #expect(asked.count == 2)
      try console.quit()
    }
  }

  @Test func reportsEverythingThatWasSent() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let client = try Client(scene)
      let body = "line\nof \"quotes\" \\ \u{1}\u{1f}\u{7f} 하루 🦃"
      let id = try client.notify(
        "🦃", body: body, actions: ["study:2026-11-20", "Study", "default", "Haru", "odd"],
        hints: ["urgency": .uint32(1), "desktop-entry": .string("it's")])
      let shown = try console.shown()
      #expect(shown.id == id && shown.replaces == 0 && shown.expire == -1)
      #expect(shown.app == "Test" && shown.icon == "icon" && shown.summary == "🦃")
      #expect(shown.body == body)
      #expect(shown.actions == [["study:2026-11-20", "Study"], ["default", "Haru"]])
      #expect(shown.labels == ["Study"])
      #expect(try shown.key(of: "Study") == "study:2026-11-20")
      #expect(shown.hints == ["urgency": "1", "desktop-entry": "\"it's\""])
      #expect(shown.mark == nil)
      #expect(shown.atMicroseconds / 1000 <= LocalClock.uptimeMilliseconds)
    }
  }

  /// Any other notification is closed.
  @Test func keepLeavesAResidentNotificationAfterAnAction() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let client = try Client(scene)
      let resident = try client.notify("resident", resident: true)
      let other = try client.notify("other")
      try console.click(resident, "a")
      try console.click(resident, "b")
      try console.click(other, "a")
      #expect(
        try client.heard() == [
          .invoked(resident, "a"), .invoked(resident, "b"), .invoked(other, "a"),
          .closed(other, 2),
        ])
      #expect(try console.closed(other) == 2)
      #expect(try client.notify("next") != other)
    }
  }

  @Test func newIDNeverReusesAnID() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--after-action", "new-id"])
      let client = try Client(scene)
      var ids: [UInt32] = []
      for _ in 1...3 {
        let id = try client.notify("resident", resident: true)
        try console.click(id, "a")
        #expect(try client.heard() == [.invoked(id, "a"), .closed(id, 2)])
        ids.append(id)
      }
      #expect(Set(ids).count == 3)
    }
  }

  @Test func sameIDGivesTheIDToTheNextNotification() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--after-action=same-id"])
      let client = try Client(scene)
      let other = try client.notify("other")
      let first = try client.notify("first", resident: true)
      try console.click(first, "a")
      #expect(try client.heard() == [.invoked(first, "a"), .closed(first, 2)])
      #expect(try client.notify("second") == first)
      #expect(try !([first, other].contains(client.notify("third"))))
      try client.close(other)
      #expect(try client.notify("fourth") == other)
    }
  }

  @Test func aVisibleNotificationIsReplacedInPlace() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let client = try Client(scene)
      let first = try client.notify("first")
      let other = try client.notify("other")
      #expect(try client.notify("second", replacing: first) == first)
      #expect(try client.notify("third", replacing: first) == first)
      let replaced = try console.shown { $0.summary == "third" }
      #expect(replaced.id == first && replaced.replaces == first)
      #expect(try client.heard() == [])
      // A key dismisses the notification that was shown last.
      try console.command("x")
      try console.command("x")
      #expect(try client.heard() == [.closed(first, 2), .closed(other, 2)])
    }
  }

  /// An id that is closed or was never given; `--trust-ids` uses it, as dunst does.
  @Test func anUnknownIDGetsANewNotification() async {
    await inOwnProcess {
      let scene = try Scene()
      var console = try scene.console()
      let client = try Client(scene)
      let closed = try client.notify("closed")
      try client.close(closed)
      let new = try client.notify("new", replacing: closed)
      #expect(new != closed)
      #expect(try ![closed, new, 4242].contains(client.notify("newer", replacing: 4242)))
      try console.quit()

      console = try scene.console(["--trust-ids"])
      #expect(try client.notify("trusted", replacing: 4242) == 4242)
      #expect(try client.notify("trusted", replacing: 4242) == 4242)
      // As with dunst, the counter is not changed.
      #expect(try client.notify("new") == 1)
      try console.quit()
    }
  }

  /// A request to close one that is closed already changes nothing.
  @Test func aNotificationIsClosedOnce() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let client = try Client(scene)
      let id = try client.notify("title")
      try client.close(id)
      try client.close(id)
      try client.close(999)
      #expect(try client.heard() == [.closed(id, 3)])
      #expect(try console.closed(id) == 3)
      let expiring = try client.notify("title")
      try console.command("expire \(expiring)")
      let dismissed = try client.notify("title")
      try console.command("dismiss \(dismissed)")
      try console.command("dismiss \(dismissed)")
      #expect(try client.heard() == [.closed(expiring, 1), .closed(dismissed, 2)])
      let asked = console.history.filter { if case .close = $0 { true } else { false } }
      #expect(asked.count == 3)
    }
  }

  /// The request to close is answered at once.
  @Test func duringAHeldCloseTheOldButtonsStillWork() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--hold-close", "60000"])
      let client = try Client(scene)
      let old = try client.notify("old", resident: true)
      try client.close(old)
      try console.closeAsked(old)
      #expect(try client.heard() == [])
      let new = try client.notify("new")
      #expect(new != old)
      try console.click(old, "a")
      #expect(try client.heard() == [.invoked(old, "a")])
      try console.command("release")
      #expect(try client.heard() == [.closed(old, 3)])
      // A late click, from a history.
      try console.click(old, "a")
      #expect(try client.heard() == [.invoked(old, "a")])

      try console.command("hold-close 1000")
      let began = LocalClock.uptimeMilliseconds
      try client.close(new)
      #expect(LocalClock.uptimeMilliseconds - began < 800)
      #expect(client.signals.next() == .closed(new, 3))
      #expect(LocalClock.uptimeMilliseconds - began >= 1000)

      // Two requests close it once; a dismissal comes first.
      let last = try client.notify("last")
      try client.close(last)
      try client.close(last)
      try console.command("x")
      #expect(client.signals.all(within: .milliseconds(1200)) == [.closed(last, 2)])
    }
  }

  @Test func aDelayedNotifyDelaysNothingElse() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console(["--delay", "1000"])
      let client = try Client(scene)
      let mail = Mailbox<Void>()
      let began = LocalClock.uptimeMilliseconds
      let arguments = Client.arguments(
        "slow", body: "", actions: [], replacing: 0, hints: [:])
      scene.bus.call(Client.method("Notify"), arguments) { _ in mail.put() }
      _ = try client.call("GetCapabilities")
      #expect(LocalClock.uptimeMilliseconds - began < 800)
      #expect(mail.hasMail())
      #expect(LocalClock.uptimeMilliseconds - began >= 1000)
      try console.command("delay 0")
      let again = LocalClock.uptimeMilliseconds
      _ = try client.notify("quick")
      #expect(LocalClock.uptimeMilliseconds - again < 800)
    }
  }

  @Test func aHangingServerAnswersInOrderLater() async {
    await inOwnProcess {
      let scene = try Scene()
      let console = try scene.console()
      let client = try Client(scene)
      try console.command("hang")
      let mail = Mailbox<String>()
      for summary in ["first", "second"] {
        let arguments = Client.arguments(
          summary, body: "", actions: [], replacing: 0, hints: [:])
        scene.bus.call(Client.method("Notify"), arguments) { _ in mail.put(summary) }
      }
      scene.bus.call(Client.method("GetCapabilities")) { _ in mail.put("capabilities") }
      #expect(mail.all(within: .milliseconds(200)) == [])
      #expect(try console.events(during: .milliseconds(50)) == [])
      try console.command("resume")
      #expect(mail.next(3) == ["first", "second", "capabilities"])
      #expect(try console.shown().summary == "first")
      #expect(try console.shown().summary == "second")
      _ = try client.notify("third")
    }
  }

  @Test(arguments: [false, true])
  func signalsGoToTheSenderOrToAll(_ isBroadcasting: Bool) async throws {
    await inOwnProcess(given: isBroadcasting) {
      let isBroadcasting = try Given.value(of: Bool.self)
      let scene = try Scene()
      let console = try scene.console(isBroadcasting ? ["--broadcast"] : [])
      let client = try Client(scene)
      let monitor = try Child(
        "dbus-monitor", ["--session", "type='signal'"], environment: scene.environment)
      // A monitor has no name, and sees every message.
      _ = try monitor.line { $0.contains("member=NameLost") }
      let id = try client.notify("title")
      try console.click(id, "a")
      #expect(try client.heard() == [.invoked(id, "a"), .closed(id, 2)])
      for member in ["ActionInvoked", "NotificationClosed"] {
        let line = try monitor.line { $0.contains("member=\(member)") }
        #expect(line.contains("destination=(null") == isBroadcasting)
      }
    }
  }

  /// It reads the store in its own process, at the moment in which *Studied* is shown.
  @Test func studiedIsComparedWithTheStore() async {
    await inOwnProcess {
      let scene = try Scene()
      let store = scene.scratch("haru.sqlite")
      let console = try scene.console(["--store", store])
      let client = try Client(scene)
      @MainActor func mark(_ summary: String, _ actions: [String]) throws -> Bool? {
        _ = try client.notify(summary, actions: actions)
        return try console.shown().mark
      }
      let undo = ["unstudy:2026-11-20", "Undo"]
      // No store yet: the reason is printed.
      #expect(try mark("Friday · Studied", undo) == false)
      let problem = try console.take { if case .error(let text) = $0 { text } else { nil } }
      #expect(problem.contains(store))
      try makeStore(at: store, marking: [#require(Day("2026-11-20"))])
      #expect(try mark("Friday · Studied", undo) == true)
      #expect(try mark("Friday · Studied", ["unstudy:2026-11-19", "Undo"]) == false)
      #expect(try mark("Friday", undo) == nil)
      #expect(try mark("Friday · Studied", ["study:2026-11-20", "Study"]) == nil)
      try console.quit()
      let korean = try scene.console(["--store", store, "--studied-word", "공부함"])
      _ = try client.notify("금요일 · 공부함", actions: undo)
      #expect(try korean.shown().mark == true)
    }
  }
}

import HaruDesktop
import HaruSystem
import Testing

@MainActor
@Suite(.serialized) struct MainLoopTests {
  @Test func laterRunsInALaterTurn() {
    let mail = Mailbox<Int>()
    MainLoop.later {
      mail.put(1)
      MainLoop.later { mail.put(3) }
    }
    MainLoop.later { mail.put(2) }
    #expect(mail.next(3) == [1, 2, 3])
  }

  @Test func aCancelledTimerDoesNotRun() {
    let mail = Mailbox<String>()
    let cancelled = MainLoop.after(milliseconds: 20) { mail.put("cancelled") }
    cancelled.cancel()
    cancelled.cancel()
    let kept = MainLoop.after(milliseconds: 30) { mail.put("kept") }
    #expect(mail.next() == "kept")
    kept.cancel()
    #expect(mail.all(within: .milliseconds(60)) == [])
  }

  @Test func uptimeAdvances() {
    let mail = Mailbox<Void>()
    let before = LocalClock.uptimeMilliseconds
    MainLoop.after(milliseconds: 50) { mail.put() }
    #expect(mail.hasMail())
    #expect((50..<2000).contains(LocalClock.uptimeMilliseconds - before))
  }
}

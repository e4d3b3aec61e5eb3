import HaruCore
import Support
import Testing

/// What a button carries.
@Suite struct IntentTests {
  @Test(arguments: [
    (Intent.study(date("2026-11-20")), "study:2026-11-20"),
    (.unstudy(date("2026-11-20")), "unstudy:2026-11-20"),
    (.later(date("2024-02-29")), "later:2024-02-29"),
    (.calendar(date("2026-11-20")), "calendar:2026-11-20"),
    (.close(date("0001-01-01")), "close:0001-01-01"),
    (.study(date("9999-12-31")), "study:9999-12-31"),
    (.rest(date("2026-11-20")), "rest:2026-11-20"),
    (.ask(DayQuestion(date("2026-11-20"), studied: true)), "ask:2026-11-20"),
    (.ask(DayQuestion(date("2026-11-20"), studied: false)), "ask-undo:2026-11-20"),
    (.confirm(DayQuestion(date("2026-11-20"), studied: true)), "confirm:2026-11-20"),
    (.confirm(DayQuestion(date("2026-11-20"), studied: false)), "confirm-undo:2026-11-20"),
    (.reserve(date("2026-11-20")), "reserve:2026-11-20"),
    (.remind(Instant(1_795_212_600)), "remind:1795212600"),
    (.undo("0fc468c919a164fc0fc468c919a164fc"), "undo:0fc468c919a164fc0fc468c919a164fc"),
    (.press(GuestButton(of: "a-1", "open:a/b")), "guest:a-1:open:a/b"),
    (.press(GuestButton(of: "a", ":\n")), "guest:a::\n"),
    (.show, "default"),
  ])
  func aKeyIsReadBackAsItsIntent(intent: Intent, key: String) {
    #expect(intent.actionKey == key)
    #expect(Intent(actionKey: key) == intent)
  }

  @Test(arguments: [
    "", ":", "study", "study:", ":2026-11-20", "study:2026-02-30", "study:2026-11-20 ",
    " study:2026-11-20", "Study:2026-11-20", "STUDY:2026-11-20", "study:2026-11-20:x",
    "study::2026-11-20", "study:today", "study:20261120", "toggle:2026-11-20", "2026-11-20",
    "default:2026-11-20", "default ", "Default", "show", "undo:2026-11-20", "undo:", "rest:",
    "rest", "remind:2026-11-20", "remind:", "remind:9223372036854775808", "calendar",
    "calendar:", "streak:2026-11-20", "study:0000-01-01", "study:10000-01-01",
    "study\u{FF1A}2026-11-20", "stu\u{301}dy:2026-11-20", "open", "open:", "open:2026-11-20",
    "open:apple", "open:apple/", "open:apple/swift/", "open:/swift", "open: apple/swift",
    "open:apple/swift:x", "Open:apple/swift", "open:https://github.com/apple/swift",
    "open:apple/..", "quiet:../x", "quiet:a/b\n", "quiet:a/\u{202E}b", "study:apple/swift",
    "guest:", "guest:a", "guest:a:", "guest::k", "guest:A:k", "guest:-a:k", "guest:a\u{301}:k",
    "guest:a:" + String(repeating: "k", count: 201),
    "close:apple/swift", "default:apple/swift", "quiet:" + String(repeating: "a/", count: 5000),
  ])
  func otherKeysAreRefused(key: String) {
    #expect(Intent(actionKey: key) == nil)
  }

  /// A day goes with every intent that changes something, so a late click acts on its own day.
  @Test func anIntentKeepsItsOwnDay() {
    let keys = days("2024-02-27", "2024-03-02").flatMap { day in
      [Intent.study(day), .unstudy(day), .rest(day), .later(day), .calendar(day), .close(day)].map(
        \.actionKey)
    }
    #expect(Set(keys).count == keys.count)
    #expect(keys.compactMap(Intent.init(actionKey:)).map(\.actionKey) == keys)
  }
}

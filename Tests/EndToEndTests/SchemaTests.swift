import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The JSON that programs depend on, as the schemas and the manual describe it.
@Suite(.serialized)
struct SchemaTests {
  /// What `haru` prints about days.
  private func days(_ haru: ([String]) throws -> Child.Outcome) throws -> [(String, String)] {
    try [
      ["status"], ["streak"], ["calendar"], ["calendar", "2026"], ["calendar", "--year"],
      ["calendar", "1999-02"],
      ["explain"], ["explain", "-1"], ["explain", "-4"],
    ].map { words in
      let run = try haru(words + ["--json"])
      #expect(run.status == 0, "\(words): \(run.errors)")
      return (words[0], run.output)
    }
  }

  /// The lines of the table of all keys that `haru status --json` prints.
  private static func keysOfStatus() throws -> [String] {
    let run = try Child.run("/usr/bin/python3", Schemas.script + ["status"])
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// docs/widgets.md promises what the schema has.
  @Test func thePageHasEveryKey() throws {
    let page = try SourceTree.read("docs/widgets.md")
    let keys = try Self.keysOfStatus().joined(separator: "\n")
    #expect(page.contains("<!-- status.json -->\n" + keys + "\n<!--"), "the table is:\n\(keys)")
  }

  /// What the example widgets read is there.
  @Test(arguments: [
    "gnome-shell/extension.js", "plasma/contents/ui/main.qml", "eww/eww.yuck",
    "quickshell/shell.qml",
  ])
  func examplesReadWhatIsPromised(example: String) throws {
    let text = try SourceTree.read("share/haru/examples/" + example)
    let keys = try Self.keysOfStatus()
    let read = text.matches(of: /today\??((?:\??\.[a-z_]+)+)/).map {
      String($0.output.1).replacingOccurrences(of: "?", with: "").dropFirst()
    }
    #expect(read.count >= 3)
    for key in read { #expect(keys.contains { $0.hasPrefix("| `\(key)` |") }, "\(key)") }
  }

  @Test func theDaysOfAnyHistoryFit() throws {
    let session = Transcript()
    var printed = try days { try session.type("haru", $0) }
    for change in [
      ["mark"], ["unmark"], ["mark", "-5..-3"], ["note", "-3", "three\tchapters\u{1B}"],
      ["rest", "-1", "--reason", "a cold"], ["rest", "-2"], ["mark", "yesterday"], ["undo"],
      ["rest", "--weekdays", "sat;sun", "--from", "2026-11-02"], ["mark", "today"],
      ["rest", "--clear", "-1"], ["rest", "tomorrow"],
    ] {
      #expect(try session.type("haru", change).status == 0)
      printed += try days { try session.type("haru", $0) }
    }
    for (name, words) in [("Machines", "sync"), ("Tasks", "tasks")] {
      let folder = try session.home.makeFolder(name)
      #expect(try session.type("haru", words, "on", folder).status == 0)
      printed += try days { try session.type("haru", $0) }
      try FileManager.default.removeItem(atPath: folder)
      _ = try session.type("haru", words, "check")
      printed += try days { try session.type("haru", $0) }
    }
    #expect(try Schemas.faults(printed) == [])
  }

  @Test func whatARunningAgentAddsFits() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    var printed = try days {
      try desk.environment.haru($0)
    }
    #expect(printed[0].1.contains(#""reason":"reminder""#))
    let lock = try HeldLock(desk.home(Desk.storePath))
    _ = try desk.console.shown(afterPressing: "Study", on: open)
    let waiting = try desk.haru("status", "--json").output
    #expect(!waiting.contains(#""not_saved_since":null"#))
    printed.append(("status", waiting))
    lock.release()
    #expect(try Schemas.faults(printed) == [])
  }

  /// As many days as a week can have.
  @Test func theMostFreeDaysFit() throws {
    let session = Transcript()
    try session.type("haru", "rest", "--reserve", "6")
    for name in ["status", "streak"] {
      let printed = try session.type("haru", name, "--json").output
      #expect(printed.contains("\"free_left\":6"))
      #expect(try Schemas.faults([(name, printed)]) == [])
    }
  }

  /// Each reason why a notification comes next.
  @Test(arguments: [
    (1, "", nil, "reminder"), (1, "", "20:30", "later"), (0, "", nil, "new_day"),
    (0, "[Notifications]\nquiet=22:00-07:00\n", nil, "quiet_hours_end"),
  ])
  func whatComesNextFits(mark: Int, settings: String, later: String?, reason: String) throws {
    let desk = try Desk(marks: [mark]) { try $0.write(settings, to: ".config/haru/haru.conf") }
    try desk.waitForAgent()
    if let later { #expect(try desk.haru("later", later).status == 0) }
    let status = try desk.haru("status", "--json").output
    #expect(status.contains("\"reason\":\"\(reason)\""), "\(status)")
    #expect(try Schemas.faults([("status", status)]) == [])
  }

  /// A hook reads what `haru status --json` prints.
  @Test func whatHooksAndBarsReadFits() throws {
    let session = Transcript()
    let path = ".config/haru/hooks/studied"
    try session.home.write(program: "#!/bin/sh\ncat >'\(session.home("read"))'\n", to: path)
    try session.type("haru", "mark", "-3..-2")
    #expect(try session.type("haru", "hook", "studied").status == 0)
    let read = try session.home.read("read")
    try session.home.write("no store", to: Desk.storePath)
    let bar = try Child(
      Built.product("haru"), ["status", "--follow", "--json"], environment: session.environment)
    let failure = try bar.line()
    #expect(failure.contains("error"))
    _ = try bar.kill()
    #expect(try Schemas.faults([("status", read), ("status", failure)]) == [])
  }

  /// What the agent asks, and what it takes for a page or not.
  @Test func whatGuestsAreAskedAndAnswerFits() throws {
    let questions = [
      GuestQuestion(.start), GuestQuestion(.time, tag: "t"), GuestQuestion(.changed),
      GuestQuestion(.shown, tag: "t"), GuestQuestion(.press, key: "k", tag: "t"),
      GuestQuestion(.press, key: "k"),
    ]
    let pages = [
      #"{"version":1}"#, #"{"version":1,"again":null}"#, #"{"version":1,"again":1764331200}"#,
      #"{"version":1,"notification":{"tag":"t","appears":false,"title":"T"}}"#,
      #"{"version":1,"notification":{"tag":"t","appears":true,"title":"T","narrow":"N","body":"a\nb","#
        + #""buttons":[{"key":"k","label":"K"}],"default":"d","without_buttons":"w","picture":"/p.png"}}"#,
    ]
    for text in pages { _ = try GuestPage(Array(text.utf8)) }
    let fitting = questions.map { ("guest-question", $0.line) } + pages.map { ("guest-page", $0) }
    #expect(try Schemas.faults(fitting) == [])
    for text in [
      "{}", #"{"version":2}"#, #"{"version":1,"agian":1}"#, #"{"version":1,"again":"soon"}"#,
      #"{"version":1,"notification":{"tag":"","appears":false,"title":"T"}}"#,
      #"{"version":1,"notification":{"tag":"t","appears":false,"title":"T","picture":"p"}}"#,
      #"{"version":1,"notification":{"tag":"t","appears":false,"title":"T","buttons":[{"key":"k"}]}}"#,
    ] {
      #expect(throws: MessageError.self) { try GuestPage(Array(text.utf8)) }
      #expect(try Schemas.faults([("guest-page", text)]) != [], "\(text)")
    }
    #expect(try Schemas.faults([("guest-question", #"{"version":1,"reason":"press"}"#)]) != [])
  }

  /// docs/guests.md names every member, and its example is a guest.
  @Test func thePageOfGuestsHasEveryMember() throws {
    let page = try SourceTree.read("docs/guests.md")
    for name in ["guest-question", "guest-page"] {
      for key in try Schemas.keys(of: name) {
        let member = key.split(separator: ".").last ?? ""
        #expect(page.contains("| `\(member)` |") || page.contains("a `\(member)`"), "\(key)")
      }
    }
    let script = try #require(
      page.components(separatedBy: "```").first { $0.hasPrefix("sh\n") }?.dropFirst(3))
    let home = Scratch()
    let path = try home.write(String(script), to: "guest")
    let run = try Child.run(
      "sh", [path, "guest"], input: GuestQuestion(.start).line + "\n")
    #expect(run.status == 0)
    #expect(try Schemas.faults([("guest-page", run.output)]) == [])
  }

  @Test func aSchemaRefusesWhatItDoesNotName() throws {
    let session = Transcript()
    for (words, key) in [(["status"], "studied"), (["calendar"], "days"), (["streak"], "total")] {
      let value = try session.type("haru", words + ["--json"]).output
      #expect(try Schemas.faults([(words[0], value)]) == [])
      let without = value.replacing("\"\(key)\"", with: "\"other\"")
      #expect(without != value)
      #expect(try Schemas.faults([(words[0], without)]) != [])
    }
  }

  @Test func everyJSONHasItsSchema() throws {
    #expect(try Schemas.printing().filter { !Schemas.isOfRepo($0) } == Schemas.ofHaru)
  }

  @Test func theManualHasEveryKey() throws {
    for name in try Schemas.ofHaru { #expect(try Schemas.isInManual(name), "\(name)") }
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// Programs of others that show a notification through the agent, on a bus with a server (docs/guests.md).
@Suite(.serialized)
struct GuestTests {
  /// A session with an agent and its guests, each a script that finds its question in `$question`.
  private final class Host {
    let desk: Desk
    let today: Console.Shown

    init(
      _ options: [String] = [], marks: [Int] = [1], guests: [String: String],
      secrets: [String] = [], _ more: [String: String] = [:]
    ) throws {
      desk = try Desk(options, marks: marks, more) { home in
        for (name, script) in guests {
          let program = try home.write(
            program: """
              #!/bin/sh
              cd '\(home.path)' && read -r question && echo "$question" >>'asked-\(name)'
              \(script)

              """, to: name)
          let secrets = secrets.map { "\"\($0)\"" }.joined(separator: ",")
          try home.write(
            #"{"program":"\#(program)","secrets":[\#(name == "a" ? secrets : "")]}"#,
            to: "usr/share/haru/guests/\(name).json")
        }
      } agent: {
        try $0.copy(Built.product("haru-agent"), to: "usr/bin/haru-agent")
      }
      today = try desk.console.shown()
    }

    /// Waits until a guest has been asked for a reason, and returns what it was asked so far.
    @discardableResult
    func asked(_ reason: String, of name: String = "a") throws -> [String] {
      var lines: [String] = []
      try eventually(watching: desk.home.path) {
        let text = (try? desk.home.read("asked-" + name)) ?? ""
        lines = text.split(separator: "\n").map(String.init)
        return lines.contains { $0.contains(#""reason":"\#(reason)""#) }
      }
      return lines
    }
  }

  /// What writes a page.
  private static func page(_ title: String, appears: Bool = true, more: String = "") -> String {
    let members = #""tag":"a","appears":\#(appears),"title":"\#(title)"\#(more)"#
    return #"echo '{"version":1,"notification":{\#(members)}}'"#
  }

  @Test(arguments: RealClickTests.manners)
  func aPageIsShownAndItsButtonsArePressed(manner: String) throws {
    let more = #","body":"<b>two</b>","buttons":[{"key":"mute:a","label":"Mute"}]"#
    let host = try Host(
      ["--after-action", manner],
      guests: [
        "a": """
        case $question in
          *press*) \(Self.page("one is left", appears: false)) ;;
          *shown*) \(Self.page("two have changed", appears: false, more: more)) ;;
          *) \(Self.page("two have changed", more: more)) ;;
        esac
        """
      ])
    let shown = try host.desk.console.shown()
    #expect(shown.summary == "two have changed" && shown.labels == ["Mute"])
    #expect(shown.body == "&lt;b&gt;two&lt;/b&gt;" && shown.keys == ["guest:a:mute:a"])
    #expect(shown.hints["category"] == "'x-haru.a'" && shown.id != host.today.id)
    try host.asked("shown")
    try host.desk.console.click(shown.id, "guest:a:mute:a")
    let left = try host.desk.console.shown()
    #expect(left.summary == "one is left" && left.labels == [])
    #expect(
      try host.asked("press").last == #"{"version":1,"reason":"press","key":"mute:a","tag":"a"}"#)
    // Today's notification is untouched.
    #expect(try host.desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect(try !host.desk.isStudied)
  }

  /// A server may draw a click on the body as a button, which says what it does.
  @Test(arguments: [
    (#""default":"mute""#, "Mute"), (#""default":"other""#, "Open"), (#""body":"x""#, "Show again"),
  ])
  func aClickOnTheBodyIsNamedAsItsButton(member: String, label: String) throws {
    let more = #",\#(member),"buttons":[{"key":"mute","label":"Mute"}]"#
    let host = try Host(guests: ["a": Self.page("news", more: more)])
    let shown = try host.desk.console.shown()
    #expect(shown.actions.last == ["default", label])
  }

  @Test func aRunningAgentAsksAfterAChange() throws {
    let host = try Host(guests: ["a": Self.page("news")])
    _ = try host.desk.console.shown()
    try host.asked("shown")
    #expect(try host.desk.haru("mark", "-3").status == 0)
    try host.asked("changed")
  }

  @Test func onlyItsGuestGetsASecret() throws {
    let script = #"echo "{$A_SECRET}" >"secret-${0##*/}"; echo '{"version":1}'"#
    let host = try Host(
      guests: ["a": script, "b": script], secrets: ["A_SECRET"], ["A_SECRET": "x"])
    try host.asked("start")
    try host.asked("start", of: "b")
    for (name, secret) in [("a", "{x}\n"), ("b", "{}\n")] {
      try eventually(watching: host.desk.home.path) {
        (try? host.desk.home.read("secret-" + name)) == secret
      }
    }
  }

  /// Also those that are asked about their settings, and have one changed.
  @Test func onlyItsGuestGetsASecretWithAQuestionAboutSettings() throws {
    let session = Transcript(["HARU_SHARE": ""])
    let home = session.home
    try home.copy(Built.product("haru"), to: "usr/bin/haru")
    for name in ["a", "b"] {
      let names = #""group":"\#(name)","name":"n","explanation":"""#
      let setting = #"{\#(names),"default":"","value":"","offered":[]}"#
      let program = try home.write(
        program: """
          #!/bin/sh
          echo "$2 {$A_SECRET}{$A_TOKEN}" >>'\(home.path)/secret-\(name)'
          echo '{"settings":[\(setting)],"wrong":null}'

          """, to: name)
      try home.write(
        #"{"program":"\#(program)","settings":"\#(name)","secrets":["\#(name.uppercased())_SECRET"]}"#,
        to: "usr/share/haru/guests/\(name).json")
    }
    // The doctor also tries the program that draws.
    try home.write(
      program: "#!/bin/sh\necho \"draw {$A_SECRET}{$A_TOKEN}\" >>'\(home("secret-draw"))'\n",
      to: "usr/libexec/haru/haru-draw")
    let secrets = ["A_SECRET": "x", "A_TOKEN": "y"]
    for words in [["config", "set", "a.n", "1"], ["config", "set", "b.n", "1"], ["doctor"]] {
      _ = try Child.run(
        home("usr/bin/haru"), words,
        environment: session.environment.merging(secrets) { $1 })
    }
    #expect(
      Set(try home.read("secret-a").split(separator: "\n")) == ["list {x}{}", "set {x}{}"])
    #expect(Set(try home.read("secret-b").split(separator: "\n")) == ["list {}{}", "set {}{}"])
    #expect(try home.read("secret-draw") == "draw {}{}\n")
  }

  /// One that hangs or writes without end is named, and costs no other finding.
  @Test(arguments: [
    ("exec sleep 100", "no answer in 5 s"), ("exec yes", "the program prints 64 kB or more"),
    ("echo why >&2; exit 3", "status 3: why"),
  ])
  func aGuestWithoutSettingsIsNamed(script: String, reason: String) throws {
    let session = Transcript(["HARU_SHARE": ""])
    let home = session.home
    try home.copy(Built.product("haru"), to: "usr/bin/haru")
    let guest = try home.write(program: "#!/bin/sh\n\(script)\n", to: "odd")
    try home.write(
      #"{"program":"\#(guest)","settings":"Odd"}"#, to: "usr/share/haru/guests/odd.json")
    try home.write("{", to: "usr/share/haru/guests/other.json")
    let run = try Child.run(home("usr/bin/haru"), ["doctor"], environment: session.environment)
    #expect(run.output.contains("✗ guest: \(guest): \(reason)\n"), "\(run)")
    #expect(run.output.contains("✗ guest: \(home("usr/share/haru/guests/other.json")): "))
    #expect(run.output.contains("✓ store: ") || run.output.contains("store: "))
    // A setting of its group is not called unknown.
    for words in [["set", "Odd.number", "1"], ["get", "number-of-it"]] {
      let run = try Child.run(
        home("usr/bin/haru"), ["config"] + words, environment: session.environment)
      #expect(run.status == 69 && run.errors == "haru: \(guest): \(reason)\n", "\(run)")
    }
  }

  /// What the doctor says of a guest, which is registered by a file of this text and is such a script.
  private func findings(registered text: String, script: String) throws -> [String] {
    let session = Transcript(["HARU_SHARE": ""])
    let home = session.home
    try home.copy(Built.product("haru"), to: "usr/bin/haru")
    try home.write(program: "#!/bin/sh\n\(script)\n", to: "guest")
    try home.write(
      text.replacingOccurrences(of: "GUEST", with: home("guest")),
      to: "usr/share/haru/guests/a.json")
    let run = try Child.run(home("usr/bin/haru"), ["doctor"], environment: session.environment)
    return run.output.replacingOccurrences(of: home("usr/"), with: "/")
      .replacingOccurrences(of: home("guest"), with: "GUEST")
      .replacingOccurrences(of: home.path, with: "~")
      .split(separator: "\n").map(String.init)
      .filter { $0.contains("guest") || $0.contains("GUEST") }
  }

  /// As the script in docs/guests.md does, or /bin/true: they know nothing of settings.
  @Test(arguments: [
    (":", "GUEST settings list ~/.config/haru/haru.conf: JSON is missing or wrong"),
    (
      #"echo '{"version":1}'"#,
      "GUEST settings list ~/.config/haru/haru.conf: settings is missing or wrong"
    ),
    (
      #"echo '{"settings":[{}],"wrong":null}'"#,
      "GUEST settings list ~/.config/haru/haru.conf: group is missing or wrong"
    ),
    (
      #"echo '{"settings":[{"group":"Other","name":"n","explanation":"","default":"","value":"","offered":[]}],"wrong":null}'"#,
      "GUEST settings list ~/.config/haru/haru.conf: group is missing or wrong"
    ),
    ("echo good day", "GUEST settings list ~/.config/haru/haru.conf: JSON is missing or wrong"),
  ])
  func aGuestThatDoesNotAnswerIsNamedInWords(script: String, words: String) throws {
    let found = try findings(registered: #"{"program":"GUEST","settings":"Odd"}"#, script: script)
    #expect(found.count == 1 && found[0].hasPrefix("✗ guest: "), "\(found)")
    #expect(found[0].contains(words) && !found[0].contains("Error"), "\(found)")
  }

  @Test(arguments: [
    (#"{"prog":"GUEST"}"#, "/share/haru/guests/a.json: program is missing or wrong; "),
    (#"{"program":"../a"}"#, "/share/haru/guests/a.json: program is missing or wrong; "),
    ("[]", "/share/haru/guests/a.json: program is missing or wrong; "),
    ("{", "/share/haru/guests/a.json: JSON is missing or wrong; "),
    (#"{"program":"nothere"}"#, "cannot run /bin/nothere: No such file or directory"),
    (#"{"program":"/nowhere/a"}"#, "cannot run /nowhere/a: No such file or directory"),
    (#"{"program":"/","settings":"A"}"#, "cannot run /: Permission denied"),
    (#"{"program":"nothere","settings":"A"}"#, "cannot run /bin/nothere: No such file"),
  ])
  func aWrongRegistrationIsNamedInWords(text: String, words: String) throws {
    let found = try findings(registered: text, script: ":")
    #expect(found.count == 1 && found[0].hasPrefix("✗ guest: " + words), "\(found)")
  }

  @Test func aRegistrationThatIsNoFileIsNamedInWords() throws {
    let session = Transcript(["HARU_SHARE": ""])
    let home = session.home
    try home.copy(Built.product("haru"), to: "usr/bin/haru")
    let folder = home("usr/share/haru/guests/a.json")
    try home.write("", to: "usr/share/haru/guests/a.json/file")
    let run = try Child.run(home("usr/bin/haru"), ["doctor"], environment: session.environment)
    #expect(
      run.output.contains("✗ guest: not a regular file: \(folder); move it away\n"), "\(run)")
  }

  @Test func whatAGuestSaysOfItsSettingsControlsNoTerminal() throws {
    let session = Transcript(["HARU_SHARE": ""])
    let home = session.home
    try home.copy(Built.product("haru"), to: "usr/bin/haru")
    let bad = #"x\u001b[31m\u202ey\nz"#
    let texts = ["name", "explanation", "default", "value"].map { #""\#($0)":"\#(bad)""# }
    let setting = #"{"group":"Odd","offered":["\#(bad)"],\#(texts.joined(separator: ","))}"#
    let answer = #"{"settings":[\#(setting)],"wrong":"\#(bad)"}"#
    let program = try home.write(
      program: "#!/bin/sh\nprintf '%s\\n' '\(answer)'\n", to: "odd")
    try home.write(
      #"{"program":"\#(program)","settings":"Odd"}"#, to: "usr/share/haru/guests/odd.json")
    for words in [["doctor"], ["config", "list"]] {
      let run = try Child.run(home("usr/bin/haru"), words, environment: session.environment)
      let said = run.output + run.errors
      #expect(said.contains("[31m") && !said.contains("\u{1b}"), "\(run)")
      #expect(!said.contains("\u{202e}") && said.contains("y z"), "\(run)")
    }
  }

  @Test func aGuestWithoutSettingsNeedsNoAnswer() throws {
    #expect(try findings(registered: #"{"program":"GUEST"}"#, script: "exit 1") == [])
  }

  @Test func aWrongRegistrationIsPassedOver() throws {
    let desk = try Desk(marks: [1]) { home in
      try home.write(#"{"program":"../a"}"#, to: "usr/share/haru/guests/a.json")
      try home.write("{", to: "usr/share/haru/guests/b.json")
    } agent: {
      try $0.copy(Built.product("haru-agent"), to: "usr/bin/haru-agent")
    }
    _ = try desk.agent.line(from: .errors) { $0.hasSuffix("guests/a.json: wrong: program") }
    _ = try desk.agent.line(from: .errors) { $0.hasSuffix("guests/b.json: wrong: JSON") }
    _ = try desk.console.shown()
  }

  // MARK: Guests that cost only themselves

  /// What a guest does, by a name for it.
  private static let bad = [
    "hangs": "trap '' TERM; exec sleep 600",
    "floods": "exec head -c 10000000 /dev/zero",
    "complains": "exec head -c 10000000 /dev/zero >&2",
    "dies": "kill -SEGV $$",
    "lies": #"echo '{"version":1,"notification":{"tag":1}}'"#,
    "hastens": #"echo '{"version":1,"again":0}'"#,
    "forks": #"setsid sh -c 'while :; do sleep 1; echo x; done' & echo '{"version":1}'"#,
    "trickles": "while :; do printf x; sleep 0.05; done",
  ]

  @Test(arguments: bad.keys.sorted())
  func aClickIsShownBeside(guest: String) throws {
    let host = try Host(guests: [guest: try #require(Self.bad[guest])])
    try host.asked("start", of: guest)
    let desk = host.desk
    var shown = host.today
    for label in ["Study", "Undo", "Study"] {
      try desk.console.click(shown.id, try shown.key(of: label))
      shown = try desk.console.shown()
      #expect(shown.summary.hasPrefix("Studied") == (label == "Study") && shown.mark != false)
      try desk.console.waitForDoubleClick()
    }
    #expect(try desk.isStudied)
    // It is asked no second time, and keeps nobody from ending.
    #expect(try host.asked("start", of: guest).count { $0.contains("start") } == 1)
    desk.agent.signal(SIGTERM)
    #expect(try desk.agent.wait() == .exited(0))
  }

  /// Neither one that is asked, nor one that has answered, nor one that goes on.
  @Test func badGuestsDoNotWakeTheAgent() throws {
    let host = try Host(guests: Self.bad)
    for name in Self.bad.keys { try host.asked("start", of: name) }
    // What follows a start is done by then, and the memory of its code given back.
    _ = try host.desk.console.events(during: .seconds(10))
    let before = try host.desk.switchesOfAgent
    _ = try host.desk.console.events(during: .seconds(3))
    #expect(try host.desk.switchesOfAgent == before && before > 0)
  }
}

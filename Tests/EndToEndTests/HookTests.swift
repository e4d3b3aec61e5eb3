import Foundation
import Support
import Testing

/// Programs of the user's own, which are told of what has happened.
@Suite(.serialized)
struct HookTests {
  /// Writes hooks that print their name and what they read into a pipe.
  private static func install(_ names: [String], in home: Scratch) throws {
    mkfifo(home("told"), 0o600)
    for name in names {
      let path = ".config/haru/hooks/" + name
      let script = "#!/bin/sh\nread -r line\necho \"\(name) $line\" >'\(home("told"))'\n"
      try home.write(script, to: path)
      chmod(home(path), 0o700)
    }
  }

  /// Reads that pipe, which stays open for every writer.
  private static func reader(_ home: Scratch) throws -> Child {
    try Child("sh", ["-c", "exec cat <>\"$0\"", home("told")])
  }

  @Test func aCommandTellsWhenTodayChanges() throws {
    let session = try Transcript(language: .english)
    try HookTests.install(["studied", "unstudied"], in: session.home)
    let told = try HookTests.reader(session.home)
    try session.type("haru", "mark", "-1")
    try session.type("haru", "mark", "today", "-2")
    let first = try told.line()
    #expect(first.hasPrefix("studied {"))
    #expect(first.contains("\"current\":3") && first.contains("\"studied\":true"))
    try session.type("haru", "mark")
    try session.type("haru", "undo")
    #expect(try told.line().hasPrefix("unstudied {"))
    try session.type("haru", "redo")
    #expect(try told.line().hasPrefix("studied {"))
    let backup = session.home("backup.sqlite")
    try session.type("haru", "store", "backup", backup)
    try session.type("haru", "toggle")
    #expect(try told.line().hasPrefix("unstudied {"))
    try session.type("haru", "store", "restore", backup)
    #expect(try told.line().hasPrefix("studied {"))
    try told.terminate()
  }

  /// A hook that hangs delays no command, and is ended.
  @Test func aHookHasALimitAndIsNeverInTheWay() throws {
    let session = try Transcript(language: .english)
    let path = ".config/haru/hooks/studied"
    mkfifo(session.home("told"), 0o600)
    // The line tells of the begin; the pipe closes when the hook is ended.
    try session.home.write(
      "#!/bin/sh\nexec 4>'\(session.home("told"))'\necho begun >&4\nexec sleep 1000\n", to: path)
    chmod(session.home(path), 0o700)
    let told = try Child("cat", [session.home("told")])
    let begin = ContinuousClock.now
    #expect(try session.type("haru", "mark").status == 0)
    #expect(ContinuousClock.now - begin < .seconds(8))
    #expect(try told.line() == "begun")
    #expect(try told.wait(within: .seconds(30)) == .exited(0))
  }

  /// What a hook has started ends with it: the pipe closes when nobody holds it any more.
  @Test func theLimitEndsWhatAHookHasStarted() throws {
    let session = try Transcript(language: .english)
    let path = ".config/haru/hooks/studied"
    mkfifo(session.home("told"), 0o600)
    try session.home.write(
      "#!/bin/sh\nexec 4>'\(session.home("told"))'\necho begun >&4\nsleep 1000\necho late >&4\n",
      to: path)
    chmod(session.home(path), 0o700)
    let told = try Child("cat", [session.home("told")])
    #expect(try session.type("haru", "mark").status == 0)
    #expect(try told.line() == "begun")
    #expect(try told.wait(within: .seconds(30)) == .exited(0))
    #expect(try told.rest() == [])
  }

  @Test func aHookGetsNoToken() throws {
    let session = try Transcript(
      language: .english, ["HARU_GITHUB_TOKEN": "ghp_secret", "GITHUB_TOKEN": "ghp_other"])
    let path = ".config/haru/hooks/studied"
    mkfifo(session.home("told"), 0o600)
    try session.home.write(
      "#!/bin/sh\nenv | sort >'\(session.home("told"))'\n", to: path)
    chmod(session.home(path), 0o700)
    let told = try Child("cat", [session.home("told")])
    #expect(try session.type("haru", "mark").status == 0)
    let variables = try told.rest()
    #expect(variables.contains { $0.hasPrefix("HOME=") })
    #expect(!variables.contains { $0.contains("TOKEN") }, "\(variables)")
    _ = try told.wait()
  }

  /// Who may write a hook could run anything as the user.
  @Test(arguments: [(".config/haru/hooks/studied", 0o702), (".config/haru/hooks", 0o707)])
  func aHookThatOthersMayWriteIsRefused(open: String, mode: Int) throws {
    let session = try Transcript(language: .english)
    let path = ".config/haru/hooks/studied"
    try session.home.write("#!/bin/sh\n: >'\(session.home("ran"))'\n", to: path)
    chmod(session.home(path), 0o700)
    chmod(session.home(open), mode_t(mode))
    let refusal = "the hook studied is not run: other users may write \(session.home(open))"
    let mark = try session.type("haru", "mark")
    #expect(mark.status == 0 && mark.errors.contains(refusal), "\(mark.errors)")
    #expect(mark.errors.contains("chmod go-w \(session.home(open))"))
    let hook = try session.type("haru", "hook", "studied")
    #expect(hook.status != 0 && hook.errors.contains(refusal), "\(hook.errors)")
    #expect(try session.type("haru", "doctor").output.contains("✗ " + refusal))
    #expect(!FileManager.default.fileExists(atPath: session.home("ran")))
    chmod(session.home(open), 0o700)
    #expect(try session.type("haru", "hook", "studied").status == 0)
    #expect(FileManager.default.fileExists(atPath: session.home("ran")))
    #expect(try !session.type("haru", "doctor").output.contains("hook"))
  }

  /// Many systems make a group for each user, who may as well let it write.
  @Test(.enabled(if: getuid() == 0, "only root can give a file to another group"))
  func aGroupOfTheUserAloneIsNoOtherUser() throws {
    let session = try Transcript(language: .english)
    let path = session.home(".config/haru/hooks/studied")
    try session.home.write("#!/bin/sh\n", to: ".config/haru/hooks/studied")
    chmod(path, 0o720)
    #expect(chown(path, 0, 0) == 0)
    #expect(try session.type("haru", "hook", "studied").status == 0)
    #expect(chown(path, 0, 65_534) == 0)
    #expect(try session.type("haru", "hook", "studied").status == 1)
  }

  /// A hook that marks the day that it has heard of, by two others, would go on for ever.
  @Test func aHookThatCausesItselfIsStopped() throws {
    let session = try Transcript(language: .english)
    mkfifo(session.home("told"), 0o600)
    let haru = Built.product("haru")
    for (name, command) in [("studied", "unmark"), ("unstudied", "mark")] {
      let path = ".config/haru/hooks/" + name
      try session.home.write(
        """
        #!/bin/sh
        exec 4>'\(session.home("told"))'
        echo \(name) >&4
        '\(haru)' \(command) 2>&1 | sed 's/^/\(name) hears: /' >&4

        """, to: path)
      chmod(session.home(path), 0o700)
    }
    let told = try HookTests.reader(session.home)
    #expect(try session.type("haru", "mark").status == 0)
    #expect(try told.line() == "studied")
    #expect(try told.line { !$0.hasPrefix("studied hears") } == "unstudied")
    let stopped = "unstudied hears: haru: the hook studied is not started by itself"
    #expect(try told.line { !$0.hasPrefix("studied hears") }.hasPrefix("unstudied hears: Marked"))
    #expect(try told.line { !$0.hasPrefix("studied hears") }.hasPrefix(stopped))
    try told.terminate()
  }

  /// What an agent hears later is no doing of the hook that has started it.
  @Test func anAgentThatAHookHasStartedTellsThatHook() throws {
    let desk = try Desk(marks: [1], ["HARU_HOOK": "day-started studied"]) {
      try HookTests.install(["studied"], in: $0)
    }
    let told = try HookTests.reader(desk.home)
    let shown = try desk.console.shown()
    _ = try desk.console.click(shown.id, try shown.key(of: "Study"))
    #expect(try told.line().hasPrefix("studied {"))
    try told.terminate()
  }

  @Test func aFileThatIsNoProgramIsLeftAlone() throws {
    let session = try Transcript(language: .english)
    try session.home.write("#!/bin/sh\nexit 1\n", to: ".config/haru/hooks/studied")
    let run = try session.type("haru", "mark")
    #expect(run.status == 0 && run.errors == "Marked: Friday 20 November · 1-day streak\n")
  }

  @Test func theAgentTellsOfAClick() throws {
    let desk = try Desk(marks: [1]) { try HookTests.install(["studied", "unstudied"], in: $0) }
    let told = try HookTests.reader(desk.home)
    let shown = try desk.console.shown()
    _ = try desk.console.click(shown.id, try shown.key(of: "Study"))
    let line = try told.line()
    #expect(line.hasPrefix("studied {") && line.contains("\"current\":2"))
    #expect(try desk.isStudied)
    // What a command changes is told by the command alone.
    #expect(try desk.haru("unmark").status == 0)
    #expect(try told.line().hasPrefix("unstudied {"))
    #expect(try desk.haru("mark").status == 0)
    #expect(try told.line().hasPrefix("studied {"))
    try told.terminate()
  }
}

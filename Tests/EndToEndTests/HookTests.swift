import Foundation
import Support
import Testing

/// Programs of the user's own, which are told of what has happened.
@Suite(.serialized)
struct HookTests {
  private let session = Transcript()
  private let path = ".config/haru/hooks/studied"
  private static let untried =
    "• the hook studied was not tried; to run it: haru hook studied\n"

  /// Writes hooks that print their name and what they read into a pipe.
  private static func install(_ names: [String], in home: Scratch) throws {
    mkfifo(home("told"), 0o600)
    for name in names {
      let path = ".config/haru/hooks/" + name
      let script = "#!/bin/sh\nread -r line\necho \"\(name) $line\" >'\(home("told"))'\n"
      try home.write(program: script, to: path)
    }
  }

  /// Reads that pipe, which stays open for every writer.
  private static func reader(_ home: Scratch) throws -> Child {
    try Child("sh", ["-c", "exec cat <>\"$0\"", home("told")])
  }

  @Test func aCommandTellsWhenTodayChanges() throws {
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
    mkfifo(session.home("told"), 0o600)
    // The line tells of the begin; the pipe closes when the hook is ended.
    try session.home.write(
      program: "#!/bin/sh\nexec 4>'\(session.home("told"))'\necho begun >&4\nexec sleep 1000\n",
      to: path)
    let told = try Child("cat", [session.home("told")])
    let begin = ContinuousClock.now
    #expect(try session.type("haru", "mark").status == 0)
    #expect(ContinuousClock.now - begin < .seconds(8))
    #expect(try told.line() == "begun")
    #expect(try told.wait(within: .seconds(30)) == .exited(0))
  }

  /// What a hook has started ends with it: the pipe closes when nobody holds it any more.
  @Test func theLimitEndsWhatAHookHasStarted() throws {
    mkfifo(session.home("told"), 0o600)
    try session.home.write(
      program:
        "#!/bin/sh\nexec 4>'\(session.home("told"))'\necho begun >&4\nsleep 1000\necho late >&4\n",
      to: path)
    let told = try Child("cat", [session.home("told")])
    let hook = try Child.run(
      Built.product("haru"), ["hook", "studied"], environment: session.environment,
      within: .seconds(30))
    #expect(hook.status == 1 && hook.errors.contains("studied was ended after 10 s"), "\(hook)")
    #expect(try told.line() == "begun")
    #expect(try told.wait(within: .seconds(30)) == .exited(0))
    #expect(try told.rest() == [])
  }

  @Test func aHookGetsNoToken() throws {
    let session = Transcript([
      "HARU_GITHUB_TOKEN": "ghp_secret", "GITHUB_TOKEN": "ghp_other", "GH_TOKEN": "ghp_third",
      "GH_ENTERPRISE_TOKEN": "ghp_fourth", "GITHUB_ENTERPRISE_TOKEN": "ghp_fifth",
    ])
    mkfifo(session.home("told"), 0o600)
    try session.home.write(
      program: "#!/bin/sh\nenv | sort >'\(session.home("told"))'\n", to: path)
    let told = try Child("cat", [session.home("told")])
    #expect(try session.type("haru", "mark").status == 0)
    let variables = try told.rest()
    #expect(variables.contains { $0.hasPrefix("HOME=") })
    #expect(!variables.contains { $0.contains("TOKEN") }, "\(variables)")
    _ = try told.wait()
  }

  /// Who may write a hook could run anything as the user.
  @Test(arguments: [
    (".config/haru/hooks/studied", 0o702), (".config/haru/hooks", 0o707), (".config/haru", 0o707),
    (".config", 0o707), (".", 0o707), ("elsewhere", 0o707), ("elsewhere/linked", 0o702),
    ("links", 0o707),
  ])
  func aHookThatOthersMayWriteIsRefused(open: String, mode: Int) throws {
    let program = open.hasPrefix(".") ? path : "elsewhere/linked"
    try session.home.write(program: "#!/bin/sh\n: >'\(session.home("ran"))'\n", to: program)
    if program != path {
      // A link to a link in a directory of its own.
      for folder in ["links", ".config/haru/hooks"] { try session.home.makeFolder(folder) }
      #expect(symlink("../elsewhere/linked", session.home("links/next")) == 0)
      #expect(symlink(session.home("links/next"), session.home(path)) == 0)
    }
    let former = try mode_t(#require(status(of: session.home(open))).st_mode & 0o777)
    chmod(session.home(open), mode_t(mode))
    let shown = open == "." ? session.home.path : session.home(open)
    let refusal = "the hook studied is not run: other users may write \(shown)"
    let mark = try session.type("haru", "mark")
    #expect(mark.status == 0 && mark.errors.contains(refusal + ";"), "\(mark.errors)")
    #expect(mark.errors.contains("chmod go-w \(shown)"))
    let hook = try session.type("haru", "hook", "studied")
    #expect(hook.status != 0 && hook.errors.contains(refusal), "\(hook.errors)")
    #expect(try session.type("haru", "doctor").output.contains("✗ " + refusal))
    #expect(!FileManager.default.fileExists(atPath: session.home("ran")))
    chmod(session.home(open), former)
    #expect(try session.type("haru", "hook", "studied").status == 0)
    #expect(FileManager.default.fileExists(atPath: session.home("ran")))
    #expect(try session.type("haru", "doctor").output.contains(HookTests.untried))
  }

  /// The mode names the group alone, which is the owner's.
  @Test func aHookThatAListOfRightsOpensIsRefused() throws {
    let path = session.home(".config/haru/hooks/studied")
    try session.home.write(
      program: "#!/bin/sh\n: >'\(session.home("ran"))'\n", to: ".config/haru/hooks/studied")
    // Version 2: the owner, the user 65534, the group, what lists may give, and others.
    let list = try Child.run(
      "python3",
      [
        "-c",
        """
        import os, struct, sys
        rights = [(1, 7, 2**32 - 1), (2, 7, 65534), (4, 0, 2**32 - 1), (16, 7, 2**32 - 1), (32, 0, 2**32 - 1)]
        list = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *right) for right in rights)
        os.setxattr(sys.argv[1], "system.posix_acl_access", list)
        """, path,
      ])
    try #require(list.status == 0, "\(list.errors)")
    let mark = try session.type("haru", "mark")
    #expect(mark.errors.contains("other users may write \(path)"), "\(mark)")
    #expect(!FileManager.default.fileExists(atPath: session.home("ran")))
  }

  private func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// What belongs to another user, that user can change at any time.
  @Test(
    .enabled(if: getuid() == 0, "only root can give a file to another user"),
    arguments: [".config/haru/hooks/studied", ".config/haru/hooks", ".config", "elsewhere"])
  func aHookThatAnotherUserOwnsIsRefused(foreign: String) throws {
    try session.home.write(
      program: "#!/bin/sh\n: >'\(session.home("ran"))'\n", to: "elsewhere/program")
    try session.home.makeFolder(".config/haru/hooks")
    #expect(symlink(session.home("elsewhere/program"), session.home(path)) == 0)
    #expect(lchown(session.home(foreign), 65_534, 65_534) == 0)
    let refusal =
      "the hook studied is not run: \(session.home(foreign)) belongs to another user"
    let mark = try session.type("haru", "mark")
    // In the settings of another user root changes nothing at all.
    let settings = "\(session.home(".config")) belongs to"
    #expect(
      mark.errors.contains(refusal) || mark.errors.contains(settings), "\(mark.errors)")
    #expect(!FileManager.default.fileExists(atPath: session.home("ran")))
  }

  /// Many systems make a group for each user, who may as well let it write.
  @Test(.enabled(if: getuid() == 0, "only root can give a file to another group"))
  func aGroupOfTheUserAloneIsNoOtherUser() throws {
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
    mkfifo(session.home("told"), 0o600)
    let haru = Built.product("haru")
    for (name, command) in [("studied", "unmark"), ("unstudied", "mark")] {
      let path = ".config/haru/hooks/" + name
      try session.home.write(
        program: """
          #!/bin/sh
          exec 4>'\(session.home("told"))'
          echo \(name) >&4
          '\(haru)' \(command) 2>&1 | sed 's/^/\(name) hears: /' >&4

          """, to: path)
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
    try desk.console.press("Study", on: shown)
    #expect(try told.line().hasPrefix("studied {"))
    try told.terminate()
  }

  @Test func aFileThatIsNoProgramIsNamed() throws {
    try session.home.write("#!/bin/sh\nexit 1\n", to: ".config/haru/hooks/studied")
    let path = session.home(".config/haru/hooks/studied")
    let refusal =
      "the hook studied is not run: \(path) is no executable file; to make it one: chmod u+x \(path)\n"
    let run = try session.type("haru", "mark")
    #expect(run.status == 0)
    #expect(run.errors == "Marked: Friday 20 November · 1-day streak\nharu: " + refusal)
    #expect(try session.type("haru", "doctor").output.contains("✗ " + refusal))
  }

  /// A hook may ask which one it is.
  @Test func aHookKnowsItsName() throws {
    try session.home.write(
      program: "#!/bin/sh\n[ \"$HARU_HOOK\" = studied ]\n", to: ".config/haru/hooks/studied")
    #expect(try session.type("haru", "hook", "studied").status == 0)
  }

  @Test func whoRunsNoneIsToldTheNames() throws {
    let wrong = try session.type("haru", "hook", "foo")
    #expect(wrong.status == 64 && wrong.errors.contains("the names are studied, "), "\(wrong)")
    let none = try session.type("haru", "hook")
    #expect(none.status == 64 && none.errors.contains("missing argument: <name>"), "\(none)")
  }

  /// A hook with a misspelt name waits for ever for something to happen.
  @Test func aNameThatIsNoHookIsNamed() throws {
    try HookTests.install(["studied", "studdied"], in: session.home)
    let doctor = try session.type("haru", "doctor").output
    #expect(doctor.contains(HookTests.untried), "\(doctor)")
    #expect(
      doctor.contains(
        "• hook: studdied is no name of a hook; "
          + "the names are studied, unstudied, day-started, streak-ended, reminder\n"),
      "\(doctor)")
  }

  /// The doctor tries none, and so it calls none well; who tries one hears what is wrong.
  @Test(arguments: [
    ("#!/bin/sh\nexit 3\n", "the hook studied failed with status 3"),
    ("#!/usr/bin/nonexistent\n", "cannot run "),
  ])
  func aHookThatWasNotTriedIsNotCalledWell(script: String, failure: String) throws {
    try session.home.write(program: script, to: path)
    let doctor = try session.type("haru", "doctor").output
    #expect(doctor.contains(HookTests.untried) && !doctor.contains("✓ hook"), "\(doctor)")
    let run = try session.type("haru", "hook", "studied")
    #expect(run.status != 0 && run.errors.hasPrefix("haru: " + failure), "\(run)")
  }

  /// As a shell does it.
  @Test func aScriptWithoutItsFirstLineIsRunByTheShell() throws {
    try session.home.write(program: ": >'\(session.home("ran"))'\n", to: path)
    #expect(try session.type("haru", "hook", "studied").status == 0)
    #expect(FileManager.default.fileExists(atPath: session.home("ran")))
  }

  /// One line, whoever has started it.
  @Test(arguments: ["#!/bin/sh\nexit 3\n", "#!/nowhere/sh\n"])
  func aHookThatFailsSaysSo(script: String) throws {
    let desk = try Desk(marks: [1]) { try $0.write(program: script, to: path) }
    let says =
      script.contains("exit 3")
      ? "haru: the hook studied failed with status 3" : "haru: cannot run \(desk.home(path)): "
    let run = try desk.haru("hook", "studied")
    #expect(run.status != 0 && run.errors.hasPrefix(says), "\(run)")
    let shown = try desk.console.shown()
    try desk.console.press("Study", on: shown)
    _ = try desk.agent.line(from: .errors) { $0.hasPrefix(says) }
    #expect(try desk.agent.terminate() == .exited(0))
    #expect(try desk.agent.rest(of: .errors).filter { $0.contains("hook") } == [])
  }

  /// A program that a hook has given a session of its own, as `setsid` does, is meant to stay.
  @Test func theLimitLeavesWhatHasASessionOfItsOwn() throws {
    for name in ["told", "held", "go"] { mkfifo(session.home(name), 0o600) }
    try session.home.write(
      program: """
        #!/bin/sh
        exec 4>'\(session.home("told"))' 5>'\(session.home("held"))'
        setsid sh -c 'read -r line <"$0"; echo "$line" >&4' '\(session.home("go"))' 5>&- &
        echo begun >&4
        sleep 1000
        """, to: path)
    let told = try Child("cat", [session.home("told")])
    let held = try Child("cat", [session.home("held")])
    #expect(try session.type("haru", "mark").status == 0)
    #expect(try told.line() == "begun")
    #expect(try held.wait(within: .seconds(30)) == .exited(0))
    #expect(try Child.run("sh", ["-c", "echo on >\"$0\"", session.home("go")]).status == 0)
    #expect(try told.line() == "on")
    #expect(try told.wait(within: .seconds(5)) == .exited(0))
  }

  @Test func theAgentTellsOfAClick() throws {
    let desk = try Desk(marks: [1]) { try HookTests.install(["studied", "unstudied"], in: $0) }
    let told = try HookTests.reader(desk.home)
    let shown = try desk.console.shown()
    try desk.console.press("Study", on: shown)
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

import Foundation
import Support
import Testing

/// A path leads where it says, or to an error; never to another place.
struct PathTests {
  private let home = Scratch()

  // MARK: Relative paths

  /// The XDG Base Directory Specification: such a path is invalid, and is ignored.
  @Test func aRelativeDirectoryIsIgnored() throws {
    try home.write("[Desktop Entry]\n", to: "here/xdg/autostart/io.github.haru.Haru.desktop")
    let before = try names(in: home("here"))
    var environment = Support.environment(home: home.path)
    for name in ["DATA", "CONFIG", "CACHE", "STATE"] { environment["XDG_\(name)_HOME"] = "xdg" }
    environment["XDG_RUNTIME_DIR"] = "xdg"
    environment["XDG_CONFIG_DIRS"] = "xdg:./xdg"
    environment["XDG_DATA_DIRS"] = "xdg"
    func haru(_ words: String...) throws -> Child.Outcome {
      try Child.run(
        "env", ["--chdir=" + home("here"), Built.product("haru")] + words,
        environment: environment)
    }
    #expect(try haru("mark").status == 0)
    #expect(try haru("store", "path").output == home(Desk.storePath) + "\n")
    #expect(try haru("config", "path").output == home(".config/haru/haru.conf") + "\n")
    _ = try haru("open", "calendar")
    #expect(try haru("autostart", "status").output.contains("XDG autostart: off\n"))
    #expect(try names(in: home("here")) == before)

    let bus = try PrivateBus()
    let agent = try Child(
      "env", ["--chdir=" + home("here"), Built.product("haru-agent")] + Desk.agentArguments,
      environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
    _ = try agent.line(from: .errors) { $0.contains("pictures are drawn") }
    #expect(try agent.terminate() == .exited(0))
    #expect(try names(in: home("here")) == before)
    #expect(try names(in: home(".cache/haru")).contains { $0.hasSuffix(".png") })
  }

  /// A home that depends on where a program was started is none.
  @Test func aRelativeHomeIsAnError() throws {
    var environment = Support.environment(home: "home")
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] { environment[name] = nil }
    let run = try Child.run(
      "env", ["--chdir=" + home.path, Built.product("haru"), "mark"], environment: environment)
    #expect(run.status == 78)
    #expect(run.errors == "haru: not an absolute path: HOME=home\n")
    #expect(try names(in: home.path) == [])
  }

  /// A stranger's settings and hooks may lie where a program is started.
  ///
  /// Nothing is changed: it is the real home of whoever runs the test.
  @Test(arguments: ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"])
  func anEmptyVariableIsNotTheCurrentDirectory(name: String) throws {
    let here = Scratch()
    try here.write("[Store]\npath=/a/strangers\n", to: ".config/haru/haru.conf")
    try here.write("[Store]\npath=/a/strangers\n", to: "haru/haru.conf")
    var environment = Support.environment(home: home.path)
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] { environment[name] = nil }
    environment[name] = ""
    for words in [["store", "path"], ["config", "path"]] {
      let run = try Child.run(
        "env", ["--chdir=" + here.path, Built.product("haru")] + words, environment: environment)
      #expect(run.status == 0 && run.output.hasPrefix("/"), "\(run)")
      #expect(!run.output.contains(here.path) && !run.output.contains("strangers"), "\(run)")
      #expect(name == "HOME" || run.output.hasPrefix(home.path), "\(run)")
    }
  }

  /// Nor are programs, such as a terminal, taken from there.
  @Test(arguments: [String?.none, ""])
  func withoutASearchPathNoProgramIsTakenFromTheCurrentDirectory(path: String?) throws {
    let here = Scratch()
    try here.write(program: "#!/bin/sh\n: >ran\n", to: "xdg-terminal-exec")
    var environment = Support.environment(home: home.path, ["DISPLAY": ":none"])
    environment["PATH"] = path
    let run = try Child.run(
      "/usr/bin/env",
      ["--chdir=" + here.path, Built.product("haru"), "open", "calendar"],
      environment: environment)
    #expect(run.status != 64, "\(run)")
    #expect(try names(in: here.path) == ["xdg-terminal-exec"])
  }

  /// A folder that is there can hold a new store beside the one at the usual place, or one that is restored.
  @Test func aStoreBeginsInANewPlace() throws {
    let environment = Support.environment(home: home.path)
    let copy = home("copy.sqlite")
    #expect(try environment.haru("mark").status == 0)
    for (place, words) in [("one", ["store", "new"]), ("two", ["store", "restore", copy])] {
      try home.makeFolder(place)
      try home.write("[Store]\npath=\(home(place))/days.sqlite\n", to: ".config/haru/haru.conf")
      let refused = try environment.haru("mark")
      #expect(refused.errors.contains("; to begin a new one: haru store new"), "\(refused)")
      let begun = try environment.haru(words)
      #expect(begun.status == 0, "\(begun)")
      #expect(try environment.haru("mark", "-1").status == 0)
      if place == "one" { #expect(try environment.haru("store", "backup", copy).status == 0) }
    }
    #expect(try environment.haru("export", "--format", "csv").output.contains(",1,"))
  }

  // MARK: Paths that are not UTF-8

  /// `caf\351` is *café* in Latin-1, and no UTF-8.
  private static let latin = "$(printf 'caf\\351')"

  @Test(arguments: [
    "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
    "XDG_CONFIG_DIRS", "TMPDIR", "TZ", "TZDIR",
  ])
  func aVariableThatIsNotUTF8IsRefused(name: String) throws {
    let run = try shell("export \(name)=$HOME/\(Self.latin); exec haru mark")
    #expect(run.status == 78)
    #expect(run.errors == "haru: not valid UTF-8: \(name)=\(home.path)/caf\u{FFFD}\n")
    #expect(try names(in: home.path) == [])
  }

  private static let refused = [
    "haru export -o \(latin).json", "haru import \(latin)", "haru note today \(latin)",
    "haru store move \(latin)", "haru card streak -o \(latin).png", "haru-draw \(latin)",
    "haru-agent \(latin)", "haru config set Store.path /\(latin)",
  ]

  @Test(arguments: refused)
  func anArgumentThatIsNotUTF8IsRefused(command: String) throws {
    try home.write("date\n2026-11-20\n", to: "caf\u{FFFD}")
    let run = try shell("exec \(command)")
    #expect(run.status == 64)
    #expect(run.errors.contains(": not valid UTF-8: "))
    #expect(run.errors.contains("caf\u{FFFD}"))
    #expect(try names(in: home.path) == ["caf\u{FFFD}"])
  }

  @Test func aSettingThatIsNotUTF8IsRefused() throws {
    try home.write("", to: ".config/haru/x")
    let write = "printf '[Store]\\npath=%s/caf\\351\\n' $HOME >.config/haru/haru.conf; "
    for command in ["mark", "status", "store path", "config list"] {
      let run = try shell(write + "exec haru \(command)")
      #expect(run.status == 78)
      #expect(
        run.errors.contains("[Store] path: \(home.path)/caf\u{FFFD}; expected an absolute path"))
    }
    #expect(try names(in: home.path) == [".config"])
  }

  /// A directory on the way may have any name: the system follows it.
  @Test func directoriesBehindALinkMayHaveAnyName() throws {
    let run = try shell(
      """
      set -e
      mkdir -p \(Self.latin) new
      ln -s \(Self.latin) .local
      haru mark
      haru mark -1
      haru store backup .local/copy.sqlite
      haru status --format line
      haru store move new
      haru store move .local
      haru status --format line
      haru undo
      haru store check
      test -f \(Self.latin)/copy.sqlite
      test -f \(Self.latin)/haru.sqlite
      test -L new/haru.sqlite
      ls
      """)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("2-day streak"))
    #expect(try names(in: home.path).filter { $0.contains("\u{FFFD}") }.count <= 1)
  }

  /// A file that would be replaced is found, or nothing is written.
  @Test func aLinkToANameThatIsNotUTF8IsKept() throws {
    let run = try shell(
      """
      mkdir -p .config/haru
      touch \(Self.latin)
      ln -s ../../\(Self.latin) .config/haru/haru.conf
      haru config set Day.starts-at 03:00
      echo $?
      test -L .config/haru/haru.conf && test ! -s \(Self.latin) && echo same
      """)
    #expect(run.output == "73\nsame\n")
    #expect(run.errors.contains("haru.conf"))
  }

  @Test func aRelativePathNeedsACurrentDirectoryInUTF8() throws {
    let run = try shell(
      """
      mkdir \(Self.latin); cd \(Self.latin)
      haru mark
      haru export -o here.json; echo $?
      haru store backup here.sqlite; echo $?
      haru store restore here.sqlite; echo $?
      ls
      """)
    #expect(run.output == "0\n64\n64\nhere.json\n")
    #expect(run.errors.contains("the current directory is not valid UTF-8"))
    #expect(try names(in: home.path).count == 2)
  }

  // MARK: Zone files

  /// libc would wait at a pipe, and read any number of changes of an enormous file for each time.
  @Test func aZoneFileThatIsNoneIsRefused() throws {
    guard mkfifo(home("pipe"), 0o600) == 0 else { throw Failure.system("mkfifo") }
    try home.write("TZif" + String(repeating: " ", count: 65_536), to: "large")
    try home.write("date\n2026-11-20\n", to: "days.csv")
    for file in [home("pipe"), home("large"), "/dev/zero"] {
      for colon in [":", ""] {
        let run = try Child.run(
          Built.product("haru"), ["status"],
          environment: Support.environment(home: home.path, zone: colon + file),
          within: .seconds(30))
        #expect(run.status == 78)
        #expect(run.errors == "haru: not a time zone file: \(file)\n")
      }
      let other = try Child.run(
        Built.product("haru"), ["import", "--time-zone", ":" + file, home("days.csv")],
        environment: Support.environment(home: home.path), within: .seconds(30))
      #expect(other.status == 64)
      #expect(other.errors.hasPrefix("haru: no such time zone: "))
    }
  }

  /// A day that begins at midnight in UTC is a surprise elsewhere.
  @Test(arguments: ["Europe/Berln", "CEST"])
  func aZoneThatIsNotKnownIsNamed(zone: String) throws {
    func haru(_ words: String...) throws -> Child.Outcome {
      try Support.environment(home: home.path, zone: zone).haru(words)
    }
    #expect(try haru("mark").status == 0)
    let line = "time zone: \(zone) is not known here, so UTC counts; to mend it, "
    #expect(try haru("doctor").output.contains("✗ " + line))
    #expect(try haru("status").output.contains("\n" + line))
    #expect(try haru("explain", "--json").output.contains("\"zone\":\"UTC\""))
  }

  // MARK: The store's own folder

  /// What carries a folder between machines would carry the database with it, and damage it.
  @Test(arguments: ["sync", "tasks"])
  func theFolderOfTheStoreIsNotCarried(command: String) throws {
    for folder in ["disk", "other", ".local/share/haru/inner"] {
      try home.makeFolder(folder)
    }
    #expect(symlink(".local/share/haru", home("link")) == 0)
    #expect(try home.haru("mark").status == 0)
    func isRefused(_ folder: String) throws -> Bool {
      let run = try home.haru(command, "on", folder)
      return run.status == 1 && run.errors.contains(" is where this machine keeps its own days; ")
    }
    let own = home(".local/share/haru")
    for folder in [own, own + "/inner", home(".local"), home.path, home("link"), "/"] {
      #expect(try isRefused(folder), "\(folder)")
    }
    #expect(try home.haru("store", "move", home("disk")).status == 0)
    for folder in [home("disk"), own, home.path] { #expect(try isRefused(folder), "\(folder)") }
    #expect(try names(in: home("disk")) == ["haru.sqlite"])
    #expect(try home.haru(command, "on", home("other")).status == 0)
  }

  // MARK: The way there

  /// Runs a script of a shell that finds the programs, in a home that is where it starts.
  private func shell(_ script: String) throws -> Child.Outcome {
    var environment = Support.environment(home: home.path)
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] { environment[name] = nil }
    let programs = (Built.product("haru") as NSString).deletingLastPathComponent
    environment["PATH"] = programs + ":" + (environment["PATH"] ?? "")
    return try Child.run(
      "env", ["--chdir=" + home.path, "sh", "-c", script], environment: environment)
  }

  private func names(in folder: String) throws -> [String] {
    try Child.run("ls", ["-A", folder]).output.split(separator: "\n").map(String.init).sorted()
  }
}

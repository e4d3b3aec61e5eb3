import Foundation

/// What `make install` has installed, with the programs of this build, in a folder of its own.
package final class Installed {
  package static let id = "io.github.haru.Haru"
  package static let service = "lib/systemd/user/haru.service"
  package static let busService = "share/dbus-1/services/\(id).service"
  package static let launcher = "share/applications/\(id).desktop"
  package static let runner = "share/krunner/dbusplugins/\(id).desktop"
  package static let searchProvider = "share/gnome-shell/search-providers/\(id).search-provider.ini"
  package static let metainfo = "share/metainfo/\(id).metainfo.xml"
  /// Beside the prefix, where sessions look for it.
  package static let autostart = "../etc/xdg/autostart/\(id).desktop"

  package let home: Scratch
  /// The home of a user.
  package let user: Scratch
  package let prefix: String
  /// What `make install` said that it has written.
  package private(set) var written: [String]
  private let words: [String]
  private let isInHome: Bool

  /// Installs for everybody, or for one user in their home.
  package init(inHome isInHome: Bool = false) throws {
    let (home, user) = (Scratch(), Scratch())
    (self.home, self.user, self.isInHome) = (home, user, isInHome)
    prefix = isInHome ? user(".local") : home("my usr")
    mkdir(user("run"), 0o700)
    for shell in ["bash", "zsh", "fish"] {
      let run = try Child.run(Built.product("haru"), ["--generate-completion-script", shell])
      try home.write(run.output, to: "completions/haru." + shell)
    }
    let programs = (Built.product("") as NSString).standardizingPath
    words =
      [
        "-s", "-C", SourceTree.root.path, "PREFIX=" + prefix, "PROGRAMS=" + programs,
        "COMPLETIONS=" + home("completions"), "INSTALLED=" + home("made"),
      ] + (isInHome ? [] : ["SYSCONFDIR=" + home("etc")])
    written = []
    written = try make("install").filter { $0.hasPrefix("/") }.map(String.init)
  }

  /// Runs a target of the makefile; the variables of a `make test` around this are none of it.
  @discardableResult
  package func make(_ target: String) throws -> [Substring] {
    var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    if isInHome { environment["HOME"] = user.path }
    let run = try Child.run("make", words + [target], environment: environment)
    guard run.status == 0 else { throw Failure.unexpected(run.errors) }
    return run.output.split(separator: "\n")
  }

  /// The path of an installed file.
  package func path(_ name: String) -> String { prefix + "/" + name }

  /// The version of the programs.
  package var version: String {
    get throws {
      let run = try Child.run(path("bin/haru"), ["--version"], environment: environment())
      return String(run.output.dropFirst("haru ".count).dropLast())
    }
  }

  /// All installed files, with the links among them.
  package var files: [String] {
    let folders = [prefix, home("etc")]
    return folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        .map { folder + "/" + $0 }
    }.filter {
      (try? FileManager.default.attributesOfItem(atPath: $0)[.type] as? FileAttributeType)
        != .typeDirectory
    }
  }

  /// A session's environment in which these files are those of the system, and the only ones.
  package func environment(bus: String? = nil, more: [String: String] = [:]) -> [String: String] {
    var environment = Support.environment(
      home: user.path, bus: bus, zone: MadeZone.morning.name,
      [
        "PATH": path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
        "XDG_DATA_DIRS": path("share"), "XDG_CONFIG_DIRS": home("etc/xdg"),
        "MANPATH": path("share/man"), "DISPLAY": ":nowhere",
      ].merging(more) { $1 })
    // The programs find their own translations.
    environment["TEXTDOMAINDIR"] = nil
    return environment
  }

  /// The entries of a group of a file.
  package func entries(_ name: String, _ group: String) throws -> [String: String] {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    var (entries, isInGroup) = ([String: String](), false)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("[") { isInGroup = line == "[\(group)]" }
      guard isInGroup, let equals = line.firstIndex(of: "=") else { continue }
      let key = String(line[..<equals])
      guard entries[key] == nil else { throw Failure.unexpected("\(key) twice in \(name)") }
      entries[key] = String(line[line.index(after: equals)...])
    }
    return entries
  }
}

/// A session on a machine with these files, in which no agent runs yet.
package final class InstalledSession {
  package let machine: Installed
  package let bus: PrivateBus
  package let environment: [String: String]
  package let console: Console

  package init(_ machine: Installed, marks: [Int] = [], _ more: [String: String] = [:]) throws {
    self.machine = machine
    bus = try PrivateBus(
      and: machine.path("share/dbus-1/services"), environment: machine.environment(more: more))
    environment = machine.environment(bus: bus.address, more: more)
    for day in marks {
      let run = try Child.run(
        machine.path("bin/haru"), ["mark", "-\(day)"], environment: environment)
      guard run.status == 0 else { throw Failure.unexpected(run.errors) }
    }
    console = try Console(environment: environment)
  }

  deinit {
    // The agent must not write into the home while that is removed.
    try? bus.stop()
  }

  @discardableResult
  package func run(_ words: String...) throws -> Child.Outcome {
    try Child.run("env", words, environment: environment)
  }

  /// Runs a command line of a desktop file; where nothing but quotation marks is special, a shell reads it as
  /// a launcher does.
  package func launch(_ line: String, opening address: String = "") throws -> Child {
    try Child(
      "sh", ["-c", "exec " + line.replacing("%u", with: address)], environment: environment)
  }

  /// Calls a method of the agent, which the bus starts if it has to.
  package func call(_ path: String, _ method: String, _ arguments: String...) throws -> String {
    try Child.call(method, of: Installed.id, at: path, arguments, environment: environment)
      .succeeded()
  }

  /// The words with which the running agent was started.
  package var agent: [String] {
    get throws {
      let bus = "org.freedesktop.DBus"
      let run = try Child.call(
        bus + ".GetConnectionUnixProcessID", of: bus, [Installed.id], environment: environment)
      let pid = run.output.filter { $0.isNumber }.dropFirst("32".count)
      let line = try String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
      return line.split(separator: "\0").map(String.init)
    }
  }

  package var isStudied: Bool {
    get throws { try run("haru", "status", "--json").output.contains(#""studied":true"#) }
  }
}

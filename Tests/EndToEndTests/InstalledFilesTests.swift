import Foundation
import FoundationXML
import HaruCore
import Support
import Testing

/// What stands in `share`, as it is installed, and read by the programs that read it there.
@Suite(.serialized)
struct InstalledFilesTests {
  private let machine: Installed

  init() throws { machine = try Installed() }

  @discardableResult
  private func run(_ words: String..., more: [String: String] = [:]) throws -> Child.Outcome {
    try Child.run("env", words, environment: machine.environment(more: more))
  }

  /// Everybody may read it, and only programs can be run.
  @Test func filesHaveTheirModesAndAreRemovedAgain() throws {
    for file in machine.files {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      let isProgram = ["/bin/", "/libexec/"].contains { file.contains($0) }
      #expect(attributes[.posixPermissions] as? Int == (isProgram ? 0o755 : 0o644), "\(file)")
      #expect(attributes[.size] as? Int != 0, "\(file)")
      if isProgram { #expect(try run(file, "--version").status == 0 || file.contains("/libexec/")) }
    }
    #expect(machine.files.count > 30)
    try machine.make("uninstall")
    #expect(machine.files == [])
  }

  /// Nothing is written outside the home, and nothing but the user's days is left in it.
  @Test func aPrefixInAHomeIsForItsUserAlone() throws {
    let machine = try Installed(inHome: true)
    let home = machine.user.path + "/"
    #expect(machine.written.allSatisfy { $0.hasPrefix(home) } && machine.written.count > 30)
    for file in [".config/autostart/\(Installed.id).desktop", ".config/systemd/user/haru.service"] {
      #expect(machine.written.contains(home + file))
    }
    #expect(try Child.run(machine.path("bin/haru"), ["--version"]).status == 0)
    let said = try machine.make("uninstall")
    #expect(said.last?.hasPrefix("Your days stay in ") == true)
    #expect(machine.written.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
  }

  @Test func theProgramsFindTheirTranslations() throws {
    try #require(TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice))
    let said = try run("haru", "status", more: ["LC_ALL": "ko_KR.UTF-8"]).output
    #expect(
      said.contains { $0.unicodeScalars.first.map { $0.value >= 0xac00 } ?? false }, "\(said)")
  }

  // MARK: systemd

  @Test func systemdTakesTheUnit() throws {
    let unit = machine.path(Installed.service)
    let verified = try run(
      "systemd-analyze", "--user", "verify", unit, more: ["SYSTEMD_UNIT_PATH": ":"])
    #expect(verified.status == 0)
    let complaints = verified.errors.split(separator: "\n").filter { $0.contains("haru") }
    #expect(complaints == [])
    let service = try machine.entries(Installed.service, "Service")
    #expect(service["ExecStart"] == #""\#(machine.path("bin/haru-agent"))" --gapplication-service"#)
    // It is ready when it owns the name; what is called before that waits.
    #expect(service["Type"] == "dbus" && service["BusName"] == Installed.id)
    // It ends with 0 when it is told to end, and otherwise wants to be started again.
    #expect(service["Restart"] == "on-failure")
    #expect(service["RestartSec"].flatMap { Int($0) }.map { (1...10).contains($0) } == true)
    #expect(service["UMask"] == "0077")
    #expect(service["Slice"] == "app.slice")
  }

  /// systemd and `haru autostart` make the same link, and a session that ends ends the agent.
  @Test func theUnitIsStartedWithTheSession() throws {
    let folders = [
      machine.user(".config/systemd/user"), machine.home("user2/.config/systemd/user"),
    ]
    let units = folders.map { $0 + ":" + machine.path("lib/systemd/user") }
    let enabled = try run(
      "systemctl", "--user", "enable", "haru.service",
      more: [
        "SYSTEMD_UNIT_PATH": units[0] + ":", "XDG_CONFIG_HOME": machine.user(".config"),
      ])
    #expect(enabled.status == 0, "\(enabled.errors)")
    let ours = try run(
      "haru", "autostart", "enable",
      more: [
        "SYSTEMD_UNIT_PATH": units[1], "HOME": machine.home("user2"),
        "XDG_CONFIG_HOME": machine.home("user2/.config"),
      ])
    #expect(ours.status == 0, "\(ours.errors)")
    let links = folders.map { folder in
      (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix("/haru.service") }
    }
    #expect(links[0].count == 1 && links[0] == links[1])
    let target = try #require(links[0].first).components(separatedBy: ".wants/")[0]
    let unit = try machine.entries(Installed.service, "Unit")
    // Not before it: the display is not there yet.
    #expect(unit["PartOf"] == target && unit["After"] == target)
    // The interval has room for more starts than the limit, or none would ever be the last.
    let service = try machine.entries(Installed.service, "Service")
    let numbers = [
      unit["StartLimitBurst"], service["RestartSec"], unit["StartLimitIntervalSec"],
    ].compactMap { $0.flatMap { Int($0) } }
    #expect(numbers.count == 3 && numbers[0] * numbers[1] < numbers[2])
  }

  /// What the agent and its helpers ask of the kernel, against what the unit forbids.
  @Test func theSandboxAllowsWhatTheProgramsDo() throws {
    let calls = machine.home("calls")
    let folder = Scratch()
    let session = try InstalledSession(machine, marks: [1])
    let agent = try Child(
      "strace",
      ["-D", "-f", "-qq", "-o", calls, machine.path("bin/haru-agent"), "--gapplication-service"],
      environment: session.environment)
    let open = try session.console.shown(within: .seconds(60))
    // It marks, draws, makes a backup, and exchanges days.
    #expect(try session.run("haru", "sync", "on", folder.path).status == 0)
    try session.console.press("Study", on: open)
    #expect(try session.console.shown(within: .seconds(60)).summary.hasPrefix("Studied"))
    let data = machine.user(".local/share/haru")
    try eventually(watching: data + "/backups") {
      let copies = try? FileManager.default.contentsOfDirectory(atPath: data + "/backups")
      return copies?.contains { $0.hasSuffix(".sqlite") } ?? false
    }
    try eventually(watching: folder("Log")) {
      try !FileManager.default.contentsOfDirectory(atPath: folder("Log")).isEmpty
    }
    #expect(try agent.terminate(within: .seconds(30)) == .exited(0))
    let trace = try Trace(of: calls)
    for program in ["haru-agent", "haru-draw", "haru"] {
      #expect(trace.programs.contains { $0.hasSuffix("/" + program) }, "\(program)")
    }
    let entries = try machine.entries(Installed.service, "Service")
    #expect(try trace.violations(of: entries) == [])
    // With an error instead of a kill a library takes another way.
    #expect(entries["SystemCallErrorNumber"] == "EPERM")
    #expect(entries["SystemCallFilter"]?.hasPrefix("~") == true)
  }

  // MARK: D-Bus

  @Test func theBusStartsTheAgentThatSystemdStarts() throws {
    let session = try InstalledSession(machine)
    let file = try machine.entries(Installed.busService, "D-BUS Service")
    let unit = try machine.entries(Installed.service, "Service")
    #expect(file["Exec"]?.replacing("'", with: "\"") == unit["ExecStart"])
    #expect(file["Name"] == unit["BusName"])
    #expect(
      file["SystemdService"].map { machine.path("lib/systemd/user/" + $0) }
        == machine.path(Installed.service))
    let version = try session.call(
      "/io/github/haru/Haru", "org.freedesktop.DBus.Properties.Get", "io.github.haru.Haru1",
      "Version")
    #expect(try version.contains("'" + machine.version + "'"))
    #expect(try session.agent == [machine.path("bin/haru-agent"), "--gapplication-service"])
    _ = try session.console.shown()
  }

  // MARK: Desktop files

  @Test(arguments: [Installed.launcher, Installed.autostart, Installed.runner])
  func aDesktopTakesTheFile(name: String) throws {
    let run = try run("desktop-file-validate", machine.path(name))
    #expect(run.status == 0 && run.output == "", "\(run.output)")
    let entries = try machine.entries(name, "Desktop Entry")
    #expect(entries["Terminal"] != "true")
    #expect(entries["Icon"] == Installed.id)
    let text = try String(contentsOfFile: machine.path(name), encoding: .utf8)
    for language in TestLanguage.translated {
      #expect(text.contains("\nComment[\(language.code)]="), "\(language)")
    }
    // A launcher would show each of them.
    #expect(entries["NoDisplay"] == (name == Installed.autostart ? "true" : nil))
    #expect(entries["Hidden"] == nil && entries["OnlyShowIn"] == nil)
  }

  /// Where the desktop has the bus start it, and where it runs the command.
  @Test func theLauncherShowsTheDay() throws {
    let session = try InstalledSession(machine)
    #expect(try session.run("gapplication", "list-apps").output == Installed.id + "\n")
    #expect(try session.run("gapplication", "launch", Installed.id).status == 0)
    let shown = try session.console.shown()
    // The bus has started it.
    #expect(try session.agent.last == "--gapplication-service")
    let exec = try #require(try machine.entries(Installed.launcher, "Desktop Entry")["Exec"])
    let another = try InstalledSession(machine)
    let agent = try another.launch(exec)
    #expect(try another.console.shown().summary == shown.summary)
    try agent.terminate()
  }

  @Test func theActionOfTheLauncherMarksTheDay() throws {
    let session = try InstalledSession(machine)
    let actions = try session.run("gapplication", "list-actions", Installed.id).output
    #expect(actions.split(separator: "\n").sorted() == ["calendar", "rest", "study", "yesterday"])
    #expect(try session.run("gapplication", "action", Installed.id, "study").status == 0)
    #expect(try session.console.shown { $0.summary.hasPrefix("Studied") }.summary != "")
    #expect(try session.run("haru", "unmark").status == 0)
    let action = try machine.entries(Installed.launcher, "Desktop Action study")
    let exec = try #require(action["Exec"])
    #expect(try session.launch(exec).wait() == .exited(0))
    #expect(try session.isStudied)
  }

  /// Both by the agent, and by the command of a launcher that does not call it.
  @Test func theActionsOfTheLauncherMarkYesterdayAndRest() throws {
    let session = try InstalledSession(machine)
    for (action, said) in [("yesterday", "Marked as studied: "), ("rest", "Rest day: ")] {
      #expect(try session.run("gapplication", "action", Installed.id, action).status == 0)
      let shown = try session.console.shown { ($0.summary + $0.body).contains(said) }
      #expect(shown.summary != "", "\(action)")
      #expect(try session.run("haru", "undo").status == 0)
      let entry = try machine.entries(Installed.launcher, "Desktop Action " + action)
      #expect(try session.launch(try #require(entry["Exec"])).wait() == .exited(0))
      let listed = try session.run("haru", "undo", "--list").output
      #expect(listed.contains(action == "rest" ? "rest: " : "marked: "), "\(listed)")
    }
  }

  /// Browsers and other programs open addresses by their scheme.
  @Test func addressesAreOpenedByTheAgent() throws {
    #expect(try run("update-desktop-database", machine.path("share/applications")).status == 0)
    let session = try InstalledSession(machine)
    let viewer = try PictureViewer(in: machine.user)
    #expect(try session.run("gio", "open", "haru:streak").status == 0)
    #expect(try viewer.opened(within: .seconds(30)).file.contains("/haru/streak-"))
    // A launcher that does not call the agent runs the command.
    let exec = try #require(try machine.entries(Installed.launcher, "Desktop Entry")["Exec"])
    let another = try InstalledSession(machine)
    let agent = try another.launch(exec, opening: "haru:calendar")
    #expect(try viewer.opened(within: .seconds(30)).file.contains("/haru/calendar-"))
    #expect(try another.console.shown().labels.contains("Study"))
    try agent.terminate()
  }

  @Test func theAutostartFileStartsTheAgentOnce() throws {
    let session = try InstalledSession(machine)
    let entries = try machine.entries(Installed.autostart, "Desktop Entry")
    #expect(entries["TryExec"].map { machine.path("bin/" + $0) } == machine.path("bin/haru-agent"))
    #expect(entries["Exec"]?.hasSuffix(" --gapplication-service") == true)
    let agent = try session.launch(try #require(entries["Exec"]))
    _ = try session.console.shown()
    try agent.terminate()
    // In a session of systemd the unit starts it, and not this file, too.
    let units = machine.home("units")
    mkdir(units, 0o700)
    let generator = "/usr/lib/systemd/user-generators/systemd-xdg-autostart-generator"
    try run(generator, units, units, units, more: ["XDG_CONFIG_HOME": machine.home("none")])
      .succeeded()
    #expect(try FileManager.default.contentsOfDirectory(atPath: units) == [])
    // GNOME reads another line up to version 48.
    #expect(entries["X-GNOME-HiddenUnderSystemd"] == "true")
    #expect(entries["X-GNOME-Autostart-enabled"] != "false")
  }

  // MARK: Searches

  @Test func gnomeFindsTheProvider() throws {
    let session = try InstalledSession(machine)
    let file = try machine.entries(Installed.searchProvider, "Shell Search Provider")
    #expect(file["BusName"] == Installed.id)
    let launcher = try #require(file["DesktopId"])
    #expect(machine.path("share/applications/" + launcher) == machine.path(Installed.launcher))
    // The shell calls the interface that the version names.
    let interface = try "org.gnome.Shell.SearchProvider" + #require(file["Version"])
    let found = try session.call(
      #require(file["ObjectPath"]), interface + ".GetInitialResultSet", "['haru']")
    #expect(found.hasPrefix("(['study:"), "\(found)")
    #expect(file["DefaultDisabled"] == nil && file["AutoStart"] == nil)
  }

  @Test func plasmaFindsTheRunner() throws {
    let session = try InstalledSession(machine)
    let file = try machine.entries(Installed.runner, "Desktop Entry")
    #expect(file["X-Plasma-DBusRunner-Service"] == Installed.id)
    // Words of two letters find it in Korean; KRunner asks for no shorter ones than this.
    #expect(file["X-Plasma-Runner-Min-Letter-Count"] == "2")
    for word in ["'ha'", "'하루'"] {
      let found = try session.call(
        #require(file["X-Plasma-DBusRunner-Path"]), "org.kde.krunner1.Match", word)
      #expect(found.contains("study:"), "\(found)")
    }
    // What Plasma takes for a runner on the bus, and asks it for its actions once.
    #expect(file["Type"] == "Service" && file["X-KDE-ServiceTypes"] == "Plasma/Runner")
    #expect(file["X-Plasma-API"] == "DBus" && file["X-Plasma-Request-Actions-Once"] == "true")
    #expect(file["X-KDE-PluginInfo-Name"] == Installed.id)
    #expect(file["X-KDE-PluginInfo-EnabledByDefault"] == "true")
  }

  // MARK: The manual

  private static let pages = ["haru.1", "haru-agent.1", "haru.conf.5", "haru-sync.7"]

  @Test(arguments: pages)
  func manShowsThePage(name: String) throws {
    let (title, section) = (String(name.dropLast(2)), String(try #require(name.last)))
    let path = machine.path("share/man/man\(section)/\(name)")
    let utf8 = ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"]
    #expect(try run("man", "-w", title, more: utf8).output == path + "\n")
    let shown = try run("man", "--warnings=w", title, more: utf8)
    #expect(shown.status == 0 && shown.errors == "", "\(shown.errors)")
    #expect(
      shown.output.hasPrefix("\(title.uppercased())(\(section)) "), "\(shown.output.prefix(80))")
    #expect(try run("mandoc", "-T", "lint", "-W", "warning", path).output == "")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.first { $0.hasPrefix(".Nm ") || $0.hasPrefix(".Nm") } != nil)
    let name = lines.drop { $0 != ".Sh NAME" }.dropFirst().first
    #expect(name == ".Nm \(title)")
    // A page of ours that is named is there.
    for words in lines.map({ $0.split(separator: " ") }) where words.first == ".Xr" {
      guard words.count > 2, words[1].hasPrefix("haru") else { continue }
      #expect(Self.pages.contains("\(words[1]).\(words[2])"), "\(words.joined(separator: " "))")
    }
    // A command that is named is there, with its options.
    for words in Self.commands(in: lines) {
      let command = words.prefix { $0.allSatisfy { $0.isLowercase } }
      let help = try Child.run(
        "env", command + ["--help"], environment: machine.environment()
      ).output
      #expect(help.contains("USAGE: " + command.joined(separator: " ")), "\(words)")
      for option in words where option.hasPrefix("--") {
        #expect(help.contains(option), "\(words)")
      }
    }
  }

  /// The command lines of a page, in words.
  private static func commands(in lines: [Substring]) -> [[String]] {
    var isLiteral = false
    return lines.compactMap { line in
      if line.hasPrefix(".Bd") || line.hasPrefix(".Ed") { isLiteral = line.hasPrefix(".Bd") }
      let words = line.replacing("\\-", with: "-").split(separator: " ").map(String.init)
      let command = words.first == ".Ql" ? Array(words.dropFirst()) : isLiteral ? words : []
      return command.first == "haru" ? command : nil
    }
  }

  /// The page of the agent against the agent.
  @Test func thePageOfTheAgentSaysWhatItDoes() throws {
    let page = try String(
      contentsOfFile: machine.path("share/man/man1/haru-agent.1"), encoding: .utf8)
    let lines = page.split(separator: "\n").map(String.init)
    func items(of section: String) -> [String] {
      lines.drop { $0 != ".Sh " + section }.dropFirst().prefix { !$0.hasPrefix(".Sh ") }
        .filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) }
    }
    let help = try run("haru-agent", "--help").output
    let options = items(of: "DESCRIPTION").map { $0.replacing("Fl ", with: "-") }
    #expect(options.count == 4)
    for option in options { #expect(help.contains(" " + option), "\(option)") }
    let known = help.split { $0.isWhitespace || "[],".contains($0) }.filter { $0.hasPrefix("--") }
    #expect(Set(known.map(String.init)) == Set(options))
    // Where the files are.
    let files = items(of: "FILES").joined(separator: " ")
    #expect(files.contains("/etc/xdg/autostart/\(Installed.id).desktop"))
    #expect(files.contains("haru.service"))
    // How it ends.
    let statuses = items(of: "EXIT STATUS").compactMap { Int32($0) }
    #expect(statuses == [0, 64, 69, 74, 75, 77, 78])
    #expect(try run("haru-agent", "--nonsense").status == 64)
    #expect(try run("haru-agent").status == 69)
    #expect(try run("haru-agent", more: ["XDG_DATA_HOME": "", "HOME": "x"]).status == 78)
    // The lines for sessions that start nothing by themselves.
    for desktop in items(of: "STARTING AT LOGIN") {
      let place = try #require(lines.firstIndex(of: ".It " + desktop))
      let line = lines[place + 1].dropFirst(".Li ".count).replacing("\\(dq", with: "\"")
      let said = try run("haru", "autostart", "enable", more: ["XDG_CURRENT_DESKTOP": desktop])
      let typed = line.replacing("haru-agent", with: shellWord(machine.path("bin/haru-agent")))
      #expect((said.output + said.errors).contains(typed), "\(desktop)")
    }
  }

  // MARK: Icons

  @Test(arguments: [16, 22, 48, 128])
  func theIconsAreDrawn(size: Int) throws {
    for (place, name) in [("scalable", ""), ("symbolic", "-symbolic")] {
      let file = machine.path("share/icons/hicolor/\(place)/apps/\(Installed.id)\(name).svg")
      let picture = machine.home("icon.png")
      let drawn = try run(
        "rsvg-convert", "-w", "\(size)", "-h", "\(size)", "-o", picture, file)
      #expect(drawn.status == 0, "\(drawn.errors)")
      #expect(sizeOfPNG(picture) == [size, size])
      let opaque = try run(
        "convert", picture, "-alpha", "extract", "-format", "%[fx:mean]", "info:")
      let share = try #require(Double(opaque.output))
      // A leaf of a calendar fills most of its square; as lines, less.
      #expect((name == "" ? 0.6...0.9 : 0.25...0.6).contains(share), "\(name) \(share)")
      // It reaches each side, and leaves no more than a twelfth of it free.
      let box = try run("convert", picture, "-trim", "-format", "%w %h", "info:")
      let sides = box.output.split(separator: " ").compactMap { Int($0) }
      #expect(sides.count == 2 && sides.allSatisfy { $0 * 12 >= size * 10 }, "\(box.output)")
      // Without the edges, which are mixed with what is below.
      let colours = try run(
        "convert", picture, "-channel", "A", "-threshold", "99%", "+channel", "-alpha",
        "background",
        "-unique-colors", "-format", "%w", "info:")
      // What toolkits colour as the text beside it has one colour.
      if name != "" { #expect(colours.output == "2", "\(colours.output)") }
    }
  }

  // MARK: Metainfo

  @Test func softwareCentresTakeTheMetainfo() throws {
    try run("appstreamcli", "validate-tree", "--no-net", machine.prefix).succeeded()
    let file = URL(fileURLWithPath: machine.path(Installed.metainfo))
    let root = try #require(try XMLDocument(contentsOf: file).rootElement())
    func texts(_ path: String) throws -> [String] {
      try root.nodes(forXPath: path).compactMap(\.stringValue)
    }
    #expect(try texts("id") == [Installed.id] && texts("icon") == [Installed.id])
    #expect(try texts("launchable[@type='desktop-id']") == [Installed.id + ".desktop"])
    #expect(try texts("provides/dbus[@type='user']") == [Installed.id])
    let programs = try FileManager.default.contentsOfDirectory(atPath: machine.path("bin"))
    #expect(try texts("provides/binary").sorted() == programs.sorted())
    let released = try texts("releases/release/@version")
    #expect(try released.first == machine.version)
    // Newest first, and none after the day on which its version was written down.
    #expect(try texts("releases/release/@date") == texts("releases/release/@date").sorted(by: >))
    for language in TestLanguage.translated {
      #expect(try texts("summary[@xml:lang='\(language.code)']").count == 1, "\(language)")
      #expect(try texts("description/p[@xml:lang='\(language.code)']").count == 2, "\(language)")
    }
  }
}

import Foundation
import Support
import Testing

/// What starts the agent at login, as the files say that the system and the user have.
struct AutostartTests {
  private static let name = "io.github.haru.Haru"
  private static let link = ".config/systemd/user/graphical-session.target.wants/haru.service"

  /// A machine with the package, on which systemd starts the unit for every user.
  private static func installed(
    language: TestLanguage = .english, _ more: [String: String] = [:]
  ) throws -> Transcript {
    let home = try Scratch()
    try home.write("[Service]\n", to: "usr/systemd/haru.service")
    try home.link("usr/systemd/graphical-session.target.wants/haru.service", to: "../haru.service")
    try home.write(
      "[Desktop Entry]\nExec=haru-agent\nX-systemd-skip=true\n",
      to: "etc/autostart/\(name).desktop")
    let units = home(".config/systemd/user") + ":" + home("usr/systemd")
    return try Transcript(
      language: language, home: home, ["SYSTEMD_UNIT_PATH": units].merging(more) { $1 })
  }

  /// Without a package the user's own file starts the agent.
  @Test(arguments: TestLanguage.tried)
  func withoutAPackage(language: TestLanguage) throws {
    let session = try Transcript(language: language)
    try session.type("haru", "autostart", "status")
    try session.type("haru", "autostart", "enable")
    try session.type("haru", "autostart", "status")
    session.note(try session.home.read(".config/autostart/\(Self.name).desktop"))
    try session.type("haru", "autostart", "disable")
    try session.type("haru", "autostart", "status")
    try session.expectGolden("autostart")
    #expect(!session.home.has(".config/autostart/\(Self.name).desktop"))
  }

  /// Over ssh, where no desktop is known.
  @Test(arguments: TestLanguage.tried)
  func whatIsEnabledForAllIsDisabledForOne(language: TestLanguage) throws {
    let session = try Self.installed(language: language)
    try session.type("haru", "autostart", "status")
    try session.type("haru", "autostart", "disable")
    try session.type("haru", "autostart", "status")
    #expect(try session.home.target(of: Self.link) == "/dev/null")
    session.note(try session.home.read(".config/autostart/\(Self.name).desktop"))
    // The unit alone, as systemctl would.
    unlink(session.home(".config/autostart/\(Self.name).desktop"))
    try session.type("haru", "autostart", "status")
    try session.type("haru", "autostart", "enable")
    try session.type("haru", "autostart", "status")
    #expect(!session.home.has(Self.link))
    try session.expectGolden("autostart-installed")
  }

  @Test func aUnitThatIsNotEnabledForAllIsLinked() throws {
    let session = try Self.installed()
    unlink(session.home("usr/systemd/graphical-session.target.wants/haru.service"))
    #expect(try session.type("haru", "autostart", "status").output.contains("systemd: off"))
    try session.type("haru", "autostart", "enable")
    #expect(try session.home.target(of: Self.link) == session.home("usr/systemd/haru.service"))
    #expect(try session.type("haru", "autostart", "status").output.contains("systemd: on"))
    try session.type("haru", "autostart", "disable")
    #expect(!session.home.has(Self.link))
  }

  /// Earlier versions advised to mask the unit, which `haru agent start` then could not start either.
  @Test func aMaskedUnitIsOffUntilItIsEnabled() throws {
    let session = try Self.installed()
    try session.home.link(".config/systemd/user/haru.service", to: "/dev/null")
    #expect(try session.type("haru", "autostart", "status").output.contains("systemd: off"))
    try session.type("haru", "autostart", "enable")
    #expect(try session.type("haru", "autostart", "status").output.contains("systemd: on"))
  }

  @Test(arguments: ["sway", "i3", "Hyprland", "river"])
  func aDesktopThatStartsNothingGetsALine(desktop: String) throws {
    let session = try Self.installed(["XDG_CURRENT_DESKTOP": desktop])
    try session.type("haru", "autostart", "enable")
    try session.type("haru", "autostart", "status")
    try session.expectGolden("autostart-\(desktop.lowercased())")
  }

  /// An archive that was unpacked into a folder whose name every file writes in its own way.
  @Test func anUnpackedFolderIsStartedFromThere() throws {
    let session = try Transcript(language: .english)
    let home = session.home
    let folder = "My $HOME 100% \"Haru\""
    for program in ["haru", "haru-agent"] {
      _ = try home.copy(Built.product(program), to: "\(folder)/bin/\(program)")
    }
    let files = [
      "lib/systemd/user/haru.service": "[Service]\nExecStart=/usr/bin/haru-agent\nRestartSec=2\n",
      "share/dbus-1/services/\(Self.name).service": "[D-BUS Service]\nExec=/usr/bin/haru-agent\n",
    ]
    for (name, text) in files { try home.write(text, to: "\(folder)/\(name)") }
    func haru(_ word: String) throws {
      let run = try Child.run(
        home("\(folder)/bin/haru"), ["autostart", word], environment: session.environment)
      session.note("$ haru autostart \(word)\n" + run.output + run.errors)
    }
    let copies = [
      ".config/systemd/user/haru.service", ".local/share/dbus-1/services/\(Self.name).service",
      ".config/autostart/\(Self.name).desktop",
    ]
    try haru("enable")
    try haru("status")
    for copy in copies { session.note(try home.read(copy)) }
    #expect(try home.target(of: Self.link) == home(copies[0]))
    try haru("disable")
    try haru("status")
    #expect(copies.filter(home.has) == [])
    #expect(!home.has(Self.link))
    try session.expectGolden("autostart-unpacked")
  }
}

extension Scratch {
  fileprivate func has(_ name: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: self(name))) != nil
  }

  fileprivate func target(of name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: self(name))
  }

  fileprivate func link(_ name: String, to target: String) throws {
    let folder = (self(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }
}

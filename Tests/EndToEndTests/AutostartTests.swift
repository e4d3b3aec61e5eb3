import Foundation
import Support
import Testing

/// What starts the agent at login, as the files say that the system and the user have.
struct AutostartTests {
  private static let name = "io.github.haru.Haru"
  private static let link = ".config/systemd/user/graphical-session.target.wants/haru.service"

  /// Files that `enable` makes from those of an unpacked archive.
  private static let copies = [
    ".config/systemd/user/haru.service", ".local/share/dbus-1/services/\(name).service",
  ]

  /// A machine with the package, on which systemd starts the unit for every user.
  private static func installed(
    language: TestLanguage = .english, _ more: [String: String] = [:]
  ) throws -> Transcript {
    let home = Scratch()
    try home.write("[Service]\n", to: "usr/systemd/haru.service")
    try home.link("usr/systemd/graphical-session.target.wants/haru.service", to: "../haru.service")
    try home.write(
      "[Desktop Entry]\nExec=haru-agent\nX-systemd-skip=true\n",
      to: "etc/autostart/\(name).desktop")
    let units = home(".config/systemd/user") + ":" + home("usr/systemd")
    return Transcript(
      language: language, home: home, ["SYSTEMD_UNIT_PATH": units].merging(more) { $1 })
  }

  /// Without a package the user's own file starts the agent.
  @Test(arguments: TestLanguage.tried)
  func withoutAPackage(language: TestLanguage) throws {
    let session = Transcript(language: language)
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
    try session.type("haru", "autostart", "disable")
    try session.type("haru", "autostart", "status")
    try session.expectGolden("autostart-\(desktop.lowercased())")
  }

  /// From a console, by `startx` or by greetd, only the desktop's own variable is set; sway sets i3's as well.
  @Test(arguments: [
    (["SWAYSOCK", "I3SOCK"], "sway/config"), (["I3SOCK"], "i3/config"),
    (["HYPRLAND_INSTANCE_SIGNATURE"], "hypr/hyprland.conf"),
  ])
  func aDesktopFromAConsoleGetsItsLine(variables: [String], file: String) throws {
    let more = Dictionary(uniqueKeysWithValues: variables.map { ($0, "/run/user/1/ipc.sock") })
    let session = try Self.installed(more)
    for word in ["enable", "status"] {
      let run = try session.type("haru", "autostart", word)
      #expect(run.output.contains("# Add this line to ~/.config/\(file):"), "\(run)")
      #expect(!(run.output + run.errors).contains("The agent starts at login."), "\(word)")
    }
    let doctor = try session.type("haru", "doctor").output
    #expect(doctor.contains("• start at login: depends on your desktop"))
  }

  /// Where nothing is known, as on a window manager that `startx` runs, it says what starts the agent and what does
  /// not; and so where a desktop is not known to read the file.
  @Test(arguments: ["", "bspwm"])
  func whereNothingIsKnownItSaysWhatStartsIt(desktop: String) throws {
    let session = try Self.installed(["XDG_CURRENT_DESKTOP": desktop])
    let run = try session.type("haru", "autostart", "enable")
    #expect(!(run.output + run.errors).contains("The agent starts at login."))
    for line in ["systemd: on, for ", "XDG autostart: on, for ", "sway, i3, river and Hyprland "] {
      #expect(run.output.contains(line), "\(run)")
    }
    let xfce = try Self.installed(["XDG_CURRENT_DESKTOP": "XFCE"])
    let known = try xfce.type("haru", "autostart", "enable")
    #expect((known.output + known.errors).hasPrefix("The agent starts at login."), "\(known)")
    // The first screen does not advise what is done.
    #expect(try session.type("haru").output.contains("haru autostart enable"))
    #expect(try !xfce.type("haru").output.contains("haru autostart enable"))
  }

  /// Nothing but the line of its own settings starts anything on such a desktop.
  @Test(arguments: ["sway", "i3", "Hyprland", "river"])
  func withoutAPackageItGetsALineToo(desktop: String) throws {
    let session = Transcript(["XDG_CURRENT_DESKTOP": desktop])
    for word in ["enable", "status"] {
      let run = try session.type("haru", "autostart", word)
      #expect(run.output.contains("# Add this line to ~/.config/"), "\(word)")
      #expect(!(run.output + run.errors).contains("The agent starts at login."), "\(word)")
    }
  }

  @Test func doctorDoesNotSayYesWhereTheDesktopDecides() throws {
    let depends = "• start at login: depends on your desktop"
    let sway = try Self.installed(["XDG_CURRENT_DESKTOP": "sway"])
    #expect(try sway.type("haru", "doctor").output.contains(depends))
    // Over ssh, with the unit alone.
    let ssh = try Self.installed()
    try ssh.home.write(
      "[Desktop Entry]\nHidden=true\n", to: ".config/autostart/\(Self.name).desktop")
    #expect(try ssh.type("haru", "doctor").output.contains(depends))
  }

  /// An archive that was unpacked into a folder whose name every file writes in its own way.
  @Test func anUnpackedFolderIsStartedFromThere() throws {
    let folder = try Unpacked(in: "My $HOME 100% \"Haru\"")
    let (session, home) = (folder.session, folder.session.home)
    let copies = Self.copies + [".config/autostart/\(Self.name).desktop"]
    try folder.haru("enable")
    try folder.haru("status")
    for copy in copies { session.note(try home.read(copy)) }
    #expect(try home.target(of: Self.link) == home(copies[0]))
    try folder.haru("disable")
    try folder.haru("status")
    #expect(copies.filter(home.has) == [])
    #expect(!home.has(Self.link))
    try session.expectGolden("autostart-unpacked")
  }

  /// The user's own unit, such as `systemctl --user edit --full` makes it, and the bus's file.
  @Test(arguments: ["haru-agent", "other-agent"])
  func filesOfTheUsersOwnStay(program: String) throws {
    let folder = try Unpacked(in: "Haru")
    let home = folder.session.home
    let command = home("Haru/bin/\(program)") + " --gapplication-service\n"
    let own = ["[Service]\nExecStart=\(command)Nice=5\n", "[D-BUS Service]\nExec=\(command)"]
    for (name, text) in zip(Self.copies, own) { try home.write(text, to: name) }
    for word in ["enable", "disable"] {
      let run = try folder.haru(word)
      for (name, text) in zip(Self.copies, own) {
        #expect(try home.read(name) == text, "\(word)")
        #expect(run.errors.contains("Your own file stays as it is: \(home(name))\n"), "\(word)")
      }
    }
  }

  @Test func aCopyOfAnotherFolderIsReplaced() throws {
    let old = try Unpacked(in: "Old")
    try old.haru("enable")
    let new = try Unpacked(in: "New", of: old.session)
    #expect(try !new.haru("enable").errors.contains("Your own file"))
    for copy in Self.copies {
      #expect(try old.session.home.read(copy).contains(old.session.home("New/bin/haru-agent")))
    }
    try new.haru("disable")
    #expect(Self.copies.filter(old.session.home.has) == [])
  }

  @Test func anUnpackedFolderIsStartedOnceAMaskIsGone() throws {
    let session = try Unpacked(in: "Haru").session
    let home = session.home
    try home.link(Self.copies[0], to: "/dev/null")
    // Not as root, who could write a file in the place of the device.
    try Nobody.own(home.path)
    try Nobody.run(home("Haru/bin/haru"), ["autostart", "enable"], session.environment).succeeded()
    #expect(try home.read(Self.copies[0]).contains(home("Haru/bin/haru-agent")))
  }

  @Test func anAutostartFileOfTheUsersOwnIsHidden() throws {
    let session = Transcript()
    let file = ".config/autostart/\(Self.name).desktop"
    try session.home.write("[Desktop Entry]\nExec=my-haru\n", to: file)
    try session.type("haru", "autostart", "disable")
    #expect(try session.home.read(file) == "[Desktop Entry]\nExec=my-haru\nHidden=true\n")
  }

  @Test func whatCannotBeRemovedIsAnError() throws {
    let session = try Unpacked(in: "Haru").session
    let home = session.home
    let file = try home.write(
      "[Desktop Entry]\nExec=haru-agent --gapplication-service\n",
      to: ".config/autostart/\(Self.name).desktop")
    try Nobody.own(home.path)
    chmod(home(".config/autostart"), 0o500)
    let run = try Nobody.run(home("Haru/bin/haru"), ["autostart", "disable"], session.environment)
    #expect(run.status == 73)
    #expect(run.errors.contains("\(file): Permission denied"))
  }

  /// A full copy would hide what a later version of the package has there.
  @Test func enablingLeavesNothingInThePackagesPlace() throws {
    let session = try Self.installed()
    try session.type("haru", "autostart", "disable")
    try session.type("haru", "autostart", "enable")
    #expect(!session.home.has(".config/autostart/\(Self.name).desktop"))
  }

  /// The folders of systemd.unit(5) that the environment names.
  @Test(arguments: ["etc", "share", "run"])
  func theUnitIsFoundWhereSystemdLooks(folder: String) throws {
    let session = Transcript(["SYSTEMD_UNIT_PATH": ":"])
    let units = "\(folder)/systemd/user"
    try session.home.write("[Service]\n", to: "\(units)/haru.service")
    try session.home.link(
      "\(units)/graphical-session.target.wants/haru.service", to: "../haru.service")
    #expect(try session.type("haru", "autostart", "status").output.contains("systemd: on"))
  }

  /// An archive, unpacked into a folder of the user's home.
  private struct Unpacked {
    let session: Transcript
    private let program: String

    init(in folder: String, of session: Transcript? = nil) throws {
      self.session = session ?? Transcript()
      let home = self.session.home
      for program in ["haru", "haru-agent"] {
        _ = try home.copy(Built.product(program), to: "\(folder)/bin/\(program)")
      }
      program = home("\(folder)/bin/haru")
      try home.write(
        "[Service]\nExecStart=/usr/bin/haru-agent\nRestartSec=2\n",
        to: "\(folder)/lib/systemd/user/haru.service")
      try home.write(
        "[D-BUS Service]\nExec=/usr/bin/haru-agent\n",
        to: "\(folder)/share/dbus-1/services/\(AutostartTests.name).service")
    }

    @discardableResult
    func haru(_ word: String) throws -> Child.Outcome {
      let run = try Child.run(program, ["autostart", word], environment: session.environment)
      session.note("$ haru autostart \(word)\n" + run.output + run.errors)
      return run
    }
  }
}

extension Scratch {
  fileprivate func has(_ name: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: self(name))) != nil
  }

  fileprivate func target(of name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: self(name))
  }
}

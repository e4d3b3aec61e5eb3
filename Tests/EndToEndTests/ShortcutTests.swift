import Foundation
import Support
import Testing

/// `haru shortcut`, with the real settings of GNOME and XFCE in a home of the test.
@Suite struct ShortcutTests {
  private static let command = #"sh -c '"$0" mark; "$0" notify' \#(Built.word("haru"))"#
  private static let place =
    "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/haru/"
  /// As much of GNOME's schemas as shortcuts need.
  private static let schemas = """
    <schemalist>
      <schema id="org.gnome.settings-daemon.plugins.media-keys"
              path="/org/gnome/settings-daemon/plugins/media-keys/">
        <key name="custom-keybindings" type="as"><default>[]</default></key>
        <key name="www" type="as"><default>['&lt;Super&gt;b']</default>
          <summary>Launch web browser</summary></key>
        <key name="priority" type="i"><default>3</default></key>
      </schema>
      <schema id="org.gnome.settings-daemon.plugins.media-keys.custom-keybinding">
        <key name="name" type="s"><default>''</default></key>
        <key name="command" type="s"><default>''</default></key>
        <key name="binding" type="s"><default>''</default></key>
      </schema>
      <schema id="org.gnome.desktop.wm.keybindings" path="/org/gnome/desktop/wm/keybindings/">
        <key name="close" type="as"><default>['&lt;Alt&gt;F4']</default>
          <summary>Close window</summary></key>
      </schema>
    </schemalist>
    """

  private let home = Scratch()
  private let bus: PrivateBus
  private var environment: [String: String]

  init() throws {
    let service = try String(
      contentsOfFile: "/usr/share/dbus-1/services/org.xfce.Xfconf.service", encoding: .utf8)
    let line = try #require(service.split(separator: "\n").first { $0.hasPrefix("Exec=") })
    bus = try PrivateBus(
      services: ["org.xfce.Xfconf": String(line.dropFirst(5))],
      environment: Support.environment(home: home.path))
    environment = Support.environment(home: home.path, bus: bus.address)
  }

  private func haru(_ words: String...) throws -> Child.Outcome {
    try environment.haru(["shortcut"] + words)
  }

  private func run(_ program: String, _ words: String...) throws -> String {
    try Child.run(program, words, environment: environment).succeeded()
  }

  // MARK: GNOME

  private mutating func useGNOME() throws {
    try home.write(ShortcutTests.schemas, to: "schemas/test.gschema.xml")
    _ = try run("glib-compile-schemas", home("schemas"))
    environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
    environment["XDG_DATA_DIRS"] = home("none")
    environment["GSETTINGS_SCHEMA_DIR"] = home("schemas")
    environment["GSETTINGS_BACKEND"] = "keyfile"
  }

  private func custom(_ key: String, at place: String = ShortcutTests.place) throws -> String {
    let schema = "org.gnome.settings-daemon.plugins.media-keys.custom-keybinding:"
    return try run("gsettings", "get", schema + place, key)
  }

  private var places: String {
    get throws {
      try run(
        "gsettings", "get", "org.gnome.settings-daemon.plugins.media-keys", "custom-keybindings")
    }
  }

  @Test mutating func gnomeGetsTheShortcutAndLosesIt() throws {
    try useGNOME()
    let set = try haru("SUPER+S")
    #expect(set.status == 0)
    #expect(set.errors == "Super+S now marks today as studied and shows it.\n")
    #expect(try places == "['\(ShortcutTests.place)']\n")
    #expect(try custom("binding") == "'<Super>s'\n")
    #expect(try custom("name") == "'Study'\n")
    #expect(try custom("command").contains(" notify"))

    // Other keys take the place of the first.
    #expect(try haru("CTRL+ALT+S").status == 0)
    #expect(try places == "['\(ShortcutTests.place)']\n")
    #expect(try custom("binding") == "'<Primary><Alt>s'\n")

    #expect(try haru("--off").errors == "The shortcut is removed.\n")
    #expect(try places == "@as []\n")
    #expect(try custom("binding") == "''\n")
    #expect(try haru("--off").errors.hasPrefix("Haru has set no shortcut here"))
  }

  @Test mutating func gnomesOtherShortcutsStay() throws {
    try useGNOME()
    let other = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/custom0/"
    let schema = "org.gnome.settings-daemon.plugins.media-keys"
    _ = try run("gsettings", "set", schema, "custom-keybindings", "['\(other)']")
    _ = try run("gsettings", "set", schema + ".custom-keybinding:" + other, "binding", "<Super>t")
    _ = try run("gsettings", "set", schema + ".custom-keybinding:" + other, "name", "Terminal")
    let refusals = [
      "SUPER+T": "Terminal", "SUPER+B": "Launch web browser", "ALT+F4": "Close window",
    ]
    for (keys, owner) in refusals {
      let refused = try haru(keys)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("is taken by: \(owner); choose other keys"))
    }
    #expect(try places == "['\(other)']\n")
    #expect(try haru("SUPER+S").status == 0)
    #expect(try places == "['\(other)', '\(ShortcutTests.place)']\n")
    #expect(try haru("--off").status == 0)
    #expect(try places == "['\(other)']\n")
    #expect(try custom("name", at: other) == "'Terminal'\n")
  }

  // MARK: XFCE

  @Test mutating func xfceGetsTheShortcutAndLosesIt() throws {
    environment["XDG_CURRENT_DESKTOP"] = "XFCE"
    let channel = ["-c", "xfce4-keyboard-shortcuts"]
    func xfconf(_ words: String...) throws -> Child.Outcome {
      try Child.run("xfconf-query", channel + words, environment: environment)
    }
    _ = try xfconf("-n", "-t", "string", "-p", "/commands/custom/<Super>e", "-s", "thunar")
    _ = try xfconf("-n", "-t", "string", "-p", "/xfwm4/custom/<Alt>F4", "-s", "close_window_key")
    #expect(try haru("SUPER+E").errors.contains("Super+E is taken by: thunar; choose"))
    #expect(try haru("ALT+F4").errors.contains("is taken by: close_window_key; choose"))

    #expect(try haru("SUPER+S").status == 0)
    let value = try xfconf("-p", "/commands/custom/<Super>s").output
    #expect(value == ShortcutTests.command + "\n")
    #expect(try haru("CTRL+SHIFT+S").status == 0)
    #expect(try xfconf("-p", "/commands/custom/<Super>s").status != 0)
    #expect(try xfconf("-p", "/commands/custom/<Primary><Shift>s").output == value)

    #expect(try haru("--off").errors == "The shortcut is removed.\n")
    let left = try xfconf("-l").output.split(separator: "\n").filter { $0.contains("/custom/") }
    #expect(Set(left) == ["/commands/custom/<Super>e", "/xfwm4/custom/<Alt>F4"])
    // It writes into the home when the bus goes.
    try bus.killOwner(of: "org.xfce.Xfconf")
  }

  /// The command that a desktop runs.
  @Test func theCommandMarksToday() throws {
    let words = ["-c", #""$0" mark; "$0" notify"#, Built.product("haru")]
    let run = try Child.run("sh", words, environment: environment)
    #expect(run.errors.hasPrefix("Marked: "))
  }

  // MARK: Elsewhere

  @Test(arguments: [
    ("sway", "# Add this line to ~/.config/sway/config:\nbindsym Mod4+s exec \"%\"\n"),
    ("i3", "# Add this line to ~/.config/i3/config:\nbindsym Mod4+s exec \"%\"\n"),
    (
      "Hyprland", "# Add this line to ~/.config/hypr/hyprland.conf:\nbind = SUPER, s, exec, %\n"
    ),
  ])
  mutating func otherDesktopsGetALineToAdd(desktop: String, line: String) throws {
    environment["XDG_CURRENT_DESKTOP"] = desktop
    let run = try haru("SUPER+S")
    let program = Built.word("haru")
    #expect(run.status == 0)
    #expect(
      run.output == line.replacing("%", with: "\(program) mark; \(program) notify"))
    #expect(try haru("--off").errors.hasPrefix("Haru has set no shortcut here"))
  }

  @Test(arguments: ["KDE", "X-Cinnamon", ""])
  mutating func desktopsWithTheirOwnSettingsAreNamed(desktop: String) throws {
    environment["XDG_CURRENT_DESKTOP"] = desktop
    let run = try haru("SUPER+S")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(desktop == "KDE" ? "In System Settings" : "In the keyboard"))
  }

  @Test func wrongKeysAreRefused() throws {
    #expect(try haru("SUPER+SS").status == 64)
    #expect(try haru("SUPER+SS").errors.contains("not keys: SUPER+SS; write for example SUPER+S"))
    #expect(try haru().status == 64)
    #expect(try haru("shift+s").errors.contains("no longer type Shift+S; add SUPER, CTRL or ALT"))
    #expect(try haru("SUPER+S", "--off").status == 64)
  }
}

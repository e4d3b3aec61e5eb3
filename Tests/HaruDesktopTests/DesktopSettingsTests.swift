import Foundation
import HaruDesktop
import OwnProcess
import Support
import Testing

/// Settings of the desktop that another program changes.
@Suite struct DesktopSettingsTests {
  @Test func tellsOfAChange() async {
    await inOwnProcess {
      let scene = try Scene()
      try scene.scratch.write(
        """
        <schemalist><schema id="org.example.Desk" path="/org/example/desk/">
          <key name="do-not-disturb" type="b"><default>false</default></key>
          <key name="name" type="s"><default>''</default></key>
        </schema></schemalist>
        """, to: "schemas/desk.gschema.xml")
      let schemas = scene.scratch("schemas")
      try Child.run("glib-compile-schemas", ["--strict", schemas]).succeeded()
      var environment = scene.environment
      environment["GSETTINGS_SCHEMA_DIR"] = schemas
      environment["GSETTINGS_BACKEND"] = "keyfile"
      for name in ["GSETTINGS_SCHEMA_DIR", "GSETTINGS_BACKEND", "XDG_CONFIG_HOME"] {
        setenv(name, environment[name] ?? "", 1)
      }

      let changes = Mailbox<Bool>()
      #expect(DesktopSettings(schema: "org.example.Missing") == nil)
      let settings = try #require(DesktopSettings(schema: "org.example.Desk"))
      settings.onChange(of: "missing") {}
      #expect(settings.flag("missing") == nil)
      #expect(settings.flag("name") == nil)
      settings.onChange(of: "do-not-disturb") { changes.put(true) }
      #expect(settings.flag("do-not-disturb") == false)
      for value in [true, false] {
        let set = try Child.run(
          "gsettings", ["set", "org.example.Desk", "do-not-disturb", "\(value)"],
          environment: environment)
        try #require(set.status == 0, "\(set.errors)")
        #expect(changes.next(within: .seconds(10)) == true)
        #expect(settings.flag("do-not-disturb") == value)
      }
    }
  }
}

import Foundation
import HaruDesktop
import Support
import Testing

/// A setting of the desktop that another program changes.
@Suite struct DesktopSettingTests {
  @Test func tellsOfAChange() async {
    await #expect(processExitsWith: .success) {
      await Scene.play { scene in
        try scene.scratch.write(
          """
          <schemalist><schema id="org.example.Desk" path="/org/example/desk/">
            <key name="do-not-disturb" type="b"><default>false</default></key>
            <key name="name" type="s"><default>''</default></key>
          </schema></schemalist>
          """, to: "schemas/desk.gschema.xml")
        let schemas = scene.scratch("schemas")
        let compiled = try Child.run("glib-compile-schemas", ["--strict", schemas])
        try #require(compiled.status == 0, "\(compiled.errors)")
        var environment = scene.environment
        environment["GSETTINGS_SCHEMA_DIR"] = schemas
        environment["GSETTINGS_BACKEND"] = "keyfile"
        for name in ["GSETTINGS_SCHEMA_DIR", "GSETTINGS_BACKEND", "XDG_CONFIG_HOME"] {
          setenv(name, environment[name] ?? "", 1)
        }

        let changes = Mailbox<Bool>()
        #expect(DesktopSetting("org.example.Missing", "do-not-disturb", onChange: {}) == nil)
        #expect(DesktopSetting("org.example.Desk", "missing", onChange: {}) == nil)
        #expect(DesktopSetting("org.example.Desk", "name", onChange: {})?.value == nil)
        let setting = DesktopSetting("org.example.Desk", "do-not-disturb") { changes.put(true) }
        #expect(setting?.value == false)
        for value in [true, false] {
          let set = try Child.run(
            "gsettings", ["set", "org.example.Desk", "do-not-disturb", "\(value)"],
            environment: environment)
          try #require(set.status == 0, "\(set.errors)")
          #expect(changes.next(within: .seconds(10)) == true)
          #expect(setting?.value == value)
        }
      }
    }
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// Whatever the user's mask allows, what Haru writes is the owner's.
struct PermissionTests {
  @Test func nothingIsOpenToOthers() throws {
    let (home, bus) = (Scratch(), try PrivateBus())
    let environment = Support.environment(
      home: home.path, bus: bus.address, ["XDG_DATA_DIRS": "/nowhere"])
    let programs = (Built.product("haru") as NSString).deletingLastPathComponent
    let script = """
      umask 000
      haru config set later 30
      haru mark
      haru note today text
      haru store backup copy.sqlite
      haru store backup --daily
      haru export -o days.json
      haru card streak -o card.png
      haru card streak -o card.svg
      haru open calendar
      haru autostart enable
      haru store restore copy.sqlite
      haru mark -1
      mkdir -m 700 new
      haru store move new
      haru-agent --gapplication-service --verbose
      """
    let run = try Child(
      "env", ["--chdir=" + home.path, "sh", "-c", script],
      environment: environment.merging(["PATH": programs + ":" + (environment["PATH"] ?? "")]) {
        $1
      })
    // The pictures of a day are drawn when all else is done.
    _ = try run.line(from: .errors, within: .seconds(60)) { $0.contains("pictures are drawn") }
    try run.kill()
    let found = try Child.run(
      "find", [home.path, "!", "-type", "l", "-perm", "/077", "-printf", "%m %P\\n"])
    #expect(
      Set(found.output.split(separator: "\n").map(String.init)) == [
        "644 .config/autostart/io.github.haru.Haru.desktop", "644 card.png", "644 card.svg",
      ])
    let files = try Child.run("find", [home.path, "-type", "f"]).output
    for part in [
      "haru.conf", "backups/haru-", "new/haru.sqlite", "haru.sqlite.moved-", "before-restore",
      "copy.sqlite", "days.json", ".png",
    ] {
      #expect(files.contains(part), "\(part)")
    }
  }

  /// A file that the user keeps by hand as well stays as open as it was.
  @Test(arguments: [0o644, 0o600, 0o640]) func aFileOfTheUserKeepsItsMode(mode: Int) throws {
    let home = Scratch()
    let file = try home.write("# mine\n", to: ".config/haru/haru.conf")
    chmod(file, mode_t(mode))
    let environment = Support.environment(home: home.path)
    #expect(try environment.haru("config", "set", "later", "30").status == 0)
    #expect(try home.read(".config/haru/haru.conf") != "# mine\n")
    let kept = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(kept as? Int == mode)
  }
}

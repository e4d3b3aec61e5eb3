import Foundation
import OwnProcess
import Support
import Testing

/// What the doctor calls well, it has tried.
struct DoctorTests {
  private func haru(
    _ words: String..., in home: Scratch, _ more: [String: String] = [:]
  ) throws -> Child.Outcome {
    try Support.environment(home: home.path, more).haru(words)
  }

  /// A terminal opens no window where there is no display.
  @Test func aWindowNeedsADisplayThatAnswers() throws {
    let home = Scratch()
    try home.write(program: "#!/bin/sh\n", to: "bin/xdg-terminal-exec")
    let path = home("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    func doctor(_ variable: String, _ value: String) throws -> String {
      try haru("doctor", in: home, ["PATH": path, variable: value]).output
    }
    let works = "✓ calendar: opened in xdg-terminal-exec\n"
    let (fails, socket) = ("• no display to open a picture on; ", home("run/wayland-9"))
    try home.makeFolder("run")
    let script = """
      import socket, sys
      server = socket.socket(socket.AF_UNIX)
      server.bind(sys.argv[1])
      server.listen(9)
      print("listens", flush=True)
      sys.stdin.read()
      """
    let server = try Child("python3", ["-c", script, socket])
    #expect(try server.line() == "listens")
    for name in ["wayland-9", socket] {
      let found = try doctor("WAYLAND_DISPLAY", name)
      #expect(found.contains(works) && !found.contains(fails), "\(found)")
    }
    try server.kill()
    for (variable, value) in [
      ("WAYLAND_DISPLAY", "wayland-9"), ("DISPLAY", ":977"), ("DISPLAY", "localhost:977.0"),
      ("DISPLAY", ":nowhere"), ("DISPLAY", ""),
    ] {
      let found = try doctor(variable, value)
      #expect(!found.contains(works) && found.contains(fails), "\(value): \(found)")
    }
  }

  @Test func everyWrongLineOfTheSettingsIsNamed() throws {
    let home = Scratch()
    let settings = home(".config/haru/haru.conf")
    let found = try haru("doctor", in: home).output
    #expect(found.contains("✓ settings: all as usual; there is no \(settings)\n"), "\(found)")
    try home.write(
      "[Day]\nstarts-at=25:00\n[Notifications]\nremind-at=soon\n",
      to: ".config/haru/haru.conf")
    let outcome = try haru("doctor", in: home)
    #expect(outcome.status == 78)
    let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("✗ \(settings):") }
    #expect(lines.count == 2, "\(outcome.output)")
  }

  /// Reading works there, and no click could be saved.
  @Test(.enabled(if: TinyDisk.isPossible, "no disk can be mounted"))
  func aStoreIsWrittenTo() async throws {
    let scratch = Scratch()
    await inOwnProcess(given: scratch.path) {
      let path = try Given.value(of: String.self)
      func home(_ name: String) -> String { path + "/" + name }
      try FileManager.default.createDirectory(
        atPath: home("disk/list"), withIntermediateDirectories: true)
      try TinyDisk.mount(at: home("disk"))
      for folder in ["disk/list", "disk/carried"] {
        try FileManager.default.createDirectory(
          atPath: home(folder), withIntermediateDirectories: true)
      }
      func haru(_ words: String...) throws -> Child.Outcome {
        try Support.environment(home: path, ["XDG_DATA_HOME": home("disk/data")]).haru(words)
      }
      func findings(_ mark: String) throws -> [String] {
        try haru("doctor").output.split(separator: "\n").map(String.init)
          .filter { $0.hasPrefix(mark) }
      }
      func isEach(_ mark: String, _ kinds: [String]) throws -> Bool {
        let found = try findings(mark)
        return kinds.allSatisfy { kind in found.contains { $0.hasPrefix("\(mark) \(kind): ") } }
      }
      #expect(try haru("mark").status == 0)
      let before = try haru("export").output
      #expect(try isEach("✓", ["store"]))
      #expect(try haru("export").output == before && haru("store", "check").status == 0)
      #expect(try haru("sync", "on", home("disk/carried")).status == 0)
      #expect(try haru("tasks", "on", home("disk/list")).status == 0)
      #expect(try isEach("✓", ["store", "sync", "tasks"]))
      try TinyDisk.fill(home("disk"))
      #expect(try isEach("✗", ["store", "sync", "tasks"]))
      unlink(home("disk/filler"))
      #expect(try isEach("✓", ["store", "sync", "tasks"]))
      try TinyDisk.makeReadOnly(home("disk"))
      #expect(try isEach("✗", ["store", "sync", "tasks"]))
    }
  }

  /// The first mark would make it, and could not.
  @Test func aPlaceWhereNoStoreCanBeMadeIsNamed() throws {
    let home = Scratch()
    #expect(try haru("doctor", in: home).output.contains("• store: none yet"))
    let found = try haru("doctor", in: home, ["XDG_DATA_HOME": "/proc/nowhere"]).output
    #expect(found.contains("✗ store: "), "\(found)")
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(names == [], "\(names)")
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// Views as the agent opens them: by a click, over the bus, and by address.
@Suite(.serialized)
struct ViewTests {
  /// A session with a picture viewer.
  private final class Gallery {
    let desk: Desk
    let viewer: PictureViewer

    init(_ options: [String] = [], marks: [Int] = []) throws {
      var made: PictureViewer?
      desk = try Desk(options, marks: marks, PictureViewer.environment) {
        made = try PictureViewer(in: $0)
      }
      viewer = try #require(made)
    }

    func path(_ view: String) -> String { desk.home("run/haru/\(view)-\(desk.today).png") }
  }

  @Test(arguments: RealClickTests.manners)
  func aClickOpensTheCalendarAndStudyStaysWithinReach(manner: String) throws {
    let gallery = try Gallery(["--after-action", manner], marks: [1, 2])
    let desk = gallery.desk
    let open = try desk.console.shown()
    let again = try desk.console.shown(afterPressing: "Calendar", on: open)
    #expect(again.summary == open.summary)
    #expect(again.labels == ["Study", "Later", "Calendar"])
    let opened = try gallery.viewer.opened()
    #expect(opened.file == gallery.path("calendar"))
    #expect(sizeOfPNG(opened.file) == [672, 672])
    #expect(try !desk.marks.contains(desk.today))
    let studied = try desk.console.shown(afterPressing: "Study", on: again)
    #expect(studied.mark == true)
    #expect(studied.labels == ["Calendar", "Undo"])
    #expect(try gallery.viewer.isLeftAlone(for: .milliseconds(100)))
  }

  /// In the agent's unit an application would inherit its restrictions (docs/desktop.md#hardening).
  @Test func underSystemdAViewOpensInItsOwnUnit() throws {
    var made: PictureViewer?
    let desk = try Desk([], PictureViewer.environment) {
      made = try PictureViewer(in: $0)
    } agent: { home in
      try home.write(
        program: """
          #!/bin/sh
          printf '%s\\n' "$@" >'\(home("unit"))'
          while [ "$1" != -- ]; do shift; done
          shift
          exec "$@"

          """, to: "bin/systemd-run")
      return try home.write(
        program: """
          #!/bin/sh
          PATH='\(home("bin"))':$PATH SYSTEMD_EXEC_PID=$$ exec '\(Built.product("haru-agent"))' "$@"

          """, to: "agent")
    }
    let open = try desk.console.shown()
    try desk.console.press("Calendar", on: open)
    _ = try #require(made).opened()
    let words = try desk.home.read("unit").split(separator: "\n").map(String.init)
    #expect(words.starts(with: ["--user"]))
    #expect(words.contains("--property=KillMode=process"))
    #expect(words.contains("--setenv=XDG_DATA_DIRS"))
    #expect(words.suffix(4) == ["--", Built.product("haru"), "open", "calendar"])
  }

  @Test func programsOpenViewsOverTheBus() throws {
    let gallery = try Gallery()
    let desk = gallery.desk
    _ = try desk.console.shown()
    for view in ["calendar", "streak"] {
      // The second time within a second there is nothing to do, and nothing wrong.
      let call =
        "gdbus call --session --dest io.github.haru.Haru --object-path /io/github/haru/Haru "
        + "--method io.github.haru.Haru1.OpenView \(view)"
      let calls = try Child.run(
        "sh", ["-c", "\(call) & \(call) & wait"], environment: desk.environment)
      #expect(calls.output == "()\n()\n", "\(calls.errors)")
      #expect(try gallery.viewer.opened().file == gallery.path(view))
    }
    for word in ["settings", "Calendar", "haru:calendar", ""] {
      let unknown = try desk.call("io.github.haru.Haru1.OpenView", word)
      #expect(unknown.errors.contains("io.github.haru.Haru1.Error.NoSuchView"))
    }
    #expect(try gallery.viewer.isLeftAlone())
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
  }

  @Test func haruAddressesOpenViews() throws {
    let gallery = try Gallery()
    let desk = gallery.desk
    let open = try desk.console.shown()
    let launch = ["launch", "io.github.haru.Haru"]
    try Child.run("gapplication", launch + ["haru:streak"], environment: desk.environment)
      .succeeded()
    #expect(try gallery.viewer.opened().file == gallery.path("streak"))
    try Child.run("gapplication", launch + ["haru:settings"], environment: desk.environment)
      .succeeded()
    let said = try desk.console.shown()
    #expect(said.summary == open.summary)
    #expect(said.body.hasPrefix("Unknown address: haru:settings\n"))
    _ = try desk.agent.line(from: .errors) { $0.contains("warning: no such view: haru:settings") }
    #expect(try gallery.viewer.isLeftAlone(for: .milliseconds(100)))
  }

  @Test func aSecondAgentPassesAddressesOn() throws {
    let gallery = try Gallery()
    let desk = gallery.desk
    _ = try desk.console.shown()
    let second = try Child.run(
      Built.product("haru-agent"), ["HARU://calendar/"], environment: desk.environment)
    #expect(second.status == 0)
    #expect(second.errors.contains("already running, and asked to open HARU://calendar/"))
    #expect(try gallery.viewer.opened().file == gallery.path("calendar"))
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    // The first of all is the agent, and opens it itself.
    try desk.agent.terminate()
    let first = try Child(
      Built.product("haru-agent"), ["haru:streak"], environment: desk.environment)
    #expect(try gallery.viewer.opened().file == gallery.path("streak"))
    #expect(first.isRunning)
    try first.terminate()
  }

  @Test(arguments: [["calendar"], ["--gapplication-service", "haru:streak"], ["file:///x"]])
  func anInvalidAddressIsAUsageError(words: [String]) throws {
    let run = try Child.run(
      Built.product("haru-agent"), words, environment: Support.environment(home: "/nowhere"))
    #expect(run.status == 64)
    #expect(run.errors == "haru-agent: unknown argument: \(words[words.count - 1])\n")
  }

  @Test func aViewThatCannotBeOpenedIsReported() throws {
    let desk = try Desk([], PictureViewer.environment)
    let open = try desk.console.shown()
    try desk.console.press("Calendar", on: open)
    let path = desk.home("run/haru/calendar-\(desk.today).png")
    let reason = "no application opens pictures: \(path); install an image viewer"
    let said = try desk.console.shown { $0.body.hasPrefix("Could not open: ") }
    #expect(said.body == "Could not open: \(reason)\n" + open.body)
    #expect(said.labels == open.labels)
    _ = try desk.agent.line(from: .errors) {
      $0.contains("warning: not opened: calendar: \(reason)")
    }
    let call = try desk.call("io.github.haru.Haru1.OpenView", "streak")
    #expect(call.errors.contains("io.github.haru.Haru1.Error.NotOpened"))
    #expect(call.errors.contains("no application opens pictures"))
  }

  @Test func withoutHaruDrawTheCalendarIsNotOffered() throws {
    let home = Scratch()
    let bus = try PrivateBus()
    let environment = Support.environment(
      home: home.path, bus: bus.address, zone: MadeZone.morning.name, PictureViewer.environment)
    for name in ["haru", "haru-agent"] {
      try home.copy(Built.product(name), to: "programs/" + name)
    }
    let console = try Console(environment: environment)
    let agent = try Child(
      home("programs/haru-agent"), ["--gapplication-service"], environment: environment)
    let open = try console.shown()
    #expect(open.labels == ["Study", "Later"])
    let studied = try console.shown(afterPressing: "Study", on: open)
    #expect(studied.labels == ["Close", "Undo"])
    try console.press("Close", on: studied)
    try console.closed(studied.id)
    #expect(try console.eventsSoFar().filter(\.isNotify).isEmpty)
    // Installed while the agent runs, it is found with the next thing that happens.
    try home.copy(Built.product("haru-draw"), to: "programs/haru-draw")
    #expect(try Child.run(home("programs/haru"), ["notify"], environment: environment).status == 0)
    #expect(try console.shown().labels == ["Calendar", "Undo"])
    try agent.terminate()
  }
}

import Foundation
import HaruCore
import Support
import Testing

/// The day's card as the icon of its notification.
@Suite(.serialized)
struct PictureTests {
  @Test func theNotificationHasTheDaysCardAsItsIcon() throws {
    let desk = try Desk(marks: [1, 3])
    let open = try desk.console.shown()
    #expect(open.icon.hasPrefix(desk.pictures + "/monthly-\(desk.today)-open-"))
    #expect(open.summary.first?.isLetter == true)
    #expect(sizeOfPNG(open.icon) == [128, 128])
    #expect(open.hints["image-path"] == "'\(open.icon)'")

    // A change in place keeps the icon.
    #expect(try desk.haru("mark", "-2").status == 0)
    let longer = try desk.console.shown()
    #expect(longer.replaces == open.id && longer.icon == open.icon)

    let studied = try desk.console.shown(afterPressing: "Study", on: open)
    #expect(studied.icon.hasPrefix(desk.pictures + "/monthly-\(desk.today)-studied-"))
    #expect(studied.summary == "Studied: " + open.summary)
    #expect(sizeOfPNG(studied.icon) == [128, 128])
    #expect(!FileManager.default.contentsEqual(atPath: studied.icon, andPath: open.icon))

    let modes = try FileManager.default.attributesOfItem(atPath: desk.pictures)
    #expect(modes[.posixPermissions] as? Int == 0o700)
  }

  /// The first notification waits for its picture.
  @Test func aManualStartShowsOneNotificationWithItsPicture() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    try desk.agent.terminate()
    try desk.console.settle()
    _ = try desk.console.events(during: .zero)
    try FileManager.default.removeItem(atPath: desk.pictures)

    let agent = try Child(
      Built.product("haru-agent"), ["--verbose"], environment: desk.environment)
    let open = try desk.console.shown()
    #expect(open.icon.hasPrefix(desk.pictures + "/"))
    let more = try desk.console.events(during: .milliseconds(2500)).filter(\.isNotify)
    #expect(more == [])
    try agent.terminate()
  }

  /// A terminal draws no icons, so the month's emoji stays in the title.
  @Test func inATerminalTheEmojiIsInTheTitle() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    try desk.console.quit()
    let terminal = try Child(
      Built.product("haru-console"), [], environment: desk.environment)
    _ = try terminal.line { $0.contains("Haru") }
    #expect(try terminal.line().contains(" \(desk.emoji)"))
    terminal.closeInput()
    _ = try terminal.wait()
  }

  @Test func withoutHaruDrawTheEmojiIsInTheTitle() throws {
    let desk = try Desk(agent: { try $0.copy(Built.product("haru-agent"), to: "bin/haru-agent") })
    let open = try desk.console.shown()
    #expect(open.icon == "")
    #expect(open.summary.hasSuffix(" " + desk.emoji))
    #expect(!FileManager.default.fileExists(atPath: desk.pictures))
  }

  @Test func theSettingsHideAndShowThePicture() throws {
    let desk = try Desk(prepare: {
      try $0.write("[Cards]\nhidden=notification\npicture-size=64\n", to: ".config/haru/haru.conf")
    })
    let open = try desk.console.shown()
    #expect(open.icon == "" && open.summary.hasSuffix(" " + desk.emoji))
    #expect(!FileManager.default.fileExists(atPath: desk.pictures))

    #expect(try desk.haru("config", "set", "Cards.hidden", "").status == 0)
    try desk.waitForPictures()
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    #expect(try desk.haru("notify").status == 0)
    let shown = try desk.console.shown()
    #expect(sizeOfPNG(shown.icon) == [64, 64])
    #expect(!shown.summary.contains(desk.emoji))
  }

  @Test func withoutItsPictureFileAClickIsShownWithTheEmoji() throws {
    let desk = try Desk()
    let open = try desk.console.shown()
    try FileManager.default.removeItem(atPath: desk.pictures)
    let studied = try desk.console.shown(afterPressing: "Study", on: open)
    #expect(studied.icon == "")
    #expect(studied.summary.hasSuffix(" " + desk.emoji) && studied.summary.hasPrefix("Studied:"))
  }

  @Test func aReadOnlyCacheCostsOnlyThePicture() throws {
    let home = Scratch()
    try home.write("", to: ".cache/haru/mine.txt")
    _ = try Nobody.program("haru-draw", in: home)
    let program = try Nobody.program("haru-agent", in: home)
    try Nobody.own(home.path)
    chmod(home(".cache/haru"), 0o555)
    let bus = try PrivateBus()
    Nobody.admit(to: bus)
    let environment = Support.environment(
      home: home.path, bus: bus.address, zone: MadeZone.morning.name)
    let console = try Console(environment: environment)
    let agent = try Nobody.start(program, Desk.agentArguments, environment)

    let open = try console.shown()
    #expect(open.icon == "" && open.summary.last?.isLetter == false)
    _ = try agent.line(from: .errors) { $0.contains("warning: no pictures were drawn") }
    #expect(try console.shown(afterPressing: "Study", on: open).summary.hasPrefix("Studied:"))
    agent.signal(SIGTERM)
    chmod(home(".cache/haru"), 0o755)
  }

  @Test func aLatePictureCausesNoNotification() throws {
    let desk = try Desk(agent: {
      try $0.program("read -r _ <'\($0.gate)'; exec '\(Built.product("haru-draw"))' \"$@\"")
    })
    // At login the agent waits two seconds at most.
    let open = try desk.console.shown()
    #expect(open.icon == "" && open.summary.hasSuffix(" " + desk.emoji))
    try desk.home.openGate()
    try desk.waitForPictures()
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)
    try desk.console.press("Study", on: open)
    #expect(try sizeOfPNG(desk.console.shown().icon) == [128, 128])
  }

  @Test func aHaruDrawThatHangsDelaysNothingAndIsKilled() throws {
    let desk = try Desk(agent: { home in
      let pid = home("pid")
      return try home.program("echo $$ >'\(pid)'; exec cat '\(home.gate)'")
    })
    // Before this line, a request would still wait for its picture.
    _ = try desk.agent.line(from: .errors) { $0.contains("event: serverAppeared") }
    #expect(try desk.haru("notify").status == 0)
    // The drawer has ten seconds.
    let open = try desk.console.shown(within: .seconds(7))
    let pressed = try desk.console.click(open.id, try open.key(of: "Study"))
    let studied = try desk.console.shown()
    #expect(studied.mark == true && studied.icon == "")
    #expect(studied.atMicroseconds - pressed < 7_000_000)

    let line = try desk.agent.line(from: .errors, within: .seconds(20)) {
      $0.contains("no pictures were drawn")
    }
    #expect(line.hasSuffix("haru-draw: status 137"))
    let drawer = Int32(try desk.home.read("pid").dropLast())
    #expect(kill(try #require(drawer), 0) != 0)
  }

  /// Only what asks GitHub needs the token.
  @Test func haruDrawGetsNoToken() throws {
    let tokens = ["HARU_GITHUB_TOKEN": "ghp_1234", "GITHUB_TOKEN": "ghp_5678"]
    let desk = try Desk(
      [], tokens,
      agent: { home in
        try home.program("cp /proc/$$/environ '\(home("environment"))'; exit 1")
      })
    _ = try desk.agent.line(from: .errors) { $0.contains("no pictures were drawn") }
    let variables = try desk.home.read("environment").split(separator: "\0")
    #expect(variables.contains("HOME=\(desk.home.path)"))
    #expect(!variables.contains { $0.contains("GITHUB_TOKEN") })
  }

  /// A file with the name of a picture is complete, whichever process is killed.
  @Test func aKilledAgentLeavesNoUnfinishedPicture() throws {
    var generator = Seeded()
    let desk = try Desk()
    _ = try desk.console.shown()
    for _ in 0..<10 {
      try desk.agent.kill()
      try? FileManager.default.removeItem(atPath: desk.pictures)
      try desk.startAgent()
      _ = try desk.agent.kill(after: .microseconds(Int.random(in: 0..<150_000, using: &generator)))
      for name in desk.pictureNames where name.hasSuffix(".png") {
        let end = FileManager.default.contents(atPath: desk.pictures + "/" + name)?.suffix(8)
        #expect(end?.prefix(4) == Data("IEND".utf8))
      }
      try desk.startAgent()
      _ = try desk.agent.line(from: .errors) { $0.contains("shown") }
    }
    // Missing pictures are drawn.
    try desk.agent.kill()
    for name in desk.pictureNames where name.contains("studied") {
      try FileManager.default.removeItem(atPath: desk.pictures + "/" + name)
    }
    try desk.startAgent()
    try desk.waitForPictures()
    #expect(desk.pictureNames.count { $0.hasSuffix(".png") } == 4)
  }
}

extension Desk {
  fileprivate var pictures: String { home(".cache/haru") }
  fileprivate var pictureNames: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: pictures)) ?? []
  }
  fileprivate var emoji: String { Theme(of: today.month.name).pictureEmoji }

  fileprivate func waitForPictures() throws {
    _ = try agent.line(from: .errors) { $0.contains("pictures are drawn") }
  }
}

extension Scratch {
  /// A named pipe at which a program waits.
  fileprivate var gate: String { self("gate") }

  /// An agent, with a script in place of haru-draw.
  fileprivate func program(_ script: String) throws -> String {
    guard mkfifo(gate, 0o600) == 0 else { throw Failure.system("mkfifo") }
    try write(program: "#!/bin/sh\n\(script)\n", to: "bin/haru-draw")
    return try copy(Built.product("haru-agent"), to: "bin/haru-agent")
  }

  /// Lets the program that waits at the pipe continue.
  fileprivate func openGate() throws {
    try FileHandle(forWritingTo: URL(fileURLWithPath: gate)).write(contentsOf: Data("\n".utf8))
  }
}

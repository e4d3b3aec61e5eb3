import Foundation
import HaruCore
import Support
import Testing

/// `haru card --follow`, with real changes, readers, parent processes and clocks.
@Suite(.serialized)
struct CardFollowTests {
  /// A home directory, and a follower that draws a file in it.
  private struct Tile {
    let home = Scratch()
    let environment: [String: String]
    let follower: Child
    let directory: String

    init(
      _ kind: String = "monthly", zone: MadeZone = .morning, bus: String? = nil,
      prepare: (Scratch) throws -> Void = { _ in }
    ) throws {
      environment = Support.environment(home: home.path, bus: bus, zone: zone.name)
      directory = try home.makeFolder("tile")
      try prepare(home)
      follower = try Child(
        Built.product("haru"), ["card", kind, "-o", directory + "/tile.png", "--follow"],
        environment: environment)
    }

    func haru(_ words: String...) throws { try haru(words) }

    private func haru(_ words: [String]) throws {
      try environment.haru(words).succeeded()
    }

    var picture: Data? { FileManager.default.contents(atPath: directory + "/tile.png") }

    /// What the same command draws once.
    func drawn(_ kind: String = "monthly", _ more: String...) throws -> Data {
      try haru(["card", kind, "-o", home("once.png")] + more)
      return try #require(FileManager.default.contents(atPath: home("once.png")))
    }

    /// Waits until the file is what the command draws once.
    func expectDrawn(_ kind: String = "monthly") throws {
      let expected = try drawn(kind)
      try eventually(watching: directory) { picture == expected }
    }
  }

  /// A desktop with a portal that tells whether its user prefers dark; the bus starts it.
  private final class ColoredDesktop {
    let bus: PrivateBus
    private let display: VirtualDisplay
    private let settings = Scratch()
    private let environment: [String: String]

    init() throws {
      display = try VirtualDisplay("64x64")
      let more = [
        "DISPLAY": display.name, "GSETTINGS_BACKEND": "keyfile", "XDG_CURRENT_DESKTOP": "GNOME",
      ]
      bus = try PrivateBus(
        services: [
          "org.freedesktop.portal.Desktop": "/usr/libexec/xdg-desktop-portal",
          "org.freedesktop.impl.portal.desktop.gtk": "/usr/libexec/xdg-desktop-portal-gtk",
        ], environment: Support.environment(home: settings.path, more))
      environment = Support.environment(home: settings.path, bus: bus.address, more)
    }

    func prefer(_ scheme: String) throws {
      let words = ["set", "org.gnome.desktop.interface", "color-scheme", scheme]
      try Child.run("gsettings", words, environment: environment).succeeded()
    }
  }

  @Test(arguments: ["monthly", "study", "year"])
  func drawsAnewOnEachChange(kind: String) throws {
    let tile = try Tile(kind)
    try tile.expectDrawn(kind)
    let open = try #require(tile.picture)
    try tile.haru("mark")
    try tile.expectDrawn(kind)
    #expect(tile.picture != open)
    try tile.haru("unmark")
    try tile.expectDrawn(kind)
    #expect(tile.picture == open)
    try tile.haru("config", "set", "Cards.rendering", "monochrome")
    try tile.expectDrawn(kind)
    #expect(tile.picture != open)
    #expect(try tile.follower.terminate() == .exited(0))
    #expect(try tile.follower.rest(of: .errors) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: tile.directory) == ["tile.png"])
  }

  /// However often it is drawn anew, whoever reads the file reads a whole picture.
  @Test func aReaderNeverSeesHalfAPicture() throws {
    let tile = try Tile("study")
    try tile.expectDrawn("study")
    let reader = try Child(
      "/usr/bin/python3",
      [
        "-c",
        """
        import select, sys
        count = 0
        while not select.select([sys.stdin], [], [], 0)[0]:
            data = open(sys.argv[1], "rb").read()
            assert data.startswith(b"\\x89PNG") and data.endswith(b"IEND\\xaeB`\\x82"), len(data)
            count += 1
        print(count)
        """, tile.directory + "/tile.png",
      ])
    for _ in 0..<50 { try tile.haru("toggle") }
    try tile.haru("mark")
    try tile.expectDrawn("study")
    try reader.send("enough")
    #expect(try #require(Int(reader.line())) > 50)
    #expect(try reader.wait() == .exited(0))
    #expect(try tile.follower.terminate() == .exited(0))
  }

  @Test func drawsTheNextDayAtMidnight() throws {
    func drawn(_ day: Day?, by tile: Tile) throws -> Data {
      let day = try #require(day).description
      try tile.haru("card", "monthly", "--at", day, "-o", tile.home("day.png"))
      return try #require(FileManager.default.contents(atPath: tile.home("day.png")))
    }
    let (tile, first, days) = try MadeZone.beforeMidnight(in: 10) { zone in
      let tile = try Tile(zone: zone) { try Desk.mark([zone.today], in: $0) }
      let day = zone.today
      let days = (try drawn(day, by: tile), try drawn(day.advanced(by: 1), by: tile))
      try eventually(watching: tile.directory) { tile.picture != nil }
      return (tile, tile.picture, days)
    }
    #expect(days.0 != days.1 && first == days.0)
    try eventually(watching: tile.directory, within: .seconds(120)) { tile.picture == days.1 }
    #expect(try tile.follower.terminate() == .exited(0))
  }

  /// What cannot be drawn is said, and tried again at the next change; the former picture is not half of one.
  @Test func saysWhatCannotBeDrawnAndGoesOn() throws {
    let tile = try Tile()
    try tile.expectDrawn()
    try FileManager.default.removeItem(atPath: tile.directory)
    try tile.haru("mark")
    #expect(try tile.follower.line(from: .errors).contains(tile.directory))
    try FileManager.default.createDirectory(
      atPath: tile.directory, withIntermediateDirectories: false)
    try tile.haru("unmark")
    try tile.expectDrawn()
    let good = tile.picture
    let store = try Data(contentsOf: URL(fileURLWithPath: tile.home(Desk.storePath)))
    try tile.home.write("no store", to: Desk.storePath)
    _ = try tile.follower.line(from: .errors) { $0.contains("not a Haru store") }
    #expect(tile.picture == good)
    try store.write(to: URL(fileURLWithPath: tile.home(Desk.storePath)))
    try tile.haru("mark")
    try tile.expectDrawn()
    #expect(try tile.follower.terminate() == .exited(0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: tile.directory) == ["tile.png"])
  }

  // MARK: The desktop's colours

  /// With the portal of a real desktop, which the bus starts.
  @Test func isDarkWhereTheDesktopIs() throws {
    let desktop = try ColoredDesktop()
    let tile = try Tile("streak", bus: desktop.bus.address)
    let light = try tile.drawn("streak", "--light")
    let dark = try tile.drawn("streak", "--dark")
    #expect(light != dark)
    try eventually(watching: tile.directory) { tile.picture == light }
    try desktop.prefer("prefer-dark")
    try eventually(watching: tile.directory) { tile.picture == dark }
    let later = try Tile("streak", bus: desktop.bus.address)
    try eventually(watching: later.directory) { later.picture == dark }
    try desktop.prefer("default")
    try eventually(watching: tile.directory) { tile.picture == light }
    for follower in [tile.follower, later.follower] {
      #expect(try follower.terminate() == .exited(0))
    }
  }

  // MARK: Its end

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func endsQuietlyWhenAsked(signal: Int32) throws {
    let tile = try Tile()
    try tile.expectDrawn()
    tile.follower.signal(signal)
    #expect(try tile.follower.wait() == .exited(0))
    #expect(try tile.follower.rest(of: .errors) == [])
  }

  @Test func endsWithItsParent() throws {
    let home = Scratch()
    let parent = try Child(
      "sh",
      [
        "-c", "\"$0\" card monthly -o \"$1\" --follow & wait", Built.product("haru"), home("t.png"),
      ],
      environment: Support.environment(home: home.path))
    try eventually(watching: home.path) { FileManager.default.fileExists(atPath: home("t.png")) }
    try parent.kill()
    // Only the follower holds the other end of the pipe now, so the pipe ends with it.
    #expect(try parent.rest(of: .output) == [])
  }

  @Test func refusesWhatIsNeverDrawn() throws {
    let home = Scratch()
    for words in [
      ["monthly", "-o", "-"], ["monthly", "-o", home("t.png"), "--size", "wide"],
      ["monthly", "NAME", "-o", home("t.png")], ["monthly", "-o", home("t.png"), "--at", "never"],
    ] {
      let run = try home.haru(["card", "--follow"] + words)
      #expect(run.status == 64 && run.output == "", "\(words)")
      #expect(run.errors.split(separator: "\n").count >= 1, "\(run.errors)")
    }
  }

  // MARK: In between

  /// Between changes it is not woken, not even because it has drawn a card.
  @Test func isNotWokenBetweenChanges() throws {
    let desktop = try ColoredDesktop()
    let tile = try Tile(bus: desktop.bus.address)
    try tile.expectDrawn()
    try tile.haru("mark")
    try tile.expectDrawn()
    func switches() throws -> [Substring] {
      try String(contentsOfFile: "/proc/\(tile.follower.pid)/status", encoding: .utf8)
        .split(separator: "\n").filter { $0.contains("ctxt_switches") }
    }
    // A day that begins in another zone is the clock of this test; GLib reports the last change of a file
    // some time after it.
    func bell(in seconds: Int) throws {
      let (bar, first) = try MadeZone.beforeMidnight(in: seconds) { late in
        let bar = try Tile(zone: late) { try Desk.mark([late.today], in: $0) }
        try eventually(watching: bar.directory) { bar.picture != nil }
        return (bar, bar.picture)
      }
      try eventually(watching: bar.directory) { bar.picture != first }
    }
    try bell(in: 4)
    let before = try switches()
    try bell(in: 4)
    #expect(try switches() == before && before.count == 2)
    #expect(try tile.follower.terminate() == .exited(0))
  }
}

import HaruCore
import Testing

/// What `haru-fetch` is started with, and what it writes while it reloads.
struct ReloadRequestTests {
  private static let arguments = [
    "reload", "watches=due", "store=/home/a b/=haru.sqlite", "usual=/home/a b/haru.sqlite",
    "site=https://api.github.com", "interval=43200", "quiet-after=50", "starts-at=03:00",
  ]

  private static var settings: Settings {
    var settings = Settings()
    settings.storePath = "/home/a b/=haru.sqlite"
    settings.dayStartsAt = TimeOfDay("03:00") ?? .midnight
    return settings
  }

  @Test func aRequestHasTheSettings() {
    let request = ReloadRequest(
      .due, by: Self.settings, usualStore: "/home/a b/haru.sqlite")
    #expect(FetchCommand.reload(request).arguments == Self.arguments)
  }

  @Test func withoutASettingTheStoreHasItsDefaultPath() {
    let request = ReloadRequest(.all, by: Settings(), usualStore: "/a")
    #expect(request.store == "/a" && request.usualStore == "/a")
  }

  static let commands: [FetchCommand] =
    [ReloadRequest.Selection.due, .all, .watches([7]), .watches([3, 1, .max])].map {
      .reload(ReloadRequest($0, by: settings, usualStore: "/a"))
    } + [
      .avatars([], site: .github, directory: "/a b"),
      .avatars(["https://a/b?c=d", "e"], site: .github, directory: "/="), .tokenSource(.github),
    ]

  @Test(arguments: commands)
  func aCommandIsReadBackFromItsArguments(command: FetchCommand) throws {
    #expect(try FetchCommand(arguments: command.arguments) == command)
    #expect(try FetchCommand(input: command.input) == command)
  }

  @Test func aFoundTokenIsReadBackFromItsWords() {
    for source in TokenSource.allCases {
      for isUsable in [true, false] {
        let found = FoundToken(source, isUsable: isUsable)
        #expect(FoundToken("\(found)") == found)
      }
    }
    #expect(FoundToken("") == nil && FoundToken("unusable") == nil)
  }

  @Test func noInputIsNoCommand() throws {
    #expect(try FetchCommand(input: []) == nil)
    // Its parent was killed before it had written all.
    #expect(throws: ArgumentError.self) {
      try FetchCommand(input: Array("reload\0watches=all".utf8))
    }
  }

  @Test(arguments: [
    (0, "load"), (0, "reload "), (1, "watches=some"), (1, "watches="), (1, "watches=1,,2"),
    (1, "watches=1,x"), (2, "store="), (2, "store=haru.sqlite"), (4, "site=ftp://a"),
    (5, "interval=0"), (5, "interval=x"), (6, "quiet-after=-1"), (7, "starts-at=24:00"),
    (7, "starts"),
  ])
  func anInvalidArgumentIsAnError(place: Int, argument: String) {
    var arguments = Self.arguments
    arguments[place] = argument
    #expect(throws: ArgumentError(argument)) { try FetchCommand(arguments: arguments) }
  }

  @Test func aRepeatedArgumentIsAnError() {
    #expect(throws: ArgumentError("")) { try FetchCommand(arguments: []) }
    for place in 1..<Self.arguments.count {
      var arguments = Self.arguments
      let argument = arguments.remove(at: place)
      #expect(throws: ArgumentError.self) { try FetchCommand(arguments: arguments) }
      #expect(throws: ArgumentError(argument)) {
        try FetchCommand(arguments: Self.arguments + [argument])
      }
    }
    #expect(throws: ArgumentError("more=1")) {
      try FetchCommand(arguments: Self.arguments + ["more=1"])
    }
    #expect(throws: ArgumentError("more=1")) {
      try FetchCommand(arguments: ["token", "site=https://a", "more=1"])
    }
  }

  // MARK: Events

  @Test(arguments: [
    (ReloadEvent.waiting, "waiting"), (.finished, "finished"), (.started(count: 3), "of 3"),
    (.rejected(.githubVariable), "rejected GITHUB_TOKEN"),
    (.ended(watch: 7, .changed), "ended 7 changed"),
    (.ended(watch: 7, .unchanged), "ended 7 unchanged"),
    (.ended(watch: 7, .failed(.gone)), "ended 7 gone"),
    (.ended(watch: 7, .failed(.server(502))), "ended 7 server 502"),
    (
      .ended(watch: .max, .failed(.forbidden("No, never"))),
      "ended \(Int64.max) forbidden No, never"
    ),
    (.contributorsFailed(watch: 7, .server(502)), "contributors 7 server 502"),
    (.paused(until: Instant(5), .rateLimited(.withoutToken)), "paused 5 rate_limited"),
    (.paused(until: Instant(5), .rateLimited(.withToken)), "paused 5 rate_limited token"),
    (.paused(until: Instant(5), .rateLimited(.secondary)), "paused 5 rate_limited secondary"),
    (.paused(until: Instant(5), .badToken("GH_TOKEN, gh")), "paused 5 bad_token GH_TOKEN, gh"),
    (
      .paused(until: Instant(0), .offline("a  b\r\nended 1 gone")),
      "paused 0 offline a b ended 1 gone"
    ),
  ])
  func anEventIsOneLine(event: ReloadEvent, line: String) {
    #expect("\(event)" == line)
    #expect(ReloadEvent(line).map { "\($0)" } == line)
    if !line.contains("a b ended") { #expect(ReloadEvent(line) == event) }
  }

  @Test(arguments: [
    "", " ", "waiting 1", "of", "of x", "of 1 2", "ended", "ended 1", "ended x gone",
    "ended 1 lazy",
    "ended 1 ", "paused", "paused 1", "paused x offline", "paused 1 lazy", "else",
  ])
  func anInvalidLineIsNoEvent(line: String) {
    #expect(ReloadEvent(line) == nil)
  }
}

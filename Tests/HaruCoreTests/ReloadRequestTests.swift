import HaruCore
import Testing

/// What `haru-fetch` is started with, and what it writes while it reloads.
struct ReloadRequestTests {
  private static let line = """
    {"reload":{"interval":43200,"quiet_after":50,"site":"https://api.github.com","starts_at":"03:00",\
    "store":"/home/a b/=haru.sqlite","usual":"/home/a b/haru.sqlite","watches":"due"}}
    """

  private static var settings: Settings {
    var settings = Settings()
    settings.storePath = "/home/a b/=haru.sqlite"
    settings.dayStartsAt = TimeOfDay("03:00") ?? .midnight
    return settings
  }

  @Test func aRequestHasTheSettings() {
    let request = ReloadRequest(
      .due, by: Self.settings, usualStore: "/home/a b/haru.sqlite")
    #expect(FetchCommand.reload(request).line == Self.line)
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
  func aCommandIsReadBackFromItsLine(command: FetchCommand) throws {
    #expect(try FetchCommand(line: command.line) == command)
  }

  @Test func aFoundTokenIsReadBackFromItsLine() throws {
    for source in TokenSource.allCases {
      for isUsable in [true, false] {
        let found = FoundToken(source, isUsable: isUsable)
        #expect(try FoundToken(line: found.line) == found)
        expectEveryMemberIsNeeded(by: found)
      }
    }
    #expect(throws: MessageError.self) { try FoundToken(line: "gh") }
  }

  @Test(arguments: [
    ("watches", JSON.string("some")), ("watches", .array([.integer(1), .string("x")])),
    ("watches", .null), ("store", .string("")), ("store", .string("haru.sqlite")),
    ("site", .string("ftp://a")), ("interval", .integer(0)), ("interval", .string("x")),
    ("quiet_after", .integer(-1)), ("starts_at", .string("24:00")),
  ])
  func aWrongMemberIsAnError(member: String, value: JSON) throws {
    let json = try FetchCommand(line: Self.line).json
    #expect(throws: MessageError(member)) {
      try FetchCommand(json: json.with(value, at: ["reload", member]))
    }
  }

  @Test func aMissingMemberIsAnError() throws {
    let json = try FetchCommand(line: Self.line).json
    for place in json.places.dropFirst() {
      #expect(throws: MessageError(place.last ?? "")) {
        try FetchCommand(json: json.with(nil, at: place))
      }
    }
    // Its parent was killed before it had written all.
    #expect(throws: MessageError.self) { try FetchCommand(line: String(Self.line.dropLast())) }
    for line in ["", "{}", "reload", #"{"avatars":["a"],"site":"https://a","directory":"a"}"#] {
      #expect(throws: MessageError.self) { try FetchCommand(line: line) }
    }
  }

  // MARK: Events

  @Test(arguments: [
    ReloadEvent.waiting, .finished, .started(count: 3), .rejected(.githubVariable),
    .ended(watch: 7, .changed), .ended(watch: 7, .unchanged), .ended(watch: 7, .failed(.gone)),
    .ended(watch: 7, .failed(.server(502))), .ended(watch: .max, .failed(.forbidden("No, never"))),
    .contributorsFailed(watch: 7, .server(502)),
    .paused(until: Instant(5), .rateLimited(.withoutToken)),
    .paused(until: Instant(5), .rateLimited(.withToken)),
    .paused(until: Instant(5), .rateLimited(.secondary)),
    .paused(until: Instant(5), .badToken("GH_TOKEN, gh")),
  ])
  func anEventIsReadBackFromItsLine(event: ReloadEvent) throws {
    #expect(try ReloadEvent(line: event.line) == event)
    expectEveryMemberIsNeeded(by: event)
  }

  @Test func anEventIsOneLine() throws {
    let event = ReloadEvent.paused(until: Instant(0), .offline("a  b\r\nended 1 gone"))
    #expect(!event.line.contains { $0.isNewline })
    #expect(
      try ReloadEvent(line: event.line)
        == .paused(until: Instant(0), .offline("a b ended 1 gone")))
  }

  @Test(arguments: [
    "", " ", "waiting", "{}", #"{"event":"else"}"#, #"{"event":"started","count":"x"}"#,
    #"{"event":"ended","watch":1,"outcome":{"detail":"","kind":"lazy"}}"#,
    #"{"event":"paused","until":"x","problem":{"detail":"","kind":"offline"}}"#,
  ])
  func anInvalidLineIsNoEvent(line: String) {
    #expect(throws: MessageError.self) { try ReloadEvent(line: line) }
  }
}

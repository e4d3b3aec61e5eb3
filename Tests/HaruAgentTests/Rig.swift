import Foundation
import HaruAgent
import HaruCore
import HaruStore
import Logging
import Support

/// What was handed to the outside, in order.
enum Published: Equatable {
  case show(Content)
  case update(Content)
  case withdraw
}

/// Notes what is published, and knows whether something is still alive, as a server would.
@MainActor
final class SpyPublisher: Publisher {
  var published: [Published] = []
  var announced: [Status] = []
  /// Whether each of what was shown might have been heard.
  var heard: [Bool] = []
  var living: Content?
  /// Runs at the moment something is shown.
  var onShow: () -> Void = {}

  func show(_ content: Content, mayBeHeard: Bool) {
    onShow()
    heard.append(mayBeHeard)
    published.append(.show(content))
    living = content
  }

  func update(_ content: Content) {
    guard living != nil, living != content else { return }
    published.append(.update(content))
    living = content
  }

  func withdraw() {
    published.append(.withdraw)
    living = nil
  }

  func announce(_ status: Status) {
    announced.append(status)
  }
}

@MainActor
final class SpyAlarm: Alarm {
  var instant: Instant?
  var retries = 0

  func set(_ instant: Instant?) { self.instant = instant }
  func retry(afterMilliseconds milliseconds: Int) { retries += 1 }
}

/// Notes what it is asked to open, and ends it when the test does.
@MainActor
final class SpyViewer: Viewer {
  var canOpen = true
  var opened: [View] = []
  var pages: [RepositoryName] = []
  var ends: [ViewAnswer] = []

  func open(_ view: View, onEnd: @escaping ViewAnswer) {
    opened.append(view)
    ends.append(onEnd)
  }

  func open(_ repository: RepositoryName, onEnd: @escaping ViewAnswer) {
    pages.append(repository)
    ends.append(onEnd)
  }
}

/// A clock and a zone that a test moves.
final class Clock: @unchecked Sendable {
  var now: Instant
  var offset: Int
  var uptime: Int64 = 1_000_000

  init(_ now: Instant, offset: Int = 0) {
    (self.now, self.offset) = (now, offset)
  }

  var surroundings: Surroundings {
    Surroundings(
      now: { self.now },
      zone: {
        let offset = self.offset
        return Zone(name: "Test") { _ in offset }
      })
  }
}

/// An agent on a real store, with a clock, a publisher and an alarm that a test holds.
@MainActor
final class Rig {
  let scratch: Scratch
  let clock: Clock
  let publisher = SpyPublisher()
  let alarm = SpyAlarm()
  let viewer = SpyViewer()
  let reloader = SpyReloader()
  let digests = SpyDigestPublisher()
  private(set) var agent: Agent
  var storePath: String { scratch("haru.sqlite") }
  static let pictures = "cache/haru"

  /// Starts an agent at a local time, of UTC unless `offset` says otherwise, with days marked before.
  init(
    at time: String = "2026-11-20 09:00", offset: Int = 0, settings: Settings = Settings(),
    marks: [String] = [], serverIsThere: Bool = true, drawer: SpyDrawer? = nil,
    prepare: (Rig) throws -> Void = { _ in }
  ) throws {
    scratch = try Scratch()
    clock = Clock(instant(time, offset: offset), offset: offset)
    let drawer = drawer ?? SpyDrawer(isInstalled: false)
    agent = Rig.makeAgent(
      settings, scratch, clock, publisher, alarm, viewer, reloader, digests, drawer)
    try prepare(self)
    if !marks.isEmpty { try mark(marks.map(day)) }
    agent.handle(.timeMoved)
    if serverIsThere { agent.handle(.serverAppeared(lostSomething: false)) }
    publisher.published = []
  }

  private static func makeAgent(
    _ settings: Settings, _ scratch: Scratch, _ clock: Clock, _ publisher: SpyPublisher,
    _ alarm: SpyAlarm, _ viewer: SpyViewer, _ reloader: SpyReloader,
    _ digests: SpyDigestPublisher, _ drawer: SpyDrawer
  ) -> Agent {
    let log = Logger(label: "test") { _ in drawer.log }
    let pictures = DayPictures(
      in: scratch(Rig.pictures), settings: settings, drawer: drawer, log: log)
    let agent = Agent(
      surroundings: clock.surroundings, uptime: { clock.uptime }, settings: settings,
      storePath: scratch("haru.sqlite"), pictures: pictures, publisher: publisher,
      alarm: alarm, viewer: viewer, reloader: reloader, digestPublisher: digests, log: log)
    pictures.onSettled = { [weak agent] in agent?.handle(.pictureSettled) }
    return agent
  }

  /// Starts another agent over the same files.
  func restart(_ drawer: SpyDrawer = SpyDrawer(isInstalled: false)) {
    agent = Rig.makeAgent(
      Settings(), scratch, clock, publisher, alarm, viewer, reloader, digests, drawer)
    agent.handle(.timeMoved)
  }

  /// Marks days as another process would.
  func mark(_ days: [Day], _ studied: Bool = true) throws {
    let zone = Zone(name: "Test") { _ in 0 }
    try Store(path: storePath, for: .writing).setStudied(
      days, studied, today: .latest, by: Provenance(at: clock.now, in: zone, source: .command))
  }

  /// Removes the store with all that belongs to it, as a user would.
  func removeStore() throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
      try FileManager.default.removeItem(atPath: scratch(file))
    }
  }

  /// Puts a file in the store's place that is none.
  @discardableResult
  func replaceStoreByGarbage() throws -> Data {
    let garbage = Data(repeating: 7, count: 8192)
    try removeStore()
    try garbage.write(to: URL(fileURLWithPath: storePath))
    return garbage
  }

  var marks: [String] {
    ((try? Store(path: storePath, for: .reading).markedDays()) ?? []).map(\.description)
  }

  /// Moves the clock to a local time and lets the alarm ring.
  func move(to time: String) {
    let before = clock.now
    clock.now = instant(time, offset: clock.offset)
    clock.uptime += max(0, clock.now.seconds - before.seconds) * 1000
    agent.handle(.timeMoved)
  }

  /// Lets some time pass and presses a button.
  func click(_ intent: Intent, after milliseconds: Int64 = 2000) {
    clock.uptime += milliseconds
    clock.now = clock.now + milliseconds / 1000
    agent.handle(.clicked(intent))
  }

  /// What has been published since the last call.
  @discardableResult
  func newlyPublished() -> [Published] {
    defer { publisher.published = [] }
    return publisher.published
  }
}

func day(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure(text) }
  return day
}

/// The instant of a local time `YYYY-MM-DD HH:MM[:SS]`.
func instant(_ text: String, offset: Int = 0) -> Instant {
  let parts = text.split(separator: " ")
  let clock = parts[1].split(separator: ":").compactMap { Int64($0) }
  let days = Int64(day(String(parts[0])).days(since: day("1970-01-01")))
  let second = clock[0] * 3600 + clock[1] * 60 + (clock.count > 2 ? clock[2] : 0)
  return Instant(days * 86_400 + second - Int64(offset))
}

extension Published {
  var content: Content? {
    switch self {
    case .show(let content), .update(let content): content
    case .withdraw: nil
    }
  }

  var title: String { content?.title ?? "withdrawn" }
  var body: String { content?.lines.joined(separator: "\n") ?? "" }
  var keys: [String] { content?.actions.map(\.intent.actionKey) ?? [] }
  var isShow: Bool { if case .show = self { true } else { false } }
}

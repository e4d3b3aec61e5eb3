import Foundation
import HaruCore
import HaruDesktop
import HaruNotify
import HaruStore
import Support

@testable import haru_agent

/// One call of a publisher.
enum Published: Equatable {
  case show(Content)
  case update(Content)
  case withdraw
}

/// Records what is published, and what is still shown, as a server would.
@MainActor
final class SpyPublisher: Publisher {
  var published: [Published] = []
  /// Why each notification was shown.
  var attention: [Attention] = []
  /// Whether each notification that was shown might have been heard.
  var heard: [Bool] { attention.map { $0 == .news(mayBeHeard: true) } }
  /// What is shown; a test sets it to `nil` as a user dismisses it.
  var living: Content?
  var shown: [Content] = []
  var updated: [Content] = []
  var withdrawals = 0
  var retries = 0
  /// Runs when something is shown.
  var onShow: () -> Void = {}

  var isShowing: Bool { living != nil }
  var asksOnBodyClick = false
  /// What a server would tell of what it has shown; a test sets these.
  var isWithinReach = false
  var wasDismissed = false

  func show(_ content: Content, _ attention: Attention) {
    onShow()
    self.attention.append(attention)
    published.append(.show(content))
    shown.append(content)
    living = content
    wasDismissed = false
  }

  func update(_ content: Content) {
    guard living != nil, living != content else { return }
    published.append(.update(content))
    updated.append(content)
    living = content
  }

  func withdraw() {
    published.append(.withdraw)
    withdrawals += 1
    living = nil
  }

  func retry() { retries += 1 }

  /// What has been shown as something new since the last call.
  @discardableResult
  func newlyShown() -> [Content] {
    defer { shown = [] }
    return shown
  }
}

@MainActor
final class SpyAlarm: Alarm {
  var instant: Instant?
  var firstJob: Int64?

  func set(_ instant: Instant, firstJob: Int64?) {
    (self.instant, self.firstJob) = (instant, firstJob)
  }
}

/// Records what it is asked to open; a test ends it.
@MainActor
final class SpyViewer: Viewer {
  var canOpen = true
  var opened: [View] = []
  var ends: [ViewAnswer] = []

  func open(_ view: View, onEnd: @escaping ViewAnswer) {
    opened.append(view)
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

  var timeSource: TimeSource {
    TimeSource(
      now: { self.now },
      zone: {
        let offset = self.offset
        return Zone(name: "Test") { _ in offset }
      })
  }
}

/// An agent on a real store, with everything around it in the hands of a test.
@MainActor
final class Rig {
  let scratch = Scratch()
  let clock: Clock
  let publisher = SpyPublisher()
  let alarm = SpyAlarm()
  let viewer = SpyViewer()
  let drawer: SpyDrawer
  let haru = SpyHelper()
  let guestPublisher = SpyPublisher()
  private(set) var guest: Guest?
  private(set) var announced: [DayNumbers] = []
  private(set) var agendas: [Agenda] = []
  private var later: Instant?
  private(set) var hooks: [Hook] = []
  /// What days were exchanged with, at each time.
  private(set) var exchanges: [Set<ExchangeKind>] = []
  private(set) var agent: Agent
  private var jobs: Jobs
  var storePath: String { scratch("haru.sqlite") }
  static let pictures = "cache/haru"
  static let guestProgram = "guest"

  /// Starts an agent at a local time, of UTC unless `offset` says otherwise, with days marked before.
  init(
    at time: String = "2026-11-20 09:00", offset: Int = 0, settings: Settings = Settings(),
    marks: [String] = [], serverIsThere: Bool = true, drawer: SpyDrawer? = nil,
    guest script: String? = nil, prepare: (Rig) throws -> Void = { _ in }
  ) throws {
    clock = Clock(instant(time, offset: offset), offset: offset)
    self.drawer = drawer ?? SpyDrawer(isInstalled: false)
    if let script { try scratch.write(program: script, to: Rig.guestProgram) }
    (agent, jobs, guest) = Rig.makeAgent(
      settings, scratch, clock, publisher, alarm, viewer, haru, self.drawer,
      guest: script == nil ? nil : guestPublisher)
    listen()
    try prepare(self)
    if !marks.isEmpty { try store.setStudied(marks.map(day), true, today: .latest, by: said) }
    agent.handle(.timeMoved)
    if serverIsThere { agent.handle(.serverAppeared(lostSomething: false)) }
    publisher.published = []
  }

  private static func makeAgent(
    _ settings: Settings, _ scratch: Scratch, _ clock: Clock, _ publisher: SpyPublisher,
    _ alarm: SpyAlarm, _ viewer: SpyViewer, _ haru: SpyHelper, _ drawer: SpyDrawer,
    later: Instant? = nil,
    guest guestPublisher: SpyPublisher? = nil
  ) -> (Agent, Jobs, Guest?) {
    let log = drawer.log.log
    let jobs = Jobs { clock.uptime }
    let guest = guestPublisher.map {
      let questions = GuestQuestions(scratch(Rig.guestProgram), withholding: [])
      return Guest("example", questions, $0, jobs: jobs, log: log)
    }
    let agent = Agent(
      timeSource: clock.timeSource, jobs: jobs, settings: settings,
      storePath: scratch("haru.sqlite"), later: later,
      pictures: DayPictures(
        in: scratch(Rig.pictures), settings: settings, drawer: drawer, jobs: jobs, log: log),
      publisher: publisher, alarm: alarm, viewer: viewer, guests: [guest].compactMap(\.self),
      haru: haru, log: log)
    return (agent, jobs, guest)
  }

  private func listen() {
    agent.onNumbers = { [weak self] in self?.announced.append($0) }
    agent.onAgenda = { [weak self] in self?.agendas.append($0) }
    agent.onLater = { [weak self] in self?.later = $0 }
    agent.onHook = { [weak self] in self?.hooks.append($0) }
    agent.onExchange = { [weak self] in self?.exchanges.append($0) }
  }

  /// Starts another agent over the same files.
  func restart(_ drawer: SpyDrawer = SpyDrawer(isInstalled: false)) {
    (agent, jobs, guest) = Rig.makeAgent(
      Settings(), scratch, clock, publisher, alarm, viewer, haru, drawer,
      later: later)
    listen()
    agent.handle(.timeMoved)
  }

  /// Marks days as another process does, of which the agent hears.
  func mark(_ days: [Day], _ studied: Bool = true) throws {
    try store.setStudied(days, studied, today: .latest, by: said)
    agent.handle(.storeChanged)
  }

  /// Removes the store with all that belongs to it, as a user would.
  func removeStore() throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
      try FileManager.default.removeItem(atPath: scratch(file))
    }
  }

  /// Replaces the store by a file that is no store.
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

  /// Lets time pass, and the jobs run that are due by then.
  func pass(milliseconds: Int64) {
    clock.uptime += milliseconds
    clock.now = clock.now + milliseconds / 1000
    while let first = alarm.firstJob, first <= clock.uptime {
      agent.handle(.due(jobs.removeDue()))
    }
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
  var body: String {
    guard let content else { return "" }
    let lines = content.lines + [content.withButtons] + content.remedy + [content.detail ?? ""]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
  var keys: [String] { content?.actions.map(\.intent.actionKey) ?? [] }
  var isShow: Bool { if case .show = self { true } else { false } }
}

extension Content {
  var keys: [String] { actions.map(\.intent.actionKey) }
  var labels: [String] { actions.map(\.label) }
}

extension Settings {
  /// The usual settings but for some.
  init(_ change: (inout Settings) -> Void) {
    self.init()
    change(&self)
  }

  /// The usual settings with quiet hours.
  static func quiet(_ hours: String) -> Settings { Settings { $0.quiet = QuietHours(hours) } }
}

/// What other processes do to the days.
extension Rig {
  /// A command of this moment.
  var said: Provenance {
    Provenance(at: clock.now, utcOffset: 0, zone: "UTC", source: .command)
  }

  var store: Store { get throws { try Store(path: storePath, for: .writing) } }
}

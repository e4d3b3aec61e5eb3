import Foundation
import HaruAgent
import HaruCore
import Logging

/// Notes what is to be drawn, and draws, fails and lets time pass when a test says so.
@MainActor
final class SpyDrawer: Drawer {
  /// What was asked for in one start, until it has ended.
  struct Job {
    let cards: [Card]
    let files: [String]
    let onEnd: @MainActor (String?) -> Void
  }

  var isInstalled: Bool
  /// Every start, as its cards: the day, and its state.
  private(set) var started: [[String]] = []
  private(set) var running: [Job] = []
  private(set) var cards: [Card] = []
  /// Times until something is to be done, with what that is.
  private(set) var timers: [(milliseconds: Int, body: @MainActor () -> Void)] = []
  nonisolated let log = SpyLog()

  init(isInstalled: Bool = true) {
    self.isInstalled = isInstalled
  }

  func draw(
    _ cards: [(card: Card, file: String)], onEnd: @escaping @MainActor (String?) -> Void
  ) {
    started.append(
      cards.compactMap { card, _ in
        guard case .day(let entry) = card.subject else { return nil }
        return "\(entry.day)" + (entry.isStudied ? " studied" : "")
      })
    self.cards = cards.map(\.card)
    running.append(Job(cards: self.cards, files: cards.map(\.file), onEnd: onEnd))
  }

  func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
    timers.append((milliseconds, body))
  }

  /// Ends the start that runs: with all files there, or with a reason and none.
  func end(_ reason: String? = nil) {
    let job = running.removeFirst()
    if reason == nil {
      for file in job.files { FileManager.default.createFile(atPath: file, contents: Data([1])) }
    }
    job.onEnd(reason)
  }

  /// Lets time pass.
  func pass(milliseconds: Int) {
    let (due, ahead) = (
      timers.filter { $0.milliseconds <= milliseconds },
      timers.filter { $0.milliseconds > milliseconds }
    )
    timers = ahead.map { ($0.milliseconds - milliseconds, $0.body) }
    for timer in due { timer.body() }
  }
}

/// Keeps what is logged as a warning or worse.
final class SpyLog: LogHandler, @unchecked Sendable {
  var lines: [String] = []
  var logLevel = Logger.Level.warning
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.append(event.message.description)
  }
}

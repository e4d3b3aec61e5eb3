import Foundation
import HaruCore
import Testing

@testable import haru_agent

/// Records each start of a helper; a test ends it.
@MainActor
final class SpyHelper: Helper {
  var isInstalled = true
  private(set) var started: [[String]] = []
  private var running: [@MainActor (String?) -> Void] = []

  func start(_ arguments: [String], onEnd: @escaping @MainActor (String?) -> Void) {
    started.append(arguments)
    running.append(onEnd)
  }

  /// Ends the earliest start that is running; with a reason if it failed.
  func end(_ reason: String? = nil) {
    running.removeFirst()(reason)
  }
}

/// Records what is to be drawn; a test draws it, or fails.
@MainActor
final class SpyDrawer: Helper {
  /// One start, until it has ended.
  struct Drawing {
    let cards: [Card]
    let files: [String]
    let onEnd: @MainActor (String?) -> Void
  }

  var isInstalled: Bool
  /// The cards of each start: the day, and its state.
  private(set) var started: [[String]] = []
  private(set) var running: [Drawing] = []
  private(set) var cards: [Card] = []
  nonisolated let log = SpyLog()

  init(isInstalled: Bool = true) {
    self.isInstalled = isInstalled
  }

  func start(_ arguments: [String], onEnd: @escaping @MainActor (String?) -> Void) {
    let requests = arguments.compactMap { try? CardRequest(line: $0) }
    cards = requests.map(\.card)
    started.append(
      cards.compactMap { card in
        guard case .day(let entry) = card.subject else { return nil }
        return "\(entry.day)" + (entry.isStudied ? " studied" : "")
      })
    running.append(Drawing(cards: cards, files: requests.map(\.file), onEnd: onEnd))
  }

  /// Ends the earliest start that is running: with all files there, or with a reason and none.
  func end(_ reason: String? = nil) {
    let drawing = running.removeFirst()
    if reason == nil {
      for file in drawing.files {
        #expect(FileManager.default.createFile(atPath: file, contents: Data([1])))
      }
    }
    drawing.onEnd(reason)
  }
}

/// Keeps the lines that are logged as a warning or worse.
final class SpyLog: @unchecked Sendable {
  var lines: [String] = []

  var log: Log {
    Log(isVerbose: false) { level, line in
      if level != .notice { self.lines.append(line) }
    }
  }
}

import Foundation
import Synchronization

/// Goes through all worlds that some number of changes and accidents makes, with exchanges in any number and
/// order between them.
///
/// Level by level, so that a world is gone on from where it costs least. The worlds of the last level are judged
/// when they are met, and not kept.
final class Search: @unchecked Sendable {
  private let depth: Int
  private let known = KnownEntries()
  /// The worlds of the levels before the last one.
  private let seen: SeenNumbers
  private let seenLast: SeenNumbers
  private let compared: SeenNumbers
  private let faults = Mutex<[(what: String, history: History)]>([])
  private let workers = ProcessInfo.processInfo.activeProcessorCount

  init(depth: Int, bits: Int) {
    self.depth = depth
    (seen, seenLast, compared) = (
      SeenNumbers(bits: bits - 2), SeenNumbers(bits: bits), SeenNumbers(bits: bits - 2)
    )
  }

  /// How many worlds, sets of entries in the end, and entries there were.
  var counts: (worlds: Int, sets: Int, entries: Int) {
    (seen.count + seenLast.count(without: seen), compared.count, known.count)
  }

  /// Looks for what is wrong; stops at the end of a level that has something.
  func run() -> [(what: String, history: History)] {
    var level = [World()]
    for number in 0..<depth {
      let isLast = number == depth - 1
      let seenNext = SeenNumbers(bits: isLast ? 1 : 24)
      let next = Mutex<[World]>([])
      let at = Atomic<Int>(0)
      let present = level
      DispatchQueue.concurrentPerform(iterations: workers) { _ in
        var worker = Worker(search: self, seenNext: seenNext, isLast: isLast)
        while true {
          let place = at.add(1, ordering: .relaxed).oldValue
          guard place < present.count, faults.withLock(\.isEmpty) else { break }
          worker.go(on: present[place])
        }
        let found = worker
        next.withLock { $0 += found.next }
      }
      level = next.withLock { $0 }
      if !faults.withLock(\.isEmpty) { break }
    }
    return faults.withLock { $0 }
  }

  /// One thread of a search.
  private struct Worker {
    let search: Search
    let known: KnownEntries
    let values: Values
    let judge: Judge
    let seenNext: SeenNumbers
    let isLast: Bool
    var next: [World] = []

    init(search: Search, seenNext: SeenNumbers, isLast: Bool) {
      (self.search, known) = (search, search.known)
      (self.seenNext, self.isLast) = (seenNext, isLast)
      values = Values(known)
      judge = Judge(known: known, values: values, compared: search.compared)
    }

    /// Judges a world of this level and all that exchanges make of it, and makes those of the next level.
    mutating func go(on world: World) {
      guard search.seen.insert(world.hash(known)) else { return }
      for world in withExchanges(world, new: { search.seen.insert($0) }) {
        for move in Move.events[world.fileCount] {
          guard let after = made(move, in: world) else { continue }
          let hash = after.hash(known)
          if search.seen.contains(hash) { continue }
          if isLast {
            guard search.seenLast.insert(hash) else { continue }
            _ = withExchanges(after) { [search] in
              !search.seen.contains($0) && search.seenLast.insert($0)
            }
          } else if seenNext.insert(hash) {
            next.append(after)
          }
        }
      }
    }

    /// A world and those that exchanges make of it, as far as they are new; all are judged.
    private func withExchanges(_ world: World, new: (UInt64) -> Bool) -> [World] {
      var worlds = [world]
      var place = 0
      while place < worlds.count {
        let world = worlds[place]
        report(judge.fault(in: world), world)
        for move in Move.exchanges[world.fileCount] {
          guard let after = made(move, in: world), new(after.hash(known)) else { continue }
          worlds.append(after)
        }
        place += 1
      }
      return worlds
    }

    private func made(_ move: Move, in world: World) -> World? {
      guard let made = Making.world(after: move, in: world, known, values) else { return nil }
      report(made.fault ?? judge.fault(of: move, from: world, to: made.world), made.world)
      return made.world
    }

    private func report(_ fault: String?, _ world: World) {
      guard let fault = fault ?? values.takeFault() else { return }
      search.faults.withLock { $0.append((fault, world.history)) }
    }
  }
}

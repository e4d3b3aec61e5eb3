import Foundation
import Synchronization

/// A set of numbers that several threads fill.
final class SeenNumbers: @unchecked Sendable {
  private let places: UnsafeMutablePointer<Atomic<UInt64>>
  private let mask: Int
  private let inserted = Atomic<Int>(0)

  /// Makes room for a power of two of numbers; of the memory only what is used is taken.
  init(bits: Int) {
    mask = 1 << bits - 1
    guard let memory = calloc(1 << bits, MemoryLayout<UInt64>.stride) else {
      preconditionFailure("no memory for 2^\(bits) numbers")
    }
    places = memory.bindMemory(to: Atomic<UInt64>.self, capacity: 1 << bits)
  }

  deinit { free(places) }

  var count: Int { inserted.load(ordering: .relaxed) }

  /// Inserts a number; `false` if it was there.
  func insert(_ number: UInt64) -> Bool {
    // 0 is a place that is free.
    let number = max(1, number)
    var place = Int(truncatingIfNeeded: number >> 16) & mask
    while true {
      let (isInserted, present) = places[place].compareExchange(
        expected: 0, desired: number, ordering: .relaxed)
      if isInserted {
        let count = inserted.add(1, ordering: .relaxed).newValue
        precondition(count < mask - mask / 8, "more worlds than there is room for")
        return true
      }
      if present == number { return false }
      place = (place + 1) & mask
    }
  }

  func contains(_ number: UInt64) -> Bool {
    let number = max(1, number)
    var place = Int(truncatingIfNeeded: number >> 16) & mask
    while true {
      let present = places[place].load(ordering: .relaxed)
      if present == number { return true }
      if present == 0 { return false }
      place = (place + 1) & mask
    }
  }

  /// How many of the numbers another set has not.
  func count(without other: SeenNumbers) -> Int {
    (0...mask).count { place in
      let number = places[place].load(ordering: .relaxed)
      return number != 0 && !other.contains(number)
    }
  }
}

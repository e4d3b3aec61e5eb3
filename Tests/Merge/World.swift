/// A set of entries of a world, as bits.
typealias Entries = UInt16

extension Entries {
  /// The numbers of the bits, lowest first.
  func forEach(_ body: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }

  func isSubset(of other: Entries) -> Bool { self & ~other == 0 }
}

/// What is in the store of a machine.
struct Store: Equatable {
  /// The name that new entries have; a copy of a machine has the same.
  var name: UInt8
  var held: Entries = 0
  /// What was made here, oldest first, four bits each.
  private(set) var own: UInt64 = 0
  private(set) var ownCount: Int8 = 0

  subscript(own place: Int) -> Int { Int(own >> (4 * UInt64(place)) & 15) }

  mutating func make(_ entry: Int) {
    held |= 1 << Entries(entry)
    own |= UInt64(entry) << (4 * UInt64(ownCount))
    ownCount += 1
  }

  /// All that was made here.
  var made: Entries {
    var made: Entries = 0
    for place in 0..<Int(ownCount) { made |= 1 << Entries(self[own: place]) }
    return made
  }
}

/// A machine: its store, and a backup of its home.
struct Machine {
  var store: Store
  var image: Store?
}

/// Three machines and a folder at one moment.
///
/// What a machine knows of the folder follows from what it holds: a file of which it holds everything is one
/// that it has read or written. A file that was lost is therefore missed at once.
struct World {
  static let machines = 3

  /// The numbers of all entries that were made, in their order.
  private(set) var entries = SIMD16<UInt32>()
  private(set) var count = 0
  /// Those of each key.
  private(set) var ofKey: InlineArray<2, Entries> = [0, 0]
  var machines: InlineArray<3, Machine> = InlineArray {
    Machine(store: Store(name: UInt8($0)), image: nil)
  }
  /// The files of the folder, first those that are there.
  private(set) var files = SIMD16<Entries>()
  private(set) var fileCount = 0
  private(set) var history = History()

  /// The bit of an entry, which this world learns if it is new.
  mutating func place(of number: UInt32, _ known: KnownEntries) -> Int {
    for place in 0..<count where entries[place] == number { return place }
    precondition(count < 16, "more entries than a world has room for")
    entries[count] = number
    let register = Int(known.saying(number).register)
    if register < KnownEntries.keys { ofKey[register] |= 1 << Entries(count) }
    count += 1
    return count - 1
  }

  mutating func add(file: Entries) {
    precondition(fileCount < 16, "more files than a world has room for")
    files[fileCount] = file
    fileCount += 1
  }

  mutating func remove(file place: Int) {
    fileCount -= 1
    files[place] = files[fileCount]
    files[fileCount] = 0
  }

  /// What a machine writes: what is in no file that it has read.
  func lacking(_ machine: Int) -> Entries {
    var lacking = machines[machine].store.held
    for place in 0..<fileCount where files[place].isSubset(of: machines[machine].store.held) {
      lacking &= ~files[place]
    }
    return lacking
  }

  /// All that any machine or file holds.
  var everything: Entries {
    var all: Entries = 0
    for machine in 0..<World.machines { all |= machines[machine].store.held }
    for place in 0..<fileCount { all |= files[place] }
    return all
  }

  mutating func note(_ move: Move) { history.note(move) }

  /// A number that only worlds have which differ by names of machines and keys alone.
  ///
  /// Of all renamings, the least: the order of the machines and of the files is no part of it.
  func hash(_ known: KnownEntries) -> UInt64 {
    var least = UInt64.max
    for renaming in 0..<Renaming.count {
      var hashes = InlineArray<16, UInt64>(repeating: 0)
      for place in 0..<count { hashes[place] = known.hash(entries[place], renaming) }
      var all: UInt64 = 0
      for place in 0..<World.machines {
        var image: UInt64 = 0
        if let kept = machines[place].image { image = kept.hash(hashes, renaming) }
        all &+= Hash.mixed(machines[place].store.hash(hashes, renaming) &+ Hash.mixed(image))
      }
      for place in 0..<fileCount { all &+= Hash.mixed(files[place].sum(of: hashes)) }
      least = min(least, Hash.mixed(all))
    }
    return least
  }
}

extension Store {
  /// A hash under other names.
  fileprivate func hash(_ hashes: borrowing InlineArray<16, UInt64>, _ renaming: Int) -> UInt64 {
    var hash = Hash.mixed(Renaming.name(name, renaming) &+ 1) &+ held.sum(of: hashes)
    var rest = own
    for _ in 0..<ownCount {
      // The order counts.
      hash = (hash ^ hashes[Int(rest & 15)]) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
      rest >>= 4
    }
    return hash
  }
}

extension Entries {
  /// The sum of the hashes of its entries; never 0.
  fileprivate func sum(of hashes: borrowing InlineArray<16, UInt64>) -> UInt64 {
    var sum: UInt64 = 1
    var rest = self
    while rest != 0 {
      sum &+= hashes[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return sum
  }
}

/// The moves that led to a world, as many as there is room for.
struct History {
  private var moves = SIMD32<UInt16>()
  private var count = 0

  mutating func note(_ move: Move) {
    if count < 32 { moves[count] = move.number }
    count += 1
  }

  var all: [Move] { (0..<min(count, 32)).compactMap { Move(number: moves[$0]) } }
}

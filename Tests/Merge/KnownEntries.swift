import HaruCore
import HaruLog
import Synchronization

/// What an entry says, in numbers: nothing that is counted by references, which threads would wait for.
struct Saying: Hashable {
  /// The number of a key; or, from `keys` on, the batch that is undone without a change.
  var register: UInt32
  var isStudied: Bool
  var clock: UInt8
  /// The number of the machine's name.
  var name: UInt8
  var first: UInt32?
  var undoes: UInt32?
  var replaces: Numbers
}

/// A few numbers of entries, in their order.
struct Numbers: Hashable {
  private var numbers = SIMD8<UInt32>()
  private var count = 0

  init(_ sorted: [UInt32]) {
    precondition(sorted.count <= 8, "more entries stand than there is room for")
    for number in sorted {
      numbers[count] = number
      count += 1
    }
  }

  func forEach(_ body: (UInt32) -> Void) {
    for place in 0..<count { body(numbers[place]) }
  }
}

/// All entries that any world has: each is made once, as a real entry of the log, and known by its number.
///
/// Numbers are given under a lock. What they name is read without one: a thread has its number from the lock, or
/// from a world that was made before all threads were joined.
final class KnownEntries: @unchecked Sendable {
  static let keys = 2
  static let instants = 2
  /// More than any depth makes that fits into the memory.
  private static let most = 1 << 20

  private let made = UnsafeMutablePointer<LogEntry>.allocate(capacity: most)
  private let said = UnsafeMutablePointer<Saying>.allocate(capacity: most)
  /// Of each renaming of machines and keys, a hash of what the entry would say then.
  private let hashes = UnsafeMutablePointer<InlineArray<12, UInt64>>.allocate(capacity: most)
  private let numbers = Mutex<[Saying: UInt32]>([:])

  func entry(_ number: UInt32) -> LogEntry { made[Int(number)] }
  func saying(_ number: UInt32) -> Saying { said[Int(number)] }
  func hash(_ number: UInt32, _ renaming: Int) -> UInt64 { hashes[Int(number)][renaming] }

  var count: Int { numbers.withLock(\.count) }

  /// The number of the entry that says this.
  func number(of saying: Saying) -> UInt32 {
    numbers.withLock { numbers in
      if let number = numbers[saying] { return number }
      let number = numbers.count
      precondition(number < KnownEntries.most, "more entries than there is room for")
      (made + number).initialize(to: entry(of: saying))
      (said + number).initialize(to: saying)
      (hashes + number).initialize(to: hashes(of: saying))
      numbers[saying] = UInt32(number)
      return UInt32(number)
    }
  }

  private func entry(of saying: Saying) -> LogEntry {
    let names = ["desk", "lap", "attic"]
    let provenance = Provenance(
      at: Instant(1_800_000_000 + Int64(saying.clock)), utcOffset: 0, zone: "UTC",
      source: .command)
    var replaces: [EntryName] = []
    saying.replaces.forEach { replaces.append(entry($0).name) }
    return LogEntry(
      register(saying.register), saying.isStudied ? DayChange.studied : nil, by: provenance,
      on: names[Int(saying.name)], inBatchOf: saying.first.map { entry($0).name },
      undoing: saying.undoes.map { entry($0).name }, replacing: replaces)
  }

  private func register(_ number: UInt32) -> Register {
    if number >= KnownEntries.keys {
      return Register(undoing: entry(number - UInt32(KnownEntries.keys)).name)
    }
    return Register(.study, Day(year: 2026, month: 11, day: 20 + Int(number)) ?? .earliest)
  }

  private func hashes(of saying: Saying) -> InlineArray<12, UInt64> {
    InlineArray { renaming in
      var hash = Hash()
      hash.add(
        saying.register < KnownEntries.keys
          ? UInt64(Renaming.key(saying.register, renaming))
          : self.hash(saying.register - UInt32(KnownEntries.keys), renaming))
      hash.add(saying.isStudied ? 1 : 2)
      hash.add(UInt64(saying.clock))
      hash.add(Renaming.name(saying.name, renaming))
      hash.add(saying.first.map { self.hash($0, renaming) } ?? 0)
      hash.add(saying.undoes.map { self.hash($0, renaming) } ?? 0)
      var replaced: UInt64 = 0
      saying.replaces.forEach { replaced &+= self.hash($0, renaming) }
      hash.add(replaced)
      return hash.value
    }
  }
}

/// Other names for machines and keys: six orders of three names, and two of keys.
///
/// They are interchangeable, because the name of an entry decides only between equal values: a key has no value but
/// that it is studied.
enum Renaming {
  static let count = 12
  /// Two bits for each of the three names.
  private static let names: InlineArray<6, UInt64> = [
    0b10_01_00, 0b01_10_00, 0b10_00_01, 0b00_10_01, 0b01_00_10, 0b00_01_10,
  ]

  static func name(_ name: UInt8, _ renaming: Int) -> UInt64 {
    names[renaming / 2] >> (2 * UInt64(name)) & 3
  }

  static func key(_ key: UInt32, _ renaming: Int) -> UInt32 {
    renaming % 2 == 0 ? key : 1 - key
  }
}

/// A hash of numbers in their order (SplitMix64).
struct Hash {
  private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func add(_ number: UInt64) {
    value = Hash.mixed(value &+ Hash.mixed(number &+ 0x9e37_79b9_7f4a_7c15))
  }

  static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

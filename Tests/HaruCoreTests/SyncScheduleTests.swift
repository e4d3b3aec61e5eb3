import Foundation
import HaruCore
import Support
import Testing

/// Random histories of several machines: in the end all have the same journal, and no line is missing.
///
/// `HARU_TEST_SCHEDULES=100000` tries more of them (`make test-schedules`).
struct SyncScheduleTests {
  @Test func machinesWithTheSameLinesAgree() throws {
    let count =
      ProcessInfo.processInfo.environment["HARU_TEST_SCHEDULES"].flatMap { Int($0) } ?? 2000
    var random = Seeded(18)
    for number in 0..<count {
      var world = World(hasCopies: number % 3 == 0, Seeded(random.next()))
      world.live()
      world.meet()
      let journals = world.machines.map { SyncHistory(of: $0.lines).journal }
      try #require(Set(journals).count == 1, "schedule \(number)")
      for machine in world.machines {
        let words = Set(machine.lines.map(\.provenance.zone))
        try #require(words.isSuperset(of: world.acknowledged.keys), "schedule \(number)")
      }
      if !world.hasCopies { try world.requireTruth("schedule \(number)") }
    }
  }
}

/// What was said, with what its machine knew then: the truth, without numbers and clocks.
private struct Word {
  let register: SyncRegister
  let value: String?
  let known: Set<String>
}

/// A machine: what it knows, and how much of its own it has put into the folder.
private struct Machine {
  var device: String
  var lines: Set<SyncLine> = []
  var known: [String: Int64] = [:]
  var clock: Int64 = 0
  var written: Int64 = 0
  var skew: Int64

  var own: [SyncLine] { lines.filter { $0.device == device }.sorted { $0.number < $1.number } }

  mutating func say(_ register: SyncRegister, _ value: String?, word: String, at now: Int64) {
    let number = (known[device] ?? 0) + 1
    clock = max(clock + 1, now + skew)
    var seen = known
    seen[device] = nil
    take(
      SyncLine(
        device: device, number: number, seen: seen, clock: clock, batch: number,
        register: register, value: value,
        provenance: Provenance(
          at: Instant(now + skew), utcOffset: 0, zone: word, source: .command)))
  }

  mutating func take(_ line: SyncLine) {
    lines.insert(line)
    known[line.device] = max(known[line.device] ?? 0, line.number)
    clock = max(clock, line.clock)
  }

  /// Takes the lines that follow what it knows, in whatever order they come.
  mutating func take(in arrived: [SyncLine], newName: () -> String) {
    let strangers = arrived.filter { $0.device == device && !lines.contains($0) }
    if !strangers.isEmpty {
      // What is not in the folder would be lost under the name of another.
      let missing = own.filter { !arrived.contains($0) }
      let first = (strangers + missing).map(\.number).min() ?? 1
      rename(from: first, to: newName())
    }
    var isNews = true
    while isNews {
      isNews = false
      for line in arrived
      where !lines.contains(line) && line.number <= (known[line.device] ?? 0) + 1 {
        take(line)
        isNews = true
      }
    }
  }

  /// Another copy of this machine has used its numbers: its own lines get another name.
  private mutating func rename(from first: Int64, to name: String) {
    let moved = own.filter { $0.number >= first }
    let firstNumber = moved.first?.number ?? 1
    lines.subtract(moved)
    known[device] = first - 1 == 0 ? nil : first - 1
    for line in moved {
      var seen = line.seen
      seen[device] = first > 1 ? first - 1 : nil
      let undoes = line.undoes.flatMap { $0 >= firstNumber ? $0 - firstNumber + 1 : nil }
      take(
        line.said(
          by: name, number: line.number - firstNumber + 1, batch: line.batch - firstNumber + 1,
          undoes: undoes, seen: seen))
    }
    (device, written) = (name, 0)
  }
}

private struct World {
  var machines: [Machine]
  /// What each has put into the folder; of two copies the lines of both.
  var folder: [String: Set<SyncLine>] = [:]
  var acknowledged: [String: Word] = [:]
  let hasCopies: Bool
  private var names = 0
  private var now: Int64 = 1_000_000_000
  private var random: Seeded

  init(hasCopies: Bool, _ seed: Seeded) {
    (self.hasCopies, random) = (hasCopies, seed)
    let count = Int.random(in: 3...5, using: &random)
    machines = (0..<count).map { Machine(device: "m\($0)", skew: 0) }
    // Some clocks are wrong by years.
    for index in machines.indices where Int.random(in: 0..<4, using: &random) == 0 {
      machines[index].skew = .random(in: -300_000_000...300_000_000, using: &random)
    }
  }

  mutating func live() {
    for _ in 0..<Int.random(in: 10...50, using: &random) {
      now += Int64.random(in: 0...100_000, using: &random)
      let index = Int.random(in: machines.indices, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4: speak(index)
      case 5, 6: write(index)
      case 7, 8: read(index, isPartial: true)
      default: if hasCopies, machines.count < 6 { copy(index) }
      }
    }
  }

  /// All see the whole folder, until nothing is new.
  mutating func meet() {
    var before: [String: Set<SyncLine>]?
    while before != folder {
      before = folder
      for index in machines.indices {
        read(index, isPartial: false)
        write(index)
      }
    }
    for index in machines.indices { read(index, isPartial: false) }
  }

  private mutating func speak(_ index: Int) {
    let kinds: [(Change.Kind, [String?])] = [
      (.study, ["studied", nil]), (.rest, ["", "ill", nil]), (.note, ["one", "two", nil]),
    ]
    let (kind, values) = kinds[Int.random(in: kinds.indices, using: &random)]
    let value = values[Int.random(in: values.indices, using: &random)]
    let day = Day.earliest.advanced(by: Int.random(in: 0..<4, using: &random)) ?? .earliest
    let register = SyncRegister(Change(kind, day, from: nil, to: value))
    let word = "word\(acknowledged.count)"
    acknowledged[word] = Word(
      register: register, value: value, known: Set(machines[index].lines.map(\.provenance.zone)))
    machines[index].say(register, value, word: word, at: now)
  }

  private mutating func write(_ index: Int) {
    let machine = machines[index]
    // A tail that was lost is written again, and some lines twice.
    let again = Int64.random(in: 0...2, using: &random)
    folder[machine.device, default: []].formUnion(
      machine.own.filter { $0.number > machine.written - again })
    machines[index].written = machine.known[machine.device] ?? 0
  }

  private mutating func read(_ index: Int, isPartial: Bool) {
    var arrived: [SyncLine] = []
    for lines in folder.values {
      let sorted = lines.sorted(by: SyncLine.isBefore)
      // Files arrive in any order, and not all of them.
      arrived +=
        isPartial
        ? sorted.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.shuffled(using: &random)
        : sorted
    }
    machines[index].take(in: arrived) {
      names += 1
      return "n\(names)"
    }
  }

  private mutating func copy(_ index: Int) {
    machines.append(machines[index])
  }

  /// What stands is what nobody who knew it has replaced, and of several what the rules choose.
  func requireTruth(_ comment: Comment) throws {
    let registers = Set(acknowledged.values.map(\.register))
    for register in registers {
      let words = acknowledged.filter { $0.value.register == register }
      let standing = words.filter { word in
        !words.values.contains { $0.known.contains(word.key) }
      }
      let lines = machines[0].lines.filter { $0.register == register }
      let value = SyncValue(of: lines)
      try #require(Set(value.standing.map(\.provenance.zone)) == Set(standing.keys), comment)
      let kept = lines.filter { standing.keys.contains($0.provenance.zone) && $0.value != nil }
      let latest = kept.map(\.provenance.at).max()
      if let latest {
        try #require(value.winner?.provenance.at == latest, comment)
        try #require(value.winner?.value != nil, comment)
      } else {
        try #require(value.winner?.value == nil, comment)
      }
    }
  }
}

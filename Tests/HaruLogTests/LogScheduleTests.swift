import Foundation
import HaruCore
import HaruLog
import Support
import Testing

/// Random histories of several machines: in the end all have the same entries, and none is missing.
///
/// `HARU_TEST_SCHEDULES=100000 Scripts/test LogScheduleTests` tries more of them.
struct LogScheduleTests {
  @Test func machinesWithTheSameEntriesAgree() throws {
    let count =
      ProcessInfo.processInfo.environment["HARU_TEST_SCHEDULES"].flatMap { Int($0) } ?? 2000
    var random = Seeded(18)
    var truths = 0
    for number in 0..<count {
      var world = World(accidents: number % 3, Seeded(random.next()))
      world.live()
      let held = world.held
      world.meet()
      for machine in world.machines {
        try #require(machine.entries == held, "schedule \(number)")
      }
      try world.requireAgreement("schedule \(number)")
      // Of what nobody has any more nobody knows what it replaced.
      if held.isSuperset(of: world.acknowledged.keys) {
        try world.requireTruth("schedule \(number)")
        truths += 1
      }
    }
    #expect(truths > count * 2 / 3)
  }
}

/// A file of the folder, which never changes.
private struct File: Hashable {
  let entries: Set<LogEntry>
}

/// A machine: its store, and its copy of the folder.
private struct Machine {
  let name: String
  /// How wrong its clock is.
  let skew: Int64
  var entries: Set<LogEntry> = []
  var carried: Set<LogEntry> = []
  var read: Set<File> = []
  var folder: Set<File> = []
  /// What it has said, as far as it is not undone.
  var own: [LogEntry] = []

  func value(of register: Register) -> RegisterValue {
    RegisterValue(of: entries.filter { $0.register == register })
  }

  mutating func say(
    _ register: Register, _ value: String?, word: String, at now: Int64, undoing: LogEntry? = nil
  ) -> LogEntry {
    let entry = LogEntry(
      register, value, by: said(at: now + skew, word), on: name, undoing: undoing?.name,
      replacing: self.value(of: register).standing.map(\.name))
    entries.insert(entry)
    return entry
  }

  /// Does what an exchange does.
  mutating func exchange(merging: Bool) {
    if !read.isSubset(of: folder) { (read, carried) = ([], []) }
    for file in folder.subtracting(read) {
      entries.formUnion(file.entries)
      carried.formUnion(file.entries)
    }
    read = folder
    let lacking = entries.subtracting(carried)
    if !lacking.isEmpty { write(lacking) }
    if merging, folder.count > 1 {
      folder = []
      read = []
      write(entries)
    }
  }

  private mutating func write(_ entries: Set<LogEntry>) {
    folder.insert(File(entries: entries))
    read.insert(File(entries: entries))
    carried.formUnion(entries)
  }
}

private struct World {
  var machines: [Machine]
  /// What was said, with what its machine knew then.
  var acknowledged: [LogEntry: Set<EntryName>] = [:]
  /// 0 for none, 1 for clones, 2 for all that can be lost, too.
  private let accidents: Int
  /// Homes as they were once, which can come back.
  private var images: [Machine] = []
  private var now: Int64 = 1_000_000_000
  private var random: Seeded

  init(accidents: Int, _ seed: Seeded) {
    (self.accidents, random) = (accidents, seed)
    machines = []
    for number in 0..<Int.random(in: 3...5, using: &random) {
      // Some clocks are wrong by years.
      let isWrong = Int.random(in: 0..<4, using: &random) == 0
      let skew = isWrong ? Int64.random(in: -300_000_000...300_000_000, using: &random) : 0
      machines.append(Machine(name: "m\(number)", skew: skew))
    }
  }

  /// What at least one machine has, or a copy of the folder.
  var held: Set<LogEntry> {
    machines.reduce(into: []) { held, machine in
      held.formUnion(machine.entries)
      for file in machine.folder { held.formUnion(file.entries) }
    }
  }

  mutating func live() {
    for _ in 0..<Int.random(in: 10...50, using: &random) {
      now += Int64.random(in: 0...100_000, using: &random)
      let index = Int.random(in: machines.indices, using: &random)
      switch Int.random(in: 0..<16, using: &random) {
      case 0...4: speak(index)
      case 5: undo(index)
      case 6...9: machines[index].exchange(merging: Int.random(in: 0..<4, using: &random) == 0)
      case 10...13: carry(from: index, to: Int.random(in: machines.indices, using: &random))
      case 14 where accidents > 0 && machines.count < 7: machines.append(machines[index])
      case 15 where accidents > 1: haveAnAccident(index)
      default: images.append(machines[index])
      }
    }
  }

  /// All see the whole folder, until nothing is new.
  mutating func meet() {
    var before: [Set<File>]?
    while before != machines.map(\.folder) {
      before = machines.map(\.folder)
      for index in machines.indices {
        for other in machines.indices { machines[index].folder.formUnion(machines[other].folder) }
        machines[index].exchange(merging: false)
      }
    }
  }

  private mutating func speak(_ index: Int) {
    let kinds: [(DayChange.Kind, [String?])] = [
      (.study, ["studied", nil]), (.rest, ["", "ill", nil]), (.note, ["one", "two", nil]),
    ]
    let (kind, values) = kinds[Int.random(in: kinds.indices, using: &random)]
    let value = values[Int.random(in: values.indices, using: &random)]
    let day = Day.earliest.advanced(by: Int.random(in: 0..<4, using: &random)) ?? .earliest
    say(index, Register(kind, day), value)
  }

  /// A machine takes back what it has said last.
  private mutating func undo(_ index: Int) {
    guard let undone = machines[index].own.popLast() else { return }
    let known = machines[index].entries.filter { undone.replaces.contains($0.name) }
    say(index, undone.register, RegisterValue(of: Array(known)).winner?.value, undoing: undone)
  }

  private mutating func say(
    _ index: Int, _ register: Register, _ value: String?, undoing: LogEntry? = nil
  ) {
    let known = Set(machines[index].entries.map(\.name))
    let entry = machines[index].say(
      register, value, word: "word\(acknowledged.count)", at: now, undoing: undoing)
    acknowledged[entry] = known
    if undoing == nil { machines[index].own.append(entry) }
  }

  /// Files arrive in any order, and not all of them; some carriers also remove what was removed.
  private mutating func carry(from index: Int, to other: Int) {
    let files = machines[index].folder.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    machines[other].folder.formUnion(files)
    guard Bool.random(using: &random) else { return }
    let kept = files.reduce(into: Set<LogEntry>()) { $0.formUnion($1.entries) }
    let isNeedless: (File) -> Bool = { !files.contains($0) && kept.isSuperset(of: $0.entries) }
    machines[other].folder = machines[other].folder.filter { !isNeedless($0) }
  }

  private mutating func haveAnAccident(_ index: Int) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: machines[index].folder = []
    case 1:
      if let file = machines[index].folder.randomElement(using: &random) {
        machines[index].folder.remove(file)
      }
    case 2:
      // A machine is given up, and its folder with it.
      if machines.count > 2 { machines.remove(at: index) }
    default:
      if let image = images.randomElement(using: &random) { machines[index] = image }
    }
  }

  /// In whatever order they learned of the entries, they say the same.
  mutating func requireAgreement(_ comment: Comment) throws {
    var journals: Set<[JournalEntry]> = []
    var digests: Set<LogDigest> = []
    for machine in machines {
      journals.insert(SharedJournal(of: machine.entries.shuffled(using: &random)).lines)
      digests.insert(LogDigest(of: machine.entries.map(\.name).sorted()))
    }
    try #require(journals.count == 1 && digests.count == 1, comment)
    let journal = journals.first ?? []
    for register in Set(machines[0].entries.map(\.register)) {
      let last = journal.last { Register($0.change.kind, $0.change.day) == register }
      try #require(last?.change.after == machines[0].value(of: register).winner?.value, comment)
    }
  }

  /// What stands is what nobody who knew it has replaced, and of several what the rules choose.
  func requireTruth(_ comment: Comment) throws {
    for (register, words) in Dictionary(grouping: acknowledged, by: \.key.register) {
      let standing = words.map(\.key).filter { word in
        !words.contains { $0.value.contains(word.name) }
      }
      let value = machines[0].value(of: register)
      try #require(Set(value.standing) == Set(standing), comment)
      let latest = standing.filter { $0.value != nil }.map(\.provenance.at).max()
      try #require((value.winner?.value != nil) == (latest != nil), comment)
      if let latest { try #require(value.winner?.provenance.at == latest, comment) }
    }
  }
}

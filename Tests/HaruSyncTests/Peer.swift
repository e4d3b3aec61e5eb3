import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import Support
import Testing

/// A machine with a store and a folder, which it may share with others.
final class Peer {
  let store: Store
  let folder: FolderBench
  private let scratch = Scratch()

  init(_ name: String, _ folder: FolderBench, leavesOutNotes: Bool = false) throws {
    self.folder = folder
    store = try Store(path: scratch("haru.sqlite"), for: .writing)
    try turnOn(name, leavesOutNotes: leavesOutNotes)
  }

  /// A machine to which the home directory of another was copied, or the same as it was once.
  init(copying other: Peer, _ folder: FolderBench, isElsewhere: Bool = false) throws {
    self.folder = folder
    try scratch.copy(other.store.path, to: "haru.sqlite")
    store = try Store(path: scratch("haru.sqlite"), for: .writing)
    try turnOn()
    if isElsewhere { try store.changeThisMachine { $0.number = "of the other machine" } }
  }

  /// Begins as nobody in a process of its own, with a folder and a home that were made before.
  static func nobody(_ path: String) throws -> Peer {
    becomeNobody()
    setenv("TMPDIR", path + "/../home", 1)
    return try Peer("desk", FolderBench(at: path))
  }

  private func turnOn(_ name: String? = nil, leavesOutNotes: Bool = false) throws {
    try store.changeThisMachine { [path] machine in
      machine.folder = path
      machine.name = name ?? machine.name
      machine.leavesOutNotes = leavesOutNotes
    }
  }

  /// Where its folder is.
  var path: String { folder.folder.path }

  /// How many transactions have changed its store: SQLite counts them in the header.
  var transactions: UInt32 {
    get throws {
      let file = try Data(contentsOf: URL(fileURLWithPath: store.path))
      return file[24..<28].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// The name that it has now.
  var name: String { (try? store.thisMachine().name) ?? "" }

  @discardableResult
  func exchange(
    at now: Instant = present, isThorough: Bool = false
  ) throws -> SyncReport {
    try LogExchange.run(of: store, at: now, isThorough: isThorough) ?? SyncReport()
  }

  // MARK: What its user does

  func mark(_ days: String..., studied: Bool = true, at seconds: Int = 1000) throws(StoreError) {
    try store.setStudied(days.map(date), studied, today: .latest, by: said(seconds))
  }

  /// Does something at random.
  func say(_ number: Int, _ random: inout Seeded) throws {
    let day = date("2026-11-1\(Int.random(in: 0...5, using: &random))")
    let some = days("2026-11-10", "2026-11-15").filter { _ in Bool.random(using: &random) }
    let by = said(number + .random(in: -50...50, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: _ = try store.toggle(day, today: .latest, by: by)
    case 2:
      let long = String(repeating: "\(number) ", count: .random(in: 1...12_000, using: &random))
      try store.setNote([nil, "short", long].randomElement(using: &random) ?? nil, on: day, by: by)
    case 3:
      let reason = [nil, "", "ill"].randomElement(using: &random) ?? nil
      try store.setRest([day], reason: reason, by: by)
    case 4: try store.undo(by: by)
    case 5: try store.redo(by: by)
    case 6:
      let isStudied = Bool.random(using: &random)
      try store.setStudied(some, isStudied, today: .latest, by: by)
    default:
      let source = Bool.random(using: &random) ? "csv:a" : "csv:b"
      let found = Import.Found(origin: "CSV", sourceID: source, studied: Set(some))
      _ = try store.addDays(of: found, today: .latest, by: by)
    }
  }

  // MARK: What carries its folder

  /// The files in its folder, by path.
  func files() throws -> [(path: String, data: Data)] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".jsonl") }.sorted().compactMap { name in
      FileManager.default.contents(atPath: folder.path(name)).map { (name, $0) }
    }
  }

  /// Those that have come whole.
  func wholeFiles() throws -> [(path: String, data: Data)] {
    try files().filter { path, data in
      let file = LogFile((path as NSString).lastPathComponent)
      return file.map { $0.holds(Array(data)) } ?? true
    }
  }

  /// Puts a file into its folder, in place of the one that is there.
  func put(_ data: some DataProtocol, _ path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try folder.make(directory)
    let file = URL(fileURLWithPath: folder.path(path))
    try Data(data).write(to: file, options: .atomic)
  }

  /// Removes a file from its folder.
  func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: folder.path(path))
  }

  /// Carries all that is in its folder to another machine; some carriers also remove there what is not here.
  func carry(to other: Peer, removing: Bool = false) throws {
    let (own, others) = (try wholeFiles(), try other.files())
    for file in own { try other.put(file.data, file.path) }
    guard removing else { return }
    for file in others where !own.contains(where: { $0.path == file.path }) {
      try other.remove(file.path)
    }
  }
}

/// When tests exchange, unless they say otherwise: in the month of what was said.
let present = Instant(2_000_000)
/// When the month of what was said is over.
let monthLater = Instant(5_000_000)

func said(_ seconds: Int) -> Provenance {
  Provenance(at: Instant(Int64(seconds)), utcOffset: 0, zone: "UTC", source: .command)
}

/// Machines have the same days, the same history and the same digest, and nothing waits.
func requireAgreement(
  _ machines: [Peer], marks: Int? = nil, at location: SourceLocation = #_sourceLocation
) throws {
  let contents = try machines.map { try $0.store.contents() }
  let digest = try machines[0].store.digest()
  for (peer, each) in zip(machines, contents) {
    #expect(each == contents[0], "\(peer.name)", sourceLocation: location)
    #expect(each.isConsistent, "\(peer.name)", sourceLocation: location)
    #expect(try peer.store.digest() == digest, "\(peer.name)", sourceLocation: location)
    #expect(try peer.store.problems().isEmpty, "\(peer.name)", sourceLocation: location)
    #expect(try peer.store.countOfWaitingEntries() == 0, "\(peer.name)", sourceLocation: location)
    #expect(try peer.store.countOfMissingEntries() == 0, "\(peer.name)", sourceLocation: location)
  }
  if let marks { #expect(contents[0].marks.count == marks, sourceLocation: location) }
}

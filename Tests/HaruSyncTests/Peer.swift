import Foundation
import HaruCore
import HaruStore
import HaruSync
import Support
import Testing

/// A machine with a store and a folder, which it may share with others.
final class Peer {
  let store: Store
  let folder: FolderBench
  /// Tells the machine from others, as its number does.
  var machine: String
  private let scratch: Scratch
  private let name: String
  private var copies = 0

  init(_ name: String, _ folder: FolderBench) throws {
    (self.name, self.folder, machine) = (name, folder, "1")
    scratch = try Scratch()
    store = try Store(path: scratch("haru.sqlite"), for: .writing)
    try store.setSync(
      SyncState(folder: path, device: name, machine: machine, leavesOutNotes: false))
  }

  /// Begins as nobody in a process of its own, with a folder and a home that were made before.
  static func nobody(_ path: String) throws -> Peer {
    becomeNobody()
    setenv("TMPDIR", path + "/../home", 1)
    return try Peer("desk", FolderBench(at: path))
  }

  /// A machine to which the home directory of another was copied.
  init(copying other: Peer, _ machine: String, _ folder: FolderBench) throws {
    (name, self.folder, self.machine) = (other.name, folder, machine)
    scratch = try Scratch()
    try #require(other.store.settle())
    try scratch.copy(other.store.path, to: "haru.sqlite")
    store = try Store(path: scratch("haru.sqlite"), for: .writing)
    // On another machine the folder may lie elsewhere.
    var state = try #require(try store.syncState())
    state.folder = path
    try store.setSync(state)
  }

  /// Where its folder is.
  var path: String { folder.folder.path }

  /// The name that it has now.
  var device: String { ((try? store.syncState()) ?? nil)?.device ?? "" }

  @discardableResult
  func exchange(isThorough: Bool = false) throws(SyncError) -> SyncReport {
    let report = try SyncExchange.run(
      of: store, on: machine, by: said(2000), isThorough: isThorough
    ) { [self] in
      copies += 1
      return "\(name)-\(machine)-\(copies)"
    }
    return report ?? SyncReport()
  }

  // MARK: What its user does

  func mark(_ days: String..., studied: Bool = true, at seconds: Int = 1000) throws(StoreError) {
    try store.setStudied(days.map(date), studied, today: .latest, by: said(seconds))
  }

  /// Does something at random.
  func say(_ number: Int, _ random: inout Seeded) throws {
    let day = date("2026-11-1\(Int.random(in: 0...5, using: &random))")
    let by = said(number + .random(in: -50...50, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: _ = try store.toggle(day, today: .latest, by: by)
    case 2:
      let long = String(repeating: "\(number) ", count: .random(in: 1...12_000, using: &random))
      try store.setNote([nil, "short", long].randomElement(using: &random) ?? nil, on: day, by: by)
    case 3:
      let reason = [nil, "", "ill"].randomElement(using: &random) ?? nil
      try store.setRest([day], reason: reason, by: by)
    case 4: try store.undo(by: by)
    default: try store.redo(by: by)
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

  /// Puts a file into its folder, in place of the one that is there.
  func put(_ data: some DataProtocol, _ path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try folder.make(directory)
    let file = URL(fileURLWithPath: folder.path(path))
    try Data(data).write(to: file, options: .atomic)
  }

  /// Carries all that it has written to another machine.
  func carryOwn(to other: Peer) throws {
    let own = device + "/"
    for file in try files() where file.path.hasPrefix(own) || !file.path.hasPrefix(other.device) {
      // What another has written comes from there.
      guard file.path.hasPrefix(own) || other.lacks(file.path) else { continue }
      try other.put(file.data, file.path)
    }
  }

  private func lacks(_ path: String) -> Bool {
    !FileManager.default.fileExists(atPath: folder.path(path))
  }
}

func said(_ seconds: Int) -> Provenance {
  Provenance(at: Instant(Int64(seconds)), utcOffset: 0, zone: "UTC", source: .command)
}

/// The day of a valid text.
func date(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("no day: \(text)") }
  return day
}

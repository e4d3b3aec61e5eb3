internal import Glibc
public import HaruCore
public import HaruStore

/// What an exchange has found and done.
public struct SyncReport: Hashable, Sendable {
  /// What came of the lines of others.
  public var taken = SyncTaken()
  /// How many own lines were written into the folder.
  public var written = 0
  /// How many lines of each machine are damaged.
  public var damaged: [String: Int] = [:]
  /// What could not be read, by machine; `""` stands for the folder itself.
  public var problems: [String: [SyncProblem]] = [:]

  /// Makes the report of nothing.
  public init() {}

  /// Whether everything in the folder could be read.
  public var isSound: Bool { damaged.isEmpty && problems.isEmpty }
}

/// Brings a store and its folder together: takes what others have written, and writes what is new here
/// (docs/sync.md#an-exchange).
public struct SyncExchange {
  private let store: Store
  private let machine: String
  private let provenance: Provenance
  private let newName: () -> String
  private var report = SyncReport()
  /// The files that were read, as they were.
  private var read: [String: String] = [:]
  /// What may be the beginnings of lines that are whole elsewhere.
  private var torn: [ArraySlice<UInt8>] = []

  /// How many lines are taken in one transaction, so that a click does not wait for long.
  static let linesAtOnce = 1000
  /// How long the store is left to others after that, who look each millisecond at first.
  private static let pauseMicroseconds: UInt32 = 3000
  private static let busyTries = 100
  private static let busyMicroseconds: UInt32 = 20_000
  /// How much of another machine is in memory at a time.
  private static let mostBytes = 16 << 20
  /// How much is read of the own directory, which has to be seen at once.
  private static let mostOwnBytes = 128 << 20
  /// How many torn lines of a machine are looked up; more no killed process leaves.
  private static let mostTorn = 100

  /// Prepares an exchange.
  ///
  /// - Parameters:
  ///   - store: The store, opened for writing.
  ///   - machine: Tells this machine from others, also if the store was copied to it.
  ///   - provenance: When, where and how.
  ///   - newName: Makes a name for it, in case it was.
  public init(
    of store: Store, on machine: String, by provenance: Provenance, newName: @escaping () -> String
  ) {
    (self.store, self.machine, self.newName) = (store, machine, newName)
    self.provenance = provenance
  }

  /// Does the exchange.
  ///
  /// Its parameters are those of `init`; a thorough one also reads files that have not changed.
  ///
  /// - Returns: What it has found and done; `nil` while nothing is exchanged.
  /// - Throws: `SyncError`. What was taken before stays.
  public static func run(
    of store: Store, on machine: String, by provenance: Provenance, isThorough: Bool = false,
    newName: @escaping () -> String
  ) throws(SyncError) -> SyncReport? {
    var exchange = SyncExchange(of: store, on: machine, by: provenance, newName: newName)
    let lock = alone(with: store)
    defer { withExtendedLifetime(lock) {} }
    return try exchange.run(isThorough: isThorough)
  }

  /// Waits while another process exchanges for the same store, and keeps others waiting.
  ///
  /// Each click without an agent begins an exchange, and side by side they would all read the same lines. One
  /// that never ends, at a folder on a dead network, is not waited for.
  private static func alone(with store: Store) -> OpenFile? {
    let directory = store.path.split(separator: "/").dropLast().joined(separator: "/")
    guard let lock = try? OpenFile(directory: "/" + directory) else { return nil }
    for _ in 0..<5 * busyTries {
      do throws(SystemError) {
        try lock.lock()
        return lock
      } catch {
        usleep(busyMicroseconds)
      }
    }
    return nil
  }

  private mutating func run(isThorough: Bool) throws(SyncError) -> SyncReport? {
    let (state, known) = try SyncError.inStore { () throws(StoreError) in
      (try store.syncState(), try store.readFiles())
    }
    guard let state, let path = state.folder else { return nil }
    try SyncError.inStore { () throws(StoreError) in try store.understandMore(by: provenance) }
    let folder = SyncFolder(path)
    let devices = try list(folder, state)
    let before = isThorough ? [:] : known
    // The own directory first: it shows whether another machine has the same name. A copy has to see all
    // of it, or what is there would be said again.
    let own = state.machine == machine ? before : [:]
    try take(state.device, from: folder, knowing: own, isOwn: true)
    for device in devices where device != state.device {
      try take(device, from: folder, knowing: before, isOwn: false)
    }
    // What was read is remembered also where nothing can be written.
    try SyncError.inStore { () throws(StoreError) in try store.setReadFiles(read) }
    try write(into: folder)
    try SyncError.inStore { () throws(StoreError) in try store.setReadFiles(read) }
    return report
  }

  /// The machines that have written into the folder.
  private mutating func list(
    _ folder: SyncFolder, _ state: SyncState
  ) throws(SyncError) -> [String] {
    let listing = try SyncError.inFolder { () throws(SyncFolderError) in try folder.devices() }
    note(listing.problems, of: "")
    if listing.items.isEmpty, state.written > 0 { throw .emptied }
    let known = try SyncError.inStore { () throws(StoreError) in
      try store.syncDevices().map(\.device)
    }
    // However many directories there are, those of machines that have spoken are read.
    return Set(listing.items).union(known).sorted()
  }

  // MARK: Taking

  private mutating func take(
    _ device: String, from folder: SyncFolder, knowing known: [String: String], isOwn: Bool
  ) throws(SyncError) {
    guard let listing = try files(of: device, in: folder) else { return }
    note(listing.problems, of: device)
    let before = known.filter { $0.key.hasPrefix(device + "/") }
    let present = Dictionary(listing.items.map { ($0.path, $0.stamp) }) { $1 }
    let waited =
      try SyncError.inStore { () throws(StoreError) in try store.waiting(of: device) } != nil
    // Of the own directory everything has to be seen, or lines that are there would seem to be lost. And what
    // has come may be what other files wait for.
    let files = listing.items.filter {
      isOwn || waited ? before != present : before[$0.path] != $0.stamp
    }
    var rest = files[...]
    var (areWhole, all) = (true, SyncTaken())
    repeat {
      let most = isOwn ? Self.mostOwnBytes : Self.mostBytes
      let (lines, isWhole) = lines(of: &rest, atMost: most, in: folder)
      let taken = try take(isOwn ? [lines] : lines.chunks(of: Self.linesAtOnce))
      all += taken
      report.taken += taken
      try countTorn(of: device)
      areWhole = areWhole && isWhole
      guard isOwn else { continue }
      if !rest.isEmpty {
        note([.tooMany(rest.count)], of: device)
        return
      }
      if taken.newDevice == nil, before != present || present.isEmpty {
        try writeAgain(after: lines)
      }
    } while !rest.isEmpty
    let isSettled = all.firstWaiting == nil || all.lines == 0 && files.count == present.count
    if !isOwn, !files.isEmpty {
      try SyncError.inStore { () throws(StoreError) in
        try store.setWaiting(device, from: all.firstWaiting)
      }
    }
    // What waits is read again once, because what it waits for may have been taken after it; and then only
    // when a file has changed.
    if areWhole, isSettled { read.merge(present) { $1 } }
  }

  /// The files of a machine; `nil` if its directory cannot be read, which stops no other.
  private mutating func files(
    of device: String, in folder: SyncFolder
  ) throws(SyncError) -> SyncListing<SyncFile>? {
    do throws(SyncFolderError) {
      return try folder.files(of: device)
    } catch .refused {
      note([.refused("")], of: device)
    } catch .system(let number) {
      note([.system("", number)], of: device)
    } catch {
      throw .folder(error)
    }
    return nil
  }

  private func take(_ chunks: [[ArrivedLine]]) throws(SyncError) -> SyncTaken {
    var taken = SyncTaken()
    for (index, chunk) in chunks.enumerated() {
      if index > 0 { usleep(Self.pauseMicroseconds) }
      taken += try SyncError.inStore { () throws(StoreError) in
        try store.take(chunk, on: machine, by: provenance, newName: newName)
      }
    }
    return taken
  }

  /// The lines of the first files, in the order of their numbers, and whether each was read whole.
  private mutating func lines(
    of files: inout ArraySlice<SyncFile>, atMost most: Int, in folder: SyncFolder
  ) -> (lines: [ArrivedLine], areWhole: Bool) {
    var lines: [ArrivedLine] = []
    var areWhole = true
    var size = 0
    while size < most, let file = files.popFirst() {
      let reading = folder.read(file) { bytes in
        size += bytes.count
        if let line = ArrivedLine(bytes, in: file.device) {
          lines.append(line)
        } else if bytes.first == UInt8(ascii: "{"), torn.count < Self.mostTorn {
          torn.append(bytes)
        } else {
          report.damaged[file.device, default: 0] += 1
        }
      }
      note(reading.problems, of: file.device)
      areWhole = areWhole && reading.stamp == file.stamp
    }
    return (lines.sorted { $0.number < $1.number }, areWhole)
  }

  /// Counts what is damaged, and not only the beginning of a line that is here: that is lost to nobody.
  private mutating func countTorn(of device: String) throws(SyncError) {
    for bytes in torn {
      let isHere = try SyncError.inStore { () throws(StoreError) in
        try store.hasLine(of: device, beginningWith: bytes)
      }
      if !isHere { report.damaged[device, default: 0] += 1 }
    }
    torn = []
  }

  /// Own lines that have gone from the folder are written again.
  private func writeAgain(after lines: [ArrivedLine]) throws(SyncError) {
    var last: Int64 = 0
    for line in lines where line.number == last + 1 { last += 1 }
    try SyncError.inStore { () throws(StoreError) in
      guard let state = try store.syncState(), last != state.written else { return }
      try store.setWritten(upTo: last, of: state.device)
    }
  }

  // MARK: Writing

  private mutating func write(into folder: SyncFolder) throws(SyncError) {
    while true {
      let lines = try SyncError.inStore { () throws(StoreError) in
        try store.linesToWrite(limit: Self.linesAtOnce, by: provenance)
      }
      guard let last = lines.last else { break }
      let files = try SyncError.inFolder { () throws(SyncFolderError) in
        try append(lines.map(\.text), to: last.device, in: folder)
      }
      // One that somebody has changed since it was read is read again.
      for (file, before) in files {
        read[file.path] = before == nil || before == read[file.path] ? file.stamp : nil
      }
      try SyncError.inStore { () throws(StoreError) in
        try store.setWritten(upTo: last.number, of: last.device)
      }
      report.written += lines.count
    }
  }

  /// Appends lines, and waits while another process of this machine does: a command beside the agent's.
  private func append(
    _ lines: [String], to device: String, in folder: SyncFolder
  ) throws(SyncFolderError) -> [(file: SyncFile, before: String?)] {
    for _ in 0..<Self.busyTries {
      do throws(SyncFolderError) {
        return try folder.append(lines, to: device)
      } catch .busy {
        usleep(Self.busyMicroseconds)
      }
    }
    return try folder.append(lines, to: device)
  }

  // MARK: Errors

  private mutating func note(_ problems: [SyncProblem], of device: String) {
    guard !problems.isEmpty else { return }
    report.problems[device, default: []] += problems
  }
}

extension [ArrivedLine] {
  fileprivate func chunks(of size: Int) -> [[ArrivedLine]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

extension SyncFile {
  /// Its path within the folder.
  var path: String { device + "/" + name }
}

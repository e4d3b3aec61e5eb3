internal import Glibc
public import HaruCore
internal import HaruLog
public import HaruStore

/// What an exchange has found and done.
public struct SyncReport: Hashable, Sendable {
  /// What came of entries that have arrived.
  public var arrived = MergeCounts()
  /// How many entries were written into the folder.
  public var written = 0
  /// What could not be read, by directory; `""` stands for the folder itself.
  public var problems: [String: [SyncProblem]] = [:]

  /// Makes the report of an exchange that has found and done nothing.
  public init() {}

  mutating func add(_ found: [SyncProblem], in directory: String) {
    guard !found.isEmpty else { return }
    problems[directory, default: []] += found
  }
}

/// Brings the log of a store and a folder together: both have the union of both afterwards
/// (docs/sync.md#an-exchange).
///
/// Several may run side by side: what two of them write with the same content has the same name.
public struct LogExchange {
  private let store: Store
  private let folder: SyncFolder
  private let now: Instant
  private var report = SyncReport()
  /// The stamps of the files that are left out, as they were looked at.
  private var leftOut: [String: String] = [:]

  /// How many lines are read before they are merged.
  private static let linesAtOnce = 3000
  /// How many lines of a file are named that are not understood.
  private static let unknownNamed = 20
  /// How many bytes are written into one file.
  private static let bytesAtOnce = 8 * 1024 * 1024

  /// Does an exchange.
  ///
  /// - Parameters:
  ///   - store: The store, opened for writing.
  ///   - now: The present instant.
  ///   - isThorough: Whether files that were read before are read again.
  /// - Returns: What it has found and done; `nil` while nothing is exchanged.
  /// - Throws: `SyncError` if the folder cannot be used, `StoreError` if the store cannot. What was merged
  ///   before stays.
  public static func run(
    of store: Store, at now: Instant, isThorough: Bool = false
  ) throws -> SyncReport? {
    let machine = try store.thisMachine()
    guard let path = machine.folder else { return nil }
    var exchange = LogExchange(store: store, folder: SyncFolder(path), now: now)
    try exchange.run(as: machine, isThorough: isThorough)
    return exchange.report
  }

  /// Whether there is something in the folder that a store has not merged, or the last exchange has failed in a folder
  /// that can be used now; nothing is read but names and dates.
  ///
  /// - Throws: `SyncError` if the folder cannot be listed, `StoreError` if the store cannot be read.
  public static func hasNews(for store: Store) throws -> Bool {
    let machine = try store.thisMachine()
    guard let path = machine.folder else { return false }
    let folder = SyncFolder(path)
    let (known, leftOut) = (try store.knownFiles(), try store.filesLeftOut())
    let files = try folder.files().items
    if machine.problem != nil, access(path, W_OK | X_OK) == 0 { return true }
    for file in files where known[file.name] != true {
      guard let stamp = leftOut[file.name], stamp == folder.stamp(of: file) else { return true }
    }
    return (try? folder.inbox().items.isEmpty) == false && folder.mayTakeFromInbox
  }

  private init(store: Store, folder: SyncFolder, now: Instant) {
    (self.store, self.folder, self.now) = (store, folder, now)
  }

  private mutating func run(as machine: ThisMachine, isThorough: Bool) throws {
    // A machine to which the files of another one were copied is a new one, and gets a name of its own.
    if machine.number != MachineName.number {
      try store.changeThisMachine {
        ($0.name, $0.number) = (MachineName.new(), MachineName.number)
      }
    }
    try store.readUnknownEntries()
    // Read before the folder is listed: otherwise a file that another process writes in between would be
    // known, and not listed.
    let known = try store.knownFiles()
    let present = try files()
    try merge(new(in: present, besides: known, isThorough: isThorough))
    try store.setLeftOut(leftOut)
    try write(beside: present, merging: !machine.leavesOutNotes)
  }

  // MARK: Merging

  private mutating func files() throws(SyncError) -> [LogFile] {
    var listing = try folder.files()
    if listing.items.isEmpty {
      // Another machine may have merged all files while they were listed. It wrote the new one first, so that a
      // second listing has it.
      listing = try folder.files()
    }
    report.add(listing.problems, in: SyncFolder.logName)
    return listing.items
  }

  /// The files that were not read yet, or have changed since they were left out; all of them if one has gone, because
  /// it is not known what else had its entries.
  private mutating func new(
    in present: [LogFile], besides known: [String: Bool], isThorough: Bool
  ) throws -> [LogFile] {
    if present.isEmpty, !known.isEmpty { throw SyncError.emptied }
    guard !isThorough, Set(known.keys).isSubset(of: present.map(\.name)) else {
      try store.forgetFiles()
      return present
    }
    let before = try store.filesLeftOut()
    return present.filter { file in
      guard known[file.name] != true else { return false }
      guard let stamp = before[file.name], stamp == folder.stamp(of: file) else { return true }
      leftOut[file.name] = stamp
      return false
    }
  }

  /// Merges files into the log of the store, a few lines at a time.
  private mutating func merge(_ files: [LogFile]) throws {
    var incoming = IncomingEntries()
    var chunks: [LogChunk] = []
    var count = 0
    for file in files {
      guard let bytes = read(file) else { continue }
      var lines = LogLines(bytes)
      var (number, damaged, unknown) = (0, [Int](), [UnknownLine]())
      while let next = lines.next(Self.linesAtOnce) {
        let chunk = LogChunk(
          next, after: number, of: file.month, in: file.name, isLast: lines.isAtEnd)
        damaged += chunk.damaged
        unknown += chunk.unknown(atMost: Self.unknownNamed - unknown.count)
        number += next.count
        if chunk.isIdle { continue }
        chunks.append(chunk)
        count += next.count
        guard count >= Self.linesAtOnce else { continue }
        report.arrived += try store.merge(chunks, &incoming)
        (chunks, count) = ([], 0)
      }
      report.add(unknown.map { .notUnderstood(file.name, $0) }, in: SyncFolder.logName)
      if let first = damaged.first {
        report.add([.noEntries(file.name, damaged.count, first: first)], in: SyncFolder.logName)
      }
    }
    if !chunks.isEmpty { report.arrived += try store.merge(chunks, &incoming) }
  }

  /// Reads a file; one that is not what its name says is left out, and not read again before it changes.
  private mutating func read(_ file: LogFile) -> [UInt8]? {
    let stamp = folder.stamp(of: file)
    switch folder.read(file) {
    case .success(let bytes): return bytes
    // Another machine has merged it meanwhile.
    case .failure(.system(file.name, ENOENT)): return nil
    case .failure(let problem):
      report.add([problem], in: SyncFolder.logName)
      if [.damaged(file.name), .tooLarge(file.name)].contains(problem) {
        leftOut[file.name] = stamp
      }
      return nil
    }
  }

  // MARK: Writing

  private mutating func write(
    beside present: [LogFile], merging: Bool
  ) throws {
    let lacking = try store.lacking()
    let thisMonth = LogMonth.of(now)
    let inParts = Dictionary(grouping: present, by: \.month).filter { $1.count > 1 }.keys
    for month in Set(lacking.keys).union(merging ? Array(inParts) : []).sorted() {
      if merging, month < thisMonth {
        try merge(month, lacking[month, default: []], present)
      } else {
        try write(lacking[month, default: []], of: month)
      }
    }
  }

  private mutating func write(_ names: [EntryName], of month: String) throws {
    let lines = try store.lines(names, of: month)
    for part in LogExchange.parts(of: lines) {
      let file = try folder.write(part, of: month)
      let names = part.map { EntryName(of: $0) }
      try store.setCarried(names, in: file.name)
    }
    report.written += names.count
  }

  /// Divides lines among files, each of them much smaller than the largest that is read.
  private static func parts(of lines: [[UInt8]]) -> [[[UInt8]]] {
    var (parts, size): ([[[UInt8]]], Int) = ([], 0)
    for line in lines {
      if parts.isEmpty || size + line.count > bytesAtOnce { (parts, size) = (parts + [[]], 0) }
      parts[parts.count - 1].append(line)
      size += line.count
    }
    return parts
  }

  /// Writes one file of all entries of a month that is over, and removes the others.
  ///
  /// Whichever machine does that, with the same entries it is the same file. Where it is there already, what
  /// is beside it was brought back by a carrier that removes nothing, and stays; so does a file with a line that
  /// is not in the one file.
  private mutating func merge(
    _ month: String, _ lacking: [EntryName], _ present: [LogFile]
  ) throws {
    let lines = try store.lines(nil, of: month)
    guard LogExchange.parts(of: lines).count == 1 else { return try write(lacking, of: month) }
    let file = LogFile(of: lines.flatMap { $0 + [UInt8(ascii: "\n")] }, in: month)
    if present.contains(file), lacking.isEmpty { return }
    _ = try folder.write(lines, of: month)
    try store.setCarried(lacking, in: file.name)
    let whole = Set(lines.map { $0[...] })
    let merged = present.filter { other in
      guard other.month == month, other != file, case .success(let bytes) = folder.read(other)
      else { return false }
      return bytes.split(separator: UInt8(ascii: "\n")).allSatisfy(whole.contains)
    }
    // Before they are removed: if a known file is missing, all files are read again.
    try store.setRemoved(merged.map(\.name))
    for other in merged {
      try folder.remove(other)
    }
    report.written += lacking.count
  }
}

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
  /// How many changes of machines with versions up to 0.3 wait for earlier ones, which have not arrived.
  public var waiting = 0
  /// What could not be read, by directory; `""` stands for the folder itself.
  public var problems: [String: [SyncProblem]] = [:]

  /// Makes the report of an exchange that has found and done nothing.
  public init() {}

  mutating func note(_ found: [SyncProblem], in directory: String) {
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

  /// How many entries are taken in one transaction, or a few more.
  private static let entriesAtOnce = 3000
  /// How many bytes are written into one file, or taken in one transaction.
  private static let bytesAtOnce = 8 * 1024 * 1024

  /// Does an exchange.
  ///
  /// - Parameters:
  ///   - store: The store, opened for writing.
  ///   - now: The present instant.
  ///   - isThorough: Whether files that were read before are read again.
  /// - Returns: What it has found and done; `nil` while nothing is exchanged.
  /// - Throws: `SyncError` if the folder cannot be used, `StoreError` if the store cannot. What was taken
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

  /// Whether there is something in the folder that a store has not taken; nothing is read but names and dates.
  ///
  /// - Throws: `SyncError` if the folder cannot be listed, `StoreError` if the store cannot be read.
  public static func hasNews(for store: Store) throws -> Bool {
    let machine = try store.thisMachine()
    guard let path = machine.folder else { return false }
    let folder = SyncFolder(path)
    let known = try store.knownFiles()
    let (files, former) = (try folder.files().items, try FormerFolder(folder).stamp())
    if files.contains(where: { known[$0.name] != true }) || former != machine.former {
      return true
    }
    return try !folder.inbox().items.isEmpty
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
    try take(new(in: present, besides: known, isThorough: isThorough))
    try takeFormer(as: machine, isThorough: isThorough)
    try write(beside: present, merging: !machine.leavesOutNotes)
  }

  // MARK: Taking

  private mutating func files() throws(SyncError) -> [LogFile] {
    var listing = try folder.files()
    if listing.items.isEmpty {
      // Another machine may have merged all files while they were listed. It wrote the new one first, so that a
      // second listing has it.
      listing = try folder.files()
    }
    report.note(listing.problems, in: SyncFolder.logName)
    return listing.items
  }

  /// The files that were not read yet; all of them if one has gone, because it is not known what else had its
  /// entries.
  private func new(
    in present: [LogFile], besides known: [String: Bool], isThorough: Bool
  ) throws -> [LogFile] {
    if present.isEmpty, !known.isEmpty { throw SyncError.emptied }
    if !isThorough, Set(known.keys).isSubset(of: present.map(\.name)) {
      return present.filter { known[$0.name] != true }
    }
    try store.forgetFiles()
    return present
  }

  /// Takes files in several transactions, so that a click does not wait long for the lock.
  private mutating func take(_ files: [LogFile]) throws {
    var chunks: [LogChunk] = []
    var (lineCount, byteCount) = (0, 0)
    for file in files {
      switch folder.read(file) {
      // Another machine has merged it meanwhile.
      case .failure(.system(file.name, ENOENT)): break
      case .failure(let problem): report.note([problem], in: SyncFolder.logName)
      case .success(let bytes):
        byteCount += bytes.count
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        for start in stride(from: 0, to: lines.count, by: Self.entriesAtOnce) {
          let end = min(start + Self.entriesAtOnce, lines.count)
          chunks.append(
            LogChunk(
              lines[start..<end], of: file.month, in: file.name, isLast: end == lines.count))
          lineCount += end - start
          guard lineCount >= Self.entriesAtOnce || byteCount >= Self.bytesAtOnce else { continue }
          try take(chunks)
          (chunks, lineCount, byteCount) = ([], 0, 0)
        }
      }
    }
    if !chunks.isEmpty { try take(chunks) }
  }

  private mutating func take(_ chunks: [LogChunk]) throws {
    report.arrived += try store.take(chunks)
  }

  /// Takes what versions up to 0.3 have written.
  private mutating func takeFormer(
    as machine: ThisMachine, isThorough: Bool
  ) throws {
    let former = FormerFolder(folder)
    let found = try former.stamp()
    guard isThorough || found != machine.former else { return }
    let (lines, problems) = try former.lines()
    for (directory, problems) in problems { report.note(problems, in: directory) }
    var log = FormerLog()
    log.add(lines.complete)
    report.arrived += try store.take(log.entries)
    for line in lines.waiting where try !store.says(line) { report.waiting += 1 }
    try store.changeThisMachine { $0.former = found }
    if found != nil {
      try? former.writeNotice()
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

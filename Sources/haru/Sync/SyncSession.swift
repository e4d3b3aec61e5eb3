import Glibc
import HaruCore
import HaruDesktop
import HaruStore
import HaruSync
import HaruSystem
import HaruText

/// The exchange with other machines, as commands begin, do and show it.
extension Session {
  /// How this machine takes part; `nil` if it never did, or there is no store.
  func syncState() throws(Failure) -> SyncState? {
    try read { (store) throws(StoreError) in try store.syncState() } ?? nil
  }

  /// Begins the exchange, or goes on in another folder, and does it once.
  ///
  /// - Throws: `Failure`, with everything as it was.
  func beginSync(in path: String, leavesOutNotes: Bool) throws(Failure) -> SyncReport {
    let before = try syncState()
    try change { (store, _) throws(StoreError) in
      if before == nil {
        var state = SyncState(
          folder: nil, device: SyncIdentity.newName(), machine: SyncIdentity.machine,
          leavesOutNotes: leavesOutNotes)
        state.weekdays = settings.restWeekdays
        try store.setSync(state)
      }
      try store.changeSync { state in
        (state.folder, state.leavesOutNotes, state.problem) = (path, leavesOutNotes, nil)
        state.written = 0
      }
      try store.setReadFiles([:])
    }
    do throws(Failure) {
      // People see where a phone can put its files.
      try? SyncFolder(path).makeInbox()
      let report = try exchange(isThorough: true) ?? SyncReport()
      if before?.leavesOutNotes == true, !leavesOutNotes {
        _ = try change { (store, provenance) throws(StoreError) in
          try store.applyAllLines(by: provenance)
        }
      }
      saved()
      return report
    } catch {
      // What was taken stays, but nothing is exchanged with a folder that cannot be.
      try change { (store, _) throws(StoreError) in
        try store.changeSync { $0.folder = before?.folder }
      }
      throw error
    }
  }

  /// Opens the store for writing, with errors about its file.
  func openForRebuild() throws(StoreFileError) -> Store {
    do {
      return try openStore(for: .writing)
    } catch {
      throw StoreFileError(.store(error), storePath)
    }
  }

  /// Ends the exchange.
  func endSync() throws(Failure) {
    try change { (store, _) throws(StoreError) in
      try store.changeSync { ($0.folder, $0.problem) = (nil, nil) }
    }
  }

  /// Exchanges once.
  ///
  /// - Returns: What came of it; `nil` while nothing is exchanged.
  func exchange(isThorough: Bool) throws(Failure) -> SyncReport? {
    var found: (report: SyncReport?, error: SyncError?) = (nil, nil)
    _ = try change { (store, _) throws(StoreError) in
      do throws(SyncError) {
        found.report = try exchange(of: store, isThorough: isThorough)
      } catch .store(let error) {
        throw error
      } catch {
        found.error = error
      }
    }
    if found.error == nil { exchanged.insert(.sync) }
    if let error = found.error {
      let path = try syncState()?.folder ?? ""
      throw Failure(error, folder: path)
    }
    return found.report
  }

  /// Takes the inbox, and exchanges once.
  func exchange(
    of store: Store, isThorough: Bool = false
  ) throws(SyncError) -> SyncReport? {
    var problems: [SyncProblem] = []
    if let path = try? store.syncState()?.folder {
      // What other machines say, their own hooks have told.
      watchForHooks()
      defer { runHooks() }
      problems = try takeInbox(of: SyncFolder(path), into: store)
    }
    var report = try SyncExchange.run(
      of: store, on: SyncIdentity.machine, by: provenance, isThorough: isThorough,
      newName: SyncIdentity.newName)
    if !problems.isEmpty { report?.problems[SyncFolder.inboxName] = problems }
    return report
  }

  /// Has a change exchanged where no agent runs that would do it; nothing waits for it.
  func exchangeWithoutAgent(_ exchanges: Set<Exchange>) {
    guard !exchanges.isEmpty, !RunningAgent.isRunning else { return }
    for exchange in exchanges {
      try? DetachedProcess.start([ProgramFile().path, exchange.rawValue, "run", "--once"])
    }
  }

  // MARK: The inbox

  /// Marks the days that files in the inbox name, and then takes the files away.
  ///
  /// A day in the future waits (docs/sync.md#the-inbox).
  ///
  /// - Returns: What is there and cannot be a file of a phone.
  func takeInbox(of folder: SyncFolder, into store: Store) throws(SyncError) -> [SyncProblem] {
    let inbox = try SyncError.inFolder { () throws(SyncFolderError) in try folder.inbox() }
    var hasMarked = false
    for file in inbox.items {
      // The phone's clock, as the folder carries it, unless it cannot be right.
      let made = max(min(Instant(file.seconds), now), StoredBounds.instants.lowerBound)
      let day = file.day.day ?? provider.boundary.day(at: made)
      guard day <= today else { continue }
      let provenance = Provenance(at: made, in: zone, source: .inbox)
      let marked = try SyncError.inStore { () throws(StoreError) in
        try store.hasTaken(day, by: provenance)
          ? [] : store.setStudied([day], true, today: today, by: provenance)
      }
      hasMarked = hasMarked || !marked.isEmpty
      _ = try SyncError.inFolder { () throws(SyncFolderError) in try folder.removeFromInbox(file) }
    }
    if hasMarked { saved() }
    return inbox.problems
  }

  // MARK: What is shown

  /// Says how it stands after the beginning.
  func show(_ report: SyncReport, of path: String) throws(Failure) {
    guard let state = try syncState() else { return }
    say(SyncText.begun(path, device: state.device))
    if state.leavesOutNotes { say(SyncText.withoutNotes) }
    for line in try machineLines(state) { say(line) }
    if report.taken.changes > 0 { say(SyncText.taken(count: report.taken.changes)) }
    for line in SyncProblems.lines(of: report, in: path) { say(line) }
  }

  /// The lines of `haru sync status`.
  func syncLines(_ state: SyncState, _ path: String) throws(Failure) -> [String] {
    var lines = [SyncText.folder(path), SyncText.thisMachine(state.device)]
    if state.leavesOutNotes { lines.append(SyncText.withoutNotes) }
    lines += try machineLines(state)
    if let waiting = try waitingForSync(state) { lines.append(waiting) }
    let unknown = try read { (store) throws(StoreError) in try store.unknownLines() } ?? 0
    if unknown > 0 { lines.append(SyncText.unknown(count: unknown)) }
    return lines
  }

  /// What waits, and why; `nil` if nothing does and nothing is wrong.
  func waitingForSync(_ state: SyncState) throws(Failure) -> String? {
    let count = try read { (store) throws(StoreError) in try store.waitingForSync() }
    return waitingForSync(state, count ?? 0)
  }

  /// What waits, and why; `nil` if nothing does and nothing is wrong.
  func waitingForSync(_ state: SyncState, _ count: Int) -> String? {
    let error = state.problem.flatMap { SyncError(code: $0) }
    guard let error, let path = state.folder else {
      return count > 0 ? SyncText.waiting(count: count) : nil
    }
    let reason = Failure(error, folder: path).message
    return count > 0 ? SyncText.waiting(count: count, because: reason) : reason
  }

  private func machineLines(_ state: SyncState) throws(Failure) -> [String] {
    let devices = try read { (store) throws(StoreError) in try store.syncDevices() } ?? []
    return devices.flatMap { device -> [String] in
      let missing = SyncProblems.missing(of: device)
      guard device.known > 0 else { return missing }
      guard let last = device.last else {
        return [SyncText.changes(of: device.device, count: Int(device.known))] + missing
      }
      let when = when.at(last)
      let line = SyncText.changes(of: device.device, count: Int(device.known), last: when)
      let isAhead = last > now + 90_000
      return [line] + (isAhead ? [SyncText.clockIsAhead(device.device)] : []) + missing
    }
  }

  /// What is wrong in the folder after an exchange.
  func syncProblems(_ report: SyncReport, in path: String) throws(Failure) -> [String] {
    let devices = try read { (store) throws(StoreError) in try store.syncDevices() } ?? []
    return SyncProblems.lines(of: report, in: path) + devices.flatMap(SyncProblems.missing)
  }
}

/// What could not be read, for people.
enum SyncProblems {
  /// What has not arrived of a machine.
  static func missing(of device: SyncDevice) -> [String] {
    device.missing.map { [SyncText.missing(of: device.device, $0)] } ?? []
  }

  static func lines(of report: SyncReport, in folder: String) -> [String] {
    let renamed = report.taken.newDevice.map { [SyncText.renamed($0)] } ?? []
    let damaged = report.damaged.sorted { $0.key < $1.key }
      .map { SyncText.damaged($0.key, count: $0.value) }
    let others = report.problems.sorted { $0.key < $1.key }
      .flatMap { device, problems in problems.map { line($0, in: device.isEmpty ? folder : device) }
      }
    return renamed + damaged + others
  }

  private static func line(_ problem: SyncProblem, in directory: String) -> String {
    func path(_ name: String) -> String { directory + "/" + name }
    switch problem {
    case .notUTF8(let count):
      return SyncText.leftOut(directory, because: SyncText.notText(count: count))
    case .tooMany(let count):
      return SyncText.leftOut(directory, because: SyncText.tooMany(count: count))
    case .refused(let name): return SyncText.leftOut(path(name), because: SyncText.isNoFile)
    case .tooLarge(let name), .longLine(let name, _):
      return SyncText.leftOut(path(name), because: SyncText.isTooLarge)
    case .system(let name, let number):
      let reason = String(cString: strerror(number))
      return SyncText.leftOut(path(name), because: SyncText.because(reason))
    }
  }
}

extension Failure {
  /// Why an exchange did not succeed.
  init(_ error: SyncError, folder path: String) {
    switch error {
    case .store(let error): self.init(error, path: path)
    case .emptied: self.init(.noInput, SyncText.emptied(path))
    case .folder(let error):
      switch error {
      case .missing: self.init(.noInput, SyncText.missing(path))
      case .notADirectory: self.init(.noInput, SyncText.notADirectory(path))
      case .busy: self.init(.tryAgain, SyncText.busy(path))
      case .full: self.init(.inputOutput, SyncText.full(path))
      case .readOnly: self.init(.cannotCreate, SyncText.readOnly(path))
      case .refused(let name): self.init(.cannotCreate, SyncText.refused(path, name))
      case .notALine:
        self.init(.badData, SyncText.refused(path, because: String(cString: strerror(EILSEQ))))
      case .system(let number):
        self.init(
          .inputOutput, SyncText.refused(path, because: String(cString: strerror(number))))
      }
    }
  }
}

extension Store {
  /// Whether the same file was taken before, here or on another machine; a carrier may bring it again.
  fileprivate func hasTaken(_ day: Day, by provenance: Provenance) throws(StoreError) -> Bool {
    try journal(of: day...day).map(\.provenance)
      .contains { ($0.at, $0.source) == (provenance.at, provenance.source) }
  }
}

import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSync
import HaruSystem
import HaruText

/// Begins, runs, ends and describes the exchange with other machines.
extension CommandContext {
  /// What the store knows of this machine; `nil` if there is no store.
  func thisMachine() throws(Failure) -> ThisMachine? {
    try read { try $0.thisMachine() }
  }

  /// Requires that this machine and a folder have an entry in common, unless one of them has no studied days.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - flags: What else the command says that joins them.
  /// - Throws: A failure with that command: they may be of two people.
  func requireSameHistory(in path: String, _ flags: [String]) throws(Failure) {
    let found = try read { store in
      do {
        return try FolderHistory(of: path, beside: store)
      } catch let error as SyncError {
        throw Failure(error, folder: path)
      }
    }
    guard let history = found, history.isForeign else { return }
    let command = ["haru", "sync", "on"] + flags + ["--join", path]
    throw Failure(
      .refused, SyncText.foreign(path, days: history.days, machines: history.machines, command))
  }

  /// Begins the exchange, or moves it to another folder, and exchanges once.
  ///
  /// - Throws: `Failure`, with everything as it was.
  func beginSync(in path: String, leavesOutNotes: Bool) throws(Failure) -> SyncReport {
    let before = try thisMachine()
    try changeFolder { machine in
      (machine.folder, machine.leavesOutNotes) = (path, leavesOutNotes)
    }
    do throws(Failure) {
      // People see where a phone can put its files.
      try? SyncFolder(path).makeInbox()
      return try exchangeLog() ?? SyncReport()
    } catch {
      // What was taken stays, but nothing is exchanged with a folder that cannot be.
      try changeFolder { machine in
        machine.folder = before?.folder
        machine.leavesOutNotes = before?.leavesOutNotes ?? false
      }
      throw error
    }
  }

  /// Changes the folder and whether notes are left out; all that was known of a folder is forgotten.
  private func changeFolder(_ change: (inout ThisMachine) -> Void) throws(Failure) {
    // `exchangeLog` asks the agent to reload.
    try write { store, _ in try store.changeFolder(change) }
  }

  /// Ends the exchange.
  func endSync() throws(Failure) {
    try changeStore { store, _ in
      try store.changeThisMachine { ($0.folder, $0.problem) = (nil, nil) }
    }
  }

  /// Exchanges once, and reads every file again.
  ///
  /// - Returns: What came of it; `nil` while nothing is exchanged.
  func exchangeLog() throws(Failure) -> SyncReport? {
    let (report, problem) = try write { store, _ -> (SyncReport?, SyncError?) in
      do {
        return (try exchangeLog(with: store, isThorough: true), nil)
      } catch let problem as SyncError {
        return (nil, problem)
      }
    }
    moveFormerRules()
    saved()
    if let problem { throw Failure(problem, folder: try thisMachine()?.folder ?? "") }
    // Former rules that were written behind it wait for another one.
    if try read({ try $0.countOfWaitingEntries() }) == 0 { leaveOutExchange(.sync) }
    return report
  }

  /// Takes the inbox and exchanges once; if that fails, keeps the reason in the store.
  func exchangeLog(with store: Store, isThorough: Bool = false) throws -> SyncReport? {
    do {
      let report = try exchangeInboxAndLog(with: store, isThorough: isThorough)
      try? keepProblem(nil, in: store)
      return report
    } catch {
      if let problem = SyncError(ending: error) { try? keepProblem(problem, in: store) }
      throw error
    }
  }

  private func keepProblem(_ error: SyncError?, in store: Store) throws(StoreError) {
    guard try store.thisMachine().problem != error?.code else { return }
    try store.changeThisMachine { $0.problem = error?.code }
    RunningAgent.reload()
  }

  private func exchangeInboxAndLog(with store: Store, isThorough: Bool) throws -> SyncReport? {
    var problems: [SyncProblem] = []
    if let path = try? store.thisMachine().folder {
      problems = try takeInbox(of: SyncFolder(path), into: store)
    }
    var report = try LogExchange.run(of: store, at: now, isThorough: isThorough)
    if !problems.isEmpty { report?.problems[SyncFolder.inboxName] = problems }
    return report
  }

  /// Starts exchanges after a change, if no agent runs that would start them; does not wait for them.
  func startExchangesWithoutAgent(_ kinds: Set<ExchangeKind>) {
    guard !kinds.isEmpty, !RunningAgent.isRunning else { return }
    for kind in kinds {
      try? DetachedProcess.start([ProgramFile().path, "exchange", kind.rawValue])
    }
  }

  // MARK: The inbox

  /// Marks the days that files in the inbox name, and then takes the files away.
  ///
  /// A day in the future waits (docs/sync.md#the-inbox). What is wrong with the inbox keeps nothing else from being
  /// exchanged.
  ///
  /// - Returns: The problems of files that no phone can have made, and of the inbox.
  func takeInbox(of folder: SyncFolder, into store: Store) throws -> [SyncProblem] {
    let inbox: SyncListing<InboxFile>
    do throws(SyncError) {
      inbox = try folder.inbox()
    } catch {
      return [.inbox(error)]
    }
    guard inbox.items.isEmpty || folder.mayTakeFromInbox else {
      return inbox.problems + [.inbox(.readOnly)]
    }
    let wasStudied = stateForHooks()
    var problems = inbox.problems
    var hasMarked = false
    let first = try store.firstMarkedDay()
    let startsAt = provider.boundary.startsAt
    for file in inbox.items {
      // The phone's clock, as the folder carries it, unless it cannot be right.
      let made = max(min(Instant(file.seconds), now), StoredBounds.instants.lowerBound)
      let day = file.day ?? provider.boundary.day(at: made)
      guard day <= today else { continue }
      guard LongAgo.named.days(among: [day], before: first, today: today).isEmpty else {
        problems.append(.tooOld(file.name))
        continue
      }
      let provenance = Provenance(at: made, in: zone, source: .inbox)
      if try !store.hasTaken(file.day, of: day, startingAt: startsAt, by: provenance) {
        let marked = try store.setStudied([day], true, today: today, by: provenance)
        hasMarked = hasMarked || !marked.isEmpty
      }
      do throws(SyncError) {
        _ = try folder.removeFromInbox(file)
      } catch {
        // The day is marked all the same.
        if !problems.contains(.inbox(error)) { problems.append(.inbox(error)) }
      }
    }
    if hasMarked {
      saved()
      // Only for days from the inbox: other machines have started their own hooks for theirs.
      startHook(ifStudiedIsNot: wasStudied)
    }
    return problems
  }

  // MARK: What is shown

  /// Prints the result of the first exchange.
  func show(_ report: SyncReport, of path: String) throws(Failure) {
    guard let machine = try thisMachine() else { return }
    printMessage(text("This machine is {name} in {path}.", ["name": machine.name, "path": path]))
    if machine.leavesOutNotes { printMessage(SyncText.withoutNotes) }
    for line in try machineLines() { printMessage(line) }
    if report.arrived.changes > 0 { printMessage(SyncText.taken(count: report.arrived.changes)) }
    for line in SyncProblems.lines(of: report, in: path) { printMessage(line) }
  }

  /// The lines of `haru sync status`.
  func syncLines(_ machine: ThisMachine, _ path: String) throws(Failure) -> [String] {
    var lines = [SyncText.folder(path), text("This machine: {name}", ["name": machine.name])]
    if machine.leavesOutNotes { lines.append(SyncText.withoutNotes) }
    lines += try machineLines()
    lines += try digestLine()
    if let waiting = try waitingForSync(machine) { lines.append(waiting) }
    lines += try notArrived()
    return lines
  }

  /// The digest, which is the same on machines with the same changes; or that some are not counted here, so that
  /// there is none.
  ///
  /// After an update there is none either until an exchange has taken what is understood now.
  func digestLine() throws(Failure) -> [String] {
    let (unknown, digest) =
      try read { (try $0.countOfUnknownEntries(), try $0.digest()) } ?? (0, nil)
    guard unknown == 0 else {
      return [
        text(
          "{count} change is not understood by this version of Haru. It is kept; a newer one may show it.",
          "{count} changes are not understood by this version of Haru. They are kept; a newer one may show them.",
          count: unknown)
      ]
    }
    return digest.map { word in
      [text("All changes: {word}. Machines with the same word have the same days.", ["word": word])]
    } ?? []
  }

  /// What waits, and why; `nil` if nothing does and nothing is wrong.
  func waitingForSync(_ machine: ThisMachine) throws(Failure) -> String? {
    let count = try read { try $0.countOfWaitingEntries() }
    return machine.waiting(count ?? 0)
  }

  private func machineLines() throws(Failure) -> [String] {
    let machines = try read { try $0.machines() } ?? []
    return machines.flatMap { machine -> [String] in
      let line = text(
        "{name}: {count} change, the last one {when}",
        "{name}: {count} changes, the last one {when}",
        count: machine.count, ["name": machine.name, "when": when.at(machine.last)])
      guard machine.last > now + 90_000 else { return [line] }
      return [line, text("The clock of {name} is more than a day ahead.", ["name": machine.name])]
    }
  }

  private func notArrived() throws(Failure) -> [String] {
    let count = try read { try $0.countOfMissingEntries() } ?? 0
    guard count > 0 else { return [] }
    return [
      text(
        "{count} earlier change has not arrived yet.",
        "{count} earlier changes have not arrived yet.", count: count)
    ]
  }

  /// What is wrong in the folder after an exchange.
  func syncProblems(_ report: SyncReport, in path: String) throws(Failure) -> [String] {
    SyncProblems.lines(of: report, in: path) + (try notArrived())
  }
}

extension ThisMachine {
  /// That so many changes wait, and why; `nil` if none does and nothing is wrong.
  func waiting(_ count: Int) -> String? {
    guard let folder else { return nil }
    let error = problem.flatMap { SyncError(code: $0) }
    let reason = error.map { Failure($0, folder: folder).message }
    guard count > 0 else { return reason }
    if let reason {
      return text(
        "{count} change is not in the folder yet: {reason}",
        "{count} changes are not in the folder yet: {reason}", count: count, ["reason": reason])
    }
    return text(
      "{count} change is not in the folder yet.", "{count} changes are not in the folder yet.",
      count: count)
  }
}

/// What could not be read, for people.
enum SyncProblems {
  static func lines(of report: SyncReport, in folder: String) -> [String] {
    report.problems.sorted { $0.key < $1.key }.flatMap { directory, problems in
      problems.map { line($0, in: directory.isEmpty ? folder : directory, of: folder) }
    }
  }

  /// How much is shown of what a line is about that is not understood.
  private static let mostLetters = 60

  private static func line(
    _ problem: SyncProblem, in directory: String, of folder: String
  ) -> String {
    func path(_ name: String) -> String { directory + "/" + name }
    func leftOut(_ name: String, _ reason: String) -> String {
      text("{name}: left out, {reason}", ["name": name, "reason": reason])
    }
    switch problem {
    case .notUTF8(let count):
      return leftOut(
        directory,
        text(
          "because {count} name is not in UTF-8", "because {count} names are not in UTF-8",
          count: count))
    case .tooMany(let count):
      return leftOut(
        directory,
        text(
          "because {count} file exceeds the limit", "because {count} files exceed the limit",
          count: count))
    case .refused(let name):
      return leftOut(path(name), text("because it is a link, or no file"))
    case .notADay(let name): return leftOut(path(name), text("because there is no such day"))
    case .tooOld(let name):
      return leftOut(
        path(name), text("because it is more than a year before your first studied day"))
    case .tooLarge(let name): return leftOut(path(name), text("because it is too large"))
    case .noEntries(let name, let count, let first):
      return text(
        "{name}: {count} line left out, because it is no change: line {line}",
        "{name}: {count} lines left out, because they are no changes, the first one: line {line}",
        count: count, ["name": path(name), "line": String(first)])
    case .notUnderstood(let name, let line):
      let about = line.key.map { " (\($0.prefix(mostLetters)))" } ?? ""
      return leftOut(
        "\(path(name)):\(line.number)\(about)",
        text("because this Haru does not understand it; it is kept"))
    case .damaged(let name):
      return leftOut(path(name), text("because it is damaged, or not carried whole yet"))
    case .inbox(.refused(let name)): return Failure(.refused(name), folder: folder).message
    case .inbox(let error):
      return Failure(error, folder: folder + "/" + SyncFolder.inboxName).message
    case .system(let name, let number):
      let reason = String(cString: strerror(number))
      return leftOut(path(name), text("because the system says: {reason}", ["reason": reason]))
    }
  }
}

extension Failure {
  /// Why an exchange did not succeed.
  init(_ error: SyncError, folder path: String) {
    switch error {
    case .missing:
      self.init(
        .noInput, text("there is no folder {path}; make it, or connect its disk", ["path": path]))
    case .emptied: self.init(.noInput, SyncText.emptied(path))
    case .notADirectory: self.init(.noInput, text("not a folder: {path}", ["path": path]))
    case .busy:
      self.init(
        .tryAgain, text("another program is writing into {path}; try again", ["path": path]))
    case .full: self.init(.inputOutput, text("the disk of {path} is full", ["path": path]))
    case .readOnly:
      self.init(.cannotCreate, text("{path} may not be written by you", ["path": path]))
    case .refused(let name):
      self.init(
        .cannotCreate,
        text("{name} in {path} is not one of Haru's files", ["name": name, "path": path]))
    case .copy(let name):
      self.init(
        .cannotCreate,
        text(
          "{name} in {path} is a conflict copy of one of Haru's tasks, and is not read; delete it, or put it in the place of the task",
          ["name": name, "path": path]))
    case .system(let number):
      let reason = String(cString: strerror(number))
      self.init(.inputOutput, text("{path}: {reason}", ["path": path, "reason": reason]))
    case .store(let error): self.init(.inputOutput, ErrorText.reason(error))
    }
  }
}

extension Store {
  /// Whether a file in the inbox was taken before, here or on another machine: the program that carries the
  /// folder may bring it again.
  ///
  /// One for *today* was of the day that its instant had where it was taken, which may be in another zone.
  fileprivate func hasTaken(
    _ named: Day?, of day: Day, startingAt startsAt: TimeOfDay, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    let reach = named == nil ? 2 : 0
    let days = (day.advanced(by: -reach) ?? day)...(day.advanced(by: reach) ?? day)
    return try journal(of: days).contains { entry in
      let (taken, said) = (entry.change.day, entry.provenance)
      guard (said.at, said.source) == (provenance.at, provenance.source) else { return false }
      return taken == day || taken == said.day(startingAt: startsAt)
    }
  }
}

internal import HaruCore
internal import HaruSession
internal import HaruStore

/// Writes changes in the order in which they were asked for.
///
/// While another process writes, they wait without blocking the loop (docs/design.md#locks).
@MainActor
final class PendingWrites {
  enum Change {
    case mark(Day, studied: Bool)
    /// Announce no changes of a repository.
    case mute(RepositoryName)
  }

  struct Write {
    let change: Change
    /// The day it was when the change was asked for.
    let today: Day
    let provenance: Provenance
    let deadline: Int64
    /// Answers the program that asked over the bus.
    let answer: BusAnswer?
  }

  private static let retryMilliseconds: Int64 = 100
  private static let patienceMilliseconds: Int64 = 5000
  /// Long after the notification that follows a click.
  private static let firstSettleMilliseconds: Int64 = 1000
  /// The longest wait while another program goes on reading.
  private static let mostSettleMilliseconds: Int64 = 60_000

  private let door: StoreDoor
  private let jobs: Jobs
  private var writes: [Write] = []
  private var answers: [() -> Void] = []
  /// What is written, but perhaps only in the log, with the opening of the store that wrote it.
  private var unsettled: [(write: Write, opening: Int)] = []
  private var settleMilliseconds = PendingWrites.firstSettleMilliseconds

  init(door: StoreDoor, jobs: Jobs) {
    (self.door, self.jobs) = (door, jobs)
  }

  func append(
    _ change: Change, _ source: Provenance.Source, _ moment: Moment, _ answer: BusAnswer? = nil
  ) {
    writes.append(
      Write(
        change: change, today: moment.today,
        provenance: Provenance(at: moment.now, in: moment.zone, source: source),
        deadline: jobs.uptime() + Self.patienceMilliseconds, answer: answer))
  }

  /// Writes what can be written, and returns each write that no longer waits with its result.
  ///
  /// While a write waits for the lock, only its own job tries again: two waits close together would
  /// block the loop for longer than an answer may take.
  func run() -> [(Write, Result<Bool, StoreError>)] {
    guard !jobs.waits(.write) else { return [] }
    var ended: [(Write, Result<Bool, StoreError>)] = []
    while let write = writes.first {
      let result = Result { () throws(StoreError) in try perform(write) }
      let isBusy = result == .failure(.busy)
      if isBusy, jobs.uptime() < write.deadline { break }
      ended.append((writes.removeFirst(), result))
      if let answer = write.answer { answers.append { answer(result) } }
      // The next write would find the lock as it is.
      if isBusy { break }
    }
    if !writes.isEmpty { jobs.schedule(.write, afterMilliseconds: Self.retryMilliseconds) }
    return ended
  }

  /// Answers programs whose writes have ended.
  func giveAnswers() {
    defer { answers = [] }
    for answer in answers { answer() }
  }

  // MARK: Settling

  /// Copies the log into the file some time after each change, by whatever part of the agent.
  ///
  /// - Returns: Whether that was just done.
  func settle(_ event: Event) -> Bool {
    if event.isDue(.settle), settleNow() { return true }
    // Whether the door is settled is asked of the disk, so last.
    if !jobs.waits(.settle), !unsettled.isEmpty || !door.isSettled {
      let isAgain = event.isDue(.settle)
      settleMilliseconds =
        isAgain
        ? min(settleMilliseconds * 2, Self.mostSettleMilliseconds) : Self.firstSettleMilliseconds
      jobs.schedule(.settle, afterMilliseconds: settleMilliseconds)
    }
    return false
  }

  /// First writes again what was in a log that somebody has removed.
  private func settleNow() -> Bool {
    let result = Result { () throws(StoreError) in
      try door.with { (store) throws(StoreError) in
        for write in try lost(in: store) { _ = try perform(write, in: store) }
        return store.settle()
      }
    }
    guard result == .success(true) else { return false }
    unsettled = []
    return true
  }

  /// What was written by another opening of the store, and is not in its journal now.
  private func lost(in store: Store) throws(StoreError) -> [Write] {
    var lost: [Write] = []
    for (write, opening) in unsettled where opening != door.openings {
      if try !isRecorded(write, in: store) { lost.append(write) }
    }
    return lost
  }

  private func isRecorded(_ write: Write, in store: Store) throws(StoreError) -> Bool {
    // Only days are in the journal.
    guard case .mark(let day, let studied) = write.change else { return true }
    return try store.journal(of: day...day).contains {
      $0.provenance == write.provenance && ($0.change.after != nil) == studied
    }
  }

  /// Returns whether something changed.
  private func perform(_ write: Write) throws(StoreError) -> Bool {
    let hasChanged = try door.with { (store) throws(StoreError) in
      try perform(write, in: store)
    }
    if hasChanged { unsettled.append((write, door.openings)) }
    return hasChanged
  }

  private func perform(_ write: Write, in store: Store) throws(StoreError) -> Bool {
    switch write.change {
    case .mark(let day, let studied):
      try !store.setStudied([day], studied, today: write.today, by: write.provenance).isEmpty
    case .mute(let name):
      try !store.setQuiet(true, [name]).isEmpty
    }
  }
}

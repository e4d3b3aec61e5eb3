internal import HaruCore
internal import HaruDesktop
internal import HaruLog
internal import HaruStore
internal import HaruSystem

/// Writes changes in the order in which they were asked for.
///
/// While another process writes, they wait without blocking the loop (docs/store.md#locks). A click
/// that could not be written is kept, and tried again until its day ends
/// (docs/store.md#a-click-that-is-not-saved).
@MainActor
final class PendingWrites {
  /// What a write changes.
  enum Edit {
    /// Sets a day studied or not.
    case mark(Day, studied: Bool)
    /// Makes a day a rest day.
    case rest(Day)
    /// Keeps days of each week in reserve, from a day on.
    case reserve(FreeDays, from: Day, startsAt: TimeOfDay)
    /// Takes back a batch, if nothing was changed since.
    case undo(EntryName)
  }

  struct Write {
    let edit: Edit
    /// The day it was when it was asked for.
    let today: Day
    let provenance: Provenance
    let deadline: Int64
    /// Answers the program that asked over the bus.
    let answer: BusAnswer?
    /// Whether it takes back a click that could not be saved.
    var takesBack = false
    /// Why it could not be saved; set for a click that is kept.
    var failure: StoreError?

    /// Whether it changes another day than today, or a rule, so that *Undo* has to name it.
    func isBeside(_ today: Day) -> Bool {
      switch edit {
      case .mark(let day, _), .rest(let day): day != today
      case .reserve: true
      case .undo: false
      }
    }

    /// The day and the state that a click has set.
    var click: (day: Day, studied: Bool)? {
      guard provenance.source == .button, case .mark(let day, let studied) = edit else {
        return nil
      }
      return (day, studied)
    }
  }

  /// What has become of a write.
  enum Outcome {
    /// It is in the store.
    case saved(Saved)
    /// It could not be written, and is tried again.
    case kept(StoreError)
    /// It could not be written, and is not tried again.
    case failed(StoreError)
  }

  /// What a write has changed.
  struct Saved {
    /// Whether it has changed something.
    var isChange: Bool
    /// What an undo has changed.
    var undone: [RegisterChange] = []
    /// What the notification's *Undo* takes back, where that is not the mark of today.
    var batch: EntryName?
  }

  private static let retryMilliseconds: Int64 = 100
  private static let patienceMilliseconds: Int64 = 5000
  /// How long a click that could not be saved waits for another try.
  private static let keptMilliseconds = Backoff(first: 1000, longest: 60_000)

  private let store: AgentStore
  private let jobs: Jobs
  private var writes: [Write] = []
  /// How often in a row what is kept could not be saved.
  private var failures = 0
  /// The file of the store after the last try.
  private var stamp: FileStamp?
  private var answers: [() -> Void] = []

  init(store: AgentStore, jobs: Jobs) {
    (self.store, self.jobs) = (store, jobs)
  }

  /// Whether nothing waits to be saved.
  var isEmpty: Bool { writes.isEmpty }

  /// The newest click that could not be saved, and is tried again.
  var kept: Write? { writes.last { $0.failure != nil } }

  /// When the oldest click was made that could not be saved yet.
  var notSavedSince: Instant? {
    writes.filter { $0.failure != nil }.map(\.provenance.at).min()
  }

  func append(
    _ edit: Edit, _ source: Provenance.Source, _ moment: Moment, _ answer: BusAnswer? = nil
  ) {
    var write = Write(
      edit: edit, today: moment.today,
      provenance: Provenance(at: moment.now, in: moment.zone, source: source),
      deadline: jobs.uptime() + Self.patienceMilliseconds, answer: answer)
    if let click = write.click, let earlier = removeKept(of: click.day) {
      // The user has waited for the lock already. What they did first counts for the record.
      let isAgain = earlier.click?.studied == click.studied
      write = Write(
        edit: edit, today: moment.today,
        provenance: isAgain ? earlier.provenance : write.provenance, deadline: jobs.uptime(),
        answer: nil, takesBack: !isAgain)
    }
    writes.append(write)
    if writes.dropLast().allSatisfy({ $0.failure != nil }) { retryNow() }
  }

  /// Tries what is kept again at the next event, and from then on after growing times.
  func retryNow() {
    jobs.cancel(.write)
    failures = 0
  }

  /// Whether the file of the store has changed since the last try to save what is kept.
  var hasStoreChanged: Bool { kept != nil && stamp != presentStamp }

  private var presentStamp: FileStamp? { store.path.flatMap { FileStamp($0) } }

  private func removeKept(of day: Day) -> Write? {
    guard let place = writes.firstIndex(where: { $0.failure != nil && $0.click?.day == day })
    else { return nil }
    return writes.remove(at: place)
  }

  /// Writes what can be written, and returns what has become of each write, but not that a click is
  /// kept on.
  ///
  /// While a write waits, only its own job tries again: two waits for a lock close together would
  /// block the loop for longer than an answer may take. The last run waits for nothing.
  func run(on today: Day, isLast: Bool = false) -> [(Write, Outcome)] {
    // The last try of a click is at the end of its day.
    if writes.contains(where: { $0.failure != nil && $0.today != today }) { retryNow() }
    guard !writes.isEmpty, !jobs.waits(.write) else { return [] }
    var outcomes: [(Write, Outcome)] = []
    var left: [Write] = []
    var obstacle: StoreError?
    for var write in writes {
      // Changes keep their order, and the next one would find the lock as it is.
      let result =
        obstacle.map(Result.failure)
        ?? Result { () throws(StoreError) in
          try perform(write, on: today)
        }
      switch result {
      case .success(let saved): outcomes.append((write, .saved(saved)))
      case .failure(let error):
        if error == .busy { obstacle = error }
        let isPatient =
          error == .busy && write.failure == nil && jobs.uptime() < write.deadline && !isLast
        if isPatient || isKept(write, error, today) {
          obstacle = error
          if !isPatient {
            if write.failure == nil { outcomes.append((write, .kept(error))) }
            write.failure = error
          }
          left.append(write)
          continue
        }
        outcomes.append((write, .failed(error)))
      }
      if let answer = write.answer { answers.append { answer(result.map(\.isChange)) } }
    }
    writes = left
    schedule()
    return outcomes
  }

  private func isKept(_ write: Write, _ error: StoreError, _ today: Day) -> Bool {
    switch error {
    case .future, .longAgo: return false
    default: break
    }
    return write.click != nil && write.today == today
  }

  private func schedule() {
    stamp = kept == nil ? nil : presentStamp
    guard !writes.isEmpty else {
      failures = 0
      return
    }
    guard writes.allSatisfy({ $0.failure != nil }) else {
      return jobs.schedule(.write, afterMilliseconds: Self.retryMilliseconds)
    }
    failures += 1
    jobs.schedule(.write, afterMilliseconds: Self.keptMilliseconds.wait(after: failures))
  }

  /// Answers programs whose writes have ended.
  func giveAnswers() {
    defer { answers = [] }
    for answer in answers { answer() }
  }

  private func perform(_ write: Write, on today: Day) throws(StoreError) -> Saved {
    // What was never saved needs no write to be taken back.
    if write.takesBack, let click = write.click,
      (try? store.isStudied(click.day)) == click.studied
    {
      return Saved(isChange: false)
    }
    return try store.with { (store) throws(StoreError) in
      var saved = try perform(write, in: store)
      // What is saved is saved, whether or not its name can be read.
      if saved.isChange, write.isBeside(today) { saved.batch = (try? store.nextUndo())?.batch }
      return saved
    }
  }

  private func perform(_ write: Write, in store: Store) throws(StoreError) -> Saved {
    switch write.edit {
    case .mark(let day, let studied):
      // A program can name any day, a button only one that was shown.
      if studied, write.provenance.source == .bus {
        try store.requireNear([day], today: write.today)
      }
      let changed = try store.setStudied(
        [day], studied, today: write.today, by: write.provenance)
      return Saved(isChange: !changed.isEmpty)
    case .rest(let day):
      let changed = try store.setRest(
        [day], reason: "", keepingReasons: true, by: write.provenance)
      return Saved(isChange: !changed.isEmpty)
    case .reserve(let free, let day, let startsAt):
      try store.setRestRules(
        [.reserve(free)], today: day, startsAt: startsAt, by: write.provenance)
      return Saved(isChange: true)
    case .undo(let batch):
      let changes = try store.undo(batch, by: write.provenance) ?? []
      return Saved(isChange: !changes.isEmpty, undone: changes)
    }
  }
}

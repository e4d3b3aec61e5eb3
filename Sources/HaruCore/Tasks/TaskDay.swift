/// A day and its item in a task list, and what follows from both (docs/tasks.md#merging).
public struct TaskDay: Hashable, Sendable {
  /// An item as its file says it.
  public struct Item: Hashable, Sendable {
    /// Whether it is completed; `nil` if its file says both, because a program has changed a part of what says so.
    public var isDone: Bool?
    /// How often Haru had changed its state when another program read it; `nil` if that does not say so.
    public var revision: Int?
    /// When alarms of Haru's ring in it.
    public var alarms: Set<Instant>

    /// Makes an item.
    public init(isDone: Bool?, revision: Int?, alarms: Set<Instant> = []) {
      (self.isDone, self.revision, self.alarms) = (isDone, revision, alarms)
    }
  }

  /// An item as Haru last knew it.
  public struct Known: Hashable, Sendable {
    /// Whether it was completed.
    public var isDone: Bool
    /// How many times Haru has changed its state.
    public var revision: Int
    /// When it was to ring, as Haru wanted it last; somebody may have removed some of these alarms since.
    public var alarms: Set<Instant>

    /// Makes what is known.
    public init(isDone: Bool, revision: Int, alarms: Set<Instant> = []) {
      (self.isDone, self.revision, self.alarms) = (isDone, revision, alarms)
    }
  }

  /// What is done with the file.
  public enum Step: Hashable, Sendable {
    /// Nothing.
    case leave
    /// It is written, with these alarms as Haru's, and made if it is missing.
    case write(isDone: Bool, revision: Int, alarms: Set<Instant>)
    /// It is removed.
    case remove
  }

  /// How many days before today have an item.
  public static let daysBefore = 7

  /// How many days ago it was; negative for a day to come.
  public let age: Int
  /// Whether the store says that it is studied.
  public let isStudied: Bool
  /// Whether it is a rest day.
  public let isRest: Bool
  /// What is in the list; `nil` if no item of the day is.
  public let item: Item?
  /// What was there when Haru looked last; `nil` if it has made no item of the day.
  public let known: Known?
  /// Whether days before today get an item too.
  public let keepsWeek: Bool
  /// When the day's reminders come.
  public let reminders: Set<Instant>
  /// When this is decided.
  public let now: Instant

  /// Makes a day with its item.
  public init(
    age: Int, isStudied: Bool, isRest: Bool, item: Item?, known: Known?, keepsWeek: Bool,
    reminders: Set<Instant>, now: Instant
  ) {
    (self.age, self.isStudied, self.isRest) = (age, isStudied, isRest)
    (self.item, self.known, self.keepsWeek) = (item, known, keepsWeek)
    (self.reminders, self.now) = (reminders, now)
  }

  /// Whether the day is studied, as somebody has said in the list; `nil` if nothing was said.
  public var said: Bool? {
    guard let isItemDone, isItemDone != wasDone else { return nil }
    // Who had not seen that Haru completed the item has not taken that back.
    return isItemDone || !isOutdated ? isItemDone : nil
  }

  /// What is done with the file.
  public var step: Step {
    guard let item else { return known == nil && isWanted ? write : .leave }
    if age > Self.daysBefore || !isDone && isRest { return .remove }
    return item.isDone == isDone && toCome(item.alarms) == alarms ? .leave : write
  }

  /// What is known before the file is written, once what was said is taken.
  ///
  /// A file that says both goes on to say what it has said, until it is written.
  public var knownMeanwhile: Known {
    let saysBoth = item != nil && item?.isDone == nil
    return Known(
      isDone: saysBoth ? wasDone : isDone, revision: newestRevision, alarms: lastAlarms)
  }

  /// What is known afterwards; `nil` if an item of the day can be made again.
  public var knownAfter: Known? {
    switch step {
    case .write(let isDone, let revision, _):
      Known(isDone: isDone, revision: revision, alarms: wantedAlarms)
    case .remove where age <= Self.daysBefore: nil
    case .leave, .remove:
      isItemDone.map { Known(isDone: $0, revision: newestRevision, alarms: knownAlarms) } ?? known
    }
  }

  /// Whether the item was completed.
  private var wasDone: Bool { known?.isDone ?? false }

  /// Whether the item is completed: of a file that says both, the part counts that has changed.
  private var isItemDone: Bool? { item.map { $0.isDone ?? !wasDone } }

  /// Whether the day is studied, in the list too from now on.
  private var isDone: Bool { said ?? isStudied }

  /// Whether the file lacks something that Haru has written.
  private var isOutdated: Bool {
    guard let known, let revision = item?.revision else { return false }
    return revision < known.revision
  }

  /// Whether the day gets an item.
  private var isWanted: Bool {
    (isStudied || !isRest) && (age == 0 || keepsWeek && (0...Self.daysBefore).contains(age))
  }

  private var newestRevision: Int { max(item?.revision ?? 0, known?.revision ?? 0) }

  private var write: Step {
    // Other alarms alone count as no change: who has not seen them knows the state all the same.
    let changesState = item?.isDone != isDone
    return .write(
      isDone: isDone,
      revision: changesState ? StoredBounds.count(after: newestRevision) : newestRevision,
      alarms: alarms)
  }

  // MARK: Alarms

  /// When the item ought to ring.
  private var wantedAlarms: Set<Instant> { isDone ? [] : toCome(reminders) }

  /// When it was to ring.
  private var lastAlarms: Set<Instant> { known?.alarms ?? item?.alarms ?? [] }

  /// Whether it is to ring as it was before, so that its alarms stay as others have left them.
  private var isAsBefore: Bool { toCome(lastAlarms) == wantedAlarms }

  /// When it is to ring from now on; those that have rung make no difference.
  private var knownAlarms: Set<Instant> { isAsBefore ? lastAlarms : wantedAlarms }

  /// When its file rings afterwards.
  private var alarms: Set<Instant> {
    guard let item, !isDone else { return wantedAlarms }
    // An alarm that somebody has removed is not made again.
    return isAsBefore
      ? toCome(item.alarms) : wantedAlarms.subtracting(lastAlarms.subtracting(item.alarms))
  }

  private func toCome(_ alarms: Set<Instant>) -> Set<Instant> { alarms.filter { $0 > now } }
}

/// A day and its item in a task list, and what follows from both (docs/tasks.md#merging).
public struct TaskDay: Hashable, Sendable {
  /// An item as its file says it.
  public struct Item: Hashable, Sendable {
    /// Whether it is completed.
    public var isDone: Bool
    /// How many times Haru had written it when another program read it; `nil` if that does not say so.
    public var revision: Int?

    /// Makes an item.
    public init(isDone: Bool, revision: Int?) {
      (self.isDone, self.revision) = (isDone, revision)
    }
  }

  /// An item as Haru last knew it.
  public struct Known: Hashable, Sendable {
    /// Whether it was completed.
    public var isDone: Bool
    /// How many times Haru has written it.
    public var revision: Int

    /// Makes what is known.
    public init(isDone: Bool, revision: Int) {
      (self.isDone, self.revision) = (isDone, revision)
    }
  }

  /// What is done with the file.
  public enum Step: Hashable, Sendable {
    /// Nothing.
    case leave
    /// It is written, and made if it is missing.
    case write(isDone: Bool, revision: Int)
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

  /// Makes a day with its item.
  public init(
    age: Int, isStudied: Bool, isRest: Bool, item: Item?, known: Known?, keepsWeek: Bool
  ) {
    (self.age, self.isStudied, self.isRest) = (age, isStudied, isRest)
    (self.item, self.known, self.keepsWeek) = (item, known, keepsWeek)
  }

  /// Whether the day is studied, as somebody has said in the list; `nil` if nothing was said.
  public var said: Bool? {
    guard let item, item.isDone != (known?.isDone ?? false) else { return nil }
    // Who had not seen that Haru completed the item has not taken that back.
    return item.isDone || !isOutdated ? item.isDone : nil
  }

  /// What is done with the file.
  public var step: Step {
    let isStudied = said ?? isStudied
    guard let item else { return known == nil && isWanted ? write(isStudied) : .leave }
    if age > Self.daysBefore || !isStudied && isRest { return .remove }
    return item.isDone == isStudied ? .leave : write(isStudied)
  }

  /// What is known afterwards; `nil` if an item of the day can be made again.
  public var knownAfter: Known? {
    switch step {
    case .write(let isDone, let revision): Known(isDone: isDone, revision: revision)
    case .remove where age <= Self.daysBefore: nil
    case .leave, .remove: item.map { Known(isDone: $0.isDone, revision: newestRevision) } ?? known
    }
  }

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

  private func write(_ isDone: Bool) -> Step {
    .write(isDone: isDone, revision: newestRevision + 1)
  }
}

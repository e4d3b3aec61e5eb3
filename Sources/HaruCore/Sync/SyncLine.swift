/// A change as machines tell each other of it (docs/sync.md#a-line).
public struct SyncLine: Hashable, Sendable {
  /// The machine that wrote it.
  public let device: String
  /// Its place among the lines of that machine, from 1 without gaps.
  public let number: Int64
  /// Of each other machine, up to which number the writer knew its lines.
  public let seen: [String: Int64]
  /// Larger than that of every line that the writer knew; the same in all lines of a batch.
  public let clock: Int64
  /// The number of the first line of its batch.
  public let batch: Int64
  /// The first line of the batch of the same machine that it undoes.
  public let undoes: Int64?
  /// What it is about.
  public let register: SyncRegister
  /// The new value; `nil` clears it.
  public let value: String?
  /// When, where and how.
  public let provenance: Provenance

  /// The largest clock: those of batches after it have the same.
  public static let largestClock: Int64 = 1 << 53

  /// Makes a line.
  public init(
    device: String, number: Int64, seen: [String: Int64], clock: Int64, batch: Int64,
    undoes: Int64? = nil, register: SyncRegister, value: String?, provenance: Provenance
  ) {
    (self.device, self.number, self.seen) = (device, number, seen)
    (self.clock, self.batch, self.undoes) = (clock, batch, undoes)
    (self.register, self.value, self.provenance) = (register, value, provenance)
  }

  /// Whether its writer knew another line, so that this one counts in its place.
  public func knows(_ other: SyncLine) -> Bool {
    other.number < (device == other.device ? number : (seen[other.device] ?? 0) + 1)
  }

  /// The same line, said by another machine: its copy, which goes on under a name of its own.
  public func said(
    by device: String, number: Int64, batch: Int64, undoes: Int64?, seen: [String: Int64]
  ) -> SyncLine {
    SyncLine(
      device: device, number: number, seen: seen, clock: clock, batch: batch, undoes: undoes,
      register: register, value: value, provenance: provenance)
  }

  /// The order in which every machine reads lines: after all that its writer knew; then by the name of
  /// the machine, which decides nothing that a person would miss.
  public static func isBefore(_ a: SyncLine, _ b: SyncLine) -> Bool {
    if a.clock != b.clock { return a.clock < b.clock }
    if a.device != b.device { return a.device.utf8.lexicographicallyPrecedes(b.device.utf8) }
    if a.number != b.number { return a.number < b.number }
    // Two copies of one machine have used the same number.
    return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}

/// What has one value at a time on all machines together: a kind of fact about a key.
public struct SyncRegister: Hashable, Sendable {
  /// A kind of fact.
  public enum Kind: String, CaseIterable, Sendable {
    /// The mark of a day.
    case study
    /// A rest day, with its reason.
    case rest
    /// The note of a day.
    case note
    /// The weekdays that are rest days from a day on.
    case weekdays
    /// A watched repository.
    case watch
    /// The days that were imported from a source.
    case `import`
    /// Whether a machine was given up.
    case machine

    /// The kind of a change of a day; `nil` for facts that the journal does not hold.
    public var change: Change.Kind? { Change.Kind(rawValue: rawValue) }
  }

  /// Its kind.
  public let kind: Kind
  /// What it is a fact about: a day, a machine, the name of a repository in lower case, or a source.
  public let key: String

  /// Makes a register of a kind; `nil` for a key that the kind does not have.
  public init?(_ kind: Kind, _ key: String) {
    switch kind {
    case .study, .rest, .note, .weekdays:
      guard Day(key)?.description == key else { return nil }
    case .watch:
      guard RepositoryName(key) != nil, key.lowercased() == key else { return nil }
    case .import:
      guard !key.isEmpty, StoredBounds.holds(key) else { return nil }
    case .machine:
      guard SyncReading.isDevice(key) else { return nil }
    }
    (self.kind, self.key) = (kind, key)
  }

  /// The register of the weekdays that are rest days from a day on.
  public init(weekdaysFrom day: Day) {
    (kind, key) = (.weekdays, day.description)
  }

  /// The register of a watched repository.
  public init(_ name: RepositoryName) {
    (kind, key) = (.watch, name.description.lowercased())
  }

  /// The register of a change.
  public init(_ change: Change) {
    (kind, key) = (Kind(change.kind), change.day.description)
  }

  /// The value of a machine that was given up.
  public static let forgotten = "forgotten"

  /// A change of its value; `nil` for facts that the journal does not hold.
  public func change(from before: String?, to after: String?) -> Change? {
    guard let day = Day(key), let kind = kind.change else { return nil }
    return Change(kind, day, from: before, to: after)
  }

  /// Whether it can have a value.
  func allows(_ value: String?) -> Bool {
    guard let value else { return true }
    switch kind {
    case .study, .rest, .note: return change(from: nil, to: value)?.isValid == true
    case .weekdays: return SyncWeekdays.weekdays(value) != nil
    case .watch:
      return SyncWatch(value).map { $0.name.description.lowercased() == key } == true
    case .import: return SyncImport.days(value) != nil
    case .machine: return value == SyncRegister.forgotten
    }
  }
}

/// A watched repository, as a line tells it: its name, and `quiet` behind it.
public struct SyncWatch: Hashable, Sendable {
  /// The repository.
  public let name: RepositoryName
  /// Whether it is muted.
  public let isQuiet: Bool

  /// Makes a watched repository.
  public init(_ name: RepositoryName, isQuiet: Bool) {
    (self.name, self.isQuiet) = (name, isQuiet)
  }

  /// Reads the value of a line; `nil` for anything that `text` does not write.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first.flatMap({ RepositoryName($0) }) else { return nil }
    self.init(name, isQuiet: words.count == 2)
    guard self.text == text else { return nil }
  }

  /// The value of a line.
  public var text: String { name.description + (isQuiet ? " quiet" : "") }
}

extension SyncRegister.Kind {
  fileprivate init(_ kind: Change.Kind) {
    switch kind {
    case .study: self = .study
    case .rest: self = .rest
    case .note: self = .note
    }
  }
}

public import HaruCore

/// What has one value at a time on all machines together: a kind of fact about a key.
public struct Register: Hashable, Sendable {
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
    /// How many days of a week are free from a day on.
    case free
    /// What version 0.4 watched besides days; it is kept and carried, and says nothing any more
    /// (docs/sync.md#watches).
    case watch
    /// The days that were imported from a source; all values that stand count together.
    case `import`
    /// The zones in which the instants of a source are read; all values that stand count together.
    case zone
    /// A batch that was undone without a change.
    case undo
  }

  /// Its kind.
  public let kind: Kind
  /// What it is a fact about: a day, a source, or the name of the first entry of a batch.
  public let key: String

  /// Makes a register of a kind; `nil` for a key that the kind does not have.
  public init?(_ kind: Kind, _ key: String) {
    switch kind {
    case .study, .rest, .note, .weekdays, .free:
      guard Day(key)?.description == key else { return nil }
    case .watch, .import, .zone:
      guard !key.isEmpty, StoredBounds.holds(key) else { return nil }
    case .undo:
      guard EntryName(key) != nil else { return nil }
    }
    (self.kind, self.key) = (kind, key)
  }

  /// The register of a kind of change of a day.
  public init(_ kind: DayChange.Kind, _ day: Day) {
    (self.kind, key) = (Kind(kind), day.description)
  }

  /// The register of a kind of fact about a day, or from a day on.
  public init(_ kind: Kind, from day: Day) {
    (self.kind, key) = (kind, day.description)
    assert(Register(kind, key) == self, "such a fact is about a day")
  }

  /// The register of a batch that is undone without a change.
  public init(undoing batch: EntryName) {
    (kind, key) = (.undo, batch.description)
  }

  /// A change of its value; `nil` for facts that are not about a day alone.
  public func change(from before: String?, to after: String?) -> DayChange? {
    guard let day = Day(key), let kind = kind.change else { return nil }
    return DayChange(kind, day, from: before, to: after)
  }

  /// Whether it is about notes: what they say, or which days an import has brought some for.
  public var isAboutNotes: Bool {
    kind == .note || kind == .import && key.hasSuffix(Register.ofNotes)
  }

  /// The end of the key of imported notes.
  public static let ofNotes = "#note"

  /// Whether it can have a value.
  public func allows(_ value: String?) -> Bool {
    guard let value else { return true }
    guard StoredBounds.holds(value) else { return false }
    switch kind {
    case .study, .rest, .note: return change(from: nil, to: value)?.isValid == true
    case .weekdays: return Set<Weekday>(numbers: value) != nil
    case .free: return FreeDays(value) != nil
    case .watch: return true
    case .import: return ImportedDays.days(value) != nil
    case .zone: return SourceZone(value) != nil
    case .undo: return false
    }
  }
}

extension Register.Kind {
  /// The kind of a change of a day.
  public init(_ kind: DayChange.Kind) {
    switch kind {
    case .study: self = .study
    case .rest: self = .rest
    case .note: self = .note
    }
  }

  /// Whether it only records an import, and shows nothing.
  public var isOfImports: Bool { self == .import || self == .zone }

  /// Whether a person never hears of it.
  public var isSilent: Bool { isOfImports || self == .watch }

  /// The kind of a change of a day; `nil` for other facts.
  public var change: DayChange.Kind? { DayChange.Kind(rawValue: rawValue) }
}

public import HaruCore

/// Everything a store knows, as plain values.
public struct Contents: Hashable, Sendable {
  /// A marked day, and when, where and how it was marked.
  public struct Mark: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// When, where and how.
    public let provenance: Provenance

    /// Makes a mark.
    public init(day: Day, provenance: Provenance) {
      (self.day, self.provenance) = (day, provenance)
    }
  }

  /// A day that a source has brought.
  public struct Brought: Hashable, Sendable {
    /// The source.
    public let source: String
    /// The day.
    public let day: Day
    /// The batch that brought it; `nil` if it was there already.
    public let batch: Int64?

    /// Makes the record of a day that was brought.
    public init(source: String, day: Day, batch: Int64?) {
      (self.source, self.day, self.batch) = (source, day, batch)
    }
  }

  /// The marks, oldest first.
  public var marks: [Mark] = []
  /// The days declared free one by one, with their reasons.
  public var rest: [Day: String] = [:]
  /// The weekdays that are or were free.
  public var restRules: [RestRule] = []
  /// The notes.
  public var notes: [Day: String] = [:]
  /// What was imported.
  public var brought: [Brought] = []
  /// The journal, oldest first.
  public var journal: [JournalEntry] = []

  /// Makes the contents of an empty store.
  public init() {}
}

extension Store {
  /// Everything it knows, as of one moment.
  public func contents() throws(StoreError) -> Contents {
    try database.reading { () throws(StoreError) in
      var contents = Contents()
      contents.marks = try marks()
      contents.journal = try journal(of: .earliest ... .latest)
      (contents.rest, contents.restRules) = (try restReasons(), try restRules())
      contents.notes = try notes()
      if hasRest { contents.brought = try brought() }
      return contents
    }
  }

  /// Takes everything that another store knew; only if this one knows nothing yet.
  ///
  /// - Returns: Whether it was empty, and so took it.
  /// - Throws: `StoreError.corrupt` for contents that contradict themselves; else as the file has
  ///   it. Nothing is taken then.
  public func adopt(_ contents: Contents) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      guard try isEmpty() else { return false }
      for mark in contents.marks { try insert(mark) }
      for entry in contents.journal { try write(entry) }
      for (day, reason) in contents.rest {
        try database.run("INSERT INTO rest VALUES (?, ?)", .text("\(day)"), .text(reason))
      }
      for (day, text) in contents.notes {
        try database.run("INSERT INTO note VALUES (?, ?)", .text("\(day)"), .text(text))
      }
      try write(contents.restRules)
      for each in contents.brought {
        try database.run(
          "INSERT INTO import VALUES (?, ?, ?)", .text(each.source), .text("\(each.day)"),
          each.batch.map(Value.integer) ?? .null)
      }
      guard try disagreements().isEmpty else { throw .corrupt }
      return true
    }
  }

  /// Whether nothing was ever said of any day.
  private func isEmpty() throws(StoreError) -> Bool {
    try database.integer(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM mark)
        OR EXISTS (SELECT 1 FROM rest) OR EXISTS (SELECT 1 FROM note)
      """) == nil
  }

  private func marks() throws(StoreError) -> [Contents.Mark] {
    let statement = try database.statement(
      "SELECT day, marked_at, utc_offset, zone, source FROM mark ORDER BY day")
    defer { statement.reset() }
    var marks: [Contents.Mark] = []
    while try statement.step() {
      guard let day = Day(utf8: statement.bytes(0)), let said = Provenance(statement, from: 1)
      else { throw .corrupt }
      marks.append(Contents.Mark(day: day, provenance: said))
    }
    return marks
  }

  private func brought() throws(StoreError) -> [Contents.Brought] {
    let statement = try database.statement(
      "SELECT day, source_id, batch FROM import ORDER BY source_id, day")
    defer { statement.reset() }
    var brought: [Contents.Brought] = []
    while try statement.step() {
      guard let day = Day(utf8: statement.bytes(0)), let source = statement.text(1)
      else { throw .corrupt }
      brought.append(
        Contents.Brought(source: source, day: day, batch: statement.integer(2)))
    }
    return brought
  }

  private func insert(_ mark: Contents.Mark) throws(StoreError) {
    let (at, offset, zone, source) = mark.provenance.values
    try database.run(
      "INSERT INTO mark (day, marked_at, utc_offset, zone, source) VALUES (?, ?, ?, ?, ?)",
      .text("\(mark.day)"), at, offset, zone, source)
  }
}

public import HaruCore
public import HaruLog

/// What the log tells of the past (docs/sync.md#the-journal).
extension Store {
  /// The journal about some days, oldest first: the same on every machine that has the same entries.
  public func journal(of days: ClosedRange<Day>) throws(StoreError) -> [JournalEntry] {
    try history(of: days).map(\.entry)
  }

  /// The journal about some days with the machine that made each entry, `nil` for this one, and with what a source
  /// said.
  public func history(
    of days: ClosedRange<Day>
  ) throws(StoreError) -> [(entry: JournalEntry, maker: String?, reason: SourceReason?)] {
    let rows = try database.rows(
      """
      SELECT * FROM entry WHERE kind IN ('study', 'rest', 'note') AND key BETWEEN ? AND ? ORDER BY id
      """, [Value(days.lowerBound), Value(days.upperBound)], LogEntry.withOwner)
    let own = Set(rows.filter(\.isOwn).map(\.entry.name))
    let journal = SharedJournal(of: rows.map(\.entry))
    let reasons = try reasons(of: rows.map(\.entry))
    return zip(journal.lines, journal.sources).map { line, source in
      let isStudy = line.change.kind == .study && line.change.after != nil
      return (
        line, own.contains(source.name) ? nil : source.machine,
        isStudy ? reasons[source.batch]?[line.change.day] : nil
      )
    }
  }

  /// What was said about a day on several machines apart, none of which knew the others, with the source that said it.
  public func concurrentEntries(
    of day: Day
  ) throws(StoreError) -> [(entry: LogEntry, reason: SourceReason?)] {
    var apart: [LogEntry] = []
    for kind in DayChange.Kind.allCases {
      let standing = try value(of: Register(kind, day)).standing
      if standing.count > 1 { apart += standing }
    }
    let reasons = try reasons(of: apart)
    return apart.map { entry in
      (entry, entry.register.kind == .study ? reasons[entry.batch]?[day] : nil)
    }
  }

  /// What sources have said with some entries, by batch.
  private func reasons(
    of entries: [LogEntry]
  ) throws(StoreError) -> [EntryName: [Day: SourceReason]] {
    // What was said of a mark was said with it, in one batch. All that was ever said would take as long as years do.
    let times = entries.map(\.provenance.at)
    guard let first = times.min(), let last = times.max() else { return [:] }
    return try reasons(during: first...last)
  }

  /// When, where and how this machine has made its last change; `nil` if it has made none.
  func lastChange() throws(StoreError) -> Provenance? {
    try database.rows(
      "SELECT * FROM entry WHERE batch IS NOT NULL ORDER BY id DESC LIMIT 1", [], LogEntry.init
    ).first?.provenance
  }

  /// A short word for all entries that are exchanged: machines with the same word have the same days
  /// (docs/sync.md#the-digest).
  ///
  /// - Returns: The word; `nil` while there are entries that this version does not understand, or has yet to take, so
  ///   that it does not have the days of one that does.
  /// - Throws: Errors of the file.
  public func digest() throws(StoreError) -> String? {
    guard try database.integer("SELECT 1 FROM unknown_entry LIMIT 1") == nil else { return nil }
    return EntryName.digest(of: try names(where: thisMachine().sharedCondition))
  }

  /// The names of the entries about marks.
  public func namesOfMarks() throws(StoreError) -> Set<EntryName> {
    Set(try names(where: "kind = 'study'"))
  }

  /// How many entries were replaced by others and are not here.
  ///
  /// The first entry of a batch may be a note that stays on its machine.
  public func countOfMissingEntries() throws(StoreError) -> Int {
    let rows = try database.rows("SELECT replaces FROM entry WHERE replaces IS NOT NULL") {
      (row) throws(StoreError) in try row.names("replaces")
    }
    let unknown = try database.rows("SELECT * FROM unknown_entry", [], unknownEntry).map(\.name)
    return Set(rows.joined()).subtracting(try names() + unknown).count
  }

  /// The machines that have made entries, by name, with how many and when the last was made.
  public func machines() throws(StoreError) -> [(name: String, count: Int, last: Instant)] {
    try database.rows(
      """
      SELECT machine, count(*) AS count, max(at) AS at FROM entry WHERE machine IS NOT NULL
        GROUP BY machine ORDER BY machine
      """
    ) { (row) throws(StoreError) in
      guard let name = try row.text("machine"), let count = try row.count("count"),
        let last = try row.instant("at")
      else { throw .damagedRows }
      return (name, count, last)
    }
  }
}

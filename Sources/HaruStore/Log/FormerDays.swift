internal import HaruCore
internal import HaruLog

/// The tables of marks, rest days and notes of versions up to 0.4, which become views of the log once
/// (docs/store.md#the-log).
///
/// As a part of the step to version 9 of the tables it knows those of that version, and none of the columns that came
/// later.
struct FormerDays {
  private let database: Database

  init(in database: Database) {
    self.database = database
  }

  /// Notes which entries count, and puts views in the place of the tables; inside a transaction.
  func convertToViews() throws(StoreError) {
    let (values, isWhole) = try readLog()
    for (register, value) in values {
      guard let said = value.said else { continue }
      try database.run("UPDATE entry SET counts = 1 WHERE name = ?", Value(said.name))
      assert(said.register == register, "an entry counts in its own register")
    }
    try addWhatNoEntrySays(values, isWhole: isWhole)
    try addRules(values)
    try database.execute(
      """
      DROP TABLE mark;
      DROP TABLE rest;
      DROP TABLE rest_rule;
      DROP TABLE note;
      -- Marks have an index of their own, which is read from end to end: in one of all kinds SQLite compares each
      -- day with the end of its kind. It takes nothing else if the index has every column that is asked for, and
      -- chooses it by its name alone.
      CREATE UNIQUE INDEX entry_studied ON entry (key, kind, counts) WHERE counts = 1 AND kind = 'study';
      CREATE UNIQUE INDEX entry_counts ON entry (kind, key) WHERE counts = 1 AND kind <> 'study';
      CREATE VIEW mark AS
        SELECT key AS day, at AS marked_at, utc_offset, zone, source FROM entry INDEXED BY entry_studied
          WHERE counts = 1 AND kind = 'study';
      CREATE VIEW rest AS
        SELECT key AS day, value AS reason FROM entry
          WHERE counts = 1 AND kind <> 'study' AND kind = 'rest';
      CREATE VIEW note AS
        SELECT key AS day, value AS text FROM entry
          WHERE counts = 1 AND kind <> 'study' AND kind = 'note';
      """)
  }

  /// What stands in each register, and whether no damaged entry was passed over.
  private func readLog() throws(StoreError) -> ([Register: RegisterValue], isWhole: Bool) {
    var (values, isWhole): ([Register: RegisterValue], Bool) = ([:], true)
    _ = try database.rows("SELECT * FROM entry ORDER BY id") { (row) throws(StoreError) in
      guard let entry = try? LogEntry(row) else { return isWhole = false }
      values[entry.register, default: RegisterValue()].add(entry)
    }
    return (values, isWhole)
  }

  /// Adds what a row says of a day that no entry says: another program has written it, or the entry is damaged.
  ///
  /// What was cleared in a table alone stands in the log, and comes back. Of a log that lacks entries nobody knows
  /// whether its last word about a day is there: then the row counts.
  private func addWhatNoEntrySays(
    _ values: [Register: RegisterValue], isWhole: Bool
  ) throws(StoreError) {
    for (kind, columns) in [
      (DayChange.Kind.study, "*, 'studied' AS value FROM mark"),
      (.rest, "day, reason AS value FROM rest"), (.note, "day, text AS value FROM note"),
    ] {
      let rows = try database.rows("SELECT \(columns)") {
        (row) throws(StoreError) -> (Register, String, Provenance)? in
        guard let day = try? row.day("day"), let value = try? row.text("value") else { return nil }
        let said = kind == .study ? try? row.provenance(at: "marked_at") : nil
        return (Register(kind, day), value, said ?? Provenance(onMidnightOf: day))
      }
      for case let (register, value, provenance)? in rows where register.allows(value) {
        let said = values[register]?.said?.value
        guard said == nil || !isWhole && said != value else { continue }
        try add(value, to: register, over: values[register], by: provenance)
      }
    }
  }

  /// Adds the rest weekdays that a row says and no entry, likewise.
  private func addRules(_ values: [Register: RegisterValue]) throws(StoreError) {
    var told: [Day: Set<Weekday>] = [:]
    for (register, value) in values where register.kind == .weekdays {
      guard let day = Day(register.key) else { continue }
      told[day] = value.said?.value.flatMap { Set<Weekday>(numbers: $0) }
    }
    let rules = [RestRule](weekdaysFrom: told)
    let rows = try database.rows("SELECT * FROM rest_rule") { (row) throws(StoreError) in
      try? rule(row)
    }.compactMap(\.self)
    let new = rows.filter { !rules.contains($0) }
    guard !new.isEmpty else { return }
    let sets = (rules + new).weekdaysFrom
    for day in Set(sets.keys).union(told.keys) where sets[day] != told[day] {
      let register = Register(.weekdays, from: day)
      try add(
        sets[day]?.numbers, to: register, over: values[register],
        by: Provenance(onMidnightOf: day))
    }
  }

  private func rule(_ row: Statement) throws(StoreError) -> RestRule? {
    guard let weekday = try row.count("weekday").flatMap(Weekday.init(rawValue:)),
      let from = try row.day("from_day")
    else { return nil }
    let to = try row.day("to_day")
    return from <= to ?? .latest ? RestRule(weekday, from: from, to: to) : nil
  }

  private func add(
    _ value: String?, to register: Register, over known: RegisterValue?, by provenance: Provenance
  ) throws(StoreError) {
    let standing = known?.standing ?? []
    let entry = LogEntry(register, value, by: provenance, replacing: standing.map(\.name))
    try database.run(
      "UPDATE entry SET counts = 0 WHERE kind = ? AND key = ?",
      .text(register.kind.rawValue), .text(register.key))
    try database.write(
      into: "entry",
      [
        "name": Value(entry.name), "kind": .text(register.kind.rawValue),
        "key": .text(register.key), "value": Value(value), "at": Value(provenance.at),
        "utc_offset": Value(utcOffset: provenance.utcOffset), "zone": .text(provenance.zone),
        "source": .text(provenance.source.rawValue),
        "replaces": standing.isEmpty ? .null : .bytes(entry.replaces.flatMap(\.bytes)),
        "counts": Value(value != nil),
      ])
  }
}

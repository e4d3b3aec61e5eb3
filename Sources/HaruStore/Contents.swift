public import HaruCore

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
      contents.watches = try watches().map { Contents.Watched($0.name, isQuiet: $0.isQuiet) }
      return contents
    }
  }

  /// Takes everything that another store knew; inside a transaction of one that knows nothing yet.
  ///
  /// - Throws: `StoreError.contradiction` for contents that contradict themselves.
  func adopt(_ contents: Contents) throws(StoreError) {
    guard contents.isConsistent else { throw .contradiction }
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
    guard try disagreements().isEmpty else { throw .contradiction }
  }

  /// Whether there is nothing in it to lose.
  func isEmpty() throws(StoreError) -> Bool {
    guard try isNew() else { return false }
    return try watches().isEmpty
  }

  /// Whether nothing was ever said to it of days.
  func isNew() throws(StoreError) -> Bool {
    let tables = ["journal", "mark"] + (hasRest ? ["rest", "note", "import"] : [])
    let rows = tables.map { "EXISTS (SELECT 1 FROM \($0))" }.joined(separator: " OR ")
    return try database.integer("SELECT \(rows)") == 0
  }

  /// Writes a mark, in place of one that is there already; inside a transaction.
  func insert(_ mark: Contents.Mark) throws(StoreError) {
    let (at, offset, zone, source) = mark.provenance.values
    try database.run(
      "INSERT OR REPLACE INTO mark (day, marked_at, utc_offset, zone, source) VALUES (?, ?, ?, ?, ?)",
      .text("\(mark.day)"), at, offset, zone, source)
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
}

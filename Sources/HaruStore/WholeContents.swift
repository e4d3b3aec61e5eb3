public import HaruCore

extension Store {
  /// Everything in the store, as of one moment.
  public func contents() throws(StoreError) -> Contents {
    try database.reading { () throws(StoreError) in
      var contents = Contents()
      contents.marks = try marks()
      (contents.journal, _, contents.importedDays) = try sharedContents()
      // The batches of imports are of one machine, and the same contents are on all.
      if try syncState() != nil { contents.importedDays = try knownImports() }
      (contents.rest, contents.restRules) = (try restReasons(), try restRules())
      contents.notes = try notes()
      contents.watches = try watches().map { Contents.Watched($0.name, isQuiet: $0.isQuiet) }
      return contents
    }
  }

  /// Writes everything from another store; inside a transaction of a store without days.
  ///
  /// - Throws: `StoreError.contradiction` for contents that are inconsistent.
  func adopt(_ contents: Contents) throws(StoreError) {
    guard contents.isConsistent else { throw .contradiction }
    for mark in contents.marks { try insert(mark) }
    for entry in contents.journal { try write(entry) }
    for (day, reason) in contents.rest { try insert(rest: day, reason: reason) }
    for (day, text) in contents.notes { try insert(note: text, on: day) }
    try write(contents.restRules)
    for each in contents.importedDays { try insert(each) }
    guard try disagreements().isEmpty else { throw .contradiction }
  }

  /// Whether the store has neither days nor watches.
  func isEmpty() throws(StoreError) -> Bool {
    guard try isNew() else { return false }
    guard hasWatches else { return true }
    return try database.integer("SELECT EXISTS (SELECT 1 FROM watch)") == 0
  }

  /// Whether nothing about days was ever written.
  func isNew() throws(StoreError) -> Bool {
    let tables = ["journal", "mark"] + (hasRest ? ["rest", "note", "import"] : [])
    let rows = tables.map { "EXISTS (SELECT 1 FROM \($0))" }.joined(separator: " OR ")
    return try database.integer("SELECT \(rows)") == 0
  }

  private func marks() throws(StoreError) -> [Contents.Mark] {
    try database.rows("SELECT * FROM mark ORDER BY day", [], mark)
  }

  func importedDays() throws(StoreError) -> [Contents.ImportedDay] {
    try database.rows("SELECT * FROM import ORDER BY source_id, day", [], importedDay)
  }
}

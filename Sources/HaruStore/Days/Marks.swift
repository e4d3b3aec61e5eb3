public import HaruCore

/// Marks.
extension Store {
  /// The marked days, newest first.
  public func markedDays() throws(StoreError) -> [Day] {
    var days = try database.rows("SELECT day FROM mark") { (row) throws(StoreError) -> Day in
      guard let day = try row.day("day") else { throw .damagedRows }
      return day
    }
    // SQLite reads the index oldest first, but does not promise to.
    days.sort(by: >)
    return days
  }

  /// The first marked day; `nil` if none is marked.
  public func firstMarkedDay() throws(StoreError) -> Day? {
    try database.rows("SELECT min(day) AS day FROM mark") { (row) throws(StoreError) in
      try row.day("day")
    }.first.flatMap(\.self)
  }

  /// Whether a day is marked.
  public func isStudied(_ day: Day) throws(StoreError) -> Bool {
    try database.integer("SELECT 1 FROM mark WHERE day = ?", Value(day)) != nil
  }

  /// Marks days as studied, or clears their marks; all or none.
  ///
  /// Setting a day to its present state changes nothing. A day after today is never marked; a mark that a
  /// journey or a wrong clock has left there may be cleared.
  ///
  /// - Returns: The days that changed, in the order given.
  /// - Throws: `StoreError.future` for a day after today; other errors of the file.
  @discardableResult
  public func setStudied(
    _ days: [Day], _ studied: Bool, today: Day, by provenance: Provenance
  ) throws(StoreError) -> [Day] {
    try transaction { () throws(StoreError) in
      var changed: [Day] = []
      var batch = try newBatch(by: provenance)
      for day in days {
        let isStudied = try isStudied(day)
        guard day <= today || !studied else { throw .future(day) }
        guard isStudied != studied else { continue }
        try apply(.study(day, studied), in: &batch)
        changed.append(day)
      }
      assert(days.allSatisfy { (try? isStudied($0)) == studied }, "each day is as it was asked for")
      return changed
    }
  }

  /// Refuses days that are rather a slip in the year than meant.
  ///
  /// - Throws: `StoreError.longAgo` for the newest of them; other errors of the file.
  public func requireNear(_ days: [Day], today: Day) throws(StoreError) {
    let first = try firstMarkedDay()
    if let day = LongAgo.named.days(among: days, before: first, today: today).first {
      throw .longAgo(day, before: first)
    }
  }

  /// Flips the mark of a day.
  ///
  /// - Returns: Whether the day is marked now.
  /// - Throws: As `setStudied`.
  public func toggle(
    _ day: Day, today: Day, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      let isStudied = try isStudied(day)
      guard day <= today || isStudied else { throw .future(day) }
      var batch = try newBatch(by: provenance)
      try apply(.study(day, !isStudied), in: &batch)
      assert((try? self.isStudied(day)) == !isStudied, "a toggle turns the mark")
      return !isStudied
    }
  }
}

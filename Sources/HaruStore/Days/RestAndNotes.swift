public import HaruCore
internal import HaruLog

/// Rest days and notes.
extension Store {
  /// Everything that a streak is computed from.
  public func record() throws(StoreError) -> Record {
    Record(days: try markedDays(), rest: try restDays())
  }

  /// The rest days.
  public func restDays() throws(StoreError) -> RestDays {
    RestDays(single: Set(try restReasons().keys), rules: try restRules())
  }

  /// The single rest days with their reasons, which may be empty.
  public func restReasons() throws(StoreError) -> [Day: String] {
    try texts("SELECT day, reason AS text FROM rest")
  }

  /// The notes.
  public func notes() throws(StoreError) -> [Day: String] {
    try texts("SELECT day, text FROM note")
  }

  /// Makes days rest days, or ordinary days again; all or none.
  ///
  /// Days after today are allowed: a holiday is known before it begins.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - reason: The reason, which may be empty; `nil` makes them ordinary days.
  ///   - keepingReasons: Whether days that are rest days already keep their reasons.
  ///   - provenance: When, where and how.
  /// - Returns: The days that changed, in the order given.
  /// - Throws: Errors of the file.
  @discardableResult
  public func setRest(
    _ days: [Day], reason: String?, keepingReasons: Bool = false, by provenance: Provenance
  ) throws(StoreError) -> [Day] {
    try transaction { () throws(StoreError) in
      var batch = try newBatch(by: provenance)
      let kept = keepingReasons ? try restReasons() : [:]
      var changed: [Day] = []
      for day in days where kept[day] == nil {
        if try set(reason, .rest, of: day, in: &batch) { changed.append(day) }
      }
      return changed
    }
  }

  /// Writes the note of a day, or removes it with `nil`.
  ///
  /// - Returns: Whether that changed anything.
  @discardableResult
  public func setNote(
    _ text: String?, on day: Day, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      var batch = try newBatch(by: provenance)
      return try set(text, .note, of: day, in: &batch)
    }
  }

  /// The record by the settings: with their rest weekdays, unless they leave these to the store, and from the
  /// day on with which they begin the history.
  ///
  /// - Returns: The record, and whether the store has other rest weekdays, so that they have to be
  ///   written with the day from which they hold (`setRestWeekdays`, docs/store.md#free-weekdays).
  public func record(
    by settings: Settings, today: Day, at now: Instant
  ) throws(StoreError) -> (record: Record, isNews: Bool) {
    try database.reading { () throws(StoreError) in
      try recordInTransaction(by: settings, today: today, at: now)
    }
  }

  private func recordInTransaction(
    by settings: Settings, today: Day, at now: Instant
  ) throws(StoreError) -> (record: Record, isNews: Bool) {
    var record = try record().beginning(with: settings.since, today: today)
    guard let weekdays = settings.restWeekdays else { return (record, false) }
    // What another machine has said since the settings changed counts.
    if try thisMachine().weekdays == weekdays { return (record, false) }
    let begin = try beginOfRules(today: today, startsAt: settings.dayStartsAt, at: now)
    record.rest.rules = RestRule.changed(record.rest.rules, to: weekdays, from: begin)
    return (record, true)
  }

  /// Makes exactly these weekdays rest days from a day on, today unless another one is given; days before are not
  /// changed.
  public func setRestWeekdays(
    _ weekdays: Set<Weekday>, from day: Day? = nil, today: Day, startsAt: TimeOfDay = .midnight,
    by provenance: Provenance
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let begin =
        if let day { day } else {
          try beginOfRules(today: today, startsAt: startsAt, at: provenance.at)
        }
      let rules = RestRule.changed(try restRules(), to: weekdays, from: begin)
      var batch = try newBatch(by: provenance)
      try write(RestWeekdays(rules), in: &batch)
      var machine = try thisMachine()
      machine.weekdays = weekdays
      try write(machine)
    }
  }

  /// Forgets the rest weekdays that the settings had, once they have none: the same ones are news later.
  public func forgetWeekdaysOfSettings() throws(StoreError) {
    try transaction { () throws(StoreError) in
      var machine = try thisMachine()
      machine.weekdays = nil
      try write(machine)
    }
  }

  /// Makes the rest weekdays over time others; inside a transaction.
  func write(_ weekdays: RestWeekdays, in batch: inout NewBatch) throws(StoreError) {
    let (before, after) = (try loggedRestWeekdays().sets, weekdays.sets)
    for day in Set(before.keys).union(after.keys).sorted() where before[day] != after[day] {
      try write(
        after[day].map(RestWeekdays.text), to: Register(weekdaysFrom: day), in: &batch)
    }
  }

  /// The day on which new rules begin: not before the last change, if the clock was set back since, or they would
  /// make past days rest days.
  private func beginOfRules(
    today: Day, startsAt: TimeOfDay, at now: Instant
  ) throws(StoreError) -> Day {
    guard let last = try lastChange(), last.at > now,
      let date = Day(String(last.localTime.prefix(10))),
      let time = TimeOfDay(String(last.localTime.dropFirst(11).prefix(5)))
    else { return today }
    // Before the day starts, the date is that of the next one.
    return max(today, time.minutes < startsAt.minutes ? date.advanced(by: -1) ?? date : date)
  }

  /// Replaces all rules; inside a transaction.
  func write(_ rules: [RestRule]) throws(StoreError) {
    try database.run("DELETE FROM rest_rule")
    for rule in rules {
      try database.insert(
        into: "rest_rule",
        [
          "weekday": Value(rule.weekday.rawValue), "from_day": Value(rule.from),
          "to_day": Value(rule.to),
        ])
    }
  }

  func restRules() throws(StoreError) -> [RestRule] {
    try database.rows("SELECT * FROM rest_rule ORDER BY from_day, weekday", [], rule)
  }

  /// Sets the reason or the note of a day; inside a transaction.
  ///
  /// - Returns: Whether that changed it.
  private func set(
    _ text: String?, _ kind: DayChange.Kind, of day: Day, in batch: inout NewBatch
  ) throws(StoreError) -> Bool {
    let before = try present(kind, day)?.value
    guard before != text else { return false }
    try apply(DayChange(kind, day, from: before, to: text), in: &batch)
    return true
  }

  private func texts(_ sql: String) throws(StoreError) -> [Day: String] {
    Dictionary(try database.rows(sql, [], textOfDay)) { first, _ in first }
  }
}

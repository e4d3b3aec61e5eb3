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
    RestDays(
      single: Set(try restReasons().keys), rules: try restRules(), freeFrom: try freeDays())
  }

  /// The single rest days with their reasons, which may be empty.
  public func restReasons() throws(StoreError) -> [Day: String] {
    try counting(.rest) { $0 }
  }

  /// The notes.
  public func notes() throws(StoreError) -> [Day: String] {
    try counting(.note) { $0 }
  }

  /// The rules of rest weekdays.
  func restRules() throws(StoreError) -> [RestRule] {
    [RestRule](weekdaysFrom: try counting(.weekdays) { Set<Weekday>(numbers: $0) })
  }

  /// The free days over time.
  func freeDays() throws(StoreError) -> [Day: FreeDays] {
    try counting(.free) { FreeDays($0) }
  }

  /// Makes days rest days, or ordinary days again; all or none.
  ///
  /// Days after today are allowed: a holiday is known before it begins.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - reason: The reason, which may be empty; `nil` makes them ordinary days.
  ///   - keepingReasons: Whether days that are rest days already keep their reasons.
  ///   - clearingMarks: Whether their marks are cleared, in the same batch.
  ///   - provenance: When, where and how.
  /// - Returns: The days that changed, in the order given.
  /// - Throws: Errors of the file.
  @discardableResult
  public func setRest(
    _ days: [Day], reason: String?, keepingReasons: Bool = false, clearingMarks: Bool = false,
    by provenance: Provenance
  ) throws(StoreError) -> [Day] {
    try transaction { () throws(StoreError) in
      var batch = try newBatch(by: provenance)
      let kept = keepingReasons ? try restReasons() : [:]
      var changed: [Day] = []
      for day in days {
        var isChanged = try kept[day] == nil ? set(reason, .rest, of: day, in: &batch) : false
        if clearingMarks, try isStudied(day) {
          try apply(.study(day, false), in: &batch)
          isChanged = true
        }
        if isChanged { changed.append(day) }
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

  /// The record by the settings, which begins with the day that they name.
  ///
  /// Rest days by rule that settings of version 0.4 name count while the log has no entry of their kind.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - begin: The day from which those count, as it was before other changes; `nil` for that of now.
  ///   - today: Today.
  /// - Returns: The record.
  /// - Throws: Errors of the file.
  public func record(
    by settings: Settings, formerRulesFrom begin: Day? = nil, today: Day
  ) throws(StoreError) -> Record {
    try database.reading { () throws(StoreError) in
      var record = try record().beginning(with: settings.since, today: today)
      let begin = begin ?? record.beginOfFormerRules(today: today)
      for rule in try unwritten(settings.formerRules) { record.rest.change(rule, from: begin) }
      return record.spendingFreeDays(before: today)
    }
  }

  /// Those of some rules of whose kind the log has no entry.
  private func unwritten(_ rules: [RestRuleChange]) throws(StoreError) -> [RestRuleChange] {
    var unwritten: [RestRuleChange] = []
    for rule in rules {
      let isWritten = try database.integer(
        "SELECT 1 FROM entry WHERE kind = ? LIMIT 1", .text(rule.kind.rawValue))
      if isWritten == nil { unwritten.append(rule) }
    }
    return unwritten
  }

  /// The day from which rules hold that settings of version 0.4 name.
  public func beginOfFormerRules(today: Day) throws(StoreError) -> Day {
    try Record(days: markedDays()).beginOfFormerRules(today: today)
  }

  /// Writes the rest days by rule that settings of version 0.4 name into the log, while it has no entry of their
  /// kind.
  ///
  /// They held before, so that no undo takes them back.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - begin: The day from which they hold, as it was before other changes; `nil` for that of now.
  ///   - today: Today, unless the clock was set back since the last change.
  ///   - provenance: When, where and how.
  /// - Returns: Whether anything was written.
  /// - Throws: Errors of the file.
  @discardableResult
  public func writeFormerRules(
    of settings: Settings, from begin: Day? = nil, today: Day, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    // A settings file that cannot be written names them for ever: nothing waits for a lock because of it.
    guard try !unwritten(settings.formerRules).isEmpty else { return false }
    try transaction { () throws(StoreError) in
      let now = try beginOfRules(today: today, startsAt: settings.dayStartsAt, at: provenance.at)
      let known = if let begin { begin } else { try beginOfFormerRules(today: today) }
      let begin = now == today ? known : now
      var batch = try newBatch(by: provenance, isOwn: false)
      for rule in try unwritten(settings.formerRules) { try write(rule, from: begin, in: &batch) }
    }
    return true
  }

  /// Changes rest days by rule, in one batch; days before are not changed.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - day: The day from which they hold; `nil` for today.
  ///   - today: Today, unless the clock was set back since the last change.
  ///   - startsAt: When a day starts.
  ///   - provenance: When, where and how.
  /// - Throws: Errors of the file.
  public func setRestRules(
    _ rules: [RestRuleChange], from day: Day? = nil, today: Day, startsAt: TimeOfDay = .midnight,
    by provenance: Provenance
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let begin =
        if let day { day } else {
          try beginOfRules(today: today, startsAt: startsAt, at: provenance.at)
        }
      var batch = try newBatch(by: provenance)
      for rule in rules { try write(rule, from: begin, in: &batch) }
    }
  }

  /// Changes a rule from a day on; inside a transaction.
  private func write(
    _ rule: RestRuleChange, from begin: Day, in batch: inout NewBatch
  ) throws(StoreError) {
    var rest = RestDays(rules: try restRules(), freeFrom: try freeDays())
    rest.change(rule, from: begin)
    switch rule {
    case .weekdays:
      try change(.weekdays, to: rest.rules.weekdaysFrom.mapValues(\.numbers), in: &batch)
    case .reserve: try change(.free, to: rest.freeFrom.mapValues(\.description), in: &batch)
    }
  }

  /// Changes what holds from days on where it is something else now; inside a transaction.
  func change(
    _ kind: Register.Kind, to after: [Day: String], in batch: inout NewBatch
  ) throws(StoreError) {
    let before = try counting(kind) { $0 }
    for day in Set(before.keys).union(after.keys).sorted() where before[day] != after[day] {
      try write(after[day], to: Register(kind, from: day), in: &batch)
    }
  }

  /// The day on which new rules begin: today, or the day of the last change if the clock was set back since.
  ///
  /// On an earlier day they would make past days rest days.
  private func beginOfRules(
    today: Day, startsAt: TimeOfDay, at now: Instant
  ) throws(StoreError) -> Day {
    guard let last = try lastChange(), last.at > now else { return today }
    return max(today, last.day(startingAt: startsAt))
  }

  /// Sets the reason or the note of a day; inside a transaction.
  ///
  /// - Returns: Whether that changed it.
  private func set(
    _ text: String?, _ kind: DayChange.Kind, of day: Day, in batch: inout NewBatch
  ) throws(StoreError) -> Bool {
    let before = try counting(in: Register(kind, day))
    guard before != text else { return false }
    try apply(DayChange(kind, day, from: before, to: text), in: &batch)
    return true
  }
}

extension RestRuleChange {
  /// The kind of the entries that say it.
  fileprivate var kind: Register.Kind {
    switch self {
    case .weekdays: .weekdays
    case .reserve: .free
    }
  }
}

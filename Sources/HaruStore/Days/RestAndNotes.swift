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
      single: Set(try restReasons().keys), rules: try restWeekdays().rules,
      freeFrom: try freeDays())
  }

  /// The single rest days with their reasons, which may be empty.
  public func restReasons() throws(StoreError) -> [Day: String] {
    try counting(.rest) { $0 }
  }

  /// The notes.
  public func notes() throws(StoreError) -> [Day: String] {
    try counting(.note) { $0 }
  }

  /// The rest weekdays over time.
  func restWeekdays() throws(StoreError) -> RestWeekdays {
    var weekdays = RestWeekdays()
    weekdays.sets = try counting(.weekdays, RestWeekdays.weekdays)
    return weekdays
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

  /// The record by the settings: from the day on with which they begin the history, and with what they say as
  /// settings of version 0.4 of rest days by rule, as of today, while the log says nothing of that kind.
  public func record(by settings: Settings, today: Day) throws(StoreError) -> Record {
    try database.reading { () throws(StoreError) in
      var record = try record().beginning(with: settings.since, today: today)
      for rule in try unsaid(settings.formerRules) { record.rest.change(rule, from: today) }
      return record.spendingFreeDays(before: today)
    }
  }

  /// Those of some rules of whose kind the log has never said anything.
  private func unsaid(_ rules: [RestRuleChange]) throws(StoreError) -> [RestRuleChange] {
    var unsaid: [RestRuleChange] = []
    for rule in rules {
      let isSaid = try database.integer(
        "SELECT 1 FROM entry WHERE kind = ? LIMIT 1", .text(rule.kind.rawValue))
      if isSaid == nil { unsaid.append(rule) }
    }
    return unsaid
  }

  /// Writes what settings of version 0.4 say of rest days by rule, while the log says nothing of that kind.
  ///
  /// It held before, so that no undo takes it back.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - today: The day from which the rules hold, unless the clock was set back since the last change.
  ///   - provenance: When, where and how.
  /// - Throws: Errors of the file.
  public func takeFormerRules(
    of settings: Settings, today: Day, by provenance: Provenance
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let begin = try beginOfRules(
        today: today, startsAt: settings.dayStartsAt, at: provenance.at)
      var batch = try newBatch(by: provenance, isOwn: false)
      for rule in try unsaid(settings.formerRules) { try write(rule, from: begin, in: &batch) }
    }
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
    var rest = RestDays(rules: try restWeekdays().rules, freeFrom: try freeDays())
    rest.change(rule, from: begin)
    switch rule {
    case .weekdays: try write(RestWeekdays(rest.rules), in: &batch)
    case .reserve: try write(rest.freeFrom, in: &batch)
    }
  }

  /// Makes the rest weekdays over time others; inside a transaction.
  func write(_ weekdays: RestWeekdays, in batch: inout NewBatch) throws(StoreError) {
    try write(
      weekdays.sets.mapValues(RestWeekdays.text),
      over: try restWeekdays().sets.mapValues(RestWeekdays.text),
      Register.init(weekdaysFrom:), in: &batch)
  }

  /// Makes the free days over time others; inside a transaction.
  func write(_ freeFrom: [Day: FreeDays], in batch: inout NewBatch) throws(StoreError) {
    try write(
      freeFrom.mapValues(\.description), over: try freeDays().mapValues(\.description),
      Register.init(freeFrom:), in: &batch)
  }

  /// Writes what holds from days on where it is another than before; inside a transaction.
  private func write(
    _ after: [Day: String], over before: [Day: String], _ register: (Day) -> Register,
    in batch: inout NewBatch
  ) throws(StoreError) {
    for day in Set(before.keys).union(after.keys).sorted() where before[day] != after[day] {
      try write(after[day], to: register(day), in: &batch)
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

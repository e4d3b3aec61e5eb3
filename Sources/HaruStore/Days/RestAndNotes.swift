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

  /// The record by the settings: with their rest weekdays and free days, unless they leave these to the store,
  /// and from the day on with which they begin the history.
  ///
  /// - Returns: The record, and whether the settings say other rest weekdays or free days than before, so that
  ///   they have to be written with the day from which they hold (`take`, docs/store.md#free-weekdays).
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
    let news = try news(in: settings)
    if let news {
      let begin = try beginOfRules(today: today, startsAt: settings.dayStartsAt, at: now)
      if let weekdays = news.weekdays {
        record.rest.rules = RestRule.changed(record.rest.rules, to: weekdays, from: begin)
      }
      if let free = news.free {
        record.rest.change(
          free: FreeDays(free, weekBegins: settings.firstWeekday ?? .monday), from: begin)
      }
    }
    return (record.spendingFreeDays(before: today), news != nil)
  }

  /// The rest weekdays and free days of settings, as far as they are others than those that were taken last.
  ///
  /// What another machine has said since counts. `nil` if they are the same.
  private func news(
    in settings: Settings
  ) throws(StoreError) -> (weekdays: Set<Weekday>?, free: Int?)? {
    guard settings.restWeekdays != nil || settings.free != nil else { return nil }
    let machine = try thisMachine()
    let weekdays = settings.restWeekdays.flatMap { $0 == machine.weekdays ? nil : $0 }
    let free = settings.namedFreeDays == machine.free ? nil : settings.free
    return weekdays == nil && free == nil ? nil : (weekdays, free)
  }

  /// Writes the rest weekdays and free days of settings, as far as they are news, with the day from which they hold.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - today: The day from which they hold, unless the clock was set back since the last change.
  ///   - weekBegins: The first weekday of a week where the settings name none.
  ///   - provenance: When, where and how.
  /// - Throws: Errors of the file.
  public func take(
    _ settings: Settings, today: Day, weekBegins: Weekday, by provenance: Provenance
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let news = try news(in: settings) else { return }
      let begin = try beginOfRules(
        today: today, startsAt: settings.dayStartsAt, at: provenance.at)
      var batch = try newBatch(by: provenance)
      if let weekdays = news.weekdays { try write(weekdays, from: begin, in: &batch) }
      if news.free != nil {
        try writeFreeDays(of: settings, from: begin, weekBegins: weekBegins, in: &batch)
      }
    }
  }

  /// Makes as many days of a week free as settings say, even if they said so before: another machine may have changed
  /// it since.
  ///
  /// The parameters are those of `take`.
  public func setFreeDays(
    of settings: Settings, today: Day, weekBegins: Weekday, by provenance: Provenance
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let begin = try beginOfRules(
        today: today, startsAt: settings.dayStartsAt, at: provenance.at)
      var batch = try newBatch(by: provenance)
      try writeFreeDays(of: settings, from: begin, weekBegins: weekBegins, in: &batch)
    }
  }

  /// Makes days of a week free from a day on, as a button asks; days before are not changed.
  public func setFreeDays(
    _ free: FreeDays, from day: Day, by provenance: Provenance
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      var batch = try newBatch(by: provenance)
      try write(free, from: day, in: &batch)
    }
  }

  /// Makes as many days of a week free as settings say, from a day on; inside a transaction.
  private func writeFreeDays(
    of settings: Settings, from begin: Day, weekBegins: Weekday, in batch: inout NewBatch
  ) throws(StoreError) {
    guard let count = settings.free else { return }
    let free = FreeDays(count, weekBegins: settings.firstWeekday ?? weekBegins)
    try write(free, from: begin, in: &batch)
    try rewriteThisMachine { $0.free = settings.namedFreeDays }
  }

  /// Makes days of a week free from a day on; inside a transaction.
  private func write(
    _ free: FreeDays, from begin: Day, in batch: inout NewBatch
  ) throws(StoreError) {
    var rest = RestDays(freeFrom: try freeDays())
    rest.change(free: free, from: begin)
    try write(rest.freeFrom, in: &batch)
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
      var batch = try newBatch(by: provenance)
      try write(weekdays, from: begin, in: &batch)
    }
  }

  /// Makes exactly these weekdays rest days from a day on; inside a transaction.
  private func write(
    _ weekdays: Set<Weekday>, from begin: Day, in batch: inout NewBatch
  ) throws(StoreError) {
    let rules = RestRule.changed(try restRules(), to: weekdays, from: begin)
    try write(RestWeekdays(rules), in: &batch)
    try rewriteThisMachine { $0.weekdays = weekdays }
  }

  /// Forgets the rest weekdays and free days that the settings had, once they have none: the same ones are news
  /// later.
  public func forget(whatIsNotIn settings: Settings) throws(StoreError) {
    try changeThisMachine { machine in
      if settings.restWeekdays == nil { machine.weekdays = nil }
      if settings.free == nil { machine.free = nil }
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

  func restRules() throws(StoreError) -> [RestRule] { try restWeekdays().rules }

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

  private func texts(_ sql: String) throws(StoreError) -> [Day: String] {
    Dictionary(try database.rows(sql, [], textOfDay)) { first, _ in first }
  }
}

extension Settings {
  /// Free days as the settings name them; the locale's first weekday is not among it, because programs may run in
  /// several locales.
  fileprivate var namedFreeDays: String? {
    free.map { String($0) + (firstWeekday.map { ",\($0)" } ?? "") }
  }
}

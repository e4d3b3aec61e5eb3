public import HaruCore

/// What is said of days: free, or not; and what is noted of them.
extension Store {
  /// Everything that a streak is worked out from.
  public func record() throws(StoreError) -> Record {
    Record(days: try markedDays(), rest: try restDays())
  }

  /// The rest days.
  public func restDays() throws(StoreError) -> RestDays {
    RestDays(single: Set(try restReasons().keys), rules: try restRules())
  }

  /// The days declared free one by one, with the reasons given; a reason may be empty.
  public func restReasons() throws(StoreError) -> [Day: String] {
    try hasRest ? texts("SELECT day, reason FROM rest") : [:]
  }

  /// The notes on days.
  public func notes() throws(StoreError) -> [Day: String] {
    try hasRest ? texts("SELECT day, text FROM note") : [:]
  }

  /// Declares days free, for a reason that may be empty, or no longer; all of them, or none.
  ///
  /// With `nil` as the reason they no longer are. Where reasons are kept, days declared free before
  /// stay as they are.
  /// A day may lie ahead: a holiday is known before it begins.
  ///
  /// - Returns: The days that changed, in the order given.
  @discardableResult
  public func setRest(
    _ days: [Day], reason: String?, keepingReasons: Bool = false, by provenance: Provenance
  ) throws(StoreError) -> [Day] {
    try transaction { () throws(StoreError) in
      let batch = try nextBatch()
      let kept = keepingReasons ? try restReasons() : [:]
      var changed: [Day] = []
      for day in days where kept[day] == nil {
        if try say(reason, .rest, of: day, batch: batch, by: provenance) { changed.append(day) }
      }
      return changed
    }
  }

  /// Notes something on a day, in place of what was noted; with `nil`, nothing any more.
  ///
  /// - Returns: Whether that changed anything.
  @discardableResult
  public func setNote(
    _ text: String?, on day: Day, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      try say(text, .note, of: day, batch: try nextBatch(), by: provenance)
    }
  }

  /// The same, where the settings name some weekdays as free; `nil` for what they were.
  ///
  /// - Returns: The record as it then is, and whether it is news to the store, and so has to be
  ///   written down with the day from which it holds (`setRestWeekdays`).
  public func record(
    restingOn weekdays: Set<Weekday>?, today: Day
  ) throws(StoreError) -> (record: Record, isNews: Bool) {
    var record = try record()
    guard let weekdays else { return (record, false) }
    let rules = try changed(record.rest.rules, to: weekdays, today: today)
    let isNews = rules != record.rest.rules
    record.rest.rules = rules
    return (record, isNews)
  }

  /// Makes exactly some weekdays free from today on; days before stay what they were.
  public func setRestWeekdays(_ weekdays: Set<Weekday>, today: Day) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try write(try changed(try restRules(), to: weekdays, today: today))
    }
  }

  /// Today is never before the last day on which something was said: a clock that is wrong for an
  /// hour would else make days of the past free.
  private func changed(
    _ rules: [RestRule], to weekdays: Set<Weekday>, today: Day
  ) throws(StoreError) -> [RestRule] {
    let holding = rules.filter { $0.to == nil }
    if Set(holding.map(\.weekday)) == weekdays, holding.allSatisfy({ $0.from <= today }) {
      return rules
    }
    return RestRule.changed(rules, to: weekdays, from: max(today, try lastDaySaid() ?? today))
  }

  /// Puts rules in the place of those there are; inside a transaction.
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
    guard hasRest else { return [] }
    let row = try database.statement("SELECT * FROM rest_rule ORDER BY from_day, weekday")
    defer { row.reset() }
    var rules: [RestRule] = []
    while try row.step() {
      let to = row.day("to_day")
      guard let from = row.day("from_day"), to != nil || row.text("to_day") == nil,
        let weekday = row.count("weekday").flatMap(Weekday.init(rawValue:))
      else { throw .corrupt }
      rules.append(RestRule(weekday, from: from, to: to))
    }
    return rules
  }

  /// Says something else of a day; inside a transaction.
  ///
  /// - Returns: Whether it was something else.
  func say(
    _ text: String?, _ kind: Change.Kind, of day: Day, batch: Int64, by provenance: Provenance
  ) throws(StoreError) -> Bool {
    let before = try texts(
      kind == .rest
        ? "SELECT day, reason FROM rest WHERE day = ?" : "SELECT day, text FROM note WHERE day = ?",
      .text("\(day)"))[day]
    guard before != text else { return false }
    try make(Change(kind, day, from: before, to: text), batch: batch, by: provenance)
    return true
  }

  private func texts(_ sql: String, _ values: Value...) throws(StoreError) -> [Day: String] {
    let statement = try database.statement(sql, values)
    defer { statement.reset() }
    var texts: [Day: String] = [:]
    while try statement.step() {
      guard let day = Day(utf8: statement.bytes(0)), let text = statement.text(1) else {
        throw .corrupt
      }
      texts[day] = text
    }
    return texts
  }
}

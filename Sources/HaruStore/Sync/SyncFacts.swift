internal import HaruCore

/// Rest weekdays and watches, which the journal does not hold: what they are is compared with what the
/// lines say (docs/sync.md#rest-weekdays).
extension Store {
  /// The values that this machine has changed since it told the last lines.
  func untoldFacts() throws(StoreError) -> [(register: SyncRegister, value: String?)] {
    let (own, told) = (try presentFacts(), try toldFacts())
    return Set(own.keys).union(told.keys).sorted { $0.key < $1.key }
      .filter { own[$0] != told[$0] }.map { ($0, own[$0]) }
  }

  /// Gives facts the values that stand in their lines; inside a transaction.
  func applyFacts(
    _ registers: Set<SyncRegister>, at now: Instant, _ taken: inout SyncTaken
  ) throws(StoreError) {
    if registers.contains(where: { $0.kind == .weekdays }), try applyWeekdays() {
      taken.changes += 1
    }
    for register in registers where register.kind == .import { try applyImport(register) }
    for register in registers.sorted(by: { $0.key < $1.key }) where register.kind == .watch {
      guard let name = RepositoryName(register.key) else { continue }
      let told = try value(of: register).winner?.value.flatMap { SyncWatch($0) }
      if try apply(told, to: name, at: now) { taken.changes += 1 }
    }
  }

  /// Makes the rules those that the lines say; inside a transaction.
  ///
  /// - Returns: Whether that changed them.
  @discardableResult
  func applyWeekdays() throws(StoreError) -> Bool {
    var told = SyncWeekdays()
    for (register, value) in try toldFacts() {
      guard let day = Day(register.key), let set = SyncWeekdays.weekdays(value) else { continue }
      told.sets[day] = set
    }
    guard try restRules() != told.rules else { return false }
    try write(told.rules)
    return true
  }

  private func apply(
    _ told: SyncWatch?, to name: RepositoryName, at now: Instant
  ) throws(StoreError) -> Bool {
    let present = try watch(of: name)
    guard let told else {
      guard let present else { return false }
      try database.run("DELETE FROM watch WHERE id = ?", .integer(present.id))
      return true
    }
    guard let present else {
      try add(told.name, isQuiet: told.isQuiet, at: now)
      return true
    }
    guard present.isQuiet != told.isQuiet else { return false }
    try database.run(
      "UPDATE watch SET is_quiet = ? WHERE id = ?", Value(told.isQuiet), .integer(present.id))
    return true
  }

  private func presentFacts() throws(StoreError) -> [SyncRegister: String] {
    var facts: [SyncRegister: String] = [:]
    for (day, weekdays) in SyncWeekdays(try restRules()).sets {
      facts[SyncRegister(weekdaysFrom: day)] = SyncWeekdays.text(weekdays)
    }
    for watch in try watches() {
      facts[SyncRegister(watch.name)] = SyncWatch(watch.name, isQuiet: watch.isQuiet).text
    }
    return facts
  }

  /// What stands in the lines, without what was cleared.
  private func toldFacts() throws(StoreError) -> [SyncRegister: String] {
    let lines = try database.rows(
      "SELECT line FROM sync_line WHERE kind IN ('weekdays', 'watch')", [], syncLine)
    let registers = Dictionary(grouping: lines.compactMap(\.self), by: \.register)
    return registers.compactMapValues { SyncValue(of: $0).winner?.value }
  }
}

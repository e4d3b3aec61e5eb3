public import HaruCore
internal import HaruLog

/// Imported days.
extension Store {
  /// What an import would change; nothing is written.
  ///
  /// - Parameters:
  ///   - found: The days of a file.
  ///   - isOfSource: Whether the file becomes a source, which brings back no day that was cleared last.
  ///   - today: Today.
  /// - Returns: The changes.
  /// - Throws: Errors of the file.
  public func preview(
    _ found: Import.Found, isOfSource: Bool = false, today: Day
  ) throws(StoreError) -> Import.Changes {
    var known = try hasOutgrown(found) ? knownAll(of: found) : known(to: found.sourceID)
    known.today = today
    if isOfSource { known.imported[.study, default: []].formUnion(try clearedDays()) }
    return Import.Changes(of: found, by: known)
  }

  /// Imports the days of a file: all or none.
  ///
  /// Entries in the store win over the file, and so do corrections since an earlier import from the same
  /// source, so that importing again changes nothing.
  ///
  /// - Returns: What changed.
  /// - Throws: `StoreError.future` for a studied day after today; `StoreError.busy` if another process has
  ///   imported from the same source since the file was read; other errors of the file.
  public func addDays(
    of found: Import.Found, isOfSource: Bool = false, today: Day, by provenance: Provenance
  ) throws(StoreError) -> Import.Changes {
    try transaction { () throws(StoreError) in
      guard try areZonesKnown(of: found) else { throw .busy }
      let changes = try preview(found, isOfSource: isOfSource, today: today)
      if let contents = changes.adopted {
        try insert(contents)
        return changes
      }
      if try hasOutgrown(found) { return changes }
      var batch = try newBatch(by: provenance)
      for day in changes.marked {
        guard day <= today else { throw .future(day) }
        try apply(.study(day, true), in: &batch)
      }
      for day in changes.rested {
        try apply(DayChange(.rest, day, from: nil, to: found.rest[day]), in: &batch)
      }
      for day in changes.noted {
        try apply(DayChange(.note, day, from: nil, to: found.notes[day]), in: &batch)
      }
      try remember(found.without(changes.longAgo), in: &batch)
      return changes
    }
  }

  /// Whether the zones of a source are still those in which a file was read; inside a transaction.
  func areZonesKnown(of found: Import.Found) throws(StoreError) -> Bool {
    guard let known = found.knownZones else { return true }
    return try sourceZones()[found.sourceID] ?? [] == known
  }

  /// Records the days of a source; inside a transaction.
  ///
  /// Days that were in the store already are among them: undoing the batch forgets the whole import, and
  /// redoing it knows them again.
  func remember(_ found: Import.Found, in batch: inout NewBatch) throws(StoreError) {
    for (kind, days) in Store.days(in: found) {
      let key = Store.key(kind, found.sourceID)
      guard let register = Register(.import, key) else { continue }
      try add(days.subtracting(try importedDays(key)), to: register, in: &batch)
    }
    guard let register = Register(.zone, found.sourceID) else { return }
    for zone in found.newZones where zone.isStorable {
      try write(zone.description, to: register, in: &batch, replacing: [])
    }
  }

  /// Adds days to those of a source; inside a transaction.
  func add(
    _ days: Set<Day>, to register: Register, in batch: inout NewBatch
  ) throws(StoreError) {
    var known = try value(of: register)
    for text in ImportedDays.texts(days) {
      known.add(try insert(text, into: register, over: known, replacing: [], in: &batch))
    }
    try recount(known, in: register)
  }

  /// The days in a file, by kind.
  private static func days(
    in found: Import.Found
  ) -> KeyValuePairs<DayChange.Kind, Set<Day>> {
    [.study: found.studied, .rest: Set(found.rest.keys), .note: Set(found.notes.keys)]
  }

  /// Whether this store continues the contents of a file: each entry of the journal of the file is in its
  /// own, so that nothing in the file is new, whatever was corrected since.
  private func hasOutgrown(_ found: Import.Found) throws(StoreError) -> Bool {
    guard let lines = found.contents?.journal, !lines.isEmpty else { return false }
    let known = Set(try journal(of: .earliest ... .latest).map(\.withoutNumbers))
    return lines.allSatisfy { known.contains($0.withoutNumbers) }
  }

  /// What the store knows, as if the source had brought all its days before.
  private func knownAll(of found: Import.Found) throws(StoreError) -> Import.Known {
    var known = try known(to: found.sourceID)
    for (kind, days) in Store.days(in: found) { known.imported[kind] = days }
    return known
  }

  private func known(to sourceID: String) throws(StoreError) -> Import.Known {
    var known = Import.Known(
      marked: Set(try markedDays()), rest: try restDays(), notes: try notes(),
      isNew: try isNew())
    for kind in DayChange.Kind.allCases {
      known.imported[kind] = try importedDays(Store.key(kind, sourceID))
    }
    return known
  }

  /// The days that are recorded under a name, by imports that are not undone.
  func importedDays(_ key: String) throws(StoreError) -> Set<Day> {
    guard let register = Register(.import, key) else { return [] }
    return try value(of: register).importedDays
  }

  /// The zones in which the instants of each source are read, in the order in which they are asked.
  ///
  /// Of a source that an earlier version has imported, they are those of its entries.
  public func sourceZones() throws(StoreError) -> [String: [SourceZone]] {
    var zones: [String: [SourceZone]] = [:]
    for (register, value) in try values(of: .zone) {
      let told = value.sourceZones
      if !told.isEmpty { zones[register.key] = told }
    }
    return zones.merging(try zonesOfEntries()) { told, _ in told }
  }

  /// When and in which zone the days of each source were imported, by the entries that tell the days.
  private func zonesOfEntries() throws(StoreError) -> [String: [SourceZone]] {
    var zones: [String: Set<SourceZone>] = [:]
    for (register, value) in try values(of: .import) {
      let source = Store.sourceID(register.key)
      for entry in value.standing
      where entry.value != nil && entry.provenance.source == .import {
        zones[source, default: []].insert(
          SourceZone(until: entry.provenance.at, startsAt: nil, zone: entry.provenance.zone))
      }
    }
    return zones.mapValues { $0.sorted() }
  }

  /// The source of the days that are recorded under a name.
  private static func sourceID(_ key: String) -> String {
    for kind in [DayChange.Kind.rest, .note] where key.hasSuffix("#\(kind.rawValue)") {
      return String(key.dropLast(kind.rawValue.count + 1))
    }
    return key
  }

  /// The name under which the days of a kind are recorded: marks under the name of the source.
  private static func key(_ kind: DayChange.Kind, _ sourceID: String) -> String {
    kind == .study ? sourceID : "\(sourceID)#\(kind.rawValue)"
  }
}

extension JournalEntry {
  /// The same in a batch without a number: another store may count its batches otherwise.
  fileprivate var withoutNumbers: JournalEntry {
    JournalEntry(batch: 0, undoes: nil, change: change, provenance: provenance)
  }
}

public import HaruCore
internal import HaruLog

/// Days that sources have marked (docs/sources.md).
extension Store {
  /// Marks days that a source calls studied, unless something was ever said of their marks; all or none.
  ///
  /// - Parameters:
  ///   - days: The days, with the words of the source.
  ///   - source: Its name.
  ///   - file: What was read of a file, which is remembered as that of an import is.
  ///   - provenance: When and where.
  /// - Returns: The days that changed; `nil` if something else has told the zones of the file since it was read, so
  ///   that it has to be read again.
  /// - Throws: Errors of the file.
  public func mark(
    _ days: [Day: String], saidBy source: String, of file: Import.Found?,
    by provenance: Provenance
  ) throws(StoreError) -> [Day]? {
    try transaction { () throws(StoreError) in
      if let file, try !areZonesKnown(of: file) { return nil }
      var (marked, batch) = ([Day](), try newBatch(by: provenance))
      for day in try newDays(among: Set(days.keys), saidBy: source).sorted() {
        if try !isStudied(day) {
          try apply(.study(day, true), in: &batch)
          marked.append(day)
        }
        guard let register = SourceReason(source, days[day] ?? "").register else { continue }
        try add([day], to: register, in: &batch)
      }
      // With the marks of these days alone; apart, because an undo takes back the marks, and not how rows are read.
      if var file {
        file.studied.formIntersection(days.keys)
        (file.rest, file.notes) = ([:], [:])
        var reading = try newBatch(by: provenance)
        try remember(file, in: &reading)
      }
      return marked
    }
  }

  /// The days of which a source has said nothing before, without those whose marks were cleared.
  public func newDays(
    among days: Set<Day>, saidBy source: String
  ) throws(StoreError) -> Set<Day> {
    try days.subtracting(daysTold(by: source)).subtracting(cleared(among: days))
  }

  /// The days whose marks were cleared.
  public func cleared(among days: Set<Day>) throws(StoreError) -> Set<Day> {
    var cleared: Set<Day> = []
    for day in days {
      let mark = try value(of: Register(.study, day))
      if mark.winner != nil, mark.said == nil { cleared.insert(day) }
    }
    return cleared
  }

  /// The days of which a source has said something, here or on another machine.
  private func daysTold(by source: String) throws(StoreError) -> Set<Day> {
    Set(try entriesOfSources(SourceReason.keys(of: source)).reasons.keys)
  }

  /// The days whose marks were cleared last, but for those of an import that was undone.
  func clearedDays() throws(StoreError) -> Set<Day> {
    let (reasons, imports) = (try reasons(), try names(where: "source = 'import'"))
    let undone = Set(imports).subtracting(reasons.keys)
    let cleared = try values(of: .study).values.compactMap { mark -> Day? in
      guard let clear = mark.winner, clear.value == nil else { return nil }
      return clear.undoes.map(undone.contains) == true ? nil : Day(clear.register.key)
    }
    return Set(cleared)
  }

  /// What sources have said of days in some time, by the batch in which they said it.
  func reasons(
    during time: ClosedRange<Instant> = always
  ) throws(StoreError) -> [EntryName: [Day: SourceReason]] {
    Dictionary(grouping: try entriesOfSources(SourceReason.keys(), during: time), by: \.batch)
      .mapValues(\.reasons)
  }

  private func entriesOfSources(
    _ keys: Range<String>, during time: ClosedRange<Instant> = always
  ) throws(StoreError) -> [LogEntry] {
    try database.rows(
      """
      SELECT * FROM entry WHERE kind = 'import' AND key >= ? AND key < ? AND at BETWEEN ? AND ? ORDER BY id
      """,
      [
        .text(keys.lowerBound), .text(keys.upperBound), .integer(time.lowerBound.seconds),
        .integer(time.upperBound.seconds),
      ], LogEntry.init)
  }

  static let always = Instant(.min)...Instant(.max)
}

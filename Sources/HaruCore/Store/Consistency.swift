extension Contents {
  /// Whether the contents are consistent: without duplicates, with a valid journal in order whose last
  /// entry about each day agrees with the tables.
  ///
  /// The contents of a file are checked before any of them is written.
  public var isConsistent: Bool {
    hasNoDoubles && restRules.allSatisfy { $0.from <= $0.to ?? .latest } && isJournalInOrder
      && journal.allSatisfy(\.change.isValid) && areImportsJournaled && canKeepTexts
      && provenances.allSatisfy(\.isStorable)
      && lastValues == values
  }

  private var hasNoDoubles: Bool {
    // Whenever they end.
    let starts = restRules.map { RestRule($0.weekday, from: $0.from) }
    let sources = importedDays.map { Array("\($0.day) \($0.source)".utf8) }
    return Set(marks.map(\.day)).count == marks.count && Set(starts).count == starts.count
      && Set(sources).count == sources.count
  }

  private var isJournalInOrder: Bool {
    zip(journal, journal.dropFirst()).allSatisfy { $0.batch <= $1.batch }
      && journal.allSatisfy { line in
        StoredBounds.importedBatches.contains(line.batch)
          && line.undoes.map { (1..<line.batch).contains($0) } != false
      }
  }

  /// Whether each import that can be undone is in the journal.
  private var areImportsJournaled: Bool {
    let batches = Set(journal.map(\.batch))
    return importedDays.compactMap(\.batch).allSatisfy(batches.contains)
  }

  private var provenances: [Provenance] { marks.map(\.provenance) + journal.map(\.provenance) }

  /// Whether a store can hold every text.
  private var canKeepTexts: Bool {
    let texts = [importedDays.map(\.source), Array(rest.values), Array(notes.values)].joined()
    return texts.allSatisfy(StoredBounds.holds)
  }

  // MARK: The journal and the tables

  private struct Subject: Hashable {
    let kind: DayChange.Kind
    let day: Day
  }

  /// Values as bytes, as SQLite compares them.
  private typealias Values = [Subject: [UInt8]]

  private var values: Values {
    var values: Values = [:]
    for mark in marks {
      values[Subject(kind: .study, day: mark.day)] = Array(DayChange.studied.utf8)
    }
    for (day, reason) in rest { values[Subject(kind: .rest, day: day)] = Array(reason.utf8) }
    for (day, text) in notes { values[Subject(kind: .note, day: day)] = Array(text.utf8) }
    return values
  }

  private var lastValues: Values {
    var values: Values = [:]
    for change in journal.map(\.change) {
      values[Subject(kind: change.kind, day: change.day)] = change.after.map { Array($0.utf8) }
    }
    return values
  }
}

extension DayChange {
  /// Whether its values are valid for its kind.
  public var isValid: Bool {
    [before, after].compactMap(\.self).allSatisfy { text in
      switch kind {
      case .study: text == DayChange.studied
      case .rest: StoredBounds.holds(text)
      case .note: !text.isEmpty && StoredBounds.holds(text)
      }
    }
  }
}

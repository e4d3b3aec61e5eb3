extension Contents {
  /// Whether a store can know this: nothing is said twice, the journal is in order, and its last
  /// word on each day is what is said of that day.
  ///
  /// What came from a file is asked this before any of it is written.
  public var isConsistent: Bool {
    hasNoDoubles && restRules.allSatisfy { $0.from <= $0.to ?? .latest } && isJournalInOrder
      && journal.allSatisfy(\.isValid) && areImportsJournaled && canKeepTexts && lastWords == said
  }

  /// Numbers beyond this are exact neither in every reader of JSON nor far from having no next one.
  private static let lastBatch: Int64 = 1 << 53

  private var hasNoDoubles: Bool {
    struct Start: Hashable {
      let weekday: Weekday
      let from: Day
    }
    let starts = restRules.map { Start(weekday: $0.weekday, from: $0.from) }
    let sources = importedDays.map { Array("\($0.day) \($0.source)".utf8) }
    return Set(marks.map(\.day)).count == marks.count && Set(starts).count == starts.count
      && Set(sources).count == sources.count
      && Set(watches.map(\.name)).count == watches.count
  }

  private var isJournalInOrder: Bool {
    zip(journal, journal.dropFirst()).allSatisfy { $0.batch <= $1.batch }
      && journal.allSatisfy { line in
        (1...Contents.lastBatch).contains(line.batch)
          && line.undoes.map { (1..<line.batch).contains($0) } != false
      }
  }

  /// Whether each import that can be taken back is in the journal.
  private var areImportsJournaled: Bool {
    let batches = Set(journal.map(\.batch))
    return importedDays.compactMap(\.batch).allSatisfy(batches.contains)
  }

  /// Whether no text holds a zero, at which SQLite would end it.
  private var canKeepTexts: Bool {
    let zones = marks.map(\.provenance.zone) + journal.map(\.provenance.zone)
    let texts = [zones, importedDays.map(\.source), Array(rest.values), Array(notes.values)]
      .joined()
    return !texts.contains { $0.utf8.contains(0) }
  }

  // MARK: What is said of a day

  private struct Subject: Hashable {
    let kind: Change.Kind
    let day: Day
  }

  /// Texts byte by byte, as SQLite compares them.
  private typealias Words = [Subject: [UInt8]]

  private var said: Words {
    var words: Words = [:]
    for mark in marks { words[Subject(kind: .study, day: mark.day)] = Array(Change.studied.utf8) }
    for (day, reason) in rest { words[Subject(kind: .rest, day: day)] = Array(reason.utf8) }
    for (day, text) in notes { words[Subject(kind: .note, day: day)] = Array(text.utf8) }
    return words
  }

  private var lastWords: Words {
    var words: Words = [:]
    for change in journal.map(\.change) {
      words[Subject(kind: change.kind, day: change.day)] = change.after.map { Array($0.utf8) }
    }
    return words
  }
}

extension JournalEntry {
  /// Whether a change of its kind can say this.
  fileprivate var isValid: Bool {
    [change.before, change.after].compactMap(\.self).allSatisfy { text in
      switch change.kind {
      case .study: text == Change.studied
      case .rest: !text.utf8.contains(0)
      case .note: !text.isEmpty && !text.utf8.contains(0)
      }
    }
  }
}

import HaruCore
import HaruLog
import Support
import Testing

/// What versions up to 0.3 have kept, as entries (docs/sync.md#version-03).
struct FormerLogTests {
  private func line(
    _ device: String, _ number: Int64, seen: [String: Int64] = [:], clock: Int64? = nil,
    batch: Int64? = nil, undoes: Int64? = nil, kind: FormerRegister.Kind = .study,
    key: String = "2026-11-22", _ value: String?, at: Int64
  ) throws -> FormerLine {
    FormerLine(
      device: device, number: number, seen: seen, clock: clock ?? at, batch: batch ?? number,
      undoes: undoes, register: try #require(FormerRegister(kind, key)), value: value,
      provenance: said(at: at))
  }

  private func log(_ lines: FormerLine...) -> FormerLog {
    var log = FormerLog()
    log.add(lines)
    return log
  }

  private func value(of log: FormerLog, _ kind: Register.Kind, _ key: String) throws
    -> RegisterValue
  {
    log.value(of: try #require(Register(kind, key)))
  }

  // MARK: Lines

  @Test func aLineBecomesAnEntryThatSaysTheSame() throws {
    let line = try line("desk-1a2b3c4d", 1, "studied", at: 10)
    let entry = try #require(log(line).entry(of: line))
    #expect(entry.register == Register(.study, date("2026-11-22")))
    #expect((entry.value, entry.machine) == ("studied", "desk-1a2b3c4d"))
    #expect(entry.provenance == line.provenance && entry.replaces == [])
  }

  @Test func whatItsWriterKnewIsReplaced() throws {
    let studied = try line("a", 1, "studied", at: 10)
    let cleared = try line("b", 1, seen: ["a": 1], clock: 11, nil, at: 5)
    let log = log(cleared, studied)
    #expect(log.entry(of: cleared)?.replaces == [try #require(log.entry(of: studied)).name])
  }

  @Test func whatWasSaidApartStaysApart() throws {
    let studied = try line("a", 1, "studied", at: 10)
    let cleared = try line("b", 1, nil, at: 20)
    let value = try value(of: log(studied, cleared), .study, "2026-11-22")
    #expect(value.standing.count == 2)
    #expect(value.winner?.value == "studied")
  }

  @Test func aBatchAndItsUndoStayTogether() throws {
    let first = try line("a", 1, "studied", at: 10)
    let second = try line("a", 2, clock: 10, batch: 1, kind: .note, "word", at: 10)
    let undo = try line("a", 3, undoes: 1, nil, at: 20)
    let log = log(undo, second, first)
    let name = try #require(log.entry(of: first)).name
    #expect(log.entry(of: second)?.batch == name)
    #expect(log.entry(of: undo)?.undoes == name)
  }

  /// Two copies of one machine have gone on with the same numbers.
  @Test func twoLinesOfOneNumberAreTwoEntries() throws {
    let one = try line("a", 1, kind: .note, "one", at: 10)
    let other = try line("a", 1, kind: .note, "other", at: 11)
    #expect(try value(of: log(one, other), .note, "2026-11-22").standing.count == 2)
  }

  @Test func thatAMachineWasGivenUpSaysNothingAnyMore() throws {
    let forgotten = try line("a", 1, kind: .machine, key: "desk-1a2b3c4d", "forgotten", at: 10)
    let log = log(forgotten, try line("a", 2, "studied", at: 11))
    #expect(log.entry(of: forgotten) == nil && log.entries.count == 1)
  }

  @Test func importedDaysAddUpUntilTheyAreTakenBack() throws {
    let first = try line("a", 1, kind: .import, key: "csv", "2026-11-20", at: 10)
    let second = try line("a", 2, kind: .import, key: "csv", "2026-11-21", at: 11)
    let apart = try line("b", 1, kind: .import, key: "csv", "2026-11-19", at: 12)
    let all = try value(of: log(first, second, apart), .import, "csv")
    #expect(ImportedDays.days(of: all) == Set(days("2026-11-19", "2026-11-21")))
    let undone = try line("a", 3, kind: .import, key: "csv", nil, at: 13)
    let left = try value(of: log(first, second, apart, undone), .import, "csv")
    #expect(ImportedDays.days(of: left) == [date("2026-11-19")])
  }

  /// What happened on three machines, which read each other now and then.
  private func randomHistory(_ random: inout Seeded) throws -> Set<FormerLine> {
    var machines = (0..<3).map { _ in [FormerLine]() }
    for step in 0..<30 {
      let index = Int.random(in: 0..<3, using: &random)
      if Bool.random(using: &random) {
        let other = machines[Int.random(in: 0..<3, using: &random)]
        machines[index] = Array(Set(machines[index] + other))
        continue
      }
      let (name, known) = ("m\(index)", machines[index])
      let numbers = Dictionary(grouping: known, by: \.device).mapValues { lines in
        lines.map(\.number).max() ?? 0
      }
      let values = ["studied", nil]
      let new = try line(
        name, (numbers[name] ?? 0) + 1, seen: numbers.filter { $0.key != name },
        clock: min((known.map(\.clock).max() ?? 0) + 1, 4),
        key: FormerLogTests.keys.randomElement(using: &random) ?? "",
        values[Int.random(in: 0...1, using: &random)],
        at: .random(in: 0...9, using: &random) * 1000 + Int64(step))
      machines[index].append(new)
    }
    return Set(machines.flatMap(\.self))
  }

  private static let keys = ["2026-11-20", "2026-11-21"]

  /// Whatever happened: what nobody who knew it has replaced stands.
  @Test func ofRandomHistoriesTheSameCounts() throws {
    var random = Seeded(27)
    for round in 0..<300 {
      let lines = try randomHistory(&random)
      var log = FormerLog()
      log.add(lines.shuffled(using: &random))
      for key in FormerLogTests.keys {
        let said = lines.filter { $0.register.key == key }
        let standing = said.filter { line in !said.contains { $0.knows(line) } }
        let value = try value(of: log, .study, key)
        try #require(Set(value.standing) == Set(standing.compactMap(log.entry(of:))), "\(round)")
      }
    }
  }

  /// A carrier brings one directory before the other, and a part of each.
  @Test func ofAPartOfTheLinesThereArePartsOfTheEntries() throws {
    var random = Seeded(28)
    for round in 0..<300 {
      let lines = try randomHistory(&random)
      var all = FormerLog()
      all.add(FormerLines(of: lines).complete)
      try #require(all.entries.count == lines.count)
      let lengths = (0..<3).map { _ in Int64.random(in: 0...8, using: &random) }
      let part = FormerLines(
        of: lines.filter { $0.number <= lengths[Int($0.device.dropFirst()) ?? 0] })
      var log = FormerLog()
      log.add(part.complete)
      try #require(Set(log.entries).isSubset(of: all.entries), "round \(round)")
    }
  }

  @Test func theOrderOfLinesChangesNothing() throws {
    let lines = [
      try line("a", 1, "studied", at: 10), try line("b", 1, seen: ["a": 1], nil, at: 20),
      try line("a", 2, kind: .note, "word", at: 15), try line("c", 1, "studied", at: 5),
    ]
    var logs: [Set<LogEntry>] = []
    for order in [lines, lines.reversed(), [lines[2], lines[0], lines[3], lines[1]]] {
      var log = FormerLog()
      log.add(order)
      logs.append(Set(log.entries))
    }
    #expect(logs[0].count == 4 && Set(logs).count == 1)
  }

  // MARK: A journal

  private func entry(
    _ batch: Int64, undoes: Int64? = nil, _ change: DayChange, at: Int64
  ) -> JournalEntry {
    JournalEntry(batch: batch, undoes: undoes, change: change, provenance: said(at: at))
  }

  @Test func aJournalComesBack() {
    let day = date("2026-11-22")
    let journal = [
      entry(1, .study(day, true), at: 10), entry(1, .study(date("2026-11-21"), true), at: 10),
      entry(2, DayChange(.note, day, from: nil, to: "word"), at: 20),
      entry(3, undoes: 2, DayChange(.note, day, from: "word", to: nil), at: 30),
    ]
    var log = FormerLog()
    log.add(journal)
    let shared = SharedJournal(of: log.entries).lines
    // Within a batch the days are in their order.
    #expect(Set(shared) == Set(journal) && shared.map(\.batch) == journal.map(\.batch))
  }

  /// A clock that was wrong does not change what came after what.
  @Test func aJournalKeepsItsOrder() {
    let day = date("2026-11-22")
    let journal = [
      entry(1, .study(day, true), at: 1000), entry(2, .study(day, false), at: 10),
      entry(3, .study(day, true), at: 500),
    ]
    var log = FormerLog()
    log.add(journal)
    #expect(SharedJournal(of: log.entries.reversed()).lines == journal)
  }

  @Test func anUndoWithoutAChangeIsKept() {
    let day = date("2026-11-22")
    var log = FormerLog()
    log.add([
      entry(1, .study(day, true), at: 10),
      entry(2, undoes: 1, DayChange(.study, day, from: nil, to: nil), at: 20),
    ])
    #expect(log.entries.map(\.register.kind) == [.study, .undo])
    #expect(log.entries.last?.undoes == log.entries.first?.name)
  }

  // MARK: What was kept besides

  @Test func rulesAreToldOnce() {
    let rules = [
      RestRule(.saturday, from: date("2026-11-02"), to: date("2026-11-15")),
      RestRule(.sunday, from: date("2026-11-02")),
    ]
    var log = FormerLog()
    for _ in 0..<2 { log.add(rules) }
    var told = RestWeekdays()
    for entry in log.entries {
      told.sets[date(entry.register.key)] = entry.value.flatMap(RestWeekdays.weekdays)
    }
    #expect(told == RestWeekdays(rules) && log.entries.count == 2)
  }

  @Test func daysOfAnImportThatWasUndoneAreNotTold() throws {
    let day = date("2026-11-22")
    var log = FormerLog()
    log.add([
      entry(1, .study(day, true), at: 10), entry(2, undoes: 1, .study(day, false), at: 20),
      entry(3, .study(date("2026-11-21"), true), at: 30),
    ])
    for _ in 0..<2 {
      log.add([
        Contents.ImportedDay(source: "csv", day: day, batch: 1),
        Contents.ImportedDay(source: "csv", day: date("2026-11-21"), batch: 3),
      ])
    }
    let known = try value(of: log, .import, "csv")
    #expect(ImportedDays.days(of: known) == [date("2026-11-21")] && known.standing.count == 1)
  }

  /// On which machine it was made, a day decides by itself.
  @Test func theSameFromTwoPlacesIsTheSame() {
    let journal = [entry(1, .study(date("2026-11-22"), true), at: 10)]
    var logs = [FormerLog(), FormerLog()]
    for index in logs.indices { logs[index].add(journal) }
    #expect(logs[0].entries == logs[1].entries)
  }
}

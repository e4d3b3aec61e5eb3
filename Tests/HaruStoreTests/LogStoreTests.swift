import Foundation
import HaruCore
import HaruLog
import HaruStore
import Support
import Testing

/// Stores that exchange entries (docs/sync.md).
struct LogStoreTests {
  private let desk: Machine
  private let lap: Machine

  init() throws {
    (desk, lap) = (try Machine("desk"), try Machine("lap"))
  }

  @Test func whatOneMarksTheOtherHas() throws {
    try desk.store.set("2026-11-19", "2026-11-20")
    try desk.store.setNote("good", on: date("2026-11-19"), by: StoreBench.provenance)
    #expect(try desk.store.countOfWaitingEntries() == 3)
    try lap.take(desk)
    #expect(try desk.store.countOfWaitingEntries() == 0)
    #expect(try lap.store.marks() == ["2026-11-20", "2026-11-19"])
    #expect(try lap.store.notes() == [date("2026-11-19"): "good"])
    try lap.store.set("2026-11-20", studied: false)
    try desk.take(lap)
    #expect(try desk.store.marks() == ["2026-11-19"])
    #expect(try desk.store.contents() == lap.store.contents())
    #expect(try desk.store.problems().isEmpty && lap.store.problems().isEmpty)
  }

  @Test func bothKeepWhatTheyHadBefore() throws {
    let (desk, lap) = (try Machine("desk", isOn: false), try Machine("lap", isOn: false))
    try desk.store.set("2026-11-18", "2026-11-19")
    try desk.store.set("2026-11-19", studied: false)
    try lap.store.set("2026-11-19", "2026-11-20")
    try desk.turnOn()
    try lap.turnOn()
    #expect(try lap.take(desk).changes == 1)
    #expect(try desk.take(lap).changes == 2)
    #expect(try desk.store.marks() == ["2026-11-20", "2026-11-19", "2026-11-18"])
    #expect(try desk.store.contents() == lap.store.contents())
  }

  @Test func undosHideNothingInTheListOfChanges() throws {
    try desk.store.set("2026-11-18")
    for _ in 1...3 {
      try desk.store.undo()
      try desk.store.redo()
    }
    let batches = try desk.store.batches(limit: 1)
    #expect(batches.count == 7 && batches.last?.number == 1)
    // What was taken back hides nothing either.
    for _ in 1...3 {
      try desk.store.set("2026-11-19")
      try desk.store.undo()
    }
    #expect(try desk.store.batches(limit: 1).last?.number == 1)
    try desk.store.undo()
    #expect(try desk.store.batches(limit: 2).count == 2)
  }

  @Test func undoTakesBackOnlyOwnChanges() throws {
    try desk.store.set("2026-11-18")
    try lap.store.set("2026-11-19")
    try desk.take(lap)
    #expect(try desk.store.batches(limit: 9).count == 1)
    #expect(try desk.store.undo() == [.study(date("2026-11-18"), false)])
    #expect(try desk.store.undo() == [])
    #expect(try desk.store.marks() == ["2026-11-19"])
    #expect(try desk.store.redo() == [.study(date("2026-11-18"), true)])
    // What the other has cleared since is not cleared again, and can be neither undone twice.
    try lap.take(desk)
    try lap.store.set("2026-11-18", studied: false)
    try desk.take(lap)
    #expect(try desk.store.undo() == [])
    #expect(try desk.store.undo() == [])
    #expect(try desk.store.problems().isEmpty)
    try lap.take(desk)
    #expect(try desk.store.contents() == lap.store.contents())
  }

  /// An undo left alone what another machine had changed; its redo says nothing of that either.
  @Test func theRedoOfAnUndoWithoutEffectHasNone() throws {
    try desk.store.set("2026-11-18")
    try lap.take(desk)
    try lap.store.set("2026-11-18", studied: false)
    try desk.take(lap)
    try desk.store.set("2026-11-18")
    try lap.take(desk)
    let later = Provenance(at: Instant(5000), utcOffset: 0, zone: "UTC", source: .command)
    #expect(try lap.store.undo(by: later) == [[]])
    #expect(try lap.store.redo(by: later) == [[]])
    try desk.take(lap)
    #expect(try desk.store.contents() == lap.store.contents())
  }

  /// Two say the same apart, and one takes it back: the word of the other stays.
  @Test func anUndoLeavesTheWordOfAnotherMachine() throws {
    for machine in [desk, lap] { try machine.store.set("2026-11-18") }
    try lap.take(desk)
    try desk.take(lap)
    let undone = try desk.store.undo()
    #expect(undone.count == 1 && undone.allSatisfy { $0.before == $0.after })
    try lap.take(desk)
    for machine in [desk, lap] { #expect(try machine.store.marks() == ["2026-11-18"]) }
    #expect(try desk.store.contents() == lap.store.contents())
    // Both words are taken back, each where it was said.
    try lap.store.undo()
    try desk.take(lap)
    for machine in [desk, lap] { #expect(try machine.store.marks() == []) }
  }

  @Test func anUndoLeavesWhatAnotherMachineHasWrittenSince() throws {
    let day = date("2026-11-18")
    try desk.store.setNote("mine", on: day, by: StoreBench.provenance)
    try lap.take(desk)
    try lap.store.setNote("theirs", on: day, by: StoreBench.provenance)
    try desk.take(lap)
    #expect(try desk.store.undo() == [])
    #expect(try desk.store.notes() == [day: "theirs"])
  }

  /// What was said before is replaced, in whatever order it comes.
  @Test func entriesMayComeInAnyOrder() throws {
    var random = Seeded(4)
    for step in 0..<12 {
      try desk.store.set("2026-11-1\(step % 4)", studied: step % 3 != 1)
    }
    let entries = try desk.entries()
    for _ in 0..<10 {
      let lap = try Machine("lap")
      for entry in entries.shuffled(using: &random) { _ = try lap.store.merge([entry]) }
      #expect(try lap.store.contents() == desk.store.contents())
      #expect(try lap.store.digest() == desk.store.digest())
      #expect(try lap.store.problems().isEmpty)
    }
  }

  @Test func whatIsKnownAlreadyChangesNothing() throws {
    try desk.store.set("2026-11-17", "2026-11-18")
    #expect(try lap.take(desk).entries == 2)
    let dump = try lap.bench.rows("SELECT * FROM entry; SELECT * FROM mark")
    #expect(try lap.take(desk) == MergeCounts())
    #expect(try lap.store.merge(try desk.entries()) == MergeCounts())
    #expect(try lap.bench.rows("SELECT * FROM entry; SELECT * FROM mark") == dump)
  }

  /// Entries are taken in short transactions: what one of them changes and a later one changes back is as before.
  @Test func whatIsAsBeforeIsNoChange() throws {
    for studied in [true, false, true, false] {
      try desk.store.set("2026-11-17", studied: studied)
      _ = try desk.texts()
    }
    try desk.store.set("2026-11-18")
    let arrived = try lap.take(desk)
    #expect(arrived.entries == 5 && arrived.changes == 1)
  }

  @Test func whatWasSaidApartIsTold() throws {
    let day = date("2026-11-17")
    try desk.store.setNote("one", on: day, by: StoreBench.provenance)
    try lap.store.setNote("two", on: day, by: StoreBench.provenance)
    try lap.take(desk)
    #expect(Set(try lap.store.concurrentEntries(of: day).map(\.entry.value)) == ["one", "two"])
    #expect(try lap.store.history(of: day...day).compactMap(\.maker) == ["desk"])
    try lap.store.setNote("both", on: day, by: StoreBench.provenance)
    #expect(try lap.store.concurrentEntries(of: day).isEmpty)
  }

  @Test func machinesAreKnownByWhatTheyHaveSaid() throws {
    try desk.store.set("2026-11-17", "2026-11-18")
    try lap.store.set("2026-11-19")
    try lap.take(desk)
    let machines = try lap.store.machines()
    #expect(machines.map(\.name) == ["desk", "lap"] && machines.map(\.count) == [2, 1])
    #expect(machines.map(\.last) == [StoreBench.provenance.at, StoreBench.provenance.at])
  }

  @Test func restWeekdaysAreThoseThatWereSaidLast() throws {
    let (today, monday) = (StoreBench.today, date("2026-11-23"))
    try desk.store.setRestRules(
      [.weekdays([.saturday, .sunday])], today: date("2026-11-02"), by: StoreBench.provenance)
    try lap.take(desk)
    let rules = try desk.store.restDays().rules
    #expect(try lap.store.restDays().rules == rules)
    #expect(rules.map(\.weekday) == [.saturday, .sunday])
    try lap.store.setRestRules([.weekdays([.sunday])], today: today, by: StoreBench.provenance)
    try desk.take(lap)
    #expect(try desk.store.restDays().rules == lap.store.restDays().rules)
    try desk.store.setRestRules([.weekdays([.monday])], today: monday, by: StoreBench.provenance)
    try lap.take(desk)
    // The settings of the laptop are those of version 0.4, which count no more.
    #expect(
      try lap.store.record(by: .resting(on: [.sunday]), today: monday).rest.contains(monday))
    // A day of a rule that has ended stays.
    #expect(try lap.store.restDays().contains(date("2026-11-15")))
    #expect(try desk.store.contents() == lap.store.contents())
  }

  /// Version 0.4 has written it on another machine; nobody here hears of it, and it goes on to a third one.
  @Test func aWatchOfVersion04IsCarriedAndSaysNothing() throws {
    let register = try #require(Register(.watch, "a/b"))
    let entry = LogEntry(register, "a/B quiet", by: StoreBench.provenance, on: "old")
    #expect(try desk.store.merge([entry]).entries == 1)
    try desk.store.set("2026-11-18")
    try lap.take(desk)
    #expect(
      try lap.store.contents().log.contains(String(decoding: entry.text, as: UTF8.self)))
    #expect(try lap.store.marks() == ["2026-11-18"])
    #expect(try desk.store.batches(limit: 9).count == 1)
    try desk.store.undo()
    #expect(try desk.store.undo() == [])
    #expect(try desk.store.problems() == [])
  }

  /// The days of a backup come back on all machines, as changes that can be undone.
  @Test func aRestoreIsAChange() throws {
    try desk.store.set("2026-11-17", "2026-11-18")
    try desk.store.setNote("kept", on: date("2026-11-17"), by: StoreBench.provenance)
    let backup = desk.bench.scratch("backup.sqlite")
    _ = try desk.store.backUp(to: backup)
    try lap.take(desk)
    try lap.store.set("2026-11-18", studied: false)
    try lap.store.set("2026-11-19")
    try desk.take(lap)
    try desk.store.setNote(nil, on: date("2026-11-17"), by: StoreBench.provenance)
    let restored = try Store.restore(
      backup, to: desk.bench.path, stamp: "20261120-120000", by: StoreBench.provenance)
    // What the other machine has marked since is its word, and stays.
    #expect(restored.staying == [.study: [date("2026-11-19")]])
    #expect(try desk.store.marks() == ["2026-11-19", "2026-11-18", "2026-11-17"])
    try lap.take(desk)
    try desk.take(lap)
    #expect(try lap.store.marks() == ["2026-11-19", "2026-11-18", "2026-11-17"])
    #expect(try lap.store.notes() == [date("2026-11-17"): "kept"])
    #expect(try desk.store.contents() == lap.store.contents())
    try desk.store.undo()
    try lap.take(desk)
    #expect(try lap.store.marks() == ["2026-11-19", "2026-11-17"])
    #expect(try desk.store.problems().isEmpty)
  }

  /// Both have cleared a day apart: the undo of one leaves the word of the other.
  @Test func anUndoBringsNothingBackThatAnotherHasCleared() throws {
    try desk.store.set("2026-11-17")
    try lap.take(desk)
    for each in [desk, lap] { try each.store.set("2026-11-17", studied: false) }
    try lap.take(desk)
    #expect(try lap.store.undo(by: StoreBench.provenance) == [[]])
    try desk.take(lap)
    for each in [desk, lap] { #expect(try each.store.marks() == []) }
  }

  // MARK: Exports

  /// Two machines say something apart, and one takes it back; an export of each, imported into an empty store, is the
  /// same again.
  @Test func whatAnExportBringsIsTheSame() throws {
    for (machine, word) in [(desk, "one"), (lap, "two")] {
      try machine.store.set("2026-11-18", "2026-11-19")
      try machine.store.setNote(word, on: date("2026-11-18"), by: StoreBench.provenance)
      try machine.bring(found(["2026-11-1\(word.count)", "2026-11-10"]))
      try machine.store.setRestRules(
        [.weekdays([word == "one" ? .sunday : .monday])], today: date("2026-11-02"),
        by: StoreBench.provenance)
    }
    try lap.take(desk)
    try desk.store.undo()
    for _ in 0..<2 {
      try lap.take(desk)
      try desk.take(lap)
    }
    var contents = try desk.store.contents()
    #expect(try lap.store.contents().log == contents.log && !contents.log.isEmpty)
    for _ in 0..<3 {
      let heir = StoreBench()
      let store = try heir.open()
      let file = Import.Found(origin: "Haru", sourceID: "haru", studied: [], contents: contents)
      _ = try store.addDays(of: file, today: StoreBench.today, by: StoreBench.provenance)
      #expect(try store.contents() == contents)
      #expect(try store.problems().isEmpty)
      #expect(
        try store.preview(file, today: StoreBench.today).isEmpty, "once more it brings nothing")
      contents = try store.contents()
    }
  }

  /// Nothing is taken from a file whose log says something else than the rest of it.
  @Test func anExportThatContradictsItsLogIsRefused() throws {
    try desk.store.set("2026-11-18")
    let good = try desk.store.contents()
    try desk.store.set("2026-11-19")
    var (wrong, damaged) = (try desk.store.contents(), good)
    wrong.log = good.log
    damaged.log.append("{}")
    for contents in [wrong, damaged] {
      let bench = StoreBench()
      let store = try bench.open()
      let file = Import.Found(origin: "Haru", sourceID: "haru", studied: [], contents: contents)
      #expect(throws: StoreError.contradiction) {
        try store.addDays(of: file, today: StoreBench.today, by: StoreBench.provenance)
      }
      #expect(try store.contents() == Contents())
    }
  }

  // MARK: Imports

  @Test func anImportIsKnownOnAllMachines() throws {
    let (desk, lap) = (try Machine("desk", isOn: false), try Machine("lap"))
    let file = found(["2026-11-17", "2026-11-18"], rest: ["2026-11-15"])
    try desk.bring(file)
    try desk.turnOn()
    try lap.take(desk)
    #expect(try lap.store.contents().importedDays.count == 3)
    #expect(try desk.store.contents() == lap.store.contents())
    let lines = try desk.texts().count
    // Here as there, what was corrected since stays corrected.
    try desk.store.set("2026-11-18", studied: false)
    try lap.take(desk)
    let again = try lap.bring(file)
    #expect(again.isEmpty && again.leftAlone == [date("2026-11-18")])
    #expect(try lap.texts().isEmpty)
    // A longer file of the same source tells what is new in it.
    try lap.bring(found(["2026-11-17", "2026-11-18", "2026-11-19"]))
    try desk.take(lap)
    #expect(try desk.store.contents() == lap.store.contents())
    #expect(try desk.texts().count == lines + 1)
    #expect(try lap.texts().filter { $0.contains("import") && $0.contains("2026-11-18") }.isEmpty)
  }

  @Test func whatAnImportThatWasUndoneHadBroughtIsNotKnown() throws {
    let file = found(["2026-11-17", "2026-11-18"])
    try desk.bring(file)
    try desk.bring(found(["2026-11-17", "2026-11-18", "2026-11-19"]))
    try desk.store.undo()
    try lap.take(desk)
    #expect(
      try lap.store.contents().importedDays.map(\.day) == ["2026-11-17", "2026-11-18"].map(date))
    try desk.store.undo()
    try lap.take(desk)
    #expect(try lap.store.contents().importedDays == [])
    #expect(try desk.store.contents() == lap.store.contents())
    try desk.store.redo()
    try lap.take(desk)
    #expect(try lap.store.contents().importedDays.count == 2)
    #expect(try desk.store.contents() == lap.store.contents())
    try desk.store.undo()
    try lap.take(desk)
    #expect(try lap.bring(file).marked.count == 2)
    try desk.take(lap)
    #expect(try desk.store.contents() == lap.store.contents())
  }

  @Test func importsThatWereMadeApartAreKnownTogether() throws {
    try desk.bring(found(["2026-11-17", "2026-11-18"]))
    try lap.bring(found(["2026-11-18", "2026-11-19"]))
    try lap.take(desk)
    try desk.take(lap)
    #expect(try desk.store.contents().importedDays.count == 3)
    #expect(try desk.store.contents() == lap.store.contents())
    // The undo leaves what the other has imported, before and meanwhile.
    try desk.store.undo()
    try lap.bring(found(["2026-11-16"]))
    try lap.take(desk)
    try desk.take(lap)
    let left = try desk.store.contents().importedDays.map { "\($0.day)" }
    #expect(left == ["2026-11-16", "2026-11-18", "2026-11-19"])
    #expect(try desk.store.contents() == lap.store.contents())
  }

  /// Two machines that read a source apart have its zones together, and the undo of one leaves the other's.
  @Test func zonesThatWereToldApartCountTogether() throws {
    let (seoul, berlin) = (
      SourceZone(until: Instant(1_794_000_000), startsAt: .midnight, zone: "Asia/Seoul"),
      SourceZone(until: Instant(1_795_000_000), startsAt: .midnight, zone: "Europe/Berlin")
    )
    try desk.bring(found(["2026-11-17"]).read(in: [], and: [seoul]))
    try lap.bring(found(["2026-11-18"]).read(in: [], and: [berlin]))
    try lap.take(desk)
    try desk.take(lap)
    let source = found([]).sourceID
    for each in [desk, lap] { #expect(try each.store.sourceZones() == [source: [seoul, berlin]]) }
    #expect(try desk.store.contents() == lap.store.contents())
    // What was read before the other's word came is read again.
    #expect(throws: StoreError.busy) {
      try desk.bring(found(["2026-11-19"]).read(in: [seoul], and: []))
    }
    try desk.store.undo()
    try lap.take(desk)
    for each in [desk, lap] { #expect(try each.store.sourceZones() == [source: [berlin]]) }
    try desk.store.redo()
    try lap.take(desk)
    for each in [desk, lap] { #expect(try each.store.sourceZones() == [source: [seoul, berlin]]) }
    #expect(try desk.store.contents() == lap.store.contents())
  }

  @Test func withoutNotesNothingIsToldOfImportedNotes() throws {
    let (desk, lap) = (try Machine("desk", leavesOutNotes: true), try Machine("lap"))
    let file = found(["2026-11-17"], notes: ["2026-11-18": "mine"])
    try desk.bring(file)
    #expect(try !desk.texts().joined().contains("2026-11-18"))
    #expect(try desk.store.countOfWaitingEntries() == 0)
    try lap.bring(file)
    try desk.take(lap)
    #expect(try desk.bring(file).isEmpty)
  }

  /// A line holds so much, and a source may have any number of days.
  @Test func aLongImportIsToldInSeveralLines() throws {
    let days = (1...5000).compactMap { StoreBench.today.advanced(by: -$0) }
    try desk.bring(Import.Found(origin: "CSV", sourceID: "csv", studied: Set(days)))
    let lines = try desk.texts().filter { $0.contains("\"kind\":\"import\"") }
    #expect(lines.count == 3 && lines.allSatisfy { $0.utf8.count < 30_000 })
  }
}

/// A store with the name of its machine, and all files that it has written into its folder.
private final class Machine {
  let bench = StoreBench()
  let store: Store
  private let name: String
  private let leavesOutNotes: Bool
  private var files: [(month: String, lines: [[UInt8]])] = []

  init(_ name: String, isOn: Bool = true, leavesOutNotes: Bool = false) throws {
    store = try bench.open()
    (self.name, self.leavesOutNotes) = (name, leavesOutNotes)
    if isOn { try turnOn() }
  }

  func turnOn() throws {
    try store.changeThisMachine { [name, leavesOutNotes] machine in
      (machine.name, machine.folder) = (name, "/folder")
      machine.leavesOutNotes = leavesOutNotes
    }
  }

  /// Writes what its folder lacks.
  private func write() throws {
    for (month, names) in try store.lacking() {
      files.append((month, try store.lines(names, of: month)))
      try store.setCarried(names, in: "file-\(files.count)")
    }
  }

  /// Every line that it has written.
  func texts() throws -> [String] {
    try write()
    return files.flatMap(\.lines).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Every entry that it has written, in the order of its files.
  func entries() throws -> [LogEntry] {
    try texts().compactMap { text in
      if case .entry(let entry) = ParsedEntry(Array(text.utf8)) { entry } else { nil }
    }
  }

  /// Imports a file.
  @discardableResult
  func bring(_ found: Import.Found) throws -> Import.Changes {
    try store.addDays(of: found, today: StoreBench.today, by: StoreBench.provenance)
  }

  /// Takes all that another has written.
  @discardableResult
  func take(_ other: Machine) throws -> MergeCounts {
    try other.write()
    var (arrived, incoming) = (MergeCounts(), IncomingEntries())
    for (number, file) in other.files.enumerated() {
      let chunk = LogChunk(
        file.lines.map { $0[...] }, of: file.month, in: "\(other.name)-\(number)", isLast: true)
      arrived += try store.merge([chunk], &incoming)
    }
    return arrived
  }
}

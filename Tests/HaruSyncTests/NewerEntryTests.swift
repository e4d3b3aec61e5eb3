import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import Support
import Testing

/// Entries that this version does not understand, and notes that stay on their machine.
@Suite struct NewerEntryTests {
  private let folder = FolderBench()
  private let desk: Peer

  init() throws {
    desk = try Peer("desk", folder)
  }

  private let newer = [
    #"{"haru":3,"kind":"study","key":"2026-11-21","value":"studied","mood":[1,{"good":2.5}]}"#,
    #"{"haru":2,"kind":"mood","key":"2026-11-21","value":"good","at":5,"offset":0,"zone":"","source":"bus"}"#,
  ]

  @Test func whatANewerVersionSaysIsKeptAndCounted() throws {
    let file = try folder.write(lines: newer)
    let report = try desk.exchange()
    let lines = [1, 2].map { UnknownLine(number: $0, key: "2026-11-21") }
    #expect(report.problems == ["Log": lines.map { .notUnderstood(file, $0) }])
    #expect(report.arrived.changes == 0)
    #expect(try desk.store.countOfUnknownEntries() == 2)
    #expect(try desk.store.markedDays().isEmpty)
    #expect(try desk.store.problems().isEmpty)
  }

  @Test func whatANewerVersionSaysIsPassedOn() throws {
    let file = try folder.write(lines: newer)
    try desk.exchange()
    // It may not have the days of a machine that understands them, so it has no word.
    #expect(try desk.store.digest() == nil)
    // The only file with it is lost, and written again.
    try desk.mark("2026-11-18")
    try desk.exchange()
    try desk.remove("Log/" + file)
    try desk.exchange()
    let lap = try Peer("lap", folder)
    try lap.exchange()
    #expect(try lap.store.countOfUnknownEntries() == 2)
    try requireAgreement([desk, lap], marks: 1)
  }

  /// It is here, though it is not understood: nothing has to arrive.
  @Test func whatReplacesItWaitsForNothing() throws {
    let after = LogEntry(
      Register(.study, date("2026-11-21")), nil, by: said(5), on: "lap",
      replacing: [EntryName(of: Array(newer[0].utf8))])
    try folder.write(lines: newer + [String(decoding: after.text, as: UTF8.self)])
    try desk.exchange()
    #expect(try desk.store.countOfMissingEntries() == 0)
  }

  /// They go into the one file of their month, as they were written.
  @Test func whatANewerVersionSaysOutlivesItsMonth() throws {
    try folder.write(lines: newer)
    try folder.write(lines: [newer[0].replacing("good", with: "bad")])
    try desk.exchange(at: monthLater)
    let files = try folder.files()
    #expect(files.count == 1)
    let text = try folder.text("Log/" + files[0].name)
    for line in newer { #expect(text.contains(line + "\n")) }
    let lap = try Peer("lap", folder)
    try lap.exchange()
    #expect(try lap.store.countOfUnknownEntries() == 3)
  }

  /// This program is the newer version of an older one, which kept an entry that it did not understand.
  @Test func afterAnUpdateItIsUnderstood() throws {
    let entry = LogEntry(Register(.study, date("2026-11-21")), "studied", by: said(5), on: "lap")
    let text = String(decoding: entry.text, as: UTF8.self)
    try folder.write(lines: newer)
    try desk.exchange()
    let name = entry.name.bytes.map { "\($0 < 16 ? "0" : "")" + String($0, radix: 16) }.joined()
    try execute(
      "INSERT INTO unknown_entry (name, month, text, is_carried) VALUES (x'\(name)', '1970-01', '\(text)', 1)",
      on: desk.store.path)
    #expect(try desk.store.digest() == nil)
    // It is no entry of a newer version any more, though only an exchange takes it.
    #expect(try desk.store.countOfUnknownEntries() == 2)
    try desk.exchange()
    #expect(try desk.store.countOfUnknownEntries() == 2)
    #expect(try desk.store.markedDays() == [date("2026-11-21")])
    // Once it has understood all, it has the word of a machine that has understood them from the beginning.
    try execute("DELETE FROM unknown_entry", on: desk.store.path)
    let lap = try Peer("lap", FolderBench())
    _ = try lap.store.merge([entry])
    #expect(try desk.store.digest() == lap.store.digest())
    #expect(try desk.store.digest() != nil)
  }

  // MARK: Without notes

  @Test func notesStayOnAMachineWithoutNotes() throws {
    let quiet = try Peer("quiet", folder, leavesOutNotes: true)
    let day = date("2026-11-18")
    try quiet.mark("2026-11-18")
    try quiet.store.setNote("mine", on: day, by: said(1000))
    try desk.store.setNote("theirs", on: day, by: said(1001))
    for peer in [quiet, desk, quiet] { try peer.exchange() }
    #expect(try quiet.store.notes() == [day: "mine"])
    #expect(try desk.store.notes() == [day: "theirs"])
    #expect(try desk.store.markedDays() == [day])
    for file in try desk.files() {
      #expect(!String(decoding: file.data, as: UTF8.self).contains("mine"))
    }
    for peer in [quiet, desk] {
      #expect(
        try peer.store.countOfWaitingEntries() == 0 && peer.store.countOfMissingEntries() == 0)
      #expect(try peer.store.contents().isConsistent)
    }
  }

  /// A command has changed notes first, and then a day: the day comes alone.
  @Test func whatIsLeftOutIsNotWaitedFor() throws {
    let quiet = try Peer("quiet", folder, leavesOutNotes: true)
    let found = Import.Found(
      origin: "CSV", sourceID: "csv", studied: [date("2026-11-18")],
      notes: [date("2026-11-17"): "mine"])
    _ = try quiet.store.addDays(of: found, today: .latest, by: said(1000))
    try quiet.store.undo(by: said(1001))
    for peer in [quiet, desk] { try peer.exchange() }
    #expect(try desk.store.countOfMissingEntries() == 0)
    #expect(try desk.store.contents().isConsistent)
  }

  /// Machines without notes have the same digest, and so do those with them.
  @Test func machinesWithoutNotesHaveOneDigest() throws {
    let quiet = try (0..<2).map { try Peer("quiet\($0)", folder, leavesOutNotes: true) }
    try quiet[0].mark("2026-11-18")
    try quiet[0].store.setNote("mine", on: date("2026-11-18"), by: said(1000))
    for peer in quiet { try peer.exchange() }
    #expect(try quiet[0].store.digest() == quiet[1].store.digest())
  }

  @Test func whoExchangesNotesAgainHasAll() throws {
    let quiet = try Peer("quiet", folder, leavesOutNotes: true)
    try quiet.store.setNote("mine", on: date("2026-11-17"), by: said(1000))
    try desk.store.setNote("theirs", on: date("2026-11-18"), by: said(1000))
    for peer in [desk, quiet] { try peer.exchange() }
    // As `haru sync on` does.
    try quiet.store.changeThisMachine { $0.leavesOutNotes = false }
    try quiet.store.forgetFiles()
    for peer in [quiet, desk] { try peer.exchange() }
    try requireAgreement([desk, quiet])
    #expect(try desk.store.notes().count == 2)
  }
}

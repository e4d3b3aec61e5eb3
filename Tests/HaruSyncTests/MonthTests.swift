import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import Support
import Testing

/// Files of a month that is over become one (docs/sync.md#the-folder).
@Suite struct MonthTests {
  private let folder = FolderBench()
  private let desk: Peer
  private let lap: Peer

  init() throws {
    (desk, lap) = (try Peer("desk", folder), try Peer("lap", folder))
  }

  /// Makes a file for each of some days.
  private func write(_ days: ClosedRange<Int>, by peer: Peer) throws {
    for day in days {
      try peer.mark("2026-11-\(day)", at: day)
      try peer.exchange()
    }
  }

  @Test func whatIsOverBecomesOneFileAndThePresentMonthStays() throws {
    try write(10...15, by: desk)
    try lap.exchange()
    #expect(try folder.files().count == 6)
    try desk.mark("2026-11-16", at: 4_900_000)
    #expect(try desk.exchange(at: monthLater).written == 1)
    #expect(try folder.files().map(\.month) == ["1970-01", "1970-02"])
    try lap.exchange(at: monthLater)
    try requireAgreement([desk, lap], marks: 7)
    // It is done, and nobody does it again.
    let before = try folder.files()
    for peer in [desk, lap, try Peer("new", folder)] {
      #expect(try peer.exchange(at: monthLater).written == 0)
    }
    #expect(try folder.files() == before)
  }

  /// Two machines that do not see each other's folder write the same bytes.
  @Test func whoeverDoesItTheFileIsTheSame() throws {
    let other = try Peer("other", FolderBench())
    try write(10...15, by: desk)
    try desk.carry(to: other)
    try other.exchange()
    for peer in [desk, other] { try peer.exchange(at: monthLater) }
    #expect(try folder.files().count == 1)
    #expect(try desk.files().map(\.path) == other.files().map(\.path))
    #expect(try desk.files().map(\.data) == other.files().map(\.data))
  }

  /// What one machine does not know yet when it makes one file of a month comes to it all the same.
  @Test func whatComesLaterToAMonthThatIsOverIsTaken() throws {
    let other = try Peer("other", FolderBench())
    try write(10...13, by: desk)
    try desk.carry(to: other)
    try write(14...15, by: other)
    for peer in [desk, other] { try peer.exchange(at: monthLater) }
    for (one, two) in [(desk, other), (other, desk), (desk, other)] {
      try one.carry(to: two, removing: true)
      try two.exchange(at: monthLater)
    }
    try requireAgreement([desk, other], marks: 6)
    let new = try Peer("new", other.folder)
    try new.exchange(at: monthLater)
    try requireAgreement([other, new], marks: 6)
  }

  /// A carrier that removes nothing brings the parts back; they stay, and nothing is written for them.
  @Test func partsThatAreBroughtBackDoNoHarm() throws {
    let other = try Peer("other", FolderBench())
    try write(10...15, by: desk)
    try desk.carry(to: other)
    try desk.exchange(at: monthLater)
    for _ in 0..<3 {
      try other.carry(to: desk)
      #expect(try desk.exchange(at: monthLater).written == 0)
      try desk.carry(to: other)
      #expect(try other.exchange(at: monthLater).written == 0)
    }
    #expect(try folder.files().count == 7)
    try requireAgreement([desk, other], marks: 6)
  }

  /// A file that could not be read is no part: it may have what nobody else has.
  @Test func whatCannotBeReadIsNotRemoved() throws {
    try write(10...12, by: desk)
    let file = try #require(try desk.files().first)
    let new = try Peer("new", FolderBench())
    try desk.carry(to: new)
    try new.put(file.data.dropLast(), file.path)
    try new.exchange(at: monthLater)
    #expect(try new.files().map(\.path).contains(file.path))
    #expect(try new.files().count == 2)
    try new.put(file.data, file.path)
    try new.exchange(at: monthLater)
    #expect(try new.files().count == 1)
    try requireAgreement([new], marks: 3)
  }

  /// A line that is damaged, or longer than is kept, may be whole for a newer version.
  @Test(arguments: ["?", "{\"haru\":3,\"a\":\"" + String(repeating: "x", count: 1 << 21) + "\"}"])
  func whatIsNotKeptIsNotRemoved(line: String) throws {
    let entry = LogEntry(Register(.study, date("2026-11-21")), "studied", by: said(5), on: "lap")
    let file = try folder.write(lines: [String(decoding: entry.text, as: UTF8.self), line])
    try desk.mark("2026-11-10", at: 10)
    try desk.exchange(at: monthLater)
    #expect(try folder.text("Log/" + file).contains(line))
    #expect(try desk.store.markedDays().count == 2)
  }

  /// A file that is larger than is read would be lost to all others.
  @Test func manyLongNotesAreSeveralFiles() throws {
    for day in 10...19 {
      let note = String(repeating: "\(day) ", count: 330_000)
      try desk.store.setNote(note, on: date("2026-11-\(day)"), by: said(day))
    }
    for now in [present, monthLater] {
      try desk.exchange(at: now)
      let files = try desk.files()
      #expect(files.count > 1 && files.allSatisfy { $0.data.count < 10_000_000 })
    }
    try lap.exchange()
    #expect(try lap.store.notes().count == 10)
  }

  /// Notes that stay on a machine would be missing in what it writes.
  @Test func aMachineWithoutNotesMergesNothing() throws {
    let quiet = try Peer("quiet", folder, leavesOutNotes: true)
    try write(10...12, by: desk)
    try desk.store.setNote("word", on: date("2026-11-12"), by: said(12))
    try desk.exchange()
    try quiet.mark("2026-11-13", at: 13)
    try quiet.exchange(at: monthLater)
    #expect(try folder.files().count == 5)
    try lap.exchange()
    #expect(try lap.store.notes().count == 1 && lap.store.markedDays().count == 4)
  }
}

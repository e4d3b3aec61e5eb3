import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import Support
import Testing

/// Folders into which versions up to 0.3 write (docs/sync.md#version-03).
@Suite struct FormerFolderTests {
  private let folder: FolderBench
  private let desk: Peer
  private static let old = "old-1a2b3c4d"

  init() throws {
    folder = try FolderBench()
    desk = try Peer("desk", folder)
  }

  private func line(
    _ number: Int64, of device: String = old, seen: [String: Int64] = [:], _ day: String,
    _ value: String? = DayChange.studied
  ) throws -> FormerLine {
    FormerLine(
      device: device, number: number, seen: seen, clock: (seen.isEmpty ? 1000 : 1100) + number,
      batch: number,
      register: try #require(FormerRegister(.study, day)), value: value,
      provenance: said(1000 + Int(number)))
  }

  /// Writes lines as version 0.3 does.
  private func write(_ lines: [FormerLine], to file: String = "000001.jsonl", in bench: FolderBench)
    throws
  {
    for (device, lines) in Dictionary(grouping: lines, by: \.device) {
      try bench.write(lines.map { $0.text + "\n" }.joined(), to: "\(device)/\(file)")
    }
  }

  @Test func itsDaysAreTaken() throws {
    let lines = try [
      line(1, "2026-11-18"), line(2, "2026-11-19"), line(3, "2026-11-19", nil),
      line(1, of: "lap-9f8e7d6c", seen: [Self.old: 2], "2026-11-20"),
    ]
    try write(lines, in: folder)
    let report = try desk.exchange()
    #expect(report.arrived.entries == 4 && report.problems == [:])
    #expect(try desk.store.markedDays() == ["2026-11-20", "2026-11-18"].map(date))
    #expect(try desk.store.machines().map(\.name).sorted() == ["lap-9f8e7d6c", Self.old])
    #expect(try desk.exchange() == SyncReport())
    try requireAgreement(
      [desk, Peer("new", folder)].map {
        try $0.exchange(); return $0
      }, marks: 2)
  }

  /// The directories may go once one machine has taken them.
  @Test func itsDaysStayWhenItsDirectoryIsLost() throws {
    try write([line(1, "2026-11-18"), line(2, "2026-11-19")], in: folder)
    try desk.exchange()
    try desk.remove(Self.old)
    let new = try Peer("new", folder)
    for peer in [desk, new] { try peer.exchange() }
    try requireAgreement([desk, new], marks: 2)
  }

  @Test func aMachineThatWritesAsBeforeIsHeard() throws {
    var lines = try [line(1, "2026-11-18")]
    try write(lines, in: folder)
    try desk.exchange()
    try desk.mark("2026-11-10")
    try desk.exchange()
    // What a command asks before it looks.
    #expect(try !LogExchange.hasNews(for: desk.store))
    lines.append(try line(2, "2026-11-19"))
    try write(lines, in: folder)
    #expect(try LogExchange.hasNews(for: desk.store))
    #expect(try desk.exchange().arrived.changes == 1)
    lines.append(try line(3, "2026-11-18", nil))
    try write(lines, in: folder)
    try desk.exchange()
    let new = try Peer("new", folder)
    try new.exchange()
    try requireAgreement([desk, new], marks: 2)
    #expect(try folder.text("\(Self.old)/000001.jsonl").split(separator: "\n").count == 3)
  }

  /// By the line of a newer version, which it counts and of which it says that an update is needed.
  @Test func aMachineThatWritesAsBeforeIsToldThatThereIsMore() throws {
    try write([line(1, "2026-11-18")], in: folder)
    try desk.exchange()
    #expect(try folder.names("haru-0-4") == ["000001.jsonl"])
    let notice = try folder.text("haru-0-4/000001.jsonl")
    #expect(
      ParsedFormerLine(Array(notice.utf8.dropLast()))
        == .unknown(device: "haru-0-4", number: 1, clock: 0))
    // It is no machine, and says nothing to us.
    #expect(try desk.exchange(isThorough: true).problems == [:])
    #expect(try desk.store.unknownEntries() == 0)
  }

  @Test func whereNobodyWritesAsBeforeNothingIsTold() throws {
    try desk.mark("2026-11-18")
    try desk.exchange()
    #expect(try folder.names("") == ["Log"])
  }

  /// The number of a line says that all before it were known.
  @Test func linesAfterAGapWait() throws {
    let lines = try (1...4).map { try line(Int64($0), "2026-11-1\($0)") }
    try write([lines[0], lines[2]], in: folder)
    try desk.exchange()
    #expect(try desk.store.markedDays() == [date("2026-11-11")])
    // What is missing comes under the name of a conflict, with lines that are there already.
    try write([lines[0], lines[1]], to: "000001.sync-conflict-1.jsonl", in: folder)
    try write([lines[3]], to: "000002.jsonl", in: folder)
    try desk.exchange()
    #expect(try desk.store.markedDays().count == 4)
  }

  @Test func tornAndDamagedLinesAreLeftOutUntilTheyAreWhole() throws {
    let texts = try (1...3).map { try line(Int64($0), "2026-11-1\($0)").text }
    try folder.write(texts[0] + "\n" + texts[1].prefix(90), to: "\(Self.old)/000001.jsonl")
    try desk.exchange()
    #expect(try desk.store.markedDays().count == 1)
    let damaged = texts[1].replacing("2026-11-12", with: "2026-11-13")
    try folder.write(
      [texts[0], damaged, texts[2], ""].joined(separator: "\n"), to: "\(Self.old)/000001.jsonl")
    try desk.exchange()
    #expect(try desk.store.markedDays().count == 1)
    try folder.write(texts.joined(separator: "\n") + "\n", to: "\(Self.old)/000001.jsonl")
    try desk.exchange()
    #expect(try desk.store.markedDays().count == 3)
  }

  @Test func aLineInTheDirectoryOfAnotherMachineIsLeftOut() throws {
    try folder.write(try line(1, "2026-11-18").text + "\n", to: "evil/000001.jsonl")
    try desk.exchange()
    #expect(try desk.store.markedDays().isEmpty)
  }

  /// Two machines that have not seen each other take the same directories: they have the same entries.
  @Test func whoConvertsApartHasTheSame() throws {
    let lines = try [
      line(1, "2026-11-18"), line(2, "2026-11-19"),
      line(1, of: "lap", seen: [Self.old: 1], "2026-11-18", nil),
      line(2, of: "lap", "2026-11-20"), line(3, "2026-11-19", nil),
    ]
    let other = try Peer("other", FolderBench())
    for peer in [desk, other] {
      try write(lines, in: peer.folder)
      try peer.exchange()
    }
    #expect(try desk.store.digest() == other.store.digest())
    #expect(try desk.files().map(\.path) == other.files().map(\.path))
    // And one whose carrier has brought one directory before the other comes to the same days.
    let late = try Peer("late", FolderBench())
    try write(lines.filter { $0.device == "lap" }, in: late.folder)
    try late.exchange()
    try write(lines, in: late.folder)
    try late.exchange()
    try late.carry(to: desk)
    try desk.exchange()
    try desk.carry(to: late)
    try late.exchange()
    try requireAgreement([desk, late], marks: 1)
    #expect(try desk.store.record() == other.store.record())
  }

  /// What a line replaces does not depend on which others a carrier has brought: else a day that all have
  /// cleared would stand on.
  @Test func aDirectoryThatComesLaterChangesNoEntry() throws {
    let day = "2026-11-18"
    let lines = try [
      line(1, day), line(1, of: "lap", seen: [Self.old: 1], day, nil),
      line(1, of: "pc", seen: [Self.old: 1], day),
      line(2, seen: ["lap": 1, "pc": 1], day, nil),
    ]
    try write(lines.filter { $0.device != "lap" }, in: folder)
    try desk.exchange()
    #expect(try desk.store.isStudied(date(day)))
    try write(lines, in: folder)
    try desk.exchange()
    let other = try Peer("other", FolderBench())
    try write(lines, in: other.folder)
    try other.exchange()
    for peer in [desk, other] { #expect(try !peer.store.isStudied(date(day))) }
    #expect(try desk.store.digest() == other.store.digest())
  }

  /// `haru sync check` reads again what has not changed.
  @Test func whatCannotBeReadIsToldAgain() throws {
    try write([line(1, "2026-11-18")], in: folder)
    try folder.make("\(Self.old)/000002.jsonl")
    let problems = [Self.old: [SyncProblem.refused("000002.jsonl")]]
    #expect(try desk.exchange().problems == problems)
    #expect(try desk.exchange(isThorough: true).problems == problems)
  }

  @Test func nothingButFilesIsOpened() throws {
    let secret = try folder.scratch.write(
      try line(1, of: "evil", "2026-11-18").text + "\n", to: "secret")
    try folder.make("evil/000003.jsonl")
    try #require(symlink(secret, folder.path("evil/000001.jsonl")) == 0)
    try #require(mkfifo(folder.path("evil/000002.jsonl"), 0o600) == 0)
    try #require(symlink(folder.scratch.path, folder.path("link")) == 0)
    try write([line(1, "2026-11-19")], in: folder)
    let report = try desk.exchange()
    #expect(try desk.store.markedDays() == [date("2026-11-19")])
    #expect(
      report.problems["evil"] == (1...3).map { .refused("00000\($0).jsonl") })
  }

  /// One directory that may not be read stops no others.
  @Test func aDirectoryThatMayNotBeReadStopsNoOthers() async throws {
    try write([line(1, "2026-11-18")], in: folder)
    try folder.make("evil")
    for (name, mode) in [("evil", 0o000), (Self.old, 0o755), ("", 0o777), ("../", 0o755)] {
      try #require(chmod(folder.path(name), mode_t(mode)) == 0)
    }
    _ = try Child.run("chmod", ["-R", "o+rX", folder.path(Self.old)])
    mkdir(folder.scratch("home"), 0o700)
    try #require(chmod(folder.scratch("home"), 0o777) == 0)
    try Given.set(folder.folder.path)
    await #expect(processExitsWith: .success) {
      let path = try Given.value(of: String.self)
      let desk = try Peer.nobody(path)
      try desk.mark("2026-11-20")
      let report = try desk.exchange()
      #expect(try desk.store.markedDays().count == 2)
      #expect(report.problems == ["evil": [.system("", EACCES)]])
      #expect(report.written == 2)
    }
  }

  /// Versions up to 0.3 take no notice of what is written here.
  @Test func theDirectoryOfTheLogIsNoMachine() {
    #expect(!ParsedFormerLine.isDevice(SyncFolder.logName))
  }
}

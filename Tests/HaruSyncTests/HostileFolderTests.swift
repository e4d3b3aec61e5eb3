import Foundation
import HaruCore
import HaruStore
import HaruSync
import Support
import Testing

/// What others can put into a folder: refused by line, and of no effect on the rest.
@Suite struct HostileFolderTests {
  private let folder: FolderBench
  private let desk: Peer
  private let lap: Peer

  init() throws {
    folder = try FolderBench()
    (desk, lap) = (try Peer("desk", folder), try Peer("lap", folder))
    try lap.mark("2026-11-16")
    try lap.exchange()
  }

  private func evil(
    _ number: Int64, device: String = "evil", seen: [String: Int64] = [:], clock: Int64 = 5,
    _ day: String = "2026-11-17", _ value: String? = Change.studied, at seconds: Int64 = 5
  ) -> SyncLine {
    SyncLine(
      device: device, number: number, seen: seen, clock: clock, batch: number,
      register: SyncRegister(Change(.study, date(day), from: nil, to: value)), value: value,
      provenance: Provenance(at: Instant(seconds), utcOffset: 0, zone: "UTC", source: .command))
  }

  /// The line with something else in it, under a right checksum.
  private func evil(_ part: String, _ other: String) -> String {
    let text = evil(1).text
    let body = text.prefix(text.count - 26).replacing(part, with: other)
    let digits = String(StableHash.of(body.utf8), radix: 16)
    return body + ",\"sum\":\"" + String(repeating: "0", count: 16 - digits.count) + digits + "\"}"
  }

  private func requireOthersAreTaken(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try desk.store.isStudied(date("2026-11-16")), sourceLocation: location)
    try desk.mark("2026-11-20")
    #expect(try desk.exchange().written == 1, sourceLocation: location)
    try lap.exchange()
    #expect(try lap.store.isStudied(date("2026-11-20")), sourceLocation: location)
    #expect(try desk.store.problems().isEmpty, sourceLocation: location)
  }

  /// Lets a process without rights into the folder, with a home beside it.
  private func letNobodyRead(mode: mode_t) throws {
    _ = try Child.run("chmod", ["-R", "o+rX", folder.path("lap")])
    mkdir(folder.scratch("home"), 0o700)
    let modes = [
      (folder.scratch.path, 0o755), (folder.folder.path, mode), (folder.scratch("home"), 0o777),
    ]
    for (path, mode) in modes { try #require(chmod(path, mode) == 0) }
  }

  // MARK: Lines

  @Test func damagedLinesAreCountedAndTheOthersTaken() throws {
    let good = evil(1).text
    let lines = [
      String(good.dropLast(3)) + "0\"}", evil(1, device: "lap").text, evil(1, device: "desk").text,
      "", "null", "{}", String(repeating: "[", count: 100_000), "\u{1b}]0;title\u{7}",
      evil("\"n\":1", "\"n\":9223372036854775807"), evil("\"n\":1", "\"n\":0"),
      evil("\"n\":1", "\"n\":1e3"), evil("\"device\":\"evil\"", "\"device\":\"../evil\""),
      evil("\"evil\"", "\"evil\\u0000\""), good, evil(2, "2026-11-18").text,
    ]
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "evil/000001.jsonl")
    let report = try desk.exchange()
    #expect(report.damaged == ["evil": 13])
    #expect(report.taken.changes == 3)
    try requireOthersAreTaken()
  }

  /// Absurd values under right checksums are kept as those of a newer version, and have no effect.
  @Test func absurdValuesAreNotTaken() throws {
    let parts = [
      ("\"2026-11-17\"", "\"2026-02-31\""), ("\"2026-11-17\"", "\"99999-01-01\""),
      ("\"2026-11-17\"", "\"-2026-1-1\""), ("\"2026-11-17\"", "\"0000-00-00\""),
      ("\"at\":5", "\"at\":9223372036854775807"), ("\"at\":5", "\"at\":-9223372036854775808"),
      ("\"offset\":0", "\"offset\":2147483648"), ("\"clock\":5", "\"clock\":9223372036854775807"),
      ("\"seen\":{}", "\"seen\":{\"desk\":-1}"), ("\"batch\":1", "\"batch\":7"),
      ("\"studied\"", "\"not\""), ("\"UTC\"", "\"\(String(repeating: "Z", count: 300))\""),
    ]
    let lines = parts.map { part in
      evil(part.0, part.1)
    }
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "evil/000001.jsonl")
    let report = try desk.exchange()
    #expect(report.damaged == [:])
    #expect(report.taken.changes == 1)
    #expect(try desk.store.unknownLines() == parts.count)
    try requireOthersAreTaken()
  }

  /// After a line with the largest clock every later line has the same.
  @Test(arguments: ["aaa", "zzz"])
  func theLargestClockStopsNothing(_ device: String) throws {
    let line = evil(1, device: device, clock: SyncLine.largestClock, at: 200_000_000_000)
    try folder.write(line.text + "\n", to: "\(device)/000001.jsonl")
    try desk.exchange()
    #expect(try desk.store.isStudied(date("2026-11-17")))
    for (number, peer) in [desk, lap, desk, lap, desk].enumerated() {
      try peer.exchange()
      let isStudied = try peer.store.isStudied(date("2026-11-17"))
      try peer.mark("2026-11-17", studied: !isStudied, at: number)
      try peer.exchange()
      for other in [desk, lap] {
        try other.exchange()
        #expect(try other.store.isStudied(date("2026-11-17")) == !isStudied, "\(number)")
      }
    }
    #expect(try desk.store.contents() == lap.store.contents())
    #expect(try desk.store.contents().isConsistent)
    try requireOthersAreTaken()
  }

  /// It claims to know every line that we will ever write, and we know it: both cannot be.
  @Test(arguments: ["aaa", "zzz"], [SyncLine.largestClock - 1, SyncLine.largestClock])
  func aLineThatClaimsToKnowAllStopsNothing(_ device: String, clock: Int64) throws {
    let all = ["desk": SyncLine.largestClock, "lap": SyncLine.largestClock]
    let lines = [("2026-11-16", nil), ("2026-11-17", Change.studied)].enumerated().map {
      evil(
        Int64($0 + 1), device: device, seen: all, clock: clock, $1.0, $1.1, at: 200_000_000_000)
    }
    try folder.write(lines.map { $0.text + "\n" }.joined(), to: "\(device)/000001.jsonl")
    for peer in [desk, lap, desk] { try peer.exchange() }
    // Each word of ours is taken by the other, about new days and about those of the claims.
    for (number, peer) in [desk, lap, desk, lap].enumerated() {
      try peer.mark("2026-11-16", "2026-11-2\(number)", at: 6000 + number)
      try peer.exchange()
      for other in [lap, desk] {
        try other.exchange()
        #expect(try other.store.isStudied(date("2026-11-16")))
        #expect(try other.store.isStudied(date("2026-11-2\(number)")))
      }
      try peer.mark("2026-11-2\(number)", studied: false, at: 7000 + number)
      try peer.exchange()
      for other in [lap, desk] {
        try other.exchange()
        #expect(try !other.store.isStudied(date("2026-11-2\(number)")))
      }
    }
    #expect(try desk.store.contents() == lap.store.contents())
    #expect(try desk.store.contents().isConsistent)
  }

  /// Numbers that leave no room after them, in our own directory.
  @Test func aLineOfOursThatWeDidNotWriteIsNoEnd() throws {
    try desk.mark("2026-11-15")
    try desk.exchange()
    let line = evil(SyncLine.largestClock, device: "desk", clock: SyncLine.largestClock)
    try folder.write(line.text + "\n", to: "desk/000001.sync-conflict.jsonl")
    try desk.exchange()
    try requireOthersAreTaken()
    try lap.exchange()
    try desk.exchange()
    #expect(try desk.store.contents() == lap.store.contents())
  }

  // MARK: Files

  @Test func nothingButFilesIsOpened() throws {
    let secret = try folder.scratch.write(evil(1).text + "\n", to: "secret.jsonl")
    try folder.make("evil")
    try #require(symlink(secret, folder.path("evil/000001.jsonl")) == 0)
    try #require(mkfifo(folder.path("evil/000002.jsonl"), 0o600) == 0)
    try folder.make("evil/000003.jsonl")
    try #require(mkfifo(folder.path("evil/\u{1b}[31mred\n.jsonl"), 0o600) == 0)
    try #require(symlink(folder.path("lap"), folder.path("link")) == 0)
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    try #require(symlink(secret, folder.path("inbox")) == 0)
    let report = try desk.exchange()
    #expect(
      report.problems == [
        "": [.refused("link"), .refused("pipe")],
        "evil": [
          .refused("\u{1b}[31mred\n.jsonl"), .refused("000001.jsonl"), .refused("000002.jsonl"),
          .refused("000003.jsonl"),
        ],
      ])
    #expect(report.damaged == [:])
    #expect(try desk.store.markedDays() == [date("2026-11-16")])
    try requireOthersAreTaken()
  }

  @Test func ofALargeFileTheBeginningIsTaken() throws {
    let junk = String(repeating: "x", count: 1023) + "\n"
    let text = evil(1).text + "\n" + String(repeating: junk, count: 5 * 1024)
    try folder.write(text, to: "evil/000001.jsonl")
    let report = try desk.exchange()
    #expect(report.problems == ["evil": [.tooLarge("000001.jsonl")]])
    #expect(report.damaged["evil"] ?? 0 > 4000)
    #expect(report.taken.changes == 2)
    // It is not read again until it changes.
    #expect(try desk.exchange() == SyncReport())
    try requireOthersAreTaken()
  }

  /// More than is in memory at a time is taken all the same.
  @Test func ofManyLargeFilesEachIsTaken() throws {
    let junk = String(repeating: String(repeating: "x", count: 9999) + "\n", count: 390)
    for number in 1...9 {
      let text = evil(Int64(number), "2026-11-0\(number)").text + "\n" + junk
      try folder.write(text, to: "evil/00000\(number).jsonl")
    }
    let report = try desk.exchange()
    #expect(report.damaged == ["evil": 9 * 390])
    #expect(report.taken.changes == 10)
    #expect(try desk.exchange() == SyncReport())
    try requireOthersAreTaken()
  }

  /// A directory that may not be read stops no others, nor what is written here.
  @Test func aDirectoryThatMayNotBeReadStopsNoOthers() async throws {
    try folder.make("evil")
    try folder.write("x\n", to: "fiend/000001.jsonl")
    for (name, mode) in [("evil", 0o000), ("fiend/000001.jsonl", 0o000)] {
      try #require(chmod(folder.path(name), mode_t(mode)) == 0)
    }
    try letNobodyRead(mode: 0o777)
    await #expect(processExitsWith: .success) { [path = folder.folder.path as String] in
      let desk = try Peer.nobody(path)
      try desk.mark("2026-11-20")
      let report = try desk.exchange()
      #expect(report.taken.changes == 1)
      #expect(report.written == 1)
      #expect(
        report.problems == [
          "evil": [.system("", EACCES)], "fiend": [.system("000001.jsonl", EACCES)],
        ])
    }
  }

  /// Our own directory has become a link: nothing is written through it, and others are taken.
  @Test func aLinkInPlaceOfOurDirectoryStopsNoOthers() throws {
    try desk.mark("2026-11-20")
    let outside = folder.scratch("outside")
    mkdir(outside, 0o700)
    try #require(symlink(outside, folder.path("desk")) == 0)
    #expect(throws: SyncError.folder(.refused("desk"))) { try desk.exchange() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    #expect(try desk.store.isStudied(date("2026-11-16")))
    #expect(try desk.store.waitingForSync() == 1)
    unlink(folder.path("desk"))
    #expect(try desk.exchange().written == 1)
  }

  /// More directories than are read stop nobody who is known.
  @Test func manyDirectoriesStopNobodyWhoIsKnown() throws {
    try desk.mark("2026-11-15")
    try desk.exchange()
    try lap.exchange()
    for number in 0..<300 { try folder.make("a\(number)") }
    try lap.mark("2026-11-17")
    try lap.exchange()
    let report = try desk.exchange()
    #expect(report.taken.changes == 1)
    #expect(report.problems == ["": [.tooMany(46)]])
    try requireOthersAreTaken()
  }

  /// The last number is taken: ours goes on at a free one.
  @Test(arguments: [true, false])
  func aLastNumberThatIsTakenStopsNothing(isDirectory: Bool) throws {
    let name = "desk/999999.jsonl"
    if isDirectory {
      try folder.make(name)
    } else {
      try folder.write(String(repeating: "x", count: SyncFolder.sealedSize) + "\n", to: name)
    }
    try desk.exchange()
    try requireOthersAreTaken()
  }

  /// What is read is remembered even where nothing can be written.
  @Test func whatWasReadIsNotReadAgainWhereNothingCanBeWritten() async throws {
    try letNobodyRead(mode: 0o555)
    await #expect(processExitsWith: .success) { [path = folder.folder.path as String] in
      let desk = try Peer.nobody(path)
      try desk.mark("2026-11-20")
      #expect(throws: SyncError.folder(.readOnly)) { try desk.exchange() }
      #expect(try desk.store.isStudied(date("2026-11-16")))
      #expect(try desk.store.readFiles().keys.sorted() == ["lap/000001.jsonl"])
    }
  }
}

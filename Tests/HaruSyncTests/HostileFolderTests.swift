import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import OwnProcess
import Support
import Testing

/// What others can put into a folder: refused by file or by line, and of no effect on the rest.
@Suite struct HostileFolderTests {
  private let folder = FolderBench()
  private let desk: Peer
  private let lap: Peer

  init() throws {
    (desk, lap) = (try Peer("desk", folder), try Peer("lap", folder))
    try lap.mark("2026-11-16")
    try lap.exchange()
  }

  private func evil(
    _ day: String = "2026-11-17", _ value: String? = DayChange.studied, at seconds: Int64 = 5,
    kind: DayChange.Kind = .study, in batch: EntryName? = nil, undoing undone: EntryName? = nil,
    replacing names: [EntryName] = []
  ) -> LogEntry {
    LogEntry(
      Register(kind, date(day)), value,
      by: Provenance(at: Instant(seconds), utcOffset: 0, zone: "UTC", source: .command), on: "evil",
      inBatchOf: batch, undoing: undone, replacing: names)
  }

  private func text(_ entry: LogEntry) -> String { String(decoding: entry.text, as: UTF8.self) }

  private func requireOthersAreTaken(at location: SourceLocation = #_sourceLocation) throws {
    #expect(try desk.store.isStudied(date("2026-11-16")), sourceLocation: location)
    try desk.mark("2026-11-20")
    #expect(try desk.exchange().written == 1, sourceLocation: location)
    try lap.exchange()
    #expect(try lap.store.isStudied(date("2026-11-20")), sourceLocation: location)
    try requireAgreement([desk, lap], at: location)
  }

  /// Lets a process without rights into the folder, with a home beside it.
  private func letNobodyRead(mode: mode_t) throws {
    _ = try Child.run("chmod", ["-R", "o+rX", folder.path("Log")])
    mkdir(folder.scratch("home"), 0o700)
    let modes = [
      (folder.scratch.path, 0o755), (folder.folder.path, mode), (folder.path("Log"), mode),
      (folder.scratch("home"), 0o777),
    ]
    for (path, mode) in modes { try #require(chmod(path, mode) == 0) }
  }

  // MARK: Lines

  @Test func whatIsNoEntryIsPassedOver() throws {
    let lines = [
      "", "null", "{}", "2026-11-17", String(repeating: "[", count: 100_000), "\u{1b}]0;title\u{7}",
      text(evil()).replacing("\"haru\":2", with: "\"haru\":1"), text(evil()) + "}",
      text(evil("2026-11-18")), text(evil("2026-11-19")).dropLast() + "",
    ]
    let name = try folder.write(lines: lines)
    let report = try desk.exchange()
    #expect(report.problems == ["Log": [.noEntries(name, 9, first: 1)]])
    #expect(report.arrived.changes == 2)
    #expect(try desk.store.countOfUnknownEntries() == 0)
    #expect(try !LogExchange.hasNews(for: desk.store), "once is enough")
    #expect(try desk.exchange(isThorough: true).problems == report.problems)
    try requireOthersAreTaken()
  }

  /// Absurd values are kept as those of a newer version, and have no effect.
  @Test func absurdValuesAreNotTaken() throws {
    let parts = [
      ("\"2026-11-17\"", "\"2026-02-31\""), ("\"2026-11-17\"", "\"99999-01-01\""),
      ("\"2026-11-17\"", "\"-2026-1-1\""), ("\"2026-11-17\"", "\"0000-00-00\""),
      ("\"at\":5", "\"at\":9223372036854775807"), ("\"at\":5", "\"at\":-9223372036854775808"),
      ("\"at\":5", "\"at\":5.5"), ("\"offset\":0", "\"offset\":2147483648"),
      ("\"studied\"", "\"not\""), ("\"UTC\"", "\"U\\u0000TC\""),
      ("\"evil\"", "\"../evil\""), ("\"evil\"", "\"evil\\u0000\""),
      ("\"evil\"", "\"evil\",\"replaces\":[]"), ("\"evil\"", "\"evil\",\"batch\":\"x\""),
    ]
    let entry = text(evil())
    let lines = parts.map { entry.replacing($0.0, with: $0.1) }
    #expect(!lines.contains(entry))
    try folder.write(lines: lines)
    let report = try desk.exchange()
    #expect(report.problems["Log"]?.count == parts.count && report.arrived.changes == 1)
    #expect(try desk.store.countOfUnknownEntries() == parts.count)
    try requireOthersAreTaken()
  }

  /// SQLite 3.40 computes another day for it.
  @Test func aDayThatADateFunctionMisreadsHoldsUpNoOther() throws {
    try folder.write(lines: [text(evil("0300-03-01")), text(evil("2026-11-18"))])
    #expect(try desk.exchange().arrived.changes == 3)
    #expect(try desk.store.isStudied(date("0300-03-01")))
    #expect(try desk.store.isStudied(date("2026-11-18")))
    try requireOthersAreTaken()
    #expect(try desk.store.problems() == [] && lap.store.problems() == [])
  }

  /// It is kept, named by its place, and passed on; the others are taken.
  @Test func aLineThatIsNotUnderstoodHoldsUpNoOther() throws {
    let impossible = text(evil("2026-11-20")).replacing("\"at\":5", with: "\"at\":300000000000")
    let newer = #"{"haru":3,"kind":"study","key":"2026-11-21"}"#
    let file = try folder.write(
      lines: [text(evil("2026-11-18")), impossible, newer, text(evil("2026-11-19"))])
    let report = try desk.exchange()
    #expect(
      report.problems == [
        "Log": [
          .notUnderstood(file, UnknownLine(number: 2, key: "2026-11-20")),
          .notUnderstood(file, UnknownLine(number: 3, key: "2026-11-21")),
        ]
      ])
    #expect(
      try desk.store.markedDays().map(\.description) == ["2026-11-19", "2026-11-18", "2026-11-16"])
    #expect(try desk.store.countOfUnknownEntries() == 2 && desk.store.problems() == [])
    let before = try desk.transactions
    #expect(try desk.exchange().arrived == MergeCounts())
    #expect(try desk.transactions == before)
    // It is passed on, also if the file is lost.
    try desk.remove("Log/" + file)
    try desk.exchange()
    try lap.exchange()
    #expect(try lap.store.countOfUnknownEntries() == 2)
    try requireOthersAreTaken()
  }

  /// Of a file full of them the first are named, by their numbers in the file.
  @Test func theFirstLinesOfAFileAreNamed() throws {
    let lines = (0..<7000).map { #"{"haru":3,"kind":"study","key":"\#($0)"}"# }
    let file = try folder.write(lines: [text(evil("2026-11-18"))] + lines)
    let named = try #require(try desk.exchange().problems["Log"])
    #expect(
      named == (0..<20).map { .notUnderstood(file, UnknownLine(number: $0 + 2, key: "\($0)")) })
    #expect(try desk.store.countOfUnknownEntries() == 7000)
  }

  /// It says that it comes long after all others, or long before.
  @Test(arguments: [StoredBounds.instants.lowerBound, StoredBounds.instants.upperBound])
  func noInstantIsTheLastWord(at instant: Instant) throws {
    try folder.write(
      lines: [text(evil(at: instant.seconds))], of: LogMonth.of(instant))
    for (number, peer) in [desk, lap, desk, lap, desk].enumerated() {
      try peer.exchange()
      let isStudied = try peer.store.isStudied(date("2026-11-17"))
      try peer.mark("2026-11-17", studied: !isStudied, at: number)
      for other in [peer, desk, lap] { try other.exchange() }
      for other in [desk, lap] {
        #expect(try other.store.isStudied(date("2026-11-17")) == !isStudied, "\(number)")
      }
    }
    try requireOthersAreTaken()
  }

  /// Who can write into the folder can clear a day that is in it, but not what is said later.
  @Test func whatItReplacesCanBeSaidAgain() throws {
    try desk.exchange()
    let file = try #require(try desk.files().first)
    guard case .entry(let entry) = ParsedEntry(Array(file.data.dropLast())) else {
      throw Failure.unexpected("no entry")
    }
    let made = EntryName(of: Array("not there".utf8))
    try folder.write(lines: [text(evil("2026-11-16", nil, replacing: [entry.name, made]))])
    try desk.exchange()
    #expect(try !desk.store.isStudied(date("2026-11-16")))
    #expect(try desk.store.countOfMissingEntries() == 1)
    try desk.mark("2026-11-16", at: 1)
    for peer in [desk, lap] { try peer.exchange() }
    #expect(try lap.store.isStudied(date("2026-11-16")))
    #expect(try desk.store.contents() == lap.store.contents())
    #expect(try desk.store.digest() == lap.store.digest())
  }

  /// Batches that contain those of others, and undo themselves or each other: the history stays one that can
  /// be exported, and own changes can still be undone.
  @Test func batchesThatCannotBeChangeNoHistory() throws {
    try desk.mark("2026-11-15")
    try desk.exchange()
    var names: [EntryName] = []
    for file in try desk.files() {
      if case .entry(let entry) = ParsedEntry(Array(file.data.dropLast())) {
        names.append(entry.name)
      }
    }
    try #require(names.count == 2)
    let (one, two) = (evil("2026-11-10"), evil("2026-11-11"))
    let entries =
      [one, two]
      + names.flatMap { name in
        [
          evil("2026-11-12", in: name), evil("2026-11-13", in: name, undoing: name),
          evil("2026-11-14", undoing: name),
        ]
      } + [
        evil("2026-11-12", "x", kind: .note, in: one.name, undoing: two.name),
        evil("2026-11-13", "y", kind: .note, in: two.name, undoing: one.name),
        evil("2026-11-14", "z", kind: .note, in: one.name, undoing: one.name),
      ]
    try folder.write(lines: entries.map(text))
    for peer in [desk, lap] { try peer.exchange() }
    try requireAgreement([desk, lap])
    #expect(try desk.store.batches(limit: 99).count == 1)
    #expect(try desk.store.undo(9, by: said(3000)).count == 1)
    #expect(try !desk.store.isStudied(date("2026-11-15")))
    try desk.exchange()
    try requireOthersAreTaken()
  }

  /// A machine cannot be made to believe that it said something itself.
  @Test func anEntryUnderOurNameIsNotOurs() throws {
    let entry = LogEntry(Register(.study, date("2026-11-17")), "studied", by: said(5), on: "desk")
    try folder.write(lines: [text(entry)])
    try desk.exchange()
    #expect(try desk.store.isStudied(date("2026-11-17")))
    #expect(try desk.store.undo(by: said(3000)) == [])
    try requireOthersAreTaken()
  }

  /// A file of another month than its entries.
  @Test(arguments: ["0001-01", "9999-12", "1970-02"])
  func entriesInTheFileOfAnotherMonthAreTaken(_ month: String) throws {
    try folder.write(lines: [text(evil())], of: month)
    for _ in 0..<2 {
      for peer in [desk, lap] { try peer.exchange(at: monthLater) }
    }
    #expect(try desk.store.isStudied(date("2026-11-17")))
    try requireOthersAreTaken()
  }

  // MARK: Files

  @Test func nothingButFilesIsOpened() throws {
    let name = try folder.write(lines: [text(evil())])
    let secret = folder.scratch("secret.jsonl")
    try #require(rename(folder.path("Log/" + name), secret) == 0)
    try #require(symlink(secret, folder.path("Log/" + name)) == 0)
    let (pipe, directory) = (
      LogFile(of: [1], in: "2026-11").name, LogFile(of: [2], in: "2026-11").name
    )
    try #require(mkfifo(folder.path("Log/" + pipe), 0o600) == 0)
    try folder.make("Log/" + directory)
    try #require(mkfifo(folder.path("Log/\u{1b}[31mred\n.jsonl"), 0o600) == 0)
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    try #require(symlink(folder.path("Log"), folder.path("link")) == 0)
    let report = try desk.exchange()
    #expect(report.problems == ["Log": [name, pipe, directory].sorted().map { .refused($0) }])
    #expect(try desk.store.markedDays() == [date("2026-11-16")])
    try requireOthersAreTaken()
  }

  /// What cannot be read to its end, or holds something else, is looked at once, and again when it has changed; a file
  /// of a terabyte costs no more than one that is not read.
  @Test func whatIsLeftOutIsLookedAtOnce() throws {
    let name = try folder.write(lines: [text(evil())])
    try folder.write(text(evil("2026-11-18")) + "\n\n", to: "Log/" + name)
    let huge = LogFile(of: [1], in: "2026-11").name
    try folder.write("", to: "Log/" + huge)
    try #require(truncate(folder.path("Log/" + huge), 1 << 40) == 0)
    #expect(try LogExchange.hasNews(for: desk.store))
    let problems = try desk.exchange().problems
    #expect(problems == ["Log": [.damaged(name), .tooLarge(huge)].sorted { "\($0)" < "\($1)" }])
    #expect(try desk.store.markedDays() == [date("2026-11-16")])
    #expect(try !LogExchange.hasNews(for: desk.store))
    #expect(try desk.exchange().problems == [:], "it is not read again")
    #expect(try desk.exchange(isThorough: true).problems == problems, "but on request")
    #expect(try !LogExchange.hasNews(for: desk.store))
    // What belongs there is carried.
    try folder.write(text(evil()) + "\n", to: "Log/" + name)
    #expect(try LogExchange.hasNews(for: desk.store))
    #expect(try desk.exchange().arrived.changes == 1)
    #expect(try !LogExchange.hasNews(for: desk.store))
    #expect(try desk.store.problems().isEmpty)
    try requireOthersAreTaken()
  }

  /// Its name is the hash of nothing.
  @Test func anEmptyFileIsLookedAtOnce() throws {
    let name = LogFile(of: [], in: "2026-11").name
    try folder.write("", to: "Log/" + name)
    let problems = try desk.exchange().problems
    #expect(problems == ["Log": [.noEntries(name, 1, first: 1)]])
    #expect(try !LogExchange.hasNews(for: desk.store))
    #expect(try desk.exchange(isThorough: true).problems == problems)
    try requireOthersAreTaken()
  }

  /// Noise under a good name.
  @Test func noiseIsLookedAtOnce() throws {
    var random = Seeded(13)
    let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let name = LogFile(of: noise, in: "1970-01").name
    try desk.put(noise, "Log/" + name)
    let problems = try desk.exchange().problems["Log"] ?? []
    #expect(problems.count == 1)
    #expect(try !LogExchange.hasNews(for: desk.store))
    try requireOthersAreTaken()
  }

  /// A file or directory that may not be read stops no others, nor what is written here.
  @Test func whatMayNotBeReadStopsNoOthers() async throws {
    let name = try folder.write(lines: [text(evil())])
    try letNobodyRead(mode: 0o777)
    try #require(chmod(folder.path("Log/" + name), 0o000) == 0)
    await inOwnProcess(given: folder.folder.path, name) {
      let (path, name) = try Given.value(of: String.self, String.self)
      let desk = try Peer.nobody(path)
      try desk.mark("2026-11-20")
      let report = try desk.exchange()
      #expect(report.arrived.changes == 1 && report.written == 1)
      #expect(report.problems == ["Log": [.system(name, EACCES)]])
    }
  }

  /// The directory of the log has become a link: nothing is read or written through it.
  @Test func aLinkInPlaceOfTheLogIsNotFollowed() throws {
    let outside = folder.scratch("outside")
    try #require(rename(folder.path("Log"), outside) == 0)
    try #require(symlink(outside, folder.path("Log")) == 0)
    try desk.mark("2026-11-20")
    let before = try FileManager.default.contentsOfDirectory(atPath: outside)
    #expect(throws: SyncError.refused("Log")) { try desk.exchange() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == before)
    #expect(try !desk.store.isStudied(date("2026-11-16")))
    #expect(try desk.store.countOfWaitingEntries() == 1)
    unlink(folder.path("Log"))
    try #require(rename(outside, folder.path("Log")) == 0)
    #expect(try desk.exchange().written == 1)
  }

  /// Thousands of names that nobody wrote stop nothing.
  @Test func manyNamesStopNobody() throws {
    for number in 0..<300 { try folder.make("a\(number)") }
    for number in 0..<2000 { try folder.write("", to: "Log/\(number).jsonl") }
    #expect(try desk.exchange().arrived.changes == 1)
    try requireOthersAreTaken()
  }

  /// What is read is remembered even where nothing can be written.
  @Test func whatWasReadIsNotReadAgainWhereNothingCanBeWritten() async throws {
    try letNobodyRead(mode: 0o555)
    await inOwnProcess(given: folder.folder.path) {
      let path = try Given.value(of: String.self)
      let desk = try Peer.nobody(path)
      try desk.mark("2026-11-20")
      #expect(throws: SyncError.readOnly) { try desk.exchange() }
      #expect(try desk.store.isStudied(date("2026-11-16")))
      #expect(try desk.store.knownFiles().count == 1)
    }
  }
}

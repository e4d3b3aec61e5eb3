import Foundation
import HaruCore
import HaruStore
import HaruSync
import Support
import Testing

/// Stores that exchange their lines through real files, which arrive as they like.
@Suite struct ExchangeTests {
  // MARK: One folder

  @Test func twoWithOneFolderHaveTheSame() throws {
    let (desk, lap) = try pair()
    try desk.mark("2026-11-18", "2026-11-19")
    #expect(try desk.exchange().written == 2)
    try lap.mark("2026-11-20")
    #expect(try lap.exchange().taken.changes == 2)
    #expect(try desk.exchange().taken.changes == 1)
    // Nothing is new, and nothing is written.
    for peer in [desk, lap] { #expect(try peer.exchange() == SyncReport()) }
    try requireAgreement([desk, lap], marks: 3)
  }

  /// Three machines say what they like, and look into their folder when they like.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func threeWithOneFolderHaveTheSame(seed: UInt64) throws {
    var random = Seeded(seed)
    let folder = try FolderBench()
    let machines = try (0..<3).map { try Peer("m\($0)", folder) }
    for step in 0..<120 {
      let peer = machines[Int.random(in: machines.indices, using: &random)]
      if Int.random(in: 0..<3, using: &random) == 0 {
        try peer.exchange()
      } else {
        try peer.say(step, &random)
      }
    }
    for peer in machines + machines { try peer.exchange() }
    try requireAgreement(machines)
  }

  // MARK: Files that arrive as they like

  /// Each machine has a folder of its own, and something carries files between them: in any order, cut,
  /// twice, older ones after newer ones, and under the names of conflicts.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func filesThatArriveAnyhowLeadToTheSame(seed: UInt64) throws {
    var random = Seeded(seed)
    let machines = try (0..<3).map { try Peer("m\($0)", FolderBench()) }
    var older: [(path: String, data: Data)] = []
    for step in 0..<120 {
      let peer = machines[Int.random(in: machines.indices, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: try peer.say(step, &random)
      case 2: try peer.exchange()
      default:
        let other = machines[Int.random(in: machines.indices, using: &random)]
        guard other !== peer, let file = try peer.files().randomElement(using: &random) else {
          break
        }
        // The owner's file is the newest; nothing carries another one over it.
        guard !file.path.hasPrefix(other.device + "/") else { break }
        older.append(file)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
          try other.put(
            file.data.prefix(.random(in: 0...file.data.count, using: &random)), file.path)
        case 1:
          try other.put(
            file.data, file.path.replacing(".jsonl", with: ".sync-conflict-\(step).jsonl"))
        case 2:
          let old = older.randomElement(using: &random) ?? file
          if !old.path.hasPrefix(other.device + "/") { try other.put(old.data, old.path) }
        default: try other.put(file.data, file.path)
        }
      }
    }
    for _ in 0..<2 {
      for peer in machines { try peer.exchange() }
      for peer in machines {
        for other in machines where other !== peer { try peer.carryOwn(to: other) }
      }
    }
    for peer in machines { try peer.exchange() }
    try requireAgreement(machines)
  }

  /// A line that is cut in its middle is taken when the rest of it has come.
  @Test func halfALineWaits() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    try desk.mark("2026-11-18")
    try desk.mark("2026-11-19")
    try desk.exchange()
    let file = try #require(try desk.files().first)
    let firstLine = try #require(file.data.firstIndex(of: 10)) + 1
    for (length, marks) in [(firstLine + 40, 1), (file.data.count - 1, 1), (file.data.count, 2)] {
      try lap.put(file.data.prefix(length), file.path)
      #expect(try lap.exchange().isSound)
      #expect(try lap.store.markedDays().count == marks)
    }
    try desk.mark("2026-11-20")
    try desk.exchange()
    try desk.carryOwn(to: lap)
    try lap.exchange()
    #expect(try lap.store.contents() == desk.store.contents())
  }

  /// The second file comes before the first.
  @Test func aLaterFileWaitsForTheEarlierOne() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    for day in 11...24 {
      let text = String(repeating: "\(day)", count: 30_000)
      try desk.store.setNote(text, on: date("2026-11-\(day)"), by: said(day))
    }
    try desk.exchange()
    let files = try desk.files()
    try #require(files.count > 2)
    for file in files.reversed() {
      #expect(try lap.store.notes().isEmpty)
      try lap.put(file.data, file.path)
      let report = try lap.exchange()
      #expect(report.isSound)
      #expect(report.taken.hasGaps == (file.path != files[0].path))
    }
    #expect(try lap.store.notes().count == 14)
    #expect(try lap.store.contents() == desk.store.contents())
  }

  // MARK: What is lost is written again

  @Test(arguments: ["file", "tail", "middle", "directory"])
  func whatTheFolderHasLostIsWrittenAgain(_ part: String) throws {
    let (desk, lap) = try pair()
    try lap.mark("2026-11-10")
    try lap.exchange()
    for day in 11...19 { try desk.mark("2026-11-\(day)") }
    try desk.exchange()
    let path = desk.folder.path("desk/000001.jsonl")
    let data = try #require(FileManager.default.contents(atPath: path))
    switch part {
    case "file": try FileManager.default.removeItem(atPath: path)
    case "directory": try FileManager.default.removeItem(atPath: desk.folder.path("desk"))
    case "tail": try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
    default:
      var damaged = data
      damaged[data.count / 2] ^= 1
      try damaged.write(to: URL(fileURLWithPath: path))
    }
    #expect(try desk.exchange().written > 3)
    #expect(try desk.exchange().written == 0)
    #expect(try lap.exchange().taken.changes == 9)
    try desk.exchange()
    try requireAgreement([desk, lap], marks: 10)
  }

  /// A disk that is not mounted leaves an empty folder.
  @Test func intoAnEmptiedFolderNothingIsWritten() throws {
    let (desk, lap) = try pair()
    try desk.mark("2026-11-18")
    try desk.exchange()
    let away = desk.path + ".away"
    try #require(rename(desk.path, away) == 0)
    #expect(throws: SyncError.folder(.missing)) { try desk.exchange() }
    try desk.folder.make("")
    try desk.mark("2026-11-19")
    #expect(throws: SyncError.emptied) { try desk.exchange() }
    #expect(try desk.folder.names("") == [])
    #expect(try desk.store.waitingForSync() == 1)
    rmdir(desk.path)
    try #require(rename(away, desk.path) == 0)
    #expect(try desk.exchange().written == 1)
    try lap.exchange()
    try requireAgreement([desk, lap], marks: 2)
  }

  // MARK: Copies

  /// A home directory was copied: to another machine, or as a backup that was put back.
  @Test(arguments: ["1", "2"], [true, false])
  func aCopyOfAStoreGetsANameOfItsOwn(machine: String, isFolderShared: Bool) throws {
    let desk = try Peer("desk", FolderBench())
    try desk.mark("2026-11-16", "2026-11-17")
    try desk.exchange()
    let copy = try Peer(
      copying: desk, machine, isFolderShared ? desk.folder : try FolderBench())
    if !isFolderShared { try desk.carryOwn(to: copy) }
    try copy.mark("2026-11-18")
    try desk.mark("2026-11-19")
    try desk.mark("2026-11-16", studied: false)
    for _ in 0..<3 {
      for (one, other) in [(desk, copy), (copy, desk)] {
        try one.exchange()
        if !isFolderShared { try one.carryOwn(to: other) }
      }
    }
    // On one machine nobody knows which of both is the copy.
    #expect(Set([desk, copy].map(\.device)).count == 2)
    #expect(machine == "1" || desk.device == "desk")
    try requireAgreement([desk, copy], marks: 3)
  }

  /// One home directory on a file server, used at two machines in turn: nothing is said twice for ever.
  @Test func aStoreThatTwoMachinesUseInTurnIsOneStore() throws {
    let (desk, lap) = try pair()
    try desk.mark("2026-11-16")
    try desk.exchange()
    try lap.exchange()
    for turn in 0..<6 {
      desk.machine = turn.isMultiple(of: 2) ? "2" : "1"
      try desk.exchange()
      try desk.mark("2026-11-1\(turn)", studied: turn != 3)
      try desk.exchange()
    }
    try lap.exchange()
    try desk.exchange()
    try requireAgreement([desk, lap])
    let lines = try desk.files().map { $0.data.count { $0 == 10 } }.reduce(0, +)
    #expect(lines == 6, "each change is in the folder once")
  }

  /// A command exchanges while the agent does, and one of them finds that the store is a copy.
  @Test func whatIsWrittenUnderAnOldNameDoesNotCountForTheNewOne() throws {
    let desk = try Peer("desk", FolderBench())
    for day in 10...15 { try desk.mark("2026-11-\(day)") }
    try desk.exchange()
    let copy = try Peer(copying: desk, "1", desk.folder)
    try desk.mark("2026-11-16")
    try copy.mark("2026-11-17")
    let lines = try copy.store.linesToWrite(limit: 9, by: said(2000))
    try desk.exchange()
    #expect(try copy.exchange().taken.newDevice != nil)
    let last = try #require(lines.last)
    try copy.store.setWritten(upTo: last.number, of: last.device)
    try copy.mark("2026-11-18")
    try copy.exchange()
    try desk.exchange()
    try requireAgreement([desk, copy], marks: 9)
  }

  /// Of a copy's lines one has not arrived, and the machine that is renamed does not claim to know it.
  @Test func aNewNameClaimsToKnowOnlyWhatHasArrived() throws {
    let desk = try Peer("desk", FolderBench())
    try desk.mark("2026-11-16")
    try desk.exchange()
    let copy = try Peer(copying: desk, "1", FolderBench())
    try desk.mark("2026-11-17")
    try desk.mark("2026-11-18")
    try desk.mark("2026-11-19")
    try desk.exchange()
    let file = try #require(try desk.files().first)
    let lines = file.data.split(separator: 10).map { $0 + [10] }
    try copy.put(lines[0] + lines[3], file.path)
    #expect(try copy.exchange().taken.newDevice != nil)
    // It does not know that this day was studied, and so its word does not take that back.
    try copy.mark("2026-11-18", at: 5000)
    try copy.mark("2026-11-18", studied: false, at: 6000)
    try copy.exchange()
    try copy.carryOwn(to: desk)
    try desk.exchange()
    try desk.carryOwn(to: copy)
    try copy.exchange()
    try requireAgreement([desk, copy], marks: 4)
  }

  // MARK: Helpers

  private func pair() throws -> (Peer, Peer) {
    let folder = try FolderBench()
    return (try Peer("desk", folder), try Peer("lap", folder))
  }

  private func requireAgreement(
    _ machines: [Peer], marks: Int? = nil, at location: SourceLocation = #_sourceLocation
  ) throws {
    let contents = try machines.map { try $0.store.contents() }
    for (peer, each) in zip(machines, contents) {
      #expect(each == contents[0], "\(peer.device)", sourceLocation: location)
      #expect(each.isConsistent, "\(peer.device)", sourceLocation: location)
      let problems = try peer.store.problems()
      #expect(problems.isEmpty, "\(peer.device)", sourceLocation: location)
      #expect(try peer.store.waitingForSync() == 0, sourceLocation: location)
    }
    if let marks { #expect(contents[0].marks.count == marks, sourceLocation: location) }
  }
}

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
    try Child.run("chmod", ["-R", "o+rX", folder.path("lap")])
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

/// A machine with a store and a folder, which it may share with others.
private final class Peer {
  let store: Store
  let folder: FolderBench
  /// Tells the machine from others, as its number does.
  var machine: String
  private let scratch: Scratch
  private let name: String
  private var copies = 0

  init(_ name: String, _ folder: FolderBench) throws {
    (self.name, self.folder, machine) = (name, folder, "1")
    scratch = try Scratch()
    store = try Store(path: scratch("haru.sqlite"), for: .writing)
    try store.setSync(
      SyncState(folder: path, device: name, machine: machine, leavesOutNotes: false))
  }

  /// Begins as nobody in a process of its own, with a folder and a home that were made before.
  static func nobody(_ path: String) throws -> Peer {
    becomeNobody()
    setenv("TMPDIR", path + "/../home", 1)
    return try Peer("desk", FolderBench(at: path))
  }

  /// A machine to which the home directory of another was copied.
  init(copying other: Peer, _ machine: String, _ folder: FolderBench) throws {
    (name, self.folder, self.machine) = (other.name, folder, machine)
    scratch = try Scratch()
    try #require(other.store.settle())
    try scratch.copy(other.store.path, to: "haru.sqlite")
    store = try Store(path: scratch("haru.sqlite"), for: .writing)
    // On another machine the folder may lie elsewhere.
    var state = try #require(try store.syncState())
    state.folder = path
    try store.setSync(state)
  }

  /// Where its folder is.
  var path: String { folder.folder.path }

  /// The name that it has now.
  var device: String { ((try? store.syncState()) ?? nil)?.device ?? "" }

  @discardableResult
  func exchange(isThorough: Bool = false) throws(SyncError) -> SyncReport {
    let report = try SyncExchange.run(
      of: store, on: machine, by: said(2000), isThorough: isThorough
    ) { [self] in
      copies += 1
      return "\(name)-\(machine)-\(copies)"
    }
    return report ?? SyncReport()
  }

  // MARK: What its user does

  func mark(_ days: String..., studied: Bool = true, at seconds: Int = 1000) throws(StoreError) {
    try store.setStudied(days.map(date), studied, today: .latest, by: said(seconds))
  }

  /// Does something at random.
  func say(_ number: Int, _ random: inout Seeded) throws {
    let day = date("2026-11-1\(Int.random(in: 0...5, using: &random))")
    let by = said(number + .random(in: -50...50, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: _ = try store.toggle(day, today: .latest, by: by)
    case 2:
      let long = String(repeating: "\(number) ", count: .random(in: 1...12_000, using: &random))
      try store.setNote([nil, "short", long].randomElement(using: &random) ?? nil, on: day, by: by)
    case 3:
      let reason = [nil, "", "ill"].randomElement(using: &random) ?? nil
      try store.setRest([day], reason: reason, by: by)
    case 4: try store.undo(by: by)
    default: try store.redo(by: by)
    }
  }

  // MARK: What carries its folder

  /// The files in its folder, by path.
  func files() throws -> [(path: String, data: Data)] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".jsonl") }.sorted().compactMap { name in
      FileManager.default.contents(atPath: folder.path(name)).map { (name, $0) }
    }
  }

  /// Puts a file into its folder, in place of the one that is there.
  func put(_ data: some DataProtocol, _ path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    try folder.make(directory)
    let file = URL(fileURLWithPath: folder.path(path))
    try Data(data).write(to: file, options: .atomic)
  }

  /// Carries all that it has written to another machine.
  func carryOwn(to other: Peer) throws {
    let own = device + "/"
    for file in try files() where file.path.hasPrefix(own) || !file.path.hasPrefix(other.device) {
      // What another has written comes from there.
      guard file.path.hasPrefix(own) || other.lacks(file.path) else { continue }
      try other.put(file.data, file.path)
    }
  }

  private func lacks(_ path: String) -> Bool {
    !FileManager.default.fileExists(atPath: folder.path(path))
  }
}

private func said(_ seconds: Int) -> Provenance {
  Provenance(at: Instant(Int64(seconds)), utcOffset: 0, zone: "UTC", source: .command)
}

/// The day of a valid text.
private func date(_ text: String) -> Day {
  guard let day = Day(text) else { preconditionFailure("no day: \(text)") }
  return day
}

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
      #expect((report.taken.firstWaiting != nil) == (file.path != files[0].path))
    }
    #expect(try lap.store.notes().count == 14)
    #expect(try lap.store.contents() == desk.store.contents())
  }

  /// A line is lost for ever: who waits for it does not read the same files at each exchange.
  @Test func whatWaitsIsReadAgainOnlyWhenAFileHasChanged() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    for day in 11...16 { try desk.mark("2026-11-\(day)") }
    try desk.exchange()
    let file = try #require(try desk.files().first)
    let lines = file.data.split(separator: 10).map { $0 + [10] }
    try lap.put(Data((lines[..<2] + lines[4...]).joined()), file.path)
    for _ in 0..<2 { #expect(try lap.exchange().isSound) }
    #expect(try lap.store.readFiles().keys.contains(file.path))
    #expect(try lap.store.syncDevices().first?.missing == 3...4)
    #expect(try lap.exchange() == SyncReport())
    #expect(try lap.exchange(isThorough: true).taken.firstWaiting == 5)
    #expect(try lap.store.readFiles().keys.contains(file.path))
    // One of them arrives under another name, and then the other.
    try lap.put(lines[3], "desk/000001.sync-conflict-1.jsonl")
    for _ in 0..<3 { try lap.exchange() }
    #expect(try lap.store.syncDevices().first?.missing == 3...3)
    try lap.put(lines[2], "desk/000001.sync-conflict-2.jsonl")
    for _ in 0..<2 { try lap.exchange() }
    #expect(try lap.store.syncDevices().first?.missing == nil)
    #expect(try lap.store.contents() == desk.store.contents())
    #expect(try lap.exchange() == SyncReport())
  }

  /// Of a machine nothing has arrived but what waits.
  @Test func aFirstLineIsWaitedForToo() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    for day in 11...12 { try desk.mark("2026-11-\(day)") }
    try desk.exchange()
    let file = try #require(try desk.files().first)
    let second = try #require(file.data.split(separator: 10).last) + [10]
    try lap.put(second, file.path)
    for _ in 0..<2 { try lap.exchange() }
    #expect(try lap.store.syncDevices().first?.missing == 1...1)
    #expect(try lap.store.readFiles().keys.contains(file.path))
    try lap.put(file.data, file.path)
    try lap.exchange()
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

  /// A machine was killed while it wrote, and what it left was carried: its next exchange completes the line.
  @Test(arguments: [1, 40, 150])
  func whatAKilledWriterHasLeftTornHeals(_ length: Int) throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    try desk.mark("2026-11-18")
    try desk.mark("2026-11-19")
    try desk.exchange()
    let whole = try #require(try desk.files().first)
    let first = try #require(whole.data.firstIndex(of: 10)) + 1
    try desk.put(whole.data.prefix(first + length), whole.path)
    try desk.carryOwn(to: lap)
    #expect(try lap.exchange().isSound)
    try desk.mark("2026-11-20")
    #expect(try desk.exchange().written == 2)
    let healed = try #require(try desk.files().first?.data)
    #expect(healed.starts(with: whole.data) && healed.count { $0 == 10 } == 3)
    try desk.carryOwn(to: lap)
    for peer in [desk, lap] { #expect(try peer.exchange(isThorough: true).isSound) }
    #expect(try lap.store.contents() == desk.store.contents())
  }

  /// What older versions have left torn in the middle of a file is lost to nobody where the line is whole.
  @Test func aTornLineThatIsWholeElsewhereIsNoDamage() throws {
    let (desk, lap) = try pair()
    try desk.mark("2026-11-18")
    try desk.store.setNote("셋셋셋", on: date("2026-11-18"), by: said(1001))
    try desk.exchange()
    let file = try #require(try desk.files().first)
    let lines = file.data.split(separator: 10)
    let inNote = try #require(lines[1].firstRange(of: Data("셋셋".utf8)))
    let torn = [lines[0].prefix(1), lines[1].prefix(90), lines[1][..<(inNote.lowerBound + 4)]]
    let all = [lines[0]] + torn + [lines[1].prefix(60) + [0, 0], lines[1]]
    try desk.put(Data(all.joined(separator: [10]) + [10]), file.path)
    for peer in [desk, lap] {
      #expect(try peer.exchange(isThorough: true).damaged == [:])
    }
    // Of a line that is whole nowhere it is told.
    let other = Data("{\"haru\":1,\"device\":\"desk\",\"n\":3,\n".utf8)
    try desk.put(Data(all.joined(separator: [10]) + [10]) + other, file.path)
    for peer in [desk, lap] {
      #expect(try peer.exchange(isThorough: true).damaged == ["desk": 1])
    }
    try requireAgreement([desk, lap], marks: 1)
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

import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import Support
import Testing

/// Stores that exchange their logs through real files, which arrive as they like.
@Suite struct ExchangeTests {
  // MARK: One folder

  @Test func twoWithOneFolderHaveTheSame() throws {
    let (desk, lap) = try pair()
    try desk.mark("2026-11-18", "2026-11-19")
    #expect(try desk.exchange().written == 2)
    try lap.mark("2026-11-20")
    #expect(try lap.exchange().arrived.changes == 2)
    #expect(try desk.exchange().arrived.changes == 1)
    // Nothing is new, and nothing is written.
    for peer in [desk, lap] { #expect(try peer.exchange() == SyncReport()) }
    try requireAgreement([desk, lap], marks: 3)
  }

  /// A transaction costs five syncs of the disk, and ends when its time is over, so a busy machine needs a second one.
  @Test func whatHasArrivedIsTakenInFewTransactions() throws {
    let (desk, lap) = try pair()
    for peer in [desk, lap] { try peer.exchange() }
    for day in 10...15 {
      try desk.mark("2026-11-\(day)", at: day)
      try desk.exchange()
    }
    let before = try lap.transactions
    #expect(try lap.exchange().arrived.changes == 6)
    let after = try lap.transactions
    #expect((1..<6).contains(after - before))
    try lap.exchange()
    #expect(try lap.transactions == after)
  }

  /// A machine that exchanges nothing does nothing.
  @Test func withoutAFolderNothingIsExchanged() throws {
    let desk = try Peer("desk", FolderBench())
    try desk.store.changeThisMachine { $0.folder = nil }
    try desk.mark("2026-11-18")
    #expect(try LogExchange.run(of: desk.store, at: present) == nil)
    #expect(try desk.folder.names("") == [])
    #expect(try desk.store.countOfWaitingEntries() == 0)
  }

  // MARK: Files that arrive as they like

  /// Random commands on three machines, each with a folder of its own, and something carries files between them: in
  /// any order, cut, twice, ones that were removed elsewhere, and under the names of conflicts.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func filesThatArriveAnyhowLeadToTheSame(seed: UInt64) throws {
    var random = Seeded(seed)
    let machines = try (0..<3).map { try Peer("m\($0)", FolderBench()) }
    var older: [(path: String, data: Data)] = []
    for step in 0..<120 {
      let peer = machines[Int.random(in: machines.indices, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        for _ in 0..<3 { try peer.say(step, &random) }
      case 2:
        try peer.exchange(at: Int.random(in: 0..<6, using: &random) == 0 ? monthLater : present)
      default:
        let other = machines[Int.random(in: machines.indices, using: &random)]
        guard other !== peer, let file = try peer.wholeFiles().randomElement(using: &random) else {
          break
        }
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
          try other.put(old.data, old.path)
        default: try other.put(file.data, file.path)
        }
      }
    }
    for _ in 0..<2 {
      for peer in machines { try peer.exchange() }
      for peer in machines {
        for other in machines where other !== peer { try peer.carry(to: other) }
      }
    }
    for peer in machines { try peer.exchange() }
    try requireAgreement(machines)
  }

  /// A file that is cut is no file, until the rest of it has come.
  @Test func halfAFileWaits() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    try desk.mark("2026-11-18")
    try desk.mark("2026-11-19")
    try desk.exchange()
    let file = try #require(try desk.files().first)
    let name = (file.path as NSString).lastPathComponent
    for length in [0, 1, file.data.count / 2, file.data.count - 1] {
      try lap.put(file.data.prefix(length), file.path)
      #expect(try lap.exchange().problems == ["Log": [.damaged(name)]])
      #expect(try lap.store.markedDays().isEmpty)
    }
    try desk.carry(to: lap)
    #expect(try lap.exchange().problems == [:])
    try requireAgreement([desk, lap], marks: 2)
  }

  /// The name of a file is the hash of what is in it: a copy under another name says nothing.
  @Test func theCopyOfAConflictIsNotRead() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    try desk.mark("2026-11-18")
    try desk.exchange()
    let file = try #require(try desk.files().first)
    let copy = file.path.replacing(".jsonl", with: ".sync-conflict-20261118-101010-ABCDEFG.jsonl")
    try lap.put(file.data, copy)
    #expect(try lap.exchange() == SyncReport())
    #expect(try lap.store.markedDays().isEmpty)
    #expect(try lap.files().map(\.path) == [copy])
  }

  /// Entries that others name and that have not come are counted, and the later ones count already.
  @Test func whatHasNotArrivedIsCounted() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    try desk.mark("2026-11-18")
    try desk.exchange()
    let first = try #require(try desk.files().first)
    try desk.mark("2026-11-18", studied: false)
    try desk.exchange()
    let second = try #require(try desk.files().first { $0.path != first.path })
    try lap.put(second.data, second.path)
    try lap.exchange()
    #expect(try lap.store.countOfMissingEntries() == 1)
    try lap.put(first.data, first.path)
    try lap.exchange()
    #expect(try lap.store.markedDays().isEmpty)
    try requireAgreement([desk, lap], marks: 0)
  }

  // MARK: What is lost is written again

  /// By any machine that has it, whoever made it.
  @Test(arguments: ["file", "cut", "directory"], [true, false])
  func whatTheFolderHasLostIsWrittenAgain(_ loss: String, byItsMaker: Bool) throws {
    let (desk, lap) = try pair()
    try lap.mark("2026-11-10")
    try lap.exchange()
    for day in 11...13 {
      try desk.mark("2026-11-\(day)")
      try desk.exchange()
    }
    try lap.exchange()
    let file = try #require(try desk.files().first)
    switch loss {
    case "file": try desk.remove(file.path)
    case "cut": try desk.put(file.data.prefix(file.data.count / 2), file.path)
    default:
      try desk.remove("Log")
      // The user says that it is the right folder all the same.
      for peer in [desk, lap] { try peer.store.forgetFiles() }
    }
    let healer = byItsMaker ? desk : lap
    #expect(try healer.exchange(isThorough: true).written == (loss == "directory" ? 4 : 1))
    #expect(try healer.exchange().written == 0)
    let new = try Peer("new", desk.folder)
    for peer in [new, desk, lap] { try peer.exchange() }
    try requireAgreement([desk, lap, new], marks: 4)
  }

  @Test func whatARepairHasLostIsReadAgain() throws {
    let (desk, lap) = try pair()
    try lap.mark("2026-11-18")
    for peer in [lap, desk] { try peer.exchange() }
    try execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE entry SET kind = 'x'", on: desk.store.path)
    _ = try Store.repair(desk.store.path, from: nil, by: said(2000), stamp: "a")
    for peer in [desk, lap] { try peer.exchange() }
    try requireAgreement([desk, lap], marks: 1)
  }

  /// A disk that is not mounted leaves an empty folder.
  @Test func intoAnEmptiedFolderNothingIsWritten() throws {
    let (desk, lap) = try pair()
    try desk.mark("2026-11-18")
    try desk.exchange()
    let away = desk.path + ".away"
    try #require(rename(desk.path, away) == 0)
    #expect(throws: SyncError.missing) { try desk.exchange() }
    try desk.folder.make("")
    try desk.mark("2026-11-19")
    #expect(throws: SyncError.emptied) { try desk.exchange() }
    #expect(try desk.folder.names("") == [])
    #expect(try desk.store.countOfWaitingEntries() == 1)
    rmdir(desk.path)
    try #require(rename(away, desk.path) == 0)
    #expect(try desk.exchange().written == 1)
    try lap.exchange()
    try requireAgreement([desk, lap], marks: 2)
  }

  // MARK: Copies

  /// Ten days, a backup of the home, five more days that were carried, and the home as it was: with a carrier
  /// that removes nothing, and with one that makes folders equal.
  @Test(arguments: [true, false])
  func aHomeRestoredFromABackupHasAllDays(removing: Bool) throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    for day in 10...19 { try desk.mark("2026-11-\(day)") }
    try desk.exchange()
    let home = try Peer(copying: desk, FolderBench())
    try desk.carry(to: home)
    for day in 20...24 { try desk.mark("2026-11-\(day)") }
    try desk.exchange()
    try desk.carry(to: lap)
    try lap.exchange()
    // The home is as it was, and its user goes on.
    try home.mark("2026-11-25")
    try home.exchange()
    try home.carry(to: lap, removing: removing)
    for (one, other) in [(lap, home), (home, lap), (lap, home)] {
      try one.exchange()
      try one.carry(to: other)
    }
    try home.exchange()
    let new = try Peer("new", FolderBench())
    try home.carry(to: new)
    try new.exchange()
    try requireAgreement([home, lap, new], marks: 16)
  }

  /// A home directory was copied, to another machine or to one with the same machine-id, and both go on.
  @Test(arguments: [true, false], [true, false])
  func aCopyOfAHomeIsAMachineLikeAnyOther(isElsewhere: Bool, isFolderShared: Bool) throws {
    let desk = try Peer("desk", FolderBench())
    try desk.mark("2026-11-16", "2026-11-17")
    try desk.exchange()
    let third = try Peer("third", desk.folder)
    try third.exchange()
    let copy = try Peer(
      copying: desk, isFolderShared ? desk.folder : FolderBench(), isElsewhere: isElsewhere)
    if !isFolderShared { try desk.carry(to: copy) }
    try copy.mark("2026-11-18")
    try desk.mark("2026-11-19")
    try desk.mark("2026-11-16", studied: false)
    for _ in 0..<2 {
      for (one, other) in [(desk, copy), (copy, desk)] {
        try one.exchange()
        if !isFolderShared { try one.carry(to: other) }
      }
    }
    for peer in [desk, third] { try peer.exchange() }
    // Only a copy on another machine can tell that it is one.
    #expect(desk.name == "desk" && (copy.name == "desk") == !isElsewhere)
    try requireAgreement([desk, copy, third], marks: 3)
  }

  /// The third had read what the original said before the clone's folder replaced it.
  @Test func whatTheOriginalClearsAfterAClonePassedItByIsClearedEverywhere() throws {
    let folders = (0..<3).map { _ in FolderBench() }
    let desk = try Peer("desk", folders[0])
    for day in 10...15 { try desk.mark("2026-11-\(day)") }
    try desk.exchange()
    let copy = try Peer(copying: desk, folders[1])
    let third = try Peer("third", folders[2])
    for other in [copy, third] { try desk.carry(to: other) }
    for peer in [third, copy] { try peer.exchange() }
    try copy.carry(to: third, removing: true)
    try third.exchange()
    try desk.mark("2026-11-10", "2026-11-11", studied: false)
    try desk.exchange()
    for other in [copy, third] {
      try desk.carry(to: other, removing: true)
      try other.exchange()
    }
    try requireAgreement([desk, copy, third], marks: 4)
  }

  /// One home directory on a file server, used at two machines in turn: nothing is said twice.
  @Test func aStoreThatTwoMachinesUseInTurnIsOneStore() throws {
    let (desk, lap) = try pair()
    for turn in 0..<6 {
      try desk.store.changeThisMachine { $0.number = "machine \(turn % 2)" }
      try desk.exchange()
      try desk.mark("2026-11-1\(turn)")
      try desk.exchange()
    }
    try lap.exchange()
    try requireAgreement([desk, lap], marks: 6)
    let lines = try desk.files().map { $0.data.count { $0 == 10 } }.reduce(0, +)
    #expect(lines == 6, "each change is in the folder once")
  }

  /// A machine was given up, and whatever it wrote was lost with it: the others have it.
  @Test func theFilesOfAMachineThatWasGivenUpMayBeLost() throws {
    let (desk, lap) = (try Peer("desk", FolderBench()), try Peer("lap", FolderBench()))
    for day in 1...20 { try desk.mark("2026-11-\(day < 10 ? "0" : "")\(day)") }
    try desk.exchange()
    try desk.carry(to: lap)
    try lap.exchange()
    for file in try lap.files() { try lap.remove(file.path) }
    for day in 21...23 { try lap.mark("2026-11-\(day)") }
    try lap.store.forgetFiles()
    try lap.exchange()
    let new = try Peer("new", lap.folder)
    try new.exchange()
    try requireAgreement([lap, new], marks: 23)
  }

  // MARK: Helpers

  private func pair() throws -> (Peer, Peer) {
    let folder = FolderBench()
    return (try Peer("desk", folder), try Peer("lap", folder))
  }
}

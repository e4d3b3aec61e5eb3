import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// What happens to the store's log while programs have it open.
@Suite(.serialized)
struct LogTests {
  /// Removed by hand between a command and a click, then the agent is killed.
  @Test(arguments: [["-shm", "-wal"], ["-wal"], ["-shm"]])
  func aRemovedLogTakesNothingAcknowledgedWithIt(suffixes: [String]) throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    let days = (7...9).compactMap { desk.today.advanced(by: -$0) }
    #expect(try desk.haru("mark", "\(days[0])").status == 0)
    for suffix in suffixes { unlink(desk.home(Desk.storePath) + suffix) }
    #expect(try setStudied(days[1], in: desk).output == "(true,)\n")
    let marking = try desk.haru("mark", "\(days[2])")
    #expect(marking.status == 0, "\(marking.errors)")
    try desk.agent.kill()
    #expect(try desk.marks == days)
    #expect(try desk.haru("store", "check").status == 0)
  }

  /// The agent writes again what was taken away after it had answered.
  @Test func aRemovedLogTakesNoClickWithIt() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    let days = (7...8).compactMap { desk.today.advanced(by: -$0) }
    #expect(try setStudied(days[0], in: desk).output == "(true,)\n")
    for suffix in ["-shm", "-wal"] { unlink(desk.home(Desk.storePath) + suffix) }
    #expect(try desk.haru("mark", "\(days[1])").status == 0)
    try awaitSettled(days[0], in: desk)
    try desk.agent.kill()
    #expect(try desk.marks == days)
    #expect(try desk.haru("store", "check").status == 0)
  }

  @Test func aPlainCopyOfTheFileIsWhole() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    let days = (7...8).compactMap { desk.today.advanced(by: -$0) }
    #expect(try desk.haru("mark", "\(days[0])").status == 0)
    #expect(try marks(inCopyOf: desk) == [days[0]])
    #expect(try setStudied(days[1], in: desk).output == "(true,)\n")
    try awaitSettled(days[1], in: desk)
    #expect(try marks(inCopyOf: desk) == days)
  }

  /// How a person puts a backup in the place of a store.
  struct Replacement: CustomTestStringConvertible, Sendable {
    let isMoved, agentLives, logHasDays, isLogRemoved: Bool

    var testDescription: String {
      (isMoved ? "moved" : "copied") + (agentLives ? ", agent" : ", killed agent")
        + (logHasDays ? ", log with days" : ", empty log") + (isLogRemoved ? " removed" : "")
    }

    static let all = (0..<16).map { number in
      Replacement(
        isMoved: number & 1 != 0, agentLives: number & 2 != 0, logHasDays: number & 4 != 0,
        isLogRemoved: number & 8 != 0)
    }
  }

  /// It is taken as it is, or refused with what to do; it is never mixed with the log.
  @Test(arguments: Replacement.all)
  func aFilePutOverTheStoreIsNeverMixed(_ replacement: Replacement) throws {
    let desk = try Desk(marks: Array(100...900))
    _ = try desk.console.shown()
    let (store, backup) = (desk.home(Desk.storePath), desk.home("backup.sqlite"))
    #expect(try desk.haru("store", "backup", backup).status == 0)
    let backedUp = try Set(desk.marks)
    for day in 50...55 { #expect(try desk.haru("mark", "-\(day)").status == 0) }
    let late = try #require(desk.today.advanced(by: -40))
    #expect(try setStudied(late, in: desk).output == "(true,)\n")
    if replacement.logHasDays {
      // It opens and closes the store meanwhile.
      _ = try desk.haru("status")
    } else {
      try awaitSettled(late, in: desk)
    }
    if !replacement.agentLives { try desk.agent.kill() }

    let put = replacement.isMoved ? ["mv", backup, store] : ["cp", backup, store]
    #expect(try Child.run(put[0], Array(put.dropFirst())).status == 0)
    if replacement.isLogRemoved { for suffix in ["-wal", "-shm"] { unlink(store + suffix) } }

    var looking = try desk.haru("status")
    if looking.status != 0 {
      #expect(looking.errors.contains("move \(store)-wal away"), "\(looking.errors)")
      #expect(rename(store + "-wal", desk.home("old-wal")) == 0)
      looking = try desk.haru("status")
    }
    #expect(looking.status == 0, "\(looking.errors)")
    #expect(try Set(desk.marks).subtracting([late]) == backedUp)
    let more = [31, 30].compactMap { desk.today.advanced(by: -$0) }
    #expect(try desk.haru("mark", "\(more[0])").status == 0)
    if replacement.agentLives {
      #expect(try setStudied(more[1], in: desk).output == "(true,)\n")
      try desk.agent.kill()
    } else {
      #expect(try desk.haru("mark", "\(more[1])").status == 0)
    }
    #expect(try Set(desk.marks).subtracting([late]) == backedUp.union(more))
    let check = try desk.haru("store", "check")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }

  /// A click of the same second is older than the backup that takes the store's place.
  @Test(arguments: [["mv"], ["cp"], ["haru", "store", "restore"]])
  func aClickIsNotWrittenIntoABackupThatIsPutInPlace(_ words: [String]) throws {
    let desk = try Desk(marks: [100])
    _ = try desk.console.shown()
    let (store, backup) = (desk.home(Desk.storePath), desk.home("backup.sqlite"))
    #expect(try desk.haru("store", "backup", backup).status == 0)
    let clicked = try #require(desk.today.advanced(by: -40))
    #expect(try setStudied(clicked, in: desk).output == "(true,)\n")
    // A command empties the log before it ends.
    #expect(try desk.haru("mark", "-41").status == 0)
    if words.first == "haru" {
      #expect(try desk.haru("store", "restore", backup).status == 0)
    } else {
      #expect(try Child.run(words[0], [backup, store]).status == 0)
    }
    try awaitSettled(clicked, in: desk)
    let later = try #require(desk.today.advanced(by: -30))
    #expect(try setStudied(later, in: desk).output == "(true,)\n")
    try awaitSettled(later, in: desk)
    #expect(try !desk.marks.contains(clicked))
    #expect(try desk.marks.contains(later))
  }

  /// Neither a changed mode nor a second name makes the file another one.
  @Test func aChangedModeLeavesTheLogItsFile() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    let days = [5, 6, 7].compactMap { desk.today.advanced(by: -$0) }
    #expect(try setStudied(days[0], in: desk).output == "(true,)\n")
    chmod(desk.home(Desk.storePath), 0o640)
    #expect(try setStudied(days[1], in: desk).output == "(true,)\n")
    #expect(link(desk.home(Desk.storePath), desk.home("second-name")) == 0)
    #expect(try desk.haru("mark", "\(days[2])").status == 0)
    try desk.agent.kill()
    #expect(try Set(desk.marks).isSuperset(of: days))
  }

  /// A long change is copied into the file while the command ends; killed there, it is saved or not.
  @Test func aLongChangeThatIsKilledLeavesAStoreThatOpens() throws {
    for call in ["fdatasync", "pwrite64"] {
      for when in stride(from: 1, through: 400, by: call == "fdatasync" ? 1 : 37) {
        let home = try Scratch()
        let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
        let haru = Built.product("haru")
        #expect(try Child.run(haru, ["mark", "-3"], environment: environment).status == 0)
        let run = try runKilled(
          before: call, when, ["mark", "2000-01-01..2025-12-31"], environment)
        let check = try Child.run(haru, ["store", "check"], environment: environment)
        #expect(check.status == 0, "\(call) \(when): \(check.output)\(check.errors)")
        if run.status == 0 { break }
      }
    }
  }

  // MARK: Steps

  private func setStudied(_ day: Day, in desk: Desk) throws -> Child.Outcome {
    try desk.call("io.github.haru.Haru1.SetStudied", "\(day)", "true")
  }

  /// Waits until the agent has copied what it wrote into the file.
  private func awaitSettled(_ day: Day, in desk: Desk) throws {
    _ = try desk.agent.line(from: .errors) { $0.contains("studied: \(day)") }
    _ = try desk.agent.line(from: .errors) { $0.contains("nothing is left in the log") }
  }

  /// What a copy of the file alone holds.
  private func marks(inCopyOf desk: Desk) throws -> [Day] {
    let copy = desk.home("copy-\(UUID().uuidString).sqlite")
    try FileManager.default.copyItem(atPath: desk.home(Desk.storePath), toPath: copy)
    return try Store(path: copy, for: .reading).markedDays()
  }
}

import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// At rest the store is one file: what people do with a file, they do with the store.
@Suite(.serialized)
struct PlainFileTests {
  @Test func nothingLiesBesideTheFile() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    #expect(try desk.haru("mark", "-7").status == 0)
    #expect(try setStudied(desk.today, in: desk).output == "(true,)\n")
    #expect(try desk.haru("status").status == 0)
    let folder = (desk.home(Desk.storePath) as NSString).deletingLastPathComponent
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.filter { $0.hasPrefix("haru.sqlite") } == ["haru.sqlite"])
  }

  @Test func aPlainCopyOfTheFileIsWhole() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    let days = (7...8).compactMap { desk.today.advanced(by: -$0) }
    #expect(try desk.haru("mark", "\(days[0])").status == 0)
    #expect(try marks(inCopyOf: desk) == [days[0]])
    #expect(try setStudied(days[1], in: desk).output == "(true,)\n")
    #expect(try marks(inCopyOf: desk) == days)
  }

  /// How a person puts a backup in the place of a store.
  struct Replacement: CustomTestStringConvertible, Sendable {
    let isMoved, agentLives: Bool

    var testDescription: String {
      (isMoved ? "moved" : "copied") + (agentLives ? ", agent" : ", killed agent")
    }

    static let all = [true, false].flatMap { isMoved in
      [true, false].map { Replacement(isMoved: isMoved, agentLives: $0) }
    }
  }

  /// It is the store from then on, whole.
  @Test(arguments: Replacement.all)
  func aFilePutOverTheStoreIsARestore(_ replacement: Replacement) throws {
    let desk = try Desk(marks: Array(100...900))
    _ = try desk.console.shown()
    let (store, backup) = (desk.home(Desk.storePath), desk.home("backup.sqlite"))
    #expect(try desk.haru("store", "backup", backup).status == 0)
    let backedUp = try Set(desk.marks)
    for day in 50...55 { #expect(try desk.haru("mark", "-\(day)").status == 0) }
    let late = try #require(desk.today.advanced(by: -40))
    #expect(try setStudied(late, in: desk).output == "(true,)\n")
    if !replacement.agentLives { try desk.agent.kill() }

    let words = replacement.isMoved ? ["mv", backup, store] : ["cp", backup, store]
    #expect(try Child.run(words).status == 0)

    #expect(try desk.haru("status").status == 0)
    #expect(try Set(desk.marks) == backedUp)
    let more = [31, 30].compactMap { desk.today.advanced(by: -$0) }
    #expect(try desk.haru("mark", "\(more[0])").status == 0)
    if replacement.agentLives {
      #expect(try setStudied(more[1], in: desk).output == "(true,)\n")
      try desk.agent.kill()
    } else {
      #expect(try desk.haru("mark", "\(more[1])").status == 0)
    }
    #expect(try Set(desk.marks) == backedUp.union(more))
    try desk.haru("store", "check").succeeded()
  }

  /// SQLite's own counter of changes is the same in both files, and the agent shows the right one.
  @Test func aRunningAgentSeesACopyWithTheSameCounter() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown { $0.body.hasPrefix("1-day streak") }
    let (store, backup) = (desk.home(Desk.storePath), desk.home("backup.sqlite"))
    try FileManager.default.copyItem(atPath: store, toPath: backup)
    #expect(try desk.haru("mark", "-2").status == 0)
    _ = try desk.console.shown { $0.body.hasPrefix("2-day streak") }
    try execute("UPDATE entry SET is_carried = 1", on: backup)
    func counter(_ path: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: path))[24..<28]
    }
    #expect(try counter(store) == counter(backup))
    #expect(try Child.run("cp", [backup, store]).status == 0)
    try desk.reload()
    _ = try desk.console.shown { $0.body.hasPrefix("1-day streak") }
  }

  /// Neither a changed mode nor a second name makes the file another one.
  @Test func aFileWithAChangedModeIsTheSame() throws {
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

  // MARK: Steps

  private func setStudied(_ day: Day, in desk: Desk) throws -> Child.Outcome {
    try desk.call("io.github.haru.Haru1.SetStudied", "\(day)", "true")
  }

  /// What a copy of the file alone holds.
  private func marks(inCopyOf desk: Desk) throws -> [Day] {
    let copy = desk.home("copy-\(UUID().uuidString).sqlite")
    try FileManager.default.copyItem(atPath: desk.home(Desk.storePath), toPath: copy)
    return try Store(path: copy, for: .reading).markedDays()
  }
}

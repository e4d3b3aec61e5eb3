import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Moving a store to another directory (docs/design.md#moving-the-store).
@Suite struct MoveTests {
  let bench: StoreBench
  private let settings: Setting
  private let stamp = "20261120-093000"

  /// Settings without a file.
  private final class Setting {
    var path: String?
    var isWritable = true
    private let usual: String

    init(usual: String) {
      self.usual = usual
    }

    var place: StorePlace {
      StorePlace(usual: usual) {
        self.path
      } write: { (path) throws(StoreError) in
        guard self.isWritable else { throw .readOnly }
        self.path = path
      }
    }
  }

  init() throws {
    bench = try StoreBench()
    settings = Setting(usual: bench.path)
    settings.path = bench.path
    try FileManager.default.createDirectory(
      atPath: bench.scratch("new"), withIntermediateDirectories: false)
  }

  private var new: String { bench.scratch("new/haru.sqlite") }
  private var record: String { bench.scratch("data/haru/move") }
  private var kept: String { bench.path + ".moved-" + stamp }

  private func move(
    to directory: String = "new", stamp: String? = nil
  ) -> Result<StoreMove, StoreFileError> {
    Result { () throws(StoreFileError) in
      try StoreMove.perform(
        from: settings.path ?? "", into: bench.scratch(directory), stamp: stamp ?? self.stamp,
        record: record, place: settings.place)
    }
  }

  private func recover() {
    StoreMove.recover(record: record, place: settings.place)
  }

  private func refusal(_ moving: Result<StoreMove, StoreFileError>) -> StoreFileError? {
    if case .failure(let error) = moving { error } else { nil }
  }

  @Test func aMoveCopiesEverythingAndKeepsTheOldFile() throws {
    let store = try bench.open()
    try store.set("2026-11-18", "2026-11-20")
    try store.setNote("chapter 3", on: date("2026-11-20"), by: StoreBench.provenance)
    let before = try store.journal(of: .earliest ... .latest)

    let move = try move().get()
    #expect(move.isFinished)
    #expect(move.new == new)
    #expect(settings.path == new)
    let moved = try Store(path: new, for: .writing)
    #expect(try moved.journal(of: .earliest ... .latest) == before)
    #expect(try moved.notes() == store.notes())
    #expect(try mode(of: new) == "600")
    #expect(try names(in: bench.scratch("new")).filter { $0.contains("part") } == [])
    #expect(try Store(path: kept, for: .reading).marks().count == 2)
    #expect(try names(in: bench.scratch("data/haru")) == [])
    #expect(try bench.scratch.read("haru/haru.sqlite.moved") == new + "\n")
  }

  @Test func theOldPathLeadsToTheNewOne() throws {
    let open = try bench.open()
    try open.set("2026-11-18")
    _ = try move().get()
    // A process that read the settings before the move.
    try bench.open().set("2026-11-19")
    #expect(try bench.open(.reading).marks() == ["2026-11-19", "2026-11-18"])
    #expect(!FileManager.default.fileExists(atPath: bench.path))
    // A process that has the old file open.
    #expect(open.hasMoved)
    #expect(throws: StoreError.moved(to: new)) { try open.set("2026-11-20") }
    #expect(try Store(path: kept, for: .reading).marks() == ["2026-11-18"])
  }

  /// While the new place is out of reach, no new store begins in the old one.
  @Test func anUnreachableStoreIsNotCreatedAgain() throws {
    try bench.open().set("2026-11-18")
    _ = try move().get()
    try FileManager.default.moveItem(
      atPath: bench.scratch("new"), toPath: bench.scratch("unplugged"))
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.moved(to: new)) { try bench.open(purpose) }
    }
    #expect(!FileManager.default.fileExists(atPath: bench.path))
  }

  @Test func aWaitingWriterWritesToTheNewPath() throws {
    try bench.open().set("2026-11-18")
    let path = bench.path
    let marked = Mutexed<[String]>([])
    let mark: @Sendable (String) throws(StoreError) -> [Day] = { (day) throws(StoreError) in
      try Store(path: path, for: .writing).set(day)
    }
    let writer = Thread {
      for day in (1...17).map({ "2026-11-" + ($0 < 10 ? "0" : "") + "\($0)" }) {
        // Again if the file was moved meanwhile, as commands do.
        var marking = outcome { () throws(StoreError) in try mark(day) }
        while case .failure(.moved) = marking {
          marking = outcome { () throws(StoreError) in try mark(day) }
        }
        #expect(marking == .success([date(day)]))
        marked.with { $0.append(day) }
      }
      marked.with { $0.append("end") }
    }
    writer.start()
    // The store moves back and forth while the thread writes.
    var round = 0
    while marked.with({ $0.last != "end" }) || round < 2 {
      let directory = settings.path == bench.path ? "new" : "haru"
      _ = try move(to: directory, stamp: "20261120-\(100_000 + round)").get()
      round += 1
    }
    let all = try Store(path: settings.path ?? "", for: .reading)
    #expect(marked.with { $0.count } == 18)
    #expect(try all.marks().count == 18)
    #expect(try all.problems() == [])
  }

  @Test func aStoreCanBeMovedBack() throws {
    try bench.open().set("2026-11-18")
    _ = try move().get()
    try Store(path: new, for: .writing).set("2026-11-19")
    _ = try move(to: "haru", stamp: "20261120-093001").get()
    #expect(settings.path == bench.path)
    #expect(try bench.open(.reading).marks() == ["2026-11-19", "2026-11-18"])
    #expect(try Store(path: new, for: .reading).marks().count == 2, "the address leads back")
    #expect(
      try names(in: bench.scratch("haru")) == ["haru.sqlite", "haru.sqlite.moved-" + stamp])
    try bench.open().set("2026-11-20")
  }

  @Test func aMoveOfALinkedStoreKeepsTheFileItself() throws {
    let real = bench.scratch("real.sqlite")
    try Store(path: real, for: .writing).set("2026-11-18")
    try FileManager.default.createDirectory(
      atPath: bench.scratch("haru"), withIntermediateDirectories: false)
    symlink(real, bench.path)
    let open = try bench.open()
    _ = try move().get()
    #expect(throws: StoreError.moved(to: new)) { try open.set("2026-11-19") }
    #expect(try Store(path: real + ".moved-" + stamp, for: .reading).marks() == ["2026-11-18"])
    try bench.open().set("2026-11-20")
    #expect(!FileManager.default.fileExists(atPath: real))
    // Another process may use the name of the file itself.
    try Store(path: real, for: .writing).set("2026-11-19")
    #expect(try bench.open(.reading).marks() == ["2026-11-20", "2026-11-19", "2026-11-18"])
  }

  /// The process was killed between writing the addresses of the two names.
  @Test func aMoveKilledBetweenTwoAddressesIsFinished() throws {
    let real = bench.scratch("real.sqlite")
    try Store(path: real, for: .writing).set("2026-11-18")
    try makeDirectory("haru")
    symlink(real, bench.path)
    let open = try bench.open()
    try open.backUp(to: new)
    try bench.scratch.write(new + "\n", to: "real.sqlite.moved")
    try writeNote(file: real, kept: real + ".moved-" + stamp)
    #expect(throws: StoreError.moved(to: new)) { try open.set("2026-11-19") }
    try Store(path: real, for: .writing).set("2026-11-19")
    recover()
    #expect(settings.path == new)
    #expect(try bench.open(.reading).marks() == ["2026-11-19", "2026-11-18"])
  }

  @Test func anImpossibleMoveChangesNothing() throws {
    #expect(refusal(move()) == StoreFileError(.store(.missing), bench.path))
    #expect(try names(in: bench.scratch("new")) == [])
    #expect(!FileManager.default.fileExists(atPath: bench.path))

    try bench.open().set("2026-11-18")
    for (name, file, expected) in [
      ("nowhere", "", StoreFileError(.noSuchDirectory, bench.scratch("nowhere"))),
      ("haru/haru.sqlite", "", .init(.noSuchDirectory, bench.path)),
      ("haru", "", .init(.isStore, bench.path)),
      ("taken", "haru.sqlite", .init(.occupied, bench.scratch("taken/haru.sqlite"))),
      ("log", "haru.sqlite-wal", .init(.occupied, bench.scratch("log/haru.sqlite-wal"))),
      (
        "part", ".haru.sqlite.haru-part",
        .init(.occupied, bench.scratch("part/.haru.sqlite.haru-part"))
      ),
    ] {
      if !file.isEmpty { try bench.scratch.write("mine", to: name + "/" + file) }
      #expect(refusal(move(to: name)) == expected)
      if !file.isEmpty { #expect(try bench.scratch.read(name + "/" + file) == "mine") }
    }
    _ = try bench.rows("DELETE FROM mark")
    #expect(refusal(move()) == StoreFileError(.store(.damagedRows), bench.path))
    #expect(try names(in: bench.scratch("new")) == [])
    #expect(try names(in: bench.scratch("data/haru")) == [])
    #expect(settings.path == bench.path)
    #expect(try names(in: bench.scratch("haru")) == ["haru.sqlite"])
  }

  /// With settings that cannot be written the address is enough, and the next move works.
  @Test func withReadOnlySettingsAMoveStillWorks() throws {
    try bench.open().set("2026-11-18")
    settings.isWritable = false
    #expect(try move().get().isFinished)
    #expect(settings.path == bench.path)
    #expect(try names(in: bench.scratch("data/haru")) == [])
    #expect(try Store(path: kept, for: .reading).marks() == ["2026-11-18"])
    try bench.open().set("2026-11-19")
    #expect(try Store(path: new, for: .reading).marks().count == 2)
    try makeDirectory("other")
    #expect(try move(to: "other").get().isFinished)
    #expect(try bench.open(.reading).path == bench.scratch("other/haru.sqlite"))
    #expect(try bench.open(.reading).marks().count == 2)
  }

  /// The state after a process was killed after the switch: copy, address and record.
  private func moveUnfinished() throws {
    try bench.open().set("2026-11-18")
    settings.isWritable = false
    try FileManager.default.copyItem(atPath: bench.path, toPath: new)
    try bench.scratch.write(new + "\n", to: "haru/haru.sqlite.moved")
    try writeNote("turned")
  }

  /// Writes the record of a move; the number is that of the address that led back.
  private func writeNote(
    _ more: String..., from old: String? = nil, to target: String? = nil, file: String? = nil,
    kept: String? = nil, number: Int = 0
  ) throws {
    let (old, target) = (old ?? bench.path, target ?? new)
    var status = stat()
    try #require(stat(target, &status) == 0)
    let note =
      [old, target, file ?? old, kept ?? self.kept, "\(number)", "\(status.st_ino)"] + more
    try bench.scratch.write(note.joined(separator: "\0"), to: "data/haru/move")
  }

  /// A switch holds even if a user removes the address; later changes are kept.
  @Test func anAddressThatIsRemovedByHandIsWrittenAgain() throws {
    try moveUnfinished()
    try bench.open().set("2026-11-19")
    try FileManager.default.removeItem(atPath: bench.path + ".moved")
    recover()
    #expect(try Store(path: new, for: .reading).marks() == ["2026-11-19", "2026-11-18"])
    #expect(try bench.open(.reading).marks() == ["2026-11-19", "2026-11-18"])
  }

  /// The new place is out of reach, and the user returns to the old one as the error describes.
  @Test func anAbandonedMoveIsNotFinished() throws {
    try moveUnfinished()
    try unplug("new")
    recover()
    settings.path = bench.path
    try FileManager.default.removeItem(atPath: bench.path + ".moved")
    recover()
    try bench.open().set("2026-11-19")
    try plugIn("new")
    recover()
    #expect(settings.path == bench.path)
    #expect(try bench.open(.reading).marks() == ["2026-11-19", "2026-11-18"])
    #expect(try names(in: bench.scratch("data/haru")) == [])
    settings.isWritable = true
    try makeDirectory("other")
    #expect(try move(to: "other").get().isFinished)
  }

  private func unplug(_ name: String) throws {
    try FileManager.default.moveItem(
      atPath: bench.scratch(name), toPath: bench.scratch(name + ".unplugged"))
  }

  private func plugIn(_ name: String) throws {
    try FileManager.default.moveItem(
      atPath: bench.scratch(name + ".unplugged"), toPath: bench.scratch(name))
  }

  /// The process was killed after the switch, before it removed the address in the usual place.
  @Test func aStoreMovedBackDoesNotNeedItsFormerPath() throws {
    try bench.open().set("2026-11-18")
    _ = try move().get()
    try Store(path: new, for: .writing).set("2026-11-19")
    try Store(path: new, for: .reading).backUp(to: bench.scratch("copy"))
    try FileManager.default.moveItem(atPath: bench.scratch("copy"), toPath: bench.path)
    try bench.scratch.write(bench.path + "\n\0" + "2\n", to: "new/haru.sqlite.moved")
    try writeNote("turned", from: new, to: bench.path, kept: new + ".moved-" + stamp, number: 1)
    try unplug("new")
    recover()
    #expect(settings.path == bench.path)
    #expect(try bench.open().marks() == ["2026-11-19", "2026-11-18"])
    #expect(try names(in: bench.scratch("data/haru")) == [])
  }

  /// A process with other settings has moved the store on before the first move was finished.
  @Test func finishingAMoveLateDoesNotAffectANewerMove() throws {
    try moveUnfinished()
    try makeDirectory("other")
    let other = bench.scratch("other/haru.sqlite")
    let others = Setting(usual: bench.scratch("others/haru.sqlite"))
    others.path = bench.path
    _ = try StoreMove.perform(
      from: bench.path, into: bench.scratch("other"), stamp: stamp,
      record: bench.scratch("others/move"), place: others.place
    )
    try Store(path: other, for: .writing).set("2026-11-19")
    recover()
    #expect(try bench.open(.reading).path == other)
    #expect(try bench.open().marks() == ["2026-11-19", "2026-11-18"])
    #expect(try names(in: bench.scratch("data/haru")) == [])
    #expect(try names(in: bench.scratch("haru")).contains("haru.sqlite.moved-" + stamp))
  }

  /// A running agent has the store open all the time.
  @Test func theKeptFileIsCompleteWithoutALog() throws {
    let idle = try bench.open()
    try idle.set("2026-11-18")
    try bench.open().set("2026-11-16", "2026-11-17")
    _ = try move().get()
    let alone = bench.scratch("alone.sqlite")
    try FileManager.default.copyItem(atPath: kept, toPath: alone)
    #expect(try Store(path: alone, for: .reading).marks().count == 3)
    withExtendedLifetime(idle) {}
  }

  /// A process that was opening the store during the move leaves an empty log.
  @Test func anEmptyLogDoesNotPreventAMoveBack() throws {
    try bench.open().set("2026-11-18")
    _ = try move().get()
    for companion in ["-wal", "-shm"] {
      try bench.scratch.write("", to: "haru/haru.sqlite" + companion)
    }
    _ = try move(to: "haru", stamp: "20261120-093001").get()
    #expect(try bench.open().marks() == ["2026-11-18"])
    // A log with contents belongs to another program.
    _ = try move(to: "new", stamp: "20261120-093002").get()
    try bench.scratch.write("mine", to: "haru/haru.sqlite-wal")
    #expect(
      refusal(move(to: "haru", stamp: "20261120-093003"))
        == StoreFileError(.occupied, bench.path + "-wal"))
    #expect(try bench.scratch.read("haru/haru.sqlite-wal") == "mine")
  }

  /// The process was killed between the renames, and then another one left an empty log.
  @Test func anEmptyLogDoesNotPreventTheRename() throws {
    try moveUnfinished()
    try FileManager.default.moveItem(atPath: bench.path, toPath: kept)
    try bench.scratch.write("", to: "haru/haru.sqlite.moved-\(stamp)-wal")
    for companion in ["-wal", "-shm"] {
      try bench.scratch.write("", to: "haru/haru.sqlite" + companion)
    }
    recover()
    #expect(try names(in: bench.scratch("data/haru")) == [])
    #expect(try names(in: bench.scratch("haru")).filter { $0.hasPrefix("haru.sqlite-") } == [])
    #expect(try bench.open(.reading).marks() == ["2026-11-18"])
  }

  /// Without an address or a recorded switch the copy is removed, unless it has more entries.
  @Test(arguments: [false, true])
  func anUnfinishedMoveIsUndoneUnlessTheCopyHasNewEntries(isWritten: Bool) throws {
    try bench.open().set("2026-11-18")
    try FileManager.default.copyItem(atPath: bench.path, toPath: new)
    if isWritten { try Store(path: new, for: .writing).set("2026-11-19") }
    try bench.open().set("2026-11-20")
    try writeNote()
    recover()
    #expect(FileManager.default.fileExists(atPath: new) == isWritten)
    if isWritten {
      #expect(
        try Store(path: new, for: .reading).marks() == ["2026-11-19", "2026-11-18"])
    }
    #expect(try bench.open(.reading).marks() == ["2026-11-20", "2026-11-18"])
    #expect(try names(in: bench.scratch("data/haru")) == [])
  }

  /// The disk of the copy was away when the move was to be undone.
  @Test func anUnfinishedCopyIsRemovedWhenItsDiskIsBack() throws {
    try bench.open().set("2026-11-18")
    try bench.open(.reading).backUp(to: new)
    try writeNote()
    try unplug("new")
    recover()
    try bench.open().set("2026-11-19")
    try plugIn("new")
    recover()
    #expect(try names(in: bench.scratch("new")) == [])
    #expect(try names(in: bench.scratch("data/haru")) == [])
    #expect(try move().get().isFinished)
    #expect(try bench.open(.reading).marks().count == 2)
  }

  /// A copy on a disk that never comes back does not prevent another move.
  @Test func anUnfinishedMoveDoesNotPreventAnother() throws {
    try bench.open().set("2026-11-18")
    try bench.open(.reading).backUp(to: new)
    try writeNote()
    try unplug("new")
    recover()
    try makeDirectory("other")
    #expect(try move(to: "other").get().isFinished)
    #expect(try bench.open(.reading).path == bench.scratch("other/haru.sqlite"))
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aMoveFromAFullDiskNeedsRoomForItsAddress() async throws {
    await #expect(processExitsWith: .success) {
      [folder = bench.scratch.path as String] in
      let (disk, new) = (folder + "/disk", folder + "/new")
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try TinyDisk.mount(at: disk)
      let path = disk + "/haru.sqlite"
      try Store(path: path, for: .writing).set("2026-11-18")
      try TinyDisk.fill(disk)
      func move(record: String = folder + "/move") throws {
        _ = try StoreMove.perform(
          from: path, into: new, stamp: "20261120-093000", record: record,
          place: StorePlace(usual: path, read: { path }, write: { _ in }))
      }
      #expect(throws: StoreFileError(.noRoom, path)) { try move() }
      // The record may be on that disk too.
      #expect(throws: StoreFileError(.noRoom, disk + "/move")) { try move(record: disk + "/move") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: new) == [])
      #expect(!FileManager.default.fileExists(atPath: folder + "/move"))
      truncate(disk + "/filler", 0)
      #expect(throws: Never.self) { try move() }
      #expect(try Store(path: path, for: .reading).marks() == ["2026-11-18"])
    }
  }

  @Test func anAddressOfAnotherStoreIsKept() throws {
    try bench.open().set("2026-11-18")
    let address = try bench.scratch.write("/nowhere/else.sqlite\n", to: "new/haru.sqlite.moved")
    #expect(refusal(move()) == StoreFileError(.occupied, address))
    #expect(try bench.scratch.read("new/haru.sqlite.moved") == "/nowhere/else.sqlite\n")
    #expect(try names(in: bench.scratch("new")) == ["haru.sqlite.moved"])
  }

  @Test func aDanglingLinkIsNotReplaced() throws {
    try bench.open().set("2026-11-18")
    symlink("/nowhere/haru.sqlite", new)
    #expect(refusal(move()) == StoreFileError(.occupied, new))
    #expect(try names(in: bench.scratch("new")) == ["haru.sqlite"])
  }

  @Test func aMoveBackFailsIfItsAddressCannotBeWritten() throws {
    try bench.open().set("2026-11-18")
    _ = try move().get()
    // The settings are lost, and only the address leads to the store.
    settings.path = bench.path
    try makeDirectory("new/.haru.sqlite.moved.haru-part")
    #expect(refusal(move(to: "haru")) != nil)
    #expect(!FileManager.default.fileExists(atPath: bench.path))
    try bench.open().set("2026-11-19")
    #expect(try Store(path: new, for: .reading).marks() == ["2026-11-19", "2026-11-18"])
    #expect(try bench.scratch.read("haru/haru.sqlite.moved") == new + "\n")
    try FileManager.default.removeItem(atPath: bench.scratch("new/.haru.sqlite.moved.haru-part"))
    _ = try move(to: "haru", stamp: "20261120-093001").get()
    #expect(try bench.open(.reading).path == bench.path)
    #expect(try bench.open(.reading).marks().count == 2)
  }

  /// Between the new address and the removal of the old one both lead in a circle.
  @Test func theNewestOfCircularAddressesCounts() throws {
    let places = ["haru", "new", "other"].map { bench.scratch($0 + "/haru.sqlite") }
    try makeDirectory("other")
    try bench.open().set("2026-11-18")
    for (number, name) in ["new", "other", "haru"].enumerated() {
      _ = try move(to: name, stamp: "20261120-09300\(number)").get()
    }
    for place in places { #expect(try Store.place(of: place) == places[0]) }
    // The state a moment before the move was finished.
    try bench.scratch.write(places[1] + "\n", to: "haru/haru.sqlite.moved")
    for place in places { #expect(try Store.place(of: place) == places[0]) }
    let open = try bench.open()
    #expect(!open.hasMoved)
    try open.set("2026-11-19")
  }

  /// Haru writes records whole, so that such a file is not a record.
  @Test func anInvalidRecordIsLeftAlone() throws {
    try bench.open().set("2026-11-18")
    try bench.scratch.write("nonsense", to: "data/haru/move")
    recover()
    #expect(refusal(move()) == StoreFileError(.occupied, record))
    #expect(try bench.scratch.read("data/haru/move") == "nonsense")
    try FileManager.default.removeItem(atPath: record)
    try makeDirectory("data/haru/move")
    recover()
    #expect(refusal(move()) == StoreFileError(.occupied, record))
    #expect(try names(in: bench.scratch("new")) == [])
  }

  /// A store of any name does not count as an unfinished file of a move.
  @Test(arguments: [
    "new/haru.sqlite.part", "new/.haru.sqlite.haru-part", "new/haru.sqlite.moved",
    "data/haru/move",
  ])
  func aStoreIsNotTakenForAnUnfinishedMove(name: String) throws {
    let path = bench.scratch(name)
    try Store(path: path, for: .writing).set("2026-11-18")
    settings.path = path
    recover()
    _ = move()
    recover()
    #expect(try Store(path: settings.path ?? "", for: .reading).marks() == ["2026-11-18"])
  }

  private func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: bench.scratch(name), withIntermediateDirectories: false)
  }

  /// An invalid or false record removes nothing.
  @Test func anInvalidRecordRemovesNothing() throws {
    try bench.open().set("2026-11-18")
    try bench.scratch.write("mine", to: "new/haru.sqlite")
    try bench.scratch.write("mine", to: "new/.haru.sqlite.haru-part")
    let (path, new, kept) = (bench.path, new, kept)
    for text in [
      "", "\0", "nonsense\n", String(repeating: "x", count: 100_000),
      [path, new, path, kept, "0", "1"].joined(separator: "\0"),
      [path, new, path, kept, "x", "1"].joined(separator: "\0"),
      [new, path, new, kept, "0", "1"].joined(separator: "\0"),
      ["haru.sqlite", new, path, kept, "0", "1"].joined(separator: "\0"),
      [path, path, path, kept, "0", "1"].joined(separator: "\0"),
    ] {
      try bench.scratch.write(text, to: "data/haru/move")
      recover()
      #expect(try bench.scratch.read("new/haru.sqlite") == "mine")
      #expect(try bench.scratch.read("new/.haru.sqlite.haru-part") == "mine")
      #expect(try bench.open(.reading).marks() == ["2026-11-18"])
      #expect(settings.path == path)
    }
  }

  @Test func onlyOneMoveRunsAtATime() throws {
    try bench.open().set("2026-11-18")
    let note = ["/a", "/b", "/a", "/a.moved-1", "0", "1", "turned"].joined(separator: "\0")
    try bench.scratch.write(note, to: "data/haru/move")
    #expect(refusal(move()) == StoreFileError(.inProgress, record))
    #expect(try names(in: bench.scratch("new")) == [])
    #expect(try bench.open(.reading).marks() == ["2026-11-18"])
  }
}

/// A value that two threads share.
private final class Mutexed<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  init(_ value: Value) {
    self.value = value
  }

  func with<T>(_ body: (inout Value) -> T) -> T {
    lock.withLock { body(&value) }
  }
}

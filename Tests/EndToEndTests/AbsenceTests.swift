import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// While the disk with the store is not connected, no program creates another store in its place.
@Suite(.serialized)
struct AbsenceTests {
  private let files = FileManager.default

  @Test(arguments: TestLanguage.tried)
  func commandsRefuseToBeginAnotherStoreWithoutTheDisk(language: TestLanguage) throws {
    let session = Transcript(language: language)
    let home = session.home
    try home.makeFolder("disk")
    let backup = home("backup.sqlite")
    try session.type(each: [
      ["mark", "yesterday..today"], ["store", "backup", backup], ["store", "move", home("disk")],
    ])
    try files.moveItem(atPath: home("disk"), toPath: home("away"))
    func tryAll() throws {
      try session.type(each: [
        ["status"], ["mark"], ["unmark"], ["store", "restore", backup], ["store", "check"],
        ["store", "move", home("away")],
      ])
    }
    session.note("\n# The disk is not connected.\n")
    try tryAll()
    #expect(!files.fileExists(atPath: home("disk")))
    session.note("\n# Its mount point exists.\n")
    try home.makeFolder("disk")
    try tryAll()
    #expect(try files.contentsOfDirectory(atPath: home("disk")) == [])
    session.note("\n# The disk is back.\n")
    try files.removeItem(atPath: home("disk"))
    try files.moveItem(atPath: home("away"), toPath: home("disk"))
    try session.type("haru", "status", "--format", "line")
    session.note("\n# The user gives the disk up.\n")
    try files.removeItem(atPath: home("disk"))
    try session.type("haru", "config", "set", "Store.path", "")
    try session.type("haru", "mark")
    try files.removeItem(atPath: home(Desk.storePath))
    try session.type("haru", "mark")
    try session.type("haru", "store", "new")
    try session.type("haru", "mark")
    try session.expectGolden("store-absent")
  }

  /// The settings name the disk, as for a stick, which has no links: its mount point is no new place.
  @Test func aMountPointIsNoNewPlace() throws {
    let home = Scratch()
    let environment = Support.environment(home: home.path)
    #expect(try environment.haru("mark").status == 0)
    try home.makeFolder("disk")
    try home.makeFolder("mount")
    let copy = home("copy.sqlite")
    #expect(try environment.haru("store", "backup", copy).status == 0)
    try files.moveItem(atPath: home(Desk.storePath), toPath: home("disk/haru.sqlite"))
    try home.write(
      "[Store]\npath=\(home("mount/haru.sqlite"))\n", to: ".config/haru/haru.conf")
    for words in [["mark"], ["store", "new"], ["store", "restore", copy]] {
      let refused = try environment.haru(words)
      #expect(refused.status == 66, "\(refused)")
      #expect(refused.errors.contains("; connect its disk, or "), "\(refused)")
      #expect(!refused.errors.contains("haru store new"), "\(refused)")
    }
    #expect(try names(in: home("mount")) == [])
  }

  /// The store never had the default path, and there are no backups.
  @Test func aStoreMovedFromACustomPathIsNotCreatedAgain() throws {
    let home = Scratch()
    let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    for name in ["own", "disk", "other"] {
      try home.makeFolder(name)
    }
    _ = try environment.haru("config", "set", "Store.backups", "0")
    _ = try environment.haru("config", "set", "Store.path", home("own/haru.sqlite"))
    #expect(try environment.haru("mark").status == 0)
    for place in ["disk", "other"] {
      #expect(try environment.haru("store", "move", home(place)).status == 0)
      try files.moveItem(atPath: home(place), toPath: home("away"))
      try home.makeFolder(place)
      #expect(try environment.haru("mark", "-5").status == 66)
      #expect(try files.contentsOfDirectory(atPath: home(place)) == [])
      try files.removeItem(atPath: home(place))
      try files.moveItem(atPath: home("away"), toPath: home(place))
      #expect(try environment.haru("mark", "-1").status == 0)
    }
    #expect(try environment.haru("status", "--format", "line").output.hasPrefix("2-day streak"))
  }

  @Test func theAgentCreatesNoStoreAndRecoversWhenTheDiskIsBack() throws {
    let desk = try Desk { home in
      try home.write("[Store]\npath=\(home("disk/haru.sqlite"))\n", to: ".config/haru/haru.conf")
      try home.write("", to: Desk.storePath + ".moved-20261120-093000")
      try home.makeFolder("disk")
    }
    let shown = try desk.console.shown()
    #expect(shown.summary.hasPrefix("Cannot read your days:"))
    let store = desk.home("disk/haru.sqlite")
    #expect(
      shown.body == "The store is not at \(store). Connect the disk that holds it.")
    try desk.console.press("Study", on: shown)
    #expect(try desk.console.shown().summary.hasPrefix("Not saved:"))
    #expect(try files.contentsOfDirectory(atPath: desk.home("disk")) == [])

    // The disk is back as a whole: the agent must not read the store before yesterday is in it.
    try desk.home.makeFolder("away")
    try Store(path: desk.home("away/haru.sqlite"), for: .writing).setStudied(
      [desk.today.advanced(by: -1)].compactMap(\.self), true, today: .latest,
      by: Provenance(
        at: Instant(0), in: HaruCore.Zone(name: "test") { _ in 0 }, source: .command))
    try files.removeItem(atPath: desk.home("disk"))
    try files.moveItem(atPath: desk.home("away"), toPath: desk.home("disk"))
    try desk.reload()
    // The click that was not saved is saved there.
    let back = try desk.console.shown()
    #expect(back.body.hasPrefix("2-day streak"))
    #expect(try Store(path: store, for: .reading).markedDays().contains(desk.today))
  }
}

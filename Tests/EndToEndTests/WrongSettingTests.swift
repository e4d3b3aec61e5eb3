import Foundation
import HaruCore
import Support
import Testing

/// A line of the settings file that is wrong costs that line, and the user is told of it.
@Suite(.serialized)
struct WrongSettingTests {
  private let home = Scratch()

  private static let file = ".config/haru/haru.conf"
  private static let wrong = "# mine\n[Notifications]\nlater=soon\nremind-at=21:00\n"

  @Test func commandsGoOnWithTheGoodLinesAndOneWarning() throws {
    let environment = Support.environment(home: home.path, zone: MadeZone.morning.name)
    try home.write(
      "[Notifications]\nlater=soon\n[Day\nfirst-weekday=monday\n[Store]\npath=\(home("here.sqlite"))\n",
      to: Self.file)
    let warning = """
      haru: \(home(Self.file)):2: invalid value for [Notifications] later: soon; expected minutes \
      from 1 to 720; the line is ignored, and 2 others

      """
    for words in [
      ["mark"], ["status"], ["calendar"], ["note", "today", "chapter 3"], ["undo"], ["export"],
      ["store", "backup", "--daily"],
    ] {
      let run = try environment.haru(words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      #expect(run.errors.hasPrefix(warning), "\(words): \(run.errors)")
      #expect(run.errors.components(separatedBy: "ignored").count == 2)
    }
    // The good lines hold.
    #expect(FileManager.default.fileExists(atPath: home("here.sqlite")))
    for words in [["config", "list"], ["config", "get", "Store.path"], ["doctor"]] {
      let run = try environment.haru(words)
      #expect(run.status == 78, "\(words)")
      #expect((run.output + run.errors).contains("\(home(Self.file)):2: invalid value"))
    }
    // They show what holds all the same.
    let list = try environment.haru("config", "list").output
    #expect(list.contains("\nNotifications.later=60\n"), "\(list)")
    #expect(try environment.haru("config", "get", "later").output == "60\n")
  }

  /// Lines that say where the data is are never replaced by their defaults.
  @Test(arguments: ["path=here", "path /mnt/haru.sqlite", "pathology"])
  func aPathThatIsNoneStopsEveryCommand(line: String) throws {
    try home.write("[Store]\n\(line)\n", to: Self.file)
    let run = try home.haru("mark")
    #expect(run.status == 78)
    #expect(run.errors.hasPrefix("haru: \(home(Self.file)):2: "))
    #expect(!FileManager.default.fileExists(atPath: home(Desk.storePath)))
  }

  /// The file may be on a disk that is not connected: a command would begin another store.
  @Test func aLinkThatLeadsNowhereStopsEveryCommand() throws {
    let (folder, target) = (home(".config/haru"), home("away/haru.conf"))
    try home.link(Self.file, to: target)
    for words in [["mark"], ["status"], ["config", "set", "later", "30"], ["doctor"]] {
      let run = try home.haru(words)
      #expect(run.status == 78, "\(words): \(run)")
      #expect((run.output + run.errors).contains(target), "\(words): \(run)")
    }
    let files = FileManager.default
    #expect(
      !files.fileExists(atPath: home(Desk.storePath)) && !files.fileExists(atPath: home("away")))
    // So may its folder.
    try files.removeItem(atPath: folder)
    try files.createSymbolicLink(atPath: folder, withDestinationPath: home("away"))
    let run = try home.haru("mark")
    #expect(run.status == 78 && !files.fileExists(atPath: home(Desk.storePath)), "\(run)")
  }

  @Test func aMarkOfAnEditorInFrontOfTheFirstLineIsPassedOver() throws {
    try home.write("\u{feff}[Notifications]\nlater=45\n", to: Self.file)
    let run = try home.haru("config", "get", "later")
    #expect(run.status == 0 && run.output == "45\n", "\(run)")
  }

  @Test func theAgentSaysOnceWhichLineIsWrongAndWhatIsAllowed() throws {
    let desk = try Desk(["--name", "dunst"], marks: [0])
    // Today is studied, so nothing has been shown yet.
    try desk.waitForAgent()
    try desk.reload()
    try desk.home.write(Self.wrong, to: Self.file)
    let shown = try desk.console.shown()
    #expect(
      shown.body.hasPrefix(
        """
        A setting is wrong: [Notifications] later=soon
        Allowed: minutes from 1 to 720
        \(desk.home(Self.file)):3
        """))
    #expect(shown.expire == 0)
    // Written again with the same fault, it is not shown again; put right, it is gone.
    try desk.home.write(Self.wrong + "\n", to: Self.file)
    try desk.home.write("[Notifications]\nlater=30\n", to: Self.file)
    let right = try desk.console.shown()
    #expect(!right.body.contains("wrong"))
  }

  @Test func theAgentSaysItAtItsStart() throws {
    let desk = try Desk(["--name", "Plasma"], marks: [0]) {
      try $0.write(Self.wrong, to: Self.file)
    }
    #expect(
      try desk.console.shown().body.contains("A setting is wrong: [Notifications] later=soon"))
  }

  @Test func aWrongLineCostsNoBackup() throws {
    let desk = try Desk(marks: [1]) { try $0.write(Self.wrong, to: Self.file) }
    _ = try desk.console.shown()
    _ = try desk.agent.line(from: .errors) { $0.contains("the day's backup is looked after") }
    let backups = try FileManager.default.contentsOfDirectory(
      atPath: desk.home(".local/share/haru/backups"))
    #expect(backups == ["haru-\(desk.today).sqlite"])
  }

  @Test func aBackupThatFailsIsShownInStatus() throws {
    let desk = try Desk(marks: [1]) {
      // A file in the place of the directory.
      try $0.write("", to: ".local/share/haru/backups")
    }
    _ = try desk.agent.line(from: .errors) { $0.contains("no backup was made") }
    let status = try desk.haru("status").output
    #expect(
      status.contains(
        /The daily backup fails, first today at 09:0\d. To see why: haru store backup --daily/))
    #expect(
      try desk.haru("status", "--json").output.contains(#/"no_backup_since":"\d{4}-\d\d-\d\dT09:0/#)
    )
  }
}

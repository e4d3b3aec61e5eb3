import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Two machines with one folder, which the file system carries between them in no time.
@Suite(.serialized)
struct SyncTests {
  /// A folder that both machines have.
  private static func folder() throws -> Scratch { try Scratch() }

  private func turnOn(_ desk: Desk, _ folder: Scratch, _ options: String...) throws {
    let run = try Child.run(
      Built.product("haru"), ["sync", "on", folder.path] + options, environment: desk.environment)
    try #require(run.status == 0, "\(run.errors)")
  }

  @Test func aClickOnOneIsStudiedOnTheOther() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(), try Desk())
    let here = try desk.console.shown()
    let there = try lap.console.shown()
    #expect(there.labels.contains("Study"))
    try turnOn(desk, folder)
    try turnOn(lap, folder)
    try desk.console.click(here.id, try here.key(of: "Study"))
    #expect(try desk.console.shown().mark == true)
    #expect(try lap.console.shown().mark == true)
    #expect(try lap.isStudied)
    // And back: what is undone there is open here.
    #expect(try lap.haru("unmark").status == 0)
    #expect(try lap.console.shown().labels.contains("Study"))
    #expect(try desk.console.shown().labels.contains("Study"))
    #expect(try !desk.isStudied)
  }

  /// What was shown last said *Studied*, and has gone from the screen.
  @Test func whatIsUndoneElsewhereComesBack() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(), try Desk())
    let open = try desk.console.shown()
    _ = try lap.console.shown()
    try turnOn(desk, folder)
    try turnOn(lap, folder)
    try desk.console.click(open.id, try open.key(of: "Study"))
    let studied = try desk.console.shown()
    #expect(try lap.console.shown().mark == true)
    try desk.console.command("expire \(studied.id)")
    try desk.reload()
    #expect(try lap.haru("unmark").status == 0)
    let back = try desk.console.shown()
    #expect(back.labels.contains("Study"))
    #expect(back.hints["suppress-sound"] == "true")
    // And only once: what is said of another day later changes nothing.
    try desk.console.command("dismiss \(back.id)")
    try desk.reload()
    #expect(try lap.haru("mark", "yesterday").status == 0)
    while try desk.marks.isEmpty { usleep(20_000) }
    #expect(try desk.console.events(during: .milliseconds(500)).filter(\.isNotify).isEmpty)
  }

  @Test func whatBothKnewIsTogetherAndTheSame() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(marks: [1, 2]), try Desk(marks: [2, 3]))
    #expect(try desk.haru("note", "yesterday", "of the desk").status == 0)
    try turnOn(desk, folder)
    let on = try lap.haru("sync", "on", folder.path)
    #expect(on.errors.contains("Taken from other machines: 2 changes"), "\(on.errors)")
    #expect(try lap.marks.count == 3)
    #expect(try desk.haru("sync", "check").status == 0)
    let exports = try [desk, lap].map { try $0.haru("export", "--format", "json").output }
    #expect(exports[0] == exports[1])
    #expect(exports[0].contains("of the desk"))
  }

  @Test func anImportIsTheSameInBothExports() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(), try Desk(marks: [3]))
    try turnOn(desk, folder)
    try turnOn(lap, folder)
    let days = [1, 2, 3].compactMap { desk.today.advanced(by: -$0)?.description }
    let file = try folder.write((["date"] + days).joined(separator: "\n") + "\n", to: "days.csv")
    #expect(try desk.haru("import", file).status == 0)
    #expect(try desk.haru("unmark", days[0]).status == 0)
    for each in [desk, lap] { #expect(try each.haru("sync", "check").status == 0) }
    let exports = try [desk, lap].map { try $0.haru("export", "--format", "json").output }
    #expect(exports[0] == exports[1])
    #expect(exports[0].contains("\"source\" : \"csv\""))
    #expect(try lap.haru("import", file).status == 0)
    #expect(try lap.marks.count == 2)
    // And a store that is made anew knows it too.
    #expect(try lap.haru("sync", "rebuild").status == 0)
    #expect(try lap.haru("export", "--format", "json").output == exports[0])
  }

  @Test func aFolderThatIsGoneIsSaidAndWrittenWhenItIsBack() throws {
    let folder = try Self.folder()
    let desk = try Desk()
    let open = try desk.console.shown()
    try turnOn(desk, folder)
    let away = folder.path + ".away"
    rename(folder.path, away)
    try desk.console.click(open.id, try open.key(of: "Study"))
    #expect(try desk.console.shown().mark == true)
    func status(_ isWanted: (String) -> Bool) throws -> String {
      for _ in 0..<100 {
        let status = try desk.haru("sync", "status").output
        if isWanted(status) { return status }
        usleep(100_000)
      }
      return try desk.haru("sync", "status").output
    }
    let waits = "1 change is not in the folder yet: there is no folder \(folder.path)"
    #expect(try status { $0.contains(waits) }.contains(waits))
    #expect(try desk.haru("status").output.contains(waits))
    #expect(try desk.haru("doctor").output.contains("✗ sync: \(waits)"))
    let properties = try desk.call(
      "org.freedesktop.DBus.Properties.GetAll", "io.github.haru.Haru1")
    #expect(properties.output.contains("'NotInFolder': <int64 1>"), "\(properties.output)")
    rename(away, folder.path)
    #expect(try !status { !$0.contains("not in the folder") }.contains("not in the folder"))
    #expect(try lines(in: folder).count == 1)
  }

  @Test func anAgentThatStartsTakesTheFolderInBeforeItSpeaks() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(), try Desk())
    _ = (try desk.console.shown(), try lap.console.shown())
    try turnOn(desk, folder)
    try turnOn(lap, folder)
    try lap.agent.terminate()
    #expect(try desk.haru("mark").status == 0)
    while try lines(in: folder).isEmpty { usleep(20_000) }
    #expect(try lap.haru("config", "set", "at-login", "always").status == 0)
    try lap.startAgent()
    #expect(try lap.console.shown().mark == true)
  }

  @Test func theProcessEndsWithTheAgentAndWithTheExchange() throws {
    let folder = try Self.folder()
    let desk = try Desk()
    _ = try desk.console.shown()
    try turnOn(desk, folder)
    func runs() -> Bool { children(of: desk.agent.pid).contains("haru") }
    while !runs() { usleep(20_000) }
    #expect(try desk.haru("sync", "off").status == 0)
    while runs() { usleep(20_000) }
    try turnOn(desk, folder)
    while !runs() { usleep(20_000) }
    try desk.agent.terminate()
    #expect(try desk.haru("sync", "status").output.contains(folder.path))
  }

  @Test func aFileInTheInboxMarksItsDay() throws {
    let folder = try Self.folder()
    let desk = try Desk()
    _ = try desk.console.shown()
    try turnOn(desk, folder)
    let yesterday = try #require(desk.today.advanced(by: -1))
    let tomorrow = try #require(desk.today.advanced(by: 1))
    // A date that no phone has stops nothing.
    try folder.write("", to: "\(yesterday).txt")
    let ancient = timespec(tv_sec: -99_999_999_999_999, tv_nsec: 0)
    utimensat(AT_FDCWD, folder("\(yesterday).txt"), [ancient, ancient], 0)
    rename(folder("\(yesterday).txt"), folder("inbox/\(yesterday).txt"))
    for name in ["today", "\(tomorrow)", "shopping"] {
      try folder.write("", to: "inbox/" + name)
    }
    #expect(try desk.console.shown().mark == true)
    while try desk.marks.count < 2 { usleep(20_000) }
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder("inbox")).sorted()
    }
    for _ in 0..<100 where try left().count > 2 { usleep(20_000) }
    // What is to come waits, and what is no day is nobody's business.
    #expect(try left() == ["\(tomorrow)", "shopping"])
    #expect(try desk.haru("explain").output.contains(" · inbox"))
  }

  /// A carrier that has seen the file on one machine may bring it again from another.
  @Test func aFileOfTheInboxThatComesBackMarksNothing() throws {
    let folder = try Self.folder()
    let home = try Scratch()
    let environment = Support.environment(home: home.path)
    func haru(_ words: String...) throws -> String {
      let run = try Child.run(Built.product("haru"), words, environment: environment)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    func comes(madeAt seconds: Int) throws {
      let file = "\(folder.path)/2024-05-01"
      try folder.write("", to: "2024-05-01")
      let made = timespec(tv_sec: seconds, tv_nsec: 0)
      utimensat(AT_FDCWD, file, [made, made], 0)
      rename(file, folder("inbox/2024-05-01"))
      _ = try haru("sync", "check")
      #expect(!FileManager.default.fileExists(atPath: folder("inbox/2024-05-01")))
    }
    func isStudied() throws -> Bool {
      try haru("export", "--format", "csv").contains("2024-05-01,1,")
    }
    _ = try haru("sync", "on", folder.path)
    try comes(madeAt: 1_714_600_000)
    #expect(try isStudied())
    _ = try haru("unmark", "2024-05-01")
    try comes(madeAt: 1_714_600_000)
    #expect(try !isStudied())
    // Another one is a new wish.
    try comes(madeAt: 1_714_600_001)
    #expect(try isStudied())
  }

  @Test func whatIsNoFileInTheInboxIsNamed() throws {
    let folder = try Self.folder()
    let home = try Scratch()
    let environment = Support.environment(home: home.path)
    func haru(_ words: String...) throws -> Child.Outcome {
      try Child.run(Built.product("haru"), words, environment: environment)
    }
    #expect(try haru("sync", "on", folder.path).status == 0)
    try #require(symlink("/etc/passwd", folder("inbox/today")) == 0)
    let run = try haru("sync", "check")
    #expect(run.status == 65)
    #expect(run.output == "inbox/today: left out, because it is a link, or no file\n")
    #expect(unlink(folder("inbox/today")) == 0)
    #expect(try haru("sync", "check").status == 0)
  }

  /// A line is lost on its way: both say for which one what comes after it waits.
  @Test func whatHasNotArrivedIsNamed() throws {
    let (ours, theirs) = (try Self.folder(), try Self.folder())
    let (desk, lap) = (try Desk(), try Desk(marks: [1, 2, 3, 4]))
    try turnOn(desk, ours)
    try turnOn(lap, theirs)
    #expect(try lap.haru("mark").status == 0)
    for _ in 0..<200 where try lines(in: theirs).count < 5 { usleep(20_000) }
    let texts = try lines(in: theirs)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: theirs.path).first { $0 != "inbox" })
    try ours.write(texts[0] + "\n" + texts[4] + "\n", to: name + "/000001.jsonl")
    let check = try desk.haru("sync", "check")
    let missing = "Changes of \(name) that have not arrived: 2–4. Later ones wait for them."
    #expect(check.status == 65)
    #expect(check.output.contains(missing), "\(check.output)")
    #expect(try desk.haru("sync", "status").output.contains(missing))
    try ours.write(texts.joined(separator: "\n") + "\n", to: name + "/000001.jsonl")
    #expect(try desk.haru("sync", "check").status == 0)
    #expect(try !desk.haru("sync", "status").output.contains("not arrived"))
    #expect(try desk.isStudied)
  }

  @Test func withoutAnAgentACommandWritesIntoTheFolder() throws {
    let folder = try Self.folder()
    let home = try Scratch()
    let environment = Support.environment(home: home.path)
    func haru(_ words: String...) throws -> Child.Outcome {
      try Child.run(Built.product("haru"), words, environment: environment)
    }
    #expect(try haru("sync", "on", folder.path).status == 0)
    #expect(try haru("mark").status == 0)
    for _ in 0..<200 where try lines(in: folder).isEmpty { usleep(20_000) }
    #expect(try lines(in: folder).count == 1)
    #expect(try !haru("status").output.contains("in the folder"))
  }

  /// A carrier that knows a file by its size and its second misses nothing.
  @Test func aFileIsNotWrittenTwiceInASecond() throws {
    let folder = try Self.folder()
    let desk = try Desk()
    _ = try desk.console.shown()
    try turnOn(desk, folder)
    var seconds: [Int] = []
    for count in 1...5 {
      #expect(try desk.haru("toggle").status == 0)
      for _ in 0..<500 where try lines(in: folder).count < count { usleep(10_000) }
      let directory = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0 != "inbox" })
      var status = stat()
      try #require(stat(folder(directory + "/000001.jsonl"), &status) == 0)
      seconds.append(status.st_mtim.tv_sec)
    }
    #expect(Set(seconds).count == 5, "\(seconds)")
    #expect(try lines(in: folder).count == 5)
  }

  @Test func explainNamesTheMachineAndWhatWasSaidApart() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(), try Desk())
    #expect(try desk.haru("note", "today", "of the desk").status == 0)
    usleep(1_100_000)
    #expect(try lap.haru("note", "today", "of the laptop").status == 0)
    #expect(try lap.haru("mark").status == 0)
    try turnOn(desk, folder)
    try turnOn(lap, folder)
    #expect(try desk.haru("sync", "check").status == 0)
    let device = try #require(
      try lap.haru("sync", "status").output.split(separator: "\n")
        .first { $0.hasPrefix("This machine: ") }?.dropFirst(14))
    let explained = try desk.haru("explain").output
    #expect(
      explained.contains(" · \(device) · marked as studied") || explained.contains("· \(device)"))
    #expect(
      explained.contains("Written on several machines before they exchanged:"), "\(explained)")
    #expect(explained.contains("note saved: of the desk"))
    #expect(explained.contains("\(device) · note saved: of the laptop"), "\(explained)")
  }

  @Test func aStoreIsMadeAnewFromTheFolder() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(marks: [1, 2]), try Desk(marks: [3]))
    try turnOn(desk, folder)
    try turnOn(lap, folder)
    #expect(try lap.haru("note", "today", "a word").status == 0)
    #expect(try lap.haru("config", "set", "rest-weekdays", "sunday").status == 0)
    #expect(try lap.haru("status").status == 0)
    #expect(try lap.haru("unmark", "\(lap.marks[0])").status == 0)
    let before = try lap.haru("export", "--format", "json").output
    let rebuilt = try lap.haru("sync", "rebuild")
    #expect(rebuilt.errors.contains("Rebuilt from the folder: 2 studied days"), "\(rebuilt.errors)")
    #expect(try lap.haru("export", "--format", "json").output == before)
    #expect(try lap.haru("store", "check").status == 0)
    // What this machine has done can still be undone, and only that.
    #expect(try lap.haru("undo").errors.contains("Undone"))
    #expect(try lap.marks.count == 3)
  }

  @Test func aMachineThatIsGivenUpIsNotListed() throws {
    let folder = try Self.folder()
    let (desk, lap) = (try Desk(marks: [1]), try Desk(marks: [2]))
    try turnOn(lap, folder)
    try turnOn(desk, folder)
    let name = try #require(
      try lap.haru("sync", "status").output.split(separator: "\n")
        .first { $0.hasPrefix("This machine: ") }?.dropFirst(14))
    #expect(try desk.haru("sync", "status").output.contains("\(name): 1 change"))
    #expect(try desk.haru("sync", "forget", "nobody").status == 1)
    #expect(try desk.haru("sync", "forget", String(name)).status == 0)
    #expect(try !desk.haru("sync", "status").output.contains(name))
    #expect(try desk.marks.count == 2)
  }

  @Test func aStoreThatWouldBeCarriedIsWarnedOf() throws {
    let desk = try Desk(marks: [1])
    try desk.home.write("", to: "Sync/.stignore")
    let moved = try desk.haru("store", "move", desk.home("Sync/haru"))
    #expect(moved.errors.contains("is carried between machines (.stignore)"))
    #expect(moved.errors.contains("haru sync on"))
  }

  private func lines(in folder: Scratch) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return try (files ?? []).filter { $0.hasSuffix(".jsonl") }
      .flatMap { try folder.read($0).split(separator: "\n").map(String.init) }
  }
}

/// The names of the processes that a process has started.
private func children(of process: Int32) -> [String] {
  let path = "/proc/\(process)/task/\(process)/children"
  let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  return text.split(separator: " ").compactMap {
    (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)).map { String($0.dropLast()) }
  }
}

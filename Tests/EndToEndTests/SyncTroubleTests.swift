import Foundation
import HaruCore
import HaruStore
import OwnProcess
import Support
import Testing

/// The exchange beside clicks, on full and read-only disks, and among hostile names.
@Suite(.serialized)
struct SyncTroubleTests {
  // MARK: Disks

  /// The disk of the folder is full: clicks go on, the reason is said, and with room again the exchange
  /// writes by itself, though nobody clicks and nothing in the folder changes.
  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func whatAFullFolderRefusesIsWrittenLater() async throws {
    let place = Scratch()
    await inOwnProcess(given: place.path) {
      let path = try Given.value(of: String.self)
      let disk = path + "/disk"
      mkdir(disk, 0o700)
      try TinyDisk.mount(at: disk)
      let folder = disk + "/folder"
      mkdir(folder, 0o700)
      let desk = try Desk(agent: ExchangeDiary.agent)
      _ = try desk.console.shown()
      #expect(try desk.haru("sync", "on", folder).status == 0)
      // What has been written is watched.
      let diary = ExchangeDiary(of: desk)
      #expect(try desk.haru("mark", "yesterday").status == 0)
      let open = try desk.console.shown()
      try diary.settle("sync")
      #expect(try linesOfFiles(in: folder).count == 1)
      try TinyDisk.fill(disk)
      #expect(try desk.console.shown(afterPressing: "Study", on: open).mark == true)
      let waits = "1 change is not in the folder yet: the disk of \(folder) is full"
      try desk.waitUntil("sync", "status") { $0.contains(waits) }
      // It does not take its own tries for news: each waits twice as long as the one before.
      try diary.wait { entries in
        let pauses = diary.pauses(in: entries, of: "sync")
        return zip(pauses, pauses.dropFirst()).contains { $0 >= 1000 && $1 >= 2000 }
      }
      unlink(disk + "/filler")
      // No command looks, which could wake the exchange.
      try eventually(watching: folder + "/Log") { try linesOfFiles(in: folder).count == 2 }
      try desk.waitUntil("sync", "status") { !$0.contains("not in the folder") }
    }
  }

  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func inAReadOnlyFolderClicksGoOnAndOthersAreTaken() async throws {
    let place = Scratch()
    await inOwnProcess(given: place.path) {
      let path = try Given.value(of: String.self)
      let folder = path + "/folder"
      mkdir(folder, 0o700)
      try TinyDisk.mount(at: folder)
      let (home, other) = (try Home(), try Home())
      try home.turnOn(folder)
      try other.turnOn(folder)
      try other.mark(-3)
      #expect(try other.haru("sync", "check").status == 0)
      try TinyDisk.makeReadOnly(folder)
      #expect(try home.haru("mark").status == 0)
      _ = try home.haru("exchange", "sync")
      let status = try home.haru("sync", "status").output
      #expect(
        status.contains("1 change is not in the folder yet: \(folder) may not be written by you"))
      #expect(try home.marks.count == 2)
      #expect(try home.haru("status").status == 0)
    }
  }

  /// The disk of the store is full while lines are taken: none is half-taken, and all come later.
  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aFullDiskOfTheStoreLosesNothing() async throws {
    let place = Scratch()
    await inOwnProcess(given: place.path) {
      let path = try Given.value(of: String.self)
      let (disk, folder) = (path + "/disk", path + "/folder")
      mkdir(disk, 0o700)
      mkdir(folder, 0o700)
      try TinyDisk.mount(at: disk)
      let (home, other) = (try Home(at: disk), try Home())
      try other.turnOn(folder)
      let file = disk + "/../days.csv"
      let days = (1...600).compactMap { MadeZone.morning.today.advanced(by: -$0)?.description }
      try Data(("date\n" + days.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(fileURLWithPath: file))
      #expect(try other.haru("import", file).status == 0)
      #expect(try other.haru("sync", "check").status == 0)
      try home.mark(0)
      try TinyDisk.fill(disk)
      #expect(try home.haru("sync", "on", "--join", folder).status != 0)
      unlink(disk + "/filler")
      let check = try home.haru("store", "check")
      #expect(check.status == 0, "\(check.output)\(check.errors)")
      #expect(try home.marks.count == 1)
      // A larger disk.
      try Child.run("mount", ["-o", "remount,size=16m", disk]).succeeded()
      try home.turnOn(folder)
      #expect(try home.marks.count == 601)
      #expect(try other.haru("sync", "check").status == 0)
      #expect(try other.marks.count == 601)
    }
  }

  /// A copy of a home goes on beside it while its folder is full: both have everything in the end.
  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aCopyBesideAFullFolderLosesNothing() async throws {
    let place = Scratch()
    await inOwnProcess(given: place.path) {
      let path = try Given.value(of: String.self)
      let folder = path + "/folder"
      mkdir(folder, 0o700)
      try TinyDisk.mount(at: folder)
      let home = try Home()
      try home.turnOn(folder)
      try home.mark(-1)
      #expect(try home.haru("sync", "check").status == 0)
      let copy = try Home(copying: home)
      try home.mark(-2)
      #expect(try home.haru("sync", "check").status == 0)
      let filler = folder + "/filler"
      try TinyDisk.fill(folder)
      try copy.mark(-3)
      #expect(try copy.haru("sync", "on", folder).status != 0)
      unlink(filler)
      for each in [copy, home, copy] { #expect(try each.haru("sync", "check").status == 0) }
      #expect(try home.marks.count == 3)
      let exports = try [home, copy].map { try $0.haru("export", "--format", "json").output }
      #expect(exports[0] == exports[1])
    }
  }

  // MARK: Side by side

  /// Who clicks while thousands of lines are taken waits for some of them, and not for all.
  @Test func aClickDoesNotWaitForAllLines() throws {
    let folder = Scratch()
    let (home, other) = (try Home(), try Home())
    try other.turnOn(folder.path)
    let days = (1...15_000).compactMap { MadeZone.morning.today.advanced(by: -$0)?.description }
    let file = try other.scratch.write(
      "date\n" + days.joined(separator: "\n") + "\n", to: "days.csv")
    try home.turnOn(folder.path)
    #expect(try other.haru("import", file).status == 0)
    #expect(try other.haru("sync", "check").status == 0)
    let store = try Store(path: home.store, for: .writing)
    let exchange = try home.start(["sync", "check"])
    // From when on it has taken something.
    let place = home.path + "/" + Desk.storeFolder
    try eventually(watching: place) { try !store.markedDays().isEmpty }
    var waits: [Duration] = []
    let by = Provenance(at: Instant(0), utcOffset: 0, zone: "UTC", source: .bus)
    var count = try store.markedDays().count
    while count < days.count {
      let begin = ContinuousClock.now
      _ = try store.toggle(.earliest, today: .latest, by: by)
      waits.append(.now - begin)
      let before = count
      try eventually(watching: place) {
        count = try store.markedDays().count { $0 != .earliest }
        return count > before
      }
    }
    print("\(waits.count) clicks, at most \(waits.max() ?? .zero)")
    #expect(waits.count >= 3)
    #expect(try exchange.wait(within: .seconds(30)) == .exited(0))
  }

  /// What arrives while an exchange writes leads to another one.
  @Test func whatComesWhileWeWriteIsRead() throws {
    let (folder, other) = (Scratch(), Scratch())
    let (desk, lap) = (try Desk(), try Home())
    _ = try desk.console.shown()
    #expect(try desk.haru("sync", "on", folder.path).status == 0)
    try lap.turnOn(other.path)
    for day in 1...20 {
      try lap.mark(-day)
      #expect(try lap.haru("sync", "check").status == 0)
      #expect(try desk.haru("toggle").status == 0)
      for name in try FileManager.default.contentsOfDirectory(atPath: other("Log")) {
        try folder.write(try other.read("Log/" + name), to: "Log/" + name)
      }
    }
    let marks = try lap.marks
    try eventually(watching: desk.home(Desk.storeFolder)) {
      try Set(desk.marks).isSuperset(of: marks)
    }
  }

  /// Without news nothing wakes up, and no process stands beside the agent.
  @Test func withoutNewsNothingWakesUp() throws {
    let (folder, list) = (Scratch(), Scratch())
    let desk = try Desk()
    _ = try desk.console.shown()
    #expect(try desk.haru("sync", "on", folder.path).status == 0)
    #expect(try desk.haru("tasks", "on", "--week", list.path).status == 0)
    #expect(try desk.haru("mark").status == 0)
    // It may still be busy with its beginning, and gives its code back three seconds after that.
    var wakes = [try wakeUps(of: desk.agent.pid)]
    while wakes.count < 20, wakes.count < 5 || Set(wakes.suffix(5)).count > 1 {
      _ = try desk.console.events(during: .seconds(1))
      wakes.append(try wakeUps(of: desk.agent.pid))
    }
    #expect(wakes.last == wakes.suffix(2).first, "\(wakes)")
    #expect(desk.agent.children == [])
  }

  /// Neither a try that waits for its time, nor one that runs, nor what changes in the folder.
  @Test func afterItIsOffNothingIsExchanged() throws {
    let (folder, list) = (Scratch(), Scratch())
    let desk = try Desk(agent: ExchangeDiary.agent)
    let diary = ExchangeDiary(of: desk)
    _ = try desk.console.shown()
    #expect(try desk.haru("tasks", "on", list.path).status == 0)
    func turnOff(_ begins: (ExchangeDiary) throws -> Void) throws {
      #expect(try desk.haru("sync", "on", folder.path).status == 0)
      try diary.settle("sync")
      // The tries of the other exchange wait for longer than those that it would make.
      rename(list.path, list.path + ".away")
      try diary.wait { diary.pauses(in: $0, of: "tasks").last ?? 0 >= 1000 }
      try begins(diary)
      #expect(try desk.haru("sync", "off").status == 0)
      let seen = diary.entries.count
      try diary.wait { entries in
        diary.pauses(in: Array(entries.dropFirst(seen)), of: "tasks").contains { $0 >= 2000 }
      }
      rename(list.path + ".away", list.path)
      try diary.settle("tasks")
      // What comes first in both folders leads to an exchange first.
      let last = diary.entries.count
      try folder.write("", to: "Log/new")
      try list.write("", to: "new")
      try diary.wait { $0.dropFirst(last).contains { $0.exchange == "tasks" && !$0.isBegin } }
      #expect(!diary.entries.dropFirst(seen).contains { $0.exchange == "sync" })
    }
    // A try waits for its time.
    try turnOff { diary in
      rename(folder.path, folder.path + ".away")
      let seen = diary.entries.count
      #expect(try desk.haru("mark").status == 0)
      try diary.wait { $0.dropFirst(seen).contains { $0.exchange == "sync" && !$0.isBegin } }
      rename(folder.path + ".away", folder.path)
    }
    // A try runs.
    try turnOff { diary in
      try desk.home.write("", to: "hold-sync")
      let seen = diary.entries.count
      #expect(try desk.haru("unmark").status == 0)
      try diary.wait { $0.dropFirst(seen).contains { $0.exchange == "sync" } }
    }
    while let process = desk.agent.children.first { try Child.waitForEnd(of: process) }
  }

  // MARK: Names

  /// A terminal gets nothing that it would obey, and no line that somebody else has made up.
  @Test func namesAreNeverShownRaw() throws {
    let folder = Scratch()
    let home = try Home()
    try home.turnOn(folder.path)
    try folder.write("x\n", to: "Log/2026-11-00000000000000000000000000000000.jsonl")
    let names = [
      "\u{1b}]0;title\u{7}.jsonl", "\u{1b}[2J.jsonl", "\u{9b}31m.jsonl", "\u{202e}x.jsonl",
      "x\nFolder: forged\n.jsonl", "y\r\u{8}\u{7f}.jsonl", "\u{2028}z.jsonl",
    ]
    for name in names { try #require(mkfifo(folder("inbox/2026-11-21" + name), 0o600) == 0) }
    for words in [["sync", "check"], ["sync", "status"], ["status"], ["doctor"]] {
      let runs = [
        try Child.run(
          atTerminal: [Built.product("haru")] + words, columns: 200, environment: home.environment),
        try home.environment.haru(words),
      ]
      for run in runs {
        let text = run.output + run.errors
        let harmful = text.unicodeScalars.filter {
          ($0.value < 0x20 && $0 != "\n") || (0x7f..<0xa0).contains($0.value)
            || $0 == "\u{202e}" || $0 == "\u{2028}"
        }
        #expect(harmful.isEmpty || words != ["sync", "check"], "\(words) \(text.debugDescription)")
        #expect(!text.contains("\nFolder: forged"), "\(words) \(text)")
        if words == ["sync", "check"] {
          #expect(run.status == 65)
          #expect(text.contains("because it is damaged, or not carried whole yet"))
        }
      }
    }
  }
}

/// The lines of all files in a folder.
private func linesOfFiles(in folder: String) throws -> [String] {
  let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  return files.filter { $0.hasSuffix(".jsonl") }.flatMap { name -> [String] in
    let data = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
    return data.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// How often the threads of a process have waited.
private func wakeUps(of process: pid_t) throws -> Int {
  let tasks = "/proc/\(process)/task/"
  return try FileManager.default.contentsOfDirectory(atPath: tasks).map { task in
    let text = try String(contentsOfFile: tasks + task + "/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return try #require(line?.split(separator: "\t").last.flatMap { Int($0) })
  }.reduce(0, +)
}

/// A user's files, without a session.
private final class Home {
  let scratch = Scratch()
  let path: String
  let environment: [String: String]

  init(at path: String? = nil) throws {
    self.path = path ?? scratch.path
    environment = Support.environment(home: self.path, zone: MadeZone.morning.name)
  }

  /// A copy of another's files.
  convenience init(copying other: Home) throws {
    try self.init()
    try Child.run("cp", ["-a", other.path + "/.", path]).succeeded()
  }

  var store: String { path + "/" + Desk.storePath }

  var marks: [Day] { get throws { try Store(path: store, for: .reading).markedDays() } }

  func start(_ words: [String]) throws -> Child {
    try Child(Built.product("haru"), words, environment: environment)
  }

  func haru(_ words: String...) throws -> Child.Outcome {
    try environment.haru(words)
  }

  /// Marks a day, so many after today; a command would begin an exchange of its own.
  func mark(_ day: Int) throws {
    try makeStore(at: store, marking: [MadeZone.morning.today.advanced(by: day) ?? .earliest])
  }

  func turnOn(_ folder: String) throws {
    try haru("sync", "on", "--join", folder).succeeded()
  }
}

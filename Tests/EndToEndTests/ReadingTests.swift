import Foundation
import HaruCore
import Support
import Testing

/// Looking changes nothing (docs/design.md#the-command-line): which commands read, and which write.
struct ReadingTests {
  /// What only asks, with the words that ask it; each command of the program is here or in `writing`.
  private static let reading: [String: [[String]]] = [
    "": [[]],
    "status": [[], ["--json"], ["--format", "line"], ["--format", "waybar"]],
    "undo": [["--list"], ["--list", "3"]],
    "calendar": [[], ["--year"], ["--json"], ["2026-11"]],
    "streak": [[], ["--json"]],
    "explain": [[], ["yesterday"], ["--json"], ["--all"]],
    "card": [["--list"], ["streak", "-o", "card.svg"], ["monthly", "-o", "card.png"]],
    "rest": [["--list"], ["--list", "2026-11"]],
    "note": [["--list"], ["--search", "verbs"], ["yesterday"]],
    "export": [[], ["--format", "csv"]],
    "import": [["--dry-run", "days.csv"]],
    "doctor": [[]],
    "config path": [[]], "config list": [[]], "config get": [["later"], ["rest-weekdays"]],
    "store path": [[]], "store check": [[]],
    "sync status": [[]], "tasks status": [[]],
    "sources list": [[]], "agent status": [[]], "autostart status": [[]],
  ]

  /// What changes days, settings, files of the store, or the session.
  private static let writing: Set<String> = [
    "mark", "unmark", "toggle", "redo", "later", "notify", "open", "shortcut", "hook", "exchange",
    "agent start", "agent stop", "agent restart", "autostart enable", "autostart disable",
    "config set", "config unset", "config edit",
    "store new", "store backup", "store restore", "store move",
    "sync on", "sync off", "sync check", "tasks on", "tasks off", "tasks check",
    "sources ask", "sources remove", "sources take",
  ]

  @Test func eachCommandReadsOrWrites() throws {
    let named = Set(Self.reading.keys).union(Self.writing).subtracting([""])
    #expect(Set(try CommandList.haru().leaves) == named)
    #expect(Self.writing.isDisjoint(with: Self.reading.keys))
  }

  private let home = Scratch()
  private let store: String

  init() throws {
    store = home(Desk.storePath)
    for words in [
      ["mark", "-9..today"], ["rest", "-12", "--reason", "a cold"], ["note", "-1", "verbs"],
      ["undo"], ["redo"],
    ] {
      try home.haru(words).succeeded()
    }
    try home.write("day\n2026-11-01\n", to: "days.csv")
    // What waits to be taken is written by none of them.
    try home.write("[Day]\nrest-weekdays=monday\nfree=2\n", to: ".config/haru/haru.conf")
  }

  /// The files of the store and the settings, with what they hold.
  private func files() throws -> [[String: Data]] {
    try [".local/share", ".config"].map { try home.files(in: $0) }
  }

  /// Runs each of them, and something after it.
  private func read(
    _ run: ([String]) throws -> Child.Outcome, then check: ([String]) throws -> Void = { _ in }
  ) throws {
    for (name, rows) in Self.reading.sorted(by: { $0.key < $1.key }) {
      for words in rows.map({ name.split(separator: " ").map(String.init) + $0 }) {
        let run = try run(words)
        // Without a session there is something to mend, and no agent.
        #expect(["doctor", "agent status"].contains(name) || run.status == 0, "\(words): \(run)")
        try check(words)
      }
    }
  }

  /// With every right to write.
  @Test func aReadingCommandWritesNothing() throws {
    func run(_ words: [String]) throws -> Child.Outcome {
      try Child.run(
        ["env", "--chdir=" + home.path, Built.product("haru")] + words,
        environment: environment(home: home.path))
    }
    // It tries whether a change could be saved, and takes that back: SQLite leaves other bytes in pages without use.
    _ = try run(["doctor"])
    let before = try files()
    try read(run) { words in
      let after = try files()
      #expect(after == before, "\(words)")
    }
  }

  /// And without any: a command that had to write would fail.
  @Test func aReadingCommandNeedsNoRightToWrite() throws {
    let haru = try Nobody.program("haru", in: home)
    _ = try Nobody.program("haru-draw", in: home)
    try Nobody.own(home.path)
    for path in [store, home(".config/haru/haru.conf")] { chmod(path, 0o400) }
    let folders = [(store as NSString).deletingLastPathComponent, home(".config/haru")]
    for folder in folders { chmod(folder, 0o500) }
    defer { for folder in folders { chmod(folder, 0o700) } }
    try read { words in
      try Nobody.run("env", ["--chdir=" + home.path, haru] + words, environment(home: home.path))
    }
    let mark = try Nobody.run(haru, ["mark", "-20"], environment(home: home.path))
    #expect(mark.status == 73, "\(mark.errors)")
  }
}

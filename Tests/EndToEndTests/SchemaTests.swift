import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The JSON that programs depend on, as the schemas and the manual describe it.
@Suite(.serialized)
struct SchemaTests {
  private static let folder = "share/haru/schemas"
  private static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        atPath: SourceTree.root.appending(path: folder).path
      ).map { String($0.dropLast(".json".count)) }.sorted()
    }
  }

  private static let script =
    ["-B"] + ["Tests/Support/schemas.py", folder].map { SourceTree.root.appending(path: $0).path }

  /// What does not fit of what commands have printed: the names of the schemas, and the values.
  private func faults(_ printed: [(schema: String, value: String)]) throws -> [String] {
    let checker = try Child("/usr/bin/python3", Self.script)
    for (schema, value) in printed {
      try checker.send(schema + "\t" + value.trimmingCharacters(in: .newlines))
    }
    checker.closeInput()
    let faults = try checker.rest(within: .seconds(60))
    #expect(try checker.wait() == .exited(0))
    return faults
  }

  /// What `haru` prints about days.
  private func days(_ haru: ([String]) throws -> Child.Outcome) throws -> [(String, String)] {
    try [
      ["status"], ["streak"], ["calendar"], ["calendar", "2026"], ["calendar", "--year"],
      ["calendar", "1999-02"],
      ["explain"], ["explain", "-1"], ["explain", "-4"],
    ].map { words in
      let run = try haru(words + ["--json"])
      #expect(run.status == 0, "\(words): \(run.errors)")
      return (words[0], run.output)
    }
  }

  /// The lines of the table of all keys that `haru status --json` prints.
  private static func keysOfStatus() throws -> [String] {
    let run = try Child.run("/usr/bin/python3", script + ["status"])
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// docs/widgets.md promises what the schema has.
  @Test func thePageHasEveryKey() throws {
    let page = try SourceTree.read("docs/widgets.md")
    let keys = try Self.keysOfStatus().joined(separator: "\n")
    #expect(page.contains("<!-- status.json -->\n" + keys + "\n<!--"), "the table is:\n\(keys)")
  }

  /// What the example widgets read is there.
  @Test(arguments: [
    "gnome-shell/extension.js", "plasma/contents/ui/main.qml", "eww/eww.yuck",
    "quickshell/shell.qml",
  ])
  func examplesReadWhatIsPromised(example: String) throws {
    let text = try SourceTree.read("share/haru/examples/" + example)
    let keys = try Self.keysOfStatus()
    let read = text.matches(of: /today\??((?:\??\.[a-z_]+)+)/).map {
      String($0.output.1).replacingOccurrences(of: "?", with: "").dropFirst()
    }
    #expect(read.count >= 3)
    for key in read { #expect(keys.contains { $0.hasPrefix("| `\(key)` |") }, "\(key)") }
  }

  @Test func theDaysOfAnyHistoryFit() throws {
    let session = try Transcript(language: .english)
    var printed = try days { try session.type("haru", $0) }
    for change in [
      ["mark"], ["unmark"], ["mark", "-5..-3"], ["note", "-3", "three\tchapters\u{1B}"],
      ["rest", "-1", "--reason", "a cold"], ["rest", "-2"], ["mark", "yesterday"], ["undo"],
      ["rest", "--weekdays", "sat;sun", "--from", "2026-11-02"], ["mark", "today"],
      ["rest", "--clear", "-1"], ["rest", "tomorrow"],
    ] {
      #expect(try session.type("haru", change).status == 0)
      printed += try days { try session.type("haru", $0) }
    }
    for (name, words) in [("Machines", "sync"), ("Tasks", "tasks")] {
      let folder = session.home(name)
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      #expect(try session.type("haru", words, "on", folder).status == 0)
      printed += try days { try session.type("haru", $0) }
      try FileManager.default.removeItem(atPath: folder)
      _ = try session.type("haru", words, "check")
      printed += try days { try session.type("haru", $0) }
    }
    #expect(try faults(printed) == [])
  }

  @Test func whatARunningAgentAddsFits() throws {
    let desk = try Desk(marks: [1])
    let open = try desk.console.shown()
    var printed = try days {
      try Child.run(Built.product("haru"), $0, environment: desk.environment)
    }
    #expect(printed[0].1.contains(#""reason":"reminder""#))
    let lock = try HeldLock(desk.home(Desk.storePath))
    _ = try desk.console.click(open.id, try open.key(of: "Study"))
    _ = try desk.console.shown()
    let waiting = try desk.haru("status", "--json").output
    #expect(!waiting.contains(#""not_saved_since":null"#))
    printed.append(("status", waiting))
    lock.release()
    #expect(try faults(printed) == [])
  }

  /// As many days as a week can have.
  @Test func theMostFreeDaysFit() throws {
    let session = try Transcript(language: .english)
    try session.type("haru", "rest", "--reserve", "6")
    for name in ["status", "streak"] {
      let printed = try session.type("haru", name, "--json").output
      #expect(printed.contains("\"free_left\":6"))
      #expect(try faults([(name, printed)]) == [])
    }
  }

  /// Each reason why a notification comes next.
  @Test(arguments: [
    (1, "", nil, "reminder"), (1, "", "20:30", "later"), (0, "", nil, "new_day"),
    (0, "[Notifications]\nquiet=22:00-07:00\n", nil, "quiet_hours_end"),
  ])
  func whatComesNextFits(mark: Int, settings: String, later: String?, reason: String) throws {
    let desk = try Desk(marks: [mark]) { try $0.write(settings, to: ".config/haru/haru.conf") }
    try desk.waitForAgent()
    if let later { #expect(try desk.haru("later", later).status == 0) }
    let status = try desk.haru("status", "--json").output
    #expect(status.contains("\"reason\":\"\(reason)\""), "\(status)")
    #expect(try faults([("status", status)]) == [])
  }

  /// A hook reads what `haru status --json` prints.
  @Test func whatHooksAndBarsReadFits() throws {
    let session = try Transcript(language: .english)
    let path = ".config/haru/hooks/studied"
    try session.home.write("#!/bin/sh\ncat >'\(session.home("read"))'\n", to: path)
    chmod(session.home(path), 0o700)
    try session.type("haru", "mark", "-3..-2")
    #expect(try session.type("haru", "hook", "studied").status == 0)
    let read = try session.home.read("read")
    try session.home.write("no store", to: Desk.storePath)
    let bar = try Child(
      Built.product("haru"), ["status", "--follow", "--json"], environment: session.environment)
    let failure = try bar.line()
    #expect(failure.contains("error"))
    _ = try bar.kill()
    #expect(try faults([("status", read), ("status", failure)]) == [])
  }

  @Test func whatIsKnownOfRepositoriesFits() throws {
    let github = try GitHubDouble()
    let watcher = try Watcher(asking: github.address)
    var printed: [(String, String)] = []
    func ask(_ words: String...) throws {
      let run = try Child.run(
        Built.product("haru"), ["repo"] + words + ["--json"], environment: watcher.environment)
      #expect(run.output.hasPrefix("{"), "\(words): \(run.errors)")
      printed.append(("repo-" + words[0], run.output))
    }
    func askAll() throws {
      try ask("list")
      try ask("show")
      try ask("news")
      try ask("refresh")
      try ask("show", "--contributors")
    }
    try askAll()
    try watcher.repo("add", "a/good", "a/gone", "a/closed", "a/contributors-too-many", "a/html")
    try askAll()
    // A look, and what has changed after it.
    try watcher.repo("show")
    let (store, now) = (try watcher.store, Int64(Date().timeIntervalSince1970))
    try store.take("a/good", at: Instant(now)) { $0.stars = 5 }
    try store.take("a/good", at: Instant(now)) { $0.stars = 100_000 }
    try askAll()
    try watcher.repo("refresh", "a/good")
    try watcher.repo("quiet", "a/good")
    try askAll()
    #expect(printed.contains { $0.1.contains(#""kind":"stars""#) })
    // The site is away.
    try github.stop()
    try askAll()
    #expect(printed.contains { $0.1.contains(#""until""#) })
    #expect(try faults(printed) == [])
  }

  @Test func aSchemaRefusesWhatItDoesNotName() throws {
    let session = try Transcript(language: .english)
    for (words, key) in [(["status"], "studied"), (["calendar"], "days"), (["streak"], "total")] {
      let value = try session.type("haru", words + ["--json"]).output
      #expect(try faults([(words[0], value)]) == [])
      let without = value.replacing("\"\(key)\"", with: "\"other\"")
      #expect(without != value)
      #expect(try faults([(words[0], without)]) != [])
    }
  }

  @Test func everyJSONHasItsSchema() throws {
    struct Dump: Decodable {
      struct Command: Decodable {
        struct Argument: Decodable {
          struct Name: Decodable { let name: String }
          let names: [Name]?
        }
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?

        func printing(_ path: [String]) -> [String] {
          let isJSON = arguments?.contains { $0.names?.contains { $0.name == "json" } ?? false }
          let own = isJSON == true ? [path.joined(separator: "-")] : []
          return own + (subcommands ?? []).flatMap { $0.printing(path + [$0.commandName]) }
        }
      }
      let command: Command
    }
    let home = try Scratch()
    let run = try home.haru("--experimental-dump-help")
    let dump = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8))
    #expect(try dump.command.printing([]).sorted() == Self.names)
  }

  /// The keys of each schema, `a.b` within an object, and `a[].b` within each value of a list.
  @Test func theManualHasEveryKey() throws {
    let manual = try SourceTree.read("share/man/haru.1")
    for name in try Self.names {
      let heading = ".Ss haru " + name.replacing("-", with: " ") + "\n"
      let section = try #require(manual.firstRange(of: heading), "\(name)")
      let lines = manual[section.upperBound...].split(separator: "\n").prefix {
        !$0.hasPrefix(".Ss ") && !$0.hasPrefix(".Sh ")
      }
      let keys = lines.filter { $0.hasPrefix(".It Cm ") }.map { $0.dropFirst(".It Cm ".count) }
      let schema = try JSONSerialization.jsonObject(
        with: Data(SourceTree.read(Self.folder + "/\(name).json").utf8))
      let object = try #require(schema as? [String: Any])
      let forms =
        [object] + (object["oneOf"] as? [[String: Any]] ?? [])
        + (object["$defs"] as? [String: [String: Any]] ?? [:]).values
      #expect(Set(keys.map(String.init)) == Set(forms.flatMap { Self.keys(of: $0, "") }), "\(name)")
    }
  }

  private static func keys(of schema: [String: Any], _ path: String) -> [String] {
    var members = schema["properties"] as? [String: [String: Any]] ?? [:]
    for each in (schema["patternProperties"] as? [String: [String: Any]] ?? [:]).values {
      members["*"] = each
    }
    return members.flatMap { name, member in
      [path + name] + keys(of: member, path + name + ".")
        + keys(of: member["items"] as? [String: Any] ?? [:], path + name + "[].")
    }
  }
}

import Foundation

/// A session at a terminal, in one language, on a fixed morning: commands and their output, as a
/// person sees them.
package final class Transcript {
  package let home: Scratch
  private let language: TestLanguage
  package let environment: [String: String]
  package private(set) var text = ""

  package init(
    language: TestLanguage = .english, bus: PrivateBus? = nil, home: Scratch? = nil,
    _ more: [String: String] = [:]
  ) {
    self.home = home ?? Scratch()
    self.language = language
    // The terminals of this machine have no part in it.
    let terminal = "#!/bin/sh\nexit 1\n"
    guard (try? self.home.write(program: terminal, to: "bin/xdg-terminal-exec")) != nil else {
      preconditionFailure("no file in \(self.home.path)")
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    environment = Support.environment(
      home: self.home.path, bus: bus?.address, zone: "Asia/Seoul",
      [
        "LANG": language.locale, "XDG_CONFIG_DIRS": self.home("etc"),
        "XDG_DATA_DIRS": self.home("share"), "PATH": self.home("bin") + ":" + path,
      ].merging(more) { $1 })
  }

  /// Starts the agent, whose clock goes on from a time of the same day.
  package func startAgent(at time: String = "09:30:00") throws -> Child {
    let words =
      FakeTime.words(at: "2026-11-20 " + time) + [Built.product("haru-agent")]
      + Desk.agentArguments
    return try Child(words, environment: environment)
  }

  /// Types a command; notes what it printed, and its status if that is not 0.
  @discardableResult
  package func type(_ program: String = "haru", _ arguments: String...) throws -> Child.Outcome {
    try type(program, arguments)
  }

  @discardableResult
  package func type(_ program: String, _ arguments: [String]) throws -> Child.Outcome {
    let clock = FakeTime.words(at: "2026-11-20 09:30:00")
    let run = try Child.run(
      clock + [Built.product(program)] + arguments, environment: environment)
    let typed = arguments.map { $0.isEmpty || $0.contains(" ") ? "'\($0)'" : $0 }
    text += "$ \(([program] + typed).joined(separator: " "))\n\(run.output)\(run.errors)"
    if run.status != 0 { text += "[\(run.status)]\n" }
    return run
  }

  /// Types commands of `haru`, one after the other.
  package func type(each commands: [[String]]) throws {
    for words in commands { try type("haru", words) }
  }

  /// Types a command at a real terminal; notes what the terminal got, an escape character as `\e`.
  ///
  /// - Parameters:
  ///   - words: The command.
  ///   - columns: How wide the terminal is.
  ///   - variables: The variables that describe the terminal.
  /// - Throws: If it cannot be run.
  package func type(_ words: [String], columns: Int, _ variables: [String: String]) throws {
    let clock = FakeTime.words(at: "2026-11-20 09:30:00")
    let run = try Child.run(
      atTerminal: clock + [Built.product("haru")] + words, columns: columns,
      environment: environment.merging(variables) { $1 })
    let terminal = ["\(columns)"] + variables.map { "\($0.key)=\($0.value)" }.sorted()
    text += "$ haru \(words.joined(separator: " ")) # \(terminal.joined(separator: " "))\n"
    text += run.output.replacing("\u{1B}", with: "\\e")
    if run.status != 0 { text += "[\(run.status)]\n" }
  }

  /// Gives a line to a shell in the home directory.
  package func type(toShell line: String) throws -> Child.Outcome {
    let clock = FakeTime.words(at: "2026-11-20 09:30:00")
    let programs = (Built.product("haru") as NSString).deletingLastPathComponent
    let script = "cd \"$HOME\" && PATH=\"\(programs):$PATH\" && \(line)"
    return try Child.run(clock + ["sh", "-c", script], environment: environment)
  }

  /// Adds a text.
  package func note(_ text: String) {
    self.text += text
  }

  /// Compares a session with the golden file of its language; a missing one is written, and fails.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - test: A file in the folder that has the golden files.
  /// - Throws: If they differ.
  package func expectGoldenInItsLanguage(_ name: String, _ test: String = #filePath) throws {
    try expectNone(
      GoldenFile(golden(name, "\(language)", test)).differences(
        from: withoutCaseOfWeekdays(seen(nil))))
  }

  /// A Czech text with its weekdays in small letters, as Debian 12 writes them; Debian 13 begins them with capitals.
  private func withoutCaseOfWeekdays(_ text: String) -> String {
    guard "\(language)" == "cs" else { return text }
    return text.replacing(#/\b(Po|Út|St|Čt|Pá|So|Ne)\b/#) { $0.0.lowercased() }
  }

  /// The session without what differs on each machine, and what differs at each run.
  private func seen(_ changing: String?) -> String {
    withoutPaths(withoutLog(changing.map { text.replacing($0, with: "VARYING") } ?? text))
  }

  /// A text without the lines of a log, which name a machine at random.
  private func withoutLog(_ text: String) -> String {
    text.components(separatedBy: "\n").map { line in
      guard line.hasPrefix(#"    "{\"haru\":2"#) else { return line }
      return "    LINE" + (line.hasSuffix(",") ? "," : "")
    }.joined(separator: "\n")
  }

  /// A text without the paths of this machine, and the quotation marks of one that has a blank.
  package func withoutPaths(_ text: String) -> String {
    text.replacing(home.path, with: "~")
      .replacing((Built.tests as NSString).deletingLastPathComponent, with: "BUILD")
      .replacing(#/(['"])(BUILD/[a-z-]+)\1/#) { $0.2 }
  }

  /// Compares an English session with its golden file; a missing one is written, and fails.
  ///
  /// Of another language it proves that the session is translated.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - changing: What differs at each run, and is `VARYING` in the file.
  ///   - test: A file in the folder that has the golden files.
  /// - Throws: If they differ.
  package func expectGolden(
    _ name: String, changing: String? = nil, _ test: String = #filePath
  ) throws {
    let (seen, path) = (seen(changing), golden(name, "en", test))
    guard language != .english else {
      return try expectNone(GoldenFile(path).differences(from: seen))
    }
    let check = try TranslationCheck(of: language)
    try expectNone(check.faults(in: seen, english: SourceTree.read(path)))
  }

  /// The path of a golden file of a test.
  private func golden(_ name: String, _ language: String, _ test: String) -> String {
    let folder = (test as NSString).deletingLastPathComponent
    return folder.replacing(SourceTree.root.path + "/", with: "")
      + "/Golden/\(language)/\(name).txt"
  }

  private func expectNone(_ faults: [String]) throws {
    guard faults.isEmpty else { throw Failure.unexpected(faults.joined(separator: "\n")) }
  }
}

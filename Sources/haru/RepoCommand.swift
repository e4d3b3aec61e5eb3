import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// The command `haru repo`, which is a program of its own.
struct RepoCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    .init("repo", text("Watch repositories on GitHub."))
  }

  @Argument(parsing: .captureForPassthrough)
  var words: [String] = []

  func run() throws { try RepoCommand.become(words) }

  /// What to type for a word that may mean several commands.
  static let answer = (words: ["github"], commands: ["haru repo add OWNER/NAME", "haru doctor"])

  /// The path of the program.
  static var program: String { ProgramFile().helper("haru-repo") }

  /// What the program is asked for by words of `haru`; `nil` if they ask for something else.
  static func words(in words: [String]) -> [String]? {
    switch words.first {
    case "repo": Array(words.dropFirst())
    case "help" where words.dropFirst().first == "repo": ["help"] + words.dropFirst(2)
    case "---completion" where words.dropFirst().first == "repo": words
    default: nil
    }
  }

  /// Hands over the lines of a list that an export of version 0.4 has, and returns what became of them.
  ///
  /// - Throws: Why they were not taken; the days are imported all the same.
  static func take(_ lines: [String]) throws(Failure) -> String {
    guard !lines.isEmpty else { return "" }
    let program = program
    var (status, reason) = (Failure.Status.unavailable, "")
    do throws(GLibError) {
      guard ProgramFile.canRun(program) else { throw GLibError(Files.reason(errno)) }
      let ending = try Subprocess.run([program, "take", "--"] + lines, withholding: withheld)
      let said = ending.output.split(separator: "\n").joined(separator: "\n")
      if ending.status == 0 { return said }
      let number = text("status {number}", ["number": String(ending.status)])
      reason = said.isEmpty ? ErrorText.cannotRun(program, number) : said
      status = Failure.Status(rawValue: ending.status) ?? status
    } catch {
      reason = ErrorText.cannotRun(program, "\(error)")
    }
    let names = lines.map { SafeText.value(String($0.prefix { $0 != " " })) }
    throw Failure(
      status,
      text(
        "the days are imported, but not these repositories: {names}; import the file once more when this is mended: {reason}",
        ["names": ListText.words(names, atMost: 20), "reason": reason]))
  }

  /// The secrets of guests but for its own, which it does not get where Haru asks it.
  static var withheld: [String] {
    let (file, all) = (ProgramFile(), GuestProgram.registered(beside: ProgramFile()))
    return all.first { $0.path(beside: file) == program }?.withheld(among: all) ?? []
  }

  /// Becomes the program; returns only to throw why it cannot.
  static func become(_ words: [String]) throws {
    ProgramFile.become([program] + words)
    throw Failure(.unavailable, ErrorText.cannotRun(program, String(cString: strerror(errno))))
  }
}

extension Doctor {
  /// What `haru-repo` finds, if something is watched.
  func watches() -> [Finding] {
    let program = RepoCommand.program
    return switch HelperState(of: program, task: ["doctor"], withholding: RepoCommand.withheld) {
    case .works(let lines):
      lines.split(separator: "\n").compactMap { Finding(line: $0) }
    case .isMissing:
      [
        Finding(
          .worthKnowing, text("watches: haru-repo is not installed: {path}", ["path": program]))
      ]
    case .lacksLibrary:
      [
        Finding(
          .worthKnowing,
          text("watches: haru-repo does not start without libcurl: {path}", ["path": program]))
      ]
    case .fails(let reason):
      [Finding(.broken, ErrorText.cannotRun(program, reason))]
    }
  }
}

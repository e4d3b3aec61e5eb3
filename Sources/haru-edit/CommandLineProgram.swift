import HaruDesktop
import HaruText

/// The command line, which makes every change: its rules, log entries and answers are those of the editor.
@MainActor
struct CommandLineProgram {
  /// Longer than any command waits for a lock, a folder and its backup.
  private static let limitMilliseconds = 60_000

  /// Its path.
  let path: String

  /// Runs a command; `onEnd` receives its answer in one line, and whether it is done.
  func run(_ words: [String], onEnd: @escaping @MainActor (String, Bool) -> Void) {
    do {
      try ChildProcess.listen(to: [path] + words, limit: Self.limitMilliseconds) { status, errors in
        let answer = CommandLineProgram.line(errors)
        let isDone = status == 0
        onEnd(answer.isEmpty && !isDone ? ErrorText.cannotRun(path, "\(status)") : answer, isDone)
      }
    } catch {
      MainLoop.later { onEnd(ErrorText.cannotRun(path, "\(error)"), false) }
    }
  }

  /// Runs a command, and the loop until it has ended; returns its answer.
  func run(_ words: [String]) -> String {
    var answer = ""
    run(words) { said, _ in
      answer = said
      MainLoop.quit()
    }
    MainLoop.run()
    return answer
  }

  /// The lines that a command has printed as one line, without its name in front.
  private static func line(_ said: String) -> String {
    let name = "haru: "
    return said.split(separator: "\n").reduce("") { answer, line in
      let words = (line.hasPrefix(name) ? line.dropFirst(name.count) : line).drop { $0 == " " }
      return answer + (answer.isEmpty ? "" : answer.hasSuffix(":") ? " " : " · ") + words
    }
  }
}
